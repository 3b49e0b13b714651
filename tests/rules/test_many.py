"""Many hands at once: counts and texts, of any kind and number, give what single calls give."""

from __future__ import annotations

import subprocess
import sys
import tracemalloc
from enum import StrEnum

import numpy as np
import oracle
import polars
import pytest
from strategies import long, made, random_hands

from regexhu import Hand, NotationError, RuleError, RuleSet, is_win_many, load
from regexhu.automaton.tables import ROWS
from regexhu.hands.columns import TEXTS
from regexhu.hands.hand import text_of
from regexhu.rules import many

RIICHI = load("riichi")
HANDS = random_hands(seed=21, number=6_000)
CONCEALED = [counts for counts, melds in HANDS if not melds]
EXPECTED = [oracle.riichi(counts) for counts in CONCEALED]
ROWS_OF = np.array(CONCEALED)
TEXTS_OF = [oracle.to_mpsz(counts) for counts in CONCEALED]


@pytest.fixture(autouse=True)
def _tables_for_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many, "WORTH_TABLES", 1)


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


@pytest.mark.parametrize(
    ("rules", "message"), [("tianjin", "has to know winning_tile"), ("hangzhou", "has to know self_draw")]
)
def test_rule_sets_that_ask_for_more_are_told_it(rules: str, message: str) -> None:
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


class Mine(str):
    """A text of one's own type."""


class Named(StrEnum):
    """Hands by name."""

    WINS = "123m456p789s11122z"
    LOSES = "123m456p789s1112z"


@pytest.mark.fault(40)
@pytest.mark.parametrize(
    "hands",
    [
        pytest.param([Mine(Named.WINS), Mine(Named.LOSES)], id="a subclass of str"),
        pytest.param(list(Named), id="StrEnum"),
        pytest.param([str(Named.WINS), Mine(Named.LOSES)], id="both"),
        pytest.param(iter(Named), id="an iterator"),
    ],
)
def test_texts_of_any_type_of_text(hands: object) -> None:
    assert RIICHI.match_many(hands).tolist() == [True, False]


MISSING = ["123m456p789s11122z", None, "8z", float("nan"), "123m456p789s1112z", "", np.float32("nan")]


def test_missing_rows_lose_or_have_no_verdict() -> None:
    assert RIICHI.match_many(MISSING, errors="false").tolist() == [True] + [False] * 6
    told = RIICHI.match_many(MISSING, errors="null")
    assert told.tolist() == [True, None, None, None, False, False, None]
    assert isinstance(told, np.ma.MaskedArray)
    assert told.mask.tolist() == [False, True, True, True, False, False, True]
    assert is_win_many(polars.Series([Named.WINS, None]), rules="riichi", errors="null").tolist() == [True, None]
    with pytest.raises(TypeError, match="row 1 has no hand: with errors='null'"):
        RIICHI.match_many(MISSING)


def test_hands_that_all_read_have_a_mask_all_the_same() -> None:
    for hands in ([str(Named.WINS)], ROWS_OF[:1], [], ROWS_OF[:0]):
        told = RIICHI.match_many(hands, errors="null")
        assert isinstance(told, np.ma.MaskedArray)
        assert told.mask.tolist() == [False] * len(hands)


@pytest.mark.fault(45)
@pytest.mark.parametrize(
    ("hands", "message"),
    [
        (np.zeros((2, 34)), r"counts: whole numbers of shape \(hands, 34\).*, not float64 \(2, 34\)"),
        (np.zeros((2, 34), dtype=bool), r"shape \(hands, 34\).*, not bool \(2, 34\)"),
        (np.zeros(34, dtype=int), r"shape \(hands, 34\).*, not int64 \(34,\)"),
        (np.zeros(34, dtype=bool), r"shape \(hands, 34\).*, not bool \(34,\)"),
        (np.zeros((2, 2, 34), dtype=int), r"shape \(hands, 34\)"),
        (np.int64(3), r"hands are a list, array or column of MPSZ texts, .* not int"),
        (np.array([["1m", "2m"]]), r"shape \(hands, 34\).*, not <U2 \(1, 2\)"),
        (np.array([1.5]), "row 0: a hand is MPSZ text, not float"),
        ("123m456p789s11122z", "not one text: put it in a list, or judge it by is_win"),
        (Named.WINS, "not one text"),
        (b"123m456p789s11122z", "not one text"),
        ([b"123m"], "row 0: a hand is MPSZ text, not bytes"),
        ([True], "row 0: a hand is MPSZ text, not bool"),
        ([[0] * 34], "row 0: a hand is MPSZ text, not list; .* an array of counts"),
        (None, "hands are a list, array or column of MPSZ texts, .* not NoneType"),
        (7, "not int"),
    ],
)
def test_what_is_taken_is_said_of_what_is_not(hands: object, message: str) -> None:
    for errors in ("raise", "false", "null"):
        with pytest.raises((ValueError, TypeError), match=message):
            RIICHI.match_many(hands, errors)


