"""Every hand of a few kinds of tile, by plain enumeration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, product

from regexhu import Hand
from regexhu.hands.hand import text_of
from regexhu.hands.tiles import NAMES, TileSet, starts_sequence


def melds_of(tiles: TileSet) -> list[str]:
    """Every declared meld of these tiles, as MPSZ text."""
    found = []
    for kind in tiles:
        rank, suit = NAMES[kind][0], NAMES[kind][1]
        found += [
            f"{rank * 2}-{rank}{suit}",
            f"{rank * 3}-{rank}{suit}",
            f"{rank * 3}={rank}{suit}",
            f"{rank * 4}+{suit}",
        ]
        if starts_sequence(kind) and {kind, kind + 1, kind + 2} <= tiles:
            found.append(f"{rank}-{int(rank) + 1}{int(rank) + 2}{suit}")
    return found


def every_hand(tiles: TileSet, size: int, any_melds: bool = False, copies: int = 4, melds: str = "") -> Iterator[str]:
    """Every hand of so many tiles, with every choice of melds if any are asked for, or with these."""
    choices = melds_of(tiles) if any_melds else []
    for number in range(size // 3 + 1 if any_melds else 1):
        for laid in combinations_with_replacement(choices, number) if any_melds else [melds.split(",") * bool(melds)]:
            held = Counter(tile for text in laid for tile in Hand.parse(text).declared[0].tiles)
            left = size - held.total()
            if left < 0 or any(held[kind] > copies for kind in tiles):
                continue
            room = [range(copies - held[kind] + 1) if kind in tiles else range(1) for kind in range(34)]
            for counts in product(*(room[kind] for kind in tiles)):
                if sum(counts) == left:
                    full = dict(zip(tiles, counts, strict=True))
                    yield ",".join([text_of([full.get(kind, 0) for kind in range(34)]), *laid])
