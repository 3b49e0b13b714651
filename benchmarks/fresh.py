"""The sections that are measured in fresh processes: the first verdict, and compiling a rule set."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter_ns

from benchmarks.hands import ONE_HAND
from benchmarks.peers import PEERS
from benchmarks.report import Cell, Section, Table
from benchmarks.sections import Plan, Result
from benchmarks.timing import Contestant, WrongAnswerError

RULES = {
    "standard": ('load("standard")', 14, 11_498_658),
    "riichi": ('load("riichi")', 14, 16_873_619),
    "harbin": ('load("harbin")', 14, None),
    "five melds and a pair": ("RuleSet(5 * meld + pair)", 17, 118_856_487),
}
"""Rule sets to compile: the code that makes one, the tiles of a hand, how many hands win if published."""

_COMPILE = """
import json, time
from regexhu import RuleSet, load
from regexhu.blocks import meld, pair
rules = {make}
start = time.perf_counter_ns()
automaton = rules.automaton({tiles})
built = time.perf_counter_ns()
count = rules.count(tiles={tiles})
counted = time.perf_counter_ns()
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
    spent: dict[str, list[float]] = {name: [] for name in asked}
    for number in range(plan.cold + 1):
        for name, arguments in asked.items():
            start = perf_counter_ns()
            done = subprocess.run(arguments, capture_output=True, text=True, check=False)
            taken = (perf_counter_ns() - start) / 1e6
            said_yes = done.returncode == 0 and (name == "regexhu win" or done.stdout.strip() == "True")
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
    return Result(Section("Cold start", analysis, [Table(columns, rows)]))


def compiling(_: Sequence[Contestant], plan: Plan) -> Result:
    """What it takes to compile each rule set's automaton, and how many states it has."""
    rows: list[list[Cell]] = []
    for name, (make, tiles, published) in RULES.items():
        built, counted = [], []
        for _round in range(min(plan.cold, 3)):
            code = _COMPILE.format(make=make, tiles=tiles)
            done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
            if done.returncode:
                raise RuntimeError(f"{name} could not be compiled and counted:\n{done.stderr}")
            build, count, states, wins = json.loads(done.stdout)
            if published is not None and wins != published:
                raise WrongAnswerError(f"{name}: {wins:,} hands of {tiles} tiles win, published are {published:,}")
            built.append(build)
            counted.append(count)
        rows.append([name, str(tiles), median(built), median(counted), f"{states:,}", f"{wins:,}"])
    analysis = """
        Building the whole automaton of a rule set. Milliseconds in a fresh process, where nothing is remembered: from
        the rule set to its minimal automaton, and from there to the number of hands that win, which is checked where
        it is published. Bias: a rule set of one's own may count more and take longer, up to the limit on states.
    """
    columns = ["rules", "tiles", "build, ms", "count, ms", "states", "winning hands"]
    return Result(Section("Compiling", analysis, [Table(columns, rows)]))
