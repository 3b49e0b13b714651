"""What the verbs of the command line share: rule sets as arguments, and the options that judging asks for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from regexhu.cli.output import refuse
from regexhu.errors import RuleError, UnknownRules
from regexhu.explain.wording import LANGUAGES, TILES
from regexhu.hands.told import TOLD
from regexhu.rules.library import flags, load

_SWITCHES = "regexhu.switches"


def _rules(ctx: click.Context, param: click.Parameter, value: Any) -> Any:
    """The rule set given by its name or its file, or each of several, with the switches that `--set` sets."""
    if isinstance(value, tuple):
        return tuple(_rules(ctx, param, name) for name in value)
    try:
        return load(value, **ctx.meta.get(_SWITCHES, {}))
    except (UnknownRules, RuleError) as error:
        refuse(error, bool(ctx.params.get("as_json")))


def _set(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> None:
    try:
        ctx.meta[_SWITCHES] = flags("&".join(values))
    except RuleError as error:
        raise click.BadParameter(str(error), ctx, param) from None


def rules_argument(name: str = "rules", metavar: str = "NAME|FILE", nargs: int = 1) -> Callable[..., Any]:
    """An argument that is a rule set, or several."""
    return click.argument(name, nargs=nargs, metavar=metavar, callback=_rules)


rules_option = click.option(
    "-r",
    "--rules",
    metavar="NAME|FILE",
    default="harbin",
    callback=_rules,
    help="Rule set: a name, or a rule file that you trust; it is run.  [harbin]",
)

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

lang_option = click.option("--lang", type=click.Choice(LANGUAGES), default="en", help="English or Chinese.  [en]")

tiles_option = click.option("--tiles", type=click.IntRange(1, 30), metavar="N", help="Hands of so many tiles.")


def context_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options that say what the call knows of a hand beside its tiles, but for the winning tile."""
    told = [_told(keyword) for keyword in TOLD if keyword != "winning_tile"]
    return _with(command, *told, set_option, json_option)


def all_hands_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options that say which hands a question about all hands is about, beside their number of tiles."""
    melds = click.option("--melds", metavar="MELDS|any", help="Declared melds, such as 1-23m,11-1z, or any.  [none]")
    return _with(context_options(command), _told("winning_tile"), melds)


def hand_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options that say which rules judge, and what the call knows of the hand beside its tiles."""
    return _with(context_options(command), rules_option, _told("winning_tile"))


def table_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options that say for which hands a table is made."""
    wilds = click.option("--wilds", type=click.IntRange(0, 4), metavar="N", help="With --to: the most wild tiles.")
    return _with(command, wilds, *map(_told, ("self_draw", "ready", "event", "forbidden")))


def showing_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options that say how an explanation is written."""
    tiles = click.option("--tiles", type=click.Choice(TILES), default="glyph", help="How tiles are shown.  [glyph]")
    return _with(command, tiles, lang_option)


def _told(keyword: str) -> Callable[..., Any]:
    told = TOLD[keyword]
    text = f"{told.meaning[0].upper()}{told.meaning[1:]}."
    return click.option(told.option, keyword, metavar=told.metavar, default=None, help=text)


def _with(command: Callable[..., None], *options: Callable[..., Any]) -> Callable[..., None]:
    for option in reversed(options):
        command = option(command)
    return command


def given(asked: dict[str, Any]) -> dict[str, Any]:
    """The keywords that were given."""
    return {keyword: value for keyword, value in asked.items() if value is not None}
