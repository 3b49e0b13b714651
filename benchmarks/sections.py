"""The sections that are measured within one process: rule sets by engine, growth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import regexhu
from benchmarks import hands as made
from benchmarks import library
from benchmarks.hands import Hands
from benchmarks.plan import Plan, Points, Result
from benchmarks.report import Cell, Section, Table
from benchmarks.timing import Contestant, race
from regexhu.blocks import at_most, meld, pair
from regexhu.syntax.tree import Pattern

MAX_NANOSECONDS = 10**8
"""A contestant that took longer than this for N hands is not asked for ten times as many."""


def rule_sets(_: Sequence[Contestant], plan: Plan) -> Result:
    """The shipped rule sets by each engine, on hands with declared melds and kongs."""
    hands = made.with_melds(max(plan.few // 10, 20))
    rows: list[list[Cell]] = []
    for rule in hands.expected:
        by_engine = library.by_engine(regexhu.load(rule), rule)
        taken = race(by_engine.values(), _again(hands, plan))
        medians = {engine: taken[one.name].median for engine, one in by_engine.items()}
        rows.append([rule, *map(medians.get, library.ENGINES)])
    analysis = """
        The library's own table: single calls from MPSZ text on hands of 13 to 18 tiles, half of them with declared
        melds and kongs, half winning. No peer is here because none has these rules. Bias: the hands that don't win
        are mostly one or two tiles away, which gives the regex engine the most readings to try.
    """
    tables = [Table(["single calls, ns", *library.ENGINES], rows)]
    return Result(Section("Rule sets and engines, with declared melds", analysis, tables))


def growth(contestants: Sequence[Contestant], plan: Plan) -> Result:
    """How the time a hand goes with the number of hands in a call, and with the number of blocks in a rule set."""
    by_size, by_blocks = _by_size(contestants, plan), _by_blocks(plan)
    tables = [
        Table(["N", *by_size], [[f"{n:,}", *(dict(line).get(n) for line in by_size.values())] for n in plan.sizes]),
        Table(["blocks", *by_blocks], [[str(n), *(dict(by_blocks[e]).get(n) for e in by_blocks)] for n in plan.blocks]),
    ]
    analysis = """
        Nanoseconds a hand. First by the number of hands N that are judged in a row: single calls are a loop, so their
        line is level; a batch pays for its call once. Then by the number of blocks beside 4 * meld + pair: the regex
        engine looks ahead once for each block, the automaton has them all compiled in. Bias: the blocks are
        at_most(3, one kind each), the cheapest there are, and hardly any hand fails them, so every block is asked.
    """
    return Result(
        Section("Growth", analysis, tables),
        curves={"hands in a row, N": by_size, "blocks in the rule set": by_blocks},
    )


def _again(hands: Hands, plan: Plan) -> list[Hands]:
    """The same hands in every round, and in one before them to warm up."""
    return [hands] * (plan.rounds + 1)


def _by_size(contestants: Sequence[Contestant], plan: Plan) -> dict[str, Points]:
    calls = [one for one in contestants if one.form in ("text", "rows", "strings") and one.threads == 1]
    largest = max(plan.sizes) if any(one.form != "text" for one in calls) else 10_000
    hands = made.mixed(min(largest, max(plan.sizes)))
    lines: dict[str, Points] = {one.name: [] for one in calls}
    for n in (n for n in plan.sizes if n <= len(hands)):
        rounds = [hands.first(max(n, 1_000))] * (min(plan.rounds, 3) + 1)
        for name, taken in race([one.in_chunks(n) for one in calls], rounds).items():
            lines[name].append((n, taken.median))
        calls = [one for one in calls if lines[one.name][-1][1] * n < MAX_NANOSECONDS]
    return lines


def _by_blocks(plan: Plan) -> dict[str, Points]:
    hands = made.mixed(max(plan.few // 10, 10))
    kinds = [f"{rank}{suit}" for rank in range(1, 10) for suit in "mps"][: max(plan.blocks)]
    lines: dict[str, Points] = {}
    for n in plan.blocks:
        win: Pattern = 4 * meld + pair
        for kind in kinds[:n]:
            win = win & at_most(3, kind)
        expected = [
            made.oracle.standard(tuple(counts)) and all(counts[_index(kind)] <= 3 for kind in kinds[:n])
            for counts in hands.counts
        ]
        judged = replace(hands, expected={"blocks": expected})
        by_engine = library.by_engine(regexhu.RuleSet(win), "blocks")
        taken = race(by_engine.values(), _again(judged, plan))
        for engine, one in by_engine.items():
            lines.setdefault(engine, []).append((n, taken[one.name].median))
    return lines


def _index(kind: str) -> int:
    return 9 * "mps".index(kind[1]) + int(kind[0]) - 1
