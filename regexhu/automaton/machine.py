"""A rule compiled for one choice of what is told: subsets of configurations as words ask for them, and tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from threading import RLock
from typing import NamedTuple

from regexhu.automaton.configurations import Configurations, Laid, Letter
from regexhu.automaton.counters import Caps, Counters
from regexhu.automaton.layers import Minimal
from regexhu.automaton.table import Letters, Table, flat
from regexhu.automaton.word import Step, Word
from regexhu.errors import TooManyStates
from regexhu.hands.layout import Group, Layout, in_order
from regexhu.hands.readings import with_stars
from regexhu.syntax.facts import Fact
from regexhu.syntax.tree import Pattern


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

    `winner` is the kind of a winning tile that is wild. `most_tiles` bounds the tiles of a kind where copies don't.
    """

    def __init__(
        self,
        pattern: Pattern,
        known: Mapping[Fact, bool],
        size: int,
        winner: int | None,
        most_tiles: int,
        limit: int,
    ) -> None:
        self._caps = caps = Caps.of(pattern)
        self._limit = limit
        self._most_alike = caps.most_alike(most_tiles)
        counters = Counters(pattern, known, caps=caps, size=size or None, winner=winner)
        self.configurations = Configurations(counters, caps, limit, winner)
        self._tables: dict[int, Table] = {}
        self._plain: dict[tuple[Laid, ...], Minimal] = {}
        self._subsets: list[frozenset[int]] = [frozenset()]
        self._numbers = {self._subsets[0]: 0}
        self._declared: dict[tuple[int, int, Group], int] = {}
        self._onward: dict[tuple[int, int, Letter], int] = {}
        self.lock = RLock()

    @property
    def is_worn(self) -> bool:
        """Whether so much is remembered of many questions that a new machine should take over."""
        return 2 * len(self._subsets) > self._limit or self.configurations.is_worn

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
        configurations = self.configurations
        layers = [set(configurations.start(word.wilds))]
        for kind, step in enumerate(word.steps):
            layers.append({n for at in layers[-1] for n in self._after(at, kind, step)})
        winning = set(filter(configurations.wins, layers.pop()))
        onward = [winning]
        for kind, step in reversed(list(enumerate(word.steps))):
            onward.append({at for at in layers[kind] if not onward[-1].isdisjoint(self._after(at, kind, step))})
        onward.reverse()
        best = dict.fromkeys(onward[0], Trace())
        for kind, step in enumerate(word.steps):
            after: dict[int, Trace] = {}
            for at, trace in best.items():
                for declared in self._declare(at, kind, step.melds):
                    for number, stars, groups in configurations.moves(declared, kind, step.letter):
                        if number in onward[kind + 1]:
                            found = trace.onward(stars, groups)
                            if number not in after or found < after[number]:
                                after[number] = found
            best = after
        return in_order(_with_stars(min(best.values()).placed)) if best else None

    def _declare(self, number: int, kind: int, melds: Layout) -> tuple[int, ...]:
        """The configuration with declared melds that begin at the kind, none if it is lost."""
        reached: tuple[int, ...] = (number,)
        for meld in melds:
            reached = tuple(after for at in reached for after in self.configurations.declare(at, kind, meld))
        return reached

    def _after(self, number: int, kind: int, step: Step) -> Iterator[int]:
        """The configurations after one step of a word."""
        for declared in self._declare(number, kind, step.melds):
            yield from self.configurations.step(declared, kind, step.letter)

    @property
    def work(self) -> int:
        """How much work was done so far, in all."""
        return self.configurations.counters.work

    def has_table(self, wilds: int) -> bool:
        """Whether the table for so many wild tiles was asked for before."""
        return wilds in self._tables

    def table(self, wilds: int = 0) -> Table:
        """The minimal automaton of the words with so many wild tiles."""
        with self.lock:
            if wilds not in self._tables:
                letters = Letters(self._most_alike, min(wilds, self._most_alike), self.configurations.asks_winner)
                self.configurations.begin()
                self._tables[wilds] = flat(self._minimal(wilds, letters), letters)
            return self._tables[wilds]

    def _minimal(self, wilds: int, letters: Letters) -> Minimal:
        """The minimal automaton, from that of the tiles as they lie."""
        from regexhu.automaton.helped import Help  # single verdicts do without these, and start sooner
        from regexhu.automaton.minimize import minimal

        help_ = Help(self.configurations, self._most_alike, wilds)
        laid = tuple(help_.laid)
        if laid not in self._plain:
            self._plain[laid] = minimal(self.configurations, laid, self._limit)
        return help_.automaton(self._plain[laid], letters.all, self._limit)

    @property
    def is_lost(self) -> bool:
        """Whether nothing can win, before anything is read."""
        return not self.configurations.start()


def _with_stars(placed: Sequence[tuple[int, Layout]]) -> Layout:
    """The groups, with wild tiles in those of which nothing was said, at the last places where they can be."""
    told = [group for _, groups in placed for group in groups if group.won is not None or group.wild]
    others = [group for _, groups in placed for group in groups if group.won is None and not group.wild]
    standing = [stars for stars, _ in placed]
    for group in told:
        for place in group.wild:
            standing[group.tiles[place]] -= 1
    return tuple(told) + with_stars(tuple(others), standing)