def test_errors_has_three_values() -> None:
    with pytest.raises(ValueError, match="errors is one of raise, false, null, not 'ignore'"):
        RIICHI.match_many([], "ignore")  # type: ignore[arg-type]


CONTEXTS: list[tuple[str, dict[str, object]]] = [
    ("hangzhou", {"self_draw": True}),
    ("hangzhou", {"self_draw": False}),
    ("hangzhou", {"self_draw": True, "wild": ""}),
    ("sichuan?declared_void", {"forbidden": "123456789s"}),
    ("wuhan?must_open=off", {"wild": "", "forbidden": "1z"}),
    ("wuhan?must_open=off", {"wild": "2z", "forbidden": "1z"}),
    ("tianjin", {"wild": "1z", "self_draw": True, "winning_tile": "1m"}),
    ("riichi", {"winning_tile": "1m"}),
    ("riichi", {"wild": "7z"}),
    ("riichi", {"self_draw": True}),
]


@pytest.mark.fault(11)
@pytest.mark.parametrize(("name", "asked"), CONTEXTS, ids=[f"{name} {asked}" for name, asked in CONTEXTS])
def test_keywords_are_those_of_single_verdicts(name: str, asked: dict[str, object]) -> None:
    rules = load(name)
    texts = ["11m22p33s44s55z66z7z5z", "123m456p789s1112z5z", "123m456m789m11m123p", "1m1m1m", "8z"]
    texts += [oracle.to_mpsz(*hand) for hand in HANDS[:60]]

    def single(text: str) -> bool | None:
        try:
            return rules.is_win(text, **asked)  # type: ignore[arg-type]
        except NotationError:
            return None

    assert rules.match_many(texts, "null", **asked).tolist() == [*map(single, texts)]
    rows = ROWS_OF[:60]
    assert rules.match_many(rows, "null", **asked).tolist() == [single(text_of(row)) for row in rows.tolist()]


def test_rules_that_do_not_compile_judge_hands_one_by_one() -> None:
    rules = RuleSet(made("4 * meld + pair & matches('[^@]*🀄')"))
    assert rules.match_many(["123m456p789s11177z", "123m456p789s11122z"]).tolist() == [True, False]
    grown = RuleSet(made("4 * meld + pair & has_each('123456789m')"), most_states=5)
    assert grown.match_many(["123456789m11122z", "123m456p789s11122z"]).tolist() == [True, False]
    none = RuleSet(made("4 * meld + pair & switch('abc', False, 'x')"))
    assert none.match_many(["123456789m11122z", ""]).tolist() == [False, False]


@pytest.mark.fault(5, 25)
@pytest.mark.parametrize("copies", [1, 2, long(3), 4, long(5), long(7), None])
def test_as_many_tiles_alike_as_there_are(copies: int | None) -> None:
    rules = RuleSet(made("4 * meld + pair | 7 * pair"), copies=copies)
    texts = ["111222333m444p55s", "1111m23m456p789s55z", "11111m23m456p789s5z", "111111222m44455s", "11111m2233m11122z"]
    texts += ["11111111111111m", "1111111m22222223333m", "2345677m234567s77z"]
    expected = [rules.is_win(text, "regex") for text in texts]
    assert [rules.is_win(text, "automaton") for text in texts] == expected
    assert rules.match_many(texts).tolist() == expected
    rows = np.array([Hand.parse(text).counts for text in texts])
    assert rules.match_many(rows).tolist() == expected


def test_a_few_hands_are_judged_before_anything_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many, "WORTH_TABLES", 10)
    rules = RuleSet(RIICHI.win)
    made = [
        [rules.match_many(ROWS_OF[:4]).tolist() == EXPECTED[:4], bool(rules.automaton_engine._machines)] for _ in "123"
    ]
    assert made == [[True, False], [True, False], [True, True]]
