"""The verbs that judge hands: win, explain, waits."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click

from regexhu.cli.options import context_options, given, hand_options, rules_option, showing_options
from regexhu.cli.output import BAD, NOT, WIN, Answers, refuse, worded
from regexhu.cli.progress import PROGRESS
from regexhu.errors import MissingFacts, RuleError, from_here, visible
from regexhu.explain.pictures import hand_svg
from regexhu.explain.verdict import Verdict, is_win
from regexhu.explain.verdict import explain as explained
from regexhu.explain.verdict import waits as waited
from regexhu.rules import RuleSet

Found = TypeVar("Found")

_hands = click.argument("hands", nargs=-1, required=True, metavar="HAND...")


@click.command()
@_hands
@hand_options
@showing_options
def win(hands: tuple[str, ...], rules: RuleSet, *, tiles: str, lang: str, as_json: bool, **asked: Any) -> None:
    """Say whether each HAND wins, and why."""
    told = given(asked)
    if len(hands) == 1 and hands != ("-",):
        _judge(
            hands,
            lambda hand: explained(hand, rules, **told),
            lambda hand, verdict: verdict.to_dict(),
            lambda hand, verdict: verdict.text(tiles, lang),
            as_json,
        )
    _judge(
        hands,
        lambda hand: is_win(hand, rules, **told),
        lambda hand, won: {"hand": hand, "rules": rules.name, "win": won},
        lambda hand, won: f"{'win ' if won else 'lose'} {hand}",
        as_json,
    )


@click.command()
@_hands
@hand_options
@showing_options
@click.option("--svg", type=click.Path(path_type=Path, dir_okay=False), help="Write a picture of one HAND to a file.")
def explain(
    hands: tuple[str, ...], rules: RuleSet, *, tiles: str, lang: str, svg: Path | None, as_json: bool, **asked: Any
) -> None:
    """Lay each HAND out and say of every block whether it holds, and by which tiles."""
    if svg and (len(hands) > 1 or hands == ("-",)):
        raise click.UsageError("--svg draws one HAND: call it once for each.")
    told = given(asked)

    def judge(hand: str) -> Verdict:
        verdict = explained(hand, rules, **told)
        if svg:
            _write(svg, hand_svg(verdict, tiles, lang), as_json)
        return verdict

    _judge(
        hands,
        judge,
        lambda hand, verdict: verdict.to_dict(),
        lambda hand, verdict: verdict.text(tiles, lang) + "\n",
        as_json,
    )


@click.command()
@_hands
@context_options
@rules_option
def waits(hands: tuple[str, ...], rules: RuleSet, as_json: bool, **asked: Any) -> None:
    """Name the tiles that complete each HAND, which is one tile short. Exit code 1: none does."""
    told = given(asked)
    _judge(
        hands,
        lambda hand: waited(hand, rules, **told),
        lambda hand, tiles: {"hand": hand, "rules": rules.name, "win": bool(tiles), "waits": tiles},
        lambda hand, tiles: f"{hand}  {' '.join(tiles) or 'waits for nothing'}",
        as_json,
    )


def _judge(
    hands: Iterable[str],
    judge: Callable[[str], Found],
    plain: Callable[[str, Found], object],
    text: Callable[[str, Found], str],
    as_json: bool,
) -> NoReturn:
    """Judge each hand, print what came out as it comes, and leave with the worst outcome as the exit code."""
    worst = WIN
    with Answers(as_json) as answers:
        for number, hand in enumerate(_read(hands, as_json), 1):
            PROGRESS.at("judging hand", number)
            try:
                if not hand.strip():
                    raise RuleError("no tiles: a hand is written as 123m456p789s11122z")
                found = judge(hand)
            except ValueError as error:
                worst, said = BAD, worded(error)
                shown = f"hand {number}: {visible(hand[:80])}".rstrip()
                answers.give(partial(dict, hand=hand, error=said), partial("{}\n{}".format, shown, said), err=True)
                if isinstance(error, MissingFacts) and error.missing != ("winning_tile",):
                    break  # no hand can be judged so
            else:
                worst = max(worst, WIN if found else NOT)
                answers.give(partial(plain, hand, found), partial(text, hand, found))
    sys.exit(worst)


def _read(hands: Iterable[str], as_json: bool) -> Iterator[str]:
    """The hands; `-` stands for those on standard input, one a line, blank lines left out."""
    for hand in hands:
        if hand != "-":
            yield hand
        elif sys.stdin is None:
            refuse("standard input is closed: - reads hands from it", as_json)
        else:
            try:
                lines = (line.decode("utf-8", "surrogateescape").strip("\ufeff \t\r\n") for line in _lines())
                yield from filter(None, lines)
            except OSError as error:
                refuse(f"standard input can't be read: {error.strerror}", as_json)


def _lines() -> Iterator[bytes]:
    """The lines of standard input; nothing is shown to a person who is typing them."""
    is_typed = sys.stdin.isatty()
    while True:
        if is_typed:
            PROGRESS.at("")
        if not (line := sys.stdin.buffer.readline()):
            return
        yield line


def _write(file: Path, text: str, as_json: bool) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        refuse(f"{from_here(file)} can't be written: {reason}", as_json)


VERBS = (win, explain, waits)
