"""Rule sets, hands, verdicts and errors are copied, pickled and sent to worker processes."""

from __future__ import annotations

import copy
import inspect
import multiprocessing
import pickle
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from strategies import rule_file

from regexhu import Hand, NotationError, RuleError, RuleSet, TooManyStates, UnknownRules, explain, is_win, load
from regexhu.blocks import has, meld, pair

pytestmark = pytest.mark.fault(12)

HANDS = ["123m456p789s11122z", "123m456p789s1112z3z", "111s345s55s567s222m"] * 8
WAYS: dict[str, Callable[[Any], Any]] = {
    "pickled": lambda one: pickle.loads(pickle.dumps(one)),
    "copied": copy.copy,
    "copied deeply": copy.deepcopy,
}


def rule_sets_of(tmp_path: Path) -> list[RuleSet]:
    """Shipped, with switches, with wild kinds of its own, from a file, and made here."""
    file = str(rule_file(tmp_path))
    names = ["riichi", "harbin_local?must_open=off", "hangzhou", "tianjin", "article", file]
    return [*map(load, names), RuleSet(4 * meld + pair, copies=3, tiles="123456789mp1z", name="mine")]


@pytest.mark.parametrize("way", WAYS)
def test_a_rule_set_says_and_judges_the_same(way: str, tmp_path: Path) -> None:
    for rules in rule_sets_of(tmp_path):
        for example in rules.examples[:1]:
            rules.example_wins(example)
        other = WAYS[way](rules)
        assert (repr(other), other.title, other.source, other.path) == (
            repr(rules),
            rules.title,
            rules.source,
            rules.path,
        )
        assert other.regex() == rules.regex()
        assert other.examples == rules.examples
        for example in rules.examples[:8]:
            assert other.example_wins(example) is rules.example_wins(example)


@pytest.mark.parametrize("way", WAYS)
def test_a_hand_and_a_verdict_read_the_same(way: str) -> None:
    hand = Hand.parse("3456s3s,55-5z", self_draw=True, wild="1z2z")
    assert hand.counts == WAYS[way](hand).counts
    assert WAYS[way](hand) == hand
    for text in ("123m456p789s11122z", "123m456p789s1112z3z"):
        verdict = explain(text, "riichi", self_draw=False)
        assert str(WAYS[way](verdict)) == str(verdict)
        assert WAYS[way](verdict).to_dict() == verdict.to_dict()


def caught(call: Callable[[], object]) -> Exception:
    with pytest.raises((NotationError, RuleError, UnknownRules)) as raised:
        call()
    return raised.value


ERRORS = {
    "a text that doesn't read": lambda: Hand.parse("8z"),
    "a row that doesn't": lambda: load("riichi").match_many(["1m", "12"]),
    "a rule that is written wrongly": lambda: has("8z"),
    "facts that are missing": lambda: load("tianjin").is_win("1m"),
    "rules that are not there": lambda: load("harbni"),
    "a file that is not there": lambda: load("nope.py"),
    "too many states": lambda: RuleSet(4 * meld + pair, most_states=5).count(),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ERRORS)
def test_an_error_reads_the_same(name: str, way: str) -> None:
    error = caught(ERRORS[name])
    other = WAYS[way](error)
    assert type(other) is type(error)
    assert str(other) == str(error)
    assert vars(other) == vars(error)
    assert isinstance(error, TooManyStates) is (name == "too many states")


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_worker_processes_judge_by_it(method: str, tmp_path: Path) -> None:
    with multiprocessing.get_context(method).Pool(2) as pool:
        for rules in (load("riichi"), load("standard"), load(str(rule_file(tmp_path)))):
            assert pool.map(rules.is_win, HANDS) == [rules.is_win(hand) for hand in HANDS]
        assert list(map(str, pool.map(explain, HANDS[:3]))) == [str(explain(hand)) for hand in HANDS[:3]]
        with pytest.raises(NotationError, match="honor_range"):
            pool.map(load("riichi").is_win, ["8z"])


@pytest.mark.parametrize("way", WAYS)
def test_what_judges_is_copied_too(way: str) -> None:
    for judge in (is_win, partial(is_win, rules="riichi"), load("riichi").is_win, RuleSet(4 * meld + pair).is_win):
        other = WAYS[way](judge)
        assert [other(hand) for hand in HANDS] == [judge(hand) for hand in HANDS]
    assert is_win is WAYS[way](is_win)
    with multiprocessing.Pool(1) as pool:
        assert pool.map(is_win, HANDS) == [is_win(hand) for hand in HANDS]


def test_what_judges_says_what_it_is() -> None:
    for judge, parameters in ((is_win, ["hand", "rules"]), (load("riichi").is_win, ["hand", "engine"])):
        assert judge.__name__ == "is_win"
        assert (judge.__doc__ or "").startswith("Whether the hand wins")
        assert list(inspect.signature(judge).parameters)[:2] == parameters
