"""The documentation: its code runs, its generated pages match the docstrings, its grammar is the reader's."""

from __future__ import annotations

import doctest
import importlib.util
import re
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import get_args

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from regexhu import NotationError, blocks, load, parse
from regexhu.automaton.tables import _CHUNKS, _chunk
from regexhu.errors import NotationKind
from regexhu.hands.tiles import NAMES

DOCS = Path(__file__).parent.parent / "docs"
PAGES = sorted(page.name for page in DOCS.glob("*.md"))


def fenced(page: str, language: str) -> list[str]:
    """The code blocks of one language on a page."""
    return re.findall(rf"^```{language}\n(.*?)^```$", (DOCS / page).read_text("utf-8"), re.DOTALL | re.MULTILINE)


@cache
def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate_docs", DOCS / "generate.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("page", PAGES)
def test_the_code_on_every_page_does_what_the_page_says(page: str) -> None:
    shared: dict[str, object] = {}
    report: list[str] = []
    runner = doctest.DocTestRunner()
    for number, code in enumerate(fenced(page, "pycon"), 1):
        test = doctest.DocTestParser().get_doctest(code, shared, f"{page}, block {number}", page, 0)
        runner.run(test, out=report.append, clear_globs=False)
        shared.update(test.globs)
    assert runner.tries
    assert not runner.failures, "".join(report)


def test_generated_files_are_up_to_date() -> None:
    stale = [file.name for file, text in generator().written().items() if file.read_text("utf-8") != text]
    assert stale == [], "run python docs/generate.py"


def test_every_block_has_its_place_on_the_page_of_blocks() -> None:
    assert generator().documented() == set(blocks.__all__)


def test_every_block_shows_a_hand_that_wins_and_one_that_loses() -> None:
    entries = re.split(r"^### ", (DOCS / "blocks.md").read_text("utf-8"), flags=re.MULTILINE)[1:]
    assert len(entries) > 40
    for entry in entries:
        name, *lines = entry.splitlines()
        assert [line for line in lines if line in ("True", "False")] == ["True", "False"], name


def test_the_table_of_classes_is_that_of_the_harbin_automaton() -> None:
    automaton = load("harbin").automaton(14)
    rows = re.findall(r"^\| (\w\w) to (\w\w) \| ([\d,]+) \| (\d+) \|$", (DOCS / "engines.md").read_text("utf-8"), re.M)
    assert rows == [
        (NAMES[first], NAMES[last - 1], f"{5 ** (last - first):,}", str(len(_chunk(automaton, first, last)[1])))
        for first, last in _CHUNKS
    ]


# The grammar


@cache
def grammar() -> re.Pattern[str]:
    """The EBNF of the notation page as one regex."""
    rules = dict(re.findall(r"^(\w+) *= (.*?) ;", fenced("notation.md", "ebnf")[0], re.MULTILINE))
    blanks = {"tab": r"\t", "line feed": r"\n", "carriage return": r"\r"}

    def expanded(text: str) -> str:
        tokens = re.findall(r'"([^"]*)"|(tab|line feed|carriage return)|(\w+)|([{}()|])', text)
        return "".join(
            re.escape(quoted)
            or blanks.get(blank)
            or (name and f"(?:{expanded(rules[name])})")
            or {"{": "(?:", "}": ")*", "(": "(?:", ")": ")", "|": "|"}[sign]
            for quoted, blank, name, sign in tokens
        )

    return re.compile(expanded(rules["text"]))


PIECES = ["11-1m", "2-34p", "1111+z", "22=22s", "0", "7z", "12", "m", ",", " "]
BEYOND_THE_GRAMMAR = ("not_consecutive", "mixed_meld", "honor_chi", "honor_range")
"""What the page says in words: which digits a meld takes, and that those of honours end at 7."""


@settings(max_examples=400, deadline=None)
@given(st.text("0123579mpszx-=+, ", max_size=12) | st.lists(st.sampled_from(PIECES), max_size=6).map("".join))
@example("12-3m 2222+s,0x\t7z")
@example("1111=m")
def test_the_grammar_accepts_the_texts_that_are_read(text: str) -> None:
    try:
        parse(text)
    except NotationError as error:
        assert not grammar().fullmatch(text) or error.kind in BEYOND_THE_GRAMMAR
    else:
        assert grammar().fullmatch(text)


def test_the_page_shows_every_refusal_with_its_message() -> None:
    shown = set(re.findall(r"^(\w+): ", "".join(fenced("notation.md", "pycon")), re.MULTILINE))
    assert shown >= set(get_args(NotationKind)) - {"winning_tile"}
