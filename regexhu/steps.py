"""One hand, fast: a verdict in four look-ups, because the step that a suit's text makes is remembered under that text.

A step leads from the readings before a suit to those after it. `Steps` grows such steps as hands ask for them: nothing
is compiled ahead, whole hands are never remembered, and the number of steps is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from threading import Lock
from typing import Any

from regexhu.hand import Hand
from regexhu.layout import Group, Layout, in_order
from regexhu.tiles import FIRST, LENGTH, SUIT_OF
from regexhu.walk import Readings, Walk

MOST_STEPS = 100_000
"""How many steps are remembered before all are forgotten: a few tens of megabytes."""

SUITS = "mpsz"
_PLAIN = re.compile("(?:([0-9]+)m)?(?:([0-9]+)p)?(?:([0-9]+)s)?(?:([1-7]+)z)?")


class Step(dict[str | None, Any]):
    """Where a walk stands before a suit; its entries say where each text of that suit leads, at honours who wins."""

    __slots__ = ("melds", "readings", "suit")

    def __init__(self, suit: int, readings: Readings, melds: Layout) -> None:
        super().__init__()
        self.suit, self.readings, self.melds = suit, readings, melds


class Steps:
    """The verdicts of one walk, remembered suit by suit; safe to share between threads."""

    def __init__(self, walk: Walk, copies: int | None) -> None:
        self._walk, self._copies = walk, copies
        self._lock = Lock()
        self._forget()

    def _forget(self) -> None:
        self._known: dict[tuple[int, Readings, Layout], Step] = {}
        self._number = 0
        self.first = self._standing(0, self._walk.start, ())

    def remembered(self, text: str | Hand) -> bool | None:
        """The verdict on plain text (`123m…p…s…z`) whose four steps are remembered, else None."""
        if not isinstance(text, str):
            return None
        m: str | None
        p: str | None
        s: str | None
        z: str | None
        m, found, rest = text.partition("m")
        if not found:
            m, rest = None, text
        p, found, left = rest.partition("p")
        if not found:
            p, left = None, rest
        s, found, rest = left.partition("s")
        if not found:
            s, rest = None, left
        z, found, left = rest.partition("z")
        if not found:
            z, left = None, rest
        if left:
            return None
        try:
            won: bool = self.first[m][p][s][z]
        except KeyError:
            return None
        return won

    def judge(self, text: str, hand: Hand) -> bool:
        """The verdict on a hand, whose text was read as it stands; its steps are remembered, under plain text too."""
        plain = None if hand.melds else _PLAIN.fullmatch(text)
        texts = list(plain.groups()) if plain else [_digits(hand, suit) for suit in SUITS]
        with self._lock:
            if self._number > MOST_STEPS:
                self._forget()
            step: Any = self.first if not hand.melds else self._standing(0, self._walk.start, in_order(hand.declared))
            for suit, digits in zip(SUITS, texts, strict=True):
                if digits not in step:
                    first = FIRST[suit]
                    step[digits] = self._after(step, hand.counts[first : first + LENGTH[suit]])
                    self._number += 1
                step = step[digits]
            won: bool = step
            return won

    def _after(self, step: Step, counts: Sequence[int]) -> Step | bool:
        first = FIRST[SUITS[step.suit]]
        melds = [meld for meld in step.melds if SUIT_OF[meld.tiles[0]] == SUITS[step.suit]]
        readings = self._walk.declare(step.readings, melds, first)
        if self._copies is not None and _too_many(counts, melds, first, self._copies):
            readings = frozenset()
        for kind, copies in enumerate(counts, first):
            readings = self._walk.step(readings, kind, copies)
        return self._walk.wins(readings) if step.suit == 3 else self._standing(step.suit + 1, readings, step.melds)

    def _standing(self, suit: int, readings: Readings, melds: Layout) -> Step:
        key = suit, readings, melds
        return self._known.setdefault(key, Step(*key))


def _digits(hand: Hand, suit: str) -> str | None:
    return "".join(tile[0] for tile in hand.tiles if tile[1] == suit) or None


def _too_many(counts: Sequence[int], melds: Sequence[Group], first: int, copies: int) -> bool:
    held = list(counts)
    for meld in melds:
        for tile in meld.tiles:
            held[tile - first] += 1
    return max(held) > copies
