"""Walking the 34 kinds: which readings of a hand are open after each kind, all at once.

A reading is a path through the counters, the two numbers of sequences that still take a tile (those begun one kind ago
and two kinds ago), and whether the winning tile has been given to a group. A walk state is the set of open readings:
this is the subset construction, a step at a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from regexhu.counters import DEAD, Counters, Effect
from regexhu.layout import Group, Layout, alike
from regexhu.tiles import starts_sequence


class Reading(NamedTuple):
    """One way in which the tiles so far may be read."""

    path: int
    begun: int = 0
    ending: int = 0
    assigned: bool = False


Readings = frozenset[int]


class Option(NamedTuple):
    """What the tiles of one kind may do: the sequences that begin, what all adds, whether the winning tile is given."""

    runs: int
    effect: Effect
    assigns: bool


class Walk:
    """Steps over the kinds for one set of counters; `won` is the winning tile's kind where the rule asks for it."""

    def __init__(self, counters: Counters, won: int | None = None) -> None:
        self.counters, self.won = counters, won
        self._numbers: dict[Reading, int] = {}
        self._all: list[Reading] = []
        self._options: dict[tuple[int, int, int], tuple[Option, ...]] = {}
        self._steps: dict[tuple[int, int, int], tuple[int, ...]] = {}
        self._class_numbers: dict[object, int] = {}
        self._classes: dict[int, int] = {}

    @property
    def start(self) -> Readings:
        """The readings before the first kind."""
        return frozenset(self._numbered(Reading(self.counters.start, assigned=self.won is None)))

    def declare(self, readings: Readings, melds: Sequence[Group], layer: int) -> Readings:
        """The readings with declared melds added, all of whose tiles are of kinds from `layer` on."""
        for meld in melds:
            effect = self.counters.effect([meld], meld.tiles)
            declared = (self._all[reading] for reading in readings)
            added = (reading._replace(path=self.counters.add(reading.path, effect, layer)) for reading in declared)
            readings = frozenset(number for reading in added for number in self._numbered(reading))
        return readings

    def step(self, readings: Readings, kind: int, copies: int) -> Readings:
        """The readings after `copies` concealed tiles of a kind."""
        found: set[int] = set()
        class_ = self._class_of(kind)
        for reading in readings:
            key = class_, reading, copies
            if key not in self._steps:
                self._steps[key] = tuple(self._step(self._all[reading], kind, copies))
            found.update(self._steps[key])
        return frozenset(found)

    def wins(self, readings: Readings) -> bool:
        """Whether one of the readings wins, when all kinds have been walked."""
        return any(
            assigned and not begun and not ending and self.counters.wins(path)
            for path, begun, ending, assigned in (self._all[reading] for reading in readings)
        )

    def _step(self, reading: Reading, kind: int, copies: int) -> Iterator[int]:
        free = copies - reading.begun - reading.ending
        if free < 0:
            return
        for runs, effect, assigns in self._options_of(kind, copies, free):
            if not (assigns and reading.assigned):
                after = self.counters.add(reading.path, effect, kind + 1)
                yield from self._numbered(Reading(after, runs, reading.begun, assigns or reading.assigned))

    def _numbered(self, reading: Reading) -> tuple[int, ...]:
        """The reading's number, given when it is first met; none for a lost one."""
        if reading.path == DEAD:
            return ()
        if reading not in self._numbers:
            self._numbers[reading] = len(self._all)
            self._all.append(reading)
        return (self._numbers[reading],)

    def _options_of(self, kind: int, copies: int, free: int) -> tuple[Option, ...]:
        """What `copies` tiles may do when `free` of them are not taken by sequences."""
        key = kind, copies, free
        if key not in self._options:
            run = Group("sequence", (kind, kind + 1, kind + 2))
            options = (
                Option(runs, self.counters.effect(won, (kind,) * copies), won != groups)
                for runs in range(free + 1 if starts_sequence(kind) else 1)
                for _, same in alike(free - runs, kind)
                for groups in [same + (run,) * runs]
                for won in self._given(groups)
            )
            self._options[key] = tuple(dict.fromkeys(option for option in options if self._bearable(option.effect)))
        return self._options[key]

    def _bearable(self, effect: Effect) -> bool:
        """Whether a hand that wins may hold groups of that effect: counters only grow, so what they lose is lost."""
        return self.counters.start != DEAD and self.counters.add(self.counters.start, effect, 0) != DEAD

    def _given(self, groups: Layout) -> Iterator[Layout]:
        """The groups as they are, and with the winning tile given to each that holds it."""
        yield groups
        for group in dict.fromkeys(groups):
            if self.won in group.tiles:
                at = groups.index(group)
                yield groups[:at] + (group._replace(won=self.won),) + groups[at + 1 :]

    def _class_of(self, kind: int) -> int:
        """A number that kinds share when every step over them is the same."""
        if kind not in self._classes:
            every = [self._options_of(kind, copies, free) for copies in range(5) for free in range(copies + 1)]
            key = tuple(every), self.counters.open_number[kind + 1]
            self._classes[kind] = self._class_numbers.setdefault(key, len(self._class_numbers))
        return self._classes[kind]
