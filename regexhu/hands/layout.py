"""Tiles laid out in groups, in canonical order: melds, then pairs, then single tiles, each by tile in MPSZ order."""

from __future__ import annotations

from typing import NamedTuple

from regexhu.hands.tiles import NAMES, Spelling

CLAIMED, CONCEALED, ADDED, CONCEALED_KONG = MARKS = "-,=+"
SECTION_OF = {"sequence": 0, "triplet": 0, "kong": 0, "pair": 1, "single": 2}
"""Where each type of group stands in a canonical sequence: melds, pairs, single tiles."""


class Group(NamedTuple):
    """Tiles that lie together: what they are, how they came about (`mark`), and the winning tile if they hold it.

    `wild` names the places of `tiles` at which a wild tile stands for the tile.
    """

    type: str
    tiles: tuple[int, ...]
    mark: str = CONCEALED
    won: int | None = None
    wild: tuple[int, ...] = ()

    def holds_itself(self, kind: int) -> bool:
        """Whether it holds a tile of the kind that no wild tile stands for."""
        return any(tile == kind and place not in self.wild for place, tile in enumerate(self.tiles))

    def text(self, spelling: Spelling) -> str:
        """The group in a canonical sequence: its tiles, `*` before those that wild tiles stand for, `!` and the
        winning tile, its mark."""
        names = [spelling.tiles[tile] for tile in self.tiles]
        if not spelling.marked:
            return "".join(names)
        tiles = "".join("*" * (place in self.wild) + name for place, name in enumerate(names))
        return tiles + ("" if self.won is None else "!" + spelling.tiles[self.won]) + self.mark

    @property
    def declared_text(self) -> str:
        """The group as a declared meld in MPSZ text."""
        ranks, suit = "".join(NAMES[tile][0] for tile in self.tiles), NAMES[self.tiles[0]][1]
        at = {"sequence": 1, "triplet": 2, "kong": 4 if self.mark == CONCEALED_KONG else 3}[self.type]
        return f"{ranks[:at]}{self.mark}{ranks[at:]}{suit}"


Layout = tuple[Group, ...]


class Form(NamedTuple):
    """How many melds, pairs and single tiles a layout has."""

    melds: int
    pairs: int
    singles: int = 0

    @property
    def size(self) -> int:
        """Tiles in the form when none of its melds is a kong; each kong holds one more."""
        return 3 * self.melds + 2 * self.pairs + self.singles

    @classmethod
    def of(cls, layout: Layout) -> Form:
        """The form of a layout."""
        sections = [SECTION_OF[group.type] for group in layout]
        return cls(*(sections.count(section) for section in range(3)))


def in_order(groups: Layout) -> Layout:
    """The groups in canonical order."""
    return tuple(sorted(groups, key=lambda group: (SECTION_OF[group.type], group.tiles, MARKS.index(group.mark))))
