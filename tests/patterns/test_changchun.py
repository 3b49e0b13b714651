"""Changchun, held against a plain judge written from its rules."""

from __future__ import annotations

import oracle
import pytest
import switched
from strategies import few_or_many
from switched import Deal, Game, has_triplet, readings
from words import DRAGONS, On, in_pairs, pair_of, suits


def changchun(deal: Deal, on: On) -> bool:
    whole = oracle.held(deal.counts, deal.melds)
    number = suits(deal.counts, deal.melds)
    if number == 2 or (number < 2 and not on["lone_suit"]):
        return False
    if not any(whole[tile] for tile in (oracle.ORPHANS if on["honours_count"] else oracle.TERMINALS)):
        return False
    if on["seven_pairs"] and in_pairs(deal.counts, deal.melds):
        return True
    open_melds = [kind for kind, _ in deal.melds if kind != "an-gang"]
    if (on["must_open"] and not open_melds) or (len(open_melds) == 4 and "chi" in open_melds):
        return False
    return any(
        has_triplet(reading, deal.melds) or (on["dragon_pair"] and pair_of(reading) in DRAGONS)
        for reading in readings(deal)
    )


GAME = Game("changchun", changchun, on="seven_pairs dragon_pair honours_count", off="must_open lone_suit")


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
