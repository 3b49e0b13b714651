"""Many hands at once: from counts or MPSZ texts to verdicts, by the C extension or in NumPy.

The 34 counts of a hand are read as four 8-byte words and two bytes. Multiplications turn a word of eight counts into
its number in base 5; a table of 5^8 entries tells which class the word is of, that is, how it leads from the
automaton's states before its kinds to those after them. The five classes are then composed in small tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from regexhu import speedups
from regexhu.automaton.concealed import LOST, Automaton
from regexhu.errors import TooManyStates
from regexhu.hands.columns import KINDS

Bytes = NDArray[np.uint8]
Verdicts = NDArray[np.bool_]

ROWS = 32_768
"""Hands in a block: their counts and every intermediate array take a few megabytes, however many hands there are."""

MOST_ALIKE = 4
"""The most tiles of a kind that tables read; the letters of an automaton from 0 to it are the digits of a number."""

_BASE = MOST_ALIKE + 1

MOST_ENTRIES = 10_000_000
"""The most entries of a table before its rows are told apart: tens of megabytes."""

_MOST_SEEN, _NO_SIZE, _NO_TABLES = 63, 0xFFFF, ((b"",) * 5, (b"",) * 4)
"""The C extension tells apart numbers of tiles below this; one that no hand has; what judges none."""

_CHUNKS = ((0, 8), (8, 16), (16, 24), (24, 32), (32, 34))
_ROW = np.dtype(
    [("word0", "<u8"), ("word1", "<u8"), ("word2", "<u8"), ("word3", "<u8"), ("first", "u1"), ("last", "u1")]
)

# Two counts, the first kind lowest, become a number in base 5 in their two bytes, two of those one in base 25 …
_ROUNDS: list[tuple[np.dtype[Any], int]] = [
    (np.dtype("<u2"), 1 + (_BASE << 8)),
    (np.dtype("<u4"), 1 + (_BASE**2 << 16)),
    (np.dtype("<u8"), 1 + (_BASE**4 << 32)),
]
_BYTE_SUM, _TOP_BYTE = np.uint64(0x0101010101010101), np.uint64(56)


class Tables:
    """An automaton as tables over chunks of kinds."""

    def __init__(self, automaton: Automaton) -> None:
        classes, leads = zip(*(_chunk(automaton, first, last) for first, last in _CHUNKS), strict=True)
        widths = [len(lead) for lead in leads]
        # an entry is a state, already multiplied by the number of classes of the next chunk, so that adding a class
        # gives the place in the next table
        states = leads[0][:, automaton.root] * widths[1]
        self._first = states.astype(np.int32)[classes[0]]
        self._classes = classes[1:]
        following = [*widths[2:], 1]
        self._compose = [
            (lead.T * width).astype(np.int32).ravel() for lead, width in zip(leads[1:], following, strict=True)
        ]

    @cached_property
    def for_native(self) -> tuple[Any, Any] | None:
        """The tables as the C extension reads them: the classes of each chunk, and how they are composed.

        None where there are more classes than it reads.
        """
        classes = (self._first, *self._classes)
        if max(int(numbers.max()) for numbers in classes) >= 1 << 16:
            return None
        return tuple(numbers.astype(np.uint16) for numbers in classes), tuple(self._compose)

    def __call__(self, numbers: Sequence[Any]) -> Verdicts:
        """The verdicts on hands given by the base-5 numbers of their five chunks."""
        place = self._first.take(numbers[0])
        for classes, compose, number in zip(self._classes, self._compose, numbers[1:], strict=True):
            place += classes.take(number)
            place = compose.take(place)
        won: Verdicts = place == 0
        return won


def _chunk(automaton: Automaton, first: int, last: int) -> tuple[Any, Any]:
    """The classes of the contents of the kinds `first` to `last`, and where each class leads from each state.

    A lost state is the last of its layer. The contents are in base 5, the first kind highest.
    """
    sizes = [len(edges) + 1 for edges in automaton.edges] + [2]
    leads = np.arange(sizes[last], dtype=np.int32)[None, :]
    classes: Any = np.zeros(1, dtype=np.int32)
    for kind in reversed(range(first, last)):
        read = [(*row, *(LOST,) * _BASE)[:_BASE] for row in automaton.edges[kind]]
        edges = np.array([*read, (LOST,) * _BASE], dtype=np.int32)
        edges[edges == LOST] = sizes[kind + 1] - 1
        if leads.shape[0] * edges.size > MOST_ENTRIES:
            raise TooManyStates(MOST_ENTRIES, leads.shape[0] * edges.size, "table entries")
        candidates = leads[:, edges].transpose(2, 0, 1)
        leads, same = np.unique(candidates.reshape(-1, sizes[kind]), axis=0, return_inverse=True)
        classes = same.reshape(_BASE, -1)[:, classes].ravel()
    return classes.astype(np.int32), leads


def totals_and_numbers(block: Bytes) -> tuple[Any, list[Any]]:
    """For a block of count rows: how many tiles each holds, and the numbers of its five chunks."""
    rows = block.reshape(-1).view(_ROW)
    words = np.empty((4, len(rows)), dtype="<u8")
    for chunk, word in enumerate(words):
        word[:] = rows[f"word{chunk}"]
    total = words[0] + words[1]
    total += words[2]
    total += words[3]
    total *= _BYTE_SUM
    total >>= _TOP_BYTE
    total += rows["first"]
    total += rows["last"]
    for dtype, multiplier in _ROUNDS:
        numbers = words.view(dtype)
        numbers *= dtype.type(multiplier)
        numbers >>= dtype.type(4 * dtype.itemsize)
    return total, [*words.view("<i8"), rows["first"] * np.uint8(_BASE) + rows["last"]]


def check_counts(counts: NDArray[Any]) -> None:
    """Raise a `ValueError` where an array holds no counts of hands."""
    if counts.ndim != 2 or counts.shape[1] != KINDS or counts.dtype.kind not in "iu":
        raise ValueError(
            "hands are MPSZ texts, or counts: whole numbers of shape (hands, 34), one column for each kind, "
            f"not {counts.dtype} {counts.shape}"
        )
    if counts.dtype.kind == "i" and counts.size and counts.min() < 0:
        row = int(np.flatnonzero((counts < 0).any(axis=1))[0])
        raise ValueError(f"row {row}: a count is 0 or more, not {int(counts[row].min())}")


def _blocks(counts: NDArray[Any]) -> Iterator[tuple[slice, Bytes, Any]]:
    """Blocks of count rows as bytes of at most `MOST_ALIKE`, and the mask of rows that held more (None: no row did)."""
    for start in range(0, len(counts), ROWS):
        rows = slice(start, start + ROWS)
        block = counts[rows]
        too_many = None
        if block.max() > MOST_ALIKE:
            too_many = (block > MOST_ALIKE).any(axis=1)
            block = np.minimum(block, MOST_ALIKE)
        yield rows, np.ascontiguousarray(block, dtype=np.uint8), too_many


def _by_native(
    native: ModuleType, counts: NDArray[Any], verdicts: Verdicts, tables: Callable[[int], Tables], sizes: Sequence[int]
) -> bool:
    """Whether the C extension could fill in the verdicts; tables are made for those sizes alone that are there."""
    if max(sizes, default=0) >= _MOST_SEEN or not len(counts):
        return False
    rows = np.ascontiguousarray(counts if counts.itemsize == 1 else np.minimum(counts, _BASE), dtype=np.uint8)
    first = int(rows[0].sum())
    seen = 1 << first if first in sizes else native.verdicts(rows, verdicts, _NO_SIZE, *_NO_TABLES)
    left = list(sizes)
    while (size := next((size for size in left if seen >> size & 1), None)) is not None:
        if (found := tables(size).for_native) is None:
            return False
        seen |= native.verdicts(rows, verdicts, size, *found)
        left.remove(size)
    return True


def match_counts(counts: NDArray[Any], tables: Callable[[int], Tables], sizes: Sequence[int]) -> Verdicts:
    """The verdict on each row of counts, a concealed hand; `tables` gives the tables for a number of tiles.

    A hand with more than `MOST_ALIKE` tiles of a kind is lost.
    """
    verdicts = np.zeros(len(counts), dtype=np.bool_)
    if speedups.native and _by_native(speedups.native, counts, verdicts, tables, sizes):
        return verdicts
    for rows, block, too_many in _blocks(counts):
        total, numbers = totals_and_numbers(block)
        found = verdicts[rows]
        left = len(total)
        for size in sizes:
            of_size = total == size
            number = int(np.count_nonzero(of_size))
            if number == len(total):
                found[:] = tables(size)(numbers)
            elif number:
                found |= tables(size)(numbers) & of_size
            left -= number
            if not left:
                break
        if too_many is not None:
            found &= ~too_many
    return verdicts
