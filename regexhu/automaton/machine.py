"""A rule compiled for one choice of what is told: subsets of configurations as words ask for them, and tables."""

from __future__ import annotations

from collections.abc import Mapping
from threading import RLock

from regexhu.automaton.configurations import Configurations, Letter
from regexhu.automaton.counters import Caps, Counters
from regexhu.automaton.minimize import minimal
from regexhu.automaton.table import Letters, Table, flat
from regexhu.errors import TooManyStates
from regexhu.hands.layout import Group
from regexhu.syntax.facts import Fact
from regexhu.syntax.tree import Pattern


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
        self._limit = limit
        self._most_alike = most_alike if self._caps.real is None else min(self._caps.real, most_alike)
        counters = Counters(pattern, known, caps=self._caps, size=size or None)
        self.configurations = Configurations(counters, self._caps, limit, winner)
        self._tables: dict[int, Table] = {}
        self._subsets: list[frozenset[int]] = [frozenset()]
        self._numbers = {self._subsets[0]: 0}
        self._declared: dict[tuple[int, int, Group], int] = {}
        self._onward: dict[tuple[int, int, Letter], int] = {}
        self.lock = RLock()

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

    def table(self, wilds: int = 0) -> Table:
        """The minimal automaton of the words with so many wild tiles."""
        with self.lock:
            if wilds not in self._tables:
                own = min(wilds, self._most_alike)
                letters = Letters(self._most_alike, own, self.configurations.asks_winner)
                self.configurations.begin()
                start = self.configurations.start(wilds)
                self._tables[wilds] = flat(minimal(self.configurations, start, letters.all, self._limit), letters)
            return self._tables[wilds]

    @property
    def is_lost(self) -> bool:
        """Whether nothing can win, before anything is read."""
        return not self.configurations.start()
