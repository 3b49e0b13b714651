"""The command line: `regexhu VERB …`. Verbs only; what they say comes from the library."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NoReturn

import click

from regexhu.cli.authors import VERBS
from regexhu.cli.options import (
    BAD,
    NOT,
    WIN,
    Rules,
    given,
    hand_options,
    json_option,
    lang_option,
    print_json,
    refuse,
    set_option,
    showing_options,
)
from regexhu.errors import RuleError
from regexhu.explain.describe import described, summary
from regexhu.explain.diagram import railroad_svg
from regexhu.explain.pictures import hand_svg
from regexhu.explain.verdict import explain as explained
from regexhu.explain.verdict import is_win
from regexhu.explain.verdict import waits as waited
from regexhu.hands.tiles import SPELLINGS
from regexhu.regextext.flavors import FLAVORS
from regexhu.rules import RuleSet
from regexhu.rules.library import load, rule_sets

FORMS = ("text", "regex", "verbose", "railroad", "json")


def _hands(hands: Iterable[str]) -> Iterator[str]:
    for hand in hands:
        if hand == "-":
            lines = (line.decode("utf-8", "surrogateescape").strip("\ufeff \t\r\n") for line in sys.stdin.buffer)
            yield from filter(None, lines)
        else:
            yield hand


def _judged(
    hands: Iterable[str], judge: Callable[[str], dict[str, Any]], show: Callable[[dict[str, Any]], str], as_json: bool
) -> NoReturn:
    """Judge each hand, print what came out, and leave with the worst outcome as the exit code."""
    found, worst = [], WIN
    for number, hand in enumerate(_hands(hands), 1):
        try:
            answer = judge(hand)
        except (ValueError, RuleError) as error:
            worst = BAD
            answer = {"hand": hand, "error": str(error)}
            if not as_json:
                click.echo(f"hand {number}: {hand[:80]}\n{error}", err=True)
        else:
            worst = max(worst, WIN if answer["win"] else NOT)
            if not as_json:
                click.echo(show(answer))
        found.append({key: value for key, value in answer.items() if key != "verdict"})
    if as_json:
        print_json(found)
    sys.exit(worst)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="regexhu")
def main() -> None:
    """Judge mahjong hands by rule sets that are regular expressions.

    A hand is MPSZ text: 1-9 with m (characters), p (dots), s (bamboo), 1-7 with z (honours); melds follow commas:
    1-23m sequence, 11-1z triplet, 1111+z concealed kong. `-` reads hands from standard input, one a line.
    Exit code: 0 every hand wins, 1 one doesn't, 2 bad input.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


@main.command()
@click.argument("hands", nargs=-1, required=True, metavar="HAND...")
@hand_options
@showing_options
def win(hands: tuple[str, ...], rules: RuleSet, *, tiles: str, lang: str, as_json: bool, **asked: Any) -> None:
    """Say whether each HAND wins, and why."""

    def judge(hand: str) -> dict[str, Any]:
        verdict = explained(hand, rules, **given(asked))
        return {**verdict.to_dict(), "verdict": verdict}

    if len(hands) == 1 and hands != ("-",):
        _judged(hands, judge, lambda answer: _coloured(answer["verdict"].text(tiles, lang)), as_json)
    _judged(
        hands,
        lambda hand: {"hand": hand, "rules": rules.name, "win": is_win(hand, rules, **given(asked))},
        lambda answer: f"{'win ' if answer['win'] else 'lose'} {answer['hand']}",
        as_json,
    )


@main.command()
@click.argument("hands", nargs=-1, required=True, metavar="HAND...")
@hand_options
@showing_options
@click.option("--svg", type=click.Path(path_type=Path, dir_okay=False), help="Write a picture of one HAND to a file.")
def explain(
    hands: tuple[str, ...], rules: RuleSet, *, tiles: str, lang: str, svg: Path | None, as_json: bool, **asked: Any
) -> None:
    """Lay each HAND out and say of every block whether it holds, and by which tiles."""
    if svg and (len(hands) > 1 or hands == ("-",)):
        raise click.UsageError("--svg draws one HAND: call it once for each.")

    def judge(hand: str) -> dict[str, Any]:
        verdict = explained(hand, rules, **given(asked))
        if svg:
            _write(svg, hand_svg(verdict, tiles, lang))
        return {**verdict.to_dict(), "verdict": verdict}

    _judged(hands, judge, lambda answer: _coloured(answer["verdict"].text(tiles, lang)) + "\n", as_json)


