"""The section that goes through every shipped rule set: what compiling takes, and judging a hand by each engine."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median
from time import perf_counter_ns
from typing import Any

import regexhu
from benchmarks import hands as made
from benchmarks.plan import Plan, Result
from benchmarks.report import Cell, Section, Table
from benchmarks.timing import Contestant, WrongAnswerError

GIVEN = {"self_draw": True, "ready": True, "wild": "", "forbidden": ""}
"""What rule sets that ask for it are told of every hand; the winning tile is one of the hand's own."""

Judge = Callable[[regexhu.Hand], bool]


def regions(_: Sequence[Contestant], plan: Plan) -> Result:
    """Every rule set with its build time, states and verdict times."""
    texts = made.with_melds(min(plan.few, 1_000)).texts
    rows = [_row(regexhu.load(name), texts) for name in regexhu.rule_sets() if name != "article"]
    analysis = """
        Milliseconds to build the automaton of the concealed hands, its states, and microseconds a hand by each engine
        on hands with declared melds, half of which are complete; the engines' answers are compared on every hand.
        Hands are given as `Hand` objects with all that the rule set asks for. Where the winning tile is asked for,
        there is no automaton of all hands (–), and every group that the tile may complete is tried. Bias: no tile is
        wild here, and the automaton's steps are warm, as they are after some thousand hands.
    """
    columns = ["rules", "build, ms", "states", "automaton, µs", "regex, µs"]
    return Result(Section("Every rule set", analysis, [Table(columns, rows)]))


def _row(rules: regexhu.RuleSet, texts: Sequence[str]) -> list[Cell]:
    asked: dict[str, Any] = {keyword: answer for keyword, answer in GIVEN.items() if keyword in {*rules.needs, "wild"}}
    choose = random.Random(1).choice
    hands = [regexhu.Hand.parse(text, **asked) for text in texts]
    if "winning_tile" in rules.needs:
        hands = [regexhu.Hand.of(hand, winning_tile=choose(hand.tiles)) for hand in hands]
        build, states = None, "–"
    else:
        start = perf_counter_ns()
        states = f"{rules.automaton(**asked).states:,}"
        build = (perf_counter_ns() - start) / 1e6
    engines = {engine: _judged(partial(rules.is_win, engine=engine), hands) for engine in ("automaton", "regex")}
    wrong = [
        hand
        for hand, *won in zip(hands, *(answers for _, answers in engines.values()), strict=True)
        if won[0] != won[1]
    ]
    if wrong:
        raise WrongAnswerError(f"{rules.name}: the engines disagree on {wrong[0]}")
    return [rules.name, build, states, *(spent for spent, _ in engines.values())]


def _judged(judge: Judge, hands: Sequence[regexhu.Hand]) -> tuple[float, list[bool]]:
    """Microseconds a hand, warm, the median of three rounds, and the answers."""
    answers = [judge(hand) for hand in hands]
    rounds = []
    for _ in range(3):
        start = perf_counter_ns()
        for hand in hands:
            judge(hand)
        rounds.append((perf_counter_ns() - start) / len(hands) / 1e3)
    return median(rounds), answers
