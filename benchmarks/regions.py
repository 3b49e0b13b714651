"""The section that goes through every shipped rule set: what compiling takes, and judging a hand by each engine."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median
from time import process_time_ns
from typing import Any

import regexhu
from benchmarks import hands as made
from benchmarks.plan import Plan, Result
from benchmarks.report import Cell, Section, Table
from benchmarks.timing import Contestant, WrongAnswerError

GIVEN = {"self_draw": True, "ready": True, "wild": "", "forbidden": ""}
"""What rule sets that ask for it are told of every hand; the winning tile is one of the hand's own."""

Call = tuple[str, dict[str, Any]]
"""A hand's text and the keywords of the call."""


def regions(_: Sequence[Contestant], plan: Plan) -> Result:
    """Every rule set with its build time, states and verdict times."""
    texts = made.with_melds(min(plan.few, 500)).texts
    rows = [_row(regexhu.load(name), texts) for name in regexhu.rule_sets() if name != "article"]
    analysis = f"""
        Milliseconds to build the automaton of the concealed hands, its states, and microseconds a hand by each engine
        on hands with declared melds, half of which are complete; the engines' answers are compared on every hand.
        A call is of a text and all that the rule set asks for. Where that is the winning tile, there is no automaton of
        the concealed hands alone (–). Bias: no tile is wild here, and the automaton's steps are warm, as they are after
        some thousand hands; there are {len(texts):,} here.
    """
    columns = ["rules", "build, ms", "states", "automaton, µs", "regex, µs"]
    return Result(Section("Every rule set", analysis, [Table(columns, rows)]))


def _row(rules: regexhu.RuleSet, texts: Sequence[str]) -> list[Cell]:
    asked: dict[str, Any] = {keyword: answer for keyword, answer in GIVEN.items() if keyword in {*rules.needs, "wild"}}
    choose = random.Random(1).choice
    calls: list[Call] = [(text, asked) for text in texts]
    if "winning_tile" in rules.needs:
        calls = [(text, {**asked, "winning_tile": choose(regexhu.Hand.parse(text).tiles)}) for text in texts]
        build, states = None, "–"
    else:
        start = process_time_ns()
        states = f"{rules.automaton(**asked).states:,}"
        build = (process_time_ns() - start) / 1e6
    judges: dict[str, Callable[..., bool]] = {"automaton": rules.is_win, "regex": partial(rules.is_win, engine="regex")}
    engines = {engine: _judged(judge, calls) for engine, judge in judges.items()}
    wrong = [
        text
        for (text, _), *won in zip(calls, *(answers for _, answers in engines.values()), strict=True)
        if won[0] != won[1]
    ]
    if wrong:
        raise WrongAnswerError(f"{rules.name}: the engines disagree on {wrong[0]}")
    return [rules.name, build, states, *(spent for spent, _ in engines.values())]


def _judged(judge: Callable[..., bool], calls: Sequence[Call]) -> tuple[float, list[bool]]:
    """Microseconds a hand, warm, the median of three rounds, and the answers."""
    answers = [judge(text, **asked) for text, asked in calls]
    rounds = []
    for _ in range(3):
        start = process_time_ns()
        for text, asked in calls:
            judge(text, **asked)
        rounds.append((process_time_ns() - start) / len(calls) / 1e3)
    return median(rounds), answers
