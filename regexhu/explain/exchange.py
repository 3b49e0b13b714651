"""The fewest tiles that a hand that loses lacks of a win: which to give away, and which to draw.

One layout is enough to win, so the readings are walked as they are, each with the tiles that it lacks; no automaton is
built for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from regexhu.automaton.nfa import Copies
from regexhu.errors import RuleError, TooManyStates
from regexhu.hands.hand import Hand, text_of
from regexhu.hands.layout import in_order
from regexhu.hands.tiles import NAMES
from regexhu.rules.ruleset import RuleSet

REACH = (1, 2, 3, 4, 6)
"""How many tiles may be drawn at most, tried in turn; a win that is further away is not told."""

MOST_STEPS = 20_000
"""How many steps over a kind are walked, in all, before the search is given up: some tenths of a second."""


class Exchange(NamedTuple):
    """A nearest win: the tiles given away for it and those drawn, and the hand that wins as MPSZ text."""

    given: tuple[int, ...]
    drawn: tuple[int, ...]
    hand: str

    def to_dict(self) -> dict[str, object]:
        """The exchange as plain data."""
        given, drawn = ([NAMES[kind] for kind in kinds] for kinds in (self.given, self.drawn))
        return {"distance": len(drawn), "give": given, "draw": drawn, "hand": self.hand}


def fewest_exchanged(rules: RuleSet, hand: Hand) -> Exchange | None:
    """The fewest tiles to exchange, or to draw where the hand is short, melds as they are declared; None if untold.

    It isn't told where the rule set asks which tile wins, where the hand has wild tiles or may draw some that the rule
    set looks at, and where no win is within reach.
    """
    may_be_wild = hand.wilds or (hand.wild and "wild" in rules.needs)
    if may_be_wild or "winning_tile" in rules.needs or rules.automaton_engine.refusal:
        return None
    search = _Search(rules, hand)
    try:
        for most in REACH:
            for size in rules.sizes:
                if 0 <= size - hand.size <= most and (found := search.within(most, size)) is not None:
                    return _exchange(hand, found)
    except RuleError:
        return None
    return None


def _exchange(hand: Hand, counts: Sequence[int]) -> Exchange:
    def surplus(many: Sequence[int], few: Sequence[int]) -> tuple[int, ...]:
        return tuple(kind for kind in range(34) for _ in range(many[kind] - few[kind]))

    text = ",".join([text_of(counts), *map(str, hand.melds)])
    return Exchange(surplus(hand.counts, counts), surplus(counts, hand.counts), text)


class _Place(NamedTuple):
    """A reading of the kinds so far, and how many concealed tiles they hold."""

    reading: int
    tiles: int = 0


class _Way(NamedTuple):
    """How a place is reached: the tiles drawn so far, the place before it, and the copies of the kind between them."""

    drawn: int
    before: _Place
    copies: int


class _Search:
    """The wins near one hand."""

    def __init__(self, rules: RuleSet, hand: Hand) -> None:
        self._rules, self._hand, self._steps = rules, hand, 0
        melded = Counter(tile for group in hand.declared for tile in group.tiles)
        self._melded = melded.total()
        self._free = [
            sum(hand.counts) + REACH[-1] if rules.copies is None else rules.copies - melded[k] for k in range(34)
        ]
        self._to_come = [*accumulate(reversed(hand.counts), initial=0)][::-1]

    def within(self, most: int, size: int) -> list[int] | None:
        """The concealed counts of a win of so many tiles for which at most `most` have to be drawn."""
        walk, held = self._rules.automaton_engine.walk(size, self._hand), self._hand.counts
        wanted = size - self._melded
        start = map(_Place, walk.declare(walk.start(), in_order(self._hand.declared), 0))
        layers = [{place: _Way(0, place, 0) for place in start}]
        for kind in range(34):
            after: dict[_Place, _Way] = {}
            for place, (drawn, _, _) in layers[-1].items():
                for copies in range(min(self._free[kind], held[kind] + most - drawn, wanted - place.tiles) + 1):
                    needed, tiles = drawn + max(0, copies - held[kind]), place.tiles + copies
                    if needed + wanted - tiles - self._to_come[kind + 1] > most:
                        continue
                    self._steps += 1
                    for reading in walk.step(frozenset([place.reading]), kind, Copies(copies)):
                        reached = _Place(reading, tiles)
                        if reached not in after or needed < after[reached].drawn:
                            after[reached] = _Way(needed, place, copies)
            if self._steps > MOST_STEPS:
                raise TooManyStates(MOST_STEPS, self._steps)
            layers.append(after)
        at = next((place for place in layers[-1] if walk.wins(frozenset([place.reading]))), None)
        return None if at is None else _copies_to(at, layers)


def _copies_to(at: _Place, layers: Sequence[dict[_Place, _Way]]) -> list[int]:
    """The copies of each kind on the way to a place behind the last layer."""
    counts = []
    for layer in reversed(layers[1:]):
        _, at, copies = layer[at]
        counts.append(copies)
    return counts[::-1]
