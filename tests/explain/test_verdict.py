"""Why a hand wins or not: the layout, a finding for each block, and the tiles that a hand waits for."""

from __future__ import annotations

import random
from typing import Any

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statements import STATEMENTS, Statement
from strategies import TILES, few_or_many, hands, random_hands, rule_file

from regexhu import Hand, NotationError, explain, is_win, load, normalize, waits
from regexhu.hands.layout import Form

# What one reads


def test_a_win_is_explained_block_by_block() -> None:
    assert str(explain("111s345s55s567s222m", rules="harbin")).split("\n") == [
        "222m11134555567s  wins: Harbin 哈尔滨",
        "",
        "  🀈🀈🀈  🀐🀐🀐  🀒🀓🀔  🀔🀕🀖  🀔🀔",
        "  222m  111s  345s  567s  55s",
        "",
        "  ✔ only tiles of 123456789mps7z",
        "  ✔ at most four tiles alike",
        "  ✔ 14 to 17 tiles",
        "  ✔ at least one triplet or kong 必有杠刻  222m 111s",
        "  ✔ at most three kongs 至多三杠",
        "  ✔ at least two suits 两门                222m 11134555567s",
        "  ✔ not all simples 不断幺                 111s",
        "  ✔ 4 melds and 1 pair                     222m 111s 345s 567s 55s",
    ]


def test_a_loss_names_the_nearest_form_and_what_is_left_over() -> None:
    assert str(explain("1133m5577p2299s5z", rules="riichi")).split("\n") == [
        "1133m5577p2299s5z  does not win: Riichi 立直",
        "",
        "  🀇🀇  🀉🀉  🀝🀝  🀟🀟  🀑🀑  🀘🀘  🀆",
        "  11m  33m  55p  77p  22s  99s  5z",
        "",
        "  ✔ at most four tiles alike",
        "  ✘ one of 3 forms            the nearest",
        "  ✘   7 pairs                 here 0 melds and 6 pairs, left over 5z: 11m 33m 55p 77p 22s 99s",
        "  ✔   no two pairs alike",
        "",
        "  1 tile from a win: draw 5z -> 1133m5577p2299s55z",
    ]


def test_a_verdict_is_true_when_the_hand_wins() -> None:
    assert explain("111s345s55s567s222m")
    assert not explain("111s345s55s567s222s")


def test_a_verdict_as_plain_data() -> None:
    assert explain("11m123m456p78s9s,111=1z", rules="standard", self_draw=True).to_dict() == {
        "hand": "11123m456p78s9s,111=1z",
        "rules": "standard",
        "win": True,
        "layout": ["1m2m3m,", "4p5p6p,", "7s8s9s!9s,", "1z1z1z1z=", "1m1m,"],
        "blocks": [
            {"block": "at most four tiles alike", "holds": True, "by": [], "missing": ""},
            {
                "block": "4 melds and 1 pair",
                "holds": True,
                "by": ["123m", "456p", "789s", "1111z", "11m"],
                "missing": "",
            },
        ],
        "otherwise": {},
        "nearest": None,
    }


def failing(hand: str, rules: Any, **asked: Any) -> list[str]:
    """The blocks that fail, each with what is missing and the tiles that decide it."""
    found = explain(hand, rules=rules, **asked).findings
    return [": ".join([f.block, *filter(None, (f.missing, " ".join(f.by)))]) for f in found if not f.holds]


