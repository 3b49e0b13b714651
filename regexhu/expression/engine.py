"""The regex engine: a hand wins when one of its canonical sequences matches the rule's expression."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from regexhu.expression.lines import joined, rule_lines
from regexhu.expression.matching import compiled, fits
from regexhu.expression.prospects import Prospects
from regexhu.hands.hand import Hand
from regexhu.hands.layout import Form, Layout
from regexhu.hands.tiles import ALL, TileSet, spelling_named
from regexhu.syntax.counts import Count, Tiles
from regexhu.syntax.facts import WaitsOn
from regexhu.syntax.tree import And, Pattern

if TYPE_CHECKING:
    from regex import Pattern as Compiled


class RegexEngine:
    """Judges hands laid out in these forms by the pattern's expression; at most `copies` tiles of a kind are real."""

    def __init__(self, pattern: Pattern, forms: tuple[Form, ...], spelling: str, copies: int | None) -> None:
        self.pattern, self.forms, self.spelling, self._copies = pattern, forms, spelling, copies
        self._prospects: dict[Form, Prospects] = {}

    def is_win(self, hand: Hand) -> bool:
        """Whether the hand wins."""
        return self.layout(hand) is not None

    def layout(self, hand: Hand) -> Layout | None:
        """The first layout of the hand that wins, or None."""
        if self.is_overfull(hand):
            return None
        expression = self._wild_expression if hand.wilds else self._expression
        spelling, waits = spelling_named(self.spelling), None
        for form in self.forms:
            for layout in hand.layouts(form, self._prospects_of(form)):
                waits = self._waits_of(hand) if waits is None else waits
                if fits(expression, hand.sequence(layout, spelling) + waits):
                    return layout
        return None

    def is_overfull(self, hand: Hand) -> bool:
        """Whether the hand has more tiles of a wild kind than there are, which its layouts don't show."""
        return bool(hand.wild) and self._copies is not None and hand.wild_alike > self._copies

    def sequence(self, hand: Hand, layout: Layout) -> str:
        """The canonical sequence of a layout, with the hand's waits where the rule asks for them."""
        return hand.sequence(layout, spelling_named(self.spelling)) + self._waits_of(hand)

    def _waits_of(self, hand: Hand) -> str:
        """The word of the context that names the hand's waits, the same for all its layouts."""
        waits = {kind for leaf in self.pattern.leaves if isinstance(leaf, WaitsOn) for kind in leaf.waits(hand)}
        tiles = spelling_named(self.spelling).tiles
        return f"@waits-{''.join(tiles[kind] for kind in sorted(waits))}" if waits else ""

    @cached_property
    def _expression(self) -> Compiled[str]:
        return compiled(joined(rule_lines(self.pattern, self.spelling)))

    @cached_property
    def _wild_expression(self) -> Compiled[str]:
        return compiled(joined(rule_lines(self.pattern, self.spelling, wild=True)))

    def _prospects_of(self, form: Form) -> Prospects:
        if form not in self._prospects:
            self._prospects[form] = Prospects(self.pattern, form)
        return self._prospects[form]


def parts_of(pattern: Pattern) -> tuple[Pattern, ...]:
    """The conditions that a pattern joins with `&` at its top."""
    return pattern.parts if isinstance(pattern, And) else (pattern,)


def tiles_taken(pattern: Pattern) -> TileSet:
    """The tiles that a pattern takes, by the conditions that it joins with `&` at its top."""
    taken = ALL
    for part in parts_of(pattern):
        if isinstance(part, Count) and isinstance(part.of, Tiles) and part.most == 0:
            taken -= part.of.tiles
    return taken
