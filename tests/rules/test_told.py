"""What a call has to tell a rule set: all that is missing is named at once, and an event that none knows is refused."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest

from regexhu import RuleError, RuleSet, explain, is_win, load, waits
from regexhu.blocks import by_event, event, has, meld, pair, ready, self_draw, switch, waits_on, winning
from regexhu.errors import MissingFacts
from regexhu.hands.told import EVENTS

HAND = "123m456p789s11122z"
FOUR = 4 * meld + pair


@pytest.mark.fault(13)
@pytest.mark.parametrize("call", [is_win, explain])
def test_all_facts_that_are_missing_are_named_at_once(call: Callable[..., object]) -> None:
    with pytest.raises(MissingFacts) as caught:
        call("123m456p789s11122z", rules="tianjin")
    assert caught.value.missing == ("winning_tile", "self_draw", "wild")
    assert str(caught.value) == (
        "rule set tianjin has to know winning_tile, self_draw and wild: "
        "give winning_tile='5p', or write it last and apart: 123m44p5p; self_draw=True or self_draw=False; "
        "the kinds that are wild in this deal, such as wild='1z2z', or wild='' for none"
    )
    with pytest.raises(MissingFacts) as caught:
        call("123m456p789s1112z2z", rules="tianjin", wild="")
    assert caught.value.missing == ("self_draw",)


def test_what_is_missing_is_an_error_like_others_and_can_be_sent() -> None:
    with pytest.raises(RuleError, match="has to know ready: give ready=True or ready=False") as caught:
        RuleSet(FOUR & ready).is_win(HAND)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.missing, again.asks) == (str(caught.value), ("ready",), "the rule set has to know ready")


def test_every_fact_is_asked_for_by_its_name() -> None:
    rules = RuleSet(FOUR & self_draw & ready & winning("1m"))
    assert rules.needs == {"self_draw", "ready", "winning_tile"}
    assert all(isinstance(fact.asks, frozenset) for fact in rules.automaton_engine.facts)


@pytest.mark.parametrize("call", [waits, lambda hand, rules, **told: load(rules).waits(hand, **told)])
def test_waits_draw_the_winning_tile_themselves(call: Callable[..., object]) -> None:
    with pytest.raises(RuleError, match="leave out winning_tile"):
        call("123m456p789s1112z", rules="standard", winning_tile="2z")
    assert call("123m456p789s111z2z", rules="standard", winning_tile=None) == ["2z"]


# Events


@pytest.mark.fault(14)
@pytest.mark.parametrize("call", [is_win, explain])
@pytest.mark.parametrize("name", ["standard", "changsha"])
def test_an_event_that_no_rule_set_knows_is_refused_with_near_names(call: Callable[..., object], name: str) -> None:
    with pytest.raises(RuleError, match="knows no event 'kongdraw'; did you mean kong-draw"):
        call(HAND, rules=name, event="kongdraw")


@pytest.mark.parametrize(
    "call",
    [
        lambda rules, **told: rules.is_win(HAND, "regex", **told),
        lambda rules, **told: rules.is_win(HAND, "automaton", **told),
        lambda rules, **told: rules.waits("123m456p789s1112z", **told),
        lambda rules, **told: waits("123m456p789s1112z", rules, **told),
        lambda rules, **told: rules.count(14, **told),
        lambda rules, **told: rules.sample(1, **told),
        lambda rules, **told: rules.distance(HAND, **told),
        lambda rules, **told: rules.next_tiles("123m456p789s1112z", **told),
    ],
)
def test_every_call_refuses_it(call: Callable[..., object]) -> None:
    with pytest.raises(RuleError, match="knows no event 'last-tyle'; did you mean last-tile"):
        call(RuleSet(FOUR & by_event("last-tile")), event="last-tyle")
    call(RuleSet(FOUR & by_event("last-tile")), event="last-tile")


def test_the_message_says_which_events_are_read() -> None:
    with pytest.raises(RuleError, match=r"\(it reads heaven and my-win\)$"):
        RuleSet(FOUR & by_event("heaven", "my-win")).is_win(HAND, event="my-wins")
    with pytest.raises(RuleError, match=r"\(it reads none\)$"):
        RuleSet(FOUR).is_win(HAND, event="my-wins")


@pytest.mark.parametrize("name", EVENTS)
def test_a_usual_event_that_a_rule_set_does_not_read_is_nothing_special(name: str) -> None:
    assert load("standard").is_win(HAND, event=name)
    assert not RuleSet(FOUR & by_event("my-win")).is_win(HAND, event=name)


def test_an_event_of_the_authors_own_is_known_even_where_a_switch_leaves_it_out() -> None:
    rules = RuleSet(FOUR & (has("1z") | switch("own", False, "") & by_event("my-win")))
    assert rules.events == ("my-win",)
    assert rules.is_win(HAND, event="my-win")


def test_any_event_is_any_usual_one_or_one_that_is_named() -> None:
    assert RuleSet(FOUR & event).events == tuple(EVENTS)
    own: Any = RuleSet(FOUR & (event | by_event("my-win")))
    assert own.is_win(HAND, event="my-win") and own.is_win(HAND, event="human") and not own.is_win(HAND)


def test_rules_that_tell_the_waits_of_others_take_the_events_of_both() -> None:
    inner = RuleSet(FOUR & (has("1z") | by_event("inner")))
    rules = RuleSet(FOUR & waits_on("2z", by=inner) & by_event("outer", "heaven"))
    assert rules.events == ("inner", "outer", "heaven")
    assert rules.is_win(HAND, winning_tile="2z", event="outer")
    assert not rules.is_win(HAND, winning_tile="2z", event="inner")


# Switches


@pytest.mark.fault(43)
@pytest.mark.parametrize("value", ["off", "on", 1, 0, None, "seven_pairs"])
def test_a_switch_is_true_or_false(value: Any) -> None:
    with pytest.raises(RuleError, match="the switch pair_258 is True or False, not"):
        load("xian", pair_258=value)
    with pytest.raises(RuleError, match="the switch pair_258 is True or False, not"):
        load("xian").switched(pair_258=value)


def test_a_switch_in_an_example_line_is_on_or_off() -> None:
    rules = RuleSet(FOUR & ~switch("own", False, ""), examples="win 11m own=maybe\nwin 11m own=on\nwin 11m own=off")
    with pytest.raises(RuleError, match="the switch own is True or False, not 'maybe'"):
        rules.example_wins(rules.examples[0])
    assert [rules.asked_by(example)[0].switches["own"].on for example in rules.examples[1:]] == [True, False]
