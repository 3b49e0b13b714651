"""Hands: what is read from text and keywords, and every way to lay a hand out as a canonical sequence."""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from types import FrameType
from typing import Any

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import TILES, concealed, hands, listed, random_hands, shuffled

from regexhu import Hand, NotationError, RuleError, normalize
from regexhu.hands import layout as layout_module
from regexhu.hands.layout import Form, layouts

STANDARD = Form(melds=4, pairs=1)

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
    winning = data.draw(st.none() | st.sampled_from(listed(hand[0]) or [None]))
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


# Every layout, and each of them once


def test_every_one_suit_hand_of_14_tiles_is_laid_out_as_the_oracle_reads_it() -> None:
    ways = Counter[int]()
    for nine in oracle.one_suit_hands(14):
        counts = oracle.in_suit(nine)
        found = [concealed(layout) for layout in layouts(counts, STANDARD)]
        assert sorted(found) == oracle.standard_readings(counts)
        ways[len(found)] += 1
    assert ways == {0: 118_800 - 13_259, 1: 11_984, 2: 1_087, 3: 172, 4: 16}


def test_random_hands_are_laid_out_as_the_oracle_reads_them() -> None:
    for counts, melds in random_hands(seed=2, number=2_000):
        found = [concealed(layout) for layout in Hand.parse(oracle.to_mpsz(counts, melds)).layouts(STANDARD)]
        assert sorted(found) == oracle.standard_readings(counts, melds)


def test_with_a_winning_tile_there_is_a_layout_for_each_group_that_it_may_complete() -> None:
    for counts, melds in random_hands(seed=3, number=600):
        readings = oracle.standard_readings(counts, melds)
        for won in {tile for tile, copies in enumerate(counts) if copies}:
            hand = Hand.parse(oracle.to_mpsz(counts, melds), winning_tile=TILES[won])
            found = [
                (concealed(layout), group.tiles)
                for layout in hand.layouts(STANDARD)
                for group in layout
                if group.won == won
            ]
            assert sorted(found) == sorted(
                (reading, group) for reading in readings for group in set(reading) if won in group
            )


@pytest.mark.parametrize("spelling", ["glyph", "mpsz"])
def test_sequences_come_in_a_fixed_order_and_none_comes_twice(spelling: str) -> None:
    for counts, melds in random_hands(seed=4, number=500):
        text = oracle.to_mpsz(counts, melds)
        sequences = normalize(text, spelling)
        assert sequences == normalize(text, spelling)
        assert len(sequences) == len(set(sequences)) > 0


@given(hands, st.randoms(use_true_random=False))
def test_the_order_of_the_tiles_never_matters(hand: oracle.Hand, rng: random.Random) -> None:
    counts, melds = hand
    winning = rng.choice(listed(counts))
    expected = normalize(oracle.to_mpsz(counts, melds), "mpsz", winning_tile=winning)
    assert normalize(shuffled(listed(counts), melds, rng), "mpsz", winning_tile=winning) == expected


# How a sequence is written


@pytest.mark.parametrize(
    ("text", "sequences"),
    [
        pytest.param("111s345s55s567s222m", ["2m2m2m,1s1s1s,3s4s5s,5s6s7s,5s5s,"], id="melds by suit, then the pair"),
        pytest.param(
            "55z,1-23m,4-56m,333=3p,1111+p",
            ["1m2m3m-4m5m6m-1p1p1p1p+3p3p3p3p=5z5z,"],
            id="a mark for how each group came about",
        ),
        pytest.param(
            "1122m2266p2277s33z", ["1m1m,2m2m,2p2p,6p6p,2s2s,7s7s,3z3z,"], id="pairs alone, when there is no meld"
        ),
        pytest.param("223344m556677p88s", 2, id="melds and a pair, or pairs alone"),
        pytest.param("3455s5s", ["3s4s5s!5s,5s5s,", "3s4s5s,5s5s!5s,"], id="the winning tile completes either group"),
        pytest.param("345s,2p,5-55z", ["5z5z5z-2p,3s,4s,5s,"], id="no layout: melds and single tiles"),
        pytest.param("3405p", ["3p,4p,5p,5p,"], id="a red five is a five"),
        pytest.param("", [""], id="no tiles at all"),
    ],
)
def test_canonical_sequences(text: str, sequences: list[str] | int) -> None:
    found = normalize(text, "mpsz")
    assert (len(found) if isinstance(sequences, int) else found) == sequences


