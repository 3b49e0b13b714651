"""A rule set compiled: its steps for single hands, its automata for all hands of a size."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from threading import RLock
from typing import TYPE_CHECKING

from regexhu.automaton import Automaton
from regexhu.counters import Counters
from regexhu.errors import RuleError
from regexhu.hand import Hand
from regexhu.layout import Form, Layout, in_order
from regexhu.pattern import Pattern
from regexhu.steps import Steps
from regexhu.tiles import kind_of
from regexhu.walk import Readings, Walk

if TYPE_CHECKING:
    from regexhu.batch import Tables

MOST_KEPT = 64
"""How many automata, and how many sets of steps, are kept for one rule set."""

_HOLDS: dict[str, Callable[[Hand], bool]] = {
    "self-draw": lambda hand: hand.self_draw is True,
    "discard": lambda hand: hand.self_draw is False,
    "ready": lambda hand: hand.ready is True,
}


class CompiledRules:
    """What a pattern compiles to; everything is built when it is first asked for and kept, up to a number."""

    def __init__(self, pattern: Pattern, needs: frozenset[str], copies: int | None) -> None:
        self._pattern, self._needs, self._copies = pattern, needs, copies
        self._steps: dict[tuple[object, ...], Steps] = {}
        self._automata: dict[tuple[int, Readings], Automaton] = {}
        self._walks: dict[int, Walk] = {}
        self._tables: dict[int, Tables] = {}
        self._lock = RLock()

    @cached_property
    def refusal(self) -> RuleError | None:
        """Why the pattern doesn't compile, if it doesn't."""
        try:
            Counters(self._pattern, known=lambda word: True, winning=0, copies=self._copies)
        except RuleError as error:
            return error
        return None

    @cached_property
    def plain(self) -> Steps | None:
        """The steps for hands of which nothing but the tiles has to be known, where the rule set asks for no more."""
        return None if self._needs or self.refusal else self._new_steps(None)

    def steps(self, hand: Hand) -> Steps:
        """The steps that judge the hand, given what the rule set has to know of it."""
        if self.plain is not None:
            return self.plain
        key = tuple(getattr(hand, keyword) for keyword in sorted(self._needs))
        with self._lock:
            if key not in self._steps:
                if len(self._steps) >= MOST_KEPT:
                    self._steps.clear()
                self._steps[key] = self._new_steps(hand)
            return self._steps[key]

    def _new_steps(self, hand: Hand | None) -> Steps:
        won = kind_of(hand.winning_tile) if hand and hand.winning_tile and "winning_tile" in self._needs else None
        known = (lambda word: _HOLDS[word](hand)) if hand else None
        return Steps(Walk(Counters(self._pattern, known, won, copies=self._copies), won), self._copies)

    def automaton(self, tiles: int, melds: Layout = ()) -> Automaton:
        """The minimal automaton of the hands of so many tiles that win, beside these declared melds."""
        with self._lock:
            if len(self._automata) >= MOST_KEPT:
                self._automata.clear()
                self._walks.clear()
            if tiles not in self._walks:
                self._walks[tiles] = Walk(Counters(self._pattern, tiles=tiles, copies=self._copies))
            walk = self._walks[tiles]
            key = tiles, walk.declare(walk.start, in_order(melds), 0)
            if key not in self._automata:
                self._automata[key] = Automaton(walk, key[1])
            return self._automata[key]

    def tables(self, tiles: int) -> Tables:
        """The automaton of the concealed hands of so many tiles as tables that judge many hands at once."""
        from regexhu.batch import Tables

        with self._lock:
            if tiles not in self._tables:
                self._tables[tiles] = Tables(self.automaton(tiles))
            return self._tables[tiles]


def sizes_of(forms: tuple[Form, ...]) -> tuple[int, ...]:
    """The numbers of tiles that hands in these forms have: as many as the form, and one more for each kong."""
    return tuple(sorted({form.size + kongs for form in forms for kongs in range(form.melds + 1)}))
