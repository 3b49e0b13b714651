"""Walking the 34 kinds: which readings of a hand are open after each kind, all at once.

A reading is a path through the counters, the two numbers of sequences that still take a tile (those begun one kind ago
and two kinds ago), and how many wild tiles are left to place. A walk state is the set of open readings: this is the
subset construction, a step at a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from regexhu.automaton.counters import DEAD, STEPPING, Counters, Effect
from regexhu.errors import TooManyStates
from regexhu.hands.layout import Group, Layout
from regexhu.hands.splitting import alike
from regexhu.hands.tiles import starts_sequence

MOST_READINGS = 200_000
"""How many different readings a walk may meet before it is given up."""

WORK, LEAST_WORK = 100, 200_000
"""How much work one question may be for each reading that a walk may meet, and in any case, before it is given up."""


class Reading(NamedTuple):
    """One way in which the tiles so far may be read."""

    path: int
    begun: int = 0
    ending: int = 0
    wilds: int = 0


Readings = frozenset[int]


class Option(NamedTuple):
    """What the tiles of one kind may do: the sequences that begin, and what all of it adds."""

    runs: int
    effect: Effect


class Copies(NamedTuple):
    """What a hand has of one kind: real tiles, room for wild tiles beside them, wild tiles that are this kind, and the
    pair or single tile of this kind that the winning tile completes."""

    real: int
    room: int = 0
    own: int = 0
    won: Layout = ()


class Walk:
    """Steps over the kinds for one set of counters.

    A `TooManyStates` error is raised for more than `limit` readings, and for a question that is too much work.
    """

    def __init__(self, counters: Counters, limit: int = MOST_READINGS) -> None:
        self.counters, self._limit = counters, limit
        self._most_work = max(WORK * limit, LEAST_WORK)
        self._numbers: dict[Reading, int] = {}
        self._all: list[Reading] = []
        self._options: dict[tuple[int, int, int, int, Layout], dict[Option, Layout]] = {}
        self._effects: dict[Group, Effect] = {}
        self._steps: dict[tuple[int, int, Copies], tuple[int, ...]] = {}
        self._class_numbers: dict[object, int] = {}
        self._classes: dict[int, int] = {}
        self.begin()

    def begin(self) -> None:
        """Begin another question: its work is counted from here."""
        self._begun = self.counters.work

    @property
    def is_worn(self) -> bool:
        """Whether so much is remembered of many questions that a new walk should take over."""
        return len(self._all) >= self._limit or self.counters.work > 4 * self._most_work

    def spend(self, steps: int) -> None:
        """Count steps from readings as work of the question, and raise a `TooManyStates` where it is too much."""
        self.counters.work += STEPPING * steps
        done = self.counters.work - self._begun
        if done > self._most_work:
            raise TooManyStates(self._most_work, done, "steps")

    def start(self, wilds: int = 0) -> Readings:
        """The readings before the first kind, with so many wild tiles to place."""
        return frozenset(self._numbered(Reading(self.counters.start, wilds=wilds)))

    def declare(self, readings: Readings, melds: Sequence[Group], layer: int) -> Readings:
        """The readings with declared melds added, all of whose tiles are of kinds from `layer` on.

        A pair or a single tile that the winning tile completes is left to the step over its kind, which sees whether
        another is like it.
        """
        for meld in (group for group in melds if group.type not in ("pair", "single")):
            if meld not in self._effects:
                self._effects[meld] = self.counters.effect([meld], meld.tiles, len(meld.wild))
            effect = self._effects[meld]
            declared = (self._all[reading] for reading in readings)
            added = (reading._replace(path=self.counters.add(reading.path, effect, layer)) for reading in declared)
            readings = frozenset(number for reading in added for number in self._numbered(reading))
        return readings

    def step(self, readings: Readings, kind: int, copies: Copies) -> Readings:
        """The readings after the concealed tiles of a kind."""
        found: set[int] = set()
        class_ = self._class_of(kind)
        for reading in readings:
            key = class_, reading, copies
            if key not in self._steps:
                self._steps[key] = tuple(after for after, _, _ in self._step(self._all[reading], kind, copies))
                self.spend(1)
            found.update(self._steps[key])
        return frozenset(found)

    def wins(self, readings: Readings) -> bool:
        """Whether one of the readings wins, when all kinds have been walked."""
        return any(map(self._wins, readings))

    def _wins(self, number: int) -> bool:
        path, *unfinished = self._all[number]
        return not any(unfinished) and self.counters.wins(path)

    def _step(self, reading: Reading, kind: int, copies: Copies) -> Iterator[tuple[int, int, Layout]]:
        """The readings that follow one: number, wild tiles placed here, and the groups that begin here."""
        for wilds in range(min(copies.room, reading.wilds) + 1):
            held = copies.real + wilds
            free = held - reading.begun - reading.ending
            if free < 0:
                continue
            substitutes = max(0, wilds - copies.own)
            for (runs, effect), groups in self._options_of(kind, held, free, substitutes, copies.won).items():
                after = self.counters.add(reading.path, effect, kind + 1)
                for number in self._numbered(Reading(after, runs, reading.begun, reading.wilds - wilds)):
                    yield number, wilds, groups

    def trace(self, start: Readings, hand: Sequence[Copies]) -> tuple[Layout, tuple[int, ...]] | None:
        """The groups of one reading that wins, and how many wild tiles it places at each kind; None if none wins.

        Of all that win it is one with the fewest substitutes, the same whatever was walked before.
        """
        best: dict[int, tuple[int, tuple[tuple[int, Layout], ...]]] = dict.fromkeys(start, (0, ()))
        for kind, copies in enumerate(hand):
            after: dict[int, tuple[int, tuple[tuple[int, Layout], ...]]] = {}
            for before, (substitutes, placed) in best.items():
                for number, wilds, groups in self._step(self._all[before], kind, copies):
                    found = substitutes + max(0, wilds - copies.own), (*placed, (wilds, groups))
                    if number not in after or found < after[number]:
                        after[number] = found
            best = after
        winning = [found for number, found in best.items() if self._wins(number)]
        if not winning:
            return None
        _, placed = min(winning)
        return tuple(group for _, groups in placed for group in groups), tuple(wilds for wilds, _ in placed)

    def _numbered(self, reading: Reading) -> tuple[int, ...]:
        """The reading's number, given when it is first met; none for a lost one."""
        if reading.path == DEAD:
            return ()
        if reading not in self._numbers:
            if len(self._all) >= self._limit:
                raise TooManyStates(self._limit, len(self._all) + 1)
            self._numbers[reading] = len(self._all)
            self._all.append(reading)
        return (self._numbers[reading],)

    def _options_of(
        self, kind: int, copies: int, free: int, substitutes: int, won: Layout = ()
    ) -> dict[Option, Layout]:
        """What `copies` tiles may do when `free` of them are not taken by sequences, with the groups that do it.

        `won` lies beside them and counts with them.
        """
        key = kind, copies, free, substitutes, won
        if key not in self._options:
            run = Group("sequence", (kind, kind + 1, kind + 2))
            found: dict[Option, Layout] = {}
            tiles = (kind,) * (copies + sum(len(group.tiles) for group in won))
            substitutes += sum(len(group.wild) for group in won)
            for runs in range(free + 1 if starts_sequence(kind) else 1):
                for _, same in alike(free - runs, kind):
                    groups = same + (run,) * runs
                    effect = self.counters.effect(groups + won, tiles, substitutes)
                    if self._bearable(effect):
                        found.setdefault(Option(runs, effect), groups)
            self._options[key] = found
        return self._options[key]

    def _bearable(self, effect: Effect) -> bool:
        """Whether a hand that wins may hold groups of that effect: counters only grow, so what they lose is lost."""
        return self.counters.start != DEAD and self.counters.add(self.counters.start, effect, 0) != DEAD

    def _class_of(self, kind: int) -> int:
        """A number that kinds share when every step over them is the same."""
        if kind not in self._classes:
            key = starts_sequence(kind), self.counters.seen_at[kind], self.counters.open_number[kind + 1]
            self._classes[kind] = self._class_numbers.setdefault(key, len(self._class_numbers))
        return self._classes[kind]
