"""regexhu itself: every way to ask it and every engine that it has, as contestants."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib.util import find_spec
from itertools import chain
from typing import Any

import regexhu
from benchmarks.hands import ONE_HAND, SUITS, Hands
from benchmarks.timing import Contestant

ENGINES = ("regex", "automaton")
BOUND = "regexhu bound"
"""The contestant that the others are compared with in the chart."""


def contestants(rule: str = "riichi") -> Iterator[Contestant]:
    """Single calls by text and by `Hand`, what a hand waits for, and whole batches where NumPy is here."""
    for contestant in (*_single(rule), *_nearest(rule), *_batches(rule)):
        yield replace(contestant, version=regexhu.__version__, source="benchmarks.library:contestants")


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

    for form, said in (("text", ""), ("melds", ", melds")):
        yield Contestant(f"{BOUND}{said}", f'load("{rule}").is_win(text)', judge_bound, form=form)
        yield Contestant(f"regexhu is_win{said}", f'is_win(text, rules="{rule}")', judge, form=form)
    yield Contestant(f"{BOUND}, Hand", f'load("{rule}").is_win(hand)', judge_hands, parsed, form="own")


def _nearest(rule: str) -> Iterator[Contestant]:
    rules = regexhu.load(rule)
    waits, distance, next_tiles = rules.waits, rules.distance, rules.next_tiles

    def judge_waits(texts: Sequence[str]) -> list[list[str]]:
        return [waits(text) for text in texts]

    def judge_distance(texts: Sequence[str]) -> list[int]:
        return [distance(text) for text in texts]

    def judge_next(texts: Sequence[str]) -> list[dict[str, int]]:
        return [next_tiles(text) for text in texts]

    asked = f'load("{rule}").'
    yield Contestant("regexhu waits", f"{asked}waits(text)", judge_waits, rule="waits", form="waits", flat=_sets)
    yield Contestant(
        "regexhu distance", f"{asked}distance(text)", judge_distance, rule="distance", form="distance", flat=iter
    )
    yield Contestant(
        "regexhu next_tiles", f"{asked}next_tiles(text)", judge_next, rule="next tiles", form="next tiles", flat=_sets
    )


def _sets(answers: Iterable[Iterable[str]]) -> Iterator[int]:
    """Each set of kinds as a number, bit by bit."""
    for kinds in answers:
        yield sum(1 << 9 * SUITS.index(kind[1]) + int(kind[0]) - 1 for kind in kinds)


def _with_engine(rules: regexhu.RuleSet, engine: str) -> Contestant:
    """The automaton is what a plain call asks."""
    bound = rules.is_win

    def judge(texts: Sequence[str]) -> list[bool]:
        return [bound(text, engine=engine) for text in texts]

    def judge_plainly(texts: Sequence[str]) -> list[bool]:
        return [bound(text) for text in texts]

    return Contestant(f"regexhu {engine}", engine, judge_plainly if engine == "automaton" else judge)


def _batches(rule: str) -> Iterator[Contestant]:
    if find_spec("numpy") is None:
        return
    match_many = regexhu.load(rule).match_many

    def judge_in_halves(data: Any) -> list[Any]:
        half = -(-len(data) // 2)
        return list(pool.map(match_many, (data[:half], data[half:])))

    def joined(halves: Iterable[Any]) -> Iterable[bool]:
        return map(bool, chain.from_iterable(halves))

    def rows(hands: Hands) -> Any:
        return hands.rows

    pool = ThreadPoolExecutor(2)
    yield Contestant("regexhu rows", "rules.match_many(rows)", match_many, rows, form="rows")
    yield Contestant("regexhu strings", "rules.match_many(texts)", match_many, form="strings")
    asked = "match_many of half of them in each thread"
    yield Contestant("regexhu rows, two threads", asked, judge_in_halves, rows, form="rows", threads=2, flat=joined)
    yield Contestant("regexhu strings, two threads", asked, judge_in_halves, form="strings", threads=2, flat=joined)
