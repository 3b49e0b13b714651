"""Plain texts, fast: a verdict in four look-ups, because where a suit's text leads is remembered under that text.

A step that is not remembered yet walks the finished table, nine list look-ups. Whole hands are never remembered, and
the number of steps is bounded.
"""

from __future__ import annotations

import re
from sys import intern
from threading import Lock
from typing import Any

from regexhu.automaton.table import LOST, WON, Table
from regexhu.hands.tiles import LENGTH

MOST_STEPS = 250_000
"""How many steps are remembered before all are forgotten: a few tens of megabytes."""

MOST_PLAIN = 100
"""The longest text, in characters, that is read as plain; longer ones go through the reader of hands."""

_PLAIN = re.compile("(?:([0-9]+)m)?(?:([0-9]+)p)?(?:([0-9]+)s)?([1-7]+z)?")


def is_plain(text: str) -> bool:
    """Whether the text is nothing but tiles, each suit once and in order."""
    return len(text) <= MOST_PLAIN and _PLAIN.fullmatch(text) is not None


class PlainTexts:
    """The verdicts of a table on plain texts, remembered suit by suit; safe to share between threads.

    `first[m][p][s][honours]` says whether a hand wins whose four steps are remembered. The keys are a suit's digits,
    those of honours with their letter; `m`, `p`, `s` for none. No text before the first `m` holds an `m`, so that no
    hand text can be taken for a hand without characters. Each dictionary holds its state under None.
    """

    def __init__(self, table: Table) -> None:
        self._cells, self._width, self._most = list(table.cells), table.width, table.letters.real
        self._lock = Lock()
        self._left = MOST_STEPS
        self._after: dict[int, dict[str | None, Any]] = {}
        self.first = self._step_at(table.roots[0].state)

    def read(self, text: str) -> bool | None:
        """The verdict on plain text, remembered from now on; None if the text is not plain."""
        plain = _PLAIN.fullmatch(text) if len(text) <= MOST_PLAIN else None
        if plain is None:
            return None
        m, p, s, honours = plain.groups()
        here = self.first
        for suit, key in (("m", m or "m"), ("p", p or "p"), ("s", s or "s")):
            after = here.get(key)
            if after is None:
                after = here[intern(key)] = self._step_at(self._onward(here[None], suit, key))
            here = after
        won: bool = self._onward(here[None], "z", honours or "") == WON
        here[intern(honours or "")] = won
        return won

    def _step_at(self, state: int) -> dict[str | None, Any]:
        """The dictionary of the steps from a state; the last kind of a suit tells which suit comes."""
        after = self._after.get(state)
        if after is None:
            after = self._after.setdefault(state, {None: state})
        return after

    def _onward(self, state: int, suit: str, key: str) -> int:
        """The state after a suit's tiles."""
        counts = [0] * LENGTH[suit]
        for digit in key.rstrip(suit):
            counts[int(digit) - 1 if digit != "0" else 4] += 1
        cells, width, most = self._cells, self._width, self._most
        for copies in counts:
            state = cells[state * width + copies] if copies <= most else LOST
        self._left -= 1
        if self._left < 0:
            self._forget()
        return state

    def _forget(self) -> None:
        with self._lock:
            self._left = MOST_STEPS
            for state, after in list(self._after.items()):
                after.clear()
                after[None] = state
