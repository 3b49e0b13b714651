"""Every way to lay a hand out, each as one canonical sequence, and none slowly."""

from __future__ import annotations

import random
import sys
from collections import Counter
from itertools import islice
from types import FrameType

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import TILES, concealed, hands, listed, long, random_hands, shuffled

from regexhu import Hand, RuleError, normalize
from regexhu.hands import splitting
from regexhu.hands.layout import Form
from regexhu.hands.splitting import layouts

STANDARD = Form(melds=4, pairs=1)


# Every layout, and each of them once


@pytest.mark.parametrize("every", [20, long(1)])
def test_one_suit_hands_of_14_tiles_are_laid_out_as_the_oracle_reads_them(every: int) -> None:
    ways = Counter[int]()
    for nine in islice(oracle.one_suit_hands(14), 0, None, every):
        counts = oracle.in_suit(nine)
        found = [concealed(layout) for layout in layouts(counts, STANDARD)]
        assert sorted(found) == oracle.standard_readings(counts)
        ways[len(found)] += 1
    assert every > 1 or ways == {0: 118_800 - 13_259, 1: 11_984, 2: 1_087, 3: 172, 4: 16}


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
    assert [sum(group.type == "kong" and group.mark == "," for group in layout) for layout in found] == (
        [] if kongs is None else [kongs]
    )


# No hand makes it slow


def work(text: str) -> int:
    """How many Python functions normalizing enters in the module that lays hands out, its memory cleared first."""
    entered = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal entered
        entered += event == "call" and frame.f_code.co_filename == splitting.__file__

    splitting._plain_splits.cache_clear()
    splitting.alike.cache_clear()
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


def test_the_readings_of_many_wild_tiles_are_not_listed() -> None:
    with pytest.raises(ValueError, match="at most 4 wild tiles, not 14"):
        normalize("123m456p789s11122z", wild="123456789mps1234567z")
