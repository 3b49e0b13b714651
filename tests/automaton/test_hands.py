"""Hands one after the other, and samples of them."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from math import comb

import numpy as np
import oracle
import pytest
from brute import CHARACTERS, RIICHI, SMALL, judged, rules, small_hands, wins_in_one_suit
from strategies import counts_of

from regexhu import RuleError, RuleSet, load


@pytest.mark.parametrize("code", SMALL)
def test_every_hand_comes_once_those_with_more_low_tiles_first(code: str) -> None:
    hands = list(rules(code, "1234m7z").hands(5))
    assert [counts_of(hand) for hand in hands] == list(small_hands(code))
    assert rules(code, "1234m7z").count(5) == len(hands) > 5
    physical = sum(int(np.prod([comb(4, copies) for copies in counts])) for counts in small_hands(code))
    assert rules(code, "1234m7z").count(5, weighted=True) == physical


def test_every_hand_of_one_suit() -> None:
    hands = [counts_of(hand)[:9] for hand in rules(RIICHI, CHARACTERS).hands(14)]
    assert hands == sorted(wins_in_one_suit(()), reverse=True)


def test_hands_come_lazily() -> None:
    first = list(islice(load("guobiao").hands(14), 3))
    assert first == ["11112222333344m", "11112222333345m", "11112222333355m"]
    assert all(judged("guobiao", hand) for hand in first)


# Samples


def test_the_same_seed_gives_the_same_hands() -> None:
    riichi = load("riichi")
    assert riichi.sample(20, seed=7) == riichi.sample(20, seed=7) == RuleSet(riichi.win).sample(20, seed=7)
    assert riichi.sample(20, seed=7) != riichi.sample(20, seed=8)
    assert riichi.sample(20, seed=7)[:5] == riichi.sample(5, seed=7)
    assert len(set(riichi.sample(50, seed=1))) == 50


def test_no_seed_gives_other_hands_each_time() -> None:
    assert load("riichi").sample(5) != load("riichi").sample(5)


@pytest.mark.parametrize("name", ["harbin", "riichi", "guobiao", "taiwan", "hongkong"])
def test_a_sample_wins_and_has_the_size_that_was_asked_for(name: str) -> None:
    for size in range(14, 18) if name == "harbin" else load(name).sizes[:1]:
        hands = load(name).sample(15, seed=size, tiles=size)
        assert all(judged(name, hand) for hand in hands)
        assert {sum(counts_of(hand)) for hand in hands} == {size}


@pytest.mark.parametrize("code", SMALL)
def test_every_hand_is_sampled_as_often_as_any_other(code: str) -> None:
    """Chi-square stays within four standard deviations of its mean."""
    hands = list(rules(code, "1234m7z").hands(5))
    drawn = Counter(rules(code, "1234m7z").sample(200 * len(hands), seed=1))
    assert set(drawn) == set(hands)
    chi_square = sum((drawn[hand] - 200) ** 2 / 200 for hand in hands)
    freedom = len(hands) - 1
    assert abs(chi_square - freedom) < 4 * (2 * freedom) ** 0.5


def test_a_form_is_sampled_as_often_as_it_has_hands() -> None:
    hands = load("riichi").sample(4_000, seed=3)
    pairs = sum(oracle.seven_pairs(counts_of(hand)) for hand in hands)
    share = comb(34, 7) / 16_873_619
    assert abs(pairs - 4_000 * share) < 4 * (4_000 * share * (1 - share)) ** 0.5


def test_nothing_is_sampled_where_nothing_wins() -> None:
    with pytest.raises(RuleError, match="wins no hand in this context, so there is none to sample"):
        rules("4 * meld + pair & has('1m') & only('23456789m')").sample()
    with pytest.raises(RuleError, match="rule set harbin wins no concealed hand of 13 tiles"):
        load("harbin").sample(tiles=13)
