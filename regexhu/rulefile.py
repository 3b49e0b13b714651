"""Running a rule file. What goes wrong in it is shown at its place: file, line, the author's own line, a caret."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import re
import sys
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from itertools import accumulate
from pathlib import Path
from traceback import FrameSummary, extract_tb
from types import ModuleType
from typing import NamedTuple

from regexhu.errors import RuleError, UnknownRules, columns
from regexhu.pattern import Pattern

_OPERATOR = re.compile(r"#[^\n]*|\band\b|\bor\b|[^\s()#\w]+")
_INTERNAL = {"int": "number", "str": "text", "function": "function without its (…)", "Shape": "shape"}


def run(path: Path) -> ModuleType:
    """The module that the rule file makes; it is run from its source, and nothing is written beside it."""
    if not path.is_file():
        raise UnknownRules(str(path))
    spec = importlib.util.spec_from_file_location(f"regexhu_rules_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise RuleError(f"{path} can't be read as a rule file: it ends in .py and is Python")
    module = importlib.util.module_from_spec(spec)
    wrote, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise located(error, path) from error
    finally:
        sys.dont_write_bytecode = wrote
    return module


class Span(NamedTuple):
    """A place in a source text, as offsets of characters."""

    start: int
    end: int


class Source:
    """The text of a rule file, and places in it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.text = importlib.util.decode_source(path.read_bytes())
        self.lines = self.text.split("\n")
        self._starts = [0, *accumulate(len(line) + 1 for line in self.lines)]

    def offset(self, line: int, column: int) -> int:
        """The offset of a line, from 1, and a column in bytes, as Python's syntax trees have them."""
        return self._starts[line - 1] + len(self.lines[line - 1].encode()[:column].decode())

    def span(self, at: ast.expr | ast.stmt | FrameSummary) -> Span:
        """Where the code of a node or a frame stands."""
        column, end_column = (at.colno, at.end_colno) if isinstance(at, FrameSummary) else (at.col_offset, at.end_col_offset)
        start = self.offset(at.lineno or 1, column or 0)
        return Span(start, start if end_column is None else self.offset(at.end_lineno or 1, end_column))

    def place(self, span: Span) -> str:
        """`file:line`, the line, and carets under the part of it."""
        line = next(number for number in reversed(range(len(self.lines))) if self._starts[number] <= span.start)
        start, end = (min(at - self._starts[line], len(self.lines[line])) for at in span)
        text = self.lines[line].lstrip()
        indent = len(self.lines[line]) - len(text)
        before, marked = self.lines[line][indent:start], self.lines[line][start:end]
        carets = "^" * max(1, columns(marked))
        return f"{self.path}:{line + 1}\n    {text}\n    {' ' * columns(before)}{carets}"


def located(error: BaseException, path: Path) -> RuleError:
    """The error as the author of the rule file meets it."""
    try:
        source = Source(path)
    except (SyntaxError, ValueError):
        return RuleError(f"{path} can't be read: {error}")
    if isinstance(error, SyntaxError) and error.filename == str(path) and error.lineno:
        start = min(source.offset(error.lineno, 0) + max((error.offset or 1) - 1, 0), len(source.text))
        return RuleError(f"{source.place(Span(start, start))}\nthis is no Python: {error.msg}")
    frames = extract_tb(error.__traceback__)
    own = [number for number, frame in enumerate(frames) if frame.filename == str(path)]
    if not own:
        return RuleError(f"{path} doesn't run: {type(error).__name__}: {error}")
    frame, *inner = frames[own[-1] :]
    return RuleError(f"{source.place(_fault(error, source, frame))}\n{_words(error, inner)}")


def _fault(error: BaseException, source: Source, frame: FrameSummary) -> Span:
    """What the caret points at: a place in a text of the author's, an operator, or the code that failed."""
    failed = source.span(frame)
    if isinstance(error, RuleError) and error.text:
        at = source.text.find(error.text, failed.start, failed.end)
        if at >= 0:
            return Span(at + error.position, at + error.position)
    for node in ast.walk(ast.parse(source.text)):
        if isinstance(node, ast.BinOp | ast.BoolOp) and source.span(node) == failed:
            left, right = (node.left, node.right) if isinstance(node, ast.BinOp) else node.values[:2]
            between = _OPERATOR.finditer(source.text, source.span(left).end, source.span(right).start)
            return next((Span(*found.span()) for found in between if found[0][0] != "#"), failed)
    return failed


def _words(error: BaseException, inner: Sequence[FrameSummary]) -> str:
    """What is wrong and what to write instead; `inner` are the frames that the author's line led to."""
    match error:
        case RuleError():
            return re.sub(r"<function (\w+) at \w+>", r"\1 without its (…)", error.message)
        case NameError(name=str(name)):
            return _unknown_name(name)
        case ImportError(name="regexhu.blocks") if found := re.search("import name '(.+?)'", str(error)):
            return f"regexhu.blocks has no {found[1]}{_near(found[1], _blocks())}"
        case AttributeError(name=str(name), obj=Pattern() as pattern) if not inner:
            public = [known for known in dir(pattern) if not known.startswith("_")]
            return f"{pattern!r} has no .{name}{_near(name, public)}"
        case TypeError() if not inner:
            return _plain(str(error))
    if inner and (callee := getattr(_vocabulary(), inner[0].name, None)):
        return f"{inner[0].name}({', '.join(inspect.signature(callee).parameters)}) takes something else: {callee.__doc__}"
    return f"{type(error).__name__}: {error}"


def _vocabulary() -> ModuleType:
    from regexhu import blocks

    return blocks


def _blocks() -> list[str]:
    names: list[str] = _vocabulary().__all__
    return names


def _unknown_name(name: str) -> str:
    if name == "RuleSet" or name in _blocks():
        return f"{name} isn't imported: write from regexhu.{'rules' if name == 'RuleSet' else 'blocks'} import {name}"
    return f"nothing is named {name}{_near(name, _blocks())}"


def _near(name: str, known: Iterable[str]) -> str:
    near = get_close_matches(name, known)
    return f"; did you mean {' or '.join(near)}?" if near else ""


def _plain(message: str) -> str:
    """A message of Python's with an author's words for what is only named so inside the library."""

    def word(quoted: re.Match[str]) -> str:
        name = quoted[1]
        kinds = [kind.__name__ for kind in _kinds(Pattern)]
        return _INTERNAL.get(name) or ("class of groups" if name == "GroupClass" else "condition" if name in kinds else quoted[0])

    said = re.sub(r"'(\w+)'", word, message.replace(".__init__()", "()"))
    if "operand" in message:
        said += "; shapes are made with * and +, as in 4 * meld + pair, conditions are joined with & | ~"
    elif (wrong := re.search("unexpected keyword argument '(.+?)'", message)) and message.startswith("RuleSet"):
        from regexhu.rules import RuleSet

        said += _near(wrong[1], inspect.signature(RuleSet).parameters)
    return said


def _kinds(kind: type[Pattern]) -> list[type[Pattern]]:
    return [kind, *(below for child in kind.__subclasses__() for below in _kinds(child))]
