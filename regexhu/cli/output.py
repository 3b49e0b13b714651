"""What a command prints: text that is safe to show whoever wrote it, JSON element by element, what is wrong."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import IO, Any, NoReturn, Self

import click

from regexhu.cli.progress import PROGRESS
from regexhu.errors import MissingFacts, is_shown, visible_lines
from regexhu.hands.told import TOLD

WIN, NOT, BAD = 0, 1, 2
"""The exit codes: all is as asked, something is not, something is wrong."""

_COLOURS = {"✔": {"fg": "green"}, "✘": {"fg": "red", "bold": True}}


def say(text: object, err: bool = False) -> None:
    """Print a text, its control characters escaped; on a terminal its ticks are green and its crosses red."""
    shown = visible_lines(str(text))
    if ("✔" in shown or "✘" in shown) and sys.stdout.isatty() and "NO_COLOR" not in os.environ:
        lines = (click.style(line, **_COLOURS.get(line.lstrip()[:1], {})) for line in shown.split("\n"))  # type: ignore[arg-type]
        shown = "\n".join(lines)
    with PROGRESS:
        click.echo(shown, err=err)


def write(text: str) -> None:
    """Print a text that is read by programs as it is; control characters in it are escaped on a terminal alone."""
    with PROGRESS:
        click.echo(visible_lines(text) if sys.stdout.isatty() else text)


def as_json(answer: object) -> str:
    """JSON, its letters as they are; what a terminal would obey, or is no text, is escaped."""
    text = json.dumps(answer, ensure_ascii=False)
    return text if text.isprintable() else "".join(char if is_shown(char) else json.dumps(char)[1:-1] for char in text)


def print_json(answer: object) -> None:
    """Print JSON."""
    with PROGRESS:
        click.echo(as_json(answer).encode())


class Answers:
    """A row of answers, each printed as it comes: as a text, or as an element of one JSON array.

    An error of the library that comes up meanwhile is what is wrong.
    """

    def __init__(self, in_json: bool) -> None:
        self._in_json, self._begun = in_json, False

    def __enter__(self) -> Self:
        return self

    def give(self, plain: Callable[[], object], text: Callable[[], object], err: bool = False) -> None:
        """Print the next answer."""
        if self._in_json:
            self._add(plain())
        else:
            say(text(), err)

    def _add(self, answer: object) -> None:
        with PROGRESS:
            click.echo((", " if self._begun else "[").encode() + as_json(answer).encode(), nl=False)
        self._begun = True

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        """End the array, with what is wrong as its last element."""
        if isinstance(error, ValueError):
            error = Refused(worded(error), self._in_json)
        if self._begun and isinstance(error, Refused):
            self._add(error.answer)
            error.is_told = True
        if self._begun and (error is None or isinstance(error, Refused)):
            click.echo(b"]")
        elif self._in_json and error is None:
            print_json([])
        if isinstance(error, Refused):
            raise error from None


class Refused(click.ClickException):
    """A command leaves: something is wrong with what it was given."""

    exit_code = BAD

    def __init__(self, message: str, in_json: bool, **about: object) -> None:
        super().__init__(message)
        self.answer = {**about, "error": message}
        self.in_json, self.is_told = in_json, False

    def show(self, file: IO[Any] | None = None) -> None:
        """Say what is wrong, unless it has been said."""
        if self.in_json and not self.is_told:
            print_json(self.answer)
        elif not self.in_json:
            say(self.message, err=True)


def refuse(error: Exception | str, in_json: bool, **about: object) -> NoReturn:
    """Say what is wrong and leave."""
    raise Refused(worded(error), in_json, **about) from None


def worded(error: Exception | str) -> str:
    """What is wrong; facts that are missing are asked for by the options of the command that runs."""
    if not isinstance(error, MissingFacts):
        return str(error)
    taken = {param.name for param in click.get_current_context().command.params}
    told = [TOLD[keyword] for keyword in error.missing if keyword in taken]
    width = max((len(one.written) for one in told), default=0)
    return "\n".join([f"{error.asks}; give", *(f"  {one.written:{width}}  {one.meaning}" for one in told)])
