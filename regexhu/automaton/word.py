"""The word that an automaton reads of a hand."""

from __future__ import annotations

from typing import NamedTuple

from regexhu.automaton.configurations import Letter
from regexhu.hands.hand import Hand
from regexhu.hands.layout import Group


class Word(NamedTuple):
    """A hand as a word: its size, its wild tiles, and for each kind the melds that begin there and the letter.

    `size` is the number of tiles with every declared kong as three. `alike` is the most tiles that the hand has of one
    kind, and `wild_winner` the kind of a winning tile that is wild.
    """

    size: int
    wilds: int
    melds: tuple[tuple[Group, ...], ...]
    letters: tuple[Letter, ...]
    alike: int
    wild_winner: int | None


def word_of(hand: Hand, asks_winner: bool) -> Word:
    """The word of a hand; the winning tile is marked where it is asked for."""
    counts, wild = hand.counts, hand.wild or ()
    won = hand.won if asks_winner else None
    melds: list[list[Group]] = [[] for _ in range(34)]
    held = list(counts)
    for group in hand.declared:
        melds[group.tiles[0]].append(group)
        for tile in group.tiles:
            held[tile] += 1
    letters = tuple(
        Letter(0, copies, kind == won) if kind in wild else Letter(copies, 0, kind == won)
        for kind, copies in enumerate(counts)
    )
    kongs = sum(group.kind == "kong" for group in hand.declared)
    wild_winner = won if won is not None and won in wild else None
    return Word(hand.size - kongs, hand.wilds, tuple(map(tuple, melds)), letters, max(held), wild_winner)
