"""Wild tiles: a hand wins when it would with some real tiles in the place of the wild ones."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
import oracle
import pytest
from strategies import few_or_many, long
from wilds import Deal, deal, in_place_of_wild
from words import ENGINES, every_engine

from regexhu import explain, is_win, load


def complete_with_wild(found: Deal) -> bool:
    """Four melds and a pair, at most four alike with the tiles that wild ones stand for; suit by suit."""
    melded = oracle.held((0,) * 34, found.melds)
    kongs = oracle.undeclared_kongs(found.counts, found.melds)
    if kongs < 0 or not oracle.is_legal(found.counts, found.melds):
        return False
    reached = {(0, 0, 0, 0)}
    for start, end in ((0, 9), (9, 18), (18, 27), (27, 34)):
        step = set()
        for wilds in range(found.jokers + 1):
            for chosen in combinations_with_replacement(range(start, end), wilds):
                part = tuple(n + chosen.count(kind) for kind, n in enumerate(found.natural[start:end], start))
                if all(n + melded[kind] <= 4 for kind, n in enumerate(part, start)):
                    for split in oracle._splits(part, start == 27, 1, 4):
                        sizes = [len(group) for group in split]
                        step.add((len(sizes) - sizes.count(2), sizes.count(2), sizes.count(4), wilds))
        reached = {tuple(map(sum, zip(one, two, strict=True))) for one in reached for two in step}  # type: ignore[misc]
    return (4 - len(found.melds), 1, kongs, found.jokers) in reached


LONG = [pytest.param(*many, marks=pytest.mark.long) for many in ((0, 200), (1, 600), (2, 600), (3, 150), (4, 40))]


@cache
def standard_deals(wilds: int, number: int) -> list[tuple[Deal, bool]]:
    rng = random.Random(wilds)
    pools = [range(34), range(9), [*range(9), *range(27, 34)]]
    found = [deal(rng, wilds, n % 2 == 0, kinds=1 + n % 2, pool=rng.choice(pools)) for n in range(number)]
    return [(one, complete_with_wild(one)) for one in found]


@every_engine
@pytest.mark.parametrize(
    ("wilds", "number"),
    [(0, 60), (1, 60), (2, 60), (3, 20), long(0, 200), long(1, 600), long(2, 600), long(3, 150), long(4, 40)],
)
def test_standard_wins_when_some_real_tiles_would(wilds: int, number: int, engine: str) -> None:
    rules = load("standard")
    deals = standard_deals(wilds, number)
    wrong = [
        (str(found), found.asked) for found, wins in deals if rules.is_win(str(found), engine, **found.asked) != wins
    ]
    assert wrong == []
    assert number / 3 < sum(wins for _, wins in deals) < number


@few_or_many(40, 100)
def test_suit_by_suit_is_the_same_as_all_at_once(number: int) -> None:
    """The quicker oracle says what the plain one says of every hand with real tiles in the place of the wild ones."""
    for found, wins in standard_deals(1, number) + standard_deals(2, number)[: number // 5]:
        assert wins == any(oracle.standard(counts, found.melds) for counts in in_place_of_wild(found))


@pytest.mark.parametrize("name", ["riichi", "harbin"])
@pytest.mark.parametrize(("wilds", "number"), [(3, 2), long(3, 8), long(4, 2)])
def test_three_and_four_wild_tiles_in_every_place(name: str, wilds: int, number: int) -> None:
    rules, rng, won = load(name), random.Random(wilds), 0
    for n in range(number):
        while (found := deal(rng, wilds, n % 2 == 0, kinds=2, pool=sorted(rules.tiles))).melds:
            continue
        expected = bool(rules.match_many(np.array(list(in_place_of_wild(found, rules.tiles)))).any())
        assert rules.is_win(str(found), **found.asked) == expected, (str(found), found.asked)
        won += expected
    assert won > 0


@pytest.mark.parametrize("hand", ["11111z234567m99p5s", "1z234567m99p55s,1111+z"])
def test_five_tiles_of_a_wild_kind_never_win(hand: str) -> None:
    for engine in ENGINES:
        assert not is_win(hand, rules="standard", engine=engine, wild="1z")
    assert [finding.holds for finding in explain(hand, rules="standard", wild="1z").findings] == [False, True]
