"""The verbs that show rule sets: show, export, list."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Any

import click

from regexhu.cli.options import given, json_option, lang_option, rules_argument, set_option, table_options
from regexhu.cli.output import Answers, print_json, refuse, say, write
from regexhu.cli.progress import PROGRESS
from regexhu.errors import RuleError, columns, visible
from regexhu.explain.describe import choices, describe, summary
from regexhu.explain.diagram import railroad_svg
from regexhu.hands.tiles import SPELLINGS
from regexhu.hands.told import TOLD
from regexhu.regextext.flavors import FLAVORS
from regexhu.rules import RuleSet
from regexhu.rules.library import load
from regexhu.rules.library import rule_sets as names

TARGETS = ("c", "javascript", "java", "go", "json")
FORMS = ("text", "regex", "verbose", "railroad", "json")

_spelling = click.option("--spelling", type=click.Choice(list(SPELLINGS)), help="How tiles are written in the regex.")


@click.command()
@rules_argument()
@set_option
@click.option("--as", "form", type=click.Choice(FORMS), default="text", help="What to print.  [text]")
@_spelling
@click.option("--verbose", is_flag=True, help="Lay the regex out, a commented line for each block.")
@lang_option
@json_option
def show(rules: RuleSet, *, form: str, spelling: str | None, verbose: bool, lang: str, as_json: bool) -> None:
    """Print a rule set: its source, what it asks, its switches, its blocks in words, its regex; or one of them alone.

    `--as railroad` draws it as a diagram in SVG.
    """
    as_json = as_json or form == "json"
    try:
        text = railroad_svg(rules, lang) if form == "railroad" else rules.regex(spelling, verbose or form == "verbose")
    except RuleError as error:
        refuse(error, as_json, name=rules.name)
    if as_json:
        print_json({**summary(rules), "regex": text})
        return
    if form == "text":
        say(f"{describe(rules, lang)}\n")
    write(text)


@click.command()
@rules_argument()
@set_option
@click.option("--flavor", type=click.Choice(list(FLAVORS)), help="The regex engine.  [python]")
@_spelling
@click.option("--wild", is_flag=True, help="Read hands in which wild tiles stand for others.")
@click.option("--to", type=click.Choice(TARGETS), help="A table with its runner, as source in a language, or as JSON.")
@table_options
@json_option
def export(
    rules: RuleSet,
    *,
    flavor: str | None,
    spelling: str | None,
    wild: bool,
    to: str | None,
    wilds: int | None,
    as_json: bool,
    **asked: Any,
) -> None:
    """Write a rule set for a regex engine, or with --to as a table and the code that runs it; what to know of it there
    goes to standard error.

    With --to, what is told (--self-draw …) is so for every hand; all else that the rule set reads is told of each.
    """
    told = given(asked)
    try:
        check_exported(
            to, {"--flavor": flavor, "--spelling": spelling, "--wild": wild or None}, {"--wilds": wilds, **told}
        )
        if to is None:
            found = rules.export(flavor or "python", spelling, wild)
            text, limits, about = str(found), found.limits, found.to_dict()
        else:
            from regexhu.workshop.exported import source

            PROGRESS.at(f"compiling {rules.name}")
            table = rules.table(wilds, **told)
            text, limits = source(table, to), table.limits
            about = {"to": to, "limits": list(limits), "source": text}
    except ValueError as error:
        refuse(error, as_json, name=rules.name)
    if as_json:
        print_json({"name": rules.name, **about})
        return
    write(text.removesuffix("\n"))
    for limit in limits:
        say(f"{to or flavor or 'python'}: {limit}", err=True)


def check_exported(to: str | None, for_regex: dict[str, Any], for_table: dict[str, Any]) -> None:
    """Raise a `RuleError` where options for a regex and for a table meet."""
    if to is not None and (too_many := given(for_regex)):
        raise RuleError(f"{_are(too_many)} for a regex: leave {_it(too_many)} out beside --to")
    if to is None and (too_many := given(for_table)):
        names = [TOLD[name].option if name in TOLD else name for name in too_many]
        raise RuleError(f"{_are(names)} for a table: add --to, or leave {_it(names)} out")


def _are(names: Collection[str]) -> str:
    return f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'}"


def _it(names: Collection[str]) -> str:
    return "it" if len(names) == 1 else "them"


@click.command("list")
@lang_option
@json_option
def list_(lang: str, as_json: bool) -> None:
    """Name the rule sets, and of each the switches as they stand, the facts that it asks of a call, the events."""
    known = names()
    width = max(columns(visible(name)) for name in known)
    with Answers(as_json) as answers:
        for name in known:
            listed, (title, *lines) = _listed(name, lang)
            shown = visible(name)
            lines = [f"{shown}{' ' * (width - columns(shown))}  {title}", *(" " * width + line for line in lines)]
            answers.give(partial(dict, listed), partial("\n".join, lines))


def _listed(name: str, lang: str) -> tuple[dict[str, Any], list[str]]:
    """The rule set as plain data and as lines; what is amiss with it, where it can't be loaded."""
    try:
        rules = load(name)
        about = summary(rules)
        lines = choices(rules, lang)
    except Exception as error:  # whatever another package's file does, the others are listed
        message = str(error) if isinstance(error, RuleError) else f"{type(error).__name__}: {error}"
        return {"name": name, "error": message}, message.split("\n")
    title = rules.title or "has no title: begin its docstring with one"
    return {key: about[key] for key in ("name", "title", "switches", "facts", "events")}, [title, *lines]


VERBS = (show, export, list_)
