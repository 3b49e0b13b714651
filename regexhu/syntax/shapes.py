"""Shapes: so many groups of each class, as in `4 * meld + pair`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_

from regexhu.errors import RuleError
from regexhu.hands.layout import SECTION_OF, Form
from regexhu.hands.tiles import TileSet
from regexhu.regextext.writer import MOST_GROUPS, Line, Writer
from regexhu.syntax.counts import Count, Groups, Repeats
from regexhu.syntax.groups import GroupClass
from regexhu.syntax.terms import Term
from regexhu.syntax.tree import Pattern

MOST_COUNTS = 250
"""How many conditions may tell whether groups can be dealt out to the classes of a shape."""

EVERY = [
    GroupClass(tuple(map(Term, kinds)), " | ".join(kinds))
    for kinds in (("sequence", "triplet", "kong"), ("pair",), ("single",))
]
"""All groups of each section of a canonical sequence."""

Times = tuple[int, GroupClass]
"""So many groups of a class."""


@dataclass(frozen=True, slots=True, repr=False)
class Shape(Pattern):
    """Holds when the groups are exactly these: so many of each class, in any order."""

    terms: tuple[Times, ...]

    def __post_init__(self) -> None:
        for _, groups in self.terms:
            if len({SECTION_OF[term.type] for term in groups.terms}) != 1:
                raise RuleError(f"{groups!r} mixes melds, pairs or single tiles in one term: give each its own number")
        if (number := sum(times for times, _ in self.terms)) > MOST_GROUPS:
            raise RuleError(f"a shape takes at most {MOST_GROUPS} groups, not {number:,}")
        self.assignment  # noqa: B018 - classes that overlap too much are an error where they are written

    def __repr__(self) -> str:
        if len(self.terms) == 1:
            return f"{self.terms[0][0]} * {self.terms[0][1].operand}"
        each = (groups.operand if times == 1 else f"{times} * {groups.operand}" for times, groups in self.terms)
        return " + ".join(each)

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

    def _in_section(self, section: int) -> tuple[Times, ...]:
        return tuple(term for term in self.terms if SECTION_OF[term[1].terms[0].type] == section)

    @property
    def counts(self) -> tuple[Count, ...]:
        """The shape as conditions that count: how many groups there are in all, and its `assignment`."""
        every = zip(EVERY, self.form, strict=True)
        return (*self.assignment, *(Count(Groups(of), n, n, f"exactly({n}, {of!r})") for of, n in every))

    @property
    def assignment(self) -> tuple[Count, ...]:
        """That each group can be assigned to a term that takes it, as many to each as it asks for."""
        each = (_assignment(self._in_section(section)) for section in range(3))
        return tuple(_at_least(times, groups) for terms in each for times, groups in terms if groups not in EVERY)

    @property
    def lookaheads(self) -> tuple[Count, ...]:
        """What of the `assignment` the regex has to look ahead for, since `body` doesn't say it."""
        return tuple(
            _at_least(times, groups)
            for terms in self._in_order
            for times, groups in _assignment(terms)
            if times < _joined(terms)[0]
        )

    def lines(self, writer: Writer, depth: int = 0) -> Iterator[Line]:
        if writer.marked:
            for count in self.lookaheads:
                yield from count.lines(writer, depth)
            yield Line(depth, self.body(writer), self.words)
            return
        for section in range(3):
            if terms := self._in_section(section):
                total, union = _joined(terms)
                yield from Count(Groups(union), total, total, repr(self)).lines(writer, depth)
        for count in self.assignment:
            yield from count.lines(writer, depth)
        yield Line(depth, ".*", self.words)

    def body(self, writer: Writer) -> str:
        """As many groups as the shape asks for, each of one of its terms; in order where their tiles tell it."""
        every = (_joined(terms) for terms in self._in_order)
        return "".join(groups.captured(writer) + (f"{{{times}}}" if times > 1 else "") for times, groups in every)

    @property
    def _in_order(self) -> Iterator[tuple[Times, ...]]:
        """The terms as they follow each other in a canonical sequence; those whose groups may lie mixed together."""
        for section in range(3):
            mixed: list[Times] = []
            last: tuple[int, ...] = ()
            for times, groups in sorted(self._in_section(section), key=lambda term: min(_tiles_of(term[1]))):
                made = _tiles_of(groups)
                if mixed and min(made) > last:
                    yield tuple(mixed)
                    mixed = []
                mixed.append((times, groups))
                last = max(last, *made)
            if mixed:
                yield tuple(mixed)

    @property
    def words(self) -> str:
        return " and ".join(f"{times} {groups.number_of(times)}" for times, groups in self.terms)

    @property
    def shapes(self) -> tuple[Shape, ...]:
        return (self,)


