"""A table as one source file that holds a small runner too: C, JavaScript, Java, Go; or as JSON."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from textwrap import wrap

from regexhu.errors import RuleError
from regexhu.hands.told import EVENTS
from regexhu.rules.table import WHERE, Reading, Table
from regexhu.rules.tablebytes import header, little_endian

WIDTH = 118
ANY = 9999
"""A number of tiles that no hand has."""
JAVA_LINES = 600
"""How many lines are one constant of Java."""
JAVA_ROOTS = 5000
"""How many numbers an array of Java may be written with: a method has 64 KB."""
GO_WORDS = (
    " break case chan const continue default defer else fallthrough for func go goto if import interface map package"
    " range return select struct switch type var "
)


@dataclass(frozen=True)
class Language:
    """How a language writes what a runner is filled in with.

    `reads` says how a fact is tested, by what it reads: with `{kinds}`, `{where}`, `{root}`, `{copies}`, `{name}`.
    `kinds` writes a set of kinds, `roles` what is told of one, `said` yes and no, `cells` the cells in lines.
    """

    template: str
    comment: str
    reads: dict[str, str]
    holds: str
    kinds: Callable[[Sequence[int]], str]
    roles: dict[str, str]
    said: tuple[str, str]
    other_event: tuple[str, str]
    cells: Callable[[Table], Iterator[str]]
    nested: tuple[str, str] = ("{", "}")


def source(table: Table, to: str) -> str:
    """The source file in a language, or JSON."""
    if to == "json":
        return _json(table)
    if to == "java" and len(table.roots.states) > JAVA_ROOTS:
        number = f"{len(table.roots.states):,} roots, more than the {JAVA_ROOTS:,}"
        raise RuleError(f"the table has {number} that a class of Java holds: tell some of {_untold(table)}")
    language = LANGUAGES[to]
    text = (files("regexhu.workshop") / "runners" / language.template).read_text("utf-8")
    values = _values(table, language)
    flags = set(_flags(table))
    lines: list[str] = []
    asked: list[str] = []
    for line in text.splitlines():
        if line.lstrip().startswith("@if "):
            asked.append(line.split()[1])
        elif line.strip() == "@end":
            asked.pop()
        elif flags.issuperset(asked):
            lines.append(re.sub(r"@([A-Z_]+)@", lambda found: values[found[1]], line))
    whole = "\n".join(lines) + "\n"
    if to == "c":
        name = _name(table)
        whole = re.sub(r"\bhu_", f"{name}_", re.sub(r"\bHU_", f"{name.upper()}_", whole))
    return whole


def _untold(table: Table) -> str:
    return ", ".join(fact.name for fact in table.facts)


def _json(table: Table) -> str:
    """The header and the cells, a list for each state."""
    cells, width = table.automaton.cells, table.automaton.columns.width
    said = json.dumps(header(table), ensure_ascii=False)
    rows = ",\n".join(f"[{','.join(map(str, cells[at : at + width]))}]" for at in range(0, len(cells), width))
    return f'{said[:-1]}, "cells": [\n{rows}\n]}}\n'


def _name(table: Table) -> str:
    """The rule set's name as an identifier."""
    name = re.sub(r"\W+", "_", table.about["rules"], flags=re.ASCII).strip("_").lower()
    return name if re.match("[a-z]", name) else f"rules_{name}".rstrip("_")


def about(table: Table) -> list[str]:
    """What the file says at its top, in sentences."""
    said = table.about
    switches = ", ".join(f"{name} {'on' if on else 'off'}" for name, on in said["switches"].items())
    needs = ", ".join(keyword.replace("_", " ") for keyword in table.needs)
    sizes = ", ".join(map(str, table.sizes))
    return [
        f"{said['title'] or said['rules'] or 'A rule set'}: which hands win.",
        "",
        f"Written by regexhu {said['version']} from the rule set {said['rules'] or 'without a name'}.",
        f"Switches: {switches}." if switches else "",
        f"Source: {said['source'].rstrip('.')}." if said["source"] else "",
        f"A winning hand has {sizes} tiles." if sizes else "",
        f"It has to come with: {needs}." if needs else "",
        *table.limits,
    ]


