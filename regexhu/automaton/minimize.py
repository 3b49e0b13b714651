"""From a nondeterministic automaton, such as a rule's configurations, to the smallest deterministic one.

States that accept the same are joined where that is easily told (a bisimulation, from the last layer back), then follow
the subset construction and the minimization. A subset is told by the states that accept no more than one of its own,
so that subsets which differ by needless states are one; without both there would be several times as many.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from operator import or_
from typing import TypeVar

from regexhu.automaton.configurations import Configurations, Laid
from regexhu.automaton.layers import LOST, MELDS, Column, Layer, Minimal, States, Targets, meld_at
from regexhu.automaton.simulation import below
from regexhu.errors import TooManyStates

T = TypeVar("T")

LARGEST_LAYER = 10_000
"""How many joined states a layer may have: each subset takes a bit for each."""


def minimal(configurations: Configurations, letters: Sequence[Laid], limit: int) -> Minimal:
    """The minimal automaton of the words over these letters that win: tiles as they lie.

    More than `limit` subsets are a `TooManyStates`, as is too much work.
    """
    start = configurations.start_lying()
    layers, ends = _layers(configurations, start, letters)
    return determined(layers, ends, len(start), limit)


def determined(layers: list[Layer], ends: Sequence[bool], starts: int, limit: int) -> Minimal:
    """The minimal automaton of the words that lead from one of the first states of the first layer to one that wins.

    `ends` says which of the states after the last kind win, `starts` how many states words begin in. More than `limit`
    subsets are a `TooManyStates`.
    """
    joined, first = _joined(layers, ends)
    root = {number for number in first[:starts] if number != LOST}
    if not root:
        return Minimal([], LOST)
    largest = max(len(tiles[0]) for _, tiles in joined)
    if largest > LARGEST_LAYER:
        raise TooManyStates(LARGEST_LAYER, largest)
    return smallest(_subsets(joined, root, limit), [0])


def _layers(
    configurations: Configurations, start: Iterable[int], letters: Sequence[Laid]
) -> tuple[list[Layer], list[bool]]:
    """The layers of configurations, those at the start first, and which of the last layer win."""
    place = {number: at for at, number in enumerate(dict.fromkeys(start))}
    layers = []
    spots: dict[object, int] = {}
    declared: dict[tuple[int, int], list[Targets]] = {}
    stepped: dict[tuple[int, int], list[Targets]] = {}
    for kind in range(34):
        order = list(place)
        choices = [meld_at(kind, number) for number in range(len(MELDS))]
        adds = [meld and configurations.adds(kind, meld) for meld in choices]
        distinct = list(dict.fromkeys(adds))
        spot = spots.setdefault(tuple(distinct), len(spots))
        melds, tiles = [], []
        for number in order:
            laid = spot, number
            if laid not in declared:
                chosen = [choices[adds.index(one)] for one in distinct]
                declared[laid] = [() if one is None else configurations.declare(number, kind, one) for one in chosen]
            for targets in declared[laid]:
                for target in targets:
                    if target not in place:
                        place[target] = len(order)
                        order.append(target)
            melds.append([tuple([place[target] for target in targets]) for targets in declared[laid]])
        after: dict[int, int] = {}
        for number in order:
            held = configurations.like(number, kind), number
            if held not in stepped:
                stepped[held] = [configurations.lay(number, kind, letter) for letter in letters]
            tiles.append([tuple([after.setdefault(t, len(after)) for t in targets]) for targets in stepped[held]])
        columns = list(zip(*melds, strict=True))
        layers.append(
            Layer([columns[distinct.index(one)] for one in adds] if columns else [], list(zip(*tiles, strict=True)))
        )
        place = after
    return layers, [configurations.wins(number) for number in place]


def _joined(layers: Sequence[Layer], ends: Sequence[bool]) -> tuple[list[Layer], list[int]]:
    """The layers with states joined that accept the same, without those that accept nothing.

    Also the number that each state of the first layer has got; `LOST` for those that accept nothing.
    """
    after = [0 if wins else LOST for wins in ends]
    found = []
    for melds, tiles in reversed(layers):
        onward = _renumbered(after, tiles)
        after, firsts = _blocks(onward, (), partial(_renumbered, columns=list(dict.fromkeys(melds))))
        found.append(Layer(_of(firsts, _renumbered(after, melds)), _of(firsts, onward)))
    return found[::-1], after


def _renumbered(numbers: Sequence[int], columns: Iterable[Column]) -> list[Column]:
    """The columns with new numbers of the targets, in order, without the lost ones."""
    known: dict[Targets, Targets] = {}
    found = []
    for column in columns:
        for targets in set(column) - known.keys():
            known[targets] = tuple(sorted({numbers[target] for target in targets} - {LOST}))
        found.append(tuple(map(known.__getitem__, column)))
    return found


def _subsets(layers: Sequence[Layer], root: Iterable[int], limit: int) -> list[States]:
    """The subset construction, layer by layer, the root first; after the last kind there is one state, which wins."""
    lower = below(layers)
    subsets = {_closed(lower[0], root): _greatest(lower[0], root)}
    found, met = [], 0
    for number, (melds, tiles) in enumerate(layers):
        declared = _determined(melds, lower[number], subsets, subsets)
        after: dict[int, Targets] = {}
        found.append(States(declared, _determined(tiles, lower[number + 1], subsets, after)))
        met += len(subsets)
        if met > limit:
            raise TooManyStates(limit, met)
        subsets = after
    return found


def _determined(
    columns: Sequence[Column], lower: Sequence[int], subsets: dict[int, Targets], after: dict[int, Targets]
) -> list[Targets]:
    """Where the letters lead from each subset, to the places of subsets among those after."""
    distinct = list(dict.fromkeys(columns))
    masks = list(zip(*[[_closed(lower, targets) for targets in column] for column in distinct], strict=True))
    place = {mask: at for at, mask in enumerate(after)}
    order = list(subsets.values())
    rows = []
    for states in order:
        reached = masks[states[0]]
        for state in states[1:]:
            reached = tuple(map(or_, reached, masks[state]))
        row = []
        for mask, column in zip(reached, distinct, strict=True):
            at = place.get(mask, LOST)
            if at == LOST and mask:
                at = place[mask] = len(place)
                after[mask] = _greatest(lower, [target for state in states for target in column[state]])
                if after is subsets:
                    order.append(after[mask])
            row.append(at)
        rows.append(row)
    found = dict(zip(distinct, zip(*rows, strict=True), strict=True))
    return [found[column] for column in columns]


def _closed(lower: Sequence[int], states: Iterable[int]) -> int:
    """The states that are below one of these."""
    found = 0
    for state in states:
        found |= lower[state]
    return found


def _greatest(lower: Sequence[int], states: Iterable[int]) -> Targets:
    """The states that are below no other of them."""
    among = set(states)
    if len(among) == 1:
        return tuple(among)
    lesser = 0
    for state in among:
        lesser |= lower[state] ^ 1 << state
    return tuple([state for state in among if not lesser >> state & 1])


def smallest(layers: Sequence[States], ends: Sequence[int]) -> Minimal:
    """The automaton with equal states made one, from the last layer back; its root is the first state.

    `ends` says of the states after the last kind which of them win (0) and which are `LOST`.
    """
    after = [*ends, LOST]
    found = []
    for melds, tiles in reversed(layers):
        onward = _mapped(after, tiles)
        after, firsts = _blocks(onward, LOST, partial(_mapped, columns=list(dict.fromkeys(melds))))
        found.append(States(_of(firsts, _mapped(after, melds)), _of(firsts, onward)))
    return Minimal(found[::-1], after[0])


def _mapped(numbers: Sequence[int], columns: Iterable[Targets]) -> list[Targets]:
    """The columns with new numbers of the targets."""
    return [tuple(map(numbers.__getitem__, column)) for column in columns]


def _blocks(
    onward: Sequence[Sequence[T]], nowhere: T, declared: Callable[[list[int]], Iterable[Sequence[T]]]
) -> tuple[list[int], list[int]]:
    """The block of each state, and the first state of each block.

    States of a block lead to the same, by the columns of letters that lead onward and by the columns for melds, which
    depend on the blocks. The block of a state that leads nowhere is `LOST`, and so is one more at the end.
    """
    rows: list[object] = list(zip(*onward, strict=True))
    lost = (nowhere,) * len(onward)
    block = [LOST if row == lost else 0 for row in rows] + [LOST]
    more = LOST in block[:-1]
    while more:
        more = False
        for at, targets in enumerate(zip(*declared(block), strict=True)):
            if block[at] == LOST and any(target != nowhere for target in targets):
                block[at], more = 0, True
    alive = [at for at in range(len(rows)) if block[at] != LOST]
    count, keys = 0, [rows[at] for at in alive]
    while True:
        numbers: dict[object, int] = {}
        for at, key in zip(alive, keys, strict=True):
            block[at] = numbers.setdefault(key, len(numbers))
        if len(numbers) in (count, len(alive)):
            break
        rows, count = list(zip(block, *declared(block), strict=False)), len(numbers)
        keys = [rows[at] for at in alive]
    firsts: list[int] = []
    for at in alive:
        if block[at] == len(firsts):
            firsts.append(at)
    return block, firsts


def _of(states: Sequence[int], columns: Iterable[Sequence[T]]) -> list[tuple[T, ...]]:
    """The columns of these states only."""
    return [tuple([column[at] for at in states]) for column in columns]
