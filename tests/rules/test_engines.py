"""The same verdict three ways: by regex, by automaton, by the oracle that knows of neither; and published figures."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import TILES, concealed, hands, listed, random_hands, shuffled

from regexhu import Hand, RuleSet, is_win, load, waits
from regexhu.blocks import meld, pair
from regexhu.hands.layout import Form

JUDGES: dict[str, oracle.Rule] = {
    "standard": oracle.standard,
    "riichi": oracle.riichi,
    "harbin": oracle.harbin,
}
STANDARD = Form(melds=4, pairs=1)
ENGINES = ["regex", "automaton"]
every_rule_set = pytest.mark.parametrize("name", JUDGES)
every_engine = pytest.mark.parametrize("engine", ENGINES)


def disagreements(found: Iterator[tuple[oracle.Hand, Hand]], name: str, engine: str) -> tuple[int, list[str]]:
    """How many of the hands the oracle lets win, and those on which the library says otherwise."""
    rules, judge = load(name), JUDGES[name]
    won, wrong = 0, []
    for (counts, melds), hand in found:
        expected = judge(counts, melds)
        won += expected
        if rules.is_win(hand, engine=engine) != expected:
            wrong.append(str(hand))
    return won, wrong


def parsed(found: Iterator[oracle.Hand]) -> list[tuple[oracle.Hand, Hand]]:
    return [(hand, Hand.parse(oracle.to_mpsz(*hand))) for hand in found]


# Every hand of one suit


@cache
def of_one_suit() -> list[tuple[oracle.Hand, Hand]]:
    whole = (oracle.in_suit(nine) for nine in oracle.one_suit_hands(14))
    return [((counts, ()), Hand(tuple(listed(counts)))) for counts in whole]


@cache
def of_one_suit_beside_a_claimed_triplet() -> list[tuple[oracle.Hand, Hand]]:
    claimed = Hand.parse("11-1p").melds
    concealed = (oracle.in_suit(nine) for nine in oracle.one_suit_hands(11))
    return [((counts, (("peng", 9),)), Hand(tuple(listed(counts)), claimed)) for counts in concealed]


@every_engine
@pytest.mark.parametrize(("name", "wins"), [("standard", 13_259), ("riichi", 13_277)])
def test_every_hand_of_14_tiles_in_one_suit(name: str, wins: int, engine: str) -> None:
    assert disagreements(iter(of_one_suit()), name, engine) == (wins, [])


@every_engine
def test_every_hand_of_one_suit_and_a_claimed_triplet_in_harbin(engine: str) -> None:
    """A whole hand of one suit is lost in Harbin; the claimed 111p brings the second suit, the triplet and the 1."""
    won, wrong = disagreements(iter(of_one_suit_beside_a_claimed_triplet()), "harbin", engine)
    assert wrong == []
    assert won == sum(oracle.standard(*hand) for hand, _ in of_one_suit_beside_a_claimed_triplet()) > 4_000
    assert disagreements(iter(of_one_suit()[::20]), "harbin", engine) == (0, [])


# Random hands


@cache
def at_random() -> list[tuple[oracle.Hand, Hand]]:
    return parsed(iter(random_hands(seed=7, number=20_000)))


@every_engine
@every_rule_set
def test_20_000_random_hands(name: str, engine: str) -> None:
    won, wrong = disagreements(iter(at_random()), name, engine)
    assert wrong == []
    assert won > 3_000


def test_the_random_hands_hold_what_they_should() -> None:
    melds = {kind for (_, declared), _ in at_random() for kind, _ in declared}
    assert melds == {"chi", "peng", *oracle.KONGS}
    undeclared = {oracle.undeclared_kongs(*hand) for hand, _ in at_random() if oracle.standard(*hand)}
    assert undeclared == {0, 1, 2, 3, 4}
    assert sum(oracle.standard(*hand) for hand, _ in at_random()) > 10_000


def test_five_alike_never_win_however_they_lie() -> None:
    rng, lost = random.Random(5), 0
    while lost < 500:
        counts, melds = oracle._random_win(rng, rng.choice(([*range(9)], [*range(18, 27)], [*range(27, 34)])))
        if not oracle.is_legal(counts, melds):
            lost += 1
            hand = oracle.to_mpsz(counts, melds)
            for name, engine in ((name, engine) for name in JUDGES for engine in ENGINES):
                assert not is_win(hand, rules=name, engine=engine), hand


# Published figures and hands


@pytest.mark.parametrize(
    ("name", "tiles", "weighted", "number"),
    [
        ("standard", 14, False, 11_498_658),
        ("standard", 14, True, 11_353_128_141_498),
        ("riichi", 14, False, 16_873_619),
    ],
)
def test_published_numbers_of_winning_hands(name: str, tiles: int, weighted: bool, number: int) -> None:
    assert load(name).count(tiles, weighted) == number


def cases(file: str, hand: str) -> list[Any]:
    """The published cases for the rule sets judged here, those with wild tiles left out."""
    path = Path(__file__).parents[1] / "cases" / file
    found = json.loads(path.read_text(encoding="utf-8"))
    return [
        pytest.param(case, id=f"{case['id']} {case[hand]}")
        for case in found
        if case["rules"] in JUDGES and "wild" not in case
    ]


@every_engine
@pytest.mark.parametrize("case", cases("wins.json", "hand"))
def test_published_hands(case: dict[str, Any], engine: str) -> None:
    assert is_win(case["hand"], rules=case["rules"], engine=engine) is case["win"], case["why"]


@pytest.mark.parametrize("case", [case for case in cases("wins.json", "hand") if "decompositions" in case.values[0]])
def test_published_readings(case: dict[str, Any]) -> None:
    """They read the concealed part as melds and a pair; where the tile that won could lie doesn't matter."""

    def text(group: oracle.Group) -> str:
        return "".join(TILES[tile][0] for tile in group) + TILES[group[0]][1]

    found = {concealed(layout) for layout in Hand.parse(case["hand"]).layouts(STANDARD)}
    assert sorted(sorted(map(text, reading)) for reading in found) == sorted(
        sorted(reading.split()) for reading in case["decompositions"]
    )


@pytest.mark.parametrize("case", cases("waits.json", "hand13"))
def test_published_waits(case: dict[str, Any]) -> None:
    assert waits(case["hand13"], rules=case["rules"]) == case["waits"], case.get("note")


@every_rule_set
def test_waits_are_what_the_oracle_waits_for(name: str) -> None:
    ready = 0
    for counts, melds in random_hands(seed=8, number=300):
        short = (*counts[: (at := counts.index(max(counts)))], counts[at] - 1, *counts[at + 1 :])
        expected = [TILES[tile] for tile in oracle.waits(short, melds, JUDGES[name])]
        assert waits(oracle.to_mpsz(short, melds), rules=name) == expected
        ready += bool(expected)
    assert ready > 30


# What never changes a verdict


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
