"""Whole hands counted: declared melds, wild tiles, the winning tile, what the call tells; against enumeration."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from enumerated import every_hand

from regexhu import Hand, RuleError, RuleSet, load
from regexhu.blocks import (
    kong,
    meld,
    no,
    no_forbidden,
    no_wild,
    pair,
    self_draw,
    sequence,
    some,
    substitutes,
    triplet,
    waits_on,
    wild_claimed,
    wild_kong,
    winning,
    winning_wild,
)
from regexhu.syntax.tree import Pattern

TILES = "123m5z"


def enumerated(rules: RuleSet, size: int, any_melds: bool = False, marked: bool = False, **asked: Any) -> int:
    """How many of all hands the regex engine lets win; with their winning tile, where they are marked by it."""
    number = 0
    for text in every_hand(rules.tiles, size, any_melds, rules.copies or 4):
        held = dict.fromkeys(tile.replace("0", "5") for tile in Hand.parse(text).tiles)
        for won in held if marked else [None]:
            told = {**asked, "winning_tile": won} if won else asked
            number += rules.is_win(text, "regex", **told)
    return number


@pytest.mark.fault(2)
@pytest.mark.fault(3)
@pytest.mark.parametrize(
    ("tiles", "wild", "number"), [("123m5z", "5z", 40), ("1234m12p", "4m", 118), ("123m5z", "3m5z", None)]
)
def test_hands_with_wild_tiles_are_counted(tiles: str, wild: str, number: int | None) -> None:
    rules = RuleSet(meld + pair, tiles=tiles)
    found = rules.count(tiles=5, wild=wild)
    assert found == enumerated(rules, 5, wild=wild)
    assert number in (None, found)


@pytest.mark.parametrize(
    "win",
    [
        meld + pair,
        meld + pair & some(meld.open),
        meld + pair & some(kong.declared) & no(sequence.open),
        2 * meld & no(kong.undeclared),
    ],
    ids=repr,
)
@pytest.mark.parametrize("size", [5, pytest.param(6, marks=pytest.mark.long)])
def test_hands_with_any_melds_are_counted(win: Pattern, size: int) -> None:
    rules = RuleSet(win, tiles=TILES)
    assert rules.count(tiles=size, melds="any") == enumerated(rules, size, any_melds=True)


@pytest.mark.parametrize(
    "win",
    [
        meld + pair & some(sequence.won(wait="middle")),
        pytest.param(meld + pair & some(pair.won("12m") | triplet.won()), marks=pytest.mark.long),
        pytest.param(meld + pair & winning("13m"), marks=pytest.mark.long),
        meld + pair & waits_on("1m5z", by=RuleSet(meld + pair)),
    ],
    ids=repr,
)
def test_hands_are_counted_with_their_winning_tile_where_the_rule_reads_it(win: Pattern) -> None:
    rules = RuleSet(win, tiles=TILES)
    assert rules.count(tiles=5) == enumerated(rules, 5, marked=True)
    assert rules.count(tiles=5, melds="any") == enumerated(rules, 5, any_melds=True, marked=True)
    assert sum(rules.count(tiles=5, winning_tile=tile) for tile in ("1m", "2m", "3m", "5z")) == rules.count(tiles=5)


@pytest.mark.parametrize("copies", [2, pytest.param(4, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    "win",
    [
        meld + pair & some(pair.won().wild(1)),
        meld + pair & some(sequence.won().wild_as("2m")) & ~winning_wild,
        pytest.param(meld + pair & (winning_wild | some(triplet.won().wild(2))), marks=pytest.mark.long),
        meld + pair & substitutes(1),
        meld + pair & no_wild,
        meld + pair & some(meld.open) & winning("12m5z"),
    ],
    ids=repr,
)
def test_the_winning_tile_and_wild_tiles_are_read_together(win: Pattern, copies: int) -> None:
    rules, wild = RuleSet(win, tiles="1234m5z" if copies == 2 else TILES, copies=copies), "5z"
    marked = "winning_tile" in rules.needs
    assert rules.count(tiles=5, wild=wild) == enumerated(rules, 5, marked=marked, wild=wild)
    if copies == 2:
        found = rules.count(tiles=5, wild=wild, melds="any")
        assert found == enumerated(rules, 5, any_melds=True, marked=marked, wild=wild) > 0


def test_facts_that_read_the_hand_are_counted_as_they_are_judged() -> None:
    for win, asked in (
        (meld + pair & no_forbidden, {"forbidden": "2m"}),
        (meld + pair & ~no_forbidden, {"forbidden": "2m5z"}),
        (meld + pair & ~wild_claimed, {"wild": "3m"}),
        (meld + pair & (wild_kong | self_draw), {"wild": "3m", "self_draw": False}),
    ):
        rules = RuleSet(win, tiles=TILES)
        assert rules.count(tiles=5, melds="any", **asked) == enumerated(rules, 5, any_melds=True, **asked)


def test_given_melds_stay_as_they_are() -> None:
    rules = RuleSet(2 * meld + pair, tiles="1234m5z")
    beside = [text for text in every_hand(rules.tiles, 5) if rules.is_win(f"{text},55-5z", "regex")]
    assert rules.count(tiles=8, melds="55-5z") == len(beside)
    assert sorted(rules.hands(tiles=8, melds="55-5z")) == sorted(f"{text},55-5z" for text in beside)


def test_a_chance_beside_melds_is_of_the_tiles_that_are_left() -> None:
    rules = RuleSet(meld + pair, tiles="123m")
    ways = {"11m": 3, "22m": 3, "33m": 3}
    assert {hand: rules.is_win(f"{hand},1-23m") for hand in ways} == dict.fromkeys(ways, True)
    assert rules.probability(tiles=5, melds="1-23m") == Fraction(sum(ways.values()), 36)


def test_listed_and_drawn_hands_win_with_the_keywords_that_they_were_asked_with() -> None:
    rules = RuleSet(meld + pair & some(meld.open), tiles=TILES)
    hands = list(rules.hands(tiles=5, melds="any", wild="5z"))
    assert len(hands) == len(set(hands)) == rules.count(tiles=5, melds="any", wild="5z")
    assert all(rules.is_win(hand, wild="5z") for hand in hands)
    assert set(rules.sample(200, seed=1, tiles=5, melds="any", wild="5z")) <= set(hands)


def test_differences_are_counted_over_whole_hands() -> None:
    first, second = RuleSet(meld + pair, tiles=TILES), RuleSet(meld + pair & some(triplet | kong), tiles=TILES)
    found = first.difference(second, tiles=5, melds="any", wild="5z")
    hands = [text for text in every_hand(first.tiles, 5, any_melds=True) if first.is_win(text, wild="5z")]
    assert found.only_first == sum(not second.is_win(text, wild="5z") for text in hands)
    assert found.only_second == 0
    assert found.first_witness is not None
    assert first.is_win(found.first_witness, wild="5z") and not second.is_win(found.first_witness, wild="5z")


@pytest.mark.long
def test_rules_that_have_to_be_opened_have_a_count() -> None:
    rules = load("harbin_local")
    assert rules.count(tiles=14, ready=True, winning_tile="1m") == 0
    assert rules.is_empty(ready=True)
    assert not RuleSet(meld + pair & some(meld.open), tiles=TILES).is_empty(melds="any")


@pytest.mark.long
def test_what_was_counted_by_hand_is_counted_for_the_rule_sets_that_ask_for_the_winning_tile() -> None:
    shanxi, hangzhou = load("shanxi"), load("hangzhou")
    drawn = shanxi.sample(100, seed=3, self_draw=True, ready=True)
    assert all(shanxi.is_win(hand, "regex", self_draw=True, ready=True) for hand in drawn)
    assert shanxi.count(tiles=14, self_draw=True, ready=True) > 0
    drawn = hangzhou.sample(100, seed=3, self_draw=True)
    assert all(hangzhou.is_win(hand, "regex", self_draw=True) for hand in drawn)


def test_what_cannot_be_counted_is_refused_by_name() -> None:
    rules = RuleSet(meld + pair, tiles=TILES)
    with pytest.raises(RuleError, match="with any melds, whose sets of tiles aren't counted"):
        rules.count(tiles=5, weighted=True, melds="any")
    with pytest.raises(
        ValueError, match="melds is a text of declared melds such as '1-23m,11-1z', or 'any', not '123m'"
    ):
        rules.count(tiles=5, melds="123m")
