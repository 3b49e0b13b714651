"""The word that an automaton reads of a hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from regexhu.automaton.configurations import Letter
from regexhu.hands.hand import Hand
from regexhu.hands.layout import Group, Layout

SUITS = ((0, 9), (9, 18), (18, 27), (27, 34))
"""Where the kinds of each suit begin and end."""


class Part(NamedTuple):
    """What a word has of one suit: concealed tiles of each kind, melds, wild kinds, the kind of the winning tile."""

    suit: int
    counts: tuple[int, ...]
    melds: Layout
    wild: tuple[int, ...]
    won: int | None

    @property
    def steps(self) -> Iterator[tuple[int, Layout, Letter]]:
        """For each kind of the suit the melds that begin at it, and its letter."""
        for kind, copies in enumerate(self.counts, SUITS[self.suit][0]):
            melds = tuple(meld for meld in self.melds if meld.tiles[0] == kind) if self.melds else ()
            marked = kind == self.won
            yield kind, melds, Letter(0, copies, marked) if kind in self.wild else Letter(copies, 0, marked)


class Word(NamedTuple):
    """A hand as a word: its size with every declared kong as three tiles, its wild tiles, its parts by suit.

    `alike` is the most tiles that the hand has of one kind, `wild_winner` the kind of a winning tile that is wild.
    """

    size: int
    wilds: int
    parts: tuple[Part, ...]
    alike: int
    wild_winner: int | None

    @property
    def steps(self) -> Iterator[tuple[int, Layout, Letter]]:
        """For each kind the melds that begin at it, and its letter."""
        return (step for part in self.parts for step in part.steps)


def word_of(hand: Hand, asks_winner: bool) -> Word:
    """The word of a hand; the winning tile is marked where it is asked for."""
    counts, declared = hand.counts, hand.declared
    won = hand.won if asks_winner else None
    alike, kongs = max(counts), 0
    melds: list[list[Group]] = [[], [], [], []]
    if declared:
        held = list(counts)
        for group in sorted(declared):
            melds[min(group.tiles[0] // 9, 3)].append(group)
            kongs += group.type == "kong"
            for tile in group.tiles:
                held[tile] += 1
        alike = max(held)
    wild: tuple[int, ...] = tuple(hand.wild) if hand.wild else ()
    parts = tuple(
        Part(
            suit,
            counts[first:last],
            tuple(melds[suit]),
            tuple(kind for kind in wild if first <= kind < last and counts[kind]) if wild else (),
            won if won is not None and first <= won < last else None,
        )
        for suit, (first, last) in enumerate(SUITS)
    )
    return Word(hand.size - kongs, hand.wilds if wild else 0, parts, alike, won if won in wild else None)
