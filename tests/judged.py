"""The three rule sets that the oracle judges itself: hands of one suit and at random, by either engine."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import islice

import oracle
from strategies import TILES, listed, random_hands

from regexhu import Hand, RuleError, load, waits

JUDGES: dict[str, oracle.Rule] = {
    "standard": oracle.standard,
    "riichi": oracle.riichi,
    "harbin": oracle.harbin,
}


def disagreements(found: Iterable[tuple[oracle.Hand, Hand]], name: str, engine: str) -> tuple[int, list[str]]:
    """How many of the hands the oracle lets win, and those on which the library says otherwise."""
    rules, judge = load(name), JUDGES[name]
    won, wrong = 0, []
    for (counts, melds), hand in found:
        expected = judge(counts, melds)
        won += expected
        if rules.is_win(hand, engine=engine) != expected:
            wrong.append(str(hand))
    return won, wrong


@cache
def of_one_suit(every: int) -> list[tuple[oracle.Hand, Hand]]:
    """Of the hands of 14 tiles of characters every so-manieth."""
    whole = (oracle.in_suit(nine) for nine in islice(oracle.one_suit_hands(14), 0, None, every))
    return [((counts, ()), Hand(tuple(listed(counts)))) for counts in whole]


@cache
def at_random(number: int) -> list[tuple[oracle.Hand, Hand]]:
    """So many hands, half of them winning in standard form."""
    return [(hand, Hand.parse(oracle.to_mpsz(*hand))) for hand in random_hands(seed=7, number=number)]


def agrees_on_waits(name: str, number: int) -> None:
    """On so many random hands without one of their tiles; one of a size that never waits is refused."""
    ready = 0
    for counts, melds in random_hands(seed=8, number=number):
        short = (*counts[: (at := counts.index(max(counts)))], counts[at] - 1, *counts[at + 1 :])
        expected = [TILES[tile] for tile in oracle.waits(short, melds, JUDGES[name])]
        try:
            found = waits(oracle.to_mpsz(short, melds), rules=name)
        except RuleError as error:
            assert "one short of a win" in str(error)
            found = []
        assert found == expected
        ready += bool(expected)
    assert ready > number // 10
