"""Deals with wild tiles, and judges of them in plain Python: a hand wins when it would with some real tiles."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import Any, NamedTuple

import oracle
from strategies import TILES
from words import ENGINES, Melds, On

from regexhu import RuleSet, load


class Deal(NamedTuple):
    """A hand, the kinds that are wild in its deal, and the kind that it wins on."""

    counts: oracle.Counts
    melds: Melds
    wild: tuple[int, ...]
    won: int

    @property
    def jokers(self) -> int:
        return sum(self.counts[kind] for kind in self.wild)

    @property
    def natural(self) -> oracle.Counts:
        return tuple(0 if kind in self.wild else n for kind, n in enumerate(self.counts))

    @property
    def asked(self) -> dict[str, str]:
        return {"wild": "".join(TILES[kind] for kind in self.wild), "winning_tile": TILES[self.won]}

    def __str__(self) -> str:
        return oracle.to_mpsz(self.counts, self.melds)


def deal(
    rng: random.Random,
    wilds: int,
    winning: bool,
    *,
    kinds: int = 1,
    fixed: tuple[int, ...] = (),
    pool: Any = range(34),
    chi: bool = True,
) -> Deal:
    """A random hand that holds so many wild tiles; winning, it is complete with the right tiles in their place."""
    while True:
        counts, melds = oracle.random_hand(rng, pool, winning)
        wild = fixed or tuple(sorted(rng.sample(range(34), kinds)))
        more = wilds - sum(counts[kind] for kind in wild)
        others = [tile for tile, n in enumerate(counts) for _ in range(n) if tile not in wild]
        if not 0 <= more <= len(others) or not (chi or all(kind != "chi" for kind, _ in melds)):
            continue
        changed = list(counts)
        for tile in rng.sample(others, more):
            changed[tile] -= 1
            changed[rng.choice(wild)] += 1
        if oracle.is_legal(tuple(changed), melds) and any(changed):
            won = rng.choice([tile for tile, n in enumerate(changed) if n])
            return Deal(tuple(changed), melds, wild, won)


def in_place_of_wild(found: Deal, kinds: Any = range(34)) -> Iterator[oracle.Counts]:
    """The hand with real tiles in the place of its wild ones, in every way."""
    for chosen in combinations_with_replacement(kinds, found.jokers):
        counts = list(found.natural)
        for kind in chosen:
            counts[kind] += 1
        yield tuple(counts)


# What is left when groups are taken, wild tiles standing in


def without(counts: oracle.Counts, *tiles: int) -> oracle.Counts | None:
    """The tiles that are left, or None if one of these is not there."""
    left = list(counts)
    for tile in tiles:
        left[tile] -= 1
    return tuple(left) if min(left) >= 0 else None


@lru_cache(maxsize=1 << 18)
def fits(counts: oracle.Counts, jokers: int, melds: int, pairs: int) -> bool:
    """Whether the tiles and that many jokers are so many melds and pairs; jokers may be any tile, a fifth one too."""
    if sum(counts) + jokers != 3 * melds + 2 * pairs:
        return False
    lowest = next((tile for tile, n in enumerate(counts) if n), None)
    if lowest is None:
        return True
    groups = [(lowest,) * 2] * bool(pairs) + [(lowest,) * 3] * bool(melds)
    if melds:
        groups += [(first, first + 1, first + 2) for first in range(lowest - 2, lowest + 1) if is_run(first, lowest)]
    for group in groups:
        size = len(group)
        for kept in range(1, size + 1):
            for tiles in set(combinations(group, kept)):
                left = without(counts, *tiles) if lowest in tiles and size - kept <= jokers else None
                if left and fits(left, jokers - size + kept, melds - (size == 3), pairs - (size == 2)):
                    return True
    return False


def is_run(first: int, tile: int) -> bool:
    return first >= 0 and oracle.is_sequence_start(first) and first // 9 == tile // 9


def taking(found: oracle.Counts, jokers: int, tiles: tuple[int, ...]) -> Iterator[tuple[oracle.Counts, int]]:
    """What is left of the tiles and the jokers when these are taken, each from the tiles or as a joker."""
    for real in range(len(tiles) + 1):
        if len(tiles) - real <= jokers:
            for chosen in set(combinations(tiles, real)):
                left = without(found, *chosen)
                if left is not None:
                    yield left, jokers - len(tiles) + real


def tiles_of(melds: Melds, *names: str) -> set[int]:
    return {tile for meld_ in melds if meld_[0] in names for tile in oracle.meld_tiles(meld_)}


CLAIMED = ("chi", "peng", "da-ming-gang", "jia-gang")


def seven_pairs(found: Deal) -> bool:
    """Seven pairs with jokers; four alike are two of them."""
    odd = sum(n % 2 for n in found.natural)
    return not found.melds and sum(found.counts) == 14 and odd <= found.jokers


def before_winning(found: Deal) -> tuple[oracle.Counts, int]:
    """The tiles and the jokers before the winning tile came."""
    if found.won in found.wild:
        return found.natural, found.jokers - 1
    return without(found.natural, found.won) or (), found.jokers


# Near hands, and the verdicts of both engines on them


def near_pairs(rng: random.Random, wilds: int, wild: tuple[int, ...]) -> Deal:
    """Seven pairs or nearly, four alike among them, with wild tiles in the place of some."""
    while True:
        tiles = [tile for tile in rng.choices(range(34), k=7) for _ in range(2)]
        places = rng.sample(range(14), wilds + (rng.random() < 1 / 2))
        for at, place in enumerate(places):
            tiles[place] = rng.choice(wild) if at < wilds else rng.randrange(34)
        counts = tuple(tiles.count(tile) for tile in range(34))
        if max(counts) <= 4:
            return Deal(counts, (), wild, rng.choice(tiles))


class Judged(NamedTuple):
    """A hand, the keywords and switches of the call, and the verdict that the words of the rules give."""

    found: Deal
    asked: dict[str, Any]
    on: On
    wins: bool


def disagreements(name: str, draw: Callable[[], Judged], number: int, jokers: int = 2) -> list[Any]:
    """The hands on which an engine says otherwise; half of the hands win; with more jokers only the automaton."""
    wrong: list[Any] = []
    rules: dict[str, RuleSet] = {}
    for n in range(number):
        one = next(one for one in iter(draw, None) if one.wins is (n % 2 == 0))
        if (key := str(one.on)) not in rules:
            rules[key] = load(name, **one.on)
        for engine in ENGINES if one.found.jokers <= jokers else ("automaton",):
            if rules[key].is_win(str(one.found), engine, **one.asked) != one.wins:
                wrong.append((engine, str(one.found), one))
    return wrong


def choice_of_switches(rng: random.Random, name: str) -> On:
    """The defaults in every other hand, else one switch turned over."""
    switches = load(name).switches
    turned = rng.choice(sorted(switches.keys() - {"four_alike"}))
    return {turned: not switches[turned].on} if rng.random() < 1 / 2 else {}
