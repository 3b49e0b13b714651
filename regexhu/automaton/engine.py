"""The automaton engine: a rule's steps for single hands, its automata for all hands of a size."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from threading import RLock
from typing import TYPE_CHECKING, TypeVar

from regexhu.automaton.completion import completions
from regexhu.automaton.counters import Caps, Counters, refusal_of
from regexhu.automaton.nfa import Walk
from regexhu.automaton.suit_cache import HeldTiles, Steps
from regexhu.errors import RuleError
from regexhu.hands.hand import Hand
from regexhu.hands.layout import Layout, in_order
from regexhu.hands.tiles import ALL, TileSet
from regexhu.syntax.counts import Count, Substitutes, Tiles
from regexhu.syntax.facts import Fact, NoForbidden
from regexhu.syntax.shapes import terms_of
from regexhu.syntax.tree import Pattern

if TYPE_CHECKING:
    from regexhu.automaton.machine import Machine

Kept = TypeVar("Kept")

MOST_STATES = 200_000
"""How many states are met before a question is given up."""

MOST_KEPT = 64
"""How many automata, how many machines, and how many sets of steps, are kept for one rule set."""

MOST_TABLES = 12
"""How many tables are kept for one rule set: some megabytes each."""


class AutomatonEngine:
    """Judges hands of at most `most_tiles` tiles, `copies` of each kind (None: any number), by what the pattern
    compiles to.

    Everything is built when it is first asked for and kept, up to a number. `refusal` says what of the pattern doesn't
    compile; then every question is a `RuleError`. More than `most_states` states are a `TooManyStates`.
    """

    def __init__(
        self, pattern: Pattern, most_tiles: int, copies: int | None = 4, most_states: int = MOST_STATES
    ) -> None:
        self._pattern, self.most_tiles, self.copies, self.most_states = pattern, most_tiles, copies, most_states
        self._caps = Caps.of(pattern)
        self.facts = tuple(dict.fromkeys(leaf for leaf in pattern.leaves if isinstance(leaf, Fact)))
        self.asks_who_won = any(term.won is not None for leaf in pattern.leaves for term in terms_of(leaf))
        self._asks_wild = any(map(_asks_wild, pattern.leaves))
        self._steps: dict[tuple[bool, ...], Steps] = {}
        self._kept: dict[str, dict[object, object]] = {}
        self._machines: dict[tuple[tuple[bool, ...], int, int | None], Machine] = {}
        self._lock = RLock()

    @cached_property
    def refusal(self) -> str:
        """Why the pattern doesn't compile; empty where it does."""
        if self.most_tiles and not self._pattern.shapes:
            return "the rule set has no shape, and forms that are given only the regex engine lays out"
        return refusal_of(self._pattern)

    def check(self) -> None:
        """Raise a `RuleError` where the pattern doesn't compile."""
        if self.refusal:
            raise RuleError(self.refusal)

    @cached_property
    def plain(self) -> Steps | None:
        """The steps for hands of which nothing but the tiles has to be known, where the rule set asks for no more."""
        return None if self.facts or self.asks_who_won or self.refusal else self._steps_of(())

    def is_win(self, hand: Hand) -> bool:
        """Whether the hand wins."""
        self.check()
        if not self._may_win(hand):
            return False
        steps = self._steps_of(tuple(fact.known(hand) for fact in self.facts))
        return any(map(steps.judge, self._choices(hand)))

    def layout(self, hand: Hand) -> Layout | None:
        """One layout in which the hand wins, or None."""
        self.check()
        if not self._may_win(hand):
            return None
        steps = self._steps_of(tuple(fact.known(hand) for fact in self.facts))
        found = next((steps.layout(tiles) for tiles in self._choices(hand) if steps.judge(tiles)), None)
        if found is None or any(group.won is not None for group in found):
            return found
        return next(hand.completing(found), found)

    def _may_win(self, hand: Hand) -> bool:
        """Whether the hand is small enough, and has no more tiles of a wild kind than there are."""
        is_overfull = bool(hand.wild) and self._caps.real is not None and hand.wild_alike > self._caps.real
        return hand.size <= self.most_tiles and not is_overfull

    def _choices(self, hand: Hand) -> Iterator[HeldTiles]:
        """The hand's tiles, once for each group that the winning tile may complete where that is asked."""
        held = tiles_of(hand)
        return completions(held, hand.won, every=self._asks_wild) if self.asks_who_won else iter([held])

    def _steps_of(self, known: tuple[bool, ...]) -> Steps:
        with self._lock:
            if known not in self._steps:
                if len(self._steps) >= MOST_KEPT:
                    self._steps.clear()
                self._steps[known] = Steps(partial(self._new_walk, known), self._caps)
            return self._steps[known]

    def machine(self, known: tuple[bool, ...], size: int, winner: int | None) -> Machine:
        """Whole hands, for these truths of the facts, one size (0: any) and the kind of a winning tile that is wild."""
        from regexhu.automaton.machine import Machine  # few processes ask of whole hands, and all start sooner

        self.check()
        key = known, size, winner
        with self._lock:
            if key not in self._machines:
                if len(self._machines) >= MOST_KEPT:
                    self._machines.clear()
                facts = dict(zip(self.facts, known, strict=True))
                self._machines[key] = Machine(self._pattern, facts, size, winner, self.most_tiles, self.most_states)
            return self._machines[key]

    def kept(self, what: str, key: object, make: Callable[[], Kept]) -> Kept:
        """What was made for the key before, or is made now; a key tells what was asked of the rule set."""
        with self._lock:
            kept = self._kept.setdefault(what, {})
            if key not in kept:
                if len(kept) >= (MOST_TABLES if what == "tables" else MOST_KEPT):
                    kept.clear()
                kept[key] = make()
            return kept[key]  # type: ignore[return-value]

    def some_win(self, given: Hand, melds: bool = True) -> Hand | None:
        """A hand that wins in a context, concealed or with few melds; None if none does."""
        from regexhu.automaton.search import Search

        known = {fact: self._holds_of_all(fact, given) for fact in self.facts}
        search = Search(self._pattern, known, ALL, self.copies, melds=melds)
        return min(search.hands(10), key=lambda hand: len(hand.melds), default=None)

    def _holds_of_all(self, fact: Fact, given: Hand) -> bool | Count:
        """Whether a fact holds in a context, whatever the tiles; if that depends on them, how many it allows."""
        if isinstance(fact, NoForbidden):
            return Count(Tiles(given.forbidden or TileSet()), 0, 0, repr(fact))
        return fact.known(given)

    def _new_walk(self, known: tuple[bool, ...]) -> Walk:
        facts = dict(zip(self.facts, known, strict=True))
        return Walk(Counters(self._pattern, facts, caps=self._caps), self.most_states)


def _asks_wild(leaf: Pattern) -> bool:
    """Whether it matters to a condition which tiles are wild ones that stand for others."""
    counts = isinstance(leaf, Count) and isinstance(leaf.of, Substitutes)
    return counts or any(term.asks_wild for term in terms_of(leaf))


def tiles_of(hand: Hand) -> HeldTiles:
    """The hand as tiles to be judged."""
    wild = tuple(kind for kind in sorted(hand.wild or ()) for _ in range(hand.counts[kind]))
    return HeldTiles(hand.natural, in_order(hand.declared), wild)
