"""The section on hands of 13 tiles: what completes them, how far they are from a win, what brings them nearer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from benchmarks import hands as made
from benchmarks.plan import Plan, Result
from benchmarks.report import Cell, Section, Table, times
from benchmarks.timing import Contestant
from benchmarks.workers import in_both, laps

FORMS = ("waits", "distance", "next tiles")


def nearest(contestants: Sequence[Contestant], plan: Plan) -> Result:
    """Waits, distance and next tiles, each beside the peers that have it."""
    plan = replace(plan, hands=max(plan.hands // 20, 1), passes=1, processes=1)
    hands = made.short(plan.warm + plan.hands)
    tables, figures = [], {}
    for form in FORMS:
        asked = in_both([one for one in contestants if one.form == form])
        taken = laps(asked, hands, plan)["new"]
        fastest = min((one.name for one in asked if not one.ours), key=lambda name: taken[name].median, default="")
        rows: list[list[Cell]] = []
        for one in asked:
            ratio = taken[fastest].ratio(taken[one.name]) if fastest else None
            rows.append([one.name, one.asked, taken[one.name].median, times(ratio) if ratio else None])
            figures[f"{one.name}|new"] = taken[one.name].median
            if ratio:
                figures[f"{one.name}|new|×"] = ratio
        tables.append(Table([f"{form}, ns a hand", "asked as", "new hands", "times as fast as the fastest peer"], rows))
    analysis = f"""
        Hands of 13 tiles, half of which wait, never seen before ({plan.warm:,} others come first), in nanoseconds a
        hand, each contestant in a process of its own. All answers are compared with each other, and those of the first
        {made.SAMPLE} waits with the brute force's. Bias: xiangting tells distance and tiles in one call, from counts.
    """
    return Result(Section("Waits, distance, next tiles", analysis, tables), figures)
