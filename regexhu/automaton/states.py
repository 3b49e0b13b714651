"""Single verdicts: the states that hands have met, a row of cells each, which grow as words ask for them.

A cell is the row that its letter leads to; what no word has asked for is not known yet, and found in the machine that
the state is of. So nothing is compiled ahead, and a hand whose cells are known is judged by 34 look-ups.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from threading import RLock
from typing import Any, NamedTuple

from regexhu.automaton.configurations import Letter
from regexhu.automaton.layers import MELDS, meld_at
from regexhu.automaton.machine import Machine
from regexhu.automaton.table import FIRST, LOST, WON, Letters
from regexhu.automaton.word import KINDS, MELD_NUMBERS, Asked, Known, Step, Word
from regexhu.errors import TooManyStates
from regexhu.hands.layout import Group

MOST_ROWS = 250_000
"""How many rows are kept before all are forgotten: some 50 megabytes."""

COMPILED_AFTER = 200
"""After how many words that met a cell not known the automaton of their kind is compiled whole."""

MOST_MACHINES = 256
"""How many machines are kept before all are forgotten."""

Row = list[Any]
"""Where each column leads from a state, to another row, None where it is not known yet; last of all the `State`."""


class State(NamedTuple):
    """A state of a machine before the tiles of a kind; rows are numbered as they are met."""

    machine: Machine | None
    kind: int
    subset: int
    number: int


class States:
    """The states met, over machines that `make` makes for a truth of each fact, a size and a wild winner.

    Words of a kind that is asked often are compiled whole, by what `small` makes, which gives up sooner.

    From `lost` no word wins, and `won` stands after a word that does. `generation` counts how often roots have changed:
    all was forgotten, or a kind compiled. Where `teach` is set, it is told of each cell as it becomes known: the number
    of its state, its column, the number that it leads to; and `forget` of all being forgotten. Hold `lock` around what
    belongs together.
    """

    def __init__(
        self,
        make: Callable[[Known, int, int | None], Machine],
        small: Callable[[Known, int, int | None], Machine],
        letters: Letters,
    ) -> None:
        self._make, self._make_small, self.letters = make, small, letters
        self._compiles = True
        self._all_letters = letters.all
        self._tiles = len(self._all_letters)
        width = self._tiles + len(MELDS)
        self.lost: Row = []
        self.lost += [self.lost] * width + [State(None, KINDS, 0, LOST)]
        self.won: Row = [self.lost] * width + [State(None, KINDS, 0, WON)]
        self._unknown: Row = [None] * width
        self.lock = RLock()
        self.generation = 0
        self.teach: Callable[[int, int, int], object] | None = None
        self.forget: Callable[[], object] | None = None
        self._begin_anew()

    def _begin_anew(self) -> None:
        self._rows: dict[tuple[Machine, int, int], Row] = {}
        self._machines: dict[tuple[Known, int, int | None], Machine] = {}
        self._is_worn, self._is_begun = False, False
        self._number = FIRST
        self._compiled: dict[Asked, Row] = {}
        self._compiled_rows: list[Row] = []
        self._grown: Counter[Asked] = Counter()

    def begin(self) -> None:
        """Begin another question: its work is counted from here; all is forgotten where it has become too much."""
        if self._is_worn:
            self._begin_anew()
            self.generation += 1
            if self.forget:
                self.forget()
        if self._is_begun:
            self._is_begun = False
            self._grown[self._asked] += 1
            if self._grown[self._asked] == COMPILED_AFTER and self._compiles:
                self._compile(self._asked)

    def _compile(self, asked: Asked) -> None:
        """Take the rows of a compiled automaton for the words of a kind; where it is too much they grow on."""
        try:
            table = self._make_small(*asked[:3]).table(asked.wilds)
        except TooManyStates:
            self._compiles = False
            return
        columns = [*map(table.letters.column, self._all_letters), *range(table.width - len(MELDS), table.width)]
        rows = [self.lost, self.won, *([] for _ in range(FIRST, len(table.cells) // table.width))]
        for state, row in enumerate(rows[FIRST:], FIRST):
            at = state * table.width
            row += [self.lost if column < 0 else rows[table.cells[at + column]] for column in columns]
            row.append(State(None, KINDS, 0, self._number))
            self._number += 1
        self._compiled_rows += rows[FIRST:]
        if self.teach:
            for cell in _cells(rows[FIRST:]):
                self.teach(*cell)
        self._compiled[asked] = rows[table.root]
        self.generation += 1

    def machine(self, asked: Asked) -> Machine:
        """The machine of words of a kind, with any number of wild tiles."""
        key = asked[:3]
        if key not in self._machines:
            self._is_worn |= len(self._machines) > MOST_MACHINES
            self._machines[key] = self._make(*key)
        return self._machines[key]

    def root(self, asked: Asked) -> Row:
        """The row in which a word of a kind begins."""
        self._asked = asked
        if asked in self._compiled:
            return self._compiled[asked]
        machine = self.machine(asked)
        return self._row(machine, 0, machine.start(asked.wilds))

    def column(self, meld: Group) -> int:
        """The column of a declared meld."""
        return self._tiles + MELD_NUMBERS[meld.type, meld.mark]

    def columns(self, steps: Iterable[Step]) -> Iterator[int]:
        """The columns that the steps of a word are read by."""
        for melds, letter in steps:
            for meld in melds:
                yield self.column(meld)
            yield self.letters.column(letter)

    def after(self, row: Row, columns: Iterable[int]) -> Row:
        """The row after some columns."""
        for column in columns:
            row = row[column] or self._grow(row, column)
        return row

    def cells(self) -> Iterator[tuple[int, int, int]]:
        """The cells that are known, as `teach` is told of them."""
        return _cells((*self._rows.values(), *self._compiled_rows))

    def wins(self, known: Known, word: Word) -> bool:
        """Whether a word wins."""
        with self.lock:
            self.begin()
            return self.after(self.root(word.asked(known)), self.columns(word.steps)) is self.won

    def waits(self, steps: Sequence[Step], roots: Iterable[tuple[Row, int]], wild: Container[int]) -> int:
        """The kinds of which one tile more makes a word win, bit by bit; `roots` say where words with some begin.

        One walk: the words with a tile more of this kind or that are read together as far as they stand alike.
        """
        marked = self.letters.marks
        short = _Branches(roots)
        drawn = _Branches(())
        for kind, (melds, letter) in enumerate(steps):
            real, own = (letter.real, letter.own + 1) if kind in wild else (letter.real + 1, letter.own)
            more = self.letters.column(Letter(real, own, marked))
            columns = [*map(self.column, melds), self.letters.column(letter)]
            short_after, drawn_after = _Branches(()), _Branches(())
            for row, kinds in drawn.values():
                drawn_after.join(self.after(row, columns), kinds)
            for row, kinds in short.values():
                if kinds >> kind & 1 and more >= 0:
                    drawn_after.join(self.after(row, [*columns[:-1], more]), 1 << kind)
                if kinds := kinds & ~(1 << kind):
                    short_after.join(self.after(row, columns), kinds)
            short, drawn = short_after, drawn_after
            for branches in (short, drawn):
                branches.pop(id(self.lost), None)
        return drawn[id(self.won)][1] if id(self.won) in drawn else 0

    def _grow(self, row: Row, column: int) -> Row:
        """Where a column leads from a row, known from now on."""
        machine, kind, subset, number = row[-1]
        if not self._is_begun:
            machine.configurations.begin()
            self._is_begun = True
        if column >= self._tiles:
            meld = meld_at(kind, column - self._tiles)
            target = self.lost if meld is None else self._row(machine, kind, machine.declare(subset, kind, meld))
        else:
            after = machine.onward(subset, kind, self._all_letters[column])
            if kind < KINDS - 1:
                target = self._row(machine, kind + 1, after)
            else:
                target = self.won if machine.wins(after) else self.lost
        self._is_worn |= machine.is_worn
        row[column] = target
        if self.teach:
            self.teach(number, column, target[-1].number)
        return target

    def _row(self, machine: Machine, kind: int, subset: int) -> Row:
        """The row of a machine's state before a kind; its state 0 is lost."""
        if not subset:
            return self.lost
        key = machine, kind, subset
        if key not in self._rows:
            self._rows[key] = [*self._unknown, State(machine, kind, subset, self._number)]
            self._number += 1
            self._is_worn |= self._number > MOST_ROWS
        return self._rows[key]


def _cells(rows: Iterable[Row]) -> Iterator[tuple[int, int, int]]:
    """The cells of rows that are known: the number of a state, a column, the number that it leads to."""
    for *targets, state in rows:
        yield from ((state.number, column, to[-1].number) for column, to in enumerate(targets) if to)


class _Branches(dict[int, tuple[Row, int]]):
    """Rows that words have reached, by identity, each with the kinds that those words have drawn or are to draw."""

    def __init__(self, reached: Iterable[tuple[Row, int]]) -> None:
        for row, kinds in reached:
            self.join(row, kinds)

    def join(self, row: Row, kinds: int) -> None:
        """Let words with these kinds reach the row too."""
        self[id(row)] = row, self[id(row)][1] | kinds if id(row) in self else kinds
