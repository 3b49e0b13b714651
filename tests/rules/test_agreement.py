"""The two engines give the same verdicts: exhaustively where that can be done, on random hands, in batches."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np
import oracle
import pytest
from strategies import few_or_many, long, random_hands

from regexhu import Hand, RuleError, RuleSet, load, rule_sets
from regexhu.blocks import matches, meld, pair
from regexhu.hands.hand import text_of
from regexhu.hands.layout import Form, Group, Layout

COMPILED = [name for name in rule_sets() if not load(name).automaton_engine.refusal]
PLAIN = [name for name in COMPILED if not load(name).needs]
FEW = ("standard", "riichi", "harbin", "xian")
"""Rule sets that stand for all plain ones in the quick suite."""
every_hand_of = pytest.mark.parametrize(
    "kinds",
    [
        pytest.param((*range(4), 27), id="four ranks and an honour"),
        pytest.param((*range(9), 27, 33), id="one suit and two honours", marks=pytest.mark.long),
    ],
)


def given_for(rules: RuleSet, text: str, rng: random.Random) -> dict[str, Any]:
    """Keywords that a rule set asks for, at random; no wild tiles, which have tests of their own."""
    tiles = Hand.parse(text).tiles
    answers: dict[str, Any] = {
        "self_draw": rng.random() < 0.5,
        "ready": rng.random() < 0.8,
        "winning_tile": rng.choice(tiles) if tiles else None,
        "wild": "",
        "forbidden": rng.choice(["", "1z5z7z"]),
    }
    return {keyword: answers[keyword] for keyword in rules.needs}


def test_every_shipped_rule_set_but_the_article_compiles() -> None:
    assert set(rule_sets()) - set(COMPILED) == {"article"}


# Exhaustively: every hand of at most 14 tiles over some kinds


def every_hand(kinds: int) -> Iterator[tuple[int, ...]]:
    def of_size(kinds: int, tiles: int) -> Iterator[tuple[int, ...]]:
        if kinds == 0:
            if tiles == 0:
                yield ()
            return
        for copies in range(min(4, tiles) + 1):
            for rest in of_size(kinds - 1, tiles - copies):
                yield (copies, *rest)

    for size in (2, 5, 8, 11, 13, 14):
        yield from of_size(kinds, size)


@cache
def rows(kinds: tuple[int, ...]) -> np.ndarray:
    short = np.array(list(every_hand(len(kinds))), dtype=np.uint8)
    full = np.zeros((len(short), 34), dtype=np.uint8)
    full[:, kinds] = short
    return full


def groups_of(kind: str, kinds: tuple[int, ...]) -> list[Group]:
    size = {"single": 1, "pair": 2, "triplet": 3, "kong": 4}
    if kind == "sequence":
        return [Group(kind, (first, first + 1, first + 2)) for first in range(7) if first + 2 in kinds]
    return [Group(kind, (tile,) * size[kind]) for tile in kinds]


def every_layout(form: Form, kinds: tuple[int, ...]) -> Iterator[Layout]:
    """Every layout in a form over these kinds, built forward from groups, of at most 14 tiles and four alike."""
    melds = [group for kind in ("sequence", "triplet", "kong") for group in groups_of(kind, kinds)]
    sections = [
        combinations_with_replacement(of, times)
        for of, times in (
            (melds, form.melds),
            (groups_of("pair", kinds), form.pairs),
            (groups_of("single", kinds), form.singles),
        )
    ]
    for parts in product(*map(list, sections)):
        layout = tuple(group for part in parts for group in part)
        tiles = [tile for group in layout for tile in group.tiles]
        if len(tiles) <= 14 and all(tiles.count(tile) <= 4 for tile in set(tiles)):
            yield layout


@every_hand_of
@pytest.mark.parametrize("name", PLAIN)
def test_engines_agree_on_every_hand(name: str, kinds: tuple[int, ...]) -> None:
    rules, hands = load(name), rows(kinds)
    by_automaton = {tuple(row) for row in hands[rules.match_many(hands)].tolist()}
    assert all(rules.is_win(text_of(counts), engine="regex") for counts in by_automaton)
    laid_out = {
        tuple(sum(group.tiles.count(kind) for group in layout) for kind in range(34))
        for form in rules.forms
        if not form.singles  # far too many; the random hands below go through those
        for layout in every_layout(form, kinds)
    }
    assert all(rules.is_win(text_of(counts), engine="regex") == (counts in by_automaton) for counts in laid_out)


# On random hands with melds


@few_or_many(200, 10_000)
@pytest.mark.parametrize("name", COMPILED)
def test_engines_agree_on_random_hands_with_melds(name: str, number: int) -> None:
    rules, rng = load(name), random.Random(name)
    wins, number = 0, 10 * number if name in ("standard", "riichi", "harbin") and number > 200 else number
    for counts, melds in random_hands(seed=len(name), number=number):
        text = oracle.to_mpsz(counts, melds)
        asked = given_for(rules, text, rng)
        if None in asked.values():
            continue
        by_automaton = rules.is_win(text, engine="automaton", **asked)
        assert by_automaton == rules.is_win(text, engine="regex", **asked), (text, asked)
        wins += by_automaton
    assert wins > number // 200 or name == "taiwan"  # whose hands have three tiles more; the next test samples them


@pytest.mark.parametrize(("name", "number"), [*((name, 60) for name in FEW), *(long(name, 300) for name in PLAIN)])
def test_what_the_automaton_samples_wins_by_both_engines(name: str, number: int) -> None:
    rules = load(name)
    for text in [] if rules.automaton().is_empty() else rules.sample(number, seed=1):
        assert rules.is_win(text, engine="regex") and rules.is_win(text, engine="automaton")


def test_a_rule_in_the_author_s_own_regex_runs_on_the_regex_engine_alone_and_says_so() -> None:
    rules = RuleSet(4 * meld + pair & matches(r".*🀀🀀"))
    assert rules.is_win("123m456p789s111z22m")
    with pytest.raises(RuleError, match="regex engine"):
        rules.is_win("123m456p789s111z22m", engine="automaton")


@pytest.mark.parametrize(("name", "number"), [*((name, 200) for name in FEW), *(long(name, 2_000) for name in PLAIN)])
def test_a_batch_gives_the_verdicts_of_single_calls(name: str, number: int) -> None:
    rules = load(name)
    texts = [oracle.to_mpsz(*hand) for hand in random_hands(seed=5, number=number)] + [
        "",
        "1m",
        "11111m",
        "123m 456p",
        "0555m",
    ]
    assert rules.match_many(texts).tolist() == [rules.is_win(text) for text in texts]
