"""What a rule set answers about all hands: how many win, which, on which two rule sets differ, how far a hand is."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, repeat
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from regexhu.automaton.engine import AutomatonEngine
from regexhu.errors import RuleError, TooManyStates, in_words
from regexhu.hands.hand import Hand, text_of
from regexhu.hands.layout import Layout
from regexhu.hands.tiles import NAMES
from regexhu.hands.told import read
from regexhu.rules import context
from regexhu.syntax.terms import OPEN
from regexhu.syntax.tree import is_whole

if TYPE_CHECKING:
    from fractions import Fraction

    from regexhu.automaton.concealed import Automaton, Nearest
    from regexhu.automaton.words import Words
    from regexhu.rules.deals import Range
    from regexhu.rules.ruleset import RuleSet


@dataclass(frozen=True)
class Asked:
    """A rule set that is asked about many hands, in the context of `given`, or of what can be made of that hand."""

    rules: RuleSet
    given: Hand
    melds: Layout | None = ()

    @classmethod
    def of_all(cls, rules: RuleSet, keywords: Mapping[str, object]) -> Asked:
        """Asked about all hands, with given melds or `melds="any"`; the winning tile may be told."""
        told = dict(keywords)
        melds, won = given_melds(told.pop("melds", None)), told.pop("winning_tile", None)
        given = rules.meet("", told, of_all=True)
        return cls(rules, replace(given, winning_tile=read({"winning_tile": won})["winning_tile"]), melds)

    @classmethod
    def of_short(cls, rules: RuleSet, hand: str | Hand, keywords: Mapping[str, object]) -> Asked:
        """Asked about a hand that may be short; where it is not, its winning tile has to be known as for a verdict."""
        given = rules.meet(hand, keywords, of_all=True)
        if given.size in rules.sizes:
            rules.meet(given)
        else:
            context.check_no_winner("a hand that is short wins by a tile that it draws", keywords)
        return cls(rules, given)

    @property
    def who(self) -> str:
        """The rule set as messages name it."""
        return self.rules.who

    @property
    def engine(self) -> AutomatonEngine:
        """What compiles the rule set."""
        return self.rules.automaton_engine

    @property
    def copies(self) -> int | None:
        """How many tiles of a kind there are (None: any number)."""
        return self.rules.copies

    @property
    def most(self) -> int | None:
        """How many tiles there are in the game (None: any number)."""
        return None if self.copies is None else self.copies * len(self.rules.dealt)

    @property
    def is_plain(self) -> bool:
        """Whether only concealed hands are asked about, none of their tiles wild, whatever the winning tile is."""
        return self.melds == () and not self.given.wild and not self.range.marked

    @cached_property
    def range(self) -> Range:
        """The hands that are asked about."""
        from regexhu.rules.deals import Range

        copies = max(self.rules.sizes, default=0) if self.copies is None else self.copies
        return Range(self.engine, self.rules.dealt, copies, self.melds, self.given)

    @property
    def counted(self) -> str:
        """What is counted, in words: `concealed hands`, or hands with melds, wild tiles or their winning tile."""
        melds = "any melds" if self.melds is None else ",".join(meld.declared_text for meld in self.melds)
        wild = f"wild tiles {self.given.wild}" if self.given.wild else ""
        parts = [part for part in (melds, wild, "their winning tile" if self.range.marked else "") if part]
        hands = "hands" if melds else "concealed hands"
        return f"{hands} with {in_words(parts)}" if parts else hands

    @property
    def beside(self) -> Range:
        """The hands with the melds of the hand that is given, in its context; any tile may be the winning one."""
        return replace(self, given=replace(self.given, winning_tile=None), melds=self.given.declared).range

    def automaton(self, size: int) -> Automaton:
        """The automaton of the concealed hands of so many tiles that win."""
        return self.range.automaton(size)

    def words(self, size: int, but: Asked | None = None) -> list[Words]:
        """The hands of so many tiles that win, `but` not by another rule set."""
        return [words for words in self.range.words(size, None if but is None else but.range) if words.count()]

    def size(self, tiles: int | None) -> int:
        """The number of tiles that is asked for; where none is, the fewest that can win."""
        if tiles is None:
            return min(self.rules.sizes, default=0)
        if not is_whole(tiles) or tiles < 0 or (self.most is not None and tiles > self.most):
            most = "up" if self.most is None else f"to the {self.most} of the game"
            raise ValueError(f"tiles is a whole number from 0 {most}, not {tiles!r}")
        return tiles


def given_melds(melds: object) -> Layout | None:
    """The melds that a question is about: none, those of a text such as `1-23m,11-1z`, or any (None) for `any`."""
    if melds is None or melds == "":
        return ()
    if melds == "any":
        return None
    hand = Hand.parse(melds) if isinstance(melds, str) else None
    if hand is None or hand.tiles or not hand.melds:
        raise ValueError(f"melds is a text of declared melds such as '1-23m,11-1z', or 'any', not {melds!r}")
    return hand.declared


class Difference(NamedTuple):
    """Hands that only the first rule set wins, and only the second: how many, and the smallest of each as MPSZ text."""

    only_first: int
    only_second: int
    first_witness: str | None
    second_witness: str | None


def automaton(asked: Asked, tiles: int | None) -> Automaton:
    """The automaton of the concealed hands that win; a `RuleError` where these are not all that is asked about."""
    context.check_not_wild(asked.who, asked.given)
    if not asked.is_plain:
        raise RuleError(f"{asked.who} has an automaton of concealed hands alone: leave out winning_tile and melds")
    return asked.automaton(asked.size(tiles))


def count(asked: Asked, tiles: int | None, weighted: bool) -> int:
    """How many concealed hands win; weighted, how many sets of physical tiles."""
    if weighted and asked.copies is None:
        raise RuleError(f"{asked.who} has any number of tiles alike, so sets of tiles have no number: set copies")
    size = asked.size(tiles)
    if asked.is_plain:
        return asked.automaton(size).count(weighted)
    if weighted and (asked.melds is None or asked.range.marked):
        what = "with any melds" if asked.melds is None else "with their winning tile"
        raise RuleError(f"{asked.who} has hands {what}, whose sets of tiles aren't counted: leave out weighted")
    return sum(words.count(weighted) for words in asked.words(size))


def probability(asked: Asked, tiles: int | None) -> Fraction:
    """The chance that so many tiles are a winning hand, those of given melds set aside and the others dealt."""
    if asked.melds is None or asked.range.marked:
        raise RuleError(f"{asked.who} tells a chance only of concealed hands or given melds: leave out winning_tile")
    size = asked.size(tiles)
    wins = count(asked, None if size == asked.size(None) else size, weighted=True)
    if asked.most is not None and size > asked.most:
        raise RuleError(f"{asked.who} has {asked.most} tiles, so {size} are never dealt")
    from fractions import Fraction

    melded = sum(len(meld.tiles) for meld in asked.melds)
    return Fraction(wins, comb((asked.most or 0) - melded, size - melded))


def draws(asked: Asked, seed: int | None, tiles: int | None) -> Iterator[str]:
    """Winning concealed hands without end, each drawn from all with the same chance."""
    from random import Random

    size, random = asked.size(tiles), Random(seed)
    if not asked.is_plain:
        parts = asked.words(size)
        numbers = list(accumulate(words.count() for words in parts))
        if not parts:
            raise RuleError(f"{asked.who} wins no such hand of {size} tiles, so there is none to sample")
        return (_drawn(parts, numbers, random.randrange(numbers[-1])) for _ in repeat(None))
    winning = asked.automaton(size)
    if winning.is_empty():
        raise RuleError(f"{asked.who} wins {_why_none(asked, size)}")
    return (text_of(winning.sample(random)) for _ in repeat(None))


def hands(asked: Asked, tiles: int | None) -> Iterator[str]:
    """Every winning hand, lazily; those with other numbers of wild tiles or of kongs one after another."""
    size = asked.size(tiles)
    if asked.is_plain:
        return map(text_of, asked.automaton(size).hands())
    return (hand for words in asked.words(size) for hand in words)


def _drawn(parts: Sequence[Words], numbers: Sequence[int], number: int) -> str:
    at = bisect_right(numbers, number)
    return parts[at].word(number - (numbers[at - 1] if at else 0))


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
    if asked.is_plain:
        return all(asked.automaton(size).is_empty() for size in asked.rules.sizes)
    return not any(asked.words(size) for size in asked.rules.sizes)


def difference(first: Asked, second: Asked, tiles: int | None) -> Difference:
    """What only the first and what only the second rule set wins among concealed hands."""
    sizes = sorted({*first.rules.sizes, *second.rules.sizes}) if tiles is None else [first.size(tiles)]
    if not (first.is_plain and second.is_plain):
        sides = [
            [words for size in sizes for words in one.words(size, other)]
            for one, other in ((first, second), (second, first))
        ]
        numbers = [sum(words.count() for words in side) for side in sides]
        witnesses = [next(iter(side[0])) if side else None for side in sides]
        return Difference(numbers[0], numbers[1], witnesses[0], witnesses[1])
    from regexhu.automaton.concealed import difference as compared

    found = [compared(first.automaton(size), second.automaton(size)) for size in sizes]
    return Difference(
        sum(one.only_first for one in found),
        sum(one.only_second for one in found),
        next((text_of(one.first_witness) for one in found if one.first_witness is not None), None),
        next((text_of(one.second_witness) for one in found if one.second_witness is not None), None),
    )


def nearest(asked: Asked) -> Nearest:
    """How far the hand that is given is from winning, what brings it nearer, and a nearest win, over all sizes.

    Wild tiles are held and drawn as others are. Where the rule set reads the winning tile, a hand that doesn't win with
    the one that is given wins by a tile that it draws.
    """
    from regexhu.automaton.concealed import Nearest

    hand, drawn = asked.given, asked.beside
    if (
        drawn.marked
        and hand.winning_tile
        and any(part.accepts(hand.counts, hand.won) for part in drawn.automata(hand.size, hand.wilds))
    ):
        return Nearest(0, (), hand.counts)
    melded = Counter(tile for group in hand.declared for tile in group.tiles)
    free = None if asked.copies is None else [asked.copies - melded[kind] for kind in range(len(NAMES))]
    found: list[Nearest] = []
    for least, size, wilds in _ways_on(asked, drawn):
        if found and least > found[0].distance:
            break
        for part in drawn.automata(size, wilds):
            near = part.nearest(hand.counts, free)
            if near is not None and (not found or near.distance <= found[0].distance):
                found = [*(other for other in found if other.distance == near.distance), near]
    if not found:
        raise RuleError(f"{asked.who} wins no hand of {hand.size} tiles or more beside these melds")
    return found[0]._replace(nearer=tuple(sorted({kind for near in found for kind in near.nearer})))


def _ways_on(asked: Asked, drawn: Range) -> list[tuple[int, int, int]]:
    """The fewest draws to each size and number of wild tiles that the hand may win with, the fewest first.

    One automaton of all sizes is enough where no tile is wild and no size too small for the hand.
    """
    from regexhu.rules.deals import ANY_SIZE

    hand, sizes = asked.given, asked.rules.sizes
    kongs = sum(group.type == "kong" for group in hand.declared)
    if not drawn.most_wild and sizes and hand.size - kongs <= sizes[0]:
        with suppress(TooManyStates):
            drawn.automata(ANY_SIZE, 0)
            return [(0, ANY_SIZE, 0)]
    ways = (
        (size - hand.size, size, wilds - hand.wilds)
        for size in sizes
        if size >= hand.size
        for wilds in range(min(size, drawn.most_wild) + 1)
    )
    return sorted((max(short + max(0, -more), more), size, hand.wilds + more) for short, size, more in ways)


def next_tiles(asked: Asked) -> dict[str, int]:
    """The draws that bring the hand that is given nearer to a win, and how many copies of each it doesn't hold."""
    held = Counter(dict(enumerate(asked.given.counts)))
    held.update(tile for group in asked.given.declared for tile in group.tiles)
    if asked.copies is None:
        raise RuleError(f"{asked.who} has any number of tiles of each kind, so none can be left over: set copies")
    return {NAMES[kind]: asked.copies - held[kind] for kind in nearest(asked).nearer}
