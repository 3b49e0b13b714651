"""Four melds and a pair: published numbers, and the verdicts of the oracle."""

from __future__ import annotations

import pytest
from judged import agrees_on_waits, at_random, disagreements, of_one_suit
from words import every_engine

from regexhu import load


@pytest.mark.parametrize(("weighted", "number"), [(False, 11_498_658), (True, 11_353_128_141_498)])
def test_published_numbers_of_winning_hands(weighted: bool, number: int) -> None:
    assert load("standard").count(14, weighted) == number


@every_engine
def test_every_hand_of_14_tiles_in_one_suit(engine: str) -> None:
    assert disagreements(of_one_suit(), "standard", engine) == (13_259, [])


@every_engine
def test_random_hands(engine: str) -> None:
    won, wrong = disagreements(at_random(), "standard", engine)
    assert wrong == []
    assert won > 3_000


def test_waits_are_what_the_oracle_waits_for() -> None:
    agrees_on_waits("standard", 300)
