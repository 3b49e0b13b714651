"""What the verbs of the command line share: rule sets as arguments, the options that judging asks for, JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any, NoReturn

import click

from regexhu.errors import RuleError, UnknownRules
from regexhu.explain.wording import LANGUAGES, TILES
from regexhu.rules import RuleSet
from regexhu.rules.library import flags, load

WIN, NOT, BAD = 0, 1, 2
_SWITCHES = "regexhu.switches"


class Rules(click.ParamType[RuleSet]):
    """A rule set given by its name or its file, with the switches that `--set` sets."""

    name = "name|file.py"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> RuleSet:
        try:
            return load(value, **(ctx.meta.get(_SWITCHES, {}) if ctx else {}))
        except (UnknownRules, RuleError) as error:
            if ctx is None:
                self.fail(str(error), param, ctx)
            refuse(error, bool(ctx.params.get("as_json")))


def print_json(answer: object) -> None:
    """Print JSON; what standard input held that is no UTF-8 is escaped."""
    click.echo(json.dumps(answer, ensure_ascii=False).encode("utf-8", "backslashreplace"))


def refuse(error: Exception, as_json: bool, **about: object) -> NoReturn:
    """Say what is wrong and leave."""
    if as_json:
        print_json({**about, "error": str(error)})
    else:
        click.echo(str(error), err=True)
    sys.exit(BAD)


def _set(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> None:
    try:
        ctx.meta[_SWITCHES] = flags("&".join(values))
    except RuleError as error:
        raise click.BadParameter(str(error), ctx, param) from None


json_option = click.option("--json", "as_json", is_flag=True, is_eager=True, help="Print JSON.")

set_option = click.option(
    "--set",
    "switches",
    multiple=True,
    is_eager=True,
    expose_value=False,
    callback=_set,
    metavar="SWITCH[=off]",
    help="Set a switch of the rule set; regexhu list names them.",
)

rules_option = click.option(
    "-r",
    "--rules",
    type=Rules(),
    default="harbin",
    help="Rule set: a name, or a rule file that you trust; it is run.  [harbin]",
)


def context_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options that say what the call knows of a hand beside its tiles, but for the winning tile."""
    return _with(
        command,
        click.option("--self-draw/--discard", default=None, help="How the winning tile came."),
        click.option("--ready/--not-ready", default=None, help="Whether the hand was declared ready."),
        click.option("--seat-wind", metavar="TILE", help="1z to 4z."),
        click.option("--round-wind", metavar="TILE", help="1z to 4z."),
        click.option("--wild", metavar="TILES", help="Kinds that stand for any tile, such as 1z2z."),
        click.option("--forbidden", metavar="TILES", help="Kinds that no winning hand may have, such as 1z5z7z."),
        click.option("--event", metavar="NAME", help="What the win came by, such as robbed-kong."),
        set_option,
        json_option,
    )


def hand_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options that say which rules judge, and what the call knows of the hand beside its tiles."""
    winning = click.option("--winning-tile", metavar="TILE", help="The tile that completed the hand, such as 5p.")
    return _with(context_options(command), rules_option, winning)


lang_option = click.option("--lang", type=click.Choice(LANGUAGES), default="en", help="English or Chinese.  [en]")


def showing_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options that say how an explanation is written."""
    tiles = click.option("--tiles", type=click.Choice(TILES), default="glyph", help="How tiles are shown.  [glyph]")
    return _with(command, tiles, lang_option)


def _with(command: Callable[..., None], *options: Callable[..., Any]) -> Callable[..., None]:
    for option in reversed(options):
        command = option(command)
    return command


def given(asked: dict[str, Any]) -> dict[str, Any]:
    """The keywords that were given."""
    return {keyword: value for keyword, value in asked.items() if value is not None}
