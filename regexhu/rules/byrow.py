"""The keywords of a call about many hands: one value for all of them, or a column with a value for each row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from regexhu.automaton.rows import distinct
from regexhu.hands.columns import is_missing
from regexhu.hands.tiles import TileSet, kind_of
from regexhu.hands.told import TOLD, nearest_names, read

SETS = ("wild", "forbidden")
NOT_TOLD = -1


class ByRow(NamedTuple):
    """For each group of rows what is told of them but the winning tile, and the group that a row is of.

    `winning` are the distinct winning tiles that are told, `won` for each row which one, `NOT_TOLD` for none.
    """

    groups: list[dict[str, Any]]
    group: Any
    winning: list[str]
    won: Any

    def keywords(self, row: int) -> dict[str, Any]:
        """All that is told of a row, its melds apart."""
        told = {keyword: value for keyword, value in self.groups[self.group[row]].items() if keyword != "melds"}
        won = self.won[row]
        return told if won == NOT_TOLD else {**told, "winning_tile": self.winning[won]}

    def melds(self, row: int) -> str | None:
        """The melds that are told of a row."""
        found: str | None = self.groups[self.group[row]].get("melds")
        return found

    def kinds(self, rows: slice) -> Any:
        """The kinds of the winning tiles of some rows, `NOT_TOLD` where none is told; None where none is of any."""
        if not self.winning:
            return None
        return np.array([*map(kind_of, self.winning), NOT_TOLD])[self.won[rows]]


def by_row(keywords: Mapping[str, object], rows: int) -> ByRow:
    """What the keywords of a call tell of each of so many rows; a `ValueError` where a column has another length."""
    columns: dict[str, tuple[list[Any], Any]] = {}
    for keyword, value in keywords.items():
        if keyword not in (*TOLD, "melds"):
            raise TypeError(f"a hand has no keyword {keyword!r}; {nearest_names(keyword, [*TOLD, 'melds'])}")
        columns[keyword] = _coded(keyword, value, rows)
    tiles, won = columns.pop("winning_tile", ([None], _all_alike(rows)))
    winning = [tile for tile in tiles if tile is not None]
    places = np.array([winning.index(tile) if tile is not None else NOT_TOLD for tile in tiles], dtype=np.int64)
    won = places[won] if len(tiles) > 1 else np.broadcast_to(places, rows)
    alike = {keyword: values[0] for keyword, (values, _) in columns.items() if len(values) == 1}
    others = {keyword: column for keyword, column in columns.items() if keyword not in alike}
    combinations: list[tuple[int, ...]] = [()]
    group = _all_alike(rows)
    if others:
        combinations, group = distinct(*(codes for _, codes in others.values()))
    groups = [
        {**alike, **{keyword: others[keyword][0][code] for keyword, code in zip(others, codes, strict=True)}}
        for codes in combinations
    ]
    told = [{keyword: one[keyword] for keyword in columns if one[keyword] is not None} for one in groups]
    return ByRow(told, group, winning, won)


def _all_alike(rows: int) -> Any:
    """The number of the only value for each row, which takes no memory."""
    return np.broadcast_to(np.int64(0), rows)


def _coded(keyword: str, value: Any, rows: int) -> tuple[list[Any], Any]:
    """The distinct values of a keyword, read, and for each row which one it has."""
    if not _is_column(keyword, value):
        return [_read(keyword, value)], _all_alike(rows)
    if isinstance(value, np.ndarray) and value.dtype == np.bool_ and value.ndim == 1:
        found, codes = [False, True], value.astype(np.int64)
    else:
        found, codes = _told_apart(_listed(value))
    if len(codes) != rows:
        raise ValueError(f"{keyword} is one value, or one for each of the {rows:,} hands, not {len(codes):,} values")
    return [_read(keyword, one) for one in found], codes


def _is_column(keyword: str, value: Any) -> bool:
    """Whether a value is one for each row: tiles by number are one set of kinds."""
    if isinstance(value, str | bytes | TileSet | set | frozenset) or not isinstance(value, Iterable):
        return hasattr(value, "to_pylist")
    return keyword not in SETS or not all(isinstance(one, int | np.integer) for one in value)


def _listed(column: Any) -> list[Any]:
    for method in ("to_pylist", "to_list", "tolist"):
        if hasattr(column, method):
            column = getattr(column, method)()
    return list(column)


def _told_apart(values: list[Any]) -> tuple[list[Any], Any]:
    numbers: dict[Any, int] = {}
    try:
        codes = [numbers.setdefault(value, len(numbers)) for value in values]
    except TypeError:
        hashable = [value if isinstance(value, str) or value is None else frozenset(value) for value in values]
        codes = [numbers.setdefault(value, len(numbers)) for value in hashable]
    return list(numbers), np.array(codes, dtype=np.int64)


def _read(keyword: str, value: Any) -> Any:
    if is_missing(value):
        return None
    if keyword == "melds":
        return value
    return read({keyword: value})[keyword]