@pytest.mark.parametrize(
    ("rules", "hand", "blocks"),
    [
        pytest.param(
            "standard", "11m123p123s111z,111-m", ["at most four tiles alike: here 1: 1m ×5"], id="five of a kind"
        ),
        pytest.param(
            "harbin",
            "111m345s55s567s222z",
            ["only tiles of 123456789mps7z: here 3: 222z"],
            id="a tile the rule set doesn't use",
        ),
        pytest.param(
            "harbin",
            "111s345s55s567s22m",
            [
                "14 to 17 tiles: here 13",
                "4 melds and 1 pair: here 3 melds and 1 pair, left over 22m: 111s 345s 567s 55s",
            ],
            id="a tile too few",
        ),
        pytest.param(
            "harbin",
            "111s345s55s567s222m9p",
            ["4 melds and 1 pair: here 4 melds and 1 pair, left over 9p: 222m 111s 345s 567s 55s"],
            id="a tile too many",
        ),
        pytest.param(
            "harbin", "111s345s55s567s222s", ["at least two suits 两门: here: 11122234555567s"], id="one suit"
        ),
        pytest.param("harbin", "222s345s55s567s333m", ["not all simples 不断幺: here 0"], id="all simples"),
        pytest.param(
            "harbin", "123m456p789s11p234s", ["at least one triplet or kong 必有杠刻: here 0"], id="no triplet"
        ),
        pytest.param(
            "harbin",
            "11p,1111+s,2222+s,3333+p,4444+m",
            ["14 to 17 tiles: here 18", "at most three kongs 至多三杠: here 4: 4444m 3333p 1111s 2222s"],
            id="four kongs",
        ),
        pytest.param(
            "harbin",
            "1111s2222s3333p99m",
            ["4 melds and 1 pair: here 3 melds and 1 pair: 3333p 1111s 2222s 99m"],
            id="E1: three kongs are three melds",
        ),
        pytest.param(
            "harbin",
            "111222333s444p555m99m",
            ["4 melds and 1 pair: here 4 melds and 1 pair, left over 555m: 444p 111s 222s 333s 99m"],
            id="E2: five melds",
        ),
        pytest.param(
            "riichi",
            "11113355778899m",
            ["one of 3 forms: the nearest", "no two pairs alike: here 1: 11m"],
            id="a quad is not two different pairs",
        ),
        pytest.param(
            "riichi",
            "1111m234567p789s55z",
            ["one of 3 forms: the nearest", "no undeclared kong: here 1: 1111m"],
            id="an undeclared kong",
        ),
        pytest.param(
            "riichi",
            "19m19p19s11134567z",
            [
                "one of 3 forms: the nearest",
                "each of terminals and honours: lacks a tile of 2z: 1m 9m 1p 9p 1s 9s 111z 3z 4z 5z 6z 7z",
            ],
            id="an orphan is missing",
        ),
        pytest.param("standard", "", ["4 melds and 1 pair: here 0 melds and 0 pairs"], id="no tiles"),
    ],
)
def test_the_block_that_says_no_is_named_with_the_tiles_that_decide(rules: str, hand: str, blocks: list[str]) -> None:
    assert sorted(failing(hand, rules)) == sorted(blocks)


def test_a_face_down_tile_is_an_error_and_no_lost_hand() -> None:
    for call in (is_win, explain, waits, normalize):
        with pytest.raises(NotationError, match="face_down"):
            call("111s345s55s567s22m0x")


def test_a_rule_file_explains_in_its_author_s_words(tmp_path: Any) -> None:
    win = "4 * meld + pair & no(meld.open).named('closed', '门清') & ~has('5z') & winning('5m')"
    hand = "234567m345p555z11s"
    own = rule_file(tmp_path, win=win)
    assert failing(hand, own, winning_tile="5m") == ["not: a tile of 5z: here 3: 555z"]
    assert failing(hand, own, winning_tile="4p") == [
        "not: a tile of 5z: here 3: 555z",
        "winning tile of 5m: told: winning tile 4p; asked: winning tile of 5m",
    ]
    assert failing("567m345p555z11s,2-34m", own, winning_tile="6m")[0] == "closed 门清: here 1: 234m"


# What holds together


NONSENSE = {
    "no tiles": "",
    "one tile": "1m",
    "18 of one kind": "1" * 18 + "m",
    "60 tiles": "12345m" * 12,
    "every kind once": "".join(TILES),
    "all honours": "1111222233334444555566667777z",
    "every tile of a suit": "111122223333444455556666777788889999s",
    "six melds": "11m,22-2m,33-3m,1-23p,1-23p,1-23s,7777+z",
    "melds alone": ",11-1m,22-2m,33-3m,44-4p",
    "a thousand tiles": "123456789p" * 111,
    "red fives": "0000m0000p0000s00m",
}


@pytest.mark.parametrize("rules", ["standard", "riichi", "harbin", "article"])
@pytest.mark.parametrize("text", NONSENSE.values(), ids=NONSENSE)
def test_a_nonsense_hand_is_lost_and_some_block_says_so(text: str, rules: str) -> None:
    verdict = explain(text, rules=rules)
    assert not verdict
    assert not is_win(text, rules=rules)
    assert not all(finding.holds for finding in verdict.findings)
    assert text == "" or verdict.layout
    assert str(verdict).count("\n") >= 4 + len(verdict.findings)


def assert_sound(text: str, rules: str) -> None:
    """The verdict is that of both engines, lays out the very tiles of the hand, and holds by its own findings."""
    verdict, hand = explain(text, rules=rules), Hand.parse(text)
    assert verdict.win == is_win(text, rules=rules, engine="automaton") == is_win(text, rules=rules, engine="regex")
    assert verdict.win == all(finding.holds for finding in verdict.findings)
    tiles = [tile for group in verdict.layout for tile in group.tiles]
    assert [tiles.count(kind) for kind in range(34)] == [
        concealed + sum(group.tiles.count(kind) for group in hand.declared)
        for kind, concealed in enumerate(hand.counts)
    ]


