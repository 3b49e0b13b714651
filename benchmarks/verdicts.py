"""The sections on single calls: hands that were never seen before and hands that come again, native and pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from benchmarks import hands as made
from benchmarks.hands import Hands
from benchmarks.plan import Plan, Result
from benchmarks.report import Cell, Section, Table, times
from benchmarks.timing import Contestant, Times, race
from benchmarks.workers import in_both, laps

PEER = "riichienv"
"""The fastest peer, which the others are compared with."""

HOW = """
    Each contestant runs in a process of its own and in turns with the others. {warm:,} hands come before the first
    timed one; then {hands:,} new ones ({distinct:,} distinct hands in all, half winning, half random, shuffled), then
    the same {hands:,} again, then the first {small:,} of them by themselves, each judged once more right before. CPU
    time, medians of {processes} processes, in which what comes again comes {passes} times.
"""


def single(contestants: Sequence[Contestant], plan: Plan) -> Result:
    """Is this hand complete, one call a hand, from MPSZ text."""
    hands = made.mixed(plan.warm + plan.hands)
    texts = in_both([one for one in contestants if one.form == "text"])
    taken = laps(texts, hands, plan)
    analysis = f"""
        "Is this concealed hand of 14 tiles complete?", one call a hand, from MPSZ text, in nanoseconds a hand.
        {_how(hands, plan)} Bias: tiles are written in order, as programs write them; shanten counters (riichienv,
        xiangting) and the scorer (PyMahjongGB, held to guobiao shapes) answer more than was asked. A conversion that a
        peer's user has to write is counted.
    """
    named = _named(taken, plan)
    result = Result(Section("Single calls", analysis, compared(texts, named, PEER)), figures(taken, PEER))
    return replace(result, single=named)


def melds(contestants: Sequence[Contestant], plan: Plan) -> Result:
    """The same of hands with declared melds, in each library's own texts."""
    hands = made.melded(plan.warm + plan.hands)
    texts = in_both([one for one in contestants if one.form == "melds"])
    taken = laps(texts, hands, plan)
    baseline = f"{PEER}, melds"
    analysis = f"""
        Hands with one to four declared melds, kongs among them, in the notation of each library: `55z,1-23m,1111+s`
        here, `55z(123m0)(k1s0)` in riichienv. {_how(hands, plan)} Bias: riichienv judges the concealed tiles alone,
        and takes a fifth copy across the meld boundary; no such hand is here.
    """
    tables = compared(texts, _named(taken, plan), baseline)
    return Result(Section("Declared melds", analysis, tables), figures(taken, baseline))


def own(contestants: Sequence[Contestant], plan: Plan) -> Result:
    """The same from the input that each likes best."""
    hands = made.mixed(plan.few)
    of_own = [one for one in contestants if one.form == "own"]
    taken = race(of_own, [hands] * (plan.rounds + 1))
    rows: list[list[Cell]] = [[one.name, one.asked, taken[one.name].median] for one in of_own]
    analysis = """
        Without conversions, from the input that each likes best; the same hands in every round, in one process.
    """
    return Result(
        Section("Single calls from own input", analysis, [Table(["one call a hand", "asked as", "ns"], rows)])
    )


def compared(contestants: Sequence[Contestant], taken: Mapping[str, Mapping[str, Times]], baseline: str) -> list[Table]:
    """Nanoseconds a hand by kind, and how many times as fast as the baseline that is, where it is here."""
    kinds = list(taken)
    rows: list[list[Cell]] = [
        [one.name, one.asked, *(taken[kind][one.name].median for kind in kinds)] for one in contestants
    ]
    tables = [Table(["one call a hand, ns", "asked as", *kinds], rows)]
    if baseline in taken[kinds[0]]:
        ratios = [
            [one.name, *(times(taken[kind][baseline].ratio(taken[kind][one.name])) for kind in kinds)]
            for one in contestants
        ]
        tables.append(Table([f"times as fast as {baseline}", *kinds], ratios))
    return tables


def figures(taken: Mapping[str, Mapping[str, Times]], baseline: str) -> dict[str, float]:
    """The medians as `name|kind`, and how many times as fast as the baseline that is as `name|kind|×`."""
    found = {}
    for kind, by_name in taken.items():
        for name, spent in by_name.items():
            found[f"{name}|{kind}"] = spent.median
            if baseline in by_name:
                found[f"{name}|{kind}|×"] = by_name[baseline].ratio(spent)
    return found


def _named(taken: Mapping[str, Mapping[str, Times]], plan: Plan) -> dict[str, Mapping[str, Times]]:
    """By what the kinds are called in tables and charts."""
    names = {"new": "new", "again": f"{plan.hands:,} again", "small": f"{plan.small:,} again"}
    return {names[kind]: by_name for kind, by_name in taken.items()}


def _how(hands: Hands, plan: Plan) -> str:
    distinct = len(set(hands.texts))
    return HOW.format(
        warm=plan.warm,
        hands=plan.hands,
        small=plan.small,
        distinct=distinct,
        processes=plan.processes,
        passes=plan.passes,
    )
