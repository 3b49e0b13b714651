"""Guangdong, held under every setting against a plain judge written from its rules."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement, permutations
from typing import Any

import oracle
import pytest
import settings
from settings import Setting, Table, exchanged, without_claimed_sequences
from strategies import few_or_many, long
from words import (
    ENGINES,
    HONOURS,
    MIDDLING,
    SUITED,
    TILES_258,
    Melds,
    counted,
    every_engine,
    in_pairs,
    is_sequence,
    layouts,
    names_of,
    pair_of,
    suits,
)

from regexhu import load


def is_knitted(counts: oracle.Counts, melds: Melds) -> bool:
    """Fourteen different tiles of honours and 147, 258, 369, each of these in a suit of its own."""
    if melds or sorted(counts)[-14:] != [1] * 14 or sum(counts) != 14:
        return False
    return any(
        all(tile % 9 % 3 == order[tile // 9] for tile in SUITED if counts[tile]) for order in permutations(range(3))
    )


def guangdong(counts: oracle.Counts, melds: Melds, **on: Any) -> bool:
    if "chi" in names_of(melds) and not on["chi"]:
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


def special(rng: random.Random) -> oracle.Hand:
    """Thirteen orphans, or fourteen different tiles knitted."""
    if rng.random() < 1 / 2:
        twice = rng.choice(oracle.ORPHANS)
        return tuple((tile in oracle.ORPHANS) + (tile == twice) for tile in range(oracle.KINDS)), ()
    order = rng.sample(range(3), 3)
    fitting = [tile for tile in range(oracle.KINDS) if tile in HONOURS or tile % 9 % 3 == order[tile // 9]]
    return counted(rng.sample(fitting, 14)), ()


TABLE = Table(
    "guangdong",
    guangdong,
    [
        Setting(),
        Setting({"chi": True}),
        Setting({"thirteen_orphans": False}),
        Setting({"quanbukao": True}),
        Setting({"needs_triplet": True}),
        Setting({"needs_orphan": True}),
        Setting({"pair_258": True}),
        Setting({"missing_suit": True}),
    ],
    [range(34), SUITED, range(9), [*TILES_258, *HONOURS], MIDDLING],
    special,
)


@pytest.mark.parametrize("setting", TABLE.settings, ids=str)
@few_or_many(200, 1_000)
def test_random_hands(setting: Setting, number: int) -> None:
    settings.agrees_under(TABLE, setting, number)


@pytest.mark.parametrize("setting", [setting for setting in TABLE.settings if setting.on], ids=str)
def test_every_switch_changes_verdicts(setting: Setting) -> None:
    settings.changes_verdicts(TABLE, setting)


def test_the_settings_have_every_switch() -> None:
    settings.has_settings_for_every_switch(TABLE, besides={"four_ghosts_win"})


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
    flags = TABLE.switches({})
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


@every_engine
@pytest.mark.parametrize(
    ("hand", "wins"),
    [
        ("39m2p111z21z,55-5z,7777+z", True),
        long("39m2p111z22z,55-5z,7777+z", False),
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


def test_tiles_are_those_of_the_game() -> None:
    assert 4 * len(load("guangdong").tiles) == 136
