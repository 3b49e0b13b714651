"""Riichi: published numbers, the verdicts of the oracle, hands in its three forms, and a peer."""

from __future__ import annotations

import forms
import oracle
import pytest
from judged import agrees_on_waits, at_random, disagreements, of_one_suit
from words import Melds, every_engine

from regexhu import load


def test_published_numbers_of_winning_hands() -> None:
    assert load("riichi").count(14) == 16_873_619
    assert load("riichi").count(14, weighted=True) == 12_859_078_207_674


@every_engine
def test_every_hand_of_14_tiles_in_one_suit(engine: str) -> None:
    assert disagreements(of_one_suit(), "riichi", engine) == (13_277, [])


@every_engine
def test_random_hands(engine: str) -> None:
    won, wrong = disagreements(at_random(), "riichi", engine)
    assert wrong == []
    assert won > 3_000


def test_waits_are_what_the_oracle_waits_for() -> None:
    agrees_on_waits("riichi", 300)


@every_engine
def test_random_hands_in_its_forms(engine: str) -> None:
    forms.agrees("riichi", oracle.riichi, engine, 1_500)


def mahjong_wins(counts: oracle.Counts, melds: Melds) -> bool:
    from mahjong.agari import Agari

    whole = list(oracle.held(counts, melds))
    return Agari.is_agari(whole, [list(oracle.meld_tiles(meld)) for meld in melds])


def test_the_peer_agrees_on_winning_and_on_other_hands() -> None:
    pytest.importorskip("mahjong.agari", reason="mahjong is not installed")
    forms.agrees_with_a_peer("riichi", mahjong_wins, 20_000)
