"""Taiwan: published totals, and the page's words as plain judges."""

from __future__ import annotations

from collections import Counter
from functools import reduce
from operator import and_

import forms
import oracle
import pytest
from forms import melds_and_pair
from strategies import few_or_many
from words import Melds, every_engine

from regexhu import RuleSet, load
from regexhu.blocks import distinct, has, no, pair, single, triplet
from regexhu.patterns import taiwan


def test_published_totals() -> None:
    rules = load("taiwan")
    assert (rules.count(17), rules.count(17, weighted=True)) == (118_856_487, 1_554_490_175_889_888)


def test_in_one_suit() -> None:
    assert RuleSet(taiwan.rules.win, tiles="123456789m").count(17) == 26_414


def test_with_eight_and_a_half_pairs() -> None:
    melds, pairs, both = 1_554_490_175_889_888, 169_740_015_515_136, 142_462_460_304
    whole = load("taiwan", eight_and_a_half_pairs=True)
    assert whole.count(17, weighted=True) == melds + pairs - both
    assert RuleSet(7 * pair + triplet.undeclared).count(17, weighted=True) == pairs


@pytest.mark.long
def test_with_sixteen_unrelated_tiles_and_a_pair_is_the_whole_published_total() -> None:
    """Sixteen different kinds, none near enough to another for a sequence, and one of them a second time.

    At most three ranks of a suit are so far apart, so that all seven honours and three tiles of each suit are there.
    """
    either = [no(pair.of([kind])) | no(single.of([kind])) for kind in range(34)]
    apart = [
        ~(has([low]) & has([high]))
        for suit in (0, 9, 18)
        for low in range(suit, suit + 9)
        for high in range(low + 1, min(low + 3, suit + 9))
    ]
    unrelated = pair + 15 * single & distinct(single) & reduce(and_, either) & reduce(and_, apart)
    assert RuleSet(unrelated).count(17, weighted=True) == 103_079_215_104_000
    whole = RuleSet(taiwan.rules.win | unrelated).switched(eight_and_a_half_pairs=True)
    assert whole.count(17, weighted=True) == 1_827_166_944_048_720


def judge_taiwan(counts: oracle.Counts, melds: Melds) -> bool:
    return oracle.is_legal(counts, melds) and melds_and_pair(counts, melds, 5)


def judge_taiwan_pairs(counts: oracle.Counts, melds: Melds) -> bool:
    alike = Counter(counts)
    pairs = not melds and sum(counts) == 17 and alike[3] == 1 and not alike[1]
    return oracle.is_legal(counts, melds) and (pairs or melds_and_pair(counts, melds, 5))


@few_or_many(300, 1_500)
@every_engine
@pytest.mark.parametrize(
    ("name", "judge"), [("taiwan", judge_taiwan), ("taiwan?eight_and_a_half_pairs", judge_taiwan_pairs)]
)
def test_random_hands_are_judged_by_the_pages_words(name: str, judge: forms.Judge, engine: str, number: int) -> None:
    forms.agrees(name, judge, engine, number)


def test_the_switch_is_off_by_default_and_only_adds_hands() -> None:
    forms.only_adds_hands("taiwan", "eight_and_a_half_pairs")


@every_engine
def test_a_wild_tile_stands_for_the_one_that_is_missing(engine: str) -> None:
    forms.wins_with_a_wild_tile("taiwan", "11z123456789m12356p2z", "11z123456789m123456p", engine)
