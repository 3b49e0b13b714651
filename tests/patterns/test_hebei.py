"""Hebei, held against a plain judge written from its rules, and its published number of winning hands."""

from __future__ import annotations

import oracle
import pytest
import switched
from strategies import few_or_many
from switched import Deal, Game, readings
from words import DRAGONS, On, in_pairs, suits

from regexhu import load


def with_dragon_runs(deal: Deal) -> bool:
    """Four melds and a pair, some of the melds white, green and red."""
    melds, counts = len(deal.melds), list(deal.counts)
    if not oracle.is_legal(deal.counts, deal.melds):
        return False
    for runs in range(5 - melds):
        if min(counts) < 0:
            return False
        if oracle.readings(tuple(counts), 4 - melds - runs, 1, 0):
            return True
        for dragon in DRAGONS:
            counts[dragon] -= 1
    return False


def hebei(deal: Deal, on: On) -> bool:
    whole = oracle.held(deal.counts, deal.melds)
    number = suits(deal.counts, deal.melds)
    same_gate = max(sum(whole[start : start + 9]) for start in (0, 9, 18, 27))
    if (
        (not on["winds"] and any(whole[oracle.HONOURS :]))
        or (on["missing_suit"] and number > 2)
        or (on["eight_tiles"] and same_gate < 8)
        or (on["must_be_ready"] and not deal.ready)
        or (on["self_draw_only"] and not deal.self_draw)
    ):
        return False
    if in_pairs(deal.counts, deal.melds) or oracle.thirteen_orphans(deal.counts, deal.melds):
        return True
    if not on["chi"] and any(kind == "chi" for kind, _ in deal.melds):
        return False
    return bool(readings(deal)) or (on["dragon_run"] and with_dragon_runs(deal))


GAME = Game("hebei", hebei, on="winds", off="chi dragon_run missing_suit eight_tiles must_be_ready self_draw_only")


@few_or_many(200, 2_000)
def test_random_hands_half_of_them_winning(number: int) -> None:
    switched.agrees_on_random_hands(GAME, number)


def test_the_switches_and_their_defaults() -> None:
    switched.has_these_switches(GAME)


@few_or_many(10, 40)
@pytest.mark.parametrize("key", GAME.defaults)
def test_a_switch_both_ways_on_the_hands_that_it_decides(key: str, number: int) -> None:
    switched.agrees_both_ways(GAME, key, number)


@few_or_many(2, 8)
def test_switches_in_any_company(number: int) -> None:
    switched.agrees_in_any_company(GAME, number)


@pytest.mark.parametrize(
    ("on", "wild", "most"),
    [
        ({}, "5m", 2),
        ({"eight_tiles": True}, "3p", 1),
        ({"missing_suit": True, "dragon_run": True}, "6z", 1),
    ],
)
def test_wild_tiles(on: On, wild: str, most: int) -> None:
    switched.agrees_with_wild_tiles(GAME, on, wild, most)


def test_the_number_of_winning_hands() -> None:
    standard, pairs, both = 11_353_128_141_498, 1_569_298_171_584, 1_318_439_178
    orphans = 1_308_622_848
    assert load("hebei").count(14, weighted=True) == standard + pairs - both + orphans
