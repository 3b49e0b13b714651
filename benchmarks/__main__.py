"""`python -m benchmarks`: regexhu beside its peers. A wrong answer, whoever gives it, ends the run with exit code 1."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import perf_counter

from benchmarks import (
    batches,
    charts,
    fresh,
    library,
    lookup,
    nearest,
    peers,
    readme,
    regions,
    report,
    sections,
    timing,
    told,
    verdicts,
)
from benchmarks.plan import QUICK, Plan, Result

SECTIONS: dict[str, Callable[[Sequence[timing.Contestant], Plan], Result]] = {
    "single": verdicts.single,
    "melds": verdicts.melds,
    "own": verdicts.own,
    "told": told.told,
    "nearest": nearest.nearest,
    "batch": batches.batch,
    "lookup": lookup.lookup,
    "cold": fresh.cold_start,
    "compile": fresh.compiling,
    "rules": sections.rule_sets,
    "regions": regions.regions,
    "growth": sections.growth,
}
CHARTS = Path(__file__).parent / "charts"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, draw; the exit code."""
    parser = _parser()
    asked = parser.parse_args(arguments)
    if unknown := [name for name in asked.sections if name not in SECTIONS]:
        parser.error(f"no section {report.listed(unknown)}: the sections are {report.listed(list(SECTIONS))}")
    chosen = asked.sections or (readme.SECTIONS if asked.readme else SECTIONS)
    plan = QUICK if asked.quick else Plan()
    plan = replace(plan, hands=asked.hands or plan.hands, rounds=asked.rounds or plan.rounds)
    core = timing.pin()
    found, missing = peers.installed()
    try:
        contestants = [*library.contestants(), *found]
        head = report.machine(core, _versions())
        print("\n".join(["regexhu and its peers", *head, *missing]), flush=True)
        measured: list[str] = []
        figures: dict[str, float] = {}
        for name in chosen:
            start = perf_counter()
            result = SECTIONS[name](contestants, plan)
            print(f"measured: {name}, {perf_counter() - start:.0f} s", file=sys.stderr)
            print(f"\n{result.section.text()}", flush=True)
            _draw(result, asked.charts)
            measured.append(result.section.markdown())
            figures.update(result.figures)
    except timing.WrongAnswerError as error:
        print(f"wrong answer: {error}", file=sys.stderr)
        return 1
    if asked.markdown:
        lines = [f"- {line}" for line in (*head, *missing)]
        asked.markdown.write_text("\n\n".join(["# regexhu and its peers", "\n".join(lines), *measured, ""]))
    if asked.readme:
        for name, text in readme.write(figures, report.short_machine(), plan, dict(_versions()), asked.readme):
            print(f"\n{name}:\n\n{text}")
    return 0


def _draw(result: Result, folder: Path) -> None:
    drawn = {}
    if result.single is not None:
        drawn["ratios.svg"] = charts.ratios(result.single, verdicts.PEER)
    if result.curves is not None:
        drawn["growth.svg"] = charts.growth(result.curves)
    for name, picture in drawn.items():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(picture, encoding="utf-8")
        print(f"\nchart: {folder / name}")


def _versions() -> list[tuple[str, str]]:
    """What was measured and what it stands on, with versions."""
    names = ["regexhu", *(peer.package for peer in peers.PEERS if peer.version), "regex", "numpy", "jax"]
    found = []
    for name in names:
        try:
            found.append((name, version(name)))
        except PackageNotFoundError:
            continue
    return found


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=f"any of {', '.join(SECTIONS)}  [all]")
    parser.add_argument("--quick", action="store_true", help="a short run: fewer hands, fewer rounds, rough figures")
    parser.add_argument("--hands", type=int, metavar="N", help="new hands for single calls  [40000]")
    parser.add_argument("--rounds", type=int, metavar="N", help="timed rounds, of which the median counts  [5]")
    parser.add_argument(
        "--readme",
        type=Path,
        nargs="?",
        const=readme.ROOT,
        metavar="DIR",
        help="write the speed sections of README.md and README.zh-CN.md there  [this repository]",
    )
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="also write the report as GitHub markdown")
    parser.add_argument(
        "--charts", type=Path, metavar="DIR", default=CHARTS, help="where charts go  [benchmarks/charts]"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
