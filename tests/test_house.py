"""How the house stands: imports run one way from room to room, so that no circle can be, and no file is long."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FLOORS = [
    {"_speedups"},
    {"version", "errors", "speedups"},
    {"hands"},
    {"regextext"},
    {"syntax"},
    {"blocks"},
    {"expression", "automaton"},
    {"rules"},
    {"explain"},
    {"workshop"},
    {"cli"},
    {"__init__", "__main__"},
]
"""A room imports itself and what stands before it in this list; rooms in one line know nothing of each other."""
HEIGHT = {room: height for height, rooms in enumerate(FLOORS) for room in rooms}
MOST_LINES = 400

UPWARD: set[tuple[str, str]] = set()
"""Imports that run up still: a file, and the room that it imports. A line here that is no longer true fails as well."""
LONG: set[str] = set()
"""Files that are too long still."""


def imported(text: str, module: str) -> Iterator[str]:
    """The modules that a module's text imports, wherever: in functions and under TYPE_CHECKING too."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = module.split(".")[: -node.level] if node.level else []
            name = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{name}.{alias.name}" for alias in node.names)


def rooms_of(text: str, module: str) -> set[str]:
    """The rooms of the house that a module's text imports from."""
    inside = (name.split(".") for name in imported(text, module) if name.split(".")[0] == "regexhu")
    return {name[1] if len(name) > 1 and name[1] in HEIGHT else "__init__" for name in inside}


def modules() -> dict[str, tuple[str, str]]:
    """Each file of the library, with its module and its text."""
    files = sorted((ROOT / "regexhu").rglob("*.py"))
    return {
        str(file.relative_to(ROOT)): (
            ".".join(file.relative_to(ROOT).with_suffix("").parts),
            file.read_text(encoding="utf-8"),
        )
        for file in files
    }


def room_of(module: str) -> str:
    return module.split(".")[1]


def test_imports_are_read_wherever_they_stand() -> None:
    text = """
import regexhu.hands.tiles as tiles
from regexhu import RuleSet
if TYPE_CHECKING:
    from ..rules.judge import Judge
def lazily():
    from . import names
    from .. import errors
    import re
"""
    assert set(imported(text, "regexhu.syntax.tree")) == {
        "regexhu.hands.tiles",
        "regexhu.RuleSet",
        "regexhu.rules.judge.Judge",
        "regexhu.syntax.names",
        "regexhu.errors",
        "re",
    }
    assert rooms_of(text, "regexhu.syntax.tree") == {"hands", "__init__", "rules", "syntax", "errors"}


def test_every_room_stands_on_a_floor() -> None:
    assert {room_of(module) for module, _ in modules().values()} | {"_speedups"} == set(HEIGHT)


def test_a_room_imports_only_rooms_below_it() -> None:
    upward = {
        (file, room)
        for file, (module, text) in modules().items()
        for room in rooms_of(text, module) - {room_of(module)}
        if HEIGHT[room] >= HEIGHT[room_of(module)]
    }
    assert upward == UPWARD


@pytest.mark.parametrize("folder", ["regexhu", "tests", "patterns", "benchmarks", "docs"])
def test_no_file_is_long(folder: str) -> None:
    written = [file for kind in ("*.py", "*.[ch]") for file in (ROOT / folder).rglob(kind)]
    files = {str(file.relative_to(ROOT)): file.read_text("utf-8").count("\n") for file in written}
    assert {file for file, lines in files.items() if lines > MOST_LINES} == {
        file for file in LONG if file.startswith(f"{folder}/")
    }


def test_every_room_has_its_tests() -> None:
    rooms = {room for room in HEIGHT if (ROOT / "regexhu" / room).is_dir()}
    assert {room for room in rooms if not list((ROOT / "tests" / room).glob("test_*.py"))} == set()


def test_every_rule_set_has_a_test_file_of_its_own() -> None:
    names = {file.stem for file in (ROOT / "patterns").glob("*.py")} - {"__init__"}
    assert {name for name in names if not (ROOT / "tests" / "patterns" / f"test_{name}.py").exists()} == set()


def test_every_test_file_is_in_the_reading_order_that_pytest_runs() -> None:
    paths = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["pytest"]["ini_options"]["testpaths"]
    files = {
        file for path in paths for file in ([ROOT / path] if path.endswith(".py") else (ROOT / path).rglob("*.py"))
    }
    assert set((ROOT / "tests").rglob("test_*.py")) <= files
