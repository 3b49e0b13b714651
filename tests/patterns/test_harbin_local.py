"""Harbin's local checklist, held against a plain judge written from its rules."""

from __future__ import annotations

import oracle
import pytest
import switched
from strategies import few_or_many
from switched import Deal, Game, has_triplet, readings
from words import On, in_pairs, pair_of, suits

from regexhu import load


def has_sequence(reading: oracle.Reading, melds: tuple[oracle.Meld, ...]) -> bool:
    return any(kind == "chi" for kind, _ in melds) or any(len(set(group)) == 3 for group in reading)


def waits_as_the_room_wants(group: oracle.Group, won: int, on: On) -> bool:
    if len(group) == 2:
        return on["pair_wait"] and group[0] == won
    if len(set(group)) == 1:
        return False
    finishes_edge = (group[0] % 9 == 0 and group[2] == won) or (group[0] % 9 == 6 and group[0] == won)
    return group[1] == won or (on["edge_wait"] and finishes_edge)


def harbin_local(deal: Deal, on: On) -> bool:
    whole = oracle.held(deal.counts, deal.melds)
    terminals = (*oracle.TERMINALS, oracle.RED) if on["red_counts"] else oracle.TERMINALS
    before = [n - (tile == deal.won) for tile, n in enumerate(whole)]
    number = suits(deal.counts, deal.melds)
    if (
        any(whole[oracle.HONOURS : oracle.RED])
        or not deal.ready
        or not any((before if on["hard_terminal"] else whole)[tile] for tile in terminals)
        or (number < 2 and not on["one_suit"])
        or (number < 3 and on["three_suits"])
        or len(deal.melds) > 3
    ):
        return False
    if on["seven_pairs"] and in_pairs(deal.counts, deal.melds) and (on["pair_wait"] or not on["middle_wait"]):
        return True
    opened = any(kind != "an-gang" for kind, _ in deal.melds) or (on["kong_opens"] and bool(deal.melds))
    if on["must_open"] and not opened:
        return False
    return any(
        (has_triplet(reading, deal.melds) or (on["red_counts"] and pair_of(reading) == oracle.RED))
        and (has_sequence(reading, deal.melds) or on["all_triplets"])
        and (not on["middle_wait"] or any(waits_as_the_room_wants(group, deal.won, on) for group in reading))
        for reading in readings(deal)
    )


GAME = Game(
    "harbin_local",
    harbin_local,
    on="must_open red_counts pair_wait",
    off="kong_opens hard_terminal one_suit three_suits all_triplets seven_pairs middle_wait edge_wait",
    pool=(*range(oracle.HONOURS), oracle.RED),
    company={"edge_wait": {"middle_wait": True}, "pair_wait": {"middle_wait": True}},
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


def test_harbin_wins_no_closed_hand_unless_it_may() -> None:
    assert load("harbin_local").count(14, ready=True) == 0
    assert load("harbin_local", must_open=False).count(14, ready=True) > 0
    assert load("harbin_local", must_open=False).count(14, ready=False) == 0
