"""Terms: groups of one kind, narrowed by their tiles, their mark, the winning tile and wild tiles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from regexhu.hands.layout import MARKS, Group
from regexhu.hands.tiles import ALL, TileSet, starts_sequence
from regexhu.regextext.writer import REPEATS, Writer

OPEN, DECLARED, HIDDEN = "-=", "-=+", ",+"
WAITS = ("middle", "edge", "side", "pair", "triplet")


@dataclass(frozen=True, slots=True)
class Term:
    """Groups of one kind, narrowed by their tiles, their mark and the winning tile."""

    kind: str
    tiles: TileSet = ALL
    touching: TileSet | None = None
    marks: str = MARKS
    won: TileSet | None = None
    wait: str | None = None
    stars: int | None = None
    wild_as: TileSet | None = None

    @property
    def asks_wild(self) -> bool:
        """Whether it asks which tiles of a group are wild."""
        return self.stars is not None or self.wild_as is not None

    def holds(self, group: Group) -> bool:
        """Whether the group is one of these."""
        return (
            group.kind == self.kind
            and group.mark in self.marks
            and self.fits(group.tiles)
            and self.allows_wild(group.tiles, group.wild)
            and (self.won is None or (group.won is not None and group.won in self.winners(group.tiles[0])))
        )

    def allows_wild(self, tiles: tuple[int, ...], wild: tuple[int, ...]) -> bool:
        """Whether wild tiles may stand at these places of the group."""
        stands = self.wild_as is None or not self.wild_as.isdisjoint(tiles[place] for place in wild)
        return stands and self.stars in (None, len(wild))

    def winners(self, first: int) -> TileSet:
        """The tiles that may complete a group whose first tile is `first`."""
        rank = first % 9
        by_wait = {
            "middle": [first + 1],
            "edge": [first + 2] if rank == 0 else [first] if rank == 6 else [],
            "side": [tile for tile, open_end in ((first, rank < 6), (first + 2, rank > 0)) if open_end],
        }
        tiles = ALL if self.won is None else self.won
        return tiles if self.wait is None or self.kind != "sequence" else tiles & by_wait[self.wait]

    def write(self, writer: Writer) -> str:
        """One group of this class as regex text."""
        return self.write_with([self.kind], writer)

    def write_with(self, kinds: Sequence[str], writer: Writer) -> str:
        """One group of one of these kinds, narrowed as this term is."""
        if self.marks != MARKS or self.won is not None:
            writer.refuse_unmarked("how a group came about")
        if self.asks_wild and not writer.flavor.lookahead:
            return writer.one_of(self._starred(kinds, writer))
        one = rf"[^{MARKS}@*]*"
        if self.stars is not None:
            ahead = rf"(?=(?:{one}\*){{{self.stars}}}{one}[{MARKS}])"
            return ahead + replace(self, stars=None).write_with(kinds, writer)
        if self.wild_as is not None:
            ahead = rf"(?=[^{MARKS}@]*\*{writer.tile_set(self.wild_as)})"
            return ahead + replace(self, wild_as=None).write_with(kinds, writer)
        parts = []
        if "sequence" in kinds:
            firsts = [first for first in range(25) if self.fits((first, first + 1, first + 2))]
            if self.wait:
                return writer.runs([first for first in firsts if self.winners(first)], self.winners, self.marks)
            parts.append(writer.runs(firsts))
        copies = [REPEATS[kind] for kind in kinds if kind in REPEATS]
        tiles = self.tiles if self.touching is None else self.tiles & self.touching
        if copies and max(copies) - min(copies) == len(copies) - 1:
            parts.append(writer.alike(tiles, min(copies), max(copies)))
        else:
            parts += [writer.alike(tiles, number, number) for number in copies]
        ending = writer.ending(self.won, self.marks) if writer.marked else ""
        return (parts[0] if len(parts) == 1 else f"(?:{'|'.join(parts)})") + ending

    def _starred(self, kinds: Sequence[str], writer: Writer) -> Iterator[str]:
        """Every group of these kinds, with wild tiles in each choice of places that the term allows."""
        for tiles in (tiles for kind in kinds for tiles in self.made_of(kind)):
            ending = writer.ending(None if self.won is None else self.winners(tiles[0]), self.marks)
            places = range(len(tiles))
            for wild in (chosen for number in range(len(tiles) + 1) for chosen in combinations(places, number)):
                if self.allows_wild(tiles, wild):
                    yield "".join(r"\*" * (at in wild) + writer.spelling.tiles[tiles[at]] for at in places) + ending

    def made_of(self, kind: str) -> Iterator[tuple[int, ...]]:
        """The tiles of each group of that kind that may be one of these."""
        for first in range(34):
            is_run = kind == "sequence"
            tiles = (first, first + 1, first + 2) if is_run else (first,) * REPEATS[kind]
            if self.fits(tiles) and (starts_sequence(first) or not is_run):
                yield tiles

    def words(self, kind: str) -> str:
        """`kind` narrowed as this term is, in words."""
        came = {OPEN: "open ", DECLARED: "declared ", HIDDEN: "concealed ", ",": "undeclared "}.get(self.marks, "")
        tiles = "" if self.tiles == ALL else f" of {self.tiles.words}"
        tiles += "" if self.touching is None else f" with one of {self.touching.words}"
        won = "" if self.won is None else " that wins"
        won += "" if self.won in (None, ALL) else f" on {self.won.words}"
        stars = "" if self.stars is None else f" with {self.stars} wild"
        stars += "" if self.wild_as is None else f" with a wild tile as {self.wild_as.words}"
        return f"{came}{kind}{tiles}{stars}{won}{f' by its {self.wait} tile' if self.wait else ''}"

    def fits(self, tiles: tuple[int, ...]) -> bool:
        """Whether these tiles may make the group."""
        return self.tiles.issuperset(tiles) and (self.touching is None or not self.touching.isdisjoint(tiles))
