"""The sections that are measured within one process: single calls, rule sets, batches, growth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

import regexhu
from benchmarks import hands as made
from benchmarks import library
from benchmarks.hands import Hands
from benchmarks.report import Cell, Section, Table, listed, times
from benchmarks.timing import Contestant, Times, race
from regexhu.blocks import at_most, meld, pair
from regexhu.syntax.tree import Pattern

Points = list[tuple[float, float]]

MAX_NANOSECONDS = 3 * 10**8
"""A contestant that took longer than this for N hands is not asked for ten times as many."""


@dataclass(frozen=True)
class Plan:
    """How much is measured."""

    hands: int = 10_000
    rounds: int = 7
    batches: tuple[int, ...] = (20_000, 1_000_000)
    sizes: tuple[int, ...] = (1, 10, 100, 1_000, 10_000, 100_000, 1_000_000)
    blocks: tuple[int, ...] = (0, 1, 2, 4, 8, 16)
    cold: int = 7


QUICK = Plan(1_000, 3, (2_000, 20_000), (1, 100, 10_000), (0, 2, 8), 1)


@dataclass(frozen=True)
class Result:
    """A section, and what of it goes into a chart: times by contestant, then by what they were measured on."""

    section: Section
    single: Mapping[str, Mapping[str, Times]] | None = None
    curves: Mapping[str, Mapping[str, Points]] | None = None


def single(contestants: Sequence[Contestant], plan: Plan) -> Result:
    """One call a hand, from MPSZ text: the same hands in every round, and new ones in every round."""
    texts = [one for one in contestants if one.form == "text"]
    own = [one for one in contestants if one.form == "own"]
    same = {hands.name: _again(hands, plan) for hands in (made.winning(plan.hands), made.dealt(plan.hands))}
    taken = {name: race(texts, rounds) for name, rounds in same.items()}
    taken["unseen"] = race(texts, _unseen(texts, plan))
    of_own = {name: race(own, rounds) for name, rounds in same.items()}

    kinds = list(taken)
    rows: list[list[Cell]] = [[one.name, one.asked, *(taken[kind][one.name].median for kind in kinds)] for one in texts]
    own_rows: list[list[Cell]] = [
        [one.name, one.asked, *(of_own[kind][one.name].median for kind in of_own)] for one in own
    ]
    ours, peers = [one.name for one in texts if one.ours], [one.name for one in texts if not one.ours]
    ratios = [
        [peer, *(" / ".join(times(taken[kind][peer].ratio(taken[kind][us])) for kind in kinds) for us in ours)]
        for peer in peers
    ]
    said = [f"{peer} {times(taken['winning'][peer].ratio(taken['winning'][library.BOUND]))}" for peer in peers]
    analysis = f"""
        "Is this concealed hand of 14 tiles complete?", one call a hand, from MPSZ text, in nanoseconds a hand.
        {f"On winning hands, as many times as the bound call takes: {listed(said)}." if said else ""}
        The winning and the random hands are the same in every round, shuffled, and every contestant judges them once
        more, untimed, right before its turn, so that every memory and cache is warm; the unseen
        ones (half winning, half random) are new in every round, and each contestant of regexhu has its own, so that a
        memory of hands is of no use there, and one of suits has met only those of the rounds before. Bias: tiles are
        written in order, as programs write them; real hands have fewer seven pairs and fewer hands of one suit than
        the winning ones here; shanten counters (riichienv, xiangting) and the scorer (PyMahjongGB, held to guobiao
        shapes) answer more than was asked. A conversion that a peer's user has to write is counted; the last table is
        without conversions, from the input that each likes best.
    """
    tables = [Table(["one call a hand, ns", "asked as", *kinds], rows)]
    if peers:
        tables.append(Table([f"times as long as ({' / '.join(kinds)})", *ours], ratios))
    tables.append(Table(["from its own input, ns", "asked as", *of_own], own_rows))
    return Result(Section("Single calls", analysis, tables), single=taken)


def rule_sets(_: Sequence[Contestant], plan: Plan) -> Result:
    """The shipped rule sets by each engine, on hands with declared melds and kongs."""
    hands = made.with_melds(plan.hands)
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


def batch(contestants: Sequence[Contestant], plan: Plan) -> Result:
    """Many hands in one call, as count rows or as strings."""
    many = [one for one in contestants if one.form in ("rows", "strings")]
    if not many:
        note = "Neither regexhu.RuleSet.match_many nor a peer with batches is here."
        return Result(Section("Batches", "Many hands in one call.", [], [note]))
    hands = made.mixed(max(plan.batches))
    taken = {n: race(many, _again(hands.first(n), plan)) for n in plan.batches}
    rows: list[list[Cell]] = [[one.name, one.asked, *(taken[n][one.name].median for n in taken)] for one in many]
    tables = [Table(["one call for all, ns a hand", "asked as", *(f"{n:,} hands" for n in taken)], rows)]
    ours, peers = [one.name for one in many if one.ours], [one.name for one in many if not one.ours]
    if ours and peers:
        ratios = [
            [peer, *(" / ".join(times(by[peer].ratio(by[us])) for by in taken.values()) for us in ours)]
            for peer in peers
        ]
        tables.append(Table([f"times as long as ({' / '.join(f'{n:,}' for n in taken)})", *ours], ratios))
    analysis = """
        All hands in one call, half winning and half random, nearly all of them different, from an array of N × 34
        counts or from a list of MPSZ strings. Compiling the JAX function is not counted. Bias: one core is all that
        anybody gets, and a JAX program is made for more of them, and for fixed batch sizes.
    """
    return Result(Section("Batches", analysis, tables))


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


def _unseen(contestants: Sequence[Contestant], plan: Plan) -> dict[str, list[Hands]]:
    """New hands in every round; where contestants are of one library, for each of them others."""
    found: dict[str, list[Hands]] = {}
    seeds = count(made.SEED + 1)
    shared = [made.mixed(plan.hands, next(seeds)) for _ in range(plan.rounds + 1)]
    for one in contestants:
        found[one.name] = [made.mixed(plan.hands, next(seeds)) for _ in shared] if one.ours else shared
    return found


def _by_size(contestants: Sequence[Contestant], plan: Plan) -> dict[str, Points]:
    calls = [one for one in contestants if one.form in ("text", "rows", "strings")]
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
    hands = made.mixed(max(plan.hands // 10, 10))
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
