"""Rule sets, and what they answer about all hands at once: counts, samples, differences, distances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import comb
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from regexhu.automaton.minimal import Automaton, Nearest, difference
from regexhu.errors import RuleError
from regexhu.hands.hand import Hand, text_of
from regexhu.hands.tiles import NAMES
from regexhu.rules.judge import Judge

if TYPE_CHECKING:
    pass


class RuleSet(Judge):
    """Decides which hands win, and tells what follows from its rule.

    A rule set is made of a pattern, such as `4 * meld + pair & two_suits`; see `Definition` for what else it takes.
    """

    def automaton(self, tiles: int | None = None, **asked: object) -> Automaton:
        """The minimal automaton of the concealed hands of so many tiles (the fewest that can win) that win.

        A rule set that asks for more than tiles has to be given it here (`self_draw=True`); wild tiles are left out.
        """
        given = self.met("", asked)
        size = self.sizes[0] if tiles is None else tiles
        if not isinstance(size, int) or not 0 <= size <= 4 * len(self.dealt):
            raise ValueError(f"tiles is a whole number from 0 to the {4 * len(self.dealt)} of the game, not {tiles!r}")
        return self.compiled.automaton(size, given=given)

    def count(self, tiles: int | None = None, weighted: bool = False, **asked: object) -> int:
        """How many distinct concealed hands of so many tiles win; weighted, how many sets of physical tiles.

        >>> from regexhu import load
        >>> load("standard").count(tiles=14), load("standard").count(tiles=14, weighted=True)
        (11498658, 11353128141498)
        """
        return self.automaton(tiles, **asked).count(weighted)

    def probability(self, tiles: int | None = None, **asked: object) -> Fraction:
        """The chance that so many tiles, dealt from the rule set's own, are a winning hand."""
        dealt = self.sizes[0] if tiles is None else tiles
        return Fraction(self.count(dealt, weighted=True, **asked), comb(4 * len(self.dealt), dealt))

    def hands(self, tiles: int | None = None, **asked: object) -> Iterator[str]:
        """Every winning concealed hand of so many tiles as MPSZ text, lazily, those with more low tiles first."""
        return map(text_of, self.automaton(tiles, **asked).hands())

    def sample(self, k: int = 1, *, seed: int | None = None, tiles: int | None = None, **asked: object) -> list[str]:
        """`k` winning concealed hands, each drawn from all with the same chance; the same seed gives the same hands.

        >>> from regexhu import load
        >>> load("harbin").is_win(load("harbin").sample(1, seed=7)[0])
        True
        """
        automaton, random = self.automaton(tiles, **asked), Random(seed)
        if automaton.is_empty():
            raise RuleError(f"{self.who} wins no hand of that size, so there is none to sample")
        return [text_of(automaton.sample(random)) for _ in range(k)]

    def is_empty(self, **asked: object) -> bool:
        """Whether no concealed hand of any size wins."""
        return all(self.automaton(tiles, **asked).is_empty() for tiles in self.sizes)

    def equivalent(self, other: RuleSet, **asked: object) -> bool:
        """Whether both rule sets win the same concealed hands, of every size."""
        found = self.difference(other, None, **asked)
        return not found.only_first and not found.only_second

    def difference(self, other: RuleSet, tiles: int | None = None, **asked: object) -> Difference:
        """What only this and what only the other rule set wins among concealed hands, of one size or of every size.

        >>> from regexhu import load
        >>> load("standard").difference(load("riichi"), tiles=14)
        Difference(only_first=0, only_second=5374961, first_witness=None, second_witness='11223344557788m')
        """
        sizes = sorted({*self.sizes, *other.sizes}) if tiles is None else [tiles]
        found = [difference(self.automaton(size, **asked), other.automaton(size, **asked)) for size in sizes]
        witnesses = [
            next((w for w in side if w is not None), None) for side in zip(*(d[2:] for d in found), strict=True)
        ]
        first, second = (text_of(witness) if witness else None for witness in witnesses)
        return Difference(sum(d.only_first for d in found), sum(d.only_second for d in found), first, second)

    def nearest(self, hand: str | Hand, **asked: object) -> Nearest:
        """How far a hand is from winning, what brings it nearer, and a nearest win; melds stay as they are declared."""
        judged = self.met(hand, asked)
        if judged.wilds:
            raise RuleError("how near a hand is can't be told with wild tiles in it: leave out wild")
        melded = Counter(tile for group in judged.declared for tile in group.tiles)
        free = [4 - melded[kind] for kind in range(34)]
        for tiles in self.sizes:
            if tiles >= judged.size:
                found = self.compiled.automaton(tiles, judged.declared, judged).nearest(judged.counts, free)
                if found.distance is not None:
                    return found
        raise RuleError(f"{self.who} wins no hand of {judged.size} tiles or more beside these melds")

    def distance(self, hand: str | Hand, **asked: object) -> int:
        """The fewest tiles of the concealed part to exchange, or to draw where it is short, until the hand wins.

        0 is a win; for `riichi` it is shanten and one more.

        >>> from regexhu import load
        >>> load("riichi").distance("123m456p789s1122z"), load("riichi").distance("123m456p789s11222z")
        (1, 0)
        """
        distance = self.nearest(hand, **asked).distance
        assert distance is not None
        return distance

    def next_tiles(self, hand: str | Hand, **asked: object) -> dict[str, int]:
        """The draws that bring the hand nearer to a win, and how many copies of each it doesn't hold itself.

        >>> from regexhu import load
        >>> load("riichi").next_tiles("123m456p789s1122z")
        {'1z': 2, '2z': 2}
        """
        judged = Hand.of(hand, **asked)
        held = Counter(tile for group in judged.declared for tile in group.tiles)
        nearer = self.nearest(judged).nearer
        return {NAMES[kind]: 4 - held[kind] - judged.counts[kind] for kind in nearer}


class Difference(NamedTuple):
    """Hands that only the first rule set wins, and only the second: how many, and the smallest of each as MPSZ text."""

    only_first: int
    only_second: int
    first_witness: str | None
    second_witness: str | None
