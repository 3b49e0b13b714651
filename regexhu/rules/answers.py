"""What a rule set answers about all hands: how many win, which, on which two rule sets differ, how far a hand is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import repeat
from math import comb
from random import Random
from typing import NamedTuple

from regexhu.automaton import minimal
from regexhu.automaton.engine import AutomatonEngine
from regexhu.automaton.minimal import Automaton, Nearest
from regexhu.errors import RuleError, TooManyStates
from regexhu.hands.hand import Hand, text_of
from regexhu.hands.tiles import NAMES, TileSet
from regexhu.syntax.terms import OPEN
from regexhu.syntax.tree import is_whole


class Asked(NamedTuple):
    """A rule set that is asked about many hands, in the context of `given`, or of what can be made of that hand."""

    who: str
    engine: AutomatonEngine
    sizes: tuple[int, ...]
    dealt: TileSet
    given: Hand

    @property
    def copies(self) -> int | None:
        """How many tiles of a kind there are (None: any number)."""
        return self.engine.copies

    @property
    def most(self) -> int | None:
        """How many tiles there are in the game (None: any number)."""
        return None if self.copies is None else self.copies * len(self.dealt)

    def size(self, tiles: int | None) -> int:
        """The number of tiles that is asked for; where none is, the fewest that can win."""
        if tiles is None:
            return min(self.sizes, default=0)
        if not is_whole(tiles) or tiles < 0 or (self.most is not None and tiles > self.most):
            most = "up" if self.most is None else f"to the {self.most} of the game"
            raise ValueError(f"tiles is a whole number from 0 {most}, not {tiles!r}")
        return tiles

    def automaton(self, size: int) -> Automaton:
        """The automaton of the concealed hands of so many tiles that win."""
        return self.engine.automaton(size, given=self.given)


class Difference(NamedTuple):
    """Hands that only the first rule set wins, and only the second: how many, and the smallest of each as MPSZ text."""

    only_first: int
    only_second: int
    first_witness: str | None
    second_witness: str | None


def count(asked: Asked, tiles: int | None, weighted: bool) -> int:
    """How many concealed hands win; weighted, how many sets of physical tiles."""
    if weighted and asked.copies is None:
        raise RuleError(f"{asked.who} has any number of tiles alike, so sets of tiles have no number: set copies")
    return asked.automaton(asked.size(tiles)).count(weighted)


def probability(asked: Asked, tiles: int | None) -> Fraction:
    """The chance that so many tiles, dealt from the rule set's own, are a winning hand."""
    size = asked.size(tiles)
    wins = count(asked, None if size == asked.size(None) else size, weighted=True)
    if asked.most is not None and size > asked.most:
        raise RuleError(f"{asked.who} has {asked.most} tiles, so {size} are never dealt")
    return Fraction(wins, comb(asked.most or 0, size))


def draws(asked: Asked, seed: int | None, tiles: int | None) -> Iterator[str]:
    """Winning concealed hands without end, each drawn from all with the same chance."""
    winning, random = asked.automaton(asked.size(tiles)), Random(seed)
    if winning.is_empty():
        raise RuleError(f"{asked.who} wins {_why_none(asked, asked.size(tiles))}")
    return (text_of(winning.sample(random)) for _ in repeat(None))


def _why_none(asked: Asked, size: int) -> str:
    """What there is instead where no concealed hand of a size wins: one of another size, or one with melds."""
    none = "so there is none to sample"
    with suppress(TooManyStates):
        if hand := asked.engine.some_win(asked.given, melds=False):
            return f"no concealed hand of {size} tiles, {none}; one of {hand.size} is {hand}"
        if hand := asked.engine.some_win(asked.given):
            opened = any(group.mark in OPEN for group in hand.declared)
            why = "it has to be opened" if opened else "a meld has to be declared"
            return f"no concealed hand, {none}: {why}, as in {hand}"
        return f"no hand in this context, {none}"
    return f"no concealed hand of {size} tiles, {none}"


def is_empty(asked: Asked) -> bool:
    """Whether no concealed hand of any size wins."""
    return all(asked.automaton(size).is_empty() for size in asked.sizes)


def difference(first: Asked, second: Asked, tiles: int | None) -> Difference:
    """What only the first and what only the second rule set wins among concealed hands."""
    sizes = sorted({*first.sizes, *second.sizes}) if tiles is None else [first.size(tiles)]
    found = [minimal.difference(first.automaton(size), second.automaton(size)) for size in sizes]
    return Difference(
        sum(one.only_first for one in found),
        sum(one.only_second for one in found),
        next((text_of(one.first_witness) for one in found if one.first_witness is not None), None),
        next((text_of(one.second_witness) for one in found if one.second_witness is not None), None),
    )


def nearest(asked: Asked) -> Nearest:
    """How far the hand that is given is from winning, what brings it nearer, and a nearest win, over all sizes."""
    hand, copies = asked.given, asked.copies
    melded = Counter(tile for group in hand.declared for tile in group.tiles)
    free = None if copies is None else [copies - melded[kind] for kind in range(34)]
    found: list[Nearest] = []
    for size in (size for size in asked.sizes if size >= hand.size):
        if found and size - hand.size > found[0].distance:
            break
        near = asked.engine.automaton(size, hand.declared, hand).nearest(hand.counts, free)
        if near is not None and (not found or near.distance <= found[0].distance):
            found = [*(other for other in found if other.distance == near.distance), near]
    if not found:
        raise RuleError(f"{asked.who} wins no hand of {hand.size} tiles or more beside these melds")
    return found[0]._replace(nearer=tuple(sorted({kind for near in found for kind in near.nearer})))


def next_tiles(asked: Asked) -> dict[str, int]:
    """The draws that bring the hand that is given nearer to a win, and how many copies of each it doesn't hold."""
    held = Counter(dict(enumerate(asked.given.counts)))
    held.update(tile for group in asked.given.declared for tile in group.tiles)
    if asked.copies is None:
        raise RuleError(f"{asked.who} has any number of tiles of each kind, so none can be left over: set copies")
    return {NAMES[kind]: asked.copies - held[kind] for kind in nearest(asked).nearer}
