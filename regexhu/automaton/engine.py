"""The automaton engine: a rule's steps for single hands, its automata for all hands of a size."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from threading import RLock
from typing import TYPE_CHECKING

from regexhu.automaton.counters import Caps, Counters, refusal_of
from regexhu.automaton.machine import Machine
from regexhu.automaton.minimal import MOST_STATES, Automaton
from regexhu.automaton.nfa import Readings, Walk
from regexhu.automaton.plain import PlainTexts, is_plain
from regexhu.automaton.search import Search
from regexhu.automaton.word import Word, word_of
from regexhu.errors import RuleError, TooManyStates
from regexhu.hands.hand import Hand
from regexhu.hands.layout import Layout, in_order
from regexhu.hands.tiles import ALL, TileSet
from regexhu.syntax.counts import Count, Tiles
from regexhu.syntax.facts import Fact, NoForbidden
from regexhu.syntax.shapes import terms_of
from regexhu.syntax.tree import Pattern

if TYPE_CHECKING:
    from regexhu.automaton.tables import Tables

NOTHING_GIVEN = Hand(())
READ_FIRST = 200
"""How many plain texts are read one by one before a table is built for them."""

MOST_KEPT = 64
"""How many automata, and how many sets of steps, are kept for one rule set."""

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
        self._pattern, self._most_tiles, self.copies, self._most_states = pattern, most_tiles, copies, most_states
        self._caps = Caps.of(pattern)
        self.facts = tuple(dict.fromkeys(leaf for leaf in pattern.leaves if isinstance(leaf, Fact)))
        self.asks_who_won = any(term.won is not None for leaf in pattern.leaves for term in terms_of(leaf))
        self._machines: dict[tuple[tuple[bool, ...], int, int | None], Machine] = {}
        self.plain: PlainTexts | None = None
        self._read = 0
        self._automata: dict[tuple[Walk, Readings], Automaton] = {}
        self._walks: dict[tuple[int, tuple[bool | Count, ...]], Walk] = {}
        self._tables: dict[Automaton, Tables] = {}
        self._lock = RLock()

    @cached_property
    def refusal(self) -> str:
        """Why the pattern doesn't compile; empty where it does."""
        return refusal_of(self._pattern)

    def check(self) -> None:
        """Raise a `RuleError` where the pattern doesn't compile."""
        if self.refusal:
            raise RuleError(self.refusal)

    @property
    def takes_plain(self) -> bool:
        """Whether nothing but the tiles has to be known of a hand."""
        return not (self.facts or self.asks_who_won or self.refusal)

    def read(self, text: str) -> bool | None:
        """The verdict on plain text, where nothing but tiles has to be known; None if the text is not plain.

        The first texts are walked; then `plain` remembers the steps of a table.
        """
        if self.plain is None:
            self._read += 1
            if self._read == READ_FIRST:
                with suppress(TooManyStates):
                    self.plain = PlainTexts(self.machine((), 0, None).table())
            if self.plain is None:
                return self.is_win(Hand.parse(text)) if is_plain(text) else None
        return self.plain.read(text)

    def is_win(self, hand: Hand) -> bool:
        """Whether the hand wins."""
        self.check()
        word = self._word_of(hand)
        return word is not None and self._machine_of(hand, word).is_win(word)

    def layout(self, hand: Hand) -> Layout | None:
        """One layout in which the hand wins, or None."""
        self.check()
        word = self._word_of(hand)
        found = None if word is None else self._machine_of(hand, word).layout(word)
        if found is None:
            return None
        found = in_order(found + hand.declared)
        if hand.winning_tile is None or any(group.won is not None for group in found):
            return found
        return next(hand.completing(found), found)

    def _word_of(self, hand: Hand) -> Word | None:
        """The hand as a word; None if it has more tiles, or more of a kind, than any that wins."""
        if hand.size > self._most_tiles:
            return None
        word = word_of(hand, self.asks_who_won)
        return None if self.copies is not None and word.alike > self.copies else word

    def _machine_of(self, hand: Hand, word: Word) -> Machine:
        known = tuple(fact.known(hand) for fact in self.facts)
        return self.machine(known, word.size if word.wilds else 0, word.wild_winner)

    def machine(self, known: tuple[bool, ...], size: int, winner: int | None) -> Machine:
        """The rule compiled for these truths of its facts, one size of hand (0: any) and the kind of a wild winner."""
        key = known, size, winner
        with self._lock:
            if key not in self._machines:
                if len(self._machines) >= MOST_KEPT:
                    self._machines.clear()
                facts = dict(zip(self.facts, known, strict=True))
                self._machines[key] = Machine(self._pattern, facts, size, winner, self._most_tiles, self._most_states)
            return self._machines[key]

    def automaton(self, tiles: int, melds: Layout = (), given: Hand = NOTHING_GIVEN) -> Automaton:
        """The minimal automaton of the hands of so many tiles that win, beside these declared melds.

        `given` is a hand whose context answers the facts that the rule set asks for.
        """
        with self._lock:
            walk = self.walk(tiles, given)
            key = walk, walk.declare(walk.start(), in_order(melds), 0)
            if key not in self._automata:
                if len(self._automata) >= MOST_KEPT:
                    self._automata.clear()
                limits = [number for number in (tiles, self.copies, self._caps.real) if number is not None]
                self._automata[key] = Automaton(*key, min(limits), self.copies, self._most_states)
            return self._automata[key]

    def tables(self, tiles: int, given: Hand = NOTHING_GIVEN) -> Tables:
        """The automaton of the concealed hands of so many tiles as tables that judge many hands at once."""
        from regexhu.automaton.tables import Tables

        with self._lock:
            automaton = self.automaton(tiles, given=given)
            if automaton not in self._tables:
                if len(self._tables) >= MOST_TABLES:
                    self._tables.clear()
                self._tables[automaton] = Tables(automaton)
            return self._tables[automaton]

    def walk(self, tiles: int, given: Hand = NOTHING_GIVEN) -> Walk:
        """The walk over the hands of so many tiles that win, its facts answered as for `automaton`."""
        self.check()
        if self.asks_who_won or any("winning_tile" in fact.asks for fact in self.facts):
            raise RuleError("the rule set has to know the winning tile, so it is asked hand by hand")
        known = tuple(self._holds_of_all(fact, given) for fact in self.facts)
        with self._lock:
            if (tiles, known) not in self._walks:
                if len(self._walks) >= MOST_KEPT:
                    self._walks.clear()
                    self._automata.clear()
                self._walks[tiles, known] = self._new_walk(known, tiles)
            self._walks[tiles, known].begin()
            return self._walks[tiles, known]

    def some_win(self, given: Hand, melds: bool = True) -> Hand | None:
        """A hand that wins in a context, concealed or with few melds; None if none does."""
        known = {fact: self._holds_of_all(fact, given) for fact in self.facts}
        search = Search(self._pattern, known, ALL, self.copies, melds=melds)
        return min(search.hands(10), key=lambda hand: len(hand.melds), default=None)

    def _new_walk(self, known: Sequence[bool | Count], tiles: int | None = None) -> Walk:
        facts = dict(zip(self.facts, known, strict=True))
        return Walk(Counters(self._pattern, facts, tiles, self._caps), self._most_states)

    def _holds_of_all(self, fact: Fact, given: Hand) -> bool | Count:
        """Whether a fact holds in a context, whatever the tiles; if that depends on them, how many it allows."""
        if isinstance(fact, NoForbidden):
            return Count(Tiles(given.forbidden or TileSet()), 0, 0, repr(fact))
        return fact.known(given)
