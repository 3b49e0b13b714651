"""How far a hand is from a win with wild tiles, a winning tile that is read, and facts, against every win there is."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from enumerated import every_hand
from strategies import few_or_many, long

from regexhu import Hand, RuleError, RuleSet, load
from regexhu.blocks import (
    meld,
    no_forbidden,
    no_wild,
    pair,
    self_draw,
    sequence,
    some,
    substitutes,
    triplet,
    waits_on,
    wild_claimed,
    winning,
    winning_wild,
)
from regexhu.hands.hand import text_of
from regexhu.hands.tiles import NAMES
from regexhu.syntax.tree import Pattern

TILES, MELD = "123m5z", "11-1m"
Answer = tuple[int, dict[str, int]]


def by_every_win(wins: list[tuple[Counter[str], str | None]], held: Counter[str], melded: str) -> Answer:
    """The fewest tiles that lack, and those that bring the hand nearer, by comparing it with every win."""
    beside = Counter(tile for part in Hand.parse(melded).declared for tile in map(NAMES.__getitem__, part.tiles))
    found: dict[int, set[str]] = {}
    for tiles, won in wins:
        drawn = tiles - held
        if won is not None and not drawn[won]:
            drawn[won] = 1
        if all(held[tile] + number + beside[tile] <= 4 for tile, number in drawn.items()):
            found.setdefault(drawn.total(), set()).update(drawn)
    distance = min(found)
    return distance, {tile: 4 - held[tile] - beside[tile] for tile in NAMES if tile in found[distance]}


CASES: list[tuple[Pattern, dict[str, Any]]] = [
    (meld + pair, {"wild": "5z"}),
    (meld + pair, {"wild": "3m5z"}),
    (meld + pair & some(sequence), {"wild": "1m"}),
    (meld + pair & substitutes(1), {"wild": "5z"}),
    (meld + pair & no_wild, {"wild": "5z"}),
    (meld + pair & ~no_wild, {"wild": "3m"}),
    (meld + pair & no_forbidden, {"forbidden": "2m"}),
    (meld + pair & (no_forbidden | some(triplet)), {"forbidden": "1m5z"}),
    (meld + pair & (wild_claimed | self_draw), {"wild": "1m", "self_draw": False}),
    (meld + pair & some(sequence.won(wait="middle")), {}),
    (meld + pair & winning("5z"), {}),
    (meld + pair & waits_on("1m5z", by=RuleSet(meld + pair)), {}),
]


@few_or_many(20, 100)
@pytest.mark.parametrize(
    ("win", "asked"),
    [
        *(pytest.param(*case, id=f"{case[0]!r} {case[1]}") for case in CASES),
        long(meld + pair & some(pair.won()) & ~winning_wild, {"wild": "5z"}),
    ],
)
def test_the_distance_is_the_least_over_every_win(win: Pattern, asked: dict[str, Any], number: int) -> None:
    rules, rng = RuleSet(win, tiles=TILES), random.Random(repr(win))
    marked, met = "winning_tile" in rules.needs, set()
    for melded in ("", MELD):
        held_beside = Counter(tile for part in Hand.parse(melded).declared for tile in part.tiles)
        wins: list[tuple[Counter[str], str | None]] = []
        for size in (5, 6):
            for text in every_hand(rules.tiles, size, melds=melded):
                tiles = Counter(Hand.parse(text).tiles)
                for won in tiles if marked else [None]:
                    told = {**asked, "winning_tile": won} if won else asked
                    if rules.is_win(text, "regex", **told):
                        wins.append((tiles, won))
        wall = [tile for kind in rules.tiles for tile in [NAMES[kind]] * (4 - held_beside[kind])]
        for _ in range(number if wins else 0):
            held = Counter(rng.sample(wall, rng.randrange(0, 5 - (3 if melded else 0))))
            text = text_of([held[name] for name in NAMES]) + (f",{melded}" if melded else "")
            distance, nearer = by_every_win(wins, held, melded)
            assert (rules.distance(text, **asked), rules.next_tiles(text, **asked)) == (distance, nearer), text
            met.add(distance)
    assert len(met) > 1


def test_a_nearest_win_may_hold_more_wild_tiles_than_the_hand() -> None:
    rules = RuleSet(meld + pair & ~no_wild)
    assert rules.next_tiles("123m5z", wild="7z") == {"7z": 4}
    assert rules.distance("123m55z", wild="7z") == 1


def test_a_whole_hand_has_to_come_with_its_winning_tile_where_that_is_read_and_a_short_one_draws_it() -> None:
    rules = RuleSet(meld + pair & some(sequence.won(wait="middle")), tiles=TILES)
    assert (rules.distance("123m55z", winning_tile="2m"), rules.distance("123m55z", winning_tile="1m")) == (0, 1)
    assert rules.next_tiles("123m55z", winning_tile="1m") == {"2m": 3}
    assert rules.distance("13m55z") == 1
    with pytest.raises(RuleError, match="has to know winning_tile"):
        rules.distance("123m55z")
    with pytest.raises(RuleError, match="a hand that is short wins by a tile that it draws: leave out winning_tile"):
        rules.distance("13m55z", winning_tile="1m")


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("riichi", {"wild": ""}),
        pytest.param("riichi", {"wild": "7z"}, marks=pytest.mark.long),
        pytest.param("hangzhou", {"self_draw": True}, marks=pytest.mark.long),
        pytest.param("shanxi", {"self_draw": True, "ready": True}, marks=pytest.mark.long),
        pytest.param("wuhan?must_open=off", {"forbidden": "5z", "wild": ""}, marks=pytest.mark.long),
    ],
)
def test_hands_of_the_rule_sets_are_as_far_as_single_verdicts_say(name: str, asked: dict[str, Any]) -> None:
    """A sampled win without one tile is one draw away, by its waits; the draws are those that win."""
    rules = load(name)
    for text in rules.sample(5, seed=2, **asked):
        hand = Hand.parse(text)
        completing = (hand.winning_tile or "",) if "winning_tile" in rules.needs else hand.tiles[:3]
        for tile in completing:
            left = Counter(hand.tiles) - Counter([tile])
            short = text_of([left[name] for name in NAMES])
            assert rules.distance(short, **asked) == 1, short
            assert list(rules.next_tiles(short, **asked)) == rules.waits(short, **asked), short
