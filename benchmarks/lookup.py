"""The section beside game servers: a C++ table look-up and the runner that regexhu exports, both without Python."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

import regexhu
from benchmarks import hands as made
from benchmarks.hands import Hands
from benchmarks.plan import Plan, Result
from benchmarks.report import Cell, Section, Table, times
from benchmarks.timing import Contestant, WrongAnswerError
from benchmarks.told import WILD, WILD_KIND, with_wild
from regexhu.workshop.exported import source

HERE = Path(__file__).parent
NAMES = LOOKUP, HASHED, OURS, WALK = (
    "C++ look-up in arrays",
    "C++ look-up in hash maps",
    "regexhu's exported C",
    "regexhu's table alone",
)


def lookup(_: Sequence[Contestant], plan: Plan) -> Result:
    """Rows of counts, without a wild tile and with 0 to 4 of one wild kind."""
    title = "Game servers' tables"
    if missing := [tool for tool in ("g++", "gcc") if shutil.which(tool) is None]:
        return Result(Section(title, "Needs compilers.", [], [f"{' and '.join(missing)} is not here: left out."]))
    drawn = made.mixed(plan.hands)
    cases = {"no wild kind": (drawn, -1)}
    cases |= {f"{n} wild": (with_wild(drawn, n), WILD_KIND) for n in (0, 1, 2, 4)}
    spent: dict[str, dict[str, float]] = {name: {} for name in NAMES}
    with tempfile.TemporaryDirectory() as folder:
        programs = {wilds: _compiled(Path(folder), wilds) for wilds in (0, 4)}
        for case, (hands, wild) in cases.items():
            for name, program in programs[0 if wild < 0 else 4].items():
                spent[name][case] = _run(program, name, hands, wild, plan)
    rows: list[list[Cell]] = [[name, *spent[name].values()] for name in NAMES]
    ratios: list[list[Cell]] = [
        [name, *(times(spent[LOOKUP][case] / spent[name][case]) for case in cases)] for name in NAMES
    ]
    figures = {f"{name}|{case}": taken for name, by_case in spent.items() for case, taken in by_case.items()}
    analysis = f"""
        {plan.hands:,} rows of counts, half of them winning hands, in the same C program around each, -O2, in
        nanoseconds a hand, median of {plan.rounds} rounds. The look-up is written for this benchmark: tables by the
        counts of a suit say with how many wild tiles they are complete, and every way to spread those over the suits is
        tried. {WILD} is the wild kind. Verdicts are compared on every hand. Bias: the look-up knows riichi shapes of 14
        concealed tiles alone and checks nothing, while the exported runner checks its hand and takes melds, other wild
        kinds and the winning tile; a loop over its table alone checks as little as the look-up. Building the look-up's
        tables is not counted.
    """
    tables = [Table(["ns a hand", *cases], rows), Table([f"times as fast as the {LOOKUP}", *cases], ratios)]
    return Result(Section(title, analysis, tables), figures)


def _compiled(folder: Path, wilds: int) -> dict[str, Path]:
    """The programs by name; ours with a table for up to so many wild tiles."""
    runner = folder / f"riichi{wilds}.c"
    runner.write_text(source(regexhu.load("riichi").table(wilds), "c"), encoding="utf-8")
    commands = {
        LOOKUP: ["g++", "-std=c++17", "-O2", str(HERE / "lookup.cpp")],
        HASHED: ["g++", "-std=c++17", "-O2", "-DHASHED", str(HERE / "lookup.cpp")],
        OURS: ["gcc", "-std=c11", "-O2", f'-DRUNNER="{runner}"', str(HERE / "exported.c")],
        WALK: ["gcc", "-std=c11", "-O2", "-DWALK", f'-DRUNNER="{runner}"', str(HERE / "exported.c")],
    }
    programs = {name: folder / f"{number}-{wilds}" for number, name in enumerate(commands)}
    for name, command in commands.items():
        subprocess.run([*command, "-o", str(programs[name])], check=True)
    return programs


def _run(program: Path, name: str, hands: Hands, wild: int, plan: Plan) -> float:
    """The nanoseconds a hand, and the verdicts held against what is known or was said before."""
    rows, verdicts = program.with_name("rows"), program.with_name("verdicts")
    rows.write_bytes(b"".join(hands.counts))
    asked = [str(program), str(rows), str(wild), str(plan.rounds), str(verdicts)]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    if done.returncode:
        raise WrongAnswerError(f"{name}: its program ended with {done.returncode}")
    Contestant(name, "", lambda data: data).check(hands, [byte == 1 for byte in verdicts.read_bytes()])
    return float(done.stdout)
