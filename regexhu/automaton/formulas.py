"""Formulas over counters: tests of their bounds, joined; what is settled of one leaves it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import is_not
from typing import NamedTuple


class Test(NamedTuple):
    """Holds when a counter is within bounds."""

    counter: int
    least: int
    most: int | None

    @property
    def reads(self) -> int:
        """The counters that are read, as the bits of a number."""
        return 1 << self.counter


class Both(NamedTuple):
    """Holds when all parts do. `reads` are the counters that are read, as the bits of a number."""

    parts: tuple[Formula, ...]
    reads: int


class Either(NamedTuple):
    """Holds when one part does. `reads` are the counters that are read, as the bits of a number."""

    parts: tuple[Formula, ...]
    reads: int


class Neither(NamedTuple):
    """Holds when the part does not. `reads` are the counters that are read, as the bits of a number."""

    part: Formula
    reads: int


Formula = bool | Test | Both | Either | Neither


def both(parts: Iterable[Formula]) -> Formula:
    """Holds when all parts do."""
    return _joined(Both, False, parts)


def either(parts: Iterable[Formula]) -> Formula:
    """Holds when one part does."""
    return _joined(Either, True, parts)


def neither(part: Formula) -> Formula:
    """Holds when the part does not."""
    return (
        (not part) if isinstance(part, bool) else part.part if isinstance(part, Neither) else Neither(part, part.reads)
    )


def _joined(kind: type[Both | Either], decisive: bool, parts: Iterable[Formula]) -> Formula:
    """The parts joined, without repeats; one that is `decisive` settles all, one that is the opposite says nothing."""
    left: dict[Formula, None] = {}
    reads = 0
    for part in parts:
        if part is decisive:
            return decisive
        if not isinstance(part, bool):
            left.update(dict.fromkeys(part.parts if isinstance(part, kind) else [part]))
            reads |= part.reads
    return (not decisive) if not left else next(iter(left)) if len(left) == 1 else kind(tuple(left), reads)


Room = tuple[int, int]
"""How many groups of a type may still be added, and the counter whose bound says so."""

TYPES = ("sequence", "triplet", "kong", "pair", "single")
ANY_ROOM: tuple[Room, ...] = ((1 << 30, -1),) * len(TYPES)
"""No bound on the groups of any type."""


class Sight(NamedTuple):
    """What of the groups and tiles to come each counter sees.

    `is_open` says whether it may still change, `bounds` of which types it counts each group, `grows` by how much a
    group of each type may raise it at most: empty where that isn't all that may.
    """

    is_open: Sequence[bool]
    bounds: Sequence[Sequence[int]]
    grows: Sequence[Sequence[tuple[int, int]]]


def settled(
    formula: Formula, counters: Sequence[int], sight: Sight, touched: int, rooms: Sequence[Room] = ANY_ROOM
) -> Formula:
    """The formula without the tests that are settled: passed, or beyond the reach of the tiles to come.

    Only tests of the `touched` counters, the bits of a number, can have been settled since it was last asked. `rooms`
    is how many groups of each type the tests around it still allow.
    """
    if isinstance(formula, bool) or not formula.reads & touched:
        return formula
    if isinstance(formula, Test):
        counter, least, most = formula
        value = counters[counter]
        if not sight.is_open[counter] or (most is not None and value > most) or (most is None and value >= least):
            return value >= least and (most is None or value <= most)
        if value < least and sight.grows[counter] and _fall_short(sight.grows[counter], rooms, least - value):
            return False
    elif isinstance(formula, Neither):
        part = settled(formula.part, counters, sight, touched, rooms)
        return formula if part is formula.part else neither(part)
    else:
        decisive, left = isinstance(formula, Either), []
        if not decisive:
            rooms = _narrowed(rooms, formula.parts, counters, sight)
        for part in formula.parts:
            left.append(settled(part, counters, sight, touched, rooms))
            if left[-1] is decisive:
                return decisive
        if any(map(is_not, left, formula.parts)):
            return _joined(type(formula), decisive, left)
    return formula


def is_full(formula: Formula, counters: Sequence[int], sight: Sight, rooms: Sequence[Room] = ANY_ROOM) -> bool:
    """Whether the formula holds only where no group is added any more."""
    if isinstance(formula, Either):
        return all(is_full(part, counters, sight, rooms) for part in formula.parts)
    if isinstance(formula, Both):
        rooms = _narrowed(rooms, formula.parts, counters, sight)
        either_ = (part for part in formula.parts if isinstance(part, Either))
        return all(room <= 0 for room, _ in rooms) or any(is_full(part, counters, sight, rooms) for part in either_)
    return False


def _narrowed(rooms: Sequence[Room], parts: Iterable[Formula], counters: Sequence[int], sight: Sight) -> Sequence[Room]:
    """The rooms, as far as tests that hold together leave them."""
    found = list(rooms)
    for part in parts:
        if isinstance(part, Test) and part.most is not None:
            room = part.most - counters[part.counter]
            for type_ in sight.bounds[part.counter]:
                if room < found[type_][0]:
                    found[type_] = room, part.counter
    return found


def _fall_short(grows: Sequence[tuple[int, int]], rooms: Sequence[Room], needed: int) -> bool:
    """Whether groups can't raise a counter by so much: those of types with one bound share its room."""
    most: dict[int, int] = {}
    for type_, by in grows:
        room, counter = rooms[type_]
        if room * by >= needed:
            return False
        if room:
            most[counter] = max(most.get(counter, 0), room * by)
    return sum(most.values()) < needed


def tests(formula: Formula) -> Iterator[Test]:
    """The tests in a formula."""
    if isinstance(formula, Test):
        yield formula
    elif isinstance(formula, Both | Either):
        for part in formula.parts:
            yield from tests(part)
    elif isinstance(formula, Neither):
        yield from tests(formula.part)
