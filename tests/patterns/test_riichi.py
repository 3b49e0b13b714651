"""Riichi: published numbers, the verdicts of the oracle, hands in its three forms, and a peer."""

from __future__ import annotations

import forms
import oracle
import pytest
from judged import agrees_on_waits, at_random, disagreements, of_one_suit
from strategies import few_or_many, long
from words import Melds, every_engine

from regexhu import load


def test_published_numbers_of_winning_hands() -> None:
    assert load("riichi").count(14) == 16_873_619
    assert load("riichi").count(14, weighted=True) == 12_859_078_207_674


@every_engine
@pytest.mark.parametrize(("every", "wins"), [(40, 280), long(1, 13_277)])
def test_hands_of_14_tiles_in_one_suit(every: int, wins: int, engine: str) -> None:
    """Every hand that there is, or of so many one."""
    assert disagreements(of_one_suit(every), "riichi", engine) == (wins, [])


@few_or_many(2_000, 20_000)
@every_engine
def test_random_hands(engine: str, number: int) -> None:
    won, wrong = disagreements(at_random(number), "riichi", engine)
    assert wrong == []
    assert won > number // 7


@few_or_many(100, 300)
def test_waits_are_what_the_oracle_waits_for(number: int) -> None:
    agrees_on_waits("riichi", number)


@few_or_many(300, 1_500)
@every_engine
def test_random_hands_in_its_forms(engine: str, number: int) -> None:
    forms.agrees("riichi", oracle.riichi, engine, number)


def mahjong_wins(counts: oracle.Counts, melds: Melds) -> bool:
    from mahjong.agari import Agari

    whole = list(oracle.held(counts, melds))
    return Agari.is_agari(whole, [list(oracle.meld_tiles(meld)) for meld in melds])


@few_or_many(1_000, 20_000)
def test_the_peer_agrees_on_winning_and_on_other_hands(number: int) -> None:
    pytest.importorskip("mahjong.agari", reason="mahjong is not installed")
    forms.agrees_with_a_peer("riichi", mahjong_wins, number)
