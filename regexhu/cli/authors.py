"""The verbs of the command line for those who write rules: new, test, check, diff, count, sample, hands."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import click

from regexhu.cli.options import NOT, WIN, Rules, context_options, given, json_option, print_json, refuse, set_option
from regexhu.errors import RuleError
from regexhu.rules import RuleSet
from regexhu.rules.library import load, shipped

Answer = TypeVar("Answer")

_rule_sets = click.argument("rule_sets", type=Rules(), nargs=-1, metavar="[NAME|FILE]...")
_rules = click.argument("rules", type=Rules(), metavar="NAME|FILE")
_tiles_option = click.option("--tiles", type=click.IntRange(1, 30), metavar="N", help="Hands of so many tiles.")


@click.command()
@click.argument("name")
@json_option
def new(name: str, as_json: bool) -> None:
    """Write NAME.py here: a rule file that passes its own tests, to start from."""
    from regexhu.workshop.scaffold import new_file

    try:
        file = new_file(name, Path())
    except (RuleError, OSError) as error:
        refuse(error, as_json)
    if as_json:
        print_json({"file": str(file)})
        return
    click.echo(f"{file} is written; it runs as it is. Change it, then:")
    click.echo(f"  regexhu test {file}   # judges its example lines")
    click.echo(f"  regexhu check {file}  # says what they leave open")
    click.echo(f"  regexhu diff {file} standard  # compares it with another rule set")


@click.command()
@_rule_sets
@set_option
@json_option
def test(rule_sets: tuple[RuleSet, ...], as_json: bool) -> None:
    """Judge every example line of rule sets (all that are shipped) on both engines. Exit code 1: one is not as it says.

    A missed win should win and loses, a false win should lose and wins. Lines to do are reported and don't fail.
    """
    from regexhu.rules.source import file_of
    from regexhu.workshop.run_examples import tried

    found, worst = [], WIN
    for rules in rule_sets or map(load, shipped()):
        trials = tried(rules)
        worst = NOT if any(trial.failed for trial in trials) else worst
        found.append({"rules": rules.name, "file": file_of(rules), "trials": [trial.to_dict() for trial in trials]})
        if not as_json:
            right = sum(trial.outcome == "right" for trial in trials)
            click.echo(f"{rules.name}: {right} of {len(rules.examples)} lines are judged as they say")
            for trial in trials:
                if trial.outcome != "right":
                    click.echo(f"  {trial}".replace("\n", "\n    "))
    if as_json:
        print_json(found)
    sys.exit(worst)


@click.command()
@_rule_sets
@set_option
@json_option
def check(rule_sets: tuple[RuleSet, ...], as_json: bool) -> None:
    """Say what rule sets (all that are shipped) do without: blocks that change nothing, examples that show no block.

    Exit code 1: nothing wins, or there is no source, or there are no examples. All else is a hint.
    """
    from regexhu.workshop.check import checked

    found, worst = [], WIN
    for rules in rule_sets or map(load, shipped()):
        for remark in checked(rules):
            worst = NOT if remark.serious else worst
            found.append({"rules": rules.name, **remark.to_dict()})
            if not as_json:
                click.echo(remark)
    if as_json:
        print_json(found)
    sys.exit(worst)


@click.command()
@click.argument("first", type=Rules(), metavar="A")
@click.argument("second", type=Rules(), metavar="B")
@_tiles_option
@context_options
def diff(first: RuleSet, second: RuleSet, tiles: int | None, as_json: bool, **asked: Any) -> None:
    """Compare two rule sets: how many hands only one of them wins, and a hand of each. Exit code 1: they differ."""
    from regexhu.workshop.compare import compared

    try:
        comparison = compared(first, second, tiles, **given(asked))
    except ValueError as error:
        refuse(error, as_json)
    if as_json:
        print_json(comparison.to_dict())
    else:
        click.echo(comparison)
    sys.exit(NOT if comparison.differ else WIN)


@click.command()
@_rules
@_tiles_option
@click.option("--weighted", is_flag=True, help="Count sets of physical tiles.")
@context_options
def count(rules: RuleSet, tiles: int | None, weighted: bool, as_json: bool, **asked: Any) -> None:
    """Count the concealed hands that win: of N tiles, or of each number of tiles."""

    def counts() -> dict[int, int]:
        sizes = rules.sizes if tiles is None else (tiles,)
        return {size: rules.count(size, weighted, **given(asked)) for size in sizes}

    found = _answered(counts, as_json)
    if as_json:
        print_json(found)
        return
    for size, number in found.items():
        click.echo(f"{size} tiles  {number:,}" if tiles is None else number)


@click.command()
@_rules
@click.option("-n", "number", type=click.IntRange(1), default=1, help="How many.  [1]")
@click.option("--seed", type=int, help="The same seed gives the same hands.")
@_tiles_option
@context_options
def sample(rules: RuleSet, number: int, seed: int | None, tiles: int | None, as_json: bool, **asked: Any) -> None:
    """Print concealed hands that win, each drawn from all with the same chance."""
    _listed(lambda: iter(rules.sample(number, seed=seed, tiles=tiles, **given(asked))), as_json)


@click.command()
@_rules
@click.option("--limit", type=click.IntRange(1), default=10, help="How many at most.  [10]")
@_tiles_option
@context_options
def hands(rules: RuleSet, limit: int, tiles: int | None, as_json: bool, **asked: Any) -> None:
    """Print concealed hands that win, in order, those with more low tiles first."""
    _listed(lambda: islice(rules.hands(tiles, **given(asked)), limit), as_json)


def _listed(ask: Callable[[], Iterator[str]], as_json: bool) -> None:
    found = _answered(lambda: list(ask()), as_json)
    if as_json:
        print_json(found)
        return
    for hand in found:
        click.echo(hand)


def _answered(ask: Callable[[], Answer], as_json: bool) -> Answer:
    try:
        return ask()
    except ValueError as error:
        refuse(error, as_json)


VERBS = (new, test, check, diff, count, sample, hands)
