"""From configurations to the smallest deterministic automaton.

A layer holds what may be reached before a kind; letters for melds lead back into it, letters for concealed tiles into
the next one. Configurations that accept the same are joined (a bisimulation, from the last layer back), then follow the
subset construction and the minimization; without the first the subsets would be several times as many.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from regexhu.automaton.configurations import Configurations, Letter
from regexhu.errors import TooManyStates
from regexhu.hands.layout import ADDED, CLAIMED, CONCEALED_KONG, Group
from regexhu.hands.tiles import starts_sequence

Targets = tuple[int, ...]
MELDS = (("sequence", CLAIMED), ("triplet", CLAIMED), ("kong", CLAIMED), ("kong", ADDED), ("kong", CONCEALED_KONG))
"""The kinds of declared meld, in the order of their letters."""


class Layer(NamedTuple):
    """For each state of a layer where the letters lead: those for melds, in it; those for tiles, in the next one."""

    melds: list[tuple[Targets, ...]]
    tiles: list[tuple[Targets, ...]]


class States(NamedTuple):
    """A deterministic layer: for each state the one state that a letter leads to, -1 for a lost one."""

    melds: list[Targets]
    tiles: list[Targets]


class Minimal(NamedTuple):
    """The minimal automaton: its layers, and the state of the first layer in which a word begins (-1: nothing wins)."""

    layers: list[States]
    root: int


def meld_at(kind: int, number: int) -> Group | None:
    """The declared meld of that number in `MELDS` that begins at the kind, if there is one."""
    name, mark = MELDS[number]
    if name == "sequence":
        return Group(name, (kind, kind + 1, kind + 2), mark) if starts_sequence(kind) else None
    return Group(name, (kind,) * (3 if name == "triplet" else 4), mark)


def minimal(configurations: Configurations, start: Iterable[int], letters: Sequence[Letter], limit: int) -> Minimal:
    """The minimal automaton of the words over these letters that win, from the configurations at the start.

    More than `limit` subsets are a `TooManyStates`, as is too much work.
    """
    layers, ends = _layers(configurations, start, letters)
    joined, first = _joined(layers, ends)
    root = frozenset(number for number in first[: len(set(start))] if number >= 0)
    return _smallest(_subsets(joined, root, limit) if root else [])


def _layers(
    configurations: Configurations, start: Iterable[int], letters: Sequence[Letter]
) -> tuple[list[Layer], list[bool]]:
    """The layers of configurations, those at the start first, and which of the last layer win."""
    place = {number: at for at, number in enumerate(dict.fromkeys(start))}
    layers = []
    for kind in range(34):
        order = list(place)
        melds: list[tuple[Targets, ...]] = []
        choices = [meld_at(kind, number) for number in range(len(MELDS))]
        for number in order:
            row = []
            for meld in choices:
                targets = () if meld is None else configurations.declare(number, kind, meld)
                for target in targets:
                    if target not in place:
                        place[target] = len(order)
                        order.append(target)
                row.append(tuple(place[target] for target in targets))
            melds.append(tuple(row))
        after: dict[int, int] = {}
        step = configurations.step
        tiles = [
            tuple([tuple([after.setdefault(t, len(after)) for t in step(number, kind, letter)]) for letter in letters])
            for number in order
        ]
        layers.append(Layer(melds, tiles))
        place = after
    return layers, [configurations.wins(number) for number in place]


def _joined(layers: list[Layer], ends: Sequence[bool]) -> tuple[list[Layer], list[int]]:
    """The layers with configurations joined that accept the same, without those that accept nothing.

    Also the number that each configuration of the first layer has got; -1 for those that accept nothing.
    """
    after = [0 if wins else -1 for wins in ends]
    found = []
    for melds, tiles in reversed(layers):
        rows = [tuple([_known(after, targets) for targets in row]) for row in tiles]
        numbers: dict[object, int] = {}
        block = [numbers.setdefault(row, len(numbers)) for row in rows]
        while True:
            finer: dict[object, int] = {}
            keys = [
                (b, *[frozenset([block[t] for t in ts]) for ts in row]) for b, row in zip(block, melds, strict=True)
            ]
            refined = [finer.setdefault(key, len(finer)) for key in keys]
            if len(finer) == len(numbers):
                break
            block, numbers = refined, finer
        first = {number: at for at, number in reversed(list(enumerate(block)))}
        alive = {number for number, at in first.items() if any(rows[at])}
        while more := {
            number
            for number, at in first.items()
            if number not in alive and any(block[t] in alive for ts in melds[at] for t in ts)
        }:
            alive |= more
        order = [number for number in first if number in alive]
        renumbered = {number: at for at, number in enumerate(order)}
        now = [renumbered.get(number, -1) for number in block]
        found.append(
            Layer(
                [tuple(_known(now, targets) for targets in melds[first[number]]) for number in order],
                [rows[first[number]] for number in order],
            )
        )
        after = now
    return found[::-1], after


def _known(numbers: Sequence[int], targets: Targets) -> Targets:
    """The new numbers of the targets, in order, without the lost ones."""
    return tuple(sorted({numbers[target] for target in targets} - {-1}))


def _subsets(layers: list[Layer], root: frozenset[int], limit: int) -> list[States]:
    """The subset construction, layer by layer, the root first; the last layer is one state, which wins."""
    place = {root: 0}
    found, met = [], 0
    for melds, tiles in layers:
        order = list(place)
        meld_rows = []
        for subset in order:
            row = []
            for letter in range(len(MELDS)):
                target = frozenset([t for state in subset for t in melds[state][letter]])
                if target and target not in place:
                    place[target] = len(order)
                    order.append(target)
                row.append(place[target] if target else -1)
            meld_rows.append(tuple(row))
        after: dict[frozenset[int], int] = {}
        tile_rows = []
        width = range(len(tiles[0]) if tiles else 0)
        for subset in order:
            row = []
            for letter in width:
                target = frozenset([t for state in subset for t in tiles[state][letter]])
                row.append(after.setdefault(target, len(after)) if target else -1)
            tile_rows.append(tuple(row))
        met += len(order)
        if met > limit:
            raise TooManyStates(limit, met)
        found.append(States(meld_rows, tile_rows))
        place = after
    return found


def _smallest(layers: list[States]) -> Minimal:
    """The automaton with equal states made one, from the last layer back."""
    after: list[int] = [0]
    found = []
    for melds, tiles in reversed(layers):
        numbers: dict[object, int] = {}
        rows = [tuple([after[t] if t >= 0 else -1 for t in row]) for row in tiles]
        block = [numbers.setdefault(row, len(numbers)) for row in rows]
        while True:
            finer: dict[object, int] = {}
            keys = [(b, *[block[t] if t >= 0 else -1 for t in row]) for b, row in zip(block, melds, strict=True)]
            refined = [finer.setdefault(key, len(finer)) for key in keys]
            if len(finer) == len(numbers):
                break
            block, numbers = refined, finer
        first = {number: at for at, number in reversed(list(enumerate(block)))}
        order = sorted(first)
        found.append(
            States(
                [tuple([block[t] if t >= 0 else -1 for t in melds[first[number]]]) for number in order],
                [rows[first[number]] for number in order],
            )
        )
        after = block
    return Minimal(found[::-1], after[0] if layers else -1)
