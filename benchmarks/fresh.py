"""The sections that are measured in fresh processes: the first verdict, and compiling a rule set."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter_ns
from typing import Any

import regexhu
from benchmarks.hands import ONE_HAND
from benchmarks.peers import PEERS
from benchmarks.plan import Plan, Result
from benchmarks.report import Cell, Section, Table
from benchmarks.timing import Contestant, WrongAnswerError
from regexhu.speedups import native

RULES = {
    "standard": ('load("standard")', 14, 11_498_658),
    "riichi": ('load("riichi")', 14, 16_873_619),
    "harbin": ('load("harbin")', 14, None),
    "five melds and a pair": ("RuleSet(5 * meld + pair)", 17, 118_856_487),
}
"""Rule sets to compile: the code that makes one, the tiles of a hand, how many hands win if published."""

_TABLE = """
import json, time
from regexhu import RuleError, RuleSet, load
from regexhu.blocks import meld, pair
rules = {make}
start = time.process_time_ns()
try:
    table = rules.table({wilds})
except RuleError:
    table = b""
spent = (time.process_time_ns() - start) / 1e6
print(json.dumps([spent, len(bytes(table))]))
"""

_COMPILE = """
import json, time
from regexhu import RuleSet, load
from regexhu.blocks import meld, pair
rules = {make}
start = time.process_time_ns()
automaton = rules.automaton({tiles})
built = time.process_time_ns()
count = rules.count(tiles={tiles})
counted = time.process_time_ns()
print(json.dumps([(built - start) / 1e6, (counted - built) / 1e6, automaton.states, count]))
"""


def cold_start(_: Sequence[Contestant], plan: Plan) -> Result:
    """From starting a process to its first answer."""
    script = Path(sys.executable).with_name("regexhu")
    command = [str(script)] if script.exists() else [sys.executable, "-m", "regexhu"]
    library = f"from regexhu import is_win; print(is_win({ONE_HAND!r}, rules='riichi'))"
    asked = {
        "Python alone": [sys.executable, "-c", "print(True)"],
        "regexhu, library": [sys.executable, "-c", library],
        "regexhu win": [*command, "win", ONE_HAND, "-r", "riichi"],
        **{peer.package: [sys.executable, "-c", peer.cold] for peer in PEERS if peer.version},
    }
    asked |= {f"{name}, pure": asked[name] for name in ("regexhu, library", "regexhu win") if native}
    spent: dict[str, list[float]] = {name: [] for name in asked}
    for number in range(plan.cold + 1):
        for name, arguments in asked.items():
            environment = {**os.environ, "REGEXHU_PURE": "1"} if name.endswith(", pure") else None
            start = perf_counter_ns()
            done = subprocess.run(arguments, capture_output=True, text=True, check=False, env=environment)
            taken = (perf_counter_ns() - start) / 1e6
            said_yes = done.returncode == 0 and (name.startswith("regexhu win") or done.stdout.strip() == "True")
            if not said_yes:
                raise WrongAnswerError(f"{name}, in a fresh process, did not say that {ONE_HAND} wins:\n{done.stderr}")
            if number:
                spent[name].append(taken)
    bare = median(spent["Python alone"])
    rows: list[list[Cell]] = [[name, median(taken), max(median(taken) - bare, 0.0)] for name, taken in spent.items()]
    analysis = """
        Milliseconds from starting a process to the answer on one hand, files warm in the disk cache, and how much of
        it is beyond the interpreter's own start. A single verdict compiles nothing that it doesn't need, so this is
        mostly imports. Bias: a rule file and the command line's libraries are read here that no peer has.
    """
    columns = ["first answer of a fresh process, ms", "whole", "beyond Python"]
    figures = {name: median(taken) for name, taken in spent.items()}
    return Result(Section("Cold start", analysis, [Table(columns, rows)]), figures)


def compiling(_: Sequence[Contestant], plan: Plan) -> Result:
    """What it takes to compile every rule set, with all that it reads, without and with wild tiles."""
    rows: list[list[Cell]] = []
    figures: dict[str, float] = {}
    made = {name: f"load({name!r})" for name in regexhu.rule_sets() if name != "article"}
    made["five melds and a pair"] = RULES["five melds and a pair"][0]
    for name, make in made.items():
        cells: list[Cell] = []
        for wilds in (0, 4) if plan.wilds else (0,):
            spent, size = _answer(_TABLE.format(make=make, wilds=wilds), name)
            cells += [spent, f"{size:,}"] if size else [None, "refused"]
            if size:
                figures[f"{name}|{wilds}"] = spent
        rows.append([name, *cells, *[None] * (4 - len(cells))])
    counted: list[list[Cell]] = []
    for name, (make, tiles, published) in RULES.items():
        built, count, states, wins = _answer(_COMPILE.format(make=make, tiles=tiles), name)
        if published is not None and wins != published:
            raise WrongAnswerError(f"{name}: {wins:,} hands of {tiles} tiles win, published are {published:,}")
        figures |= {f"{name}|states": states, f"{name}|build": built}
        counted.append([name, str(tiles), built, count, f"{states:,}", f"{wins:,}"])
    analysis = """
        Milliseconds of CPU time in a fresh process, where nothing is remembered. First `rules.table(0)` and
        `rules.table(4)`: the whole automaton, with declared melds, winning tile and all facts that a rule set reads,
        for hands without wild tiles and with up to four, and the bytes of its table. Then `rules.automaton(tiles)`,
        concealed hands of one size, and counting those that win, which is checked where the number is published.
        Bias: a rule set of one's own may count more and take longer, up to the limit on states.
    """
    whole = ["compile, ms of CPU", "no wild tiles", "bytes", "four wild tiles", "bytes "]
    columns = ["rules", "tiles", "build, ms", "count, ms", "states", "winning hands"]
    return Result(Section("Compiling", analysis, [Table(whole, rows), Table(columns, counted)]), figures)


def _answer(code: str, name: str) -> Any:
    """What a fresh process prints."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{name} could not be compiled:\n{done.stderr}")
    return json.loads(done.stdout)
