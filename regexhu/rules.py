"""Rule sets: a pattern met with the tiles it is played with, its examples, and the regex that judges a hand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from regexhu.conditions import Context, Count, Groups, Repeats, Surplus, Tiles, Winning
from regexhu.errors import RuleError
from regexhu.groups import GroupClass, Shape
from regexhu.hand import Hand
from regexhu.layout import Form, Layout
from regexhu.pattern import And, Named, Pattern
from regexhu.regextext import Line, Writer
from regexhu.tiles import ALL, TileSet

if TYPE_CHECKING:
    from regex import Match
    from regex import Pattern as Compiled

MATCH_SECONDS = 1.0
"""How long one match may take before it is given up; a shipped rule set needs less than a thousandth of it."""


@dataclass(frozen=True, slots=True)
class Example:
    """One line of a rule file's examples: a hand that wins, one that loses, or one still to do."""

    verdict: str
    hand: str
    asked: dict[str, str | bool]
    reason: str
    line: int

    @classmethod
    def parse_all(cls, text: str) -> tuple[Example, ...]:
        """The examples in a text of lines such as `win 11m…z winning_tile=5p self_draw  # why`."""
        lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
        return tuple(cls._parse(number, line) for number, line in lines if line and not line.startswith("#"))

    @classmethod
    def _parse(cls, number: int, line: str) -> Example:
        code, _, reason = line.partition("#")
        verdict, *words = code.split()
        asked: dict[str, str | bool] = {}
        hand = []
        for word in words:
            keyword = re.fullmatch(r"([a-z]{2}[a-z_]*)(?:=(\S+))?", word)
            if keyword is None:
                hand.append(word)
            elif keyword[1] == "discard":
                asked["self_draw"] = False
            else:
                asked[keyword[1]] = keyword[2] or True
        if verdict not in ("win", "lose", "todo") or not hand:
            raise RuleError(f"{line}\n^\nexample line {number}: write win or lose (or todo), a hand, and # a reason.")
        return cls(verdict, " ".join(hand), asked, reason.strip(), number)


