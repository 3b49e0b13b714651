"""regexhu itself: every way to ask it and every engine that it has, as contestants."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib.util import find_spec

import regexhu
from benchmarks.hands import ONE_HAND, Hands
from benchmarks.timing import Contestant

ENGINES = ("regex", "automaton")
BOUND = "regexhu bound"
"""The contestant that the others are compared with in the chart."""


def contestants(rule: str = "riichi") -> Iterator[Contestant]:
    """Single calls by text and by `Hand`, and whole batches where this regexhu takes them."""
    for contestant in (*_single(rule), *_batches(rule)):
        yield replace(contestant, rule=rule, version=regexhu.__version__)


def by_engine(rules: regexhu.RuleSet, rule: str) -> dict[str, Contestant]:
    """A contestant for each engine that judges by these rules; those that don't compile have the regex engine alone."""
    found = {}
    for engine in ENGINES:
        try:
            rules.is_win(ONE_HAND, engine=engine)
        except regexhu.RuleError:
            continue
        found[engine] = replace(_with_engine(rules, engine), rule=rule)
    return found


def _single(rule: str) -> Iterator[Contestant]:
    is_win, rules = regexhu.is_win, regexhu.load(rule)
    bound = rules.is_win

    def judge(texts: Sequence[str]) -> list[bool]:
        return [is_win(text, rules=rule) for text in texts]

    def judge_bound(texts: Sequence[str]) -> list[bool]:
        return [bound(text) for text in texts]

    def judge_hands(hands: Sequence[regexhu.Hand]) -> list[bool]:
        return [bound(hand) for hand in hands]

    def parsed(hands: Hands) -> list[regexhu.Hand]:
        return [regexhu.Hand.parse(text) for text in hands.texts]

    yield Contestant("regexhu is_win", f'is_win(text, rules="{rule}")', judge)
    yield Contestant(BOUND, f'load("{rule}").is_win(text)', judge_bound)
    for engine in ENGINES:
        yield _with_engine(rules, engine)
    yield Contestant(f"{BOUND}, Hand", f'load("{rule}").is_win(hand)', judge_hands, parsed, form="own")


def _with_engine(rules: regexhu.RuleSet, engine: str) -> Contestant:
    bound = rules.is_win

    def judge(texts: Sequence[str]) -> list[bool]:
        return [bound(text, engine=engine) for text in texts]

    return Contestant(f"regexhu {engine}", f'rules.is_win(text, engine="{engine}")', judge)


def _batches(rule: str) -> Iterator[Contestant]:
    match_many = getattr(regexhu.load(rule), "match_many", None)
    if match_many is None or find_spec("numpy") is None:
        return
    yield Contestant("regexhu rows", "rules.match_many(rows)", match_many, lambda hands: hands.rows, form="rows")
    yield Contestant("regexhu strings", "rules.match_many(texts)", match_many, form="strings")
