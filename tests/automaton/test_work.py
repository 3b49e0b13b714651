"""Questions that are too much work are given up soon, whatever makes them so; single verdicts go another way."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from functools import reduce
from operator import and_, or_
from pathlib import Path
from time import process_time

import pytest
from strategies import long

from regexhu import RuleSet, TooManyStates, load
from regexhu.automaton import words
from regexhu.automaton.machine import Machine
from regexhu.blocks import at_least, has, loose, meld, pair, some, substitutes, triplet
from regexhu.hands.tiles import NAMES
from regexhu.rules import deals

HANDS = ["123m456p789s11122z", "111222333m11155z", "111222333444m55p", "11122233355s11z"]


def alternatives(number: int, seed: int = 1) -> RuleSet:
    """Four melds and a pair, with one of so many conditions of three parts."""
    choose = random.Random(seed).sample
    parts = [choose(NAMES, 3) for _ in range(number)]
    each = [has(a) & at_least(2, b) & some(triplet.of(c)) for a, b, c in parts]
    return RuleSet(4 * meld + pair & reduce(or_, each))


def shapes(number: int) -> RuleSet:
    """One of so many shapes, each with a condition of its own."""
    choose = random.Random(2).sample
    each = [
        4 * meld.of("".join(choose(NAMES, 20))) + pair & has(choose(NAMES, 1)[0]) & at_least(2, choose(NAMES, 1)[0])
        for _ in range(number)
    ]
    return RuleSet(reduce(or_, each))


def tangled() -> RuleSet:
    """Any fourteen tiles, under conditions that hang together across each suit."""
    choice = random.Random(3).choice
    each = [
        at_least(k + 1, choice("123") + choice("456") + choice("789") + suit) | ~has(f"{k + 1}{suit}")
        for suit in "mps"
        for k in range(6)
    ]
    return RuleSet(loose(14) & reduce(and_, each))


BIG = {"100 alternatives": lambda: alternatives(100), "500 alternatives": lambda: alternatives(500),
       "500 shapes": lambda: shapes(500), "conditions that hang together": tangled}  # fmt: skip


@pytest.mark.fault(37)
@pytest.mark.parametrize("name", ["500 alternatives", *map(long, sorted(BIG.keys() - {"500 alternatives"}))])
def test_a_rule_that_is_too_much_is_given_up_within_seconds(name: str) -> None:
    rules = BIG[name]()
    started = process_time()
    with pytest.raises(TooManyStates, match=r"steps of at most 20,000,000; raise most_states, or judge with") as caught:
        rules.count(14)
    assert process_time() - started < 5
    assert caught.value.reached > caught.value.limit == 20_000_000
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@pytest.mark.fault(37)
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no /proc to read a process's own peak from")
def test_it_takes_little_memory() -> None:
    code = """
from pathlib import Path
from automaton.test_work import HANDS, alternatives
from regexhu import RuleError
rules = alternatives(500)
for ask in (rules.count, lambda: rules.match_many(HANDS)):
    try:
        ask()
    except RuleError:
        pass
print(next(line.split()[1] for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM")))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parents[1], capture_output=True, check=True)
    assert int(done.stdout) < 300_000


@pytest.mark.fault(37)
@pytest.mark.parametrize("name", ["500 alternatives", *map(long, sorted(BIG.keys() - {"500 alternatives"}))])
def test_single_verdicts_are_the_same_on_both_engines_and_soon(name: str) -> None:
    rules = BIG[name]()
    started = process_time()
    verdicts = [rules.is_win(hand) for hand in HANDS]
    assert process_time() - started < 5
    assert rules.match_many(HANDS).tolist() == verdicts
    assert [rules.is_win(hand, "regex") for hand in HANDS] == verdicts


def test_the_limit_is_raised_with_most_states() -> None:
    rules = alternatives(5)
    with pytest.raises(TooManyStates):
        rules.with_(most_states=2_000).count(14)
    assert rules.count(14) == rules.with_(most_states=10**6).count(14) > 0


def test_a_limit_is_of_one_question_not_of_all() -> None:
    rules = RuleSet(load("standard").win, most_states=8_000)
    hands = load("harbin").sample(300, seed=4)
    for _ in range(20):
        assert all(rules.is_win(hand, "automaton") for hand in hands)
        assert rules.distance("123m456p789s1112z3z") == 1


def test_what_is_remembered_of_many_verdicts_is_forgotten_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = RuleSet(load("harbin").win)
    hands = load("standard").sample(200, seed=5)
    monkeypatch.setattr(Machine, "is_worn", True)
    assert [rules.is_win(hand) for hand in hands] == [rules.is_win(hand, "regex") for hand in hands]
    assert rules.automaton_engine.states.generation > 100


def test_many_tables_that_are_each_within_the_limit_are_given_up_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each number of wild tiles has a table of its own: one question is no more work than some of them."""
    rules = RuleSet(2 * meld + pair & substitutes(1))
    assert rules.count(8, wild="5z") > 0
    monkeypatch.setattr(deals, "MOST_LIMITS", 0)
    assert rules.count(8, wild="5z") > 0, "what is there is no work"
    with pytest.raises(TooManyStates, match="steps of at most 0"):
        RuleSet(rules.win).count(8, wild="5z")
    monkeypatch.setattr(words, "MOST_MOVES", 2_000)
    with pytest.raises(TooManyStates, match="moves of at most 2,000"):
        rules.count(8, wild="5z")
