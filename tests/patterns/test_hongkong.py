"""Hong Kong: published totals, and the page's words as plain judges."""

from __future__ import annotations

import forms
import oracle
import pytest
from forms import melds_and_pair
from strategies import few_or_many
from words import Melds, every_engine

from regexhu import load


def test_published_totals() -> None:
    rules = load("hongkong")
    assert rules.count(14) == 11_498_658 + 13
    assert rules.count(14, weighted=True) == 11_353_128_141_498 + 1_308_622_848


def judge_hongkong(counts: oracle.Counts, melds: Melds) -> bool:
    if not oracle.is_legal(counts, melds):
        return False
    return melds_and_pair(counts, melds) or oracle.thirteen_orphans(counts, melds)


def judge_hongkong_pairs(counts: oracle.Counts, melds: Melds) -> bool:
    return judge_hongkong(counts, melds) or oracle.seven_pairs(counts, melds)


@few_or_many(300, 1_500)
@every_engine
@pytest.mark.parametrize(
    ("name", "judge"), [("hongkong", judge_hongkong), ("hongkong?seven_pairs", judge_hongkong_pairs)]
)
def test_random_hands_are_judged_by_the_pages_words(name: str, judge: forms.Judge, engine: str, number: int) -> None:
    forms.agrees(name, judge, engine, number)


def test_the_switch_is_off_by_default_and_only_adds_hands() -> None:
    forms.only_adds_hands("hongkong", "seven_pairs")


def test_with_seven_pairs_it_has_the_forms_of_riichi() -> None:
    assert load("hongkong?seven_pairs").difference(load("riichi"), tiles=14)[:2] == (0, 0)


@every_engine
def test_a_wild_tile_stands_for_the_one_that_is_missing(engine: str) -> None:
    forms.wins_with_a_wild_tile("hongkong", "119m19p19s1234562z", "119m19p19s1234567z", engine)
