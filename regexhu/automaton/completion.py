"""Which group the winning tile completes: every choice, each with the tiles that are left to lay out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice

from regexhu.automaton.suit_cache import HeldTiles
from regexhu.hands.layout import Group, in_order
from regexhu.hands.readings import can_stand
from regexhu.hands.tiles import starts_sequence

_SIZES = {"single": 1, "pair": 2, "triplet": 3, "kong": 4}


def completions(hand: HeldTiles, won: int, every: bool = True) -> Iterator[HeldTiles]:
    """The hand with each group declared, in turn, that its winning tile may complete.

    The group holds the winning tile as itself, or, where that tile is wild, as a substitute. Of the choices of wild
    tiles that stand in it there is one, where they don't matter, or `every` one.
    """
    kinds = range(34) if won in hand.wild else [won]
    for tiles, name in _groups(kinds, won):
        for wild in _places(name, len(hand.wild)):
            yield from islice(_taken(hand, Group(name, tiles, won=won, wild=wild), won), None if every else 1)


def _groups(kinds: range | list[int], won: int) -> Iterator[tuple[tuple[int, ...], str]]:
    """The groups that hold one of the kinds."""
    for kind in kinds:
        for name, size in _SIZES.items():
            yield (kind,) * size, name
    firsts = sorted({kind - step for kind in kinds for step in range(3)})
    for first in firsts:
        if first >= 0 and starts_sequence(first):
            yield (first, first + 1, first + 2), "sequence"


def _places(name: str, wilds: int) -> Iterator[tuple[int, ...]]:
    """Where wild tiles may stand in a group; among tiles alike they come last."""
    size = _SIZES.get(name, 3)
    for number in range(min(size, wilds) + 1):
        yield from combinations(range(size), number) if name == "sequence" else [tuple(range(size - number, size))]


def _taken(hand: HeldTiles, group: Group, won: int) -> Iterator[HeldTiles]:
    """The hand with the group declared, once for each choice of the wild tiles that go into it.

    There is none if the hand hasn't the tiles for it, or if the winning tile would not be among them.
    """
    standing = Counter(group.tiles[place] for place in group.wild)
    real = Counter(group.tiles) - standing
    own = Counter({tile: number for tile, number in real.items() if tile in hand.wild})
    counts = list(hand.counts)
    for tile, number in (real - own).items():
        counts[tile] -= number
    wild = Counter(hand.wild)
    if min(counts) < 0 or not own <= wild:
        return
    wild -= own
    for chosen in set(combinations(sorted(wild.elements()), len(group.wild))):
        if (real[won] or won in chosen) and can_stand(Counter(chosen), standing):
            left = wild - Counter(chosen)
            yield HeldTiles(tuple(counts), in_order((*hand.melds, group)), tuple(sorted(left.elements())))
