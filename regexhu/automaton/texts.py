"""Hand texts, fast in Python alone: where a suit's text leads from a state is remembered under that text.

A text that is met again costs four look-ups, a suit that is new some nine more. Whole hands are never remembered, and
the number of steps is bounded.
"""

from __future__ import annotations

import re
from functools import lru_cache
from sys import intern
from typing import Any

from regexhu.automaton.states import Row, States
from regexhu.errors import NotationError
from regexhu.hands.hand import Hand
from regexhu.hands.layout import Group
from regexhu.hands.tiles import FIRST, LENGTH, SUIT_OF

MOST_STEPS = 250_000
"""How many steps are remembered before all are forgotten: a few tens of megabytes."""

MOST_READ = 100
"""The longest text of a suit, in characters, that is read here; longer ones go through the reader of hands."""

SUITS = "mpsz"
_TEXT = re.compile("(?:([0-9]+)m)?(?:([0-9]+)p)?(?:([0-9]+)s)?([1-7]+z)?")


class Step(dict[str, Any]):
    """Where the texts of a suit lead from a row: to the step of the next suit, those of honours to the verdict.

    A text that is not known yet is read; a `KeyError` says that it is not right.
    """

    __slots__ = ("row", "suit", "texts")
    texts: Texts
    suit: int
    row: Row

    def __missing__(self, key: str) -> Any:
        return self.texts.learn(self, key)


class Texts:
    """The verdicts of a rule set that has to know nothing but tiles, on texts such as `123m44p,11-1z`.

    `first[m][p][s][honours]` says whether a hand wins. The keys are a suit's digits, those of honours with their
    letter; `m`, `p`, `s` for none; a suit's melds follow, each after a comma. No text before the first `m` holds an
    `m`, so that no hand text can be taken for a hand without characters.
    """

    def __init__(self, states: States, most_alike: int) -> None:
        self._states, self._most_alike = states, most_alike
        self._generation, self._left = states.generation, MOST_STEPS
        self._steps: dict[tuple[int, int], Step] = {}
        self.first = self._step(0, states.root((), 0, None, 0))

    def read(self, text: str) -> bool | None:
        """The verdict, remembered from now on; None if the text is not so simple, or not right."""
        concealed, _, melds = text.partition(",")
        found = _TEXT.fullmatch(concealed) if len(text) <= MOST_READ else None
        if found is None:
            return None
        keys = [found[1] or "m", found[2] or "p", found[3] or "s", found[4] or ""]
        if melds:
            for meld in melds.split(","):
                if meld[-1:] not in SUITS:
                    return None
                keys[SUITS.index(meld[-1:])] += "," + meld
        try:
            return self.first[keys[0]][keys[1]][keys[2]][keys[3]]  # type: ignore[no-any-return]
        except KeyError:
            return None

    def learn(self, step: Step, key: str) -> Any:
        """Where a text leads from a step, remembered from now on."""
        if len(key) > MOST_READ:
            raise KeyError(key)
        with self._states.lock:
            self._states.begin()
            if self._generation != self._states.generation or self._left <= 0:
                self._forget()
            self._left -= 1
            row = self._after(step.row, step.suit, key)
            found = row is self._states.won if step.suit == 3 else self._step(step.suit + 1, row)
            step[intern(key)] = found
            return found

    def _after(self, row: Row, suit: int, key: str) -> Row:
        """The row after a suit's tiles and melds."""
        digits, comma, melded = key.partition(",")
        counts = _counts(digits, SUITS[suit])
        if not comma:
            return self._states.after(row, counts) if max(counts) <= self._most_alike else self._states.lost
        held, first = list(counts), FIRST[SUITS[suit]]
        melds = [_meld(text) for text in melded.split(",")]
        for meld in melds:
            if SUIT_OF[meld.tiles[0]] != SUITS[suit]:
                raise KeyError(key)
            for tile in meld.tiles:
                held[tile - first] += 1
        if max(held) > self._most_alike:
            return self._states.lost
        for kind, copies in enumerate(counts, first):
            here = [self._states.column(meld) for meld in melds if meld.tiles[0] == kind]
            row = self._states.after(row, [*here, copies])
        return row

    def _step(self, suit: int, row: Row) -> Step:
        """The step from a row before a suit."""
        key = suit, id(row)
        if key not in self._steps:
            step = self._steps[key] = Step()
            step.texts, step.suit, step.row = self, suit, row
        return self._steps[key]

    def _forget(self) -> None:
        self._generation, self._left = self._states.generation, MOST_STEPS
        self._steps.clear()
        self.first.clear()
        self.first.row = self._states.root((), 0, None, 0)


@lru_cache(maxsize=50_000)
def _counts(digits: str, suit: str) -> tuple[int, ...]:
    """How many tiles there are of each rank; a red five is a five. A `KeyError` if that is no text of the suit."""
    counts = [0] * LENGTH[suit]
    ranks = digits.removesuffix("z") if suit == "z" else "" if digits == suit else digits
    if suit == "z" and len(ranks) == len(digits) > 0:
        raise KeyError(digits)
    for rank in ranks:
        counts[_RANKS[suit][rank]] += 1
    return tuple(counts)


_RANKS = {suit: {str(rank): rank - 1 for rank in range(1, LENGTH[suit] + 1)} for suit in SUITS}
for _suit in "mps":
    _RANKS[_suit]["0"] = 4


@lru_cache(maxsize=10_000)
def _meld(text: str) -> Group:
    """The one meld of a text; a `KeyError` if that is not right."""
    try:
        (meld,) = Hand.parse(text).declared
    except (NotationError, ValueError):
        raise KeyError(text) from None
    return meld
