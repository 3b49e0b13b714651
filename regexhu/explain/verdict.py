"""Judging a hand: whether it wins, why or why not, and what it waits for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

from regexhu.errors import columns
from regexhu.explain.nearest import Exchange, nearest_win
from regexhu.explain.wording import PLAIN, Wording
from regexhu.expression.matching import compiled, fits
from regexhu.hands.hand import Hand
from regexhu.hands.layout import Form, Layout
from regexhu.hands.tiles import SPELLINGS
from regexhu.regextext.writer import Writer
from regexhu.rules.library import LOADED, Rules, load
from regexhu.rules.ruleset import RuleSet
from regexhu.syntax.counts import Count, Groups, Repeats, Surplus, Tiles
from regexhu.syntax.facts import Winning
from regexhu.syntax.shapes import Shape
from regexhu.syntax.tree import And, Named, Not, Or, Pattern

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_EXPLAINED = 200
"""How many layouts of a hand that loses are compared to find the one in which the fewest blocks fail."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What one block says of a layout: whether it holds, the groups or tiles that decide it, and what is amiss."""

    block: str
    holds: bool
    by: tuple[str, ...]
    missing: str = ""
    depth: int = 0
    gap: int = 0

    @property
    def reason(self) -> str:
        """What decides the block: what is amiss, and the groups or tiles."""
        return ": ".join(filter(None, (self.missing, " ".join(self.by))))

    def to_dict(self) -> dict[str, object]:
        """The finding as plain data."""
        return {"block": self.block, "holds": self.holds, "by": list(self.by), "missing": self.missing}


