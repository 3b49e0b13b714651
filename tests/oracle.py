"""The plain mahjong judge that the library is held against.

It imports nothing of the library and shares no idea with it: no regular expression, no automaton, only
"take the lowest tile away with every group that it can be in, and see what is left".

    tile      0-8 = 1m..9m, 9-17 = 1p..9p, 18-26 = 1s..9s, 27-33 = 1z..7z
    counts    the concealed part of a hand: 34 numbers, how many of each tile
    meld      a declared meld: (kind, lowest tile)
    kind      of a meld: "chi" "peng" "da-ming-gang" "jia-gang" "an-gang"
    group     a tuple of tiles: (0, 1, 2) a sequence, (0, 0, 0) a triplet, (0, 0, 0, 0) a kong, (0, 0) a pair
    reading   a sorted tuple of groups

The one cleverness is that suits are split one at a time and their splits remembered.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product

Counts = tuple[int, ...]
Meld = tuple[str, int]
Group = tuple[int, ...]
Reading = tuple[Group, ...]
Hand = tuple[Counts, tuple[Meld, ...]]
Rule = Callable[[Counts, Sequence[Meld]], bool]

KINDS = 34
SUIT_STARTS = (0, 9, 18)
HONOURS = 27
RED = 33
TERMINALS = (0, 8, 9, 17, 18, 26)
ORPHANS = (*TERMINALS, *range(HONOURS, KINDS))
KONGS = ("da-ming-gang", "jia-gang", "an-gang")


# Tiles and melds


def is_sequence_start(tile: int) -> bool:
    """Whether a sequence may start here: 1 to 7 of a suit, never an honour."""
    return tile < HONOURS and tile % 9 <= 6


def meld_tiles(meld: Meld) -> Group:
    """The tiles of a declared meld."""
    kind, first = meld
    if kind == "chi" and is_sequence_start(first):
        return (first, first + 1, first + 2)
    if kind == "peng":
        return (first,) * 3
    if kind in KONGS:
        return (first,) * 4
    raise ValueError(f"no such meld: {meld}")


def held(counts: Counts, melds: Sequence[Meld] = ()) -> Counts:
    """How many of each tile the whole hand holds, melds included."""
    if len(counts) != KINDS:
        raise ValueError(f"{len(counts)} counts, not {KINDS}")
    total = list(counts)
    for meld in melds:
        for tile in meld_tiles(meld):
            total[tile] += 1
    return tuple(total)


def is_legal(counts: Counts, melds: Sequence[Meld] = ()) -> bool:
    """Whether no tile is held more than four times, melds included."""
    return max(held(counts, melds)) <= 4


def in_suit(nine: Counts, suit: int = 0) -> Counts:
    """Nine counts as the 34 counts of a hand all in one suit: 0 = m, 1 = p, 2 = s."""
    return (0,) * (9 * suit) + nine + (0,) * (KINDS - 9 - 9 * suit)


def one_suit_hands(size: int) -> Iterator[Counts]:
    """Every one-suit multiset of `size` tiles, as nine counts of at most four."""

    def fill(ranks: int, tiles: int) -> Iterator[Counts]:
        if ranks == 0:
            yield ()
            return
        for n in range(min(4, tiles) + 1):
            if tiles - n <= 4 * (ranks - 1):
                for others in fill(ranks - 1, tiles - n):
                    yield (n, *others)

    return fill(9, size) if 0 <= size <= 36 else iter(())


# Readings


@lru_cache(maxsize=1 << 19)
def _splits(part: Counts, honours: bool, pairs: int, kongs: int) -> tuple[Reading, ...]:
    """Every way to split one suit (or the honours) into groups, with at most so many pairs and kongs."""
    lowest = next((rank for rank, n in enumerate(part) if n), None)
    if lowest is None:
        return ((),)
    found = set()

    def take(group: Group, pairs: int, kongs: int) -> None:
        rest = list(part)
        for rank in group:
            rest[rank] -= 1
        for split in _splits(tuple(rest), honours, pairs, kongs):
            found.add(tuple(sorted((group, *split))))

    if pairs and part[lowest] >= 2:
        take((lowest,) * 2, pairs - 1, kongs)
    if part[lowest] >= 3:
        take((lowest,) * 3, pairs, kongs)
    if kongs and part[lowest] >= 4:
        take((lowest,) * 4, pairs, kongs - 1)
    if not honours and lowest <= 6 and part[lowest + 1] and part[lowest + 2]:
        take((lowest, lowest + 1, lowest + 2), pairs, kongs)
    return tuple(sorted(found))


def readings(counts: Counts, melds: int, pairs: int, kongs: int) -> list[Reading]:
    """Every distinct way to split all the tiles into `melds` melds, `kongs` of them kongs, and `pairs` pairs.

    Judges the split alone: whether five alike are held is for `is_legal`.
    """
    if sum(counts) != 3 * melds + kongs + 2 * pairs:
        return []
    per_part = []
    for start, end in ((0, 9), (9, 18), (18, 27), (27, 34)):
        splits = _splits(counts[start:end], start == HONOURS, pairs, kongs)
        if not splits:
            return []
        per_part.append([tuple(tuple(start + rank for rank in group) for group in split) for split in splits])
    found = []
    for parts in product(*per_part):
        reading = tuple(group for part in parts for group in part)
        sizes = [len(group) for group in reading]
        if sizes.count(2) == pairs and sizes.count(4) == kongs and len(sizes) == melds + pairs:
            found.append(tuple(sorted(reading)))
    return sorted(found)


# Verdicts


def undeclared_kongs(counts: Counts, melds: Sequence[Meld]) -> int:
    """How many concealed kongs the tile count asks for: with every meld as three tiles, what is beyond 14."""
    return sum(counts) + 3 * len(melds) - 14


def standard_readings(counts: Counts, melds: Sequence[Meld] = ()) -> list[Reading]:
    """The ways to read the concealed tiles so that the whole hand is four melds and a pair; maybe none."""
    kongs = undeclared_kongs(counts, melds)
    if not is_legal(counts, melds) or len(melds) > 4 or kongs < 0:
        return []
    return readings(counts, 4 - len(melds), 1, kongs)


def standard(counts: Counts, melds: Sequence[Meld] = ()) -> bool:
    """Four melds and a pair, 14 tiles and one more for each kong, declared or not; at most four alike."""
    return bool(standard_readings(counts, melds))


def seven_pairs(counts: Counts, melds: Sequence[Meld] = ()) -> bool:
    """Seven different pairs, nothing declared."""
    return not melds and sorted(held(counts)) == [0] * 27 + [2] * 7


def thirteen_orphans(counts: Counts, melds: Sequence[Meld] = ()) -> bool:
    """Every 1, 9 and honour once and one of them twice, nothing declared."""
    orphans = sorted(counts[tile] for tile in ORPHANS)
    return not melds and sum(held(counts)) == 14 and orphans == [1] * 12 + [2]


def riichi(counts: Counts, melds: Sequence[Meld] = ()) -> bool:
    """Four melds and a pair with every kong declared, or seven different pairs, or thirteen orphans."""
    if standard(counts, melds) and undeclared_kongs(counts, melds) == 0:
        return True
    return seven_pairs(counts, melds) or thirteen_orphans(counts, melds)


def harbin(counts: Counts, melds: Sequence[Meld] = ()) -> bool:
    """Four melds and a pair of m, p, s and 7z, under four more conditions.

    They are a triplet or kong, at most three kongs, at least two suits, and a 1, a 9 or 7z.
    """
    whole = held(counts, melds)
    found = standard_readings(counts, melds)
    alike_declared = any(kind != "chi" for kind, _ in melds)
    alike_concealed = any(len(group) >= 3 and group[0] == group[1] for reading in found for group in reading)
    kongs = undeclared_kongs(counts, melds) + sum(kind in KONGS for kind, _ in melds)
    suits = sum(any(whole[start : start + 9]) for start in SUIT_STARTS)
    return (
        bool(found)
        and not any(whole[HONOURS:RED])
        and (alike_declared or alike_concealed)
        and kongs <= 3
        and suits >= 2
        and any(whole[tile] for tile in (*TERMINALS, RED))
    )


def waits(counts: Counts, melds: Sequence[Meld], rule: Rule) -> list[int]:
    """The tiles that complete the hand, never one of which it already holds four."""
    whole = held(counts, melds)
    return [tile for tile in range(KINDS) if whole[tile] < 4 and rule(_add(counts, tile), melds)]


def _add(counts: Counts, tile: int, n: int = 1) -> Counts:
    return (*counts[:tile], counts[tile] + n, *counts[tile + 1 :])


# Text


def to_mpsz(counts: Counts, melds: Sequence[Meld] = ()) -> str:
    """The hand as MPSZ text, every claim from the left: `55z,1-23m,11-1p,1-111s,222=2s,3333+s`."""

    def digit(tile: int) -> str:
        return str(tile % 9 + 1)

    concealed = ""
    for start, letter in zip((0, 9, 18, 27), "mpsz", strict=True):
        digits = "".join(digit(tile) * counts[tile] for tile in range(start, min(start + 9, KINDS)))
        concealed += digits + letter if digits else ""
    sections = [concealed]
    for kind, first in melds:
        d = digit(first)
        text = {
            "chi": f"{d}-{digit(first + 1)}{digit(first + 2)}",
            "peng": f"{d}{d}-{d}",
            "da-ming-gang": f"{d}-{d}{d}{d}",
            "jia-gang": f"{d}{d}{d}={d}",
            "an-gang": f"{d}{d}{d}{d}+",
        }[kind]
        sections.append(text + "mpsz"[first // 9])
    return ",".join(sections)


# Random hands


def random_hand(rng: random.Random, tiles: Iterable[int] = range(KINDS), winning: bool = True) -> Hand:
    """A legal hand of `tiles`, at least five kinds; half of the hands have 0 to 4 declared melds.

    winning       four melds and a pair, so `standard` holds; kongs declared or not, 14 to 18 tiles
    not winning   such a hand with a tile or two exchanged or one tile too few or many, about seven pairs,
                  about thirteen orphans, or tiles at random; now and then one that wins after all
    """
    kinds = sorted(set(tiles))
    if len(kinds) < 5:
        raise ValueError(f"{len(kinds)} kinds of tiles; four melds and a pair may need 5")
    while True:
        pool = _random_pool(rng, kinds)
        hand = _random_win(rng, pool)
        if is_legal(*hand) and not winning:
            hand = _spoil(rng, pool, hand)
        if is_legal(*hand):
            return hand


def _random_pool(rng: random.Random, kinds: list[int]) -> list[int]:
    """All kinds, or one time in three those of one suit or the honours: crowded hands have most readings."""
    if rng.random() < 2 / 3:
        return kinds
    part = rng.randrange(4)
    suit = [tile for tile in kinds if tile // 9 == part]
    return suit if len(suit) >= 5 else kinds


def _random_win(rng: random.Random, pool: list[int]) -> Hand:
    """Four melds and a pair of the pool's tiles, perhaps with five of one kind."""
    starts = [tile for tile in pool if is_sequence_start(tile) and tile + 1 in pool and tile + 2 in pool]
    declared = rng.sample(range(4), rng.randint(0, 4)) if rng.random() < 1 / 2 else []
    counts = [0] * KINDS
    counts[rng.choice(pool)] += 2
    melds = []
    for place in range(4):
        if starts and rng.random() < 1 / 2:
            meld = ("chi", rng.choice(starts))
        else:
            meld = (rng.choice(KONGS) if rng.random() < 1 / 4 else "peng", rng.choice(pool))
        if place in declared:
            melds.append(meld)
        else:
            for tile in meld_tiles(meld):
                counts[tile] += 1
    return tuple(counts), tuple(melds)


