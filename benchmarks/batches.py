"""The section on many hands in one call."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks import hands as made
from benchmarks.plan import Plan, Result
from benchmarks.report import Cell, Section, Table
from benchmarks.timing import Contestant, Times
from benchmarks.verdicts import PEER
from benchmarks.workers import Worker, in_both


def batch(contestants: Sequence[Contestant], plan: Plan) -> Result:
    """A million hands in one call, as count rows or as strings, beside one call a hand."""
    many = in_both([one for one in contestants if one.form in ("rows", "strings")])
    if not many:
        return Result(
            Section("Batches", "Many hands in one call.", [], ["NumPy is not here, nor a peer with batches."])
        )
    hands = made.mirrored(plan.batch)
    single = [one for one in contestants if one.form == "text" and one.name == PEER]
    part = hands.first(min(len(hands), 20_000))
    taken: dict[str, Times] = {}
    for one in (*single, *many):
        of = part if one in single else hands
        worker = Worker(one)
        try:
            worker.take(of)
            for number in range(min(plan.rounds, 3) + 1):
                nanoseconds, answers = worker.judge(0, len(of))
                one.check(of, answers)
                if number:
                    taken.setdefault(one.name, Times()).rounds.append(nanoseconds / len(of))
        finally:
            worker.close()
    rows: list[list[Cell]] = []
    figures: dict[str, float] = {}
    for one in many:
        spent = taken[one.name].median
        figures[one.name] = spent
        share = f"1/{taken[PEER].median / spent:.0f}" if single else None
        rows.append([one.name, one.asked, spent, share])
        if single:
            figures[f"{one.name}|×"] = taken[PEER].median / spent
    if single:
        rows.append([PEER, "one call a hand", taken[PEER].median, "1"])
    analysis = f"""
        {len(hands):,} hands in one call, half winning and half random, nearly all of them different: one in twelve is
        drawn, the others are its mirror images by suit and rank. From an array of N × 34 counts, or from a list of MPSZ
        strings. CPU time on one core, a clock's time where there are two threads. Without the extension NumPy does the
        work. Compiling the JAX function is not counted. Bias: contestants come one after the other here, since the data
        of all would not fit; a JAX program is made for more cores and fixed batch sizes.
    """
    table = Table(["one call for all, ns a hand", "asked as", "ns", f"part of {PEER}'s single call"], rows)
    return Result(Section("Batches", analysis, [table]), figures)
