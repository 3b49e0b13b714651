"""How many hands win: published figures."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from math import comb

import pytest
from brute import CHARACTERS, rules
from strategies import counts_of

from regexhu import RuleError, load

SUITS = "123456789mps"
NINE_GATES = "only('123456789{0}') & at_least(3, '1{0}') & at_least(3, '9{0}') & has_each('2345678{0}')"


# Published figures


@pytest.mark.parametrize(
    ("code", "tiles", "size", "number"),
    [
        pytest.param("4 * meld + pair", CHARACTERS, 14, 13_259, id="one suit"),
        pytest.param("4 * meld + pair | 7 * pair & distinct(pair)", CHARACTERS, 14, 13_277, id="one suit, with pairs"),
        pytest.param("loose(14)", CHARACTERS, 14, 118_800, id="any 14 of one suit"),
        pytest.param("loose(13)", CHARACTERS, 13, 93_600, id="any 13 of one suit"),
        pytest.param("1 * meld + pair", "1234m", 5, 20, id="Project Euler 696, small"),
        pytest.param("4 * meld + pair", SUITS, 14, 5_237_550, id="Project Euler 696"),
        pytest.param("7 * pair & distinct(pair)", SUITS + "1234567z", 14, comb(34, 7), id="seven different pairs"),
        pytest.param("loose(14)", SUITS + "1234567z", 14, 326_520_504_500, id="any 14 tiles"),
        pytest.param("loose(13)", SUITS + "1234567z", 13, 98_521_596_000, id="any 13 tiles"),
    ],
)
def test_published_numbers_of_distinct_hands(code: str, tiles: str, size: int, number: int) -> None:
    assert rules(code, tiles).count(size) == number


@pytest.mark.parametrize(
    ("code", "tiles", "number"),
    [
        pytest.param("loose(14)", SUITS + "1234567z", 4_250_305_029_168_216_000, id="any 14 tiles"),
        pytest.param("4 * meld + pair", SUITS + "1234567z", 11_353_128_141_498, id="melds and a pair"),
        pytest.param("7 * pair & distinct(pair)", SUITS + "1234567z", 1_505_948_184_576, id="seven different pairs"),
        pytest.param(
            "pair + 12 * single & only('19mps1234567z') & has_each('19mps1234567z')",
            SUITS + "1234567z",
            1_308_622_848,
            id="thirteen orphans",
        ),
        pytest.param("4 * meld + pair", SUITS, 7_140_498_565_560, id="three suits"),
        pytest.param("4 * meld + pair", "123456789mp", 384_392_282_236, id="two suits"),
        pytest.param("4 * meld + pair", CHARACTERS, 440_593_684, id="one suit"),
        pytest.param("4 * triplet + pair", SUITS + "1234567z", 2_137_006_080, id="four triplets"),
        pytest.param(
            "4 * meld + pair & exactly(3, triplet.of('567z'))", SUITS + "1234567z", 16_137_216, id="three dragons"
        ),
        pytest.param("4 * meld + pair | 7 * pair & distinct(pair)", "1234567z", 441_216, id="honours"),
        pytest.param(
            f"loose(14) & ({' | '.join(NINE_GATES.format(suit) for suit in 'mps')})",
            SUITS + "1234567z",
            8_650_752,
            id="nine gates",
        ),
    ],
)
def test_published_numbers_of_sets_of_tiles(code: str, tiles: str, number: int) -> None:
    assert rules(code, tiles).count(14, weighted=True) == number


@pytest.mark.parametrize(
    ("tiles", "numbers"),
    [
        (SUITS, [162, 1452, 214416, 898584, 120100668, 311158396, 37356362748, 66738862869, 7140498565560]),
        ("123456789mp", [108, 968, 90672, 364800, 29132488, 68669032, 4589545112, 6996329774, 384392282236]),
    ],
)
def test_published_numbers_of_part_hands(tiles: str, numbers: list[int]) -> None:
    """A pair, a meld, a meld and a pair, two melds …"""
    codes = ["1 * pair", *(f"{n} * meld{pair}" for n in range(1, 5) for pair in ("", " + pair"))]
    assert [rules(code, tiles).count(weighted=True) for code in codes] == numbers


def test_hands_in_two_forms_at_once() -> None:
    standard, pairs = rules("4 * meld + pair"), rules("7 * pair & distinct(pair)")
    either = rules("4 * meld + pair | 7 * pair & distinct(pair)")
    assert standard.count() + pairs.count() - either.count() == 4_668
    weighted = [found.count(weighted=True) for found in (standard, pairs, either)]
    assert weighted[0] + weighted[1] - weighted[2] == 1_306_741_248


def test_the_chance_of_a_heavenly_hand() -> None:
    assert load("riichi").count(weighted=True) == 12_859_078_207_674
    assert load("riichi").probability() == Fraction(2_143_179_701_279, 708_384_171_528_036_000)
    assert rules("1 * pair", "1z").probability() == 1


@cache
def waiting(code: str) -> dict[tuple[int, ...], set[int]]:
    """For each 13-tile hand of characters that waits, as nine counts, the ranks that it waits for."""
    found: dict[tuple[int, ...], set[int]] = {}
    for hand in rules(code, CHARACTERS).hands(14):
        counts = counts_of(hand)[:9]
        for rank in range(9):
            if counts[rank]:
                short = (*counts[:rank], counts[rank] - 1, *counts[rank + 1 :])
                found.setdefault(short, set()).add(rank)
    return found


def test_published_numbers_of_waits_in_one_suit() -> None:
    """Counted from every hand that wins: none may be missing, none come twice."""
    standard, pairs = waiting("4 * meld + pair"), waiting("4 * meld + pair | 7 * pair & distinct(pair)")
    assert (len(standard), len(pairs)) == (40_070, 40_196)
    numbers = [14_067, 14_493, 6_739, 2_948, 1_335, 392, 79, 16, 1]
    assert Counter(map(len, standard.values())) == dict(enumerate(numbers, 1))
    assert Counter(map(len, pairs.values())) == dict(enumerate([14_193, *numbers[1:]], 1))
    left = Counter(sum(4 - short[rank] for rank in ranks) for short, ranks in pairs.items())
    assert (left[23], left[21]) == (9, 0)
    assert len(waiting(f"loose(14) & {NINE_GATES.format('m')}")) == 73


def test_a_count_takes_what_the_rule_set_asks_for() -> None:
    told = rules("4 * meld + pair & self_draw")
    assert told.count(14, self_draw=True) == 11_498_658
    assert told.count(14, self_draw=False) == 0
    assert not told.is_empty(self_draw=True)
    assert told.is_empty(self_draw=False)
    with pytest.raises(RuleError, match="has to know self_draw"):
        told.count(14)