def _joined(terms: Iterable[Times]) -> Times:
    """How many groups the terms ask for together, and the class of those that fit one of them."""
    numbers, classes = zip(*terms, strict=True)
    return sum(numbers), reduce(or_, classes)


def _tiles_of(groups: GroupClass) -> list[tuple[int, ...]]:
    """The tiles of each group that may be of the class; without any it comes before all others."""
    return [tiles for term in groups.terms for tiles in term.made_of] or [()]


def _at_least(times: int, groups: GroupClass) -> Count:
    return Count(Groups(groups), times, None, f"at_least({times}, {groups!r})")


@lru_cache(maxsize=1024)
def _assignment(terms: tuple[Times, ...]) -> tuple[Times, ...]:
    """Classes, and how many groups there have to be of each, so that all can be dealt out to the terms.

    By Hall's theorem they can when, for every choice of terms, as many groups fit one of them as they ask for together.
    Of these choices only some say something of their own: those that are connected, each class having groups in common
    with others of the choice (what is apart is counted apart), and to which no class can be added without a group more.
    Their number grows with the square of the number of classes where these are apart, nested or in a row; only where
    many overlap crosswise it doubles with each, and that is refused past `MOST_COUNTS`.
    """
    numbers: dict[GroupClass, int] = {}
    for times, groups in terms:
        numbers[groups] = numbers.get(groups, 0) + times
    wanted = [(times, groups) for groups, times in numbers.items()]
    meeting = [{at for at, (_, other) in enumerate(wanted) if groups.meets(other)} for _, groups in wanted]

    def together(chosen: AbstractSet[int]) -> Times:
        return _joined(wanted[at] for at in sorted(chosen))

    def filled(chosen: AbstractSet[int]) -> frozenset[int]:
        """The choice with every class whose groups all fit it."""
        _, union = together(chosen)
        return frozenset(at for at, (_, groups) in enumerate(wanted) if at in chosen or groups.within(union))

    found: set[frozenset[int]] = set()
    left = [filled({at}) for at in range(len(wanted))]
    while left:
        if (chosen := left.pop()) in found:
            continue
        found.add(chosen)
        if len(found) > MOST_COUNTS:
            raise RuleError(
                f"it would take more than {MOST_COUNTS} conditions to tell whether groups can be dealt out to these "
                f"{len(wanted)} classes, which overlap crosswise: write fewer, or the hands as alternatives with |"
            )
        near = set().union(*(meeting[at] for at in chosen)) - chosen
        left += [filled(chosen | {at}) for at in near]
    return tuple(together(chosen) for chosen in sorted(found, key=lambda chosen: (len(chosen), sorted(chosen))))


def terms_of(leaf: Pattern) -> Iterator[Term]:
    """The kinds of groups that a condition or a shape looks at."""
    classes: list[GroupClass] = []
    if isinstance(leaf, Shape):
        classes = [groups for _, groups in leaf.terms]
    elif isinstance(leaf, Count) and isinstance(leaf.of, Groups | Repeats):
        classes = [leaf.of.of]
    for groups in classes:
        yield from groups.looked_at
