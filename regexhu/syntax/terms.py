"""Terms: groups of one type, narrowed by their tiles, their mark, the winning tile and wild tiles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import combinations
from operator import and_

from regexhu.hands.layout import MARKS, Group
from regexhu.hands.tiles import ALL, TileSet, starts_sequence
from regexhu.regextext.writer import REPEATS, Writer

OPEN, DECLARED, HIDDEN = "-=", "-=+", ",+"
WAITS = ("middle", "edge", "side", "pair", "triplet")
_NO_TILES = TileSet()


@dataclass(frozen=True, slots=True)
class Term:
    """Groups of one type: of these tiles only, with one of each set in `touching`, and so on; none of `unless`.

    A term without tiles has no groups.
    """

    type: str
    tiles: TileSet = ALL
    touching: tuple[TileSet, ...] = ()
    marks: str = MARKS
    won: TileSet | None = None
    wait: str | None = None
    stars: int | None = None
    wild_as: tuple[TileSet, ...] = ()
    unless: tuple[Term, ...] = ()

    def __and__(self, other: Term) -> Term:
        """The groups of this term that are also of another of the same type."""
        marks = "".join(mark for mark in self.marks if mark in other.marks)
        won = self.won if other.won is None else other.won if self.won is None else self.won & other.won
        asked = ((self.wait, other.wait), (self.stars, other.stars))
        contradict = any(None not in pair and pair[0] != pair[1] for pair in asked)
        return Term(
            self.type,
            self.tiles & other.tiles if marks and not contradict else _NO_TILES,
            tuple(dict.fromkeys(self.touching + other.touching)),
            marks,
            won,
            self.wait or other.wait,
            other.stars if self.stars is None else self.stars,
            tuple(dict.fromkeys(self.wild_as + other.wild_as)),
            tuple(dict.fromkeys(self.unless + other.unless)),
        )

    @property
    def asks_wild(self) -> bool:
        """Whether it asks which tiles of a group are wild."""
        return self.stars is not None or bool(self.wild_as)

    @property
    def outside(self) -> Iterator[Term]:
        """The groups of the same type that are not of this term, as terms."""
        plain = replace(self, unless=())
        if plain != Term(self.type):
            yield Term(self.type, unless=(plain,))
        yield from (plain & excluded for excluded in self.unless)

    def holds(self, group: Group) -> bool:
        """Whether the group is one of these."""
        return (
            group.type == self.type
            and group.mark in self.marks
            and self.fits(group.tiles)
            and self.allows_wild(group.tiles, group.wild)
            and (self.won is None or (group.won is not None and group.won in self.winners(group.tiles[0])))
            and not any(excluded.holds(group) for excluded in self.unless)
        )

    def allows_wild(self, tiles: tuple[int, ...], wild: tuple[int, ...]) -> bool:
        """Whether wild tiles may stand at these places of the group."""
        standing = [tiles[place] for place in wild]
        return self.stars in (None, len(wild)) and not any(kinds.isdisjoint(standing) for kinds in self.wild_as)

    def fits(self, tiles: tuple[int, ...]) -> bool:
        """Whether these tiles may make the group, as far as nothing is excluded."""
        return self.tiles.issuperset(tiles) and not any(kinds.isdisjoint(tiles) for kinds in self.touching)

    def winners(self, first: int) -> TileSet:
        """The tiles that may complete a group whose first tile is `first`."""
        rank = first % 9
        by_wait = {
            "middle": [first + 1],
            "edge": [first + 2] if rank == 0 else [first] if rank == 6 else [],
            "side": [tile for tile, open_end in ((first, rank < 6), (first + 2, rank > 0)) if open_end],
        }
        tiles = ALL if self.won is None else self.won
        return tiles if self.wait is None else tiles & by_wait[self.wait]

    @property
    def made_of(self) -> Iterator[tuple[int, ...]]:
        """The tiles of each group that may be one of these."""
        for first in range(34):
            is_run = self.type == "sequence"
            tiles = (first, first + 1, first + 2) if is_run else (first,) * REPEATS[self.type]
            if self.fits(tiles) and (starts_sequence(first) or not is_run):
                yield tiles

    @property
    def is_empty(self) -> bool:
        """Whether no group can be one of these; False, too, where that can't be told from one exclusion alone."""
        plain = replace(self, unless=())
        made = any(self.won is None or self.winners(tiles[0]) for tiles in self.made_of)
        return not made or any(plain.within(excluded) for excluded in self.unless)

    def within(self, other: Term) -> bool:
        """Whether each group of this term is one of the other; False, too, where that can't be told."""
        return (
            self.type == other.type
            and set(self.marks) <= set(other.marks)
            and other.stars in (None, self.stars)
            and all(any(asked >= kinds for kinds in self.wild_as) for asked in other.wild_as)
            and (other.won is None or self.won is not None)
            and all(
                other.fits(tiles) and (other.won is None or self.winners(tiles[0]) <= other.winners(tiles[0]))
                for tiles in self.made_of
            )
            and all(excluded in self.unless or (self & excluded).is_empty for excluded in other.unless)
        )

    def write(self, writer: Writer) -> str:
        """One group of this term as regex text."""
        return self.write_as([self.type], writer)

    def write_as(self, types: Sequence[str], writer: Writer) -> str:
        """One group of one of these types, narrowed as this term is."""
        if self.marks != MARKS or self.won is not None:
            writer.refuse_unmarked("how a group came about")
        if not self.tiles:
            return writer.never
        if self.asks_wild and not writer.flavor.lookahead:
            return writer.one_of(self._starred(types, writer))
        return "".join(self._ahead(types, writer)) + self._alone(types, writer)

    def _ahead(self, types: Sequence[str], writer: Writer) -> Iterator[str]:
        """Lookaheads for what the tiles and the ending of a group don't say."""
        one = rf"[^{MARKS}@*]*"
        if self.stars is not None:
            yield rf"(?=(?:{one}\*){{{self.stars}}}{one}[{MARKS}])"
        for tiles in self.wild_as:
            yield rf"(?=[^{MARKS}@]*\*{writer.tile_set(tiles)})"
        if self.unless:
            yield f"(?!{'|'.join(excluded.write_as(types, writer) for excluded in self.unless)})"

    def _alone(self, types: Sequence[str], writer: Writer) -> str:
        """The tiles of a group, and its ending."""
        firsts = [tiles[0] for tiles in replace(self, type="sequence").made_of] if "sequence" in types else []
        if self.wait:
            return writer.runs([first for first in firsts if self.winners(first)], self.winners, self.marks)
        parts = [writer.runs(firsts)] if "sequence" in types else []
        copies = [REPEATS[type_] for type_ in types if type_ in REPEATS]
        tiles = reduce(and_, self.touching, self.tiles)
        if copies and max(copies) - min(copies) == len(copies) - 1:
            parts.append(writer.alike(tiles, min(copies), max(copies)))
        else:
            parts += [writer.alike(tiles, number, number) for number in copies]
        ending = writer.ending(self.won, self.marks) if writer.marked else ""
        return (parts[0] if len(parts) == 1 else f"(?:{'|'.join(parts)})") + ending

    def _starred(self, types: Sequence[str], writer: Writer) -> Iterator[str]:
        """Every group of these types, with wild tiles in each choice of places that the term allows."""
        for tiles in (tiles for type_ in types for tiles in replace(self, type=type_).made_of):
            ending = writer.ending(None if self.won is None else self.winners(tiles[0]), self.marks)
            places = range(len(tiles))
            for wild in (chosen for number in range(len(tiles) + 1) for chosen in combinations(places, number)):
                if self.allows_wild(tiles, wild):
                    yield "".join(r"\*" * (at in wild) + writer.spelling.tiles[tiles[at]] for at in places) + ending

    def words(self, name: str) -> str:
        """What `name` names, narrowed as this term is, in words."""
        words = _CAME[self.marks] + name
        words += "" if self.tiles == ALL else f" of {self.tiles.words or 'no tiles'}"
        words += "".join(f" with one of {tiles.words}" for tiles in self.touching)
        words += "" if self.stars is None else f" with {self.stars} wild"
        words += "".join(f" with a wild tile as {tiles.words}" for tiles in self.wild_as)
        words += "" if self.won is None else " that wins" if self.won == ALL else f" that wins on {self.won.words}"
        words += f" by its {self.wait} tile" if self.wait else ""
        return words + "".join(f" that is no {excluded.words(name)}" for excluded in self.unless)


_CAME = {
    MARKS: "",
    OPEN: "open ",
    DECLARED: "declared ",
    HIDDEN: "concealed ",
    ",": "undeclared ",
    "+": "declared concealed ",
    "": "open concealed ",
}
