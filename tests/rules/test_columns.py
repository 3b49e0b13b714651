"""Many hands, each with keywords of its own: columns give what single calls give, by tables and one by one."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import oracle
import polars
import pytest
from strategies import few_or_many, long, random_hands

from regexhu import Hand, NotationError, RuleError, RuleSet, load
from regexhu.blocks import (
    kong,
    meld,
    no_forbidden,
    no_wild,
    pair,
    self_draw,
    sequence,
    some,
    substitutes,
    wild_claimed,
    winning,
)
from regexhu.hands.hand import text_of
from regexhu.hands.tiles import NAMES
from regexhu.rules import many
from regexhu.syntax.tree import Pattern

HANDS = [counts for counts, melds in random_hands(seed=31, number=3_000) if not melds]
Columns = dict[str, Any]


@pytest.fixture(params=["tables", "one by one"])
def _way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in ("WORTH_TABLES", "WORTH_A_TABLE"):
        monkeypatch.setattr(many, number, 1 if request.param == "tables" else 10**9)


def singly(rules: RuleSet, texts: list[str], columns: Columns, **fixed: Any) -> list[bool]:
    """The verdict of a single call on each row."""
    rows = [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]
    return [rules.is_win(text, "regex", **fixed, **row) for text, row in zip(texts, rows, strict=True)]


SMALL = "123m5z"


def small_hands(rng: random.Random, number: int, most: int = 6) -> list[str]:
    """Hands of a few kinds of tile, five or six tiles each, or some more or less."""
    wall = [tile for tile in ("1m", "2m", "3m", "5z") for _ in range(4)]
    drawn = [rng.sample(wall, rng.choice([4, 5, 5, 5, most])) for _ in range(number)]
    return [text_of([tiles.count(name) for name in NAMES]) for tiles in drawn]


CASES: list[tuple[Pattern, dict[str, list[Any]]]] = [
    (meld + pair & self_draw, {"self_draw": [True, False]}),
    (meld + pair, {"wild": ["", "5z", "1m", "3m5z"]}),
    (meld + pair & (substitutes(1) | self_draw), {"wild": ["5z", "2m"], "self_draw": [True, False]}),
    (meld + pair & no_forbidden, {"forbidden": ["", "1m", "5z"]}),
    (meld + pair & (no_wild | some(kong)), {"wild": ["2m", "5z"]}),
    (meld + pair & some(sequence.won(wait="middle")), {}),
    (meld + pair & winning("13m"), {"seat_wind": ["1z", "2z"]}),
    (meld + pair & some(pair.won()), {"self_draw": [True, False]}),
]


@few_or_many(150, 1_500)
@pytest.mark.usefixtures("_way")
@pytest.mark.parametrize(("win", "choices"), CASES, ids=[repr(win) for win, _ in CASES])
def test_each_row_is_judged_with_its_own_keywords(win: Pattern, choices: dict[str, list[Any]], number: int) -> None:
    rules, rng = RuleSet(win, tiles=SMALL), random.Random(repr(win))
    texts = small_hands(rng, number)
    columns: Columns = {keyword: [rng.choice(values) for _ in texts] for keyword, values in choices.items()}
    if "winning_tile" in rules.needs:
        columns["winning_tile"] = [rng.choice(Hand.parse(text).tiles) for text in texts]
    columns = columns or {"ready": [None] * number}
    expected = singly(rules, texts, columns)
    assert rules.match_many(texts, **columns).tolist() == expected
    counts = np.array([Hand.parse(text).counts for text in texts])
    assert rules.match_many(counts, **columns).tolist() == expected
    assert 0 < sum(expected) < number


@pytest.mark.usefixtures("_way")
@pytest.mark.parametrize(
    "win", [2 * meld + pair, 2 * meld + pair & some(meld.open), 2 * meld & ~wild_claimed], ids=repr
)
def test_melds_are_told_for_all_or_for_each_row(win: Pattern) -> None:
    rules, rng = RuleSet(win, tiles=SMALL), random.Random(3)
    texts = small_hands(rng, 200, most=3)
    melds = [rng.choice(["", "11-1m", "1-23m", "2222+m", "555=5z"]) for _ in texts]
    asked: dict[str, Any] = {"wild": "5z"}
    expected = [
        rules.is_win(f"{text},{laid}" if laid else text, "regex", **asked)
        for text, laid in zip(texts, melds, strict=True)
    ]
    counts = np.array([Hand.parse(text).counts for text in texts])
    assert rules.match_many(texts, melds=melds, **asked).tolist() == expected
    assert rules.match_many(counts, melds=melds, **asked).tolist() == expected
    each = [rules.match_many(counts, melds=laid, **asked).tolist() for laid in sorted({*melds})]
    assert [each[sorted({*melds}).index(laid)][row] for row, laid in enumerate(melds)] == expected
    assert any(expected)


@pytest.mark.usefixtures("_way")
@pytest.mark.parametrize(
    "column", [lambda values: values, np.array, polars.Series, tuple], ids=["list", "NumPy", "Polars", "tuple"]
)
def test_columns_of_any_kind(column: Any) -> None:
    rules, rng = RuleSet(meld + pair & (self_draw | winning("1m")), tiles=SMALL), random.Random(4)
    texts = small_hands(rng, 100)
    draws = [rng.random() < 0.5 for _ in texts]
    won = [rng.choice(Hand.parse(text).tiles) for text in texts]
    expected = singly(rules, texts, {"self_draw": draws, "winning_tile": won})
    assert rules.match_many(texts, self_draw=column(draws), winning_tile=column(won)).tolist() == expected


def test_a_column_has_a_value_for_each_hand_and_a_missing_one_is_asked_for() -> None:
    rules = RuleSet(meld + pair & self_draw)
    hands = ["123m55z", "111m55z"]
    assert rules.match_many(hands, self_draw=[True, False]).tolist() == [True, False]
    assert rules.match_many([], self_draw=[]).tolist() == []
    with pytest.raises(ValueError, match="self_draw is one value, or one for each of the 2 hands, not 3 values"):
        rules.match_many(hands, self_draw=[True] * 3)
    with pytest.raises(RuleError, match="has to know self_draw"):
        rules.match_many(hands, self_draw=[True, None])
    with pytest.raises(TypeError, match="no keyword 'selfdraw'; did you mean self_draw"):
        rules.match_many(hands, selfdraw=[True, True])
    with pytest.raises(RuleError, match="not melds='any'"):
        rules.match_many(hands, self_draw=True, melds="any")


@pytest.mark.usefixtures("_way")
def test_a_winning_tile_that_a_hand_does_not_hold_is_reported_by_its_row() -> None:
    for rules in (load("riichi"), RuleSet(4 * meld + pair & some(pair.won()))):
        hands = ["123m456p789s11122z"] * 2
        with pytest.raises(NotationError, match="winning tile 5z is one of the concealed tiles") as caught:
            rules.match_many(hands, winning_tile=["2z", "5z"])
        assert caught.value.row == 1
        assert rules.match_many(hands, errors="null", winning_tile=["2z", "5z"]).tolist() == [True, None]


@pytest.mark.usefixtures("_way")
def test_a_text_tells_its_own_winning_tile_where_no_keyword_does() -> None:
    rules = RuleSet(meld + pair & some(sequence.won(wait="middle")))
    assert rules.match_many(["13m55z2m", "12m55z3m", "13m55z2m"], winning_tile=[None, None, "1m"]).tolist() == [
        True,
        False,
        False,
    ]


@pytest.mark.parametrize("wild", ["", long("7z")])
def test_hands_of_a_rule_set_are_judged_by_tables_as_one_by_one(wild: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = load("hangzhou")
    rows = np.array(HANDS[:1_000])
    draws = np.arange(len(rows)) % 3 > 0
    monkeypatch.setattr(many, "WORTH_TABLES", 10**9)
    monkeypatch.setattr(many, "WORTH_A_TABLE", 10**9)
    singly_judged = rules.match_many(rows, self_draw=draws, wild=wild)
    monkeypatch.setattr(many, "WORTH_TABLES", 1)
    monkeypatch.setattr(many, "WORTH_A_TABLE", 1)
    assert (rules.match_many(rows, self_draw=draws, wild=wild) == singly_judged).all()
    texts = [oracle.to_mpsz(counts) for counts in HANDS[:1_000]]
    assert (rules.match_many(texts, self_draw=draws, wild=wild) == singly_judged).all()
    assert 0 < singly_judged.sum() < len(rows)
