"""Chinese words for all that is said."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import get_args

from regexhu import syntax
from regexhu.explain import chinese
from regexhu.syntax.counts import Measure
from regexhu.syntax.tree import Pattern


def nodes(kind: type[Pattern]) -> set[type]:
    """The classes of the syntax that derive from a class and have words of their own."""
    found = set()
    for module in map(import_module, (f"regexhu.syntax.{name}" for _, name, _ in iter_modules(syntax.__path__))):
        for of in vars(module).values():
            if (
                isinstance(of, type)
                and issubclass(of, kind)
                and vars(of).get("words", Pattern.words) is not Pattern.words
            ):
                found.add(of)
    return found


def test_every_class_of_pattern_and_every_measure_has_chinese_words() -> None:
    assert nodes(Pattern) == set(chinese._SAID)
    assert set(get_args(Measure)) == set(chinese._COUNTED)


def test_every_phrase_of_an_explanation_has_chinese_words() -> None:
    said = set()
    for module in ("wording", "verdict", "findings", "context", "describe", "diagram", "pictures"):
        path = import_module(f"regexhu.explain.{module}").__file__
        assert path
        said |= set(phrases(path))
    assert said <= set(chinese.PHRASES)
    assert len(said) > 30


def phrases(path: str) -> Iterator[str]:
    """The texts that a module says."""
    for call in ast.walk(ast.parse(Path(path).read_text("utf-8"))):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "say":
            for leaf in ast.walk(call.args[0]):
                if isinstance(leaf, ast.Constant) and isinstance(leaf.value, str):
                    yield leaf.value