@pytest.mark.parametrize(
    ("spelling", "sequence"),
    [
        ("mpsz", "1m1m1m1m+4p5p6p,9s9s9s-6z6z6z6z-7z7z7z7z=5z5z!5z,@self-draw@seat-2z"),
        ("glyph", "🀇🀇🀇🀇+🀜🀝🀞,🀘🀘🀘-🀅🀅🀅🀅-🀄🀄🀄🀄=🀆🀆!🀆,@self-draw@seat-2z"),
        ("article", "幺万幺万幺万幺万四筒五筒六筒九条九条九条发财发财发财发财红中红中红中红中白板白板"),
    ],
    ids=["mpsz", "glyph", "article"],
)
def test_three_spellings_of_one_sequence(spelling: str, sequence: str) -> None:
    text = "456p5z5z,9-99s,1111+m,6-666z,777=7z"
    assert normalize(text, spelling, self_draw=True, seat_wind="2z") == [sequence]


def test_an_unknown_spelling_is_refused_with_the_three_there_are() -> None:
    with pytest.raises(RuleError, match="no spelling named 'unicode'; write one of glyph, mpsz, article"):
        normalize("11m", "unicode")


@pytest.mark.parametrize(
    ("text", "kongs"),
    [
        pytest.param("11112222333344z", None, id="14 tiles hold no kong, and three quads and a pair are no hand"),
        pytest.param("1111m234567p789s55z", 1, id="15 tiles hold one"),
        pytest.param("11112222m345p678s55z", 2, id="16 tiles hold two"),
        pytest.param("111122223333m345p55z", 3, id="17 tiles hold three"),
        pytest.param("1111222233334444m55z", 4, id="18 tiles hold four"),
        pytest.param("11112222m55z,1-23p,6666+s", 2, id="beside a declared kong"),
        pytest.param("1111m55z,1-23p,11-1s,6666+s", 1, id="beside three melds"),
        pytest.param("111m123m234567p55z", 0, id="four alike that are a triplet and a run"),
    ],
)
def test_four_alike_are_a_kong_only_when_the_tile_count_asks_for_it(text: str, kongs: int | None) -> None:
    found = list(Hand.parse(text).layouts(STANDARD))
    assert [sum(group.kind == "kong" and group.mark == "," for group in layout) for layout in found] == (
        [] if kongs is None else [kongs]
    )


# No hand makes it slow


def work(text: str) -> int:
    """How many Python functions normalizing enters in the module that lays hands out, its memory cleared first."""
    entered = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal entered
        entered += event == "call" and frame.f_code.co_filename == layout_module.__file__

    layout_module._suit_splits.cache_clear()
    layout_module.alike.cache_clear()
    sys.setprofile(count)
    try:
        normalize(text)
    finally:
        sys.setprofile(None)
    return entered


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("1" * 18 + "m", id="18 of one kind"),
        pytest.param("111222333444555666m", id="18 of one suit"),
        pytest.param("22334455667788m", id="seven pairs"),
        pytest.param("1111222233334444z66z", id="all honours"),
        pytest.param("1111222233334444555566667777z", id="every honour"),
        pytest.param("111122223333444455556666777788889999m", id="every tile of a suit"),
        pytest.param("".join(TILES) * 4, id="every tile there is"),
        pytest.param("123456789m" * 200, id="1,800 tiles"),
        pytest.param("1" * 9_998 + "m", id="9,998 of one kind"),
        pytest.param("12" * 4_999 + "z", id="9,998 of two honours"),
        pytest.param("19m19p19s12345677z", id="thirteen orphans"),
    ],
)
def test_a_nasty_hand_is_laid_out_in_few_steps(text: str) -> None:
    assert work(text) < 10_000 + 5 * len(text)


def test_the_most_crowded_hands_of_one_suit_take_few_steps() -> None:
    crowded = [nine for nine in oracle.one_suit_hands(14) if sorted(nine)[-3:] == [4, 4, 4] or min(nine) >= 1]
    hardest = max(work(oracle.to_mpsz(oracle.in_suit(nine))) for nine in crowded[::40])
    assert hardest < 10_000


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


def test_the_readings_of_many_wild_tiles_are_not_listed() -> None:
    with pytest.raises(ValueError, match="at most 4 wild tiles, not 14"):
        normalize("123m456p789s11122z", wild="123456789mps1234567z")
