"""Classes of groups, and the shapes made of them with `*` and `+`: `4 * meld + pair`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from regexhu.errors import RuleError
from regexhu.hands.layout import MARKS, Form, Group, Layout
from regexhu.hands.tiles import ALL, TileSet, starts_sequence
from regexhu.regextext.writer import ANY_GROUP, KINDS, MOST_GROUPS, REPEATS, Line, Writer
from regexhu.syntax.counts import Count, Groups
from regexhu.syntax.tree import Pattern

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


@dataclass(frozen=True, slots=True, repr=False)
class GroupClass(Pattern):
    """A class of groups: some kinds, narrowed; joined with `|`; `4 * meld + pair` makes a shape of classes."""

    terms: tuple[Term, ...]
    code: str = field(compare=False, default="")
    outside: bool = False

    def __repr__(self) -> str:
        return self.code

    def __or__(self, other: object) -> GroupClass:
        if not isinstance(other, GroupClass):
            raise RuleError(f"{self!r} is a class of groups and joins only others by |: write some({self!r}) | …")
        return GroupClass(tuple(dict.fromkeys(self.terms + other.terms)), f"{self!r} | {other!r}")

    def __rmul__(self, times: object) -> Shape:
        if not isinstance(times, int) or times < 1:
            raise RuleError(f"a shape takes a whole number of groups from 1 up, not {times!r}")
        return Shape(((times, self),))

    __mul__ = __rmul__

    def __add__(self, other: object) -> Shape:
        return 1 * self + other

    def beside(self, operator: str) -> Pattern:
        raise RuleError(f"{self!r} is a class of groups, not a condition: write some({self!r}) beside {operator}")

    def _narrow(self, code: str, **changes: object) -> GroupClass:
        is_union = " | " in re.sub(r"\([^()]*\)", "", self.code)
        operand = f"({self.code})" if is_union else self.code
        return GroupClass(tuple(replace(term, **changes) for term in self.terms), operand + code)  # type: ignore[arg-type]

    def of(self, tiles: str | Iterable[int]) -> GroupClass:
        """Those made of these tiles only.

        >>> from regexhu.blocks import meld, pair
        >>> from regexhu.rules import RuleSet
        >>> RuleSet(4 * meld + pair.of("258mps")).is_win("111m234567p789s55s")
        True
        >>> RuleSet(4 * meld + pair.of("258mps")).is_win("123m456p789s11122z")
        False
        """
        chosen = TileSet.parse(tiles)
        return self._narrow(f".of({str(chosen)!r})", tiles=chosen)

    def touching(self, tiles: str | Iterable[int]) -> GroupClass:
        """Those that hold at least one of these tiles.

        >>> from regexhu.blocks import meld, pair
        >>> from regexhu.rules import RuleSet
        >>> RuleSet(4 * meld.touching("19mps1234567z") + pair).is_win("123m789p111s999s55z")
        True
        >>> RuleSet(4 * meld.touching("19mps1234567z") + pair).is_win("123m456p789s11122z")
        False
        """
        chosen = TileSet.parse(tiles)
        return self._narrow(f".touching({str(chosen)!r})", touching=chosen)

    @property
    def open(self) -> GroupClass:
        """Those claimed from another player, an added kong among them.

        >>> from regexhu.blocks import meld, pair, some
        >>> from regexhu.rules import RuleSet
        >>> RuleSet(4 * meld + pair & some(meld.open)).is_win("123m456p789s22z,11-1z")
        True
        >>> RuleSet(4 * meld + pair & some(meld.open)).is_win("123m456p789s11122z")
        False
        """
        return self._narrow(".open", marks=OPEN)

    @property
    def declared(self) -> GroupClass:
        """Those laid on the table, concealed kongs among them.

        >>> from regexhu.blocks import meld, pair, some
        >>> from regexhu.rules import RuleSet
        >>> RuleSet(4 * meld + pair & some(meld.declared)).is_win("123m456p789s22z,1111+z")
        True
        >>> RuleSet(4 * meld + pair & some(meld.declared)).is_win("123m456p789s11122z")
        False
        """
        return self._narrow(".declared", marks=DECLARED)

    @property
    def concealed(self) -> GroupClass:
        """Those made without a claim, declared concealed kongs among them.

        >>> from regexhu.blocks import meld, pair
        >>> from regexhu.rules import RuleSet
        >>> RuleSet(4 * meld.concealed + pair).is_win("123m456p789s22z,1111+z")
        True
        >>> RuleSet(4 * meld.concealed + pair).is_win("123m456p789s22z,11-1z")
        False
        """
        return self._narrow(".concealed", marks=HIDDEN)

    @property
    def undeclared(self) -> GroupClass:
        """Those that lie in the hand.

        >>> from regexhu.blocks import kong, meld, no, pair
        >>> from regexhu.rules import RuleSet
        >>> RuleSet(4 * meld + pair & no(kong.undeclared)).is_win("123m456p789s22z,1111+z")
        True
        >>> RuleSet(4 * meld + pair & no(kong.undeclared)).is_win("123m456p789s111122z")
        False
        """
        return self._narrow(".undeclared", marks=",")

    def won(self, tiles: str | Iterable[int] = ALL, wait: str | None = None) -> GroupClass:
        """Those that the winning tile completes; `wait` is how: middle, edge or side of a sequence, pair, triplet.

        >>> from regexhu.blocks import meld, pair, sequence, some
        >>> from regexhu.rules import RuleSet
        >>> rules = RuleSet(4 * meld + pair & some(sequence.won(wait="middle")))
        >>> rules.is_win("123m456p789s11122z", winning_tile="5p")
        True
        >>> rules.is_win("123m456p789s11122z", winning_tile="4p")
        False
        """
        if wait is not None and wait not in WAITS:
            raise RuleError(f"no wait named {wait!r}; write one of {', '.join(WAITS)}")
        chosen = TileSet.parse(tiles)
        code = ", ".join(([] if chosen == ALL else [repr(str(chosen))]) + ([f"wait={wait!r}"] if wait else []))
        kind = None if wait is None else wait if wait in ("pair", "triplet") else "sequence"
        terms = tuple(term for term in self.terms if kind in (None, term.kind))
        if not terms:
            raise RuleError(f"{self!r} never waits for its {wait} tile: that is a {kind}'s")
        return replace(self, terms=terms)._narrow(
            f".won({code})", won=chosen, wait=wait if kind == "sequence" else None
        )

    @property
    def others(self) -> GroupClass:
        """All groups that are not of the class."""
        return replace(self, outside=not self.outside, code=f"other than {self!r}")

    def wild(self, number: int) -> GroupClass:
        """Those in which so many wild tiles stand for others.

        >>> from regexhu.blocks import meld, pair, some, triplet
        >>> from regexhu.rules import RuleSet
        >>> RuleSet(4 * meld + pair & some(triplet.wild(1))).is_win("123m456p789s1122z5z", wild="5z")
        True
        >>> RuleSet(4 * meld + pair & some(triplet.wild(1))).is_win("123m456p79s11122z5z", wild="5z")
        False
        """
        return self._narrow(f".wild({number})", stars=number)

    def wild_as(self, tiles: str | Iterable[int]) -> GroupClass:
        """Those in which a wild tile stands for one of these tiles."""
        chosen = TileSet.parse(tiles)
        return self._narrow(f".wild_as({str(chosen)!r})", wild_as=chosen)

    def holds(self, group: Group) -> bool:
        """Whether the group is one of these."""
        return self.outside is not any(term.holds(group) for term in self.terms)

    @property
    def by_kind(self) -> Iterator[GroupClass]:
        """The class, kind by kind; one of all groups but some is left whole."""
        for kind in [""] if self.outside else dict.fromkeys(term.kind for term in self.terms):
            yield replace(self, terms=tuple(term for term in self.terms if kind in ("", term.kind)))

    @property
    def each(self) -> Iterator[GroupClass]:
        """The class by the tiles of the group: for any that it has, those of its groups that are made of them."""
        found: dict[tuple[int, ...], list[Term]] = {}
        for term in self.terms:
            for tiles in term.made_of(term.kind):
                found.setdefault(tiles, []).append(replace(term, tiles=TileSet(tiles), touching=None))
        return (replace(self, terms=tuple(terms)) for terms in found.values())

    def write(self, writer: Writer) -> str:
        """One group of the class as regex text."""
        if self.outside:
            writer.need_lookahead(repr(self))
        kinds: dict[Term, list[str]] = {}
        for term in self.terms:
            alike = replace(term, kind="sequence" if term.wait else "any")
            kinds.setdefault(alike, []).append(term.kind)
        parts = [term.write_with(chosen, writer) for term, chosen in kinds.items()]
        text = parts[0] if len(parts) == 1 else f"(?:{'|'.join(parts)})"
        return f"(?!{text}){self.any_group(writer)}" if self.outside else text

    def any_group(self, writer: Writer, other: bool = False) -> str:
        """Any one group; without marks, whatever reads as a meld or a pair, `other` than the kinds of this class."""
        if writer.marked:
            return ANY_GROUP
        these = {term.kind for term in self.terms} if other else set()
        return GroupClass(tuple(Term(kind) for kind in KINDS[:4] if kind not in these)).write(writer)

    def captured(self, writer: Writer) -> str:
        """One group of the class, captured under the name of its kind where the engine keeps all of them."""
        if not writer.flavor.capture:
            return f"(?:{self.write(writer)})"
        parts = [writer.named(term.kind, lambda term=term: term.write(writer)) for term in self.terms]  # type: ignore[misc]
        return parts[0] if len(parts) == 1 else f"(?:{'|'.join(parts)})"

    def lines(self, writer: Writer, depth: int = 0) -> Iterator[Line]:
        yield Line(depth, self.write(writer), self.words)

    @property
    def words(self) -> str:
        return ("other than " if self.outside else "") + self.number_of(1)

    def number_of(self, number: int) -> str:
        """The class in words, in the plural if the number asks for it."""
        kinds: dict[Term, list[str]] = {}
        for term in self.terms:
            kinds.setdefault(replace(term, kind=""), []).append(term.kind)
        return " or ".join(
            term.words(" or ".join(name + "s" * (number != 1) for name in (["meld"] if len(of) == 3 else of)))
            for term, of in kinds.items()
        )


@dataclass(frozen=True, slots=True, repr=False)
class Shape(Pattern):
    """Holds when the groups are exactly these: so many of each class, in any order."""

    terms: tuple[tuple[int, GroupClass], ...]

    def __post_init__(self) -> None:
        for _, groups in self.terms:
            if len({_section(term.kind) for term in groups.terms}) != 1:
                raise RuleError(f"{groups!r} mixes melds, pairs or single tiles in one term: give each its own number")
        if (number := sum(times for times, _ in self.terms)) > MOST_GROUPS:
            raise RuleError(f"a shape takes at most {MOST_GROUPS} groups, not {number:,}")

    def __repr__(self) -> str:
        def one(times: int, groups: GroupClass) -> str:
            code = f"({groups!r})" if len(groups.terms) > 1 and " | " in repr(groups) else repr(groups)
            return code if times == 1 else f"{times} * {code}"

        return " + ".join(one(times, groups) for times, groups in self.terms)

    def __add__(self, other: object) -> Shape:
        if isinstance(other, GroupClass):
            other = 1 * other
        if not isinstance(other, Shape):
            raise RuleError(f"{other!r} is no group: + makes shapes, as in 4 * meld + pair; write & to add a condition")
        return Shape(self.terms + other.terms)

    @property
    def form(self) -> Form:
        """How many melds, pairs and single tiles there are in all."""
        sections = [sum(times for times, _ in self._in_section(section)) for section in range(3)]
        return Form(*sections)

    @property
    def tiles(self) -> TileSet:
        """The tiles that a hand of the shape may hold."""
        return TileSet(tile for _, groups in self.terms for term in groups.terms for tile in term.tiles)

    def gap(self, layout: Layout) -> int:
        """How far a layout is from the shape: the groups too many or too few, and those that fit none of its terms."""
        misfits = sum(not any(groups.holds(group) for _, groups in self.terms) for group in layout)
        return misfits + sum(abs(here - wanted) for here, wanted in zip(Form.of(layout), self.form, strict=True))

    def _in_section(self, section: int) -> list[tuple[int, GroupClass]]:
        return [(times, groups) for times, groups in self.terms if _section(groups.terms[0].kind) == section]

    @property
    def counts(self) -> tuple[Count, ...]:
        """The shape as conditions that count: by Hall's theorem the groups can be dealt out to the terms when, for
        every choice of terms, as many groups fit one of them as they ask for together."""
        found = []
        for section in range(3):
            terms = self._in_section(section)
            total = sum(times for times, _ in terms)
            for size in range(1, len(terms) + 1):
                for chosen in combinations(terms, size):
                    fitting = _union(groups for _, groups in chosen)
                    times = sum(number for number, _ in chosen)
                    most = total if size == len(terms) else None
                    found.append(Count(Groups(fitting), times, most, f"at_least({times}, {fitting!r})"))
            kinds = [kind for kind in KINDS if _section(kind) == section]
            every = GroupClass(tuple(Term(kind) for kind in kinds), " | ".join(kinds))
            if not terms or fitting != every:
                found.append(Count(Groups(every), total, total, f"exactly({total}, {every!r})"))
        return tuple(found)

    def lines(self, writer: Writer, depth: int = 0) -> Iterator[Line]:
        if not writer.marked:
            for section in range(3):
                if terms := self._in_section(section):
                    total, union = sum(times for times, _ in terms), _union(groups for _, groups in terms)
                    yield from Count(Groups(union), total, total, repr(self)).lines(writer, depth)
            yield Line(depth, ".*", self.words)
            return
        for count in self.dealt:
            yield from count.lines(writer, depth)
        yield Line(depth, self.body(writer), self.words)

    @property
    def dealt(self) -> tuple[Count, ...]:
        """Those of `counts` that `body` doesn't say."""
        return tuple(count for count in self.counts if count.most is None)

    def body(self, writer: Writer) -> str:
        """As many groups as the shape asks for, each of one of its terms."""
        text = ""
        for section in range(3):
            if terms := self._in_section(section):
                total = sum(times for times, _ in terms)
                text += _union(groups for _, groups in terms).captured(writer) + (f"{{{total}}}" if total > 1 else "")
        return text

    @property
    def words(self) -> str:
        return " and ".join(f"{times} {groups.number_of(times)}" for times, groups in self.terms)

    @property
    def shapes(self) -> tuple[Shape, ...]:
        return (self,)


def _section(kind: str) -> int:
    return 1 if kind == "pair" else 2 if kind == "single" else 0


def _union(classes: Iterable[GroupClass]) -> GroupClass:
    first, *others = classes
    for groups in others:
        first = first | groups
    return first
