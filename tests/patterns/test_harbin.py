"""Harbin: the verdicts of the oracle."""

from __future__ import annotations

import oracle
from judged import agrees_on_waits, at_random, disagreements, of_one_suit
from strategies import listed
from words import every_engine

from regexhu import Hand


@every_engine
def test_every_hand_of_one_suit_and_a_claimed_triplet(engine: str) -> None:
    """A whole hand of one suit is lost in Harbin; the claimed 111p brings the second suit, the triplet and the 1."""
    claimed = Hand.parse("11-1p").melds
    concealed = [oracle.in_suit(nine) for nine in oracle.one_suit_hands(11)]
    hands = [((counts, (("peng", 9),)), Hand(tuple(listed(counts)), claimed)) for counts in concealed]
    won, wrong = disagreements(hands, "harbin", engine)
    assert wrong == []
    assert won == sum(oracle.standard(*hand) for hand, _ in hands) > 4_000


@every_engine
def test_no_hand_of_one_suit_wins(engine: str) -> None:
    assert disagreements(of_one_suit()[::20], "harbin", engine) == (0, [])


@every_engine
def test_random_hands(engine: str) -> None:
    won, wrong = disagreements(at_random(), "harbin", engine)
    assert wrong == []
    assert won > 3_000


def test_waits_are_what_the_oracle_waits_for() -> None:
    agrees_on_waits("harbin", 300)
