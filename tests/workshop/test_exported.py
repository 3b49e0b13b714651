"""Tables as source files: each is compiled and run on its real toolchain, and judges as the library does."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from stranger import Refused, Stranger
from tabled import Case, cases, short_cases, small_cases, small_rules

from regexhu import Hand, NotationError, RuleError, RuleSet, Table, load
from regexhu.automaton.layers import MELDS
from regexhu.blocks import by_event, event, kong, meld, no, no_forbidden, pair, ready, self_draw, wild_among
from regexhu.hands.tiles import INDEX, NAMES, TileSet, kind_of
from regexhu.hands.told import EVENTS
from regexhu.rules.table import Roots
from regexhu.workshop.exported import source

DRIVERS = Path(__file__).parent / "runners"
SPECS = {"hangzhou": 4, "small": 1, "standard": 0, "harbin": 0, "riichi": 0, "taiwan": 0, "shanxi": 0}
SPECS |= {"wuhan": 0, "tianjin": 0}
"""Rule sets and numbers of wild tiles: some plain, one of 17 tiles, one with wild kinds, some that read facts, the
winning tile, what a hand waited for, and a small one that tells apart which wild tile won."""
Lines = list[str]
Program = Callable[[str, Lines], Lines]


NASTY = """*/ int x; /* \\u002a\\u002f ??/
// ` ${1} \u2028 \u202e @CELLS@ @if tiles \\"""
"""A title that ends comments, begins others, and breaks lines, where it is let."""


@cache
def table_of(name: str) -> Table:
    return rules_of(name).table(1 if name == "free" else SPECS.get(name, 0), **TOLD.get(name, {}))


TOLD: dict[str, dict[str, Any]] = {
    "told": {"self_draw": True, "ready": False, "event": "heaven", "forbidden": "1m"},
    "free": {"event": None, "self_draw": False},
}
"""What tables are made for alone."""


def rules_of(name: str) -> RuleSet:
    form = meld + pair & no(kong.undeclared)
    match name:
        case "list":
            return RuleSet(meld + pair & ready, name=name, title=NASTY, source=NASTY)
        case "told":
            return RuleSet(form & self_draw & ~ready & by_event("heaven") & no_forbidden, name=name, wild=False)
        case "free":
            return RuleSet(form & (wild_among("5z") | event | self_draw), name=name, wild_copies=None)
        case "small":
            return small_rules()
    return load(name)


# Each language: compiles the files of some rule sets in a folder, and gives what runs lines through one of them


def needs(*programs: str) -> None:
    for program in programs:
        if shutil.which(program) is None:
            pytest.skip(f"no {program} on this machine")


def ran(*command: str, told: Lines | None = None, cwd: Path | None = None) -> Lines:
    text = "".join(f"{line}\n" for line in told or [])
    done = subprocess.run(command, input=text, capture_output=True, encoding="utf-8", cwd=cwd, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert not done.stderr, done.stderr[-2000:]
    return done.stdout.split("\n")[:-1]


def driver(file: str, **tokens: str) -> str:
    text = (DRIVERS / file).read_text("utf-8")
    for token, name in tokens.items():
        text = re.sub(token, name, text)
    return text


def in_c(folder: Path, names: Lines) -> Program:
    needs("gcc")
    for name in names:
        (folder / f"{name}.c").write_text(source(table_of(name), "c"), "utf-8")
        drive = driver("drive.c", hu=name).replace("HU_", f"{name.upper()}_")
        (folder / f"drive_{name}.c").write_text(drive, "utf-8")
        flags = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-O1"]
        flags += ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
        ran("gcc", *flags, "-o", str(folder / name), str(folder / f"drive_{name}.c"))
    return lambda name, lines: ran(str(folder / name), told=lines)


def in_node(folder: Path, names: Lines) -> Program:
    needs("node")
    for name in names:
        (folder / f"{name}.mjs").write_text(source(table_of(name), "javascript"), "utf-8")
    return lambda name, lines: ran("node", str(DRIVERS / "drive.mjs"), str(folder / f"{name}.mjs"), told=lines)


def in_a_page(folder: Path, names: Lines) -> Program:
    in_node(folder, names)
    node = ["node", "--experimental-vm-modules", "--no-warnings", str(DRIVERS / "drive.mjs")]
    return lambda name, lines: ran(*node, str(folder / f"{name}.mjs"), "page", told=lines)


def in_java(folder: Path, names: Lines) -> Program:
    needs("javac", "java")
    for name in names:
        title = name.capitalize()
        (folder / f"{title}Rules.java").write_text(source(table_of(name), "java"), "utf-8")
        (folder / f"Drive{title}.java").write_text(driver("DriveHu.java", Hu=title), "utf-8")
    files = sorted(str(file) for file in folder.glob("*.java"))
    ran("javac", "-encoding", "UTF-8", "-Xlint:all", "-Werror", "-d", str(folder), *files)
    return lambda name, lines: ran("java", "-cp", str(folder), f"Drive{name.capitalize()}", told=lines)


def in_go(folder: Path, names: Lines) -> Program:
    needs("go", "gofmt")
    (folder / "go.mod").write_text("module runners\n\ngo 1.19\n", "utf-8")
    (folder / "main.go").write_text(driver("drive.go"), "utf-8")
    for name in names:
        (folder / name).mkdir()
        (folder / name / "rules.go").write_text(source(table_of(name), "go"), "utf-8")
        (folder / f"judge_{name}.go").write_text(driver("judge.go", Hu=name.capitalize(), hu=name), "utf-8")
    assert ran("gofmt", "-l", ".", cwd=folder) == []
    ran("go", "vet", "./...", cwd=folder)
    ran("go", "build", "-o", "judge", ".", cwd=folder)
    return lambda name, lines: ran(str(folder / "judge"), name, told=lines)


def in_json(folder: Path, names: Lines) -> Program:
    """The runner that docs/table.md lets one write, on the table as JSON."""

    def run(name: str, lines: Lines) -> Lines:
        said = json.loads(source(table_of(name), "json"))
        cells = [cell for row in said.pop("cells") for cell in row]
        stranger = Stranger(said, cells)
        return [answered(stranger, line.split("\t")) for line in lines]

    return run


def answered(stranger: Stranger, fields: Lines) -> str:
    verb, hand, won, self_draw, ready, event, wild, forbidden, wilds = fields
    try:
        if verb == "c":
            numbers = [int(number) for number in hand.split()]
            counts, melds = numbers[:34], [(stranger.header["melds"][n // 34], n % 34) for n in numbers[34:]]
            winner = None
        else:
            read = Hand.parse(hand, winning_tile=NAMES[int(won)] if won else None)
            counts, melds = [*read.counts], [(f"{group.type}{group.mark}", group.tiles[0]) for group in read.declared]
            winner = None if read.winning_tile is None else read.won
        told = {
            "winning_tile": int(won) if won else winner,
            "self_draw": self_draw == "1" if self_draw else None,
            "ready": ready == "1" if ready else None,
            "event": event or None,
            "wild": [kind for kind in range(34) if int(wild) >> kind & 1] if wild else None,
            "forbidden": [kind for kind in range(34) if int(forbidden) >> kind & 1] if forbidden else None,
            "wilds": int(wilds or 0),
        }
        if event and event not in {*EVENTS, *stranger.header["events"]}:
            return "!"
        if verb == "w":
            return "".join(f"{kind} " for kind in stranger.waits(counts, melds, **told))
        return str(int(stranger.wins(counts, melds, **told)))
    except (NotationError, Refused):
        return "!"


LANGUAGES = {"json": in_json, "c": in_c, "node": in_node, "page": in_a_page, "java": in_java, "go": in_go}
every_language = pytest.mark.parametrize(
    "language",
    [name if name in ("json", "c", "node") else pytest.param(name, marks=pytest.mark.long) for name in LANGUAGES],
)


# Lines for a program, and what it should answer


class Asked(NamedTuple):
    """A line, and the answer that is right: 1 or 0, kinds, or ! for what can't be judged."""

    line: str
    answer: str


def line(verb: str, hand: str, told: dict[str, Any]) -> str:
    """What a program reads."""

    def mask(keyword: str) -> str:
        return "" if told.get(keyword) is None else str(sum(1 << kind for kind in TileSet.parse(told[keyword])))

    won = told.get("winning_tile")
    said = ["" if told.get(keyword) is None else str(int(told[keyword])) for keyword in ("self_draw", "ready")]
    fields = ["" if won is None else str(kind_of(won)), *said, told.get("event") or "", mask("wild"), mask("forbidden")]
    return "\t".join([verb, hand, *fields, str(told.get("wilds", "")) or ""])


def by_counts(text: str) -> str:
    """The hand as 34 counts and numbers of melds."""
    hand = Hand.parse(text)
    melds = [34 * MELDS.index((group.type, group.mark)) + group.tiles[0] for group in hand.declared]
    return " ".join(map(str, [*hand.counts, *melds]))


def judged(rules: RuleSet | Table, case: Case) -> str:
    """The verdict of the library."""
    try:
        wins = (
            rules.is_win(case.text, **case.told) if isinstance(rules, RuleSet) else rules.wins(case.text, **case.told)
        )
    except ValueError:
        return "!"
    return str(int(wins))


@cache
def hands(name: str, number: int) -> list[Asked]:
    """Hands as texts and as counts, with the verdicts of the library."""
    rules, found = rules_of(name), []
    dealt = small_cases(number, 11) if name == "small" else cases(rules, number, SPECS[name], seed=11)
    for at, case in enumerate(dealt):
        told, verdict = case.told, judged(rules, case)
        assert judged(table_of(name), case) == verdict
        if at % 4 == 3:
            shown = Hand.parse(case.text).winning_tile
            told = {"winning_tile": shown, **told} if shown else told
            found.append(Asked(line("c", by_counts(case.text), told), verdict))
        else:
            found.append(Asked(line("t", case.text, told), verdict))
    return found


@cache
def short_hands(name: str, number: int) -> list[Asked]:
    """Hands that are one tile short, with what they wait for."""
    found = []
    for case in short_cases(rules_of(name), number, max(0, SPECS[name] - 1), seed=12):
        waits = table_of(name).waits(case.text, **case.told)
        found.append(Asked(line("w", case.text, case.told), "".join(f"{INDEX[kind]} " for kind in waits)))
    return found


PIECES = (
    "11-1m 2-34p 1111+z 22=22s 111+1m 0 00 405-m 40-5m 4-05m 55-0p 0m 7z 8z 12 m , 1m 5m5m 123p456p789p11122z 9s "
    "1-1-1m -111m 555=0s 12-3z 3m - x 0x q é 1M"
)


def texts(rng: random.Random, number: int) -> list[str]:
    """Texts that are in the notation and those that aren't."""
    found = [
        "",
        "11m123p456p789p,1111+m",
        "1m" * 5001,
        "1m" * 5000,
        "1" * 9999 + "m",
        "1111+m" * 30,
        "123m" + " " * 300,
    ]
    while len(found) < number:
        text = "".join(rng.choices([*PIECES.split(), " ", "", "  "], k=rng.randint(1, 7)))
        if rng.random() < 0.3 and text:
            at = rng.randrange(len(text))
            text = text[:at] + rng.choice("0123456789mpsz-=+, x") + text[at + 1 :]
        found.append(text)
    return found


@cache
def odd_hands(name: str, number: int) -> list[Asked]:
    """Any text, and hands of which too little or something else is told."""
    table, rng = table_of(name), random.Random(13)
    found = []
    for text in texts(rng, number):
        told: dict[str, Any] = {
            "self_draw": rng.choice([None, True, False]),
            "ready": rng.choice([None, True, False]),
            "event": rng.choice([None, None, "heaven", "lucky"]),
            "wild": rng.choice([None, "", "5z", "1z2z"]),
            "forbidden": rng.choice([None, "", "1m"]),
            "winning_tile": rng.choice([None, None, None, "5m", "1m"]),
            "wilds": rng.choice([0, 0, 0, 1, 5]),
        }
        found.append(Asked(line("t", text, told), judged(table, Case(text, told))))
    return found


def check(program: Program, name: str, asked: list[Asked]) -> None:
    answers = program(name, [line for line, _ in asked])
    assert len(answers) == len(asked)
    wrong = [(line[:200], right, found) for (line, right), found in zip(asked, answers, strict=True) if right != found]
    assert wrong[:5] == []


@every_language
def test_it_judges_as_the_library_does(language: str, tmp_path: Path) -> None:
    program = LANGUAGES[language](tmp_path, ["standard"])
    check(program, "standard", hands("standard", 300))
    check(program, "standard", short_hands("standard", 40))
    check(program, "standard", odd_hands("standard", 300))


@every_language
def test_no_title_and_no_name_breaks_the_source(language: str, tmp_path: Path) -> None:
    program = LANGUAGES[language](tmp_path, ["list"])
    asked = [Asked(line("t", "111m22z", {"ready": True}), "1"), Asked(line("t", "111m22z", {"ready": False}), "0")]
    check(
        program,
        "list",
        [*asked, Asked(line("t", "111m22z", {}), "!"), Asked(line("w", "111m2z", {"ready": True}), "28 ")],
    )


@every_language
def test_what_a_table_is_made_for_is_held_to(language: str, tmp_path: Path) -> None:
    program = LANGUAGES[language](tmp_path, ["told", "free"])
    for name in ("told", "free"):
        asked = []
        values = (
            [None, True, False],
            [None, True, False],
            [None, "heaven", "earth"],
            [None, "", "1m"],
            [None, "", "5z"],
        )
        for text, *said in product(["111m22z", "222m11z,", "22z,2-34p", "1m5z22z1m", "222m1z"], *values):
            told = dict(zip(["self_draw", "ready", "event", "forbidden", "wild"], said, strict=True))
            for wilds in (0, 1) if said[:2] == [None, None] else (0,):
                case = Case(text, {**told, "wilds": wilds})
                asked.append(Asked(line("t", text, case.told), judged(table_of(name), case)))
        assert {answer for _, answer in asked} == {"0", "1", "!"}
        check(program, name, asked)


def test_more_roots_than_a_class_of_java_holds_are_refused() -> None:
    table = table_of("list")
    large = replace(table, roots=Roots(0, table.roots.winners, (0,) * 6000))
    with pytest.raises(
        RuleError, match="6,000 roots, more than the 5,000 that a class of Java holds: tell some of ready"
    ):
        source(large, "java")
    assert source(large, "go")


@pytest.mark.long
def test_every_kind_of_rule_set_is_judged_as_the_library_does(tmp_path: Path) -> None:
    others = [name for name in SPECS if name != "standard"]
    assert max(table_of("small").roots.winners) == 2, "a wild 5m that wins is told from other wild tiles"
    verdicts = [asked.answer for name in others for asked in hands(name, 650)]
    assert len(verdicts) >= 5000 and min(verdicts.count("0"), verdicts.count("1")) > 1000
    missing = []
    for language, compiled in LANGUAGES.items():
        folder = tmp_path / language
        folder.mkdir()
        try:
            program = compiled(folder, others)
        except pytest.skip.Exception as lacking:
            missing.append(str(lacking))
            continue
        for name in others:
            check(program, name, hands(name, 650))
            check(program, name, short_hands(name, 40))
            check(program, name, odd_hands(name, 300))
    if missing:
        pytest.skip(", ".join(missing))
