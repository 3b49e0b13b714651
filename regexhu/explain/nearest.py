"""The win nearest to a hand that loses: which tiles to exchange.

One layout is enough to win, so the readings are walked as they are, each with the tiles that it lacks; no automaton is
built for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from regexhu.automaton.nfa import Copies, Readings, Walk
from regexhu.errors import RuleError
from regexhu.hands.hand import Hand, text_of
from regexhu.hands.layout import in_order
from regexhu.hands.tiles import NAMES
from regexhu.rules.ruleset import RuleSet

REACH = (1, 2, 3, 4, 6)
"""How many tiles may be drawn at most, tried in turn; a win that is further away is not told."""


class Exchange(NamedTuple):
    """A nearest win: the tiles given away for it and those drawn, and the hand that wins as MPSZ text."""

    given: tuple[int, ...]
    drawn: tuple[int, ...]
    hand: str

    def to_dict(self) -> dict[str, object]:
        """The exchange as plain data."""
        given, drawn = ([NAMES[kind] for kind in kinds] for kinds in (self.given, self.drawn))
        return {"distance": len(drawn), "give": given, "draw": drawn, "hand": self.hand}


def nearest_win(rules: RuleSet, hand: Hand) -> Exchange | None:
    """The fewest tiles to exchange, or to draw where the hand is short, melds as they are declared; None if untold.

    It isn't told where the rule set asks which tile wins or looks at wild tiles, where the hand has wild tiles, and
    where no win is within reach.
    """
    if hand.wilds or rules.needs - {"self_draw", "ready"} or rules.automaton_engine.refusal:
        return None
    melded = Counter(tile for group in hand.declared for tile in group.tiles)
    free = [4 - melded[kind] for kind in range(34)]
    for tiles in rules.sizes:
        if tiles < hand.size:
            continue
        try:
            walk = rules.automaton_engine.walk(tiles, hand)
            start = walk.declare(walk.start(), in_order(hand.declared), 0)
            found = _nearest(walk, start, hand.counts, free)
        except RuleError:
            return None
        if found is not None:
            return _exchange(hand, found)
    return None


def _exchange(hand: Hand, counts: Sequence[int]) -> Exchange:
    def surplus(many: Sequence[int], few: Sequence[int]) -> tuple[int, ...]:
        return tuple(kind for kind in range(34) for _ in range(many[kind] - few[kind]))

    text = ",".join([text_of(counts), *map(str, hand.melds)])
    return Exchange(surplus(hand.counts, counts), surplus(counts, hand.counts), text)


def _nearest(walk: Walk, start: Readings, held: Sequence[int], free: Sequence[int]) -> list[int] | None:
    """The counts of a win for which the fewest tiles have to be drawn, looked for from the nearest on."""
    for most in REACH:
        if (found := _within(most, walk, start, held, free)) is not None:
            return found
    return None


def _within(most: int, walk: Walk, start: Readings, held: Sequence[int], free: Sequence[int]) -> list[int] | None:
    """The counts of a win for which at most so many tiles have to be drawn."""
    layers: list[dict[int, tuple[int, int, int]]] = [dict.fromkeys(start, (0, 0, 0))]
    for kind in range(34):
        after: dict[int, tuple[int, int, int]] = {}
        for reading, (drawn, _, _) in layers[-1].items():
            for copies in range(min(free[kind], held[kind] + most - drawn) + 1):
                needed = drawn + max(0, copies - held[kind])
                for reached in walk.step(frozenset([reading]), kind, Copies(copies)):
                    if reached not in after or needed < after[reached][0]:
                        after[reached] = needed, reading, copies
        layers.append(after)
    at = next((reading for reading in layers[-1] if walk.wins(frozenset([reading]))), None)
    if at is None:
        return None
    counts = []
    for layer in reversed(layers[1:]):
        _, at, copies = layer[at]
        counts.append(copies)
    return counts[::-1]
