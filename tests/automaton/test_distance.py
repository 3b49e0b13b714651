"""How far a hand is from a win, and the tiles that bring it nearer."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import cache

import numpy as np
import oracle
import pytest
from brute import CHARACTERS, RIICHI, dealt_hands, rules, wins_in_one_suit
from strategies import TILES, few_or_many, made

from regexhu import Hand, RuleError, RuleSet, explain, load
from regexhu.hands.hand import text_of


@cache
def distances(number: int) -> list[int]:
    riichi = load("riichi")
    return [riichi.distance(oracle.to_mpsz(counts)) for counts in dealt_hands()[:number]]


def by_xiangting(counts: tuple[int, ...]) -> int:
    from xiangting import PlayerCount, calculate_replacement_number

    return calculate_replacement_number(list(counts), PlayerCount.FOUR)


def by_mahjong(counts: tuple[int, ...]) -> int:
    from mahjong.shanten import Shanten

    return Shanten.calculate_shanten(list(counts)) + 1


@few_or_many(1_000, 20_000)
@pytest.mark.parametrize(("package", "peer"), [("xiangting", by_xiangting), ("mahjong", by_mahjong)])
def test_the_distance_in_riichi_is_shanten_and_one_more(
    package: str, peer: Callable[[tuple[int, ...]], int], number: int
) -> None:
    pytest.importorskip(package, reason=f"{package} is not installed")
    wrong = [
        oracle.to_mpsz(counts)
        for counts, distance in zip(dealt_hands(), distances(number), strict=False)
        if peer(counts) != distance
    ]
    assert wrong == []
    assert set(distances(number)) >= {0, 1, 2, 3, 4, 5, 6}


@few_or_many(200, 1_500)
def test_the_next_tiles_in_riichi_are_those_that_xiangting_names(number: int) -> None:
    xiangting = pytest.importorskip("xiangting", reason="xiangting is not installed")
    riichi = load("riichi")
    for counts in dealt_hands()[:number]:
        _, flags = xiangting.calculate_necessary_tiles(list(counts), xiangting.PlayerCount.FOUR)
        named = [tile for tile, on in zip(TILES, xiangting.to_array(flags), strict=True) if on]
        assert list(riichi.next_tiles(oracle.to_mpsz(counts))) == named, oracle.to_mpsz(counts)


MELDS: list[tuple[oracle.Meld, ...]] = [(), (("peng", 4),), (("chi", 2), ("an-gang", 8)), (("chi", 0), ("peng", 0))]


@few_or_many(40, 150)
@pytest.mark.parametrize("melds", MELDS)
def test_distance_and_next_tiles_are_what_comparing_with_every_win_gives(
    melds: tuple[oracle.Meld, ...], number: int
) -> None:
    """In one suit every winning hand is known: the nearest have the fewest tiles that the hand lacks."""
    full = 14 - 3 * len(melds)
    wins = np.array(wins_in_one_suit(melds))
    one_suit, rng, met = rules(RIICHI, CHARACTERS), random.Random(full), Counter[int]()
    taken = oracle.held((0,) * 34, melds)
    wall = [tile for tile in range(9) for _ in range(4 - taken[tile])]
    for n in range(number):
        hand = rng.sample(wall, full - min(n % 4, full - 1))
        counts = tuple(hand.count(tile) for tile in range(34))
        lacking = np.maximum(wins - counts[:9], 0)
        distance = int(lacking.sum(axis=1).min())
        drawn = lacking[lacking.sum(axis=1) == distance].any(axis=0)
        text = oracle.to_mpsz(counts, melds)
        assert one_suit.distance(text) == distance, text
        left = {TILES[tile]: 4 - taken[tile] - counts[tile] for tile in range(9) if drawn[tile]}
        assert one_suit.next_tiles(text) == left, text
        assert all(left.values())
        met[distance] += 1
    assert set(met) >= {0, 1, 2} or melds


def test_next_tiles_of_a_hand_that_waits_are_its_waits() -> None:
    rng, waited = random.Random(4), 0
    for _ in range(300):
        counts, melds = oracle.random_hand(rng)
        if sum(counts) + 3 * len(melds) != 14:
            continue
        tile = rng.choice([tile for tile in range(34) if counts[tile]])
        short = (*counts[:tile], counts[tile] - 1, *counts[tile + 1 :])
        waits = [TILES[kind] for kind in oracle.waits(short, melds, oracle.riichi)]
        text = oracle.to_mpsz(short, melds)
        assert load("riichi").distance(text) == 1
        assert list(load("riichi").next_tiles(text)) == waits
        waited += 1
    assert waited > 100


def test_a_win_is_no_distance_away_and_a_hand_without_one_is_refused() -> None:
    riichi = load("riichi")
    assert (riichi.distance("123m456p789s11122z"), riichi.next_tiles("123m456p789s11122z")) == (0, {})
    with pytest.raises(RuleError, match="rule set riichi wins no hand of 15 tiles or more beside these melds"):
        riichi.distance("123m456p789s111222z")


KONGS_COUNT = [
    "2 * meld + pair & (some(kong) | no(meld))",
    "2 * meld + pair & (at_least(2, kong) | some(sequence) & has('1z'))",
    "2 * meld + pair | 3 * meld + pair & some(kong)",
    "1 * meld + pair & ~has('1m') | 3 * pair & has('1z')",
]


@pytest.mark.fault(41)
def test_the_fewest_tiles_may_lead_to_a_hand_with_a_kong() -> None:
    either = RuleSet(made("4 * meld + pair & (some(kong) | exactly(4, triplet))"))
    assert either.distance("111m234567p789s55z") == 1
    assert either.next_tiles("111m234567p789s55z") == {"1m": 1}
    assert "1 tile from a win: draw 1m" in str(explain("111m234567p789s55z", either))


@few_or_many(30, 300)
@pytest.mark.parametrize("code", KONGS_COUNT)
def test_distance_is_the_least_over_the_wins_of_all_sizes(code: str, number: int) -> None:
    few, rng = RuleSet(made(code), tiles="1234m1z"), random.Random(code)
    wins = np.array([Hand.parse(hand).counts for size in few.sizes for hand in few.hands(size)])
    wall = [kind for kind in (0, 1, 2, 3, 27) for _ in range(4)]
    for _ in range(number):
        held = rng.sample(wall, rng.randrange(1, few.sizes[-1] + 1))
        counts = [held.count(kind) for kind in range(34)]
        lacking = np.maximum(wins[wins.sum(axis=1) >= len(held)] - counts, 0)
        if not len(lacking):
            with pytest.raises(RuleError, match="wins no hand of"):
                few.distance(text_of(counts))
            continue
        distance = lacking.sum(axis=1).min()
        assert few.distance(text_of(counts)) == distance
        nearer = lacking[lacking.sum(axis=1) == distance].any(axis=0)
        assert list(few.next_tiles(text_of(counts))) == [TILES[kind] for kind in np.flatnonzero(nearer)]