@main.command()
@click.argument("hands", nargs=-1, required=True, metavar="HAND...")
@hand_options
def waits(hands: tuple[str, ...], rules: RuleSet, as_json: bool, **asked: Any) -> None:
    """Name the tiles that complete each HAND, which is one tile short. Exit code 1: none does."""

    def judge(hand: str) -> dict[str, Any]:
        tiles = waited(hand, rules, **given(asked))
        return {"hand": hand, "rules": rules.name, "win": bool(tiles), "waits": tiles}

    _judged(
        hands, judge, lambda answer: f"{answer['hand']}  {' '.join(answer['waits']) or 'waits for nothing'}", as_json
    )


@main.command()
@click.argument("rules", type=Rules(), metavar="NAME|FILE")
@set_option
@click.option("--as", "form", type=click.Choice(FORMS), default="text", help="What to print.  [text]")
@click.option("--spelling", type=click.Choice(list(SPELLINGS)), help="How tiles are written in the regex.")
@click.option("--verbose", is_flag=True, help="Lay the regex out, a commented line for each block.")
@lang_option
@json_option
def show(rules: RuleSet, *, form: str, spelling: str | None, verbose: bool, lang: str, as_json: bool) -> None:
    """Print a rule set: its source, its switches, its blocks in words, its regex; or one of them alone.

    `--as railroad` draws it as a diagram in SVG.
    """
    as_json = as_json or form == "json"
    try:
        text = railroad_svg(rules, lang) if form == "railroad" else rules.regex(spelling, verbose or form == "verbose")
    except RuleError as error:
        refuse(error, as_json, name=rules.name)
    if as_json:
        print_json({**summary(rules), "regex": text})
    else:
        click.echo(f"{described(rules, lang)}\n\n{text}" if form == "text" else text)


@main.command()
@click.argument("rules", type=Rules(), metavar="NAME|FILE")
@set_option
@click.option("--flavor", type=click.Choice(list(FLAVORS)), default="python", help="The regex engine.  [python]")
@click.option("--spelling", type=click.Choice(list(SPELLINGS)), help="How tiles are written in the regex.")
@click.option("--wild", is_flag=True, help="Read hands in which wild tiles stand for others.")
@json_option
def export(rules: RuleSet, flavor: str, spelling: str | None, wild: bool, as_json: bool) -> None:
    """Write a rule set for a regex engine; what to know of it there goes to standard error."""
    try:
        found = rules.export(flavor, spelling, wild)
    except RuleError as error:
        refuse(error, as_json, name=rules.name)
    if as_json:
        print_json({"name": rules.name, **found.to_dict()})
        return
    click.echo(str(found))
    for limit in found.limits:
        click.echo(f"{flavor}: {limit}", err=True)


@main.command("list")
@json_option
def list_(as_json: bool) -> None:
    """Name the rule sets and their switches, as they stand when nothing sets them."""
    found = [_listed(name) for name in rule_sets()]
    if as_json:
        print_json(found)
        return
    width = max(len(listed["name"]) for listed in found)
    for listed in found:
        click.echo(f"{listed['name']:{width}}  {listed.get('title') or listed['error']}")
        if listed.get("switches"):
            states = (f"{name}={'on' if on else 'off'}" for name, on in listed["switches"].items())
            click.echo(" " * (width + 2) + " ".join(states))


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise click.UsageError(f"{file} can't be written: {error.strerror}") from None


def _listed(name: str) -> dict[str, Any]:
    try:
        rules = load(name)
    except RuleError as error:
        return {"name": name, "error": str(error)}
    switches = {switch.name: switch.on for switch in rules.switches.values()}
    return {"name": name, "title": rules.title, "switches": switches}


for verb in VERBS:
    main.add_command(verb)


def _coloured(text: str) -> str:
    """The explanation, its ticks green and its crosses red on a terminal."""
    if not sys.stdout.isatty():
        return text
    from rich.console import Console

    console = Console(highlight=False)
    with console.capture() as capture:
        for line in text.split("\n"):
            mark = line.lstrip()[:1]
            console.print(line, style={"✔": "green", "✘": "bold red"}.get(mark), markup=False, soft_wrap=True)
    return capture.get().rstrip("\n")
