"""The automaton engine: a rule's states for single hands, its automata for all hands of a size."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from threading import RLock
from typing import TypeVar

from regexhu.automaton.counters import Caps, refusal_of
from regexhu.automaton.machine import Machine
from regexhu.automaton.states import States
from regexhu.automaton.table import Letters
from regexhu.automaton.texts import Texts
from regexhu.automaton.word import Word
from regexhu.automaton.word import word_of as read_word
from regexhu.errors import RuleError
from regexhu.hands.hand import Hand
from regexhu.hands.layout import Layout, in_order
from regexhu.hands.tiles import ALL, TileSet
from regexhu.syntax.counts import Count, Tiles
from regexhu.syntax.facts import Fact, NoForbidden
from regexhu.syntax.reads import is_told
from regexhu.syntax.shapes import terms_of
from regexhu.syntax.tree import Pattern

Kept = TypeVar("Kept")

MOST_STATES = 200_000
"""How many states are met before a question is given up."""

MOST_KEPT = 64
"""How many automata, and how many machines, are kept for one rule set."""

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
        self._most_alike = Caps.of(pattern).most_alike(most_tiles)
        self.facts = tuple(dict.fromkeys(leaf for leaf in pattern.leaves if isinstance(leaf, Fact)))
        self.asks_who_won = any(term.won is not None for leaf in pattern.leaves for term in terms_of(leaf))
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
    def texts(self) -> Texts | None:
        """What judges texts, where nothing but the tiles has to be known of a hand."""
        return None if self.facts or self.asks_who_won or self.refusal else Texts(self.states, self._most_alike)

    @cached_property
    def states(self) -> States:
        """What single hands are judged by."""
        self.check()
        small = partial(self._new_machine, limit=self.most_states // 4)
        return States(self._new_machine, small, Letters(self._most_alike, self._most_alike, self.asks_who_won))

    def is_win(self, hand: Hand) -> bool:
        """Whether the hand wins."""
        self.check()
        word = self.word_of(hand)
        return word is not None and self.states.wins(self._known_of(hand), word)

    def layout(self, hand: Hand) -> Layout | None:
        """One layout in which the hand wins, or None."""
        self.check()
        word = self.word_of(hand)
        if word is None:
            return None
        with self.states.lock:
            self.states.begin()
            found = self.states.machine(word.asked(self._known_of(hand))).layout(word)
        if found is None:
            return None
        found = in_order(found + hand.declared)
        if hand.winning_tile is None or any(group.won is not None for group in found):
            return found
        return next(hand.completing(found), found)

    def tells_alike(self, hand: Hand) -> bool:
        """Whether all that is known of a hand, beside its tiles, is the same whatever tile it draws."""
        return not hand.wild and all(map(is_told, self.facts))

    def waits(self, short: Hand, kinds: Sequence[int], drawn: Sequence[Hand]) -> list[int]:
        """Those of the kinds that make a hand win; `drawn` are the hands that have drawn one, or the first of them
        where that `tells_alike` of all."""
        self.check()
        short_word = read_word(short, False)
        if short.size >= self.most_tiles or short_word.alike > self._most_alike:
            return []
        known = [(self._known_of(hand), read_word(hand, self.asks_who_won)) for hand in drawn]
        with self.states.lock:
            self.states.begin()
            roots = [self.states.root(word.asked(facts)) for facts, word in known]
            bits = [1 << kind for kind in kinds]
            reached = zip(roots, bits if len(roots) == len(bits) else [sum(bits)], strict=True)
            found = self.states.waits(short_word.steps, reached, short.wild or ())
        return [kind for kind in kinds if found >> kind & 1]

    def root_of(self, hand: Hand, word: Word) -> int:
        """The number of the state in which the word of a hand begins."""
        number: int = self.states.root(word.asked(self._known_of(hand)))[-1].number
        return number

    @property
    def reads_winner(self) -> bool:
        """Whether a verdict depends on the winning tile."""
        return self.asks_who_won or any("winning_tile" in fact.asks for fact in self.facts)

    def word_of(self, hand: Hand) -> Word | None:
        """The hand as a word; None if it has more tiles, or more of a kind, than any that wins."""
        if hand.size > self.most_tiles:
            return None
        word = read_word(hand, self.asks_who_won)
        return None if word.alike > self._most_alike else word

    def _known_of(self, hand: Hand) -> tuple[bool, ...]:
        return tuple(fact.known(hand) for fact in self.facts)

    def _new_machine(self, known: tuple[bool, ...], size: int, winner: int | None, limit: int | None = None) -> Machine:
        facts = dict(zip(self.facts, known, strict=True))
        return Machine(self._pattern, facts, size, winner, self.most_tiles, limit or self.most_states)

    def machine(self, known: tuple[bool, ...], size: int, winner: int | None) -> Machine:
        """Whole hands, for these truths of the facts, one size (0: any) and the kind of a winning tile that is wild."""
        self.check()
        key = known, size, winner
        with self._lock:
            if key not in self._machines:
                if len(self._machines) >= MOST_KEPT:
                    self._machines.clear()
                self._machines[key] = self._new_machine(*key)
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
