"""Hefei, Shanghai twice, Changsha, Sichuan and Guangdong: each held against a plain judge written from its rules."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement, permutations
from pathlib import Path
from typing import Any

import oracle
import pytest
from strategies import TILES

from regexhu import RuleError, is_win, load

ENGINES = ("regex", "automaton")
SUITED = range(oracle.HONOURS)
HONOURS = range(oracle.HONOURS, oracle.KINDS)
WINDS = range(27, 31)
TILES_258 = [tile for tile in SUITED if tile % 9 in (1, 4, 7)]
MIDDLING = [tile for tile in SUITED if 1 <= tile % 9 <= 7]
Melds = tuple[oracle.Meld, ...]
Judge = Callable[..., bool]


# What the rules say


def layouts(counts: oracle.Counts, melds: Melds) -> Iterator[list[oracle.Group]]:
    """The whole hand as four melds and a pair, where every kong has been declared."""
    if oracle.undeclared_kongs(counts, melds) == 0:
        for reading in oracle.standard_readings(counts, melds):
            yield [*reading, *map(oracle.meld_tiles, melds)]


def in_pairs(counts: oracle.Counts, melds: Melds) -> bool:
    """Seven pairs; four alike are two of them."""
    return not melds and sum(counts) == 14 and set(counts) <= {0, 2, 4}


def all_from(counts: oracle.Counts, melds: Melds, kinds: Sequence[int]) -> bool:
    return all(tile in kinds for tile, n in enumerate(oracle.held(counts, melds)) if n)


def in_no_order(counts: oracle.Counts, melds: Melds, kinds: Sequence[int]) -> bool:
    """Fourteen tiles of these kinds, a meld counting three."""
    return sum(counts) + 3 * len(melds) == 14 and oracle.is_legal(counts, melds) and all_from(counts, melds, kinds)


def in_each_suit(counts: oracle.Counts, melds: Melds) -> list[int]:
    whole = oracle.held(counts, melds)
    return [sum(whole[start : start + 9]) for start in oracle.SUIT_STARTS]


def suits(counts: oracle.Counts, melds: Melds) -> int:
    return sum(map(bool, in_each_suit(counts, melds)))


def is_sequence(group: oracle.Group) -> bool:
    return len(set(group)) == 3


def pair_of(layout: list[oracle.Group]) -> int:
    return next(group[0] for group in layout if len(group) == 2)


def kinds_of(melds: Melds) -> list[str]:
    return [kind for kind, _ in melds]


def hefei(counts: oracle.Counts, melds: Melds, structural: bool, only_concealed_kong: bool) -> bool:
    if not all_from(counts, melds, MIDDLING) or "chi" in kinds_of(melds) or max(in_each_suit(counts, melds)) < 8:
        return False
    if only_concealed_kong and {"da-ming-gang", "jia-gang"} & set(kinds_of(melds)):
        return False
    if in_pairs(counts, melds):
        return True

    def weight(layout: list[oracle.Group], suit: int) -> int:
        return sum(min(3, len(group)) for group in layout if group[0] // 9 == suit)

    return any(
        not structural or max(weight(layout, suit) for suit in range(3)) >= 8 for layout in layouts(counts, melds)
    )


def shanghai(counts: oracle.Counts, melds: Melds, loose_honors: bool, seven_pairs: bool) -> bool:
    return (
        (loose_honors and in_no_order(counts, melds, HONOURS))
        or (seven_pairs and in_pairs(counts, melds))
        or any(suits(counts, melds) == 1 or not any(map(is_sequence, layout)) for layout in layouts(counts, melds))
    )


def shanghai_qiaoma(
    counts: oracle.Counts, melds: Melds, chi: bool, self_draw_only: bool, loose_honors: bool, **known: Any
) -> bool:
    if not known["ready"] or (self_draw_only and not known["self_draw"]):
        return False
    if loose_honors and in_no_order(counts, melds, WINDS):
        return True
    return (
        all_from(counts, melds, [*SUITED, *WINDS])
        and (chi or "chi" not in kinds_of(melds))
        and any(True for _ in layouts(counts, melds))
    )


def changsha(
    counts: oracle.Counts,
    melds: Melds,
    event_waives_258: bool,
    jiangjiang_structured: bool,
    quanqiuren_on_discard: bool,
    **known: Any,
) -> bool:
    if not all_from(counts, melds, SUITED):
        return False
    if in_pairs(counts, melds) or (not jiangjiang_structured and in_no_order(counts, melds, TILES_258)):
        return True
    all_claimed = len(melds) == 4 and "an-gang" not in kinds_of(melds)
    return any(
        pair_of(layout) in TILES_258
        or not any(map(is_sequence, layout))
        or suits(counts, melds) == 1
        or (all_claimed and not (quanqiuren_on_discard and known["self_draw"]))
        or (event_waives_258 and known.get("event") is not None)
        for layout in layouts(counts, melds)
    )


def sichuan(counts: oracle.Counts, melds: Melds, declared_void: bool, **known: Any) -> bool:
    if not all_from(counts, melds, SUITED) or suits(counts, melds) > 2 or "chi" in kinds_of(melds):
        return False
    if declared_void and in_each_suit(counts, melds)["mps".index(known["forbidden"][-1])]:
        return False
    return in_pairs(counts, melds) or any(True for _ in layouts(counts, melds))


def is_knitted(counts: oracle.Counts, melds: Melds) -> bool:
    """Fourteen different tiles of honours and 147, 258, 369, each of these in a suit of its own."""
    if melds or sorted(counts)[-14:] != [1] * 14 or sum(counts) != 14:
        return False
    return any(
        all(tile % 9 % 3 == order[tile // 9] for tile in SUITED if counts[tile]) for order in permutations(range(3))
    )


def guangdong(counts: oracle.Counts, melds: Melds, **on: Any) -> bool:
    if "chi" in kinds_of(melds) and not on["chi"]:
        return False
    if (on["thirteen_orphans"] and oracle.thirteen_orphans(counts, melds)) or (
        on["quanbukao"] and is_knitted(counts, melds)
    ):
        return True
    whole = oracle.held(counts, melds)
    if (on["needs_orphan"] and not any(whole[tile] for tile in oracle.ORPHANS)) or (
        on["missing_suit"] and suits(counts, melds) > 2
    ):
        return False
    if in_pairs(counts, melds) and (not on["pair_258"] or any(counts[tile] for tile in TILES_258)):
        return True
    return any(
        (not on["pair_258"] or pair_of(layout) in TILES_258)
        and (not on["needs_triplet"] or any(len(group) > 2 and not is_sequence(group) for group in layout))
        for layout in layouts(counts, melds)
    )


JUDGES: dict[str, Judge] = {
    "hefei": hefei,
    "shanghai": shanghai,
    "shanghai_qiaoma": shanghai_qiaoma,
    "changsha": changsha,
    "sichuan": sichuan,
    "guangdong": guangdong,
}
READY = {"ready": True}
SETTINGS: list[tuple[str, dict[str, bool], dict[str, Any]]] = [
    ("hefei", {}, {}),
    ("hefei", {"structural": True}, {}),
    ("hefei", {"only_concealed_kong": True}, {}),
    ("shanghai", {}, {}),
    ("shanghai", {"loose_honors": False}, {}),
    ("shanghai", {"seven_pairs": True}, {}),
    ("shanghai_qiaoma", {}, READY),
    ("shanghai_qiaoma", {"chi": False}, READY),
    ("shanghai_qiaoma", {"loose_honors": True}, READY),
    ("shanghai_qiaoma", {"self_draw_only": True}, {"ready": True, "self_draw": True}),
    ("changsha", {}, {}),
    ("changsha", {}, {"event": "kong-draw"}),
    ("changsha", {"event_waives_258": False}, {"event": "kong-draw"}),
    ("changsha", {"jiangjiang_structured": True}, {}),
    ("changsha", {"quanqiuren_on_discard": True}, {"self_draw": True}),
    ("changsha", {"quanqiuren_on_discard": True}, {"self_draw": False}),
    ("sichuan", {}, {}),
    ("sichuan", {"declared_void": True}, {"forbidden": "123456789p"}),
    ("guangdong", {}, {}),
    ("guangdong", {"chi": True}, {}),
    ("guangdong", {"thirteen_orphans": False}, {}),
    ("guangdong", {"quanbukao": True}, {}),
    ("guangdong", {"needs_triplet": True}, {}),
    ("guangdong", {"needs_orphan": True}, {}),
    ("guangdong", {"pair_258": True}, {}),
    ("guangdong", {"missing_suit": True}, {}),
]
NAMED = [pytest.param(*setting, id=" ".join(map(str, setting))) for setting in SETTINGS]


def switches(name: str, on: dict[str, bool]) -> dict[str, bool]:
    return {name: switch.on for name, switch in load(name).switches.items()} | on


# Random hands


POOLS: dict[str, list[Sequence[int]]] = {
    "hefei": [MIDDLING, MIDDLING[:7] + MIDDLING[7:9], MIDDLING[7:14] + MIDDLING[:3], TILES_258, SUITED],
    "shanghai": [range(34), [*range(9), *HONOURS], [*range(18, 27), 27, 31], [*TILES_258, *WINDS], HONOURS],
    "shanghai_qiaoma": [[*SUITED, *WINDS], [*range(9), *WINDS], [*TILES_258, *WINDS], range(34)],
    "changsha": [SUITED, SUITED, range(9, 18), TILES_258, range(34)],
    "sichuan": [range(18), range(9, 27), [*range(9), *range(18, 27)], TILES_258, SUITED],
    "guangdong": [range(34), SUITED, range(9), [*TILES_258, *HONOURS], MIDDLING],
}
UNORDERED: dict[str, Sequence[int]] = {"shanghai": HONOURS, "shanghai_qiaoma": WINDS, "changsha": TILES_258}


def without_claimed_sequences(hand: oracle.Hand) -> oracle.Hand:
    """The hand with its claimed sequences taken back into the concealed tiles."""
    counts = list(hand[0])
    for meld in hand[1]:
        for tile in oracle.meld_tiles(meld) if meld[0] == "chi" else ():
            counts[tile] += 1
    return tuple(counts), tuple(meld for meld in hand[1] if meld[0] != "chi")


def four_claimed(rng: random.Random, kinds: Sequence[int]) -> oracle.Hand:
    """Four declared melds, mostly claimed, beside a pair."""
    while True:
        starts = [tile for tile in kinds if oracle.is_sequence_start(tile)] or list(kinds)
        chosen = [(rng.choice(["chi", "chi", "peng", rng.choice(oracle.KONGS)]), rng.choice(starts)) for _ in range(4)]
        melds = tuple((kind if oracle.is_sequence_start(tile) else "peng", tile) for kind, tile in chosen)
        pair = rng.choice(kinds)
        counts = tuple(2 * (tile == pair) for tile in range(oracle.KINDS))
        if oracle.is_legal(counts, melds):
            return counts, melds


def unordered(rng: random.Random, kinds: Sequence[int]) -> oracle.Hand:
    """Fourteen tiles of some kinds at random, a few of them melds."""
    declared = rng.sample(list(kinds), rng.choice((0, 0, 1, 1, 2)) if len(kinds) > 4 else 0)
    melds = tuple((rng.choice(("peng", *oracle.KONGS)), tile) for tile in declared)
    wall = [tile for tile in kinds for _ in range(4) if tile not in declared]
    dealt = rng.sample(wall, 14 - 3 * len(melds))
    return tuple(dealt.count(tile) for tile in range(oracle.KINDS)), melds


def paired(rng: random.Random, kinds: Sequence[int]) -> oracle.Hand:
    """Seven pairs, a kind twice at most."""
    chosen = rng.sample([*kinds, *kinds], 7)
    return tuple(2 * chosen.count(tile) for tile in range(oracle.KINDS)), ()


def special(rng: random.Random) -> oracle.Hand:
    """Thirteen orphans, or fourteen different tiles knitted."""
    if rng.random() < 1 / 2:
        twice = rng.choice(oracle.ORPHANS)
        return tuple((tile in oracle.ORPHANS) + (tile == twice) for tile in range(oracle.KINDS)), ()
    order = rng.sample(range(3), 3)
    fitting = [tile for tile in range(oracle.KINDS) if tile in HONOURS or tile % 9 % 3 == order[tile // 9]]
    chosen = rng.sample(fitting, 14)
    return tuple(int(tile in chosen) for tile in range(oracle.KINDS)), ()


def exchanged(rng: random.Random, hand: oracle.Hand, kinds: Sequence[int]) -> oracle.Hand:
    """The hand with one concealed tile exchanged."""
    counts = list(hand[0])
    counts[rng.choice([tile for tile, n in enumerate(counts) if n])] -= 1
    counts[rng.choice(kinds)] += 1
    return tuple(counts), hand[1]


@cache
def hands(name: str) -> list[oracle.Hand]:
    """A thousand hands: most of them meant to win by a form or a condition of the rule set, the others to come near."""
    rng, found = random.Random(13), []
    while len(found) < 1_000:
        pools = POOLS[name]
        pool = rng.choice(pools)
        how = rng.choice(("any", "any", "any", "own", "own", "claimed", "pairs", "unordered"))
        if how == "claimed":
            hand = four_claimed(rng, pool)
        elif how == "pairs":
            hand = paired(rng, pool)
        elif how == "unordered" and name in UNORDERED:
            hand = unordered(rng, UNORDERED[name])
        elif how == "unordered" and name == "guangdong":
            hand = special(rng)
        else:
            hand = oracle.random_hand(rng, pool, winning=rng.random() < 2 / 3)
            hand = without_claimed_sequences(hand) if how == "own" else hand
        if rng.random() < 1 / 4:
            hand = exchanged(rng, hand, pool)
        if oracle.is_legal(*hand):
            found.append(hand)
    return found


@cache
def texts(name: str) -> list[str]:
    return [oracle.to_mpsz(*hand) for hand in hands(name)]


@pytest.mark.parametrize(("name", "on", "known"), NAMED)
def test_random_hands_under_every_switch(name: str, on: dict[str, bool], known: dict[str, Any]) -> None:
    rules, judge, flags = load(name, **on), JUDGES[name], switches(name, on)
    expected = [judge(*hand, **flags, **known) for hand in hands(name)]
    for engine, share in zip(ENGINES, (2, 1), strict=True):
        wrong = [
            (text, won)
            for text, won in list(zip(texts(name), expected, strict=True))[:: share if on else 1]
            if rules.is_win(text, engine=engine, **known) != won
        ]
        assert not wrong, (engine, wrong[:5])
    assert 50 < sum(expected) < 950


@pytest.mark.parametrize(("name", "on", "known"), [setting for setting in NAMED if setting.values[1]])
def test_every_switch_changes_verdicts(name: str, on: dict[str, bool], known: dict[str, Any]) -> None:
    """But for the two on discards, which change none where the tile comes as they want it."""
    default, rules = load(name), load(name, **on)
    changed = [text for text in texts(name) if default.is_win(text, **known) != rules.is_win(text, **known)]
    harmless = (on, known) in (
        ({"quanqiuren_on_discard": True}, {"self_draw": False}),
        ({"self_draw_only": True}, {"ready": True, "self_draw": True}),
    )
    assert bool(changed) is not harmless


def test_the_settings_have_every_switch() -> None:
    for name in JUDGES:
        tried = {switch for setting, on, _ in SETTINGS if setting == name for switch in on} | {"four_ghosts_win"}
        assert set(load(name).switches) <= tried


def test_where_only_self_draw_wins_no_discard_does() -> None:
    qiaoma = load("shanghai_qiaoma", self_draw_only=True)
    for text in texts("shanghai_qiaoma")[:300]:
        assert not qiaoma.is_win(text, ready=True, self_draw=False)
        assert not qiaoma.is_win(text, ready=False, self_draw=True)


# What has to be told


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("rules", "told", "keyword"),
    [
        ("shanghai_qiaoma", {}, "ready"),
        ("shanghai_qiaoma?self_draw_only", READY, "self_draw"),
        ("changsha?quanqiuren_on_discard", {}, "self_draw"),
        ("sichuan?declared_void", {}, "forbidden"),
    ],
)
def test_what_is_not_told_is_asked_for(rules: str, told: dict[str, Any], keyword: str, engine: str) -> None:
    with pytest.raises(RuleError, match=f"has to know {keyword}: give"):
        is_win("123m456p789s11122s", rules=rules, engine=engine, **told)


@pytest.mark.parametrize("name", ["hefei", "shanghai", "changsha", "sichuan", "guangdong"])
def test_by_default_the_others_need_to_know_nothing(name: str) -> None:
    assert not load(name).needs


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("void", "wins"), [("p", False), ("m", False), ("s", True)])
def test_a_suit_declared_void_is_void_beside_wild_tiles_too(void: str, wins: bool, engine: str) -> None:
    rules = load("sichuan", declared_void=True)
    assert rules.is_win("22888m22555678p7z", engine=engine, wild="7z", forbidden=f"123456789{void}") is wins


# Published hands


PUBLISHED = json.loads((Path(__file__).parents[1] / "cases" / "wins.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "case", [pytest.param(case, id=case["id"]) for case in PUBLISHED if case["rules"] in JUDGES and "wild" not in case]
)
def test_published_hands(case: dict[str, Any], engine: str) -> None:
    assert is_win(case["hand"], rules=case["rules"], engine=engine) is case["win"], case["why"]


# Ghosts


def with_ghosts(rng: random.Random, number: int) -> oracle.Hand:
    """A hand without east winds that lacks so many tiles, for ghosts to stand in; with them half of the hands win."""
    kinds = rng.choice(([*range(9), 28, 33], [*range(9), *range(18, 27)], [*TILES_258, *oracle.ORPHANS]))
    hand = without_claimed_sequences(oracle.random_hand(rng, [tile for tile in kinds if tile != 27]))
    hand = hand if rng.random() < 1 / 2 else exchanged(rng, exchanged(rng, hand, kinds[:5]), kinds[:5])
    counts = list(hand[0])
    for _ in range(number):
        counts[rng.choice([tile for tile, n in enumerate(counts) if n])] -= 1
    return tuple(counts), hand[1]


@pytest.mark.parametrize(("number", "hands"), [(1, 150), (2, 30)])
def test_ghosts_stand_for_any_tile(number: int, hands: int) -> None:
    """Guangdong with east winds wild wins when some assignment of tiles to them wins without."""
    rng, rules, won, tried = random.Random(number), load("guangdong"), 0, 0
    flags = switches("guangdong", {})
    while tried < hands:
        counts, melds = with_ghosts(rng, number)
        if sum(counts) < number or not oracle.is_legal(counts, melds):
            continue
        tried += 1
        stands = combinations_with_replacement(range(oracle.KINDS), number)
        filled = (tuple(n + stand.count(tile) for tile, n in enumerate(counts)) for stand in stands)
        expected = any(guangdong(real, melds, **flags) for real in filled if oracle.is_legal(real, melds))
        held = (*counts[:27], number, *counts[28:])
        for engine in ENGINES:
            assert rules.is_win(oracle.to_mpsz(held, melds), engine=engine, wild="1z") is expected
        won += expected
    assert hands // 5 < won < hands


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("hand", "wins"),
    [
        ("39m2p111z21z,55-5z,7777+z", True),
        ("39m2p111z22z,55-5z,7777+z", False),
        ("39m2p111z21z,55-5z", False),
    ],
)
def test_four_ghosts_win_with_whatever_else_there_is(hand: str, wins: bool, engine: str) -> None:
    rules = load("guangdong", four_ghosts_win=True)
    assert rules.is_win(hand, engine=engine, wild="1z") is wins
    assert not load("guangdong").is_win(hand, engine=engine, wild="1z")
    assert not rules.is_win(hand, engine=engine)


def test_four_ghosts_in_a_hand_without_melds() -> None:
    """By automaton alone: a regex has to see each tile that each of the four ghosts may stand for."""
    rules = load("guangdong", four_ghosts_win=True)
    assert rules.is_win("1379m258p36s1112z1z", wild="1z")
    assert not rules.is_win("1379m258p36s1112z2z", wild="1z")


def test_claimed_sequences_lie_beside_four_ghosts_where_chi_is_allowed() -> None:
    assert not load("guangdong", four_ghosts_win=True).is_win("39m2p111z21z,2-34m,7777+z", wild="1z")
    assert load("guangdong", four_ghosts_win=True, chi=True).is_win("39m2p111z21z,2-34m,7777+z", wild="1z")


# What a hand is told to be


def test_a_named_condition_says_its_local_name() -> None:
    words = {"hefei": "八支", "shanghai": "混一色", "changsha": "二五八将", "sichuan": "缺一门"}
    for name, word in words.items():
        assert word in load(name).regex(verbose=True)


def test_tiles_are_those_of_the_game() -> None:
    sizes = {"hefei": 84, "shanghai": 136, "shanghai_qiaoma": 124, "changsha": 108, "sichuan": 108, "guangdong": 136}
    assert {name: 4 * len(load(name).tiles) for name in JUDGES} == sizes
    assert [TILES[tile] for tile in load("shanghai_qiaoma").tiles][-4:] == ["1z", "2z", "3z", "4z"]
