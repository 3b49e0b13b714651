"""A rule set compiled: its steps for single hands, its automata for all hands of a size."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from threading import RLock
from typing import TYPE_CHECKING

from regexhu.automaton.completion import completions
from regexhu.automaton.counters import Caps, Counters
from regexhu.automaton.minimal import Automaton
from regexhu.automaton.nfa import Readings, Walk
from regexhu.automaton.suit_cache import HeldTiles, Steps
from regexhu.errors import RuleError
from regexhu.hands.hand import Hand
from regexhu.hands.layout import Form, Layout, in_order
from regexhu.syntax.counts import Count, Groups, Repeats
from regexhu.syntax.facts import Fact
from regexhu.syntax.groups import GroupClass
from regexhu.syntax.shapes import Shape
from regexhu.syntax.terms import Term
from regexhu.syntax.tree import Named, Not, Pattern

if TYPE_CHECKING:
    from regexhu.automaton.tables import Tables

NOTHING_GIVEN = Hand(())
MOST_KEPT = 64
"""How many automata, and how many sets of steps, are kept for one rule set."""


class CompiledRules:
    """What a pattern compiles to; everything is built when it is first asked for and kept, up to a number."""

    def __init__(self, pattern: Pattern, most_states: int) -> None:
        self._pattern, self._most_states, self._caps = pattern, most_states, Caps.of(pattern)
        leaves = tuple(_bare(leaf) for leaf in pattern.leaves)
        self.facts = tuple(dict.fromkeys(leaf for leaf in leaves if isinstance(leaf, Fact)))
        self.asks_who_won = any(term.won is not None for leaf in leaves for term in terms_of(leaf))
        self._steps: dict[tuple[bool, ...], Steps] = {}
        self._automata: dict[tuple[Walk, Readings], Automaton] = {}
        self._walks: dict[tuple[int, tuple[bool, ...]], Walk] = {}
        self._tables: dict[int, Tables] = {}
        self._lock = RLock()

    @cached_property
    def refusal(self) -> RuleError | None:
        """Why the pattern doesn't compile, if it doesn't."""
        try:
            Counters(self._pattern, dict.fromkeys(self.facts, True), caps=self._caps)
        except RuleError as error:
            return error
        return None

    @cached_property
    def plain(self) -> Steps | None:
        """The steps for hands of which nothing but the tiles has to be known, where the rule set asks for no more."""
        return None if self.facts or self.asks_who_won or self.refusal else self._steps_of(())

    def is_win(self, hand: Hand) -> bool:
        """Whether the hand wins."""
        steps = self._steps_of(tuple(fact.known(hand) for fact in self.facts))
        if not self.asks_who_won:
            return steps.judge(tiles_of(hand))
        return any(steps.judge(tiles) for tiles in completions(tiles_of(hand), hand.won))

    def reading(self, hand: Hand) -> Layout | None:
        """One layout in which the hand wins, or None."""
        steps = self._steps_of(tuple(fact.known(hand) for fact in self.facts))
        every: Iterator[HeldTiles] = (
            completions(tiles_of(hand), hand.won) if self.asks_who_won else iter([tiles_of(hand)])
        )
        return next((layout for layout in map(steps.layout, every) if layout is not None), None)

    def _steps_of(self, known: tuple[bool, ...]) -> Steps:
        with self._lock:
            if known not in self._steps:
                if len(self._steps) >= MOST_KEPT:
                    self._steps.clear()
                counters = Counters(self._pattern, dict(zip(self.facts, known, strict=True)), caps=self._caps)
                self._steps[known] = Steps(Walk(counters, self._most_states), self._caps)
            return self._steps[known]

    def automaton(self, tiles: int, melds: Layout = (), given: Hand = NOTHING_GIVEN) -> Automaton:
        """The minimal automaton of the hands of so many tiles that win, beside these declared melds.

        `given` is a hand whose context answers the facts that the rule set asks for.
        """
        if self.asks_who_won:
            raise RuleError("the rule set asks which group the winning tile completes, so it is asked hand by hand")
        with self._lock:
            walk = self.walk(tiles, given)
            key = walk, walk.declare(walk.start(), in_order(melds), 0)
            if key not in self._automata:
                if len(self._automata) >= MOST_KEPT:
                    self._automata.clear()
                self._automata[key] = Automaton(*key, limit=self._most_states)
            return self._automata[key]

    def walk(self, tiles: int, given: Hand = NOTHING_GIVEN) -> Walk:
        """The walk over the hands of so many tiles that win, its facts answered as for `automaton`."""
        known = tuple(fact.known(given) for fact in self.facts)
        with self._lock:
            if (tiles, known) not in self._walks:
                if len(self._walks) >= MOST_KEPT:
                    self._walks.clear()
                    self._automata.clear()
                facts = dict(zip(self.facts, known, strict=True))
                self._walks[tiles, known] = Walk(Counters(self._pattern, facts, tiles, self._caps), self._most_states)
            return self._walks[tiles, known]

    def tables(self, tiles: int) -> Tables:
        """The automaton of the concealed hands of so many tiles as tables that judge many hands at once."""
        from regexhu.automaton.tables import Tables

        with self._lock:
            if tiles not in self._tables:
                self._tables[tiles] = Tables(self.automaton(tiles))
            return self._tables[tiles]


def tiles_of(hand: Hand) -> HeldTiles:
    """The hand as tiles to be judged."""
    wild = tuple(kind for kind in sorted(hand.wild or ()) for _ in range(hand.counts[kind]))
    return HeldTiles(hand.natural, in_order(hand.declared), wild)


def sizes_of(forms: tuple[Form, ...]) -> tuple[int, ...]:
    """The numbers of tiles that hands in these forms have: as many as the form, and one more for each kong."""
    return tuple(sorted({form.size + kongs for form in forms for kongs in range(form.melds + 1)}))


def _bare(leaf: Pattern) -> Pattern:
    return _bare(leaf.part) if isinstance(leaf, Named | Not) else leaf


def terms_of(leaf: Pattern) -> Iterator[Term]:
    """The kinds of groups that a condition or a shape looks at."""
    classes: list[GroupClass] = []
    if isinstance(leaf, Shape):
        classes = [groups for _, groups in leaf.terms]
    elif isinstance(leaf, Count) and isinstance(leaf.of, Groups | Repeats):
        classes = [leaf.of.of]
    for groups in classes:
        yield from groups.looked_at
