"""Which states of a nondeterministic automaton accept no more than others: a simulation, from the last layer back.

A state is below another that can answer each of its steps, by the same letter, with a step to a state above the one
it leads to. Sets of states are the bits of a number: a million pairs are compared in a second.
"""

from __future__ import annotations

from collections.abc import Sequence

from regexhu.automaton.layers import Column, Layer

MOST_PAIRS = 10_000_000
"""How many pairs are compared; in the layers that are left by then a state is below none but itself."""


def below(layers: Sequence[Layer]) -> list[list[int]]:
    """For each layer, and for the one state after the last kind, which states are below each state, itself too.

    Of states that are below each other only the first is taken to be above.
    """
    above = [[0]]
    found = [[1]]
    pairs = 0
    for melds, tiles in reversed(layers):
        size = len(tiles[0])
        masks = [(1 << size) - 1 if pairs <= MOST_PAIRS else 1 << at for at in range(size)]
        for column in dict.fromkeys(tiles):
            _keep(masks, column, above)
        above = list(map(bits, masks))
        declared = [column for column in dict.fromkeys(melds) if any(column)]
        pairs += sum(map(len, above)) * (1 + len(declared))
        while changed := {at for column in declared for at in _keep(masks, column, above)}:
            for at in changed:
                above[at] = bits(masks[at])
            pairs += sum(map(len, above)) * len(declared)
        found.append(_lower(masks, above))
    return found[::-1]


def _keep(masks: list[int], column: Column, above: Sequence[Sequence[int]]) -> list[int]:
    """Keep of the states above each state those that answer its steps by one letter; for which some were not kept."""
    leading: dict[int, int] = {}
    for at, targets in enumerate(column):
        for target in targets:
            leading[target] = leading.get(target, 0) | 1 << at
    answers = {}
    for target in leading:
        answering = 0
        for higher in above[target]:
            if higher in leading:
                answering |= leading[higher]
        answers[target] = answering
    changed = []
    for at, targets in enumerate(column):
        kept = mask = masks[at]
        for target in targets:
            kept &= answers[target]
        if kept != mask:
            masks[at] = kept
            changed.append(at)
    return changed


def _lower(masks: Sequence[int], above: Sequence[Sequence[int]]) -> list[int]:
    """The states below each state, from those above it."""
    lower = [0] * len(masks)
    for at, higher in enumerate(above):
        bit = 1 << at
        for other in higher:
            lower[other] |= bit
    for at, mask in enumerate(masks):
        if mask & lower[at] != 1 << at:
            lower[at] &= ~(mask & lower[at] & (1 << at) - 1)
    return lower


def bits(mask: int) -> list[int]:
    """The places of the bits of a number that are 1."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found
