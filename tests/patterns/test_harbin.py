"""Harbin: the verdicts of the oracle."""

from __future__ import annotations

from itertools import islice

import oracle
import pytest
from judged import agrees_on_waits, at_random, disagreements, of_one_suit
from strategies import few_or_many, listed, long
from words import every_engine

from regexhu import Hand


@every_engine
@pytest.mark.parametrize(("every", "wins"), [(20, 204), long(1, 4_475)])
def test_hands_of_one_suit_and_a_claimed_triplet(every: int, wins: int, engine: str) -> None:
    """Every hand that there is, or of so many one.

    A whole hand of one suit is lost in Harbin; the claimed 111p brings the second suit, the triplet and the 1.
    """
    claimed = Hand.parse("11-1p").melds
    concealed = [oracle.in_suit(nine) for nine in islice(oracle.one_suit_hands(11), 0, None, every)]
    hands = [((counts, (("peng", 9),)), Hand(tuple(listed(counts)), claimed)) for counts in concealed]
    won, wrong = disagreements(hands, "harbin", engine)
    assert (won, wrong) == (wins, [])
    assert won == sum(oracle.standard(*hand) for hand, _ in hands)


@every_engine
def test_no_hand_of_one_suit_wins(engine: str) -> None:
    assert disagreements(of_one_suit(40), "harbin", engine) == (0, [])


@few_or_many(2_000, 20_000)
@every_engine
def test_random_hands(engine: str, number: int) -> None:
    won, wrong = disagreements(at_random(number), "harbin", engine)
    assert wrong == []
    assert won > number // 7


@few_or_many(100, 300)
def test_waits_are_what_the_oracle_waits_for(number: int) -> None:
    agrees_on_waits("harbin", number)
