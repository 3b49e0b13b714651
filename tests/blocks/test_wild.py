"""Which tile of which group is wild: both engines find a layout that holds where one written out does."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations, product
from typing import NamedTuple

import oracle
from strategies import TILES, few_or_many, made
from wilds import Deal
from words import ENGINES

from regexhu import RuleSet
from regexhu.blocks import meld, only, pair
from regexhu.hands.tiles import TileSet


class Laid(NamedTuple):
    """A group, the places in it at which a wild tile stands for another, and whether the winning tile is in it."""

    tiles: tuple[int, ...]
    wild: tuple[int, ...] = ()
    won: bool = False

    @property
    def is_sequence(self) -> bool:
        return len(set(self.tiles)) > 1


Layout = tuple[Laid, ...]


def laid_out(found: Deal, melds: int, pool: tuple[int, ...]) -> Iterator[Layout]:
    """Every way to lay the concealed tiles out in so many melds and a pair, each wild tile in every place."""
    held = [kind for kind in found.wild for _ in range(found.counts[kind])]
    for stand_for in product(pool, repeat=len(held)):
        counts = list(found.natural)
        for kind in stand_for:
            counts[kind] += 1
        if max(counts) > 4:
            continue
        for reading in oracle.readings(tuple(counts), melds, 1, 0):
            places: dict[int, list[tuple[int, int]]] = {kind: [] for kind in range(34)}
            for at, group in enumerate(reading):
                for place, kind in enumerate(group):
                    places[kind].append((at, place))
            physical = {kind: [kind] * found.natural[kind] for kind in places}
            for tile, kind in zip(held, stand_for, strict=True):
                physical[kind].append(tile)
            orders = [sorted(set(permutations(physical[kind]))) for kind in places]
            for order in product(*orders):
                lies = {
                    where: tile
                    for kind, tiles in enumerate(order)
                    for where, tile in zip(places[kind], tiles, strict=True)
                }
                for where, tile in lies.items():
                    if tile == found.won:
                        yield tuple(
                            Laid(
                                group,
                                tuple(place for place, kind in enumerate(group) if lies[at, place] != kind),
                                at == where[0],
                            )
                            for at, group in enumerate(reading)
                        )


def standing(layout: Layout) -> int:
    return sum(len(group.wild) for group in layout)


def any_won(layout: Layout, condition: Callable[[Laid], bool]) -> bool:
    return any(group.won and condition(group) for group in layout)


FIVE = TILES.index("5m")
ASKED: dict[str, Callable[[Layout, Deal], bool]] = {
    "some(pair.won().wild(1))": lambda laid, _: any_won(laid, lambda g: len(g.tiles) == 2 and len(g.wild) == 1),
    "some(pair.won().wild(2))": lambda laid, _: any_won(laid, lambda g: len(g.tiles) == 2 and len(g.wild) == 2),
    "some(pair.won().wild(1)) & ~winning_wild": lambda laid, found: (
        found.won not in found.wild and any_won(laid, lambda g: len(g.tiles) == 2 and len(g.wild) == 1)
    ),
    "some(meld.won().wild(2)) & substitutes(2)": lambda laid, _: (
        standing(laid) <= 2 and any_won(laid, lambda g: len(g.tiles) == 3 and len(g.wild) == 2)
    ),
    "some(sequence.won().wild(0)) & substitutes(1)": lambda laid, _: (
        standing(laid) <= 1 and any_won(laid, lambda g: g.is_sequence and not g.wild)
    ),
    "some(sequence.of('123456m').won('5m', wait='middle'))": lambda laid, found: (
        found.won == FIVE and any_won(laid, lambda g: g.is_sequence and g.tiles[1] == FIVE)
    ),
    "some(sequence.touching('5m').won().wild_as('5m')) & winning_wild": lambda laid, found: (
        found.won in found.wild
        and any_won(laid, lambda g: g.is_sequence and any(g.tiles[place] == FIVE for place in g.wild))
    ),
    "some(triplet.won()) & substitutes(1)": lambda laid, _: (
        standing(laid) <= 1 and any_won(laid, lambda g: len(g.tiles) == 3 and not g.is_sequence)
    ),
    "no(pair.won()) & substitutes(0)": lambda laid, _: (
        standing(laid) == 0 and any_won(laid, lambda g: len(g.tiles) != 2)
    ),
    "substitutes(1) & at_least(4, '456m')": lambda laid, _: (
        standing(laid) <= 1 and sum(kind in (3, 4, 5) for group in laid for kind in group.tiles) >= 4
    ),
    "every((triplet | pair).won() | sequence)": lambda laid, _: all(g.won or g.is_sequence for g in laid),
}
POOL = tuple(TileSet.parse("234567m12z"))


def small_deal(rng: random.Random, wilds: int) -> Deal:
    """Two melds and a pair of few kinds, some of the tiles exchanged for wild ones, and perhaps another for any."""
    while True:
        runs = [(first, first + 1, first + 2) for first in POOL[:4]]
        groups = [rng.choice(runs) if rng.random() < 0.6 else (rng.choice(POOL),) * 3 for _ in range(2)]
        tiles = [kind for group in (*groups, (rng.choice(POOL),) * 2) for kind in group]
        wild = tuple(sorted(rng.sample(POOL, rng.choice((1, 2, 2)))))
        own = sum(kind in wild for kind in tiles)
        others = [place for place, kind in enumerate(tiles) if kind not in wild]
        if not 0 <= wilds - own <= len(others):
            continue
        for place in rng.sample(others, wilds - own):
            tiles[place] = rng.choice(wild)
        if rng.random() < 1 / 4:
            tiles[rng.randrange(8)] = rng.choice(POOL)
        counts = tuple(tiles.count(kind) for kind in range(34))
        if max(counts) <= 4 and sum(counts[kind] for kind in wild) <= 3:
            return Deal(counts, (), wild, rng.choice(tiles))


@few_or_many(12, 45)
def test_which_tiles_of_which_groups_are_wild(number: int) -> None:
    """Both engines find a layout that holds exactly where the layouts written out one by one have one."""
    rng = random.Random(12)
    shape = 2 * meld + pair & only(POOL)
    rules = {code: RuleSet(shape & made(code)) for code in ASKED}
    won: Counter[str] = Counter()
    wrong = []
    for n in range(number):
        found = small_deal(rng, n % 3 if n % 10 else 3)
        layouts = set(laid_out(found, 2, POOL))
        for code, holds in ASKED.items():
            expected = any(holds(layout, found) for layout in layouts)
            won[code] += expected
            for engine in ENGINES:
                if rules[code].is_win(str(found), engine, **found.asked) != expected:
                    wrong.append((code, engine, str(found), found.asked, expected))
    assert wrong == []
    assert min(won[code] for code in ASKED) >= (3 if number > 12 else 0), won
