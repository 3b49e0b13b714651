"""What a call may tell of a hand: one table, which hands, rule sets and the command line read."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from regexhu import Hand
from regexhu.blocks import by_event
from regexhu.hands.told import EVENT, EVENTS, TOLD

GIVEN: dict[str, Any] = {
    "winning_tile": "2m",
    "self_draw": True,
    "ready": False,
    "seat_wind": "1z",
    "round_wind": "4z",
    "event": "kong-draw",
    "wild": "12z",
    "forbidden": "5z",
}


def test_the_table_has_the_fields_of_a_hand() -> None:
    assert set(TOLD) == {field.name for field in fields(Hand)} - {"tiles", "melds"} == set(GIVEN)


def test_a_hand_keeps_what_it_was_told() -> None:
    hand = Hand.parse("123m22m", **GIVEN)
    assert {keyword: str(value) for keyword, value in hand.told.items()} == {
        keyword: str(value) for keyword, value in GIVEN.items()
    }
    assert Hand.of(hand, ready=None).told == {**hand.told, "ready": None}
    assert set(Hand.parse("22m").told.values()) == {None}


def test_the_words_of_the_context_stand_in_one_order_whatever_that_of_the_call() -> None:
    tail = "@self-draw@not-ready@seat-1z@round-4z@event-kong-draw@wild-1z2z@forbidden-5z"
    assert Hand.parse("123m22m", **GIVEN).context == tail
    assert Hand.parse("123m22m", **dict(reversed(GIVEN.items()))).context == tail


@pytest.mark.parametrize("keyword", TOLD)
@pytest.mark.parametrize("value", ["z", 3, [], object(), "8z"])
def test_a_value_that_is_none_of_the_keywords_is_refused(keyword: str, value: Any) -> None:
    if (keyword in ("wild", "forbidden") and value == []) or (keyword == "event" and value == "z"):
        pytest.skip("no kinds, and an event of one letter")
    with pytest.raises(ValueError):
        Hand.parse("123m22m", **{keyword: value})


def test_a_keyword_that_there_is_not_is_refused_with_near_names() -> None:
    with pytest.raises(TypeError, match="no keyword 'selfdraw'; did you mean self_draw"):
        Hand.parse("22m", selfdraw=True)
    with pytest.raises(TypeError, match="no keyword 'x'; it is one of winning_tile, self_draw"):
        Hand.of(Hand.parse("22m"), x=1)


def test_authors_are_told_the_usual_events() -> None:
    assert all(name in (by_event.__doc__ or "") for name in EVENTS)


def test_the_usual_events_are_written_as_events_are() -> None:
    assert all(EVENT.fullmatch(name) and meaning and chinese for name, (meaning, chinese) in EVENTS.items())
