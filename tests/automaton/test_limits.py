"""Too many states, and many threads."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import oracle
import pytest
from brute import dealt_hands
from strategies import made

from regexhu import RuleSet, TooManyStates, load

# Limits


def test_too_many_states_names_the_limit_and_two_ways_on() -> None:
    message = r"\d+ states of at most 100; raise most_states, or judge with the regex engine\."
    with pytest.raises(TooManyStates, match=message) as caught:
        load("standard").with_(most_states=100).count(14)
    assert caught.value.reached > caught.value.limit == 100


def test_a_rule_set_that_outgrows_its_limit_is_judged_by_regex() -> None:
    grown = RuleSet(made("4 * meld + pair & has_each('123456789m')"), most_states=5)
    for engine in ("auto", "regex"):
        assert grown.is_win("123456789m11122z", engine=engine)
        assert not grown.is_win("123456m789s11122z", engine=engine)
    for ask in (lambda: grown.is_win("123456789m11122z", engine="automaton"), grown.count, grown.automaton):
        with pytest.raises(TooManyStates, match="of at most 5; raise most_states"):
            ask()


# Threads


def test_eight_threads_get_the_answers_that_one_gets() -> None:
    rng = random.Random(8)
    hands = [oracle.to_mpsz(*oracle.random_hand(rng, winning=n % 2 == 0)) for n in range(200)]
    short = [oracle.to_mpsz(counts) for counts in dealt_hands()[:40]]

    def answers(riichi: RuleSet, seed: int) -> object:
        order = random.Random(seed).sample(hands, len(hands))
        verdicts = {hand: riichi.is_win(hand) for hand in order}
        far = [(riichi.distance(hand), riichi.next_tiles(hand)) for hand in short]
        return sorted(verdicts.items()), far, riichi.count(weighted=True), riichi.sample(5, seed=1), riichi.count(14)

    expected = answers(RuleSet(load("riichi").win), 0)
    shared, together = RuleSet(load("riichi").win), Barrier(8)

    def at_once(seed: int) -> object:
        together.wait()
        return answers(shared, seed)

    with ThreadPoolExecutor(8) as pool:
        assert [found == expected for found in pool.map(at_once, range(8))] == [True] * 8
