"""What a rule set is made of, and what it has to know of a hand."""

from __future__ import annotations

from typing import Any

import pytest
from strategies import made

from regexhu import RuleError, RuleSet, explain, is_win, waits
from regexhu.blocks import meld, pair, self_draw

# What a rule set is made of


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("meld", "made of a pattern such as .*, not meld"),
        ("'4 * meld'", r"made of a pattern such as .*, not '4 \* meld'"),
        ("has('1m')", r"has\('1m'\) has no shape: add one, such as 4 \* meld \+ pair"),
    ],
)
def test_a_rule_set_is_a_pattern_with_a_shape(code: str, message: str) -> None:
    with pytest.raises(RuleError, match=message):
        RuleSet(made(code))


def test_a_bad_set_of_tiles_is_shown_with_a_caret() -> None:
    with pytest.raises(RuleError, match=r"^19mps8z\n      \^\nbad tile set: 8z is no tile"):
        RuleSet(4 * meld + pair, tiles="19mps8z")


def test_a_rule_set_prints_as_the_code_that_made_it() -> None:
    assert repr(RuleSet(4 * meld + pair, tiles="19mps7z", name="few")) == (
        "RuleSet(4 * meld + pair, tiles='19mps7z', name='few')"
    )


def test_tiles_outside_the_set_and_five_alike_lose_whatever_the_rule_says() -> None:
    suited = RuleSet(4 * meld + pair, tiles="123456789mps")
    assert suited.is_win("123m456p789s11122p")
    assert not suited.is_win("123m456p789s11122z")
    assert not suited.is_win("11m123p123s111p,111-m")
    assert RuleSet(4 * meld + pair, copies=None).is_win("11m123p123s111p,111-m")


# What a rule set has to know


HAND = "123m456p789s111z22z"


@pytest.mark.parametrize(
    ("code", "needs"),
    [
        ("self_draw", {"self_draw"}),
        ("~discard", {"self_draw"}),
        ("ready | has('1m')", {"ready"}),
        ("ready.named('declared', '听') & self_draw", {"ready", "self_draw"}),
        ("winning('5p')", {"winning_tile"}),
        ("some(sequence.won(wait='middle'))", {"winning_tile"}),
        ("every((meld | pair).won())", {"winning_tile"}),
        ("distinct(meld) & some(meld.open)", set()),
    ],
)
def test_a_rule_set_knows_what_it_needs_to_know(code: str, needs: set[str]) -> None:
    assert RuleSet(made(f"4 * meld + pair & ({code})")).needs == needs


def test_a_shape_of_won_groups_needs_the_winning_tile() -> None:
    assert RuleSet(made("3 * meld + meld.won() + pair")).needs == {"winning_tile"}


@pytest.mark.parametrize(
    ("code", "keyword"),
    [("self_draw", "self_draw"), ("discard", "self_draw"), ("ready", "ready"), ("winning('1z')", "winning_tile")],
)
@pytest.mark.parametrize("call", [is_win, explain])
def test_a_rule_set_that_is_not_told_raises_and_names_the_keyword(code: str, keyword: str, call: Any) -> None:
    rules = RuleSet(made(f"4 * meld + pair & {code}"), name="mine")
    with pytest.raises(RuleError, match=f"mine has to know {keyword}: give {keyword}="):
        call(HAND, rules=rules)


@pytest.mark.parametrize("engine", ["auto", "regex"])
@pytest.mark.parametrize(
    ("code", "asked", "wins"),
    [
        ("self_draw", {"self_draw": True}, True),
        ("self_draw", {"self_draw": False}, False),
        ("discard", {"self_draw": False}, True),
        ("~ready", {"ready": False}, True),
        ("~ready", {"ready": True}, False),
        ("self_draw & ready", {"self_draw": True, "ready": True}, True),
        ("winning('123m')", {"winning_tile": "3m"}, True),
        ("winning('123m')", {"winning_tile": "4p"}, False),
        ("some(sequence.won(wait='middle'))", {"winning_tile": "5p"}, True),
        ("some(sequence.won(wait='middle'))", {"winning_tile": "4p"}, False),
        ("some(sequence.won(wait='edge'))", {"winning_tile": "3m"}, True),
        ("some(sequence.won(wait='side'))", {"winning_tile": "4p"}, True),
        ("some(pair.won())", {"winning_tile": "2z"}, True),
        ("some(triplet.won())", {"winning_tile": "2z"}, False),
    ],
)
def test_a_rule_set_that_is_told_judges_by_it(code: str, asked: dict[str, Any], wins: bool, engine: str) -> None:
    assert is_win(HAND, rules=RuleSet(made(f"4 * meld + pair & {code}")), engine=engine, **asked) is wins


def test_a_winning_tile_that_stands_apart_is_told_as_well() -> None:
    rules = RuleSet(made("4 * meld + pair & some(pair.won())"))
    assert rules.is_win("123m456p789s1112z2z")
    assert not rules.is_win("123m456p789s1122z1z")


def test_waiting_hands_are_judged_with_the_tile_that_they_draw_as_the_winning_one() -> None:
    shanpon = "123m456p789s11z22z"
    assert waits(shanpon, rules=RuleSet(4 * meld + pair)) == ["1z", "2z"]
    assert waits(shanpon, rules=RuleSet(made("4 * meld + pair & winning('2z')"))) == ["2z"]
    with pytest.raises(RuleError, match="has to know self_draw"):
        waits(shanpon, rules=RuleSet(4 * meld + pair & self_draw))
    assert waits(shanpon, rules=RuleSet(4 * meld + pair & self_draw), self_draw=True) == ["1z", "2z"]


def test_a_rule_set_that_needs_nothing_takes_what_it_is_told() -> None:
    assert RuleSet(4 * meld + pair).is_win(HAND, self_draw=True, ready=False, winning_tile="1z", seat_wind="3z")
    assert not RuleSet(4 * meld + pair & self_draw).is_win(HAND, self_draw=False)
