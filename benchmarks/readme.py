"""The speed sections of README.md and README.zh-CN.md, from `speed.md` and `speed.zh-CN.md` and what was measured.

`{name|kind}` there is a figure by its name, `{µ name|kind}` the same in thousands; what wasn't measured is a dash.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import regexhu
from benchmarks.plan import Plan
from benchmarks.report import times
from benchmarks.workers import PURE

HERE = Path(__file__).parent
ROOT = HERE.parent
PAGES = {"README.md": "speed.md", "README.zh-CN.md": "speed.zh-CN.md"}
SECTIONS = ("single", "melds", "told", "nearest", "batch", "lookup", "cold", "compile")
"""What has to be measured."""
FINE = 100
"""Figures below it have a decimal."""
START, END = "<!-- speed -->\n", "<!-- /speed -->\n"


def write(
    figures: Mapping[str, float], machine: str, plan: Plan, versions: Mapping[str, str], folder: Path
) -> Iterator[tuple[str, str]]:
    """Put the text between its marks in both pages of the folder; each page's name and that text."""
    said = {
        "machine": machine,
        "warm": f"{plan.warm:,}",
        "hands": f"{plan.hands:,}",
        "small": f"{plan.small:,}",
        "batch": f"{plan.batch:,}",
        "peers": "\n".join(_peers(figures, versions)),
        **dict(_ranges(figures)),
    }
    for name, template in PAGES.items():
        page = (folder / name).read_text(encoding="utf-8")
        before, _, rest = page.partition(START)
        _, found, after = rest.partition(END)
        if not found:
            raise ValueError(f"{name} has no {START.strip()} … {END.strip()}")
        text = filled((HERE / template).read_text(encoding="utf-8"), said, figures)
        (folder / name).write_text(before + START + text + END + after, encoding="utf-8")
        yield name, text


def filled(template: str, said: Mapping[str, str], figures: Mapping[str, float]) -> str:
    """The template with its words and figures; without rows that have no figure at all."""
    lines = []
    for line in template.splitlines():
        full = re.sub(r"\{([^}]+)\}", lambda found: said.get(found[1]) or _figure(found[1], figures), line)
        if full and not (line.startswith("|") and "{" in line and set("".join(full.split("|")[2:])) <= {"–", " "}):
            lines.append(full)
        elif not line:
            lines.append("")
    return "\n".join(lines) + "\n"


def _figure(name: str, figures: Mapping[str, float]) -> str:
    """A figure, with how many times as fast or which part of riichienv's time it is."""
    key = name.removeprefix("µ ")
    if key not in figures:
        return "–"
    value = figures[key] / (1 if key == name else 1_000)
    text = f"{value:.1f}" if value < FINE else f"{value:,.0f}"
    if key != name or f"{key}|×" not in figures:
        return text
    ratio = figures[f"{key}|×"]
    return f"{text} ({times(ratio) if '|' in key else f'1/{ratio:.0f}'})"


def _peers(figures: Mapping[str, float], versions: Mapping[str, str]) -> Iterator[str]:
    """A row for each peer's single call, the fastest first."""
    new = {key.removesuffix("|new"): spent for key, spent in figures.items() if key.endswith("|new")}
    for name in sorted(new, key=lambda name: new[name]):
        package, _, how = name.partition(", ")
        if package in versions and not package.startswith("regexhu") and how != "melds":
            cells = [_figure(f"{name}|{kind}", figures) for kind in ("new", "again", "small")]
            label = f"{package} {versions[package]}" + (f" ({how})" if how else "")
            yield f"| {' | '.join([label, *cells])} |"


def _ranges(figures: Mapping[str, float]) -> Iterator[tuple[str, str]]:
    """The least and the most of what calls that tell more take, native, and the most that a rule set takes to compile.

    That is a dash where it wasn't measured of every shipped rule set, or one of them doesn't compile.
    """
    calls = {key: ratio for key, ratio in figures.items() if key.endswith("|new|plain") and PURE not in key}
    for name, found in (
        ("wild", [ratio for key, ratio in calls.items() if " wild " in key]),
        ("told", [ratio for key, ratio in calls.items() if " wild " not in key]),
    ):
        yield name, f"{min(found):.1f}–{max(found):.1f}" if found else "–"
    shipped = [name for name in regexhu.rule_sets() if name != "article"]
    for wilds in ("|0", "|4"):
        spent = [figures[name + wilds] for name in shipped if name + wilds in figures]
        yield f"most{wilds}", f"{max(spent):,.0f}" if len(spent) == len(shipped) else "–"
