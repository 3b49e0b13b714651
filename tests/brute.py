"""Small games whose every hand is known, and hands dealt at random: what answers about all hands are held against."""

from __future__ import annotations

import random
from functools import cache

import oracle
from strategies import made

from regexhu import RuleSet, is_win

CHARACTERS = "123456789m"
RIICHI = "4 * meld + pair & no(kong.undeclared) | 7 * pair & distinct(pair)"
"""Riichi in one suit, which has no thirteen orphans."""
SMALL = ["1 * meld + pair", "1 * meld + pair & some(triplet)", "1 * meld + pair & ~has('1m')", "2 * pair + single"]


@cache
def rules(code: str, tiles: str = "123456789mps1234567z") -> RuleSet:
    return RuleSet(made(code), tiles=tiles)


def judged(name: str, hand: str) -> bool:
    """The verdict, on which both engines agree."""
    verdicts = {is_win(hand, rules=name, engine=engine) for engine in ("regex", "automaton")}
    assert len(verdicts) == 1
    return verdicts.pop()


@cache
def wins_in_one_suit(melds: tuple[oracle.Meld, ...]) -> list[tuple[int, ...]]:
    """The concealed characters, as nine counts, that win in riichi beside declared melds."""
    every = oracle.one_suit_hands(14 - 3 * len(melds))
    return [nine for nine in every if oracle.riichi(oracle.in_suit(nine), melds)]


@cache
def small_hands(code: str) -> tuple[tuple[int, ...], ...]:
    """Every five-tile hand of 1m2m3m4m7z that wins, judged one by one by regex, the one with more low tiles first."""
    small = rules(code, "1234m7z")
    every = [
        (a, b, c, d, *[0] * 29, 5 - a - b - c - d)
        for a in reversed(range(5))
        for b in reversed(range(5))
        for c in reversed(range(5))
        for d in reversed(range(5))
        if 0 <= 5 - a - b - c - d <= 4
    ]
    return tuple(counts for counts in every if small.is_win(oracle.to_mpsz(counts), engine="regex"))


POOLS = [[*range(34)], [*range(34)], [*range(9)], [*range(18, 34)], [*oracle.ORPHANS], [*range(9), 27, 33]]


def dealt(rng: random.Random, tiles: int, pool: list[int]) -> tuple[int, ...]:
    hand = rng.sample([tile for tile in pool for _ in range(4)], tiles)
    return tuple(hand.count(tile) for tile in range(34))


@cache
def dealt_hands() -> list[tuple[int, ...]]:
    """20,000 hands of 14 or 13 tiles: of all kinds, of one suit, of terminals and honours."""
    rng = random.Random(10)
    return [dealt(rng, 13 + number // 6 % 2, POOLS[number % 6]) for number in range(20_000)]