def _values(table: Table, language: Language) -> dict[str, str]:
    """What stands in the place of each `@NAME@` of a template."""
    columns, width = table.automaton.columns, table.automaton.columns.width
    first, at = [], 0
    for size in table.automaton.layers:
        first.append(at * width)
        at += size
    most = max(map(len, columns[:4]))
    begin, end = language.nested
    letters = [f"{begin}{_listed([*row, *[0] * (most - len(row))])}{end}" for row in columns[:4]]
    lines = [wrapped for line in about(table) if line or line == "" for wrapped in (wrap(_plain(line), 112) or [""])]
    lines = [line for at, line in enumerate(lines) if line or (at and lines[at - 1])]
    told, name = table.told, _name(table)
    return {
        "NAME": name,
        "PACKAGE": name.replace("_", "") + "rules" * (f" {name} " in GO_WORDS),
        "CLASS": "".join(part.capitalize() for part in name.split("_")) + "Rules",
        "ABOUT": "\n".join(f"{language.comment} {line}".rstrip() for line in lines),
        "CELLS": "\n".join(language.cells(table)),
        "NUMBER": str(len(table.automaton.cells)),
        "FIRST": _listed(first),
        "LETTERS": str(most),
        "COLUMNS": ", ".join(letters),
        "MELDS": _listed(columns.melds),
        "MOST": _listed([len(columns.real) - 1, len(columns.own) - 1]),
        "ROOTS": _listed(table.roots.states),
        "WINNERS": _listed(table.roots.winners),
        "WIDTH": str(width),
        "WILDS": str(table.roots.wilds),
        "CLASSES": str(max(table.roots.winners) + 1),
        "FACTS": str(len(table.facts)),
        "ALIKE": str(ANY if table.most_alike is None else table.most_alike),
        "COPIES": str(ANY if table.copies is None else table.copies),
        "EVENTS": ", ".join(f'"{event}"' for event in dict.fromkeys([*EVENTS, *table.events])),
        "WILD": _role("wild", table, language),
        "FORBIDDEN": _role("forbidden", table, language),
        "OTHER_SELF_DRAW": language.said[bool(told.get("self_draw"))],
        "OTHER_READY": language.said[bool(told.get("ready"))],
        "OTHER_EVENT": language.other_event[told.get("event") is not None].format(told.get("event")),
        "FACT_LINES": "\n".join(_facts(table, language)),
    }


def _role(role: str, table: Table, language: Language) -> str:
    """The kinds that have a role: those that the table is made for, or those that are told."""
    if role not in table.told:
        return language.roles[role]
    kinds = language.kinds(sorted(table.told[role]))
    return f"new Set({kinds})" if kinds.startswith("[") else kinds


def _flags(table: Table) -> Iterator[str]:
    """The parts of a template that are for the table."""
    for fact in table.facts:
        yield "any_event" if fact.reads == "event" and fact.events is None else fact.reads
        if fact.kinds == "forbidden":
            yield "forbidden"
    yield from (f"fixed_{keyword}" for keyword in table.told)
    if "forbidden" in table.told:
        yield "forbidden"
    yield from (f"needs_{keyword}" for keyword in table.needs)
    if not table.takes_wild:
        yield "no_wild"
    if not table.counts_wild:
        yield "no_count"


def _facts(table: Table, language: Language) -> Iterator[str]:
    """A line that sets the bit of each fact that holds."""
    for at, fact in enumerate(table.facts):
        tests = [_test(fact, event, language) for event in fact.events or ("",)]
        test = " || ".join(tests) if fact.reads == "event" else tests[0]
        yield language.holds.format(test=test if fact.holds else f"!({test})", bit=1 << at, name=_plain(fact.name)[:90])


def _test(fact: Reading, event: str, language: Language) -> str:
    reads = "any_event" if fact.reads == "event" and fact.events is None else fact.reads
    kinds = fact.kinds if isinstance(fact.kinds, str) else language.kinds(fact.kinds)
    where = sum(1 << WHERE.index(place) for place in set(fact.where))
    copies = ANY if fact.copies is None else fact.copies
    return language.reads[reads].format(kinds=kinds, where=where, root=fact.root, copies=copies, name=event)


def _mask(kinds: Sequence[int]) -> int:
    return sum(1 << kind for kind in set(kinds))


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def _plain(text: str) -> str:
    """The text as it may stand in any comment: one line, and nothing that a compiler reads as more than text."""
    text = "".join(char if char.isprintable() and char != "\\" else " " for char in " ".join(text.split()))
    return text.replace("*/", "* /").replace("/*", "/ *").replace("??", "? ?")


# --- languages


def _numbers(table: Table) -> Iterator[str]:
    """The cells as numbers, in lines."""
    line = ""
    for cell in table.automaton.cells:
        if len(line) > WIDTH - 7:
            yield line
            line = ""
        line += f"{cell},"
    yield line.rstrip(",")


