"""The command line: `regexhu VERB …`. Verbs only; what they say comes from the library."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper
from typing import Any, NoReturn

import click

from regexhu.cli import answers, authors, hands, rule_sets
from regexhu.cli.output import BAD, say
from regexhu.cli.progress import PROGRESS
from regexhu.errors import visible_lines
from regexhu.speedups import RUNS
from regexhu.version import __version__

INTERRUPTED = 130


class Verbs(click.Group):
    """The verbs. What goes wrong with the streams that they read and write is one line, never a traceback."""

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any) -> Any:  # type: ignore[override]
        """Run the verb that the arguments name, and leave with its exit code."""
        if sys.stderr is None:
            sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
        try:
            if sys.stdout is None:
                raise click.ClickException("standard output is closed")
            sys.exit(super().main(args, prog_name, **{**extra, "standalone_mode": False}))
        except click.ClickException as error:
            error.message = visible_lines(error.message)  # type: ignore[misc]
            with suppress(OSError):
                error.show()
            sys.exit(BAD)
        except click.Abort:
            say("Aborted!", err=True)
            sys.exit(INTERRUPTED)
        except OSError as error:
            _give_up(error)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the verb; how far it is shows on a terminal."""
        with PROGRESS.shown("working"):
            try:
                return super().invoke(ctx)
            except OSError as error:
                _give_up(error)


def _give_up(error: OSError) -> NoReturn:
    """Leave, since standard output takes no more; a reader that has gone away needs no message."""
    with suppress(OSError):
        if not isinstance(error, BrokenPipeError):
            say(f"{error.filename or 'standard output'}: {error.strerror}", err=True)
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # what is left in them can't be written
    sys.exit(BAD)


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(f"{__version__}, {RUNS}", prog_name="regexhu")
def main() -> None:
    """Judge mahjong hands by rule sets that are regular expressions.

    A hand is MPSZ text: 1-9 with m (characters), p (dots), s (bamboo), 1-7 with z (honours); melds follow commas:
    1-23m sequence, 11-1z triplet, 1111+z concealed kong. `-` reads hands from standard input, one a line.
    Exit code: 0 every hand wins, 1 one doesn't, 2 bad input.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


for verb in (*hands.VERBS, *rule_sets.VERBS, *authors.VERBS, *answers.VERBS):
    main.add_command(verb)
