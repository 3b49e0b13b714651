"""A rule compiled for one choice of what is told: subsets of configurations as words ask for them, and tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import RLock
from typing import NamedTuple

from regexhu.automaton.configurations import Configurations, Letter
from regexhu.automaton.counters import Caps, Counters
from regexhu.automaton.minimize import minimal
from regexhu.automaton.table import LOST, Letters, Table, flat
from regexhu.automaton.word import Part, Word
from regexhu.errors import TooManyStates
from regexhu.hands.layout import Group, Layout, in_order
from regexhu.hands.readings import with_stars
from regexhu.syntax.facts import Fact
from regexhu.syntax.tree import Pattern

MOST_PARTS = 100_000
"""How many parts of words are remembered, by where they lead, before all are forgotten."""


class Trace(NamedTuple):
    """The groups of one way through a word: how many wild tiles stand for others, what orders ways alike, and at each
    kind the wild tiles that stand for it and the groups that begin there."""

    stars: int = 0
    order: tuple[object, ...] = ()
    placed: tuple[tuple[int, Layout], ...] = ()

    def onward(self, stars: int, groups: Layout) -> Trace:
        """The way with the groups of one kind more."""
        order = (stars, tuple((group.type, group.wild, -1 if group.won is None else group.won) for group in groups))
        return Trace(self.stars + stars, (*self.order, order), (*self.placed, (stars, groups)))


class Machine:
    """The words of hands of one size that win (0: of any size), for one truth of each fact.

    `winner` is the kind of a winning tile that is wild. `most_alike` bounds the tiles of a kind where copies don't.
    """

    def __init__(
        self,
        pattern: Pattern,
        known: Mapping[Fact, bool],
        size: int,
        winner: int | None,
        most_alike: int,
        limit: int,
    ) -> None:
        self._caps = Caps.of(pattern)
        self._size, self._winner, self._limit = size, winner, limit
        self._most_alike = most_alike if self._caps.real is None else min(self._caps.real, most_alike)
        counters = Counters(pattern, known, caps=self._caps, size=size or None)
        self.configurations = Configurations(counters, self._caps, limit, winner)
        self._tables: dict[int, Table] = {}
        self._subsets: list[frozenset[int]] = [frozenset()]
        self._numbers = {self._subsets[0]: 0}
        self._after: dict[tuple[int, Part], int] = {}
        self._declared: dict[tuple[int, int, Group], int] = {}
        self._onward: dict[tuple[int, int, Letter], int] = {}
        self._lock = RLock()

    def is_win(self, word: Word) -> bool:
        """Whether the word wins."""
        with self._lock:
            state = self.start(word.wilds)
            for part in word.parts:
                key = state, part
                after = self._after.get(key)
                if after is None:
                    if len(self._after) >= MOST_PARTS:
                        self._after.clear()
                    after = self._after[key] = self._read(state, part)
                state = after
            return self.wins(state)

    def _read(self, state: int, part: Part) -> int:
        """The state after the kinds of one suit."""
        for kind, melds, letter in part.steps:
            for meld in melds:
                state = self.declare(state, kind, meld)
            state = self.onward(state, kind, letter)
            if not state:
                break
        return state

    # --- subsets of configurations, as words ask for them; 0 is the empty one, which is lost

    def start(self, wilds: int = 0) -> int:
        """The state before the first kind."""
        return self._number(frozenset(self.configurations.start(wilds)))

    def declare(self, state: int, kind: int, meld: Group) -> int:
        """The state with a declared meld that begins at the kind."""
        key = kind, state, meld
        if key not in self._declared:
            declared = (self.configurations.declare(one, kind, meld) for one in self._subsets[state])
            self._declared[key] = self._number(frozenset(after for found in declared for after in found))
        return self._declared[key]

    def onward(self, state: int, kind: int, letter: Letter) -> int:
        """The state after the concealed tiles of a kind."""
        key = self.configurations.classes[kind], state, letter
        if key not in self._onward:
            steps = (self.configurations.step(one, kind, letter) for one in self._subsets[state])
            self._onward[key] = self._number(frozenset(after for found in steps for after in found))
        return self._onward[key]

    def wins(self, state: int) -> bool:
        """Whether a word wins that ends in the state."""
        return any(map(self.configurations.wins, self._subsets[state]))

    def _number(self, subset: frozenset[int]) -> int:
        if subset not in self._numbers:
            if len(self._subsets) >= self._limit:
                raise TooManyStates(self._limit, len(self._subsets) + 1)
            self._numbers[subset] = len(self._subsets)
            self._subsets.append(subset)
        return self._numbers[subset]

    def layout(self, word: Word) -> Layout | None:
        """One layout in which the word wins, its declared melds left out, or None.

        Of all it is one with the fewest wild tiles that stand for others, the same whatever was asked before.
        """
        with self._lock:
            best = dict.fromkeys(self.configurations.start(word.wilds), Trace())
            for kind, melds, letter in word.steps:
                for meld in melds:
                    best = {n: found for at, found in best.items() for n in self.configurations.declare(at, kind, meld)}
                after: dict[int, Trace] = {}
                for at, trace in best.items():
                    for number, stars, groups in self.configurations.moves(at, kind, letter):
                        found = trace.onward(stars, groups)
                        if number not in after or found < after[number]:
                            after[number] = found
                best = after
            winning = [found for number, found in best.items() if self.configurations.wins(number)]
        return in_order(_starred(min(winning).placed)) if winning else None

    def letters(self, wilds: int) -> Letters:
        """The letters that words with so many wild tiles are made of."""
        own = min(wilds, self._most_alike) if wilds else 0
        return Letters(self._most_alike, own, self.configurations.asks_winner)

    def table(self, wilds: int = 0) -> Table:
        """The minimal automaton of the words with so many wild tiles, as a table of one root."""
        with self._lock:
            if wilds not in self._tables:
                letters = self.letters(wilds)
                found = minimal(self.configurations, [self.configurations.start(wilds)], letters.all, self._limit)
                self._tables[wilds] = flat(found, letters, self._caps.real, [(self._size, wilds, (), self._winner)])
            return self._tables[wilds]

    @property
    def is_lost(self) -> bool:
        """Whether nothing can win, before anything is read."""
        return not self.configurations.start()

    def is_empty(self, wilds: int = 0) -> bool:
        """Whether no word with so many wild tiles wins."""
        return self.is_lost or self.table(wilds).roots[0].state == LOST


def _starred(placed: Sequence[tuple[int, Layout]]) -> Layout:
    """The groups, with wild tiles in those of which nothing was said, at the last places where they can be."""
    told = [group for _, groups in placed for group in groups if group.won is not None or group.wild]
    others = [group for _, groups in placed for group in groups if group.won is None and not group.wild]
    standing = [stars for stars, _ in placed]
    for group in told:
        for place in group.wild:
            standing[group.tiles[place]] -= 1
    return tuple(told) + with_stars(tuple(others), standing)
