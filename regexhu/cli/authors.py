"""The verbs for those who write rules: new, test, check, diff.

What a verb works with is imported in it: all of it together takes as long to import as a verdict to give.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from regexhu.cli.options import context_options, given, json_option, rules_argument, set_option, tiles_option
from regexhu.cli.output import NOT, WIN, Answers, print_json, refuse, say, worded
from regexhu.cli.progress import PROGRESS
from regexhu.errors import RuleError
from regexhu.rules import RuleSet
from regexhu.rules.library import load, shipped
from regexhu.workshop.scaffold import new_file

if TYPE_CHECKING:
    from regexhu.workshop.run_examples import Trial

_rule_sets = rules_argument("rule_sets", "[NAME|FILE]...", nargs=-1)


@click.command()
@click.argument("name")
@json_option
def new(name: str, as_json: bool) -> None:
    """Write NAME.py here: a rule file that passes its own tests, to start from."""
    try:
        file = new_file(name, Path())
    except RuleError as error:
        refuse(error, as_json)
    except OSError as error:
        refuse(f"{error.filename} can't be written: {error.strerror}", as_json)
    if as_json:
        print_json({"file": str(file)})
        return
    say(f"{file} is written; it runs as it is. Change it, then:")
    say(f"  regexhu test {file}   # judges its example lines")
    say(f"  regexhu check {file}  # says what they leave open")
    say(f"  regexhu diff {file} standard  # compares it with another rule set")


@click.command()
@_rule_sets
@set_option
@json_option
def test(rule_sets: tuple[RuleSet, ...], as_json: bool) -> None:
    """Judge every example line of rule sets (all that are shipped) on both engines. Exit code 1: one is not as it says.

    A missed win should win and loses, a false win should lose and wins. Lines to do are reported and don't fail.
    """
    from regexhu.workshop.run_examples import run_examples

    worst = WIN
    with Answers(as_json) as answers:
        for rules in _each("testing", rule_sets):
            trials = run_examples(rules)
            worst = NOT if any(trial.failed for trial in trials) else worst
            answers.give(partial(_tested, rules, trials), partial(_tested_in_words, rules, trials))
    sys.exit(worst)


@click.command()
@_rule_sets
@set_option
@json_option
def check(rule_sets: tuple[RuleSet, ...], as_json: bool) -> None:
    """Say what rule sets (all that are shipped) do without: blocks that change nothing, examples that show no block.

    Exit code 1: nothing wins, or there is no source, or there are no examples. All else is a hint.
    """
    from regexhu.workshop.check import check as remarks_on

    worst = WIN
    with Answers(as_json) as answers:
        for rules in _each("checking", rule_sets):
            for remark in remarks_on(rules):
                worst = NOT if remark.serious else worst
                answers.give(partial(dict, rules=rules.name, **remark.to_dict()), partial(str, remark))
    sys.exit(worst)


@click.command()
@rules_argument("first", "A")
@rules_argument("second", "B")
@tiles_option
@context_options
def diff(first: RuleSet, second: RuleSet, tiles: int | None, as_json: bool, **asked: Any) -> None:
    """Compare two rule sets: how many hands only one of them wins, and a hand of each. Exit code 1: they differ."""
    from regexhu.workshop.compare import compare

    PROGRESS.at(f"comparing {first.name} and {second.name}")
    try:
        comparison = compare(first, second, tiles, **given(asked))
    except ValueError as error:
        refuse(error, as_json)
    if comparison.untold:
        comparison = replace(comparison, untold=RuleError(worded(comparison.untold)))
    if as_json:
        print_json(comparison.to_dict())
    else:
        say(comparison)
    sys.exit(NOT if comparison.differ else WIN)


def _tested(rules: RuleSet, trials: list[Trial]) -> dict[str, object]:
    from regexhu.rules.source import file_of

    return {"rules": rules.name, "file": file_of(rules), "trials": [trial.to_dict() for trial in trials]}


def _tested_in_words(rules: RuleSet, trials: list[Trial]) -> str:
    right = sum(trial.outcome == "right" for trial in trials)
    lines = [f"{rules.name}: {right} of {len(rules.examples)} lines are judged as they say"]
    lines += [f"  {trial}".replace("\n", "\n    ") for trial in trials if trial.outcome != "right"]
    return "\n".join(lines)


def _each(doing: str, rule_sets: tuple[RuleSet, ...]) -> Iterator[RuleSet]:
    """The rule sets, or all that are shipped."""
    every: Sequence[RuleSet | str] = rule_sets or shipped()
    for number, rules in enumerate(map(load, every), 1):
        PROGRESS.at(f"{doing} {rules.name},", number, len(every))
        yield rules


VERBS = (new, test, check, diff)
