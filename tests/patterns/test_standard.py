"""Four melds and a pair: published numbers, and the verdicts of the oracle."""

from __future__ import annotations

import pytest
from judged import agrees_on_waits, at_random, disagreements, of_one_suit
from strategies import few_or_many, long
from words import every_engine

from regexhu import load


@pytest.mark.parametrize(("weighted", "number"), [(False, 11_498_658), (True, 11_353_128_141_498)])
def test_published_numbers_of_winning_hands(weighted: bool, number: int) -> None:
    assert load("standard").count(14, weighted) == number


@every_engine
@pytest.mark.parametrize(("every", "wins"), [(40, 280), long(1, 13_259)])
def test_hands_of_14_tiles_in_one_suit(every: int, wins: int, engine: str) -> None:
    """Every hand that there is, or of so many one."""
    assert disagreements(of_one_suit(every), "standard", engine) == (wins, [])


@few_or_many(2_000, 20_000)
@every_engine
def test_random_hands(engine: str, number: int) -> None:
    won, wrong = disagreements(at_random(number), "standard", engine)
    assert wrong == []
    assert won > number // 7


@few_or_many(100, 300)
def test_waits_are_what_the_oracle_waits_for(number: int) -> None:
    agrees_on_waits("standard", number)
