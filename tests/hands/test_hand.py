"""Hands: what is read from text and from keywords."""

from __future__ import annotations

import re
from typing import Any

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import hands, listed

from regexhu import Hand, NotationError, normalize

# Reading a hand


def test_a_hand_has_its_concealed_tiles_sorted_and_its_melds_as_written() -> None:
    hand = Hand.parse("7z15m,32-1s,0p,5055+p")
    assert hand.tiles == ("1m", "5m", "0p", "7z")
    assert [str(meld) for meld in hand.melds] == ["2-31s", "5055+p"]
    assert hand.size == 11


@pytest.mark.parametrize(
    ("text", "named", "winning"),
    [
        pytest.param("3456s3s", None, "3s", id="shown by standing alone"),
        pytest.param("33456s", None, None, id="not shown"),
        pytest.param("33456s", "4s", "4s", id="named"),
        pytest.param("3456s3s", "4s", "4s", id="shown, but another is named"),
        pytest.param("340s11z,5-55p", "5s", "0s", id="named as a five, held as a red one"),
        pytest.param("345s11z", "0s", "5s", id="named as red, held as a plain five"),
        pytest.param("0555p", "5p", "5p", id="red and plain are held, plain is named"),
        pytest.param("0555p", "0p", "0p", id="red and plain are held, red is named"),
    ],
)
def test_the_winning_tile(text: str, named: str | None, winning: str | None) -> None:
    assert Hand.parse(text, winning_tile=named).winning_tile == winning


@pytest.mark.parametrize(
    ("asked", "tail"),
    [
        ({}, ""),
        ({"self_draw": True}, "@self-draw"),
        ({"self_draw": False}, "@discard"),
        ({"ready": True}, "@ready"),
        ({"ready": False}, "@not-ready"),
        ({"seat_wind": "1z"}, "@seat-1z"),
        ({"round_wind": "4z", "self_draw": True, "ready": True}, "@self-draw@ready@round-4z"),
    ],
    ids=str,
)
def test_context_keywords_are_the_tail_of_every_sequence(asked: dict[str, Any], tail: str) -> None:
    assert Hand.parse("22m", **asked).context == tail
    assert normalize("22334455667788m", "mpsz", **asked) == [
        sequence + tail for sequence in normalize("22334455667788m", "mpsz")
    ]


def test_keywords_beside_a_hand_change_what_they_name_and_nothing_else() -> None:
    hand = Hand.parse("3456s3s,22-2m", self_draw=True, seat_wind="2z", wild="7z")
    assert Hand.of(hand) is hand
    changed = Hand.of(hand, winning_tile="4s", ready=True)
    assert changed == Hand.parse("33456s,22-2m", "4s", self_draw=True, ready=True, seat_wind="2z", wild="7z")


def test_a_face_down_tile_cannot_be_judged() -> None:
    with pytest.raises(NotationError) as caught:
        Hand.parse("12m0x3m")
    assert (caught.value.kind, caught.value.position) == ("face_down", 3)
    assert str(caught.value).startswith("12m0x3m\n   ^\nface_down: face-down tiles can't be judged")


@pytest.mark.parametrize("text", ["123m", "123m,55-5p", ""])
def test_the_winning_tile_has_to_be_among_the_concealed_tiles(text: str) -> None:
    with pytest.raises(NotationError, match="winning tile 5p is one of the concealed tiles") as caught:
        Hand.parse(text, winning_tile="5p")
    assert caught.value.kind == "winning_tile"


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"winning_tile": "5"}, "winning_tile is one tile such as 5p, not '5'"),
        ({"winning_tile": "55p"}, "winning_tile is one tile such as 5p, not '55p'"),
        ({"winning_tile": ""}, "winning_tile is one tile such as 5p, not ''"),
        ({"seat_wind": "5z"}, "seat_wind is one of 1z 2z 3z 4z, not '5z'"),
        ({"round_wind": "east"}, "round_wind is one of 1z 2z 3z 4z, not 'east'"),
    ],
    ids=str,
)
def test_a_keyword_that_says_nothing_sensible_is_a_value_error(asked: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Hand.parse("55p", **asked)


def test_a_keyword_that_does_not_exist_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="self_drawn"):
        Hand.of("55p", self_drawn=True)


@given(hands, st.data())
def test_a_hand_reads_back_from_its_own_text(hand: oracle.Hand, data: st.DataObject) -> None:
    winning = data.draw(st.sampled_from([None, *listed(hand[0])]))
    parsed = Hand.parse(oracle.to_mpsz(*hand), winning_tile=winning)
    again = Hand.parse(str(parsed))
    assert (again.tiles, again.melds) == (parsed.tiles, parsed.melds)
    stands_with_its_suit = winning is None or [tile[1] for tile in parsed.tiles].count(winning[1]) > 1
    assert again.winning_tile == (winning if stands_with_its_suit else None)


@pytest.mark.parametrize(
    "text",
    ["", ",1-23m", "05m", "340s,50-5s,055=5p,5055+m", "11m,3-12s", "11m,333-3s", "11m,3333-s", "11m,222=2z", "11m3s3s"],
)
def test_text_in_the_order_of_the_library_stays_as_it_is(text: str) -> None:
    assert str(Hand.parse(text)) == text


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"ready": "no"}, "ready is True, False or None, not 'no'"),
        ({"self_draw": 2}, "self_draw is True, False or None, not 2"),
        ({"event": []}, "an event is small letters"),
        ({"selfdraw": True}, "did you mean self_draw?"),
        ({"engine": "regex"}, "a hand has no keyword 'engine'"),
    ],
)
def test_keywords_that_say_nothing_are_refused(asked: dict[str, Any], message: str) -> None:
    with pytest.raises((ValueError, TypeError), match=re.escape(message)):
        Hand.of("22m", **asked)


def test_what_equals_true_is_true() -> None:
    assert Hand.of("22m", self_draw=1) == Hand.of("22m", self_draw=True)
