"""How far a command is: one line on a terminal's standard error, from the second second on; nothing elsewhere."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread
from time import monotonic

import click

from regexhu.errors import columns, visible

DELAY, EVERY = 1.0, 0.2


def on_terminal() -> bool:
    """Whether standard error is a terminal on which a line can be taken away."""
    return sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


class Progress:
    """The line, drawn by a thread. It is taken away inside `with PROGRESS:`, where all else is printed."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._drawn = False
        self._at: tuple[str, int | None, int | None] = ("", None, None)

    def at(self, doing: str, number: int | None = None, of: int | None = None) -> None:
        """Say what the command is at, and the number of the thing, of how many."""
        self._at = doing, number, of

    @contextmanager
    def shown(self, doing: str) -> Iterator[None]:
        """Show the line until the command is done."""
        self.at(doing)
        if not on_terminal():
            yield
            return
        done = Event()
        thread = Thread(target=self._draw, args=(done, monotonic()), daemon=True)
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()
            with self:
                pass

    def __enter__(self) -> None:
        """Take the line away while something else is printed."""
        self._lock.acquire()
        if self._drawn:
            self._drawn = False
            with suppress(OSError):
                click.echo("\r\x1b[K", nl=False, err=True)

    def __exit__(self, *error: object) -> None:
        self._lock.release()

    def _draw(self, done: Event, start: float) -> None:
        wait = DELAY
        with suppress(OSError):  # the terminal is gone
            while not done.wait(wait):
                wait = EVERY
                with self:
                    if not self._at[0]:
                        continue
                    click.echo(f"\r{self._line(int(monotonic() - start))}\x1b[K", nl=False, err=True)
                    self._drawn = True

    def _line(self, seconds: int) -> str:
        doing, number, of = self._at
        count = "" if number is None else f" {number:,}" if of is None else f" {number:,} of {of:,}"
        line = f"{visible(doing)}{count}, {seconds} s"
        with suppress(OSError):
            width = os.get_terminal_size(sys.stderr.fileno()).columns
            while width and columns(line) >= width:
                line = line[:-1]
        return line


PROGRESS = Progress()
