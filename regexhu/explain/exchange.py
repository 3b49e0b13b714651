"""The fewest tiles that a hand that loses lacks of a win: which to give away, and which to draw.

The states of the rule set are walked as they are met, each with the tiles that it lacks; no automaton is built for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from regexhu.automaton.machine import Machine
from regexhu.automaton.words import KINDS, Deal, Met
from regexhu.errors import RuleError, TooManyStates
from regexhu.hands.hand import Hand, text_of
from regexhu.hands.tiles import NAMES
from regexhu.rules.answers import Asked
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
    """A state before a kind, what was met on the way to it, and how many concealed tiles it holds."""

    state: int
    met: Met
    tiles: int = 0


class _Way(NamedTuple):
    """How a place is reached: the tiles drawn so far, the place before it, and the copies of the kind between them."""

    drawn: int
    before: _Place
    copies: int


class _Search:
    """The wins near one hand."""

    def __init__(self, rules: RuleSet, hand: Hand) -> None:
        self._hand, self._steps = hand, 0
        self._range = Asked(rules, hand).beside
        self._to_come = [*accumulate(reversed(hand.counts), initial=0)][::-1]

    def within(self, most: int, size: int) -> list[int] | None:
        """The concealed counts of a win of so many tiles for which at most `most` have to be drawn."""
        for deal, machines in self._range.deals(size, held=0):
            with machines[0].lock:
                machines[0].configurations.begin()
                found = self._within(most, size - self._hand.size + len(self._hand.tiles), deal, machines[0])
            if found is not None:
                return found
        return None

    def _within(self, most: int, wanted: int, deal: Deal, machine: Machine) -> list[int] | None:
        held = self._hand.counts
        start = _Place(machine.start(), deal.start)
        layers = [{start: _Way(0, start, 0)}]
        for kind in range(KINDS):
            after: dict[_Place, _Way] = {}
            for place, (drawn, _, _) in layers[-1].items():
                for (melds, letter), met, _ in deal.steps(kind, place.met):
                    needed, tiles = drawn + max(0, letter.real - held[kind]), place.tiles + letter.real
                    if tiles > wanted or needed + wanted - tiles - self._to_come[kind + 1] > most or needed > most:
                        continue
                    self._steps += 1
                    state = place.state
                    for meld in melds:
                        state = machine.declare(state, kind, meld)
                    reached = _Place(machine.onward(state, kind, letter), met, tiles)
                    if reached.state and (reached not in after or needed < after[reached].drawn):
                        after[reached] = _Way(needed, place, letter.real)
            if self._steps > MOST_STEPS:
                raise TooManyStates(MOST_STEPS, self._steps)
            layers.append(after)
        at = next((place for place in layers[-1] if machine.wins(place.state) and deal.is_over(place.met)), None)
        return None if at is None else _copies_to(at, layers)


def _copies_to(at: _Place, layers: Sequence[dict[_Place, _Way]]) -> list[int]:
    """The copies of each kind on the way to a place behind the last layer."""
    counts = []
    for layer in reversed(layers[1:]):
        _, at, copies = layer[at]
        counts.append(copies)
    return counts[::-1]
