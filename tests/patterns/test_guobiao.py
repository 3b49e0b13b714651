"""Guobiao: published totals, the page's words as a plain judge, and a peer."""

from __future__ import annotations

import forms
import oracle
import pytest
from forms import KNITTED, melds_and_pair
from strategies import few_or_many
from words import Melds, every_engine

from regexhu import RuleSet, load
from regexhu.blocks import HONORS, has_each
from regexhu.patterns import guobiao
from regexhu.syntax.tree import Pattern


@pytest.mark.parametrize(
    ("win", "kinds", "weighted"),
    [
        pytest.param(guobiao.standard, 11_498_658, 11_353_128_141_498, id="melds and a pair"),
        pytest.param(guobiao.seven_pairs, 16_417_104, 1_569_298_171_584, id="pairs, quads as two"),
        pytest.param(guobiao.thirteen_orphans, 13, 1_308_622_848, id="orphans"),
        pytest.param(guobiao.honors_and_knitted, 720, 193_273_528_320, id="honours and knitted"),
        pytest.param(guobiao.honors_and_knitted & has_each(HONORS), 216, 57_982_058_496, id="the greater"),
        pytest.param(guobiao.honors_and_knitted & ~has_each(HONORS), 504, 135_291_469_824, id="the lesser"),
        pytest.param(guobiao.knitted_straight, 11_016, 142_079_164_416, id="knitted straight"),
        pytest.param(guobiao.rules.win, 27_919_573, 13_257_769_189_488, id="all"),
    ],
)
def test_published_totals(win: Pattern, kinds: int, weighted: int) -> None:
    """Distinct hands, and sets of physical tiles."""
    rules = RuleSet(win)
    assert (rules.count(14), rules.count(14, weighted=True)) == (kinds, weighted)


def test_hands_that_are_pairs_and_melds_at_once() -> None:
    """The two forms overlap by the published number."""
    both = RuleSet(guobiao.standard | guobiao.seven_pairs).count(14, weighted=True)
    assert 11_353_128_141_498 + 1_569_298_171_584 - both == 1_318_439_178


def test_it_compiles_without_detours() -> None:
    """Written otherwise the knitted forms take ten times the states on the way, and their automaton seconds."""
    assert load("guobiao").with_(most_states=30_000).automaton(14).states < 3_300


def judge_guobiao(counts: oracle.Counts, melds: Melds) -> bool:
    if not oracle.is_legal(counts, melds):
        return False
    tiles = {tile for tile, copies in enumerate(counts) if copies}
    closed = not melds and sum(counts) == 14
    if closed and all(copies % 2 == 0 for copies in counts):
        return True
    if closed and len(tiles) == 14 and any(tiles <= {*nine, *range(27, 34)} for nine in KNITTED):
        return True
    if closed and tiles == set(oracle.ORPHANS):
        return True
    for nine in KNITTED:
        left = [copies - (tile in nine) for tile, copies in enumerate(counts)]
        if min(left) >= 0 and melds_and_pair(tuple(left), melds, 1):
            return True
    return melds_and_pair(counts, melds)


@few_or_many(300, 1_500)
@every_engine
def test_random_hands_are_judged_by_the_pages_words(engine: str, number: int) -> None:
    forms.agrees("guobiao", judge_guobiao, engine, number)


@pytest.mark.parametrize(
    ("hand", "assigned"),
    [("147m258p36s11155z2z", "147m258p369s11155z"), ("147m25p3s1234567z2z", "147m25p36s1234567z")],
)
@every_engine
def test_a_wild_tile_stands_for_the_one_that_is_missing(hand: str, assigned: str, engine: str) -> None:
    forms.wins_with_a_wild_tile("guobiao", hand, assigned, engine)


# The peer


MELD_NAMES = {"chi": "CHI", "peng": "PENG"}
PEER_TILES = [f"{suit}{rank}" for suit in "WBT" for rank in range(1, 10)] + ["F1", "F2", "F3", "F4", "J3", "J2", "J1"]
"""The tiles as PyMahjongGB names them: characters, dots, bamboo, winds, and the dragons red first."""


def pymahjonggb_wins(counts: oracle.Counts, melds: Melds) -> bool:
    """Whether the fan calculator finds a win; one without fan is worth 8, so every complete hand has some."""
    from MahjongGB import MahjongFanCalculator

    tiles = [PEER_TILES[tile] for tile in range(34) for _ in range(counts[tile])]
    packs = tuple(
        (MELD_NAMES.get(kind, "GANG"), PEER_TILES[first + (kind == "chi")], int(kind != "an-gang"))
        for kind, first in melds
    )
    try:
        return bool(MahjongFanCalculator(packs, tuple(tiles[:-1]), tiles[-1], 0, False, False, False, False, 0, 0))
    except TypeError as error:
        if "NOT_WIN" in str(error):
            return False
        raise


@few_or_many(1_000, 20_000)
def test_the_peer_agrees_on_winning_and_on_other_hands(number: int) -> None:
    pytest.importorskip("MahjongGB", reason="PyMahjongGB is not installed")
    forms.agrees_with_a_peer("guobiao", pymahjonggb_wins, number)
