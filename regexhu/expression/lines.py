"""A whole rule as regex text, a line for each block; joined, the lines are the regex."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from regexhu.regextext.flavors import PYTHON, Flavor
from regexhu.regextext.writer import Line, Writer
from regexhu.syntax.tree import Pattern

_WIDEST = 60


def rule_lines(
    pattern: Pattern, spelling: str = "glyph", wild: bool = False, flavor: Flavor = PYTHON
) -> Iterator[Line]:
    """The lines of the regex that canonical sequences which the pattern accepts match from start to end."""
    writer = Writer(spelling, wild=wild, flavor=flavor)
    yield Line(0, f"^(?={writer.legal})", "a canonical sequence")
    yield from pattern.lines(writer, 1)
    if not pattern.shapes:
        yield Line(0, ".*", "whatever its shape")
    yield Line(0, writer.context + flavor.end, "the context")


def joined(lines: Iterable[Line]) -> str:
    """The regex."""
    return "".join(line.text for line in lines)


def laid_out(lines: Iterable[Line]) -> str:
    """The same regex in verbose syntax, every line with its comment."""
    shown = list(lines)
    width = min(_WIDEST, max(len(line.text) for line in shown))
    rows = [("  " * line.depth + line.text, line.comment.replace("\n", " ")) for line in shown]
    return "(?x)\n" + "\n".join(f"{text:{width}}  # {comment}" if comment else text for text, comment in rows)
