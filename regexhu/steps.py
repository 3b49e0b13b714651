"""One hand, fast: a verdict in four look-ups, because the step that a suit's text makes is remembered under that text.

A step leads from the readings before a suit to those after it. `Steps` grows such steps as hands ask for them: nothing
is compiled ahead, whole hands are never remembered, and the number of steps is bounded.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from threading import Lock
from typing import Any, NamedTuple

from regexhu.hand import Hand
from regexhu.layout import Group, Layout, in_order, with_stars
from regexhu.tiles import FIRST, LENGTH, SUIT_OF
from regexhu.walk import Copies, Readings, Walk

MOST_STEPS = 100_000
"""How many steps are remembered before all are forgotten: a few tens of megabytes."""

SUITS = "mpsz"
_PLAIN = re.compile("(?:([0-9]+)m)?(?:([0-9]+)p)?(?:([0-9]+)s)?(?:([1-7]+)z)?")


class Tiles(NamedTuple):
    """What is judged: real concealed counts, declared groups in order, the kinds of the wild tiles held, sorted."""

    counts: tuple[int, ...]
    melds: Layout = ()
    wild: tuple[int, ...] = ()


class Step(dict[Any, Any]):
    """Where a walk stands before a suit; its entries say where each text of that suit leads, at honours who wins."""

    __slots__ = ("melds", "readings", "suit", "wild")

    def __init__(self, suit: int, readings: Readings, melds: Layout, wild: tuple[int, ...]) -> None:
        super().__init__()
        self.suit, self.readings, self.melds, self.wild = suit, readings, melds, wild


class Steps:
    """The verdicts of one walk, remembered suit by suit; safe to share between threads.

    `copies` is how many tiles of a kind a hand may hold, `wild_copies` how many with wild tiles that stand for it.
    """

    def __init__(self, walk: Walk, copies: int | None, wild_copies: int | None) -> None:
        self.walk, self._copies, self._wild_copies = walk, copies, wild_copies
        self._lock = Lock()
        self._forget()

    def _forget(self) -> None:
        self._known: dict[object, Step] = {}
        self._number = 0
        self.first = self._standing(0, self.walk.start(), (), ())

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

    def judge(self, text: str, tiles: Tiles) -> bool:
        """The verdict on a hand, whose text was read as it stands; its steps are remembered, under plain text too."""
        suits = [tiles.counts[FIRST[suit] : FIRST[suit] + LENGTH[suit]] for suit in SUITS]
        plain = None if tiles.melds or tiles.wild else _PLAIN.fullmatch(text)
        keys: Sequence[object] = plain.groups() if plain else suits
        with self._lock:
            if self._number > MOST_STEPS:
                self._forget()
            step: Any = self.first
            if tiles.melds or tiles.wild:
                step = self._standing(0, self.walk.start(len(tiles.wild)), tiles.melds, tiles.wild)
            for key, counts in zip(keys, suits, strict=True):
                if key not in step:
                    step[key] = self._after(step, counts)
                    self._number += 1
                step = step[key]
            won: bool = step
            return won

    def layout(self, tiles: Tiles) -> Layout | None:
        """One layout in which the hand wins, or None."""
        hand = list(self.copies(tiles.counts, tiles.melds, tiles.wild, 0))
        if None in hand:
            return None
        with self._lock:
            start = self.walk.declare(self.walk.start(len(tiles.wild)), tiles.melds, 0)
            found = self.walk.trace(start, [copies for copies in hand if copies is not None])
        if found is None:
            return None
        layout, placed = found
        standing = [max(0, wilds - tiles.wild.count(kind)) for kind, wilds in enumerate(placed)]
        return in_order(with_stars(layout, standing) + tiles.melds)

    def _after(self, step: Step, counts: Sequence[int]) -> Step | bool:
        first = FIRST[SUITS[step.suit]]
        melds = [meld for meld in step.melds if SUIT_OF[meld.tiles[0]] == SUITS[step.suit]]
        readings = self.walk.declare(step.readings, melds, first)
        for kind, copies in enumerate(self.copies(counts, melds, step.wild, first), first):
            readings = frozenset() if copies is None else self.walk.step(readings, kind, copies)
        if step.suit == 3:
            return self.walk.wins(readings)
        return self._standing(step.suit + 1, readings, step.melds, step.wild)

    def copies(
        self, counts: Sequence[int], melds: Sequence[Group], wild: Sequence[int], first: int
    ) -> Iterator[Copies | None]:
        """For each kind from `first` on what the hand has of it; None where it has more than it may."""
        standing = Counter(meld.tiles[place] for meld in melds for place in meld.wild)
        melded = Counter(tile for meld in melds for tile in meld.tiles)
        for kind, real in enumerate(counts, first):
            held = real + melded[kind]
            room = len(wild) if self._wild_copies is None else self._wild_copies - held
            if (self._copies is not None and held - standing[kind] > self._copies) or room < 0:
                yield None
            else:
                yield Copies(real, min(room, len(wild)), wild.count(kind))

    def _standing(self, suit: int, readings: Readings, melds: Layout, wild: tuple[int, ...]) -> Step:
        key = suit, readings, melds, wild
        return self._known.setdefault(key, Step(*key))