def _spoil(rng: random.Random, pool: list[int], hand: Hand) -> Hand:
    """A hand near the one given, or near a special form, or at random, perhaps with five of one kind."""
    counts, melds = hand
    how = rng.choice(("one", "one", "two", "two", "drop", "add", "deal", "pairs", "orphans"))
    if how == "one":
        return _exchange(rng, pool, counts), melds
    if how == "two":
        return _exchange(rng, pool, _exchange(rng, pool, counts)), melds
    if how == "drop":
        return _add(counts, rng.choice(_listed(counts)), -1), melds
    if how == "add":
        return _add(counts, rng.choice(pool)), melds
    if how == "pairs" and len(pool) >= 7:
        chosen = rng.sample(pool, 7) if rng.random() < 2 / 3 else [*rng.sample(pool, 6), rng.choice(pool)]
        counts = tuple(2 * chosen.count(tile) for tile in range(KINDS))
        return (counts if rng.random() < 1 / 2 else _exchange(rng, pool, counts)), ()
    if how == "orphans" and set(ORPHANS) <= set(pool):
        counts = _add(tuple(int(tile in ORPHANS) for tile in range(KINDS)), rng.choice(ORPHANS))
        return (counts if rng.random() < 1 / 2 else _exchange(rng, pool, counts)), ()
    taken = held((0,) * KINDS, melds)
    wall = [tile for tile in pool for _ in range(4 - taken[tile])]
    dealt = rng.sample(wall, sum(counts))
    return tuple(dealt.count(tile) for tile in range(KINDS)), melds


def _exchange(rng: random.Random, pool: list[int], counts: Counts) -> Counts:
    """One concealed tile for another kind."""
    out = rng.choice(_listed(counts))
    return _add(_add(counts, out, -1), rng.choice([tile for tile in pool if tile != out]))


def _listed(counts: Counts) -> list[int]:
    return [tile for tile, n in enumerate(counts) for _ in range(n)]