class RuleSet:
    """Decides which hands win: a pattern over the hand's layouts, played with a set of tiles.

    Every hand is first met with "legal hand": only the rule set's tiles, at most `copies` of each (None: any number).
    `win` may hold several shapes, each with conditions of its own, joined with `|`. `spelling` is the one in which
    hands are matched, `forms` the layouts that are tried where `win` has no shape to tell.
    """

    def __init__(
        self,
        win: Pattern,
        *,
        tiles: str | Iterable[int] = ALL,
        name: str = "",
        title: str = "",
        source: str = "",
        examples: str = "",
        copies: int | None = 4,
        spelling: str = "glyph",
        forms: Iterable[Form] | None = None,
    ) -> None:
        if not isinstance(win, Pattern) or isinstance(win, GroupClass):
            raise RuleError(f"a rule set is made of a pattern such as 4 * meld + pair & two_suits, not {win!r}")
        self.win = win
        self.tiles = TileSet.parse(tiles)
        self.name, self.title, self.source = name, title, source
        self.examples = Example.parse_all(examples)
        self.spelling = spelling
        self.copies = copies
        self.forms = tuple(dict.fromkeys(shape.form for shape in win.shapes)) if forms is None else tuple(forms)
        if not self.forms:
            raise RuleError(f"{win!r} has no shape: add one, such as 4 * meld + pair")

    def __repr__(self) -> str:
        return f"RuleSet({self.win!r}, tiles={str(self.tiles)!r}, name={self.name!r})"

    @property
    def legal(self) -> tuple[Pattern, ...]:
        """What every hand is held to before any rule: the tiles of the game, and how many there are of each."""
        found: list[Pattern] = []
        if self.tiles != ALL:
            found.append(Count(Tiles(~self.tiles), 0, 0, f"only({str(self.tiles)!r})", f"only tiles of {self.tiles}"))
        if self.copies is not None:
            words = "at most four tiles alike" if self.copies == 4 else f"at most {self.copies} tiles alike"
            found.append(Count(Surplus(self.copies), 0, 0, "at_most_four_alike", words))
        return tuple(found)

    @property
    def pattern(self) -> Pattern:
        """The whole rule: legal hand, and `win`."""
        return And.of(*self.legal, self.win)

    def lines(self, spelling: str = "glyph") -> Iterator[Line]:
        """The whole regex, a line for each block."""
        writer = Writer(spelling)
        yield Line(0, f"^{writer.legal}", "a canonical sequence")
        yield from self.pattern.lines(writer, 1)
        if not self.win.shapes:
            yield Line(0, ".*", "whatever its shape")
        yield Line(0, f"{writer.context}$", "the context")

    def regex(self, spelling: str | None = None, verbose: bool = False) -> str:
        """The rule set as one regex over canonical sequences; `verbose` lays it out with a comment for each block.

        It is for the `regex` module (and, in glyph or mpsz spelling, for `re`, but for named groups that repeat).
        A match captures its groups as `sequence`, `triplet`, `kong`, `pair` and `single`.
        """
        lines = list(self.lines(spelling or self.spelling))
        if not verbose:
            return "".join(line.text for line in lines)
        width = min(60, max(len(line.text) for line in lines))
        laid_out = [("  " * line.depth + line.text, line.comment) for line in lines]
        return "(?x)\n" + "\n".join(f"{text:{width}}  # {comment}" if comment else text for text, comment in laid_out)

    @cached_property
    def _expression(self) -> Compiled[str]:
        return compiled(self.regex())

    @cached_property
    def needs(self) -> frozenset[str]:
        """The keywords that a hand has to come with to be judged: `winning_tile`, `self_draw`, `ready` …"""
        return frozenset(keyword for leaf in self.win.leaves for keyword in _needed(leaf))

    def winning_layout(self, hand: Hand) -> Layout | None:
        """The first layout of the hand that wins, or None.

        A `RuleError` names what the rule set has to know of the hand and was not given.
        """
        self.check(hand)
        spelling = Writer(self.spelling).spelling
        for form in self.forms:
            for layout in hand.layouts(form):
                if fits(self._expression, hand.sequence(layout, spelling)):
                    return layout
        return None

    def check(self, hand: Hand) -> None:
        """Raise a `RuleError` where the rule set can't judge the hand as it was given."""
        for keyword in sorted(self.needs):
            if getattr(hand, keyword) is None:
                raise RuleError(f"rule set {self.name or 'of yours'} has to know {keyword}: give {_ASKED[keyword]}")
        if hand.wild:
            raise RuleError(
                f"rule set {self.name or 'of yours'} is judged without wild tiles: leave out wild={hand.wild}"
            )

    def is_win(self, hand: str | Hand, **asked: object) -> bool:
        """Whether the hand wins.

        >>> from regexhu import load
        >>> load("harbin").is_win("111s345s55s567s222m")
        True
        """
        return self.winning_layout(Hand.of(hand, **asked)) is not None


_ASKED = {
    "winning_tile": "winning_tile='5p', or write it last and apart: 123m44p5p",
    "self_draw": "self_draw=True or self_draw=False",
    "ready": "ready=True or ready=False",
}


def _needed(leaf: Pattern) -> Iterator[str]:
    if isinstance(leaf, Winning):
        yield "winning_tile"
    elif isinstance(leaf, Context):
        yield {"discard": "self_draw"}.get(leaf.word, leaf.word.replace("-", "_"))
    elif isinstance(leaf, Named):
        yield from _needed(leaf.part)
    elif isinstance(leaf, Shape):
        classes = [groups for _, groups in leaf.terms]
        yield from ("winning_tile" for groups in classes if _asks_winner(groups))
    elif isinstance(leaf, Count) and isinstance(leaf.of, Groups | Repeats) and _asks_winner(leaf.of.of):
        yield "winning_tile"


def _asks_winner(groups: GroupClass) -> bool:
    return any(term.won is not None for term in groups.terms)


@lru_cache(maxsize=256)
def compiled(text: str) -> Compiled[str]:
    """The expression compiled; kept, up to a number."""
    import regex

    return regex.compile(text)


def fits(expression: Compiled[str], sequence: str) -> Match[str] | None:
    """The match of the whole sequence, or None; a `RuleError` if it takes longer than `MATCH_SECONDS`."""
    try:
        return expression.fullmatch(sequence, timeout=MATCH_SECONDS)
    except TimeoutError:
        raise RuleError(
            f"a match took longer than {MATCH_SECONDS} s and was given up: a regex of your own in matches(…) "
            "backtracks; make its walks deterministic, or leave it to blocks"
        ) from None
