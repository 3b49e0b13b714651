"""Hand texts, fast in Python alone: where a suit's text leads from a state is remembered under that text.

A text that is met again costs four look-ups, a suit that is new some nine more. Whole hands are never remembered, and
the number of steps is bounded.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from regexhu.automaton.states import Row, States
from regexhu.automaton.word import Asked
from regexhu.errors import NotationError
from regexhu.hands.hand import Hand
from regexhu.hands.layout import Group, Layout
from regexhu.hands.tiles import FIRST, LENGTH, SUIT_OF

MOST_STEPS = 250_000
"""How many steps are remembered before all are forgotten: a few tens of megabytes."""

MOST_READ = 100
"""The longest text, in characters, that is read here; longer ones go through the reader of hands."""

SUITS = "mpsz"


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
        self.first = self._step(0, states.root(Asked()))

    def read(self, text: str) -> bool | None:
        """The verdict, remembered from now on; None if the text is not so simple, or not right."""
        concealed, _, melds = text.partition(",")
        keys = []
        for suit in "mps":
            digits, found, left = concealed.partition(suit)
            keys.append(digits if found else suit)
            concealed = left if found else concealed
        keys.append(concealed)
        for meld in melds.split(",") if melds else ():
            if meld[-1:] not in ("m", "p", "s", "z"):
                return None
            keys[SUITS.index(meld[-1])] += "," + meld
        try:
            return self.first[keys[0]][keys[1]][keys[2]][keys[3]]  # type: ignore[no-any-return]
        except KeyError:
            return None

    def learn(self, step: Step, key: str) -> Any:
        """Where a text leads from a step, remembered from now on."""
        tiles = _tiles(key, SUITS[step.suit])
        states = self._states
        with states.lock:
            states.begin()
            if self._generation != states.generation or self._left <= 0:
                self._forget()
            self._left -= 1
            if tiles.alike > self._most_alike:
                row = states.lost
            elif not tiles.melds:
                row = states.after(step.row, tiles.counts)
            else:
                row = step.row
                for copies, melds in zip(tiles.counts, tiles.melds, strict=True):
                    row = states.after(row, [*map(states.column, melds), copies])
            found = step[key] = row is states.won if step.suit == 3 else self._step(step.suit + 1, row)
            return found

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
        self.first.row = self._states.root(Asked())


class Tiles(NamedTuple):
    """What a hand has of a suit: concealed tiles of each rank, the melds that begin there, the most of one rank."""

    counts: tuple[int, ...]
    melds: tuple[Layout, ...]
    alike: int


@lru_cache(maxsize=50_000)
def _tiles(key: str, suit: str) -> Tiles:
    """What a text says of a suit; a red five is a five. A `KeyError` if that is no text of the suit."""
    digits, comma, melded = key.partition(",") if "," in key else (key, "", "")
    if len(key) > MOST_READ:
        raise KeyError(key)
    ranks, counts = _RANKS[suit], [0] * LENGTH[suit]
    for rank in _digits(digits, suit):
        counts[ranks[rank]] += 1
    if not comma:
        return Tiles(tuple(counts), (), max(counts))
    melds: list[Layout] = [()] * len(counts)
    held = list(counts)
    for text in melded.split(","):
        meld = _meld(text)
        if SUIT_OF[meld.tiles[0]] != suit:
            raise KeyError(key)
        melds[meld.tiles[0] - FIRST[suit]] += (meld,)
        for tile in meld.tiles:
            held[tile - FIRST[suit]] += 1
    return Tiles(tuple(counts), tuple(melds), max(held))


def _digits(text: str, suit: str) -> str:
    """The digits of a suit's tiles, which none of the keys for no tiles has; a `KeyError` where they are missing."""
    if text == ("" if suit == "z" else suit):
        return ""
    digits = text.removesuffix(suit) if suit == "z" else text
    if not digits or (suit == "z" and digits == text):
        raise KeyError(text)
    return digits


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
