"""Judging a hand: whether it wins, why or why not, and what it waits for."""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

from regexhu.errors import RuleError, columns
from regexhu.explain.wording import Wording
from regexhu.hands.hand import Hand
from regexhu.hands.layout import Form, Layout
from regexhu.hands.tiles import SPELLINGS, TileSet
from regexhu.rules.library import LOADED, Rules, load
from regexhu.rules.ruleset import RuleSet
from regexhu.speedups import native

# What explains a verdict is imported where one is explained: verdicts alone start sooner without it.
if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from regexhu.explain.exchange import Exchange
    from regexhu.explain.findings import Finding

MOST_EXPLAINED = 100
"""How many layouts of a hand that loses are compared to find the one in which the fewest blocks fail."""


@dataclass(frozen=True)
class Verdict:
    """Whether a hand wins, the layout that wins (or the one that comes nearest), and a finding for each block.

    A verdict is true when the hand wins; as text it is the explanation.
    """

    win: bool
    hand: Hand
    rules: RuleSet
    layout: Layout
    findings: tuple[Finding, ...]

    def __bool__(self) -> bool:
        return self.win

    def __str__(self) -> str:
        return self.text()

    def text(self, tiles: str = "glyph", lang: str = "en") -> str:
        """The explanation in English or Chinese (`en`, `zh`), its tiles as `glyph`, `mpsz` or `zh`.

        >>> print(explain("123m456p789s111z22z", rules="standard").text(tiles="zh", lang="zh"))
        123m456p789s11122z  和牌: Standard
        <BLANKLINE>
          一二三万  四五六筒  七八九条  东东东  南南
        <BLANKLINE>
          ✔ 同种牌最多4张
          ✔ 4个面子加1个对子  一二三万 四五六筒 七八九条 东东东 南南
        """
        wording = Wording(lang, tiles)
        findings = self.findings_in(wording)
        width = max((columns(finding.block) + 2 * finding.depth for finding in findings), default=0)
        lines = [f"{self.hand}  {self.outcome(wording)}", ""]
        if tiles == "glyph":
            glyphs = ("".join(SPELLINGS["glyph"].tiles[tile] for tile in group.tiles) for group in self.layout)
            lines.append("  " + "  ".join(glyphs))
        lines += ["  " + "  ".join(map(wording.group, self.layout)), ""]
        for finding in findings:
            indent = "  " * finding.depth
            block = indent + finding.block + " " * (width - columns(finding.block) - len(indent))
            lines.append(f"  {'✔' if finding.holds else '✘'} {block}  {finding.reason}".rstrip())
        if advice := self.advice(wording):
            lines += ["", f"  {advice}"]
        return "\n".join(lines)

    def outcome(self, wording: Wording) -> str:
        """Whether the hand wins, and by which rules."""
        by = self.rules.title or self.rules.name
        return wording.say("wins" if self.win else "does not win") + (f": {by}" if by else "")

    @cached_property
    def otherwise(self) -> dict[str, object]:
        """The keywords of the call that, told otherwise, make a hand that loses win; empty where none do."""
        from regexhu.explain.context import otherwise

        return {} if self.win else otherwise(self.rules, self.hand)

    @cached_property
    def nearest(self) -> Exchange | None:
        """Which tiles a hand that loses lacks of the nearest win, where that can be told and no keyword will do."""
        from regexhu.explain.exchange import fewest_exchanged

        return None if self.win or self.otherwise else fewest_exchanged(self.rules, self.hand)

    def advice(self, wording: Wording) -> str:
        """What makes a hand that loses win: what to tell otherwise, or which tiles to exchange; nothing if untold."""
        if self.otherwise:
            from regexhu.explain.context import told_in

            return wording.say("it would win if told: {}", told_in(self.otherwise, self.hand, wording))
        if (nearest := self.nearest) is None:
            return ""
        given, drawn, number = wording.kinds(nearest.given), wording.kinds(nearest.drawn), len(nearest.drawn)
        missing = wording.say("{} tile{} from a win", number, "s" * (number != 1))
        change = wording.say("exchange {} for {}", given, drawn) if given else wording.say("draw {}", drawn)
        return f"{missing}: {change} -> {nearest.hand}"

    def findings_in(self, wording: Wording) -> tuple[Finding, ...]:
        """The findings in other words."""
        from regexhu.explain.findings import LaidOut, findings, known_facts

        return findings(LaidOut(self.rules, self.hand, known_facts(self.rules, self.hand), self.layout), wording)

    def to_dict(self) -> dict[str, object]:
        """The verdict as plain data: text in MPSZ, groups as texts with their marks."""
        return {
            "hand": str(self.hand),
            "rules": self.rules.name,
            "win": self.win,
            "layout": [group.text(SPELLINGS["mpsz"]) for group in self.layout],
            "blocks": [finding.to_dict() for finding in self.findings],
            "otherwise": {
                name: str(value) if isinstance(value, TileSet) else value for name, value in self.otherwise.items()
            },
            "nearest": nearest.to_dict() if (nearest := self.nearest) else None,
        }


