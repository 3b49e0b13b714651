"""The layouts that the regex engine leaves out: none that wins, and enough of them that no hand takes long."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import few_or_many, made

from regexhu import Hand, RuleError, RuleSet, is_win, load
from regexhu.expression.engine import RegexEngine
from regexhu.hands.splitting import EVERY

SHAPES = [
    "meld + pair",
    "3 * pair",
    "sequence.of('1234m') + pair.of('12m7z') + single",
    "5 * single & distinct(single)",
    "2 * single.of('123m') + 2 * single.of('7z12m') + pair",
    "meld.won() + pair",
    "meld + pair.wild(1)",
    "meld.concealed + single + pair.won()",
]
CONDITIONS = [
    "substitutes(1)",
    "no_wild",
    "no_forbidden",
    "winning_wild",
    "winning('12m')",
    "some(sequence)",
    "no(pair.of('7z'))",
    "exactly(1, triplet | pair)",
    "at_most(2, '1m')",
    "at_least(2, '12m')",
    "only('1234m')",
    "some(sequence.won(wait='middle'))",
    "some(pair.wild(0))",
    "exactly(0, pair.won())",
    "some(meld.wild_as('2m'))",
    "every((meld | pair).won().others)",
    "distinct(pair | single)",
    "matches('[^@]*[*]')",
    "at_most(1, (pair | meld).others)",
]
leaves = st.sampled_from(CONDITIONS)
conditions = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.builds("({} & {})".format, inner, inner),
        st.builds("({} | {})".format, inner, inner),
        st.builds("~{}".format, inner),
        st.builds("{}.named('named')".format, leaves),
    ),
    max_leaves=4,
)
branches = st.builds("({} & {})".format, st.sampled_from(SHAPES).map("({})".format), conditions)
rules = st.one_of(branches, st.builds("{} | {}".format, branches, branches))
wild_copies = st.sampled_from([4, None])


class EveryLayout(RegexEngine):
    """The regex engine that tries all layouts."""

    def _prospects_of(self, form: object) -> object:  # type: ignore[override]
        return EVERY


def some_hand(rng: random.Random) -> Hand:
    pool = rng.choice([["1m", "2m", "3m", "4m"], ["1m", "2m", "3m", "7z"], ["2m", "7z", "3z", "1m"]])
    tiles = rng.choices(pool, k=rng.choice([5, 5, 6]))
    wild = "".join(rng.sample(pool, 1))
    while tiles.count(wild) > 2:
        tiles.remove(wild)
    forbidden = rng.choice(["", "1m", "7z"])
    melds = rng.choice(["", "", ",11-1p", ",1-23m"])
    return Hand.parse("".join(tiles) + melds, winning_tile=rng.choice(tiles), wild=wild, forbidden=forbidden)


@few_or_many(15, 300)
def test_no_layout_that_wins_is_left_out(number: int) -> None:
    @settings(max_examples=number, deadline=None)
    @given(rules, wild_copies, st.integers(0, 2**32))
    def none_is(code: str, wild_copies: int | None, seed: int) -> None:
        rule_set, rng = RuleSet(made(code), wild_copies=wild_copies), random.Random(seed)
        every = EveryLayout(rule_set.pattern, rule_set.forms, rule_set.spelling, rule_set.copies)
        for _ in range(12):
            hand = some_hand(rng)
            right = every.is_win(hand)
            assert rule_set.is_win(hand, engine="regex") is right, (code, str(hand), hand.told)
            if not rule_set.automaton_engine.refusal:
                assert rule_set.is_win(hand, engine="automaton") is right, (code, str(hand), hand.told)

    none_is()


# How far wild tiles and the winning tile are told apart


@pytest.mark.parametrize(
    ("win", "stars", "winner"),
    [
        ("4 * meld + pair & two_suits & distinct(pair)", "none", False),
        ("4 * meld + pair & substitutes(2)", "kinds", False),
        ("4 * meld + pair & (no_forbidden | no_wild)", "kinds", False),
        ("4 * meld + pair & winning('5p') & winning_wild & self_draw", "none", False),
        ("4 * meld + pair & some(sequence.won())", "none", True),
        ("4 * meld + pair.won()", "none", True),
        ("4 * meld + pair & some(pair.wild(1))", "places", False),
        ("4 * meld + pair & every(pair.wild(1).won().others)", "places", True),
        ("4 * meld + pair & matches('1m')", "places", True),
    ],
)
def test_only_what_a_block_looks_at_is_told_apart(win: str, stars: str, winner: bool) -> None:
    rule_set = RuleSet(made(win))
    prospects = rule_set.regex_engine._prospects_of(rule_set.forms[0])
    assert (prospects.stars, prospects.winner) == (stars, winner)


def test_each_form_is_judged_by_its_own_alternatives() -> None:
    rule_set = RuleSet(made("4 * meld + pair & some(meld.wild(1)) | 7 * pair & substitutes(1) | 14 * single"))
    assert [rule_set.regex_engine._prospects_of(form).stars for form in rule_set.forms] == ["places", "kinds", "none"]


# No hand takes long


@pytest.mark.fault(9)
@pytest.mark.parametrize(
    ("text", "wild", "wins"),
    [
        ("13m258p369s123z5z6z7z", "5z6z7z", False),
        ("13m258p369s12z4z5z6z7z", "4z5z6z7z", False),
        ("14m258p369s12z4z5z6z7z", "4z5z6z7z", True),
        ("13m258p369s1234z77z", "7z", False),
    ],
)
def test_wild_tiles_in_honours_and_knitted_tiles_take_no_time(text: str, wild: str, wins: bool) -> None:
    rules, began = load("guobiao"), time.process_time()
    assert rules.is_win(text, engine="regex", wild=wild) is wins
    assert time.process_time() - began < 1
    assert rules.is_win(text, engine="automaton", wild=wild) is wins


@pytest.mark.fault(36)
@pytest.mark.parametrize(
    ("text", "wild", "wins"),
    [("88m44467p1667899s", "4p", False), ("88m44467p1667899s", "4p6s", True), ("25588m258p258s14p1p", "14p", True)],
)
def test_wild_tiles_beside_tiles_in_no_order_take_no_time(text: str, wild: str, wins: bool) -> None:
    rules, began = load("changsha"), time.process_time()
    assert rules.is_win(text, engine="regex", wild=wild) is wins
    assert time.process_time() - began < 1
    assert rules.is_win(text, engine="automaton", wild=wild) is wins


@pytest.mark.parametrize("name", ["guobiao", "changsha", "standard", "riichi", "taiwan"])
def test_many_wild_tiles_are_judged_or_refused_within_seconds(name: str) -> None:
    for text, wild in (("123m456p789s11122z", "123456789mps1234567z"), ("147m258p369s12345z", "123456789m12345z")):
        began = time.process_time()
        try:
            judged = is_win(text, rules=name, engine="regex", wild=wild)
        except RuleError as error:
            assert "ways to be laid out, too many to try: judge it with engine='automaton'" in str(error)
        else:
            assert judged is is_win(text, rules=name, engine="automaton", wild=wild)
        assert time.process_time() - began < 5


# Wild tiles of a forbidden kind


@pytest.mark.fault(26)
@pytest.mark.parametrize("engine", ["regex", "automaton"])
def test_a_wild_tile_of_a_forbidden_kind_loses_whatever_it_stands_for(engine: str) -> None:
    wuhan, sichuan = load("wuhan").switched(must_open=False), load("sichuan").switched(declared_void=True)
    assert wuhan.is_win("123m456p78922s77p2z", engine=engine, wild="2z", forbidden="1z")
    assert not wuhan.is_win("123m456p78922s77p2z", engine=engine, wild="2z", forbidden="2z")
    assert not sichuan.is_win("34m345p345678p99p1s", engine=engine, wild="1s", forbidden="123456789s")
    assert not sichuan.is_win("34m345p345678p99p1s", engine=engine, wild="1m1s", forbidden="123456789s")
