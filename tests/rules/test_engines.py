"""What never changes a verdict, by either engine: the order of the tiles, red fives, tiles that are claimed."""

from __future__ import annotations

import random
import re

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from judged import JUDGES, at_random
from strategies import hands, listed, shuffled
from words import ENGINES, every_engine

from regexhu import RuleSet, is_win
from regexhu.blocks import meld, pair

every_rule_set = pytest.mark.parametrize("name", JUDGES)


def test_the_random_hands_hold_what_they_should() -> None:
    melds = {kind for (_, declared), _ in at_random(2_000) for kind, _ in declared}
    assert melds == {"chi", "peng", *oracle.KONGS}
    undeclared = {oracle.undeclared_kongs(*hand) for hand, _ in at_random(2_000) if oracle.standard(*hand)}
    assert undeclared == {0, 1, 2, 3, 4}
    assert sum(oracle.standard(*hand) for hand, _ in at_random(2_000)) > 1_000


def test_five_alike_never_win_however_they_lie() -> None:
    rng, lost = random.Random(5), 0
    while lost < 500:
        counts, melds = oracle._random_win(rng, rng.choice(([*range(9)], [*range(18, 27)], [*range(27, 34)])))
        if not oracle.is_legal(counts, melds):
            lost += 1
            hand = oracle.to_mpsz(counts, melds)
            for name, engine in ((name, engine) for name in JUDGES for engine in ENGINES):
                assert not is_win(hand, rules=name, engine=engine), hand


every_hand = given(hands, st.randoms(use_true_random=False))


@every_engine
@every_rule_set
@every_hand
def test_the_order_of_the_tiles_never_matters(name: str, engine: str, hand: oracle.Hand, rng: random.Random) -> None:
    text = shuffled(listed(hand[0]), hand[1], rng)
    assert is_win(text, rules=name, engine=engine) == JUDGES[name](*hand)


@every_engine
@every_rule_set
@every_hand
def test_red_fives_never_matter(name: str, engine: str, hand: oracle.Hand, rng: random.Random) -> None:
    blocks = re.findall(r"[^mpsz]*[mpsz]", oracle.to_mpsz(*hand))
    red = [block if "z" in block else re.sub("5", lambda _: rng.choice("05"), block) for block in blocks]
    assert is_win("".join(red), rules=name, engine=engine) == JUDGES[name](*hand)


FEWER = [RuleSet(melds * meld + pair if melds else 1 * pair, copies=None) for melds in range(5)]


@every_engine
@given(hand=hands)
def test_a_declared_meld_lends_no_tile_to_the_concealed_part(engine: str, hand: oracle.Hand) -> None:
    """E3: with k melds declared a hand wins when its concealed tiles alone are 4 - k melds and a pair."""
    counts, melds = hand
    alone = FEWER[4 - len(melds)].is_win(oracle.to_mpsz(counts), engine=engine)
    assert is_win(oracle.to_mpsz(counts, melds), rules="standard", engine=engine) == alone


@every_engine
@pytest.mark.parametrize(
    ("hand", "closed"),
    [
        pytest.param("23s555777m999p,11-1s", "11123s555777m999p", id="a triplet would lend a tile to a run"),
        pytest.param("156s55888m111p,2-34s", "123456s55888m111p", id="a run would lend its tiles to two"),
        pytest.param("45m123p555s777z,33-3m", "33345m123p555s777z", id="a triplet would be a pair and begin a run"),
        pytest.param("4m123p55s666777z,44-4m", "4444m123p55s666777z", id="a triplet would be a kong"),
    ],
)
def test_tiles_that_would_do_if_they_were_not_claimed(hand: str, closed: str, engine: str) -> None:
    assert is_win(closed, rules="standard", engine=engine)
    assert not is_win(hand, rules="standard", engine=engine)
