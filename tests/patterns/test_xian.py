"""Xi'an, held against a plain judge written from its rules, and its published numbers of winning hands."""

from __future__ import annotations

import oracle
import pytest
import switched
from strategies import few_or_many
from switched import Deal, Game, readings
from words import TILES_258, On, in_pairs, pair_of, suits

from regexhu import load


def xian(deal: Deal, on: On) -> bool:
    whole = oracle.held(deal.counts, deal.melds)
    if (
        (not on["winds"] and any(whole[oracle.HONOURS :]))
        or (on["missing_suit"] and suits(deal.counts, deal.melds) > 2)
        or (on["self_draw_only"] and not deal.self_draw)
    ):
        return False
    if (
        on["seven_pairs"]
        and in_pairs(deal.counts, deal.melds)
        and (not on["pair_258"] or any(whole[tile] for tile in TILES_258))
    ):
        return True
    if any(kind == "chi" for kind, _ in deal.melds):
        return False
    allowed = {*TILES_258, *(range(oracle.HONOURS, oracle.KINDS) if on["honour_pair_ok"] else ())}
    return any(not on["pair_258"] or pair_of(reading) in allowed for reading in readings(deal))


GAME = Game(
    "xian",
    xian,
    on="",
    off="winds seven_pairs pair_258 honour_pair_ok missing_suit self_draw_only",
    company={"honour_pair_ok": {"winds": True, "pair_258": True}},
)


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
        ({}, "7z", 2),
        ({"pair_258": True, "seven_pairs": True}, "7z", 1),
        ({"winds": True, "missing_suit": True}, "7z", 1),
    ],
)
def test_wild_tiles(on: On, wild: str, most: int) -> None:
    switched.agrees_with_wild_tiles(GAME, on, wild, most)


def test_the_number_of_winning_hands() -> None:
    assert (load("xian").count(14), load("xian").count(14, weighted=True)) == (5_237_550, 7_140_498_565_560)
