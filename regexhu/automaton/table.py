"""A minimal automaton laid flat: one row of targets for each state.

State 0 is lost, state 1 is won, then come the states of each layer. A row has a column for each letter: the real tiles
of a kind from 0 up; the wild tiles that are of the kind, from 1 up; both again for the kind of the winning tile; and
the five kinds of declared meld, which lead back into the layer.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from regexhu.automaton.configurations import Letter
from regexhu.automaton.layers import MELDS, Minimal
from regexhu.hands.layout import Group

LOST, WON, FIRST = 0, 1, 2


@dataclass(frozen=True)
class Letters:
    """The letters for concealed tiles: so many real ones at most, so many wild ones; `marks` for the winning tile."""

    real: int
    own: int = 0
    marks: bool = False

    @property
    def all(self) -> list[Letter]:
        """The letters in the order of their columns."""
        plain = [Letter(real) for real in range(self.real + 1)] + [Letter(0, own) for own in range(1, self.own + 1)]
        return plain + [Letter(*letter[:2], marked=True) for letter in plain[1:]] * self.marks

    def column(self, letter: Letter) -> int:
        """The column of a letter; -1 where the table has none."""
        if letter.real > self.real or letter.own > self.own:
            return -1
        at = self.real + letter.own if letter.own else letter.real
        return at + self.real + self.own if letter.marked and self.marks else at


@dataclass(frozen=True)
class Table:
    """The flat automaton, and the state in which a word begins."""

    letters: Letters
    root: int
    cells: Sequence[int]

    @property
    def width(self) -> int:
        """How many columns a row has."""
        return len(self.letters.all) + len(MELDS)

    def declared(self, state: int, melds: Sequence[Group], width: int) -> int:
        """The state after declared melds that begin at the kind; `width` is the table's."""
        for meld in melds:
            state = self.cells[(state + 1) * width + from_end(meld)]
        return state


def from_end(meld: Group) -> int:
    """The column of a declared meld, counted from the end of a row."""
    return MELDS.index((meld.type, meld.mark)) - len(MELDS)


def flat(minimal: Minimal, letters: Letters) -> Table:
    """The automaton laid flat."""
    first, width = FIRST, len(letters.all) + len(MELDS)
    cells = array("I", bytes(4 * FIRST * width))
    for number, layer in enumerate(minimal.layers):
        following = first + layer.size if number + 1 < len(minimal.layers) else WON
        onward = [[target + following if target >= 0 else LOST for target in column] for column in layer.tiles]
        in_layer = [[target + first if target >= 0 else LOST for target in column] for column in layer.melds]
        cells.extend(chain.from_iterable(zip(*onward, *in_layer, strict=True)))
        first += layer.size
    return Table(letters, LOST if minimal.root < 0 else FIRST + minimal.root, cells)