@dataclass(frozen=True, slots=True)
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
        findings = self.told(wording)
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
        return f"{wording.say('wins' if self.win else 'does not win')}: {self.rules.title or self.rules.name}"

    @property
    def nearest(self) -> Exchange | None:
        """Which tiles a hand that loses lacks of the nearest win, where that can be told."""
        return None if self.win else nearest_win(self.rules, self.hand)

    def advice(self, wording: Wording) -> str:
        """What a hand that loses lacks of the nearest win; nothing where that can't be told."""
        if (nearest := self.nearest) is None:
            return ""
        given, drawn, number = wording.kinds(nearest.given), wording.kinds(nearest.drawn), len(nearest.drawn)
        missing = wording.say("{} tile{} from a win", number, "s" * (number != 1))
        change = wording.say("exchange {} for {}", given, drawn) if given else wording.say("draw {}", drawn)
        return f"{missing}: {change} -> {nearest.hand}"

    def told(self, wording: Wording) -> tuple[Finding, ...]:
        """The findings in other words."""
        if wording.lang == PLAIN.lang and wording.tiles != "zh":
            return self.findings
        return tuple(_findings(self.rules, self.hand, self.layout, wording))

    def to_dict(self) -> dict[str, object]:
        """The verdict as plain data: text in MPSZ, groups as texts with their marks."""
        return {
            "hand": str(self.hand),
            "rules": self.rules.name,
            "win": self.win,
            "layout": [group.text(SPELLINGS["mpsz"]) for group in self.layout],
            "blocks": [finding.to_dict() for finding in self.findings],
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
    return judge.is_win(hand, engine, **asked) if asked else judge.is_win(hand, engine)


def is_win_many(hands: Any, rules: Rules = "harbin", errors: Literal["raise", "false"] = "raise") -> NDArray[np.bool_]:
    """The verdicts on many hands as a boolean array: see `RuleSet.match_many`."""
    return load(rules).match_many(hands, errors)


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
    judge = load(rules)
    judged = judge.meet(hand, asked)
    winner = judge.layout(judged)
    if winner is not None:
        return Verdict(True, judged, judge, winner, tuple(_findings(judge, judged, winner)))
    laid_out = (layout for form in judge.forms for layout in judged.layouts(form))
    candidates = list(islice(laid_out, MOST_EXPLAINED))
    candidates += [judged.nearest(form) for form in judge.forms]
    explained = [(layout, tuple(_findings(judge, judged, layout))) for layout in candidates]
    layout, findings = min(explained, key=lambda pair: _gap(pair[1]))
    return Verdict(False, judged, judge, layout, findings)


def _gap(findings: Sequence[Finding]) -> int:
    """How far a layout is from winning: one for each block that fails, and more for a shape the further it is off."""
    return sum(finding.gap for finding in findings)


def _lack(block: Pattern, layout: Layout) -> int:
    """How far a block is from holding: how many groups or tiles it is off, where it counts them; 0 if it holds."""
    match block:
        case Named(part):
            return _lack(part, layout)
        case And(parts):
            return sum(_lack(part, layout) for part in parts)
        case Or(parts):
            return min(_lack(part, layout) for part in parts)
        case Shape():
            return block.gap(layout)
        case Count(of, least, most):
            number = of.count(layout)
            return max(0, least - number, number - (number if most is None else most))
    return 1


def _findings(judge: RuleSet, hand: Hand, layout: Layout, wording: Wording = PLAIN) -> Iterator[Finding]:
    """What each block says of a layout, in the order in which the rule names them."""
    sequence = judge.regex_engine.sequence(hand, layout)

    def holds(block: Pattern) -> bool:
        writer = Writer(judge.spelling, wild=bool(hand.wilds))
        text = "".join(line.text for line in block.lines(writer))
        return fits(compiled(f"{text}{f'{writer.context}$' if block.shapes else '.*'}"), sequence) is not None

    def find(block: Pattern, depth: int) -> Iterator[Finding]:
        if isinstance(block, And):
            for part in block.parts:
                yield from find(part, depth)
        elif isinstance(block, Or) and block.shapes:
            branches = [tuple(find(part, depth + 1)) for part in block.parts]
            nearest = min(branches, key=_gap)
            missing = wording.say("the nearest") if _gap(nearest) else ""
            yield Finding(wording.say("one of {} forms", len(branches)), not missing, (), missing, depth)
            yield from nearest
        elif isinstance(block, Count) and isinstance(block.of, Surplus) and judge.regex_engine.is_overfull(hand):
            alike = wording.say("here {} wild tiles alike", hand.wild_alike)
            yield Finding(wording.block(block), False, (), alike, depth, 1)
        elif holds(block):
            yield Finding(wording.block(block), True, _deciding(block, layout, wording), "", depth)
        else:
            gap = max(1, _lack(block, layout))
            by, missing = _deciding(block, layout, wording), _missing(block, layout, wording)
            yield Finding(wording.block(block), False, by, missing, depth, gap)

    yield from find(judge.pattern, 0)


def _deciding(block: Pattern, layout: Layout, wording: Wording) -> tuple[str, ...]:
    """The groups or tiles that a block looks at, as texts."""
    if isinstance(block, Named | Not):
        return _deciding(block.part, layout, wording)
    if isinstance(block, And | Or):
        return tuple(dict.fromkeys(text for part in block.parts for text in _deciding(part, layout, wording)))
    if isinstance(block, Shape):
        return tuple(wording.group(group) for group in layout if group.kind != "single" or block.form.singles)
    if isinstance(block, Winning):
        return tuple(wording.kinds([group.won]) for group in layout if group.won is not None)
    if not isinstance(block, Count):
        return ()
    if isinstance(block.of, Groups):
        return tuple(wording.group(group) for group in layout if block.of.of.holds(group))
    if isinstance(block.of, Tiles):
        tiles = [tile for group in layout for tile in group.tiles if tile in block.of.tiles]
        return (wording.kinds(tiles),) if tiles and len(block.of.tiles) < 34 else ()
    if isinstance(block.of, Repeats):
        texts = [wording.group(group) for group in layout if block.of.of.holds(group)]
        return tuple(text for text in dict.fromkeys(texts) if texts.count(text) > 1)
    held = Counter(tile for group in layout for tile in group.tiles)
    return tuple(f"{wording.kinds([tile])} ×{copies}" for tile, copies in sorted(held.items()) if copies > 4)


def _missing(block: Pattern, layout: Layout, wording: Wording) -> str:
    """What keeps a block from holding, in a few words."""
    if isinstance(block, Named):
        return _missing(block.part, layout, wording)
    if isinstance(block, And):
        lacking = [wording.block(part) for part in block.parts if isinstance(part, Count) and not part.holds(layout)]
        return wording.say("lacks {}", ", ".join(lacking)) if lacking else wording.say("here")
    if isinstance(block, Count):
        return wording.say("here {}", block.of.count(layout))
    if isinstance(block, Shape):
        loose = [tile for group in layout if group.kind == "single" for tile in group.tiles]
        left = wording.say(", left over {}", wording.kinds(loose)) if loose else ""
        return wording.say("here {}", wording.form(Form.of(layout))) + left
    return wording.say("here")
