"""The word that an automaton reads of a hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from regexhu.automaton.configurations import Letter
from regexhu.automaton.layers import MELDS
from regexhu.hands.hand import Hand
from regexhu.hands.layout import Layout

KINDS = 34
MELD_NUMBERS = {meld: number for number, meld in enumerate(MELDS)}


Known = tuple[bool, ...]


class Asked(NamedTuple):
    """What words of one kind have alike: truths of facts, size (0: any), kind of a wild winning tile, wild tiles."""

    known: Known = ()
    size: int = 0
    winner: int | None = None
    wilds: int = 0


class Step(NamedTuple):
    """What a word has at one kind: the declared melds that begin there, and the concealed tiles."""

    melds: Layout
    letter: Letter


class Word(NamedTuple):
    """A hand as a word: its size with every declared kong as three tiles, its wild tiles, and a step for each kind.

    `alike` is the most tiles that the hand has of one kind, `winner` the kind of a winning tile that is wild.
    """

    size: int
    wilds: int
    steps: Sequence[Step]
    alike: int
    winner: int | None

    def asked(self, known: Known) -> Asked:
        """The kind of word, for these truths of the facts; without wild tiles its size is left to the automaton."""
        return Asked(known, self.size if self.wilds else 0, self.winner, self.wilds)


def word_of(hand: Hand, asks_winner: bool) -> Word:
    """The word of a hand; the winning tile is marked where it is asked for."""
    counts, declared, wild = hand.counts, hand.declared, hand.wild or ()
    won = hand.won if asks_winner else None
    held = list(counts)
    melds: dict[int, Layout] = {}
    for group in declared:
        melds[group.tiles[0]] = (*melds.get(group.tiles[0], ()), group)
        for tile in group.tiles:
            held[tile] += 1
    steps = [
        Step(
            melds.get(kind, ()),
            Letter(0, copies, kind == won) if kind in wild else Letter(copies, 0, kind == won),
        )
        for kind, copies in enumerate(counts)
    ]
    kongs = sum(group.type == "kong" for group in declared)
    return Word(hand.size - kongs, hand.wilds if wild else 0, steps, max(held), won if won in wild else None)
