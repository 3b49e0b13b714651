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


def settled(formula: Formula, counters: Sequence[int], open_: Sequence[bool], touched: int) -> Formula:
    """The formula without the tests that are settled: passed, or beyond the reach of the tiles to come.

    Only tests of the `touched` counters, the bits of a number, can have been settled since it was last asked.
    """
    if isinstance(formula, bool) or not formula.reads & touched:
        return formula
    if isinstance(formula, Test):
        counter, least, most = formula
        value = counters[counter]
        if not open_[counter] or (most is not None and value > most) or (most is None and value >= least):
            return value >= least and (most is None or value <= most)
    elif isinstance(formula, Neither):
        part = settled(formula.part, counters, open_, touched)
        return formula if part is formula.part else neither(part)
    else:
        decisive, left = isinstance(formula, Either), []
        for part in formula.parts:
            left.append(settled(part, counters, open_, touched))
            if left[-1] is decisive:
                return decisive
        if any(map(is_not, left, formula.parts)):
            return _joined(type(formula), decisive, left)
    return formula


def tests(formula: Formula) -> Iterator[Test]:
    """The tests in a formula."""
    if isinstance(formula, Test):
        yield formula
    elif isinstance(formula, Both | Either):
        for part in formula.parts:
            yield from tests(part)
    elif isinstance(formula, Neither):
        yield from tests(formula.part)
