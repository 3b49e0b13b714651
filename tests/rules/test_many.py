"""Many hands at once: counts and texts, of any kind and number, give what single calls give."""

from __future__ import annotations

import subprocess
import sys
import tracemalloc

import numpy as np
import oracle
import polars
import pytest
from strategies import random_hands

from regexhu import NotationError, RuleError, is_win_many, load
from regexhu.automaton.tables import ROWS
from regexhu.hands.columns import TEXTS

RIICHI = load("riichi")
HANDS = random_hands(seed=21, number=6_000)
CONCEALED = [counts for counts, melds in HANDS if not melds]
EXPECTED = [oracle.riichi(counts) for counts in CONCEALED]
ROWS_OF = np.array(CONCEALED)
TEXTS_OF = [oracle.to_mpsz(counts) for counts in CONCEALED]


@pytest.mark.parametrize("dtype", ["u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8", ">i4"])
def test_counts_of_any_integer_type(dtype: str) -> None:
    assert RIICHI.match_many(ROWS_OF.astype(dtype)).tolist() == EXPECTED


def test_counts_that_do_not_lie_in_a_row() -> None:
    assert RIICHI.match_many(np.asfortranarray(ROWS_OF)).tolist() == EXPECTED
    assert RIICHI.match_many(ROWS_OF[::-2]).tolist() == EXPECTED[::-2]


def test_five_of_a_kind_loses_whatever_the_rest_and_however_many() -> None:
    for copies in (5, 8, 255, 256, 65_536):
        row = np.zeros((1, 34), dtype=np.int64)
        row[0, 0] = copies
        assert RIICHI.match_many(row).tolist() == [False]


@pytest.mark.parametrize(
    "hands",
    [
        pytest.param(TEXTS_OF, id="list"),
        pytest.param(tuple(TEXTS_OF), id="tuple"),
        pytest.param(np.array(TEXTS_OF), id="NumPy strings"),
        pytest.param(np.array(TEXTS_OF, dtype=object), id="NumPy objects"),
        pytest.param(polars.Series(TEXTS_OF), id="Polars"),
    ],
)
def test_texts_of_any_kind(hands: object) -> None:
    assert is_win_many(hands, rules="riichi").tolist() == EXPECTED


def test_an_arrow_column() -> None:
    arrow = pytest.importorskip("pyarrow")
    assert RIICHI.match_many(arrow.array(TEXTS_OF)).tolist() == EXPECTED


def test_texts_with_melds_blanks_and_red_fives() -> None:
    texts = [oracle.to_mpsz(*hand) for hand in HANDS[:600]]
    texts += [" 123m 456p789s 11122z\n", "055m456p789s11122z", "3456m3m", ""]
    assert RIICHI.match_many(texts).tolist() == [RIICHI.is_win(text) for text in texts]


@pytest.mark.parametrize("number", [0, 1, TEXTS - 1, TEXTS, TEXTS + 1])
def test_any_number_of_texts(number: int) -> None:
    texts = (TEXTS_OF * (number // len(TEXTS_OF) + 1))[:number]
    assert RIICHI.match_many(texts).tolist() == (EXPECTED * (number // len(EXPECTED) + 1))[:number]


@pytest.mark.parametrize("number", [0, 1, ROWS - 1, ROWS, ROWS + 1])
def test_any_number_of_rows(number: int) -> None:
    chosen = np.resize(np.arange(len(ROWS_OF)), number)
    assert RIICHI.match_many(ROWS_OF[chosen]).tolist() == np.array(EXPECTED)[chosen].tolist()


BAD = ["123m", "8z", "12", "123m456p789s11122z", "m", "0z", "1m\n2"]


def test_a_bad_text_is_reported_by_its_row() -> None:
    with pytest.raises(NotationError) as caught:
        RIICHI.match_many(BAD)
    assert (caught.value.row, caught.value.kind, str(caught.value).splitlines()[0]) == (1, "honor_range", "row 1")
    with pytest.raises(NotationError) as caught:
        RIICHI.match_many(TEXTS_OF + ["12"])
    assert caught.value.row == len(TEXTS_OF)


def test_or_is_a_lost_hand() -> None:
    assert RIICHI.match_many(BAD, errors="false").tolist() == [False, False, False, True, False, False, False]


@pytest.mark.parametrize(
    ("hands", "message"),
    [
        (np.zeros((2, 33), dtype=int), r"shape \(hands, 34\)"),
        (np.zeros((2, 34), dtype=int) - 1, "row 0: a count is 0 or more, not -1"),
        (["1m", 3], "row 1: a hand is MPSZ text, not int"),
    ],
)
def test_what_is_no_hand_is_refused(hands: object, message: str) -> None:
    with pytest.raises((ValueError, TypeError), match=message):
        RIICHI.match_many(hands)


@pytest.mark.parametrize(("rules", "message"), [("tianjin", "has to know self_draw"), ("hangzhou", "wild tiles")])
def test_rule_sets_that_ask_for_more_judge_hands_one_by_one(rules: str, message: str) -> None:
    with pytest.raises(RuleError, match=message):
        load(rules).match_many(TEXTS_OF)


def test_memory_stays_bounded() -> None:
    rows = np.resize(ROWS_OF.astype(np.uint8), (600_000, 34))
    RIICHI.match_many(rows[:10])
    tracemalloc.start()
    try:
        RIICHI.match_many(rows)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 30_000_000


def test_without_numpy_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['numpy'] = None\nimport regexhu\nregexhu.is_win_many(['1m'], rules='standard')"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "RuleError: judging many hands at once needs NumPy: pip install numpy" in result.stderr
