"""Many whole hands at once, in NumPy: a table of whole hands walked kind by kind, all hands abreast."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from regexhu.automaton.table import WON, Table, from_end
from regexhu.hands.columns import KINDS
from regexhu.hands.layout import Layout
from regexhu.hands.tiles import TileSet

FEW_CODES = 1 << 16
"""Codes below this are counted, others sorted."""


def walk(table: Table, counts: Any, wild: TileSet, won: Any, melds: Layout) -> Any:
    """The verdict on each row of counts, all with as many wild tiles as the table reads, beside the same melds.

    `won` are the kinds of the winning tiles. A hand with more tiles of a kind than the table has letters for is lost.
    """
    letters, width, cells = table.letters, table.width, np.asarray(table.cells, dtype=np.uint32).view(np.int32)
    melded = np.bincount([tile for meld in melds for tile in meld.tiles], minlength=KINDS).astype(np.int64)
    too_many = (counts + melded > letters.real).any(axis=1)
    columns = np.ascontiguousarray(counts.T, dtype=np.int32)
    columns[:, too_many] = 0
    for kind in wild:
        columns[kind] += letters.real * (columns[kind] > 0)
    if won is not None and letters.marks:
        marked = np.flatnonzero(~too_many)
        columns[won[marked], marked] += letters.real + letters.own
    state = np.full(len(counts), table.root, dtype=np.int32)
    for kind in range(KINDS):
        for meld in melds:
            if meld.tiles[0] == kind:
                state = cells.take((state + 1) * width + from_end(meld))
        state = cells.take(state * width + columns[kind])
    return (state == WON) & ~too_many


def distinct(*parts: Any) -> tuple[list[tuple[int, ...]], Any]:
    """The distinct combinations of some columns of whole numbers from -1 up, and for each row which one it has."""
    codes, sizes = np.zeros(len(parts[0]), dtype=np.int64), []
    for part in parts:
        sizes.append(int(part.max(initial=-1)) + 2)
        codes = codes * sizes[-1] + (part + 1)
    if (most := math.prod(sizes)) <= FEW_CODES:
        is_there = np.bincount(codes, minlength=most) > 0
        found, which = np.flatnonzero(is_there), (np.cumsum(is_there) - 1)[codes]
    else:
        found, which = np.unique(codes, return_inverse=True)
    places = np.unravel_index(found, sizes)
    return [tuple(values) for values in (np.stack(places, axis=1) - 1).tolist()], which.reshape(-1)


def holds(counts: Any, kinds: Sequence[int]) -> Any:
    """Which rows hold a tile of the kinds."""
    return counts[:, list(kinds)].any(axis=1) if kinds else np.zeros(len(counts), dtype=np.bool_)