def is_win(hand: str | Hand, rules: Rules = "harbin", engine: str = "auto", **asked: object) -> bool:
    """Whether the hand wins by the rule set (a name, the path of a rule file, or a `RuleSet`).

    >>> is_win("111s345s55s567s222m", rules="harbin")
    True
    """
    try:
        judge = LOADED[rules]
    except (KeyError, TypeError):
        judge = load(rules)
    if isinstance(rules, str) and rules in LOADED:
        _JUDGES[rules] = judge.is_win
    return judge.is_win(hand, engine, **asked) if asked else judge.is_win(hand, engine)


_JUDGES: dict[str, object] = {}
"""What judges by the rule sets that were asked for by name, which the C extension calls at once."""

if native is not None and not TYPE_CHECKING:
    is_win = native.IsWin(_JUDGES, is_win)
    copyreg.pickle(native.IsWin, lambda _: (_is_win, ()))


def _is_win() -> Callable[..., bool]:
    """What is pickled of `is_win`, which may be a function where it is loaded, or what runs in C."""
    return is_win


def is_win_many(
    hands: Any, rules: Rules = "harbin", errors: Literal["raise", "false", "null"] = "raise", **asked: object
) -> NDArray[np.bool_]:
    """The verdicts on many hands as a boolean array: see `RuleSet.match_many`."""
    return load(rules).match_many(hands, errors, **asked)


def waits(hand: str | Hand, rules: Rules = "harbin", **asked: object) -> list[str]:
    """The kinds that complete a hand which is one tile short, in MPSZ order; never one that it holds four times.

    >>> waits("1112345678999m", rules="standard")
    ['1m', '2m', '3m', '4m', '5m', '6m', '7m', '8m', '9m']
    """
    return load(rules).waits(hand, **asked)


def explain(hand: str | Hand, rules: Rules = "harbin", **asked: object) -> Verdict:
    """The verdict with its reasons: the layout that wins, or the one in which the fewest blocks fail.

    >>> verdict = explain("111s345s55s567s222s", rules="harbin")
    >>> [finding.block for finding in verdict.findings if not finding.holds]
    ['at least two suits 两门']
    """
    from regexhu.explain.findings import LaidOut, findings, known_facts, the_nearest

    judge = load(rules)
    judged = judge.meet(hand, asked)
    facts, winning = known_facts(judge, judged), judge.layout(judged)
    layouts = _candidates(judge, judged) if winning is None else iter([winning])
    laid = the_nearest(LaidOut(judge, judged, facts, layout) for layout in layouts)
    return Verdict(winning is not None, judged, judge, laid.layout, findings(laid))


def _candidates(rules: RuleSet, hand: Hand) -> Iterator[Layout]:
    """The layouts of a hand that loses: in the forms of the rule set, as many as can be tried, and towards them."""
    forms = rules.forms or hand.forms or (Form(len(hand.melds), 0, len(hand.tiles)),)
    with suppress(RuleError):
        yield from islice((layout for form in forms for layout in hand.layouts(form)), MOST_EXPLAINED)
    for form in forms:
        yield from hand.completing(hand.towards(form))
