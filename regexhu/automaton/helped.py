"""Words with wild tiles, from the minimal automaton of those without, where the rule doesn't ask which tiles are wild.

A wild tile is then one more tile of some kind. A state is one of the plain automaton with the wild tiles that are left
to place; each step guesses how many are of the kind. No group is looked at: that is what makes it fast.
"""

from __future__ import annotations

from collections.abc import Sequence

from regexhu.automaton.configurations import Letter
from regexhu.automaton.layers import LOST, MELDS, Layer, Minimal, Targets
from regexhu.automaton.minimize import determined

Melded = tuple[int, int, int]
"""How many tiles declared melds have of a kind and the next two, as far as it matters while wild tiles are left."""

State = tuple[int, Melded, int]
"""A state of the plain automaton, the tiles of declared melds, and the wild tiles that are left."""

NONE: Melded = (0, 0, 0)
ADDED_BY = [(1, 1, 1) if name == "sequence" else (3 if name == "triplet" else 4, 0, 0) for name, _ in MELDS]


def helped(plain: Minimal, letters: Sequence[Letter], copies: int, wilds: int, limit: int) -> Minimal:
    """The minimal automaton of the words that the plain one takes with so many tiles more.

    No kind may have more than `copies` tiles in all, up to the last that gets one more. The letters are those of the
    plain automaton. More than `limit` subsets are a `TooManyStates`.
    """
    if plain.root == LOST:
        return plain
    place: dict[State, int] = {(plain.root, NONE, wilds): 0}
    layers = []
    longer = [[_column(letters, letter, more) for more in range(copies - letter.real + 1)] for letter in letters]
    for layer in plain.layers:
        melds, tiles = list(zip(*layer.melds, strict=True)), list(zip(*layer.tiles, strict=True))
        order = list(place)
        meld_rows: list[tuple[Targets, ...]] = []
        for state, melded, left in order:
            row: list[Targets] = []
            for target, added in zip(melds[state], ADDED_BY, strict=True):
                now = (melded[0] + added[0], melded[1] + added[1], melded[2] + added[2]) if left else NONE
                if target == LOST or max(now) > copies:
                    row.append(())
                    continue
                key = target, now, left
                at = place.setdefault(key, len(order))
                if at == len(order):
                    order.append(key)
                row.append((at,))
            meld_rows.append(tuple(row))
        after: dict[State, int] = {}
        tile_rows = []
        for state, melded, left in order:
            row, onward, later = [], tiles[state], (melded[1], melded[2], 0)
            for letter, columns in zip(letters, longer, strict=True):
                found = []
                for placed in range(min(left, copies - melded[0] - letter.real) + 1):
                    target = onward[columns[placed]]
                    if target != LOST:
                        key = target, later if left > placed else NONE, left - placed
                        found.append(after.setdefault(key, len(after)))
                row.append(tuple(found))
            tile_rows.append(tuple(row))
        layers.append(Layer(list(zip(*meld_rows, strict=True)), list(zip(*tile_rows, strict=True))))
        place = after
    return determined(layers, [left == 0 for _, _, left in place], 1, limit)


def _column(letters: Sequence[Letter], letter: Letter, more: int) -> int:
    """The place of the letter with so many tiles more."""
    return letters.index(letter._replace(real=letter.real + more))
