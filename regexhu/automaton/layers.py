"""Layers of automata: what may be reached before a kind, and where the letters lead from there.

Letters for declared melds lead back into the layer, letters for concealed tiles into the next one. After the last kind
there is one state, in which a word wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from regexhu.hands.layout import ADDED, CLAIMED, CONCEALED_KONG, Group
from regexhu.hands.tiles import starts_sequence

LOST = -1
"""Stands for the state that nothing wins from."""

Targets = tuple[int, ...]
Column = tuple[Targets, ...]
"""Where one letter leads from each state."""

MELDS = (("sequence", CLAIMED), ("triplet", CLAIMED), ("kong", CLAIMED), ("kong", ADDED), ("kong", CONCEALED_KONG))
"""The kinds of declared meld, in the order of their letters."""


class Layer(NamedTuple):
    """The columns of the letters for melds, which lead into the layer, and for tiles, which lead into the next one."""

    melds: list[Column]
    tiles: list[Column]


class States(NamedTuple):
    """A deterministic layer: for each letter the one state that it leads to from each state, or `LOST`."""

    melds: list[Targets]
    tiles: list[Targets]

    @property
    def size(self) -> int:
        """How many states there are."""
        return len(self.tiles[0])


class Minimal(NamedTuple):
    """The minimal automaton: its layers, and the state of the first layer in which a word begins (or `LOST`)."""

    layers: list[States]
    root: int

    def spread(self, letters: Sequence[int]) -> Minimal:
        """The automaton with letters for tiles that do as those of these numbers do."""
        layers = [States(melds, [tiles[number] for number in letters]) for melds, tiles in self.layers]
        return self._replace(layers=layers)


def meld_at(kind: int, number: int) -> Group | None:
    """The declared meld of that number in `MELDS` that begins at the kind, if there is one."""
    name, mark = MELDS[number]
    if name == "sequence":
        return Group(name, (kind, kind + 1, kind + 2), mark) if starts_sequence(kind) else None
    return Group(name, (kind,) * (3 if name == "triplet" else 4), mark)
