"""The verbs that answer for all hands at once: count, sample, hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any

import click

from regexhu.cli.options import all_hands_options, given, rules_argument, tiles_option
from regexhu.cli.output import Answers, print_json, refuse, say
from regexhu.cli.progress import PROGRESS
from regexhu.rules import RuleSet


@click.command()
@rules_argument()
@tiles_option
@click.option("--weighted", is_flag=True, help="Count sets of physical tiles.")
@all_hands_options
def count(rules: RuleSet, tiles: int | None, weighted: bool, as_json: bool, **asked: Any) -> None:
    """Count the hands that win: of N tiles, or of each number of tiles; concealed ones, or with --melds.

    Where the rule reads the winning tile, hands are counted with theirs, and where not only concealed hands without
    wild tiles are counted, a line says of what.
    """
    found = {}
    try:
        counted = rules.counted(**given(asked))
        for size in rules.sizes if tiles is None else (tiles,):
            PROGRESS.at(f"counting the hands of {size} tiles")
            found[size] = rules.count(size, weighted, **given(asked))
    except ValueError as error:
        refuse(error, as_json)
    if as_json:
        print_json(found)
        return
    for size, number in found.items():
        say(f"{size} tiles  {number:,}" if tiles is None else number)
    if tiles is None and counted != "concealed hands":
        say(counted)


@click.command()
@rules_argument()
@click.option("-n", "number", type=click.IntRange(1), default=1, help="How many.  [1]")
@click.option("--seed", type=int, help="The same seed gives the same hands.")
@tiles_option
@all_hands_options
def sample(rules: RuleSet, number: int, seed: int | None, tiles: int | None, as_json: bool, **asked: Any) -> None:
    """Print hands that win, each drawn from all with the same chance."""
    _print(lambda: rules.draws(seed=seed, tiles=tiles, **given(asked)), number, as_json)


@click.command()
@rules_argument()
@click.option("--limit", type=click.IntRange(1), default=10, help="How many at most.  [10]")
@tiles_option
@all_hands_options
def hands(rules: RuleSet, limit: int, tiles: int | None, as_json: bool, **asked: Any) -> None:
    """Print hands that win, in order, those with more low tiles first."""
    _print(lambda: rules.hands(tiles, **given(asked)), limit, as_json)


def _print(ask: Callable[[], Iterator[str]], most: int, as_json: bool) -> None:
    """Print hands as they come."""
    with Answers(as_json) as answers:
        for number, hand in enumerate(islice(ask(), most), 1):
            PROGRESS.at("finding hand", number, most)
            answers.give(partial(str, hand), partial(str, hand))


VERBS = (count, sample, hands)