@pytest.mark.parametrize("rules", ["standard", "riichi", "harbin"])
@given(hand=hands)
def test_the_explanation_agrees_with_the_verdict(rules: str, hand: oracle.Hand) -> None:
    assert_sound(oracle.to_mpsz(*hand), rules)


@pytest.mark.parametrize("rules", ["standard", "riichi", "harbin"])
@given(tiles=st.lists(st.sampled_from(TILES), max_size=20))
def test_the_explanation_agrees_with_the_verdict_on_any_tiles(rules: str, tiles: list[str]) -> None:
    assert_sound("".join(sorted(tiles, key=lambda tile: tile[::-1])), rules)


HARBIN: dict[str, Statement] = {
    "only tiles of 123456789mps7z": STATEMENTS["only('123456789mps7z')"],
    "at most four tiles alike": STATEMENTS["at_most_four_alike"],
    "14 to 17 tiles": STATEMENTS["count(14, 17)"],
    "at least one triplet or kong 必有杠刻": STATEMENTS["some(triplet | kong)"],
    "at most three kongs 至多三杠": STATEMENTS["at_most_three_kongs"],
    "at least two suits 两门": STATEMENTS["two_suits"],
    "not all simples 不断幺": STATEMENTS["no_all_simples"],
    "4 melds and 1 pair": lambda layout: Form.of(layout) == Form(4, 1),
}


@few_or_many(400, 800)
def test_each_finding_says_what_is_true_of_the_layout(number: int) -> None:
    seen = set()
    for hand in random_hands(seed=9, number=number):
        verdict = explain(oracle.to_mpsz(*hand), rules="harbin")
        found = {finding.block: finding.holds for finding in verdict.findings}
        assert found == {block: says(verdict.layout) for block, says in HARBIN.items()}
        seen |= set(found.items())
    assert number < 800 or len(seen) == 2 * len(HARBIN) - 1  # random hands never hold five alike


def test_a_lost_hand_is_explained_by_the_layout_in_which_the_fewest_blocks_fail() -> None:
    """As three sequences 111222333p would lack a triplet too."""
    assert normalize("111222333456p55p", "mpsz")[0].startswith("1p1p1p,")
    assert failing("111222333456p55p", "harbin") == ["at least two suits 两门: here: 11122233345556p"]
    assert [str(group.type) for group in explain("123123123456p55p", "harbin").layout].count("triplet") == 3


# Waits


@pytest.mark.parametrize(
    ("rules", "hand", "tiles"),
    [
        pytest.param("standard", "1112345678999m", "1m 2m 3m 4m 5m 6m 7m 8m 9m", id="nine gates"),
        pytest.param("standard", "123m456p789s11z22z", "1z 2z", id="either of two pairs"),
        pytest.param("standard", "123m456p789s1111z", "", id="a kind held four times"),
        pytest.param("standard", "34m789s11z,22-2m,5555+m", "2m", id="the other end is in a kong"),
        pytest.param("standard", "34m406p789s11z222z", "2m 5m", id="a red five is a five"),
        pytest.param("standard", "123m456p789s1135z", "", id="not ready"),
        pytest.param("riichi", "19m19p19s1234567z", "1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z", id="any orphan"),
        pytest.param("riichi", "1133m5577p2299s5z", "5z", id="the seventh pair"),
        pytest.param("harbin", "234m345s55s567s22m", "", id="either pair leaves all simples"),
        pytest.param("harbin", "23m222p456p77s567s", "1m", id="one end is a terminal, the other leaves all simples"),
        pytest.param("harbin", "123m456p234s789s7z", "", id="no triplet"),
    ],
)
def test_waits(rules: str, hand: str, tiles: str) -> None:
    assert waits(hand, rules=rules) == tiles.split()


def test_a_hand_waits_for_what_completes_it() -> None:
    rng = random.Random(10)
    for counts, melds in random_hands(seed=10, number=100):
        tile = rng.choice([tile for tile, copies in enumerate(counts) if copies])
        short = (*counts[:tile], counts[tile] - 1, *counts[tile + 1 :])
        found = load("standard").completing(Hand.parse(oracle.to_mpsz(short, melds)))
        assert (TILES[tile] in found) == is_win(oracle.to_mpsz(counts, melds), rules="standard")
        assert found == sorted(found, key=TILES.index)


def test_the_default_rules_are_harbin() -> None:
    no_triplet = "123m456p234s789s7z"
    assert waits(no_triplet, rules="standard") == ["7z"]
    assert waits(no_triplet) == []
    assert not is_win(no_triplet + "7z")
    assert explain(no_triplet + "7z").rules is load("harbin")
