"""The two engines give the same verdicts on rule sets made at random, and from many threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import oracle
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import few_or_many, random_hands

from regexhu import Hand, RuleSet, load
from regexhu.blocks import (
    at_least,
    at_most,
    count,
    distinct,
    exactly,
    has,
    kong,
    meld,
    no,
    only,
    pair,
    sequence,
    single,
    some,
    suits,
    triplet,
    winning,
)
from regexhu.hands.tiles import NAMES

kinds = st.lists(st.sampled_from(NAMES), min_size=1, max_size=20, unique=True).map("".join)
classes = st.sampled_from(
    [sequence, triplet, kong, pair, meld, triplet | kong, meld.open, kong.concealed, pair | triplet]
)
narrowed = st.one_of(
    classes,
    st.builds(lambda groups, tiles: groups.of(tiles), classes, kinds),
    st.builds(lambda groups, tiles: groups.touching(tiles), classes, kinds),
)
numbers = st.integers(0, 5)
counted = st.one_of(narrowed, kinds)
leaves = st.one_of(
    st.builds(at_least, numbers, counted),
    st.builds(at_most, numbers, counted),
    st.builds(exactly, numbers, counted),
    st.builds(some, narrowed),
    st.builds(no, narrowed),
    st.builds(has, kinds),
    st.builds(only, kinds.map(lambda text: text + "123456789mps")),
    st.sampled_from([suits(2), suits(1, 2), suits(3), suits(0, 1), count(14, 16), distinct(pair)]),
)
conditions = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.builds(lambda a, b: a & b, inner, inner),
        st.builds(lambda a, b: a | b, inner, inner),
        st.builds(lambda a: ~a, inner),
    ),
    max_leaves=5,
)
shapes = st.sampled_from(
    [
        4 * meld + pair,
        7 * pair,
        triplet + 3 * meld + pair,
        2 * sequence + 2 * meld + pair,
        4 * (triplet | kong) + pair,
        3 * meld + 2 * pair + single,
        4 * meld.concealed + pair,
    ]
)
ruled = st.builds(lambda shape, condition: shape & condition, shapes, conditions)
random_rules = st.one_of(ruled, st.builds(lambda a, b: a | b, ruled, ruled))
HANDS = [oracle.to_mpsz(*hand) for hand in random_hands(seed=5, number=2_000)]


@few_or_many(20, 150)
def test_engines_agree_on_rule_sets_made_at_random(number: int) -> None:
    @settings(max_examples=number, deadline=None)
    @given(win=random_rules, start=st.integers(0, len(HANDS) - 40))
    def agree(win: Any, start: int) -> None:
        rules = RuleSet(win)
        for text in HANDS[start : start + 40]:
            assert rules.is_win(text, engine="automaton") == rules.is_win(text, engine="regex"), (text, win)

    agree()


@few_or_many(1, 25)
def test_what_the_automaton_samples_wins_by_the_regex(number: int) -> None:
    @settings(max_examples=number, deadline=None)
    @given(win=random_rules, seed=st.integers(0, 99))
    def wins(win: Any, seed: int) -> None:
        rules = RuleSet(win)
        if not rules.automaton(14).is_empty():
            assert all(rules.is_win(text, engine="regex") for text in rules.sample(5, seed=seed, tiles=14))

    wins()


@few_or_many(10, 40)
def test_engines_agree_when_the_winning_tile_matters(number: int) -> None:
    @settings(max_examples=number, deadline=None)
    @given(condition=conditions, tile=kinds, start=st.integers(0, len(HANDS) - 30))
    def agree(condition: Any, tile: str, start: int) -> None:
        waits = some(sequence.won(wait="middle")) | some(pair.won()) & winning(tile)
        rules = RuleSet((4 * meld + pair) & condition & waits)
        for text in HANDS[start : start + 30]:
            for won in sorted(set(Hand.parse(text).tiles))[:4]:
                by_automaton = rules.is_win(text, engine="automaton", winning_tile=won)
                assert by_automaton == rules.is_win(text, engine="regex", winning_tile=won), (text, won)

    agree()


# From many threads


def test_many_threads_get_the_verdicts_of_one() -> None:
    texts = HANDS[:500] * 2
    expected = [load("riichi").is_win(text, engine="regex") for text in texts]
    fresh = RuleSet(load("riichi").win)
    with ThreadPoolExecutor(8) as pool:
        for verdicts in pool.map(lambda _: [fresh.is_win(text) for text in texts], range(8)):
            assert verdicts == expected
