"""One hand, fast: a verdict in four look-ups, because the step that a suit's text makes is remembered under that text.

A step leads from the readings before a suit to those after it. `Steps` grows such steps as hands ask for them: nothing
is compiled ahead, whole hands are never remembered, and the number of steps is bounded.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from sys import intern
from threading import Lock
from typing import Any, NamedTuple

from regexhu.automaton.counters import Caps
from regexhu.automaton.nfa import Copies, Readings, Walk
from regexhu.hands.layout import Group, Layout, in_order
from regexhu.hands.readings import with_stars
from regexhu.hands.tiles import FIRST, LENGTH, SUIT_OF

MOST_STEPS = 250_000
"""How many steps are remembered before all are forgotten: a few tens of megabytes."""

MOST_PLAIN = 100
"""The longest text, in characters, that is read as plain; longer ones go through the reader of hands."""

SUITS = "mpsz"
_PLAIN = re.compile("(?:([0-9]+)m)?(?:([0-9]+)p)?(?:([0-9]+)s)?([1-7]+z)?")


class HeldTiles(NamedTuple):
    """What is judged: real concealed counts, declared groups in order, the kinds of the wild tiles held, sorted."""

    counts: tuple[int, ...]
    melds: Layout = ()
    wild: tuple[int, ...] = ()


class Step:
    """Where a walk stands before a suit; `after` says where each text of that suit leads, at the honours who wins.

    What a text leads to is the `after` of the next step, so that a hand is judged by plain dictionaries; `following`
    holds the next steps themselves.
    """

    __slots__ = ("after", "following", "melds", "readings", "suit", "wild")

    def __init__(self, suit: int, readings: Readings, melds: Layout, wild: tuple[int, ...]) -> None:
        self.suit, self.readings, self.melds, self.wild = suit, readings, melds, wild
        self.after: dict[str, Any] = {}
        self.following: dict[str, Step] = {}


class Steps:
    """The verdicts of one walk, remembered suit by suit; safe to share between threads.

    `first` is where plain texts begin: `first[m][p][s][honours]`, under keys as `_key` makes them, says whether a hand
    wins whose four steps are remembered.
    """

    def __init__(self, make_walk: Callable[[], Walk], caps: Caps) -> None:
        self._make_walk, self._caps = make_walk, caps
        self._lock = Lock()
        self.first: dict[str, Any] = {}
        self._forget()

    def _forget(self) -> None:
        self._walk = self._make_walk()
        self._known: dict[object, Step] = {}
        self._number = 0
        self._start = Step(0, self._walk.start(), (), ())
        self.first.clear()
        self._start.after = self.first

    def _begin(self) -> None:
        """Begin a verdict; all is forgotten where it has become too much."""
        if self._number > MOST_STEPS or self._walk.is_worn:
            self._forget()
        self._walk.begin()

    def read(self, text: str) -> bool | None:
        """The verdict on plain text, remembered from now on; None if the text is not plain."""
        plain = _PLAIN.fullmatch(text) if len(text) <= MOST_PLAIN else None
        if plain is None:
            return None
        m, p, s, honours = plain.groups()
        keys = (m or "m", p or "p", s or "s", honours or "")
        return self._walked(keys, [_counts(key, suit) for key, suit in zip(keys, SUITS, strict=True)])

    def judge(self, tiles: HeldTiles) -> bool:
        """The verdict on any hand; its steps are remembered under the counts of the suits."""
        suits = [tiles.counts[FIRST[suit] : FIRST[suit] + LENGTH[suit]] for suit in SUITS]
        keys = [_key(counts, suit) for counts, suit in zip(suits, SUITS, strict=True)]
        return self._walked(keys, suits, tiles.melds, tiles.wild)

    def _walked(
        self,
        keys: Sequence[str],
        suits: Sequence[Sequence[int]],
        melds: Layout = (),
        wild: tuple[int, ...] = (),
    ) -> bool:
        with self._lock:
            self._begin()
            step = self._start
            if melds or wild:
                step = self._step(0, self._walk.start(len(wild)), melds, wild)
            for key, counts in zip(keys, suits, strict=True):
                if key not in step.after:
                    self._grow(step, intern(key), counts)
                step = step.following.get(key, step)
            won: bool = step.after[keys[-1]]
            return won

    def layout(self, tiles: HeldTiles) -> Layout | None:
        """One layout in which the hand wins, or None."""
        hand = list(self.copies(tiles.counts, tiles.melds, tiles.wild, 0))
        if None in hand:
            return None
        with self._lock:
            self._begin()
            start = self._walk.declare(self._walk.start(len(tiles.wild)), tiles.melds, 0)
            found = self._walk.trace(start, [copies for copies in hand if copies is not None])
        if found is None:
            return None
        layout, placed = found
        standing = [max(0, wilds - tiles.wild.count(kind)) for kind, wilds in enumerate(placed)]
        return in_order(with_stars(layout, standing) + tiles.melds)

    def _grow(self, step: Step, key: str, counts: Sequence[int]) -> None:
        """Remember where the tiles of a suit lead from a step."""
        first = FIRST[SUITS[step.suit]]
        melds = [meld for meld in step.melds if SUIT_OF[meld.tiles[0]] == SUITS[step.suit]]
        readings = self._walk.declare(step.readings, melds, first)
        for kind, copies in enumerate(self.copies(counts, melds, step.wild, first), first):
            readings = frozenset() if copies is None else self._walk.step(readings, kind, copies)
        if step.suit == len(SUITS) - 1:
            step.after[key] = self._walk.wins(readings)
        else:
            following = step.following[key] = self._step(step.suit + 1, readings, step.melds, step.wild)
            step.after[key] = following.after
        self._number += 1

    def copies(
        self, counts: Sequence[int], melds: Sequence[Group], wild: Sequence[int], first: int
    ) -> Iterator[Copies | None]:
        """For each kind from `first` on what the hand has of it; None where it has more than it may."""
        standing = Counter(meld.tiles[place] for meld in melds for place in meld.wild)
        melded = Counter(tile for meld in melds for tile in meld.tiles)
        for kind, real in enumerate(counts, first):
            own = wild.count(kind)
            room = self._caps.room(real + melded[kind], standing[kind], own, len(wild))
            if room is None:
                yield None
            else:
                won = tuple(meld for meld in melds if meld.type in ("pair", "single") and meld.tiles[0] == kind)
                yield Copies(real, room, own, won)

    def _step(self, suit: int, readings: Readings, melds: Layout, wild: tuple[int, ...]) -> Step:
        """The step for readings before a suit, made when it is first met."""
        key = suit, readings, melds, wild
        if key not in self._known:
            self._known[key] = Step(*key)
        return self._known[key]


def _key(counts: Sequence[int], suit: str) -> str:
    """What a step is remembered under: the suit's digits, with their letter for honours; `m`, `p`, `s` for none.

    No text before the first `m` holds an `m`, so that no hand text can be taken for a hand without characters.
    """
    digits = "".join(str(rank) * copies for rank, copies in enumerate(counts, 1))
    return (digits or suit) if suit != "z" else digits and digits + "z"


def _counts(key: str, suit: str) -> list[int]:
    """How many tiles of each rank there are under a key; a red five is a five."""
    counts = [0] * LENGTH[suit]
    for digit in key.rstrip(suit):
        counts[(int(digit) or 5) - 1] += 1
    return counts
