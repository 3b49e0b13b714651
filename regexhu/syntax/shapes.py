"""Shapes: so many groups of each class, as in `4 * meld + pair`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from regexhu.errors import RuleError
from regexhu.hands.layout import Form, Layout
from regexhu.hands.tiles import TileSet
from regexhu.regextext.writer import KINDS, MOST_GROUPS, Line, Writer
from regexhu.syntax.counts import Count, Groups
from regexhu.syntax.groups import GroupClass
from regexhu.syntax.terms import Term
from regexhu.syntax.tree import Pattern


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
