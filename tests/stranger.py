"""A runner of tables as docs/table.md describes them, which imports nothing of the package."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Melds = Sequence[tuple[str, int]]
"""Declared melds, each with its name in the header and the kind of its first tile."""


class Refused(Exception):
    """A hand that the table can't judge."""


class Stranger:
    """A table that judges hands: `header` and its cells, both from bytes or from JSON."""

    def __init__(self, header: dict[str, Any], cells: Sequence[int]) -> None:
        self.header, self.cells = header, cells
        self.first = [sum(header["layers"][:kind]) for kind in range(34)]

    def wins(self, counts: Sequence[int], melds: Melds, **told: Any) -> bool:
        """Whether a hand wins; kinds that are told are numbers."""
        told = self._met(told)
        wild, won = set(told.get("wild") or []), told.get("winning_tile")
        wilds = told.get("wilds", 0) + sum(counts[kind] for kind in wild)
        if wilds > self.header["wilds"]:
            raise Refused("wild tiles")
        if self.header["most_alike"] is not None and max(self._held(counts, melds)) > self.header["most_alike"]:
            return False
        facts = sum(1 << i for i, fact in enumerate(self.header["facts"]) if self._holds(fact, counts, melds, told))
        classes = max(self.header["winners"]) + 1
        at = wilds * classes + (self.header["winners"][won] if won in wild else 0)
        return self._walk(self.header["roots"][at * 2 ** len(self.header["facts"]) + facts], counts, melds, wild, won)

    def waits(self, counts: Sequence[int], melds: Melds, **told: Any) -> list[int]:
        """The kinds that complete a hand."""
        return [
            kind
            for kind in range(34)
            if self._may_draw(counts, melds, kind, self.header["copies"])
            and self.wins(_with(counts, kind, 1), melds, **{**told, "winning_tile": kind})
        ]

    def _met(self, told: dict[str, Any]) -> dict[str, Any]:
        for keyword, fixed in self.header["told"].items():
            given = told.get(keyword)
            if given is not None and given != fixed:
                raise Refused(keyword)
        met = {**told, **self.header["told"]}
        for keyword in self.header["needs"]:
            if met.get(keyword) is None:
                raise Refused(keyword)
        if met.get("wild") and not self.header["takes_wild"]:
            raise Refused("wild")
        if met.get("wilds") and not self.header["counts_wild"]:
            raise Refused("wilds")
        if met.get("wild") and any(fact["reads"] == "waits" for fact in self.header["facts"]):
            raise Refused("wild")
        return met

    def _held(self, counts: Sequence[int], melds: Melds) -> list[int]:
        return [counts[kind] + sum(_tiles(*meld).count(kind) for meld in melds) for kind in range(34)]

    def _may_draw(self, counts: Sequence[int], melds: Melds, kind: int, copies: int | None) -> bool:
        return copies is None or self._held(counts, melds)[kind] < copies

    def _holds(self, fact: dict[str, Any], counts: Sequence[int], melds: Melds, told: dict[str, Any]) -> bool:
        kinds = fact.get("kinds", [])
        kinds = set(told.get(kinds) or []) if isinstance(kinds, str) else set(kinds)
        match fact["reads"]:
            case "self_draw" | "ready":
                found = told.get(fact["reads"]) is True
            case "event":
                found = told.get("event") is not None and told["event"] in (fact["events"] or [told["event"]])
            case "wild":
                found = bool(kinds & set(told.get("wild") or []))
            case "tiles":
                lying: dict[str, set[Any]] = {
                    "concealed": {kind for kind in range(34) if counts[kind]},
                    "claimed": {tile for name, at in melds if name[-1] in "-=" for tile in _tiles(name, at)},
                    "kong": {at for name, at in melds if name[-1] == "+"},
                    "won": {told.get("winning_tile")},
                }
                found = any(kinds & lying[place] for place in fact["where"])
            case _:
                short = _with(counts, told["winning_tile"], -1)
                found = any(
                    self._may_draw(short, melds, kind, fact["copies"])
                    and self._walk(fact["root"], _with(short, kind, 1), melds, set(), None)
                    for kind in kinds
                )
        return found is fact["holds"]

    def _walk(self, state: int, counts: Sequence[int], melds: Melds, wild: set[int], won: int | None) -> bool:
        letters, width = self.header["letters"], self.header["width"]
        for kind in range(34):
            for name, at in melds:
                if at == kind:
                    column = letters["melds"][self.header["melds"].index(name)]
                    state = self.cells[(self.first[kind] + state) * width + column]
            columns = letters[("own" if kind in wild else "real") + ("_won" if kind == won else "")]
            if counts[kind] >= len(columns):
                return False
            state = self.cells[(self.first[kind] + state) * width + columns[counts[kind]]]
        return state == 1


def _with(counts: Sequence[int], kind: int, more: int) -> list[int]:
    return [number + more * (at == kind) for at, number in enumerate(counts)]


def _tiles(name: str, at: int) -> tuple[int, ...]:
    return (at, at + 1, at + 2) if name == "sequence-" else (at,) * (3 if name == "triplet-" else 4)
