"""Several tables as one minimal automaton: equal states are one, whatever word they are met in.

Its states lie in 34 layers, one before each kind, and are numbered in each from 0, which is lost. A tile leads to a
state of the next layer (after the last one 1 is won), a meld to a state of its own layer with a smaller number.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import NamedTuple

from regexhu.automaton.configurations import Letter
from regexhu.automaton.layers import MELDS
from regexhu.automaton.table import LOST, WON, Letters, Table
from regexhu.errors import TooManyStates

KINDS = 34
MOST_IN_LAYER = 0xFFFF
"""How many states a layer may have: cells are numbers of 16 bits."""

Row = tuple[int, ...]


class Columns(NamedTuple):
    """The column of each letter; letters that no state tells apart share one.

    `real` are those for so many tiles of a kind that isn't wild, `own` for tiles of a wild kind, both again where the
    winning tile is of the kind, then those for melds in the order of `MELDS`.
    """

    real: tuple[int, ...]
    own: tuple[int, ...]
    real_won: tuple[int, ...]
    own_won: tuple[int, ...]
    melds: tuple[int, ...]

    @property
    def width(self) -> int:
        """How many columns a row has."""
        return 1 + max(map(max, self))


class Joined(NamedTuple):
    """The automaton: how many states each layer has, and the rows of all layers one after the other."""

    columns: Columns
    layers: tuple[int, ...]
    cells: Sequence[int]

    def wins(self, state: int, melds: Sequence[Sequence[int]], columns: Sequence[int]) -> bool:
        """Whether a word wins from a state of the first layer: the numbers of melds in `MELDS`, a column per kind."""
        width, first = self.columns.width, 0
        for kind, size in enumerate(self.layers):
            for meld in melds[kind]:
                state = self.cells[(first + state) * width + self.columns.melds[meld]]
            state = self.cells[(first + state) * width + columns[kind]]
            first += size
        return state == 1


class Joiner:
    """Joins tables with at most so many real tiles of a kind, so many wild ones, and the winning tile marked or not."""

    def __init__(self, real: int, own: int, marks: bool) -> None:
        self._letters = Letters(real, own, marks)
        self._layers: list[dict[Row, int]] = [{} for _ in range(KINDS)]

    def add(self, table: Table) -> int:
        """The state of the first layer in which the words of a table begin; 0 where it has none."""
        if table.root == LOST:
            return 0
        columns = [self._column(letter, table.letters) for letter in self._letters.all]
        first_meld = table.width - len(MELDS)
        layers = _layers(table, columns)
        after = {LOST: 0, WON: 1}
        for kind in reversed(range(KINDS)):
            after = self._lay(kind, table, layers[kind], columns, first_meld, after)
        return after[table.root]

    def _lay(
        self, kind: int, table: Table, states: Sequence[int], columns: Sequence[int], melds: int, after: dict[int, int]
    ) -> dict[int, int]:
        """The numbers in the layer of a kind that the table's states get, those that melds lead to first."""
        cells, width, rows = table.cells, table.width, self._layers[kind]
        found = {LOST: 0}
        stack = list(states)
        while stack:
            state = stack[-1]
            row = cells[state * width : (state + 1) * width]
            if waiting := [target for target in row[melds:] if target not in found]:
                stack += waiting
                continue
            stack.pop()
            if state not in found:
                onward = [after[row[column]] if column >= 0 else 0 for column in columns]
                key = (*onward, *[found[target] for target in row[melds:]])
                found[state] = rows.setdefault(key, len(rows) + 1) if any(key) else 0
                if len(rows) >= MOST_IN_LAYER:
                    raise TooManyStates(MOST_IN_LAYER, len(rows) + 1)
        return found

    def _column(self, letter: Letter, letters: Letters) -> int:
        """The column of a table for a letter; more wild tiles than its words have are as many as they have."""
        own = min(letter.own, letters.own)
        return letters.column(Letter(letter.real, own, letter.marked and bool(letter.real or own)))

    def joined(self) -> Joined:
        """The automaton of all tables that were added."""
        width = len(self._letters.all) + len(MELDS)
        rows = [row for layer in self._layers for row in ((0,) * width, *layer)]
        numbers: dict[Row, int] = {}
        places = [numbers.setdefault(column, len(numbers)) for column in zip(*rows, strict=True)]
        kept = [places.index(number) for number in range(len(numbers))]
        real, own = self._letters.real + 1, self._letters.own
        plain = places[: real + own]
        marked = [plain[0], *(places[real + own : -len(MELDS)] if self._letters.marks else plain[1:])]
        columns = Columns(
            tuple(plain[:real]),
            (plain[0], *plain[real:]),
            tuple(marked[:real]),
            (marked[0], *marked[real:]),
            tuple(places[-len(MELDS) :]),
        )
        cells = array("H", [row[column] for row in rows for column in kept])
        return Joined(columns, tuple(len(layer) + 1 for layer in self._layers), cells)


def _layers(table: Table, columns: Sequence[int]) -> list[list[int]]:
    """The states before each kind that words of the table may be in, before any meld that begins there."""
    cells, width = table.cells, table.width
    tiles = width - len(MELDS)
    used = sorted({column for column in columns if column >= 0})
    found, before = [], [table.root]
    for _ in range(KINDS):
        found.append(before)
        met = dict.fromkeys(before)
        queue = list(before)
        for state in queue:
            for target in cells[state * width + tiles : (state + 1) * width]:
                if target != LOST and target not in met:
                    met[target] = None
                    queue.append(target)
        before = list(dict.fromkeys(cells[state * width + c] for state in queue for c in used))
        before = [state for state in before if state != LOST]
    return found