def _base64(table: Table, width: int = WIDTH - 6) -> list[str]:
    """The cells as lines of base 64, each of whole groups."""
    text = b64encode(little_endian(table)).decode()
    width -= width % 4
    return [text[at : at + width] for at in range(0, len(text), width)]


def _in_lines(table: Table) -> Iterator[str]:
    """The cells in base 64, in lines."""
    yield from _base64(table)


def _in_strings(table: Table) -> Iterator[str]:
    """The cells in base 64 as strings of Java: constants of less than 65,536 bytes."""
    lines = _base64(table, WIDTH - 16)
    for at, line in enumerate(lines):
        ends = "" if at + 1 == len(lines) else "," if at % JAVA_LINES == JAVA_LINES - 1 else " +"
        yield f'            "{line}"{ends}'


LANGUAGES = {
    "c": Language(
        template="runner.c",
        comment=" *",
        reads={
            "self_draw": "hand->self_draw == 1",
            "ready": "hand->ready == 1",
            "any_event": "hand->event != NULL",
            "event": 'hu_came_by(hand, "{name}")',
            "wild": "wild & {kinds}",
            "tiles": "hu_lies(hand, {kinds}, {where})",
            "waits": "hu_waited(hand, {kinds}, {root}, {copies})",
        },
        holds="    if ({test}) facts |= {bit}; /* {name} */",
        kinds=lambda kinds: f"UINT64_C({_mask(kinds):#x})",
        roles={"wild": "hand->wild & HU_KINDS", "forbidden": "hand->forbidden & HU_KINDS"},
        said=("1", "-1"),
        other_event=("hand->event != NULL", 'hand->event && strcmp(hand->event, "{}") != 0'),
        cells=_numbers,
    ),
    "javascript": Language(
        template="runner.js",
        comment="//",
        reads={
            "self_draw": "told.selfDraw === true",
            "ready": "told.ready === true",
            "any_event": "told.event != null",
            "event": 'told.event === "{name}"',
            "wild": "{kinds}.some(kind => wild.has(kind))",
            "tiles": "lies(hand, {kinds}, {where})",
            "waits": "waited(hand, {kinds}, {root}, {copies})",
        },
        holds="  if ({test}) facts |= {bit}; // {name}",
        kinds=lambda kinds: f"[{_listed(sorted(kinds))}]",
        roles={"wild": "told.wild ?? new Set()", "forbidden": "told.forbidden ?? new Set()"},
        said=("true", "false"),
        other_event=("told.event != null", 'told.event != null && told.event !== "{}"'),
        cells=_in_lines,
        nested=("[", "]"),
    ),
    "java": Language(
        template="Runner.java",
        comment="//",
        reads={
            "self_draw": "hand.selfDraw != null && hand.selfDraw",
            "ready": "hand.ready != null && hand.ready",
            "any_event": "hand.event != null",
            "event": '"{name}".equals(hand.event)',
            "wild": "(wild & {kinds}) != 0",
            "tiles": "lies(hand, {kinds}, {where})",
            "waits": "waited(hand, {kinds}, {root}, {copies})",
        },
        holds="        facts |= {test} ? {bit} : 0; // {name}",
        kinds=lambda kinds: f"{_mask(kinds):#x}L",
        roles={
            "wild": "hand.wild == null ? 0 : hand.wild",
            "forbidden": "hand.forbidden == null ? 0 : hand.forbidden",
        },
        said=("true", "false"),
        other_event=("hand.event != null", 'hand.event != null && !hand.event.equals("{}")'),
        cells=_in_strings,
    ),
    "go": Language(
        template="runner.go",
        comment="//",
        reads={
            "self_draw": "hand.SelfDraw == Yes",
            "ready": "hand.Ready == Yes",
            "any_event": 'hand.Event != ""',
            "event": 'hand.Event == "{name}"',
            "wild": "wild&{kinds} != 0",
            "tiles": "hand.lies({kinds}, {where})",
            "waits": "hand.waited({kinds}, {root}, {copies})",
        },
        holds="\tif {test} {{\n\t\tknown |= {bit} // {name}\n\t}}",
        kinds=lambda kinds: f"uint64({_mask(kinds):#x})",
        roles={"wild": "hand.Wild & (Told - 1)", "forbidden": "hand.Forbidden & (Told - 1)"},
        said=("Yes", "No"),
        other_event=('hand.Event != ""', 'hand.Event != "" && hand.Event != "{}"'),
        cells=_in_lines,
    ),
}
TARGETS = (*LANGUAGES, "json")
