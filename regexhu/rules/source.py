"""The text of a rule file: places in it, for messages, and what its syntax tree tells."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import cached_property
from importlib.util import decode_source
from itertools import accumulate
from pathlib import Path
from traceback import FrameSummary
from typing import NamedTuple

from regexhu.errors import RuleError, from_here, pointed
from regexhu.rules.examples import Example
from regexhu.rules.ruleset import RuleSet
from regexhu.syntax.tree import Named, Pattern


def file_of(rules: RuleSet) -> str:
    """The file of a rule set, as short as it can be named from here; its name, where it has no file."""
    return rules.name if rules.path is None else from_here(rules.path)


class Span(NamedTuple):
    """A place in a source text, as offsets of characters."""

    start: int
    end: int


class Source:
    """The text of a rule file."""

    def __init__(self, path: Path, held: bytes | None = None) -> None:
        self.path = path
        self.text = decode_source(path.read_bytes() if held is None else held)
        self.lines = self.text.split("\n")
        self._starts = [0, *accumulate(len(line) + 1 for line in self.lines)]

    @cached_property
    def tree(self) -> ast.Module:
        """The syntax tree."""
        return ast.parse(self.text)

    def offset(self, line: int, column: int) -> int:
        """The offset of a line, from 1, and a column in bytes, as Python's syntax trees have them."""
        return self._starts[line - 1] + len(self.lines[line - 1].encode()[:column].decode())

    def span(self, at: ast.expr | FrameSummary) -> Span:
        """Where the code of a node or a frame stands."""
        if isinstance(at, FrameSummary):
            first, column, last, end = at.lineno, at.colno, at.end_lineno, at.end_colno
        else:
            first, column, last, end = at.lineno, at.col_offset, at.end_lineno, at.end_col_offset
        start = self.offset(first or 1, column or 0)
        return Span(start, start if last is None or end is None else self.offset(last, end))

    def line(self, offset: int) -> int:
        """The number, from 1, of the line that holds the offset."""
        return self.text.count("\n", 0, offset) + 1

    def shown(self, span: Span) -> str:
        """`file:line`, the line, and carets under the part of it."""
        number = self.line(span.start)
        first, line = self._starts[number - 1], self.lines[number - 1].replace("\t", " ").rstrip("\r")
        indent = len(line) - len(line.lstrip())
        start, end = (max(0, min(at - first, len(line)) - indent) for at in span)
        place = pointed(line[indent:], start, end).replace("\n", "\n    ")
        return f"{from_here(self.path)}:{number}\n    {place}"

    def example_lines(self, examples: Sequence[Example]) -> list[int]:
        """The line of each example in the file; the line on which their text begins, where it isn't written plainly."""
        first = next((text.lineno for text in self._texts() if _examples_in(text.value) == tuple(examples)), 1)
        plain = [first + example.line - 1 for example in examples]
        stand = (
            number <= len(self.lines) and example.hand.split()[0] in self.lines[number - 1]
            for number, example in zip(plain, examples, strict=True)
        )
        return plain if all(stand) else [first] * len(examples)

    def _texts(self) -> Iterator[ast.Constant]:
        return (node for node in ast.walk(self.tree) if isinstance(node, ast.Constant) and isinstance(node.value, str))

    def line_of(self, block: Pattern) -> int:
        """The line that names or writes the block, or the one that makes the rule set."""
        written = f".named('{block.name}'" if isinstance(block, Named) and not block.code else repr(block)
        at = self.text.replace('"', "'").find(written)
        rules = (node.lineno for node in self.tree.body if "rules" in _bound(node))
        return self.line(at) if at >= 0 else next(rules, 1)

    def unused_names(self) -> list[tuple[str, int]]:
        """The names, each with its line, that `rules` is made without."""
        reads = [(_bound(node), _read(node), node.lineno) for node in self.tree.body]
        used, before = {"rules", "annotations"}, 0
        while len(used) > before:
            before = len(used)
            used |= {name for bound, read, _ in reads if bound & used for name in read}
        return [(name, line) for bound, _, line in reads for name in sorted(bound - used)]


def _examples_in(text: object) -> tuple[Example, ...]:
    try:
        return Example.parse_all(str(text))
    except RuleError:
        return ()


def _bound(node: ast.stmt) -> set[str]:
    """The names that a statement of a module gives a meaning, or changes in part."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        return {(alias.asname or alias.name).partition(".")[0] for alias in node.names} - {"*"}
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return {name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)}


def _read(node: ast.stmt) -> set[str]:
    return {name.id for name in ast.walk(node) if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Load)}
