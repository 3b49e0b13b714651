"""The conditions at the ends of a pattern tree. Nearly every one is a count with bounds.

What is counted knows how to count itself in laid-out groups, and how to skip to the next of its kind in a canonical
sequence: that is what lets one tree print both as a regex (lookaheads) and as an automaton (counters).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Literal

from regexhu.errors import RuleError
from regexhu.hands.layout import MARKS, Group
from regexhu.hands.tiles import ALL, TileSet
from regexhu.regextext.own import captures_of
from regexhu.regextext.writer import ANY_GROUP, MOST_GROUPS, MOST_TILES, Clause, Writer
from regexhu.syntax.tree import Condition, is_whole

if TYPE_CHECKING:
    from regexhu.syntax.groups import GroupClass


@dataclass(frozen=True, slots=True)
class Tiles:
    """Tiles of a set, each copy once."""

    tiles: TileSet

    limit: ClassVar[int] = MOST_TILES

    def count(self, groups: Sequence[Group]) -> int:
        """How many there are in the groups."""
        return sum(tile in self.tiles for group in groups for tile in group.tiles)

    def first(self, writer: Writer) -> str:
        """Regex that skips to and consumes one of them."""
        if writer.star:
            return "(?:[^@]*[^!@])?" + writer.tile_set(self.tiles)  # a wild winning tile is named, but not one of them
        return ("[^@]*" if writer.marked else ".*") + writer.tile_set(self.tiles)

    def next(self, writer: Writer, exact: bool = False) -> str:
        """Regex that skips to and consumes the next of them."""
        return writer.skip_tiles(self.tiles) + writer.tile_set(self.tiles)

    def tail(self, writer: Writer) -> str:
        """Regex for whatever follows them."""
        return ""

    def rest(self, writer: Writer) -> str:
        """Regex for the rest of the text, in which there is none."""
        return writer.skip_tiles(self.tiles) + writer.end

    @property
    def words(self) -> str:
        return "tiles" if self.tiles == ALL else f"tiles of {self.tiles.words}"


@dataclass(frozen=True, slots=True)
class Groups:
    """Groups of a class."""

    of: GroupClass

    limit: ClassVar[int] = MOST_GROUPS

    def count(self, groups: Sequence[Group]) -> int:
        """How many there are in the groups."""
        return sum(self.of.holds(group) for group in groups)

    def one(self, writer: Writer) -> str:
        """One of them; without marks, where a text reads as melds and pairs, none that is single by not being these."""
        types = {term.type for term in self.of.terms}
        if writer.marked or "single" not in types or types == {"single"}:
            return self.of.write(writer)
        if self.of.outside is None:
            writer.refuse_unmarked("which tile is single")
        return replace(self.of, terms=tuple(term for term in self.of.terms if term.type != "single")).write(writer)

    def _skip(self, writer: Writer, exact: bool) -> str:
        if writer.marked:
            return f"(?:{writer.unless(self.one(writer))}{ANY_GROUP})*"
        return f"(?:{self.of.any_group(writer, exact)})*"

    def next(self, writer: Writer, exact: bool = False) -> str:
        """Regex that skips to and consumes the next of them."""
        return self._skip(writer, exact) + self.one(writer)

    def first(self, writer: Writer) -> str:
        """Regex that skips to and consumes one of them."""
        return self.next(writer) + self.tail(writer)

    def tail(self, writer: Writer) -> str:
        """Regex for whatever follows them; without marks the text has to read as groups up to its end."""
        return "" if writer.marked else f"(?:{self.of.any_group(writer)})*{writer.flavor.end}"

    def rest(self, writer: Writer) -> str:
        """Regex for the rest of the text, in which there is none."""
        return self._skip(writer, exact=True) + writer.end

    @property
    def words(self) -> str:
        return self.of.words


@dataclass(frozen=True, slots=True)
class Repeats:
    """Groups of a class that lie a second time with the same tiles."""

    of: GroupClass

    limit: ClassVar[int] = MOST_GROUPS

    def count(self, groups: Sequence[Group]) -> int:
        """How many there are in the groups."""
        tiles = [group.tiles for group in groups if self.of.holds(group)]
        return len(tiles) - len(set(tiles))

    def first(self, writer: Writer) -> str:
        """Regex that skips to and consumes a group that lies a second time.

        What is skipped is bounded, since the `regex` module remembers where an unbounded skip failed and holds that
        against the next group too, though the back-reference after it then stands for other tiles.
        """
        writer.refuse_unmarked("where a group ends")
        if not writer.flavor.lookahead:
            each = (groups.write(writer) for groups in self.of.each)
            return writer.one_of(f"(?:{ANY_GROUP})*{one}(?:{ANY_GROUP})*{one}" for one in each)
        skip = f"(?:{ANY_GROUP}){{0,{MOST_GROUPS}}}"
        if writer.star:
            return writer.one_of([self._same_start(groups, skip, writer) for groups in self.of.by_type])
        one = self.of.write(writer)
        tiles, same = writer.capture(f"[^{MARKS}!@]+")
        again = f"(?={self.of.write(writer)}){same}(?=[{MARKS}!])"
        return f"{skip}(?={one}){tiles}{writer.ending(None, MARKS)}{skip}{again}"

    def _same_start(self, groups: GroupClass, skip: str, writer: Writer) -> str:
        """Two groups of one type that start with the same tile, whichever of their tiles are wild."""
        one = groups.write(writer)
        tile, same = writer.capture(writer.tile)
        rest = f"[^{MARKS}@]*[{MARKS}]"
        return f"{skip}(?={one}){writer.star}{tile}{rest}{skip}(?={groups.write(writer)}){writer.star}{same}"

    @property
    def words(self) -> str:
        return f"{self.of.words} alike"


@dataclass(frozen=True, slots=True)
class Surplus:
    """Copies of a tile beyond a number: all of them, the `real` ones without those that wild tiles stand for, or, of
    tiles that some wild tile stands for (`helped`), all of them."""

    copies: int
    among: Literal["all", "real", "helped"] = "all"

    limit: ClassVar[int] = MOST_TILES

    def held(self, groups: Sequence[Group]) -> Counter[int]:
        """How many tiles of each kind are counted in the groups."""
        placed = [(tile, place in group.wild) for group in groups for place, tile in enumerate(group.tiles)]
        helped = {tile for tile, wild in placed if wild}
        return Counter(
            tile
            for tile, wild in placed
            if self.among == "all" or (tile in helped if self.among == "helped" else not wild)
        )

    def count(self, groups: Sequence[Group]) -> int:
        """How many there are in the groups."""
        return sum(max(0, number - self.copies) for number in self.held(groups).values())

    def first(self, writer: Writer) -> str:
        """Regex that skips to and consumes a copy too many."""
        if self.among == "helped":
            return self._first_helped(writer)
        real = self.among == "real" and bool(writer.star)
        start = r"[^@]*?(?<![!*])" if real else "[^@]*?(?<!!)" if writer.marked else ".*?"

        def too_many(tile: str, same: str) -> str:
            before = start if writer.flavor.lookahead else writer.skip_to(tile, real)
            return f"{before}{tile}(?:{writer.skip_to(same, real)}{same}){{{self.copies}}}"

        return writer.same(writer.tiles, too_many)

    def _first_helped(self, writer: Writer) -> str:
        """The same where a wild tile stands for one of the copies, whichever of them."""
        if not writer.star:
            return writer.never
        writer.refuse_unmarked("what is wild")

        def too_many(helped: int, tile: str, same: str) -> str:
            start = ("[^@]*?" if writer.flavor.lookahead else writer.skip_to(tile)) + ("" if helped else r"\*")
            if helped and writer.flavor.lookahead:
                start += "(?<!!)"
            other, one = f"(?:{writer.skip_to(same)}{same})", rf"{writer.skip_to(same)}\*{same}"
            after = f"{other}{{{helped - 1}}}{one}" if helped else ""
            return f"{start}{tile}{after}{other}{{{self.copies - helped}}}"

        return writer.one_of(writer.same(writer.tiles, partial(too_many, helped)) for helped in range(self.copies + 1))

    @property
    def words(self) -> str:
        return f"tiles alike beyond {self.copies}"


@dataclass(frozen=True, slots=True)
class Substitutes:
    """Wild tiles that stand for another tile."""

    limit: ClassVar[int] = MOST_TILES

    def count(self, groups: Sequence[Group]) -> int:
        """How many there are in the groups."""
        return sum(len(group.wild) for group in groups)

    def first(self, writer: Writer) -> str:
        """Regex that skips to and consumes one of them."""
        return self.next(writer)

    def next(self, writer: Writer, exact: bool = False) -> str:
        """Regex that skips to and consumes the next of them."""
        writer.refuse_unmarked("what is wild")
        return r"[^@*]*\*"

    def tail(self, writer: Writer) -> str:
        """Regex for whatever follows them."""
        return ""

    def rest(self, writer: Writer) -> str:
        """Regex for the rest of the text, in which there is none."""
        return f"[^@*]*{writer.end}"

    @property
    def words(self) -> str:
        return "wild tiles standing for others"


Measure = Tiles | Groups | Repeats | Surplus | Substitutes


@dataclass(frozen=True, slots=True, repr=False)
class Count(Condition):
    """Holds when there are `least` to `most` of what is measured (`most` None: no upper bound).

    No hand has more than the measure's `limit`, so a larger number is a `RuleError`.
    """

    of: Measure
    least: int
    most: int | None
    code: str = field(compare=False)
    saying: str = field(compare=False, default="")

    def __post_init__(self) -> None:
        for number in (self.least,) if self.most is None else (self.least, self.most):
            if not is_whole(number):
                raise RuleError(f"{self.code} takes whole numbers, not {number!r}")
            if number > self.of.limit:
                unit = "groups" if self.of.limit == MOST_GROUPS else "tiles"
                raise RuleError(f"{self.code}: no hand has so many; it has at most {self.of.limit} {unit}")
        if self.least < 0 or (self.most is not None and self.most < self.least):
            raise RuleError(f"{self.code} can't hold: no number is at least {self.least} and at most {self.most}")

    def __repr__(self) -> str:
        return self.code

    def allows(self, number: int) -> bool:
        """Whether that many are within the bounds."""
        return self.least <= number and (self.most is None or number <= self.most)

    def holds(self, groups: Sequence[Group]) -> bool:
        """Whether the condition holds for groups laid out."""
        return self.allows(self.of.count(groups))

    def clauses(self, writer: Writer) -> tuple[Clause, ...]:
        if self.least and self.most is not None and writer.flavor.lookahead:
            bounds = f"{{{self.least}}}" if self.least == self.most else f"{{{self.least},{self.most}}}"
            return (Clause(self._many(writer, bounds, exact=True)),)
        least = (self._at_least(self.least, writer),) if self.least else ()
        return least if self.most is None else (*least, self._at_least(self.most + 1, writer).opposite)

    def _at_least(self, times: int, writer: Writer) -> Clause:
        if isinstance(self.of, Groups) and self.of.of.excludes and not writer.flavor.lookahead:
            inside = f"(?:{self.of.of.others.write(writer)})*"
            return Clause(f"{inside}(?:{ANY_GROUP}{inside}){{0,{times - 1}}}{writer.end}", negated=True)
        return Clause(self.of.first(writer) if times == 1 else self._many(writer, f"{{{times}}}"))

    def _many(self, writer: Writer, bounds: str, exact: bool = False) -> str:
        if isinstance(self.of, Repeats | Surplus):
            raise RuleError(f"{self!r}: {self.of.words} can only be forbidden")
        return f"(?:{self.of.next(writer, exact)}){bounds}" + (self.of.rest if exact else self.of.tail)(writer)

    @property
    def words(self) -> str:
        if self.saying:
            return self.saying
        bounds = (
            f"at least {self.least}"
            if self.most is None
            else f"at most {self.most}"
            if not self.least
            else f"exactly {self.least}"
            if self.least == self.most
            else f"{self.least} to {self.most}"
        )
        number = self.least if self.most is None else self.most
        what = self.of.of.number_of(number) if isinstance(self.of, Groups) and number else self.of.words
        return f"{'no' if self.most == 0 else bounds} {what}"


@dataclass(frozen=True, slots=True, repr=False)
class Matches(Condition):
    """Holds when a regex of the author's own matches from the start of the canonical sequence."""

    text: str

    def __post_init__(self) -> None:
        captures_of(self.text)

    def __repr__(self) -> str:
        return f"matches({self.text!r})"

    def clauses(self, writer: Writer) -> tuple[Clause, ...]:
        return (Clause(writer.own(self.text)),)

    @property
    def words(self) -> str:
        return f"matches {self.text}"
