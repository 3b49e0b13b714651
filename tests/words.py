"""What a page of rules says of a whole hand, in plain Python: the words that several judges use."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import oracle
import pytest

ENGINES = ("regex", "automaton")
every_engine = pytest.mark.parametrize("engine", ENGINES)

SUITED = range(oracle.HONOURS)
HONOURS = range(oracle.HONOURS, oracle.KINDS)
WINDS = range(27, 31)
DRAGONS = (31, 32, 33)
TILES_258 = [tile for tile in SUITED if tile % 9 in (1, 4, 7)]
MIDDLING = [tile for tile in SUITED if 1 <= tile % 9 <= 7]
Melds = tuple[oracle.Meld, ...]
On = dict[str, bool]
"""Switches, by name."""


def layouts(counts: oracle.Counts, melds: Melds) -> Iterator[list[oracle.Group]]:
    """The whole hand as four melds and a pair, where every kong has been declared."""
    if oracle.undeclared_kongs(counts, melds) == 0:
        for reading in oracle.standard_readings(counts, melds):
            yield [*reading, *map(oracle.meld_tiles, melds)]


def is_sequence(group: oracle.Group) -> bool:
    return len(set(group)) == 3


def pair_of(groups: Sequence[oracle.Group]) -> int:
    return next(group[0] for group in groups if len(group) == 2)


def in_pairs(counts: oracle.Counts, melds: Melds) -> bool:
    """Seven pairs; four alike are two of them."""
    return not melds and sum(counts) == 14 and set(counts) <= {0, 2, 4}


def in_each_suit(counts: oracle.Counts, melds: Melds) -> list[int]:
    whole = oracle.held(counts, melds)
    return [sum(whole[start : start + 9]) for start in oracle.SUIT_STARTS]


def suits(counts: oracle.Counts, melds: Melds) -> int:
    return sum(map(bool, in_each_suit(counts, melds)))


def all_from(counts: oracle.Counts, melds: Melds, kinds: Sequence[int]) -> bool:
    return all(tile in kinds for tile, n in enumerate(oracle.held(counts, melds)) if n)


def in_no_order(counts: oracle.Counts, melds: Melds, kinds: Sequence[int]) -> bool:
    """Fourteen tiles of these kinds, a meld counting three."""
    return sum(counts) + 3 * len(melds) == 14 and oracle.is_legal(counts, melds) and all_from(counts, melds, kinds)


def names_of(melds: Melds) -> list[str]:
    return [kind for kind, _ in melds]


def counted(tiles: Sequence[int]) -> oracle.Counts:
    return tuple(tiles.count(tile) for tile in range(oracle.KINDS))
