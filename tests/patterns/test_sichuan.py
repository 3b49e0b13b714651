"""Sichuan, held under every setting against a plain judge written from its rules."""

from __future__ import annotations

from typing import Any

import oracle
import pytest
import settings
from settings import Setting, Table
from strategies import few_or_many
from words import SUITED, TILES_258, Melds, all_from, every_engine, in_each_suit, in_pairs, layouts, names_of, suits

from regexhu import load


def sichuan(counts: oracle.Counts, melds: Melds, declared_void: bool, **known: Any) -> bool:
    if not all_from(counts, melds, SUITED) or suits(counts, melds) > 2 or "chi" in names_of(melds):
        return False
    if declared_void and in_each_suit(counts, melds)["mps".index(known["forbidden"][-1])]:
        return False
    return in_pairs(counts, melds) or any(True for _ in layouts(counts, melds))


TABLE = Table(
    "sichuan",
    sichuan,
    [Setting(), Setting({"declared_void": True}, {"forbidden": "123456789p"})],
    [range(18), range(9, 27), [*range(9), *range(18, 27)], TILES_258, SUITED],
)


@pytest.mark.parametrize("setting", TABLE.settings, ids=str)
@few_or_many(200, 1_000)
def test_random_hands(setting: Setting, number: int) -> None:
    settings.agrees_under(TABLE, setting, number)


@pytest.mark.parametrize("setting", [setting for setting in TABLE.settings if setting.on], ids=str)
def test_every_switch_changes_verdicts(setting: Setting) -> None:
    settings.changes_verdicts(TABLE, setting)


def test_the_settings_have_every_switch() -> None:
    settings.has_settings_for_every_switch(TABLE)


@every_engine
@pytest.mark.parametrize(("void", "wins"), [("p", False), ("m", False), ("s", True)])
def test_a_suit_declared_void_is_void_beside_wild_tiles_too(void: str, wins: bool, engine: str) -> None:
    rules = load("sichuan", declared_void=True)
    assert rules.is_win("22888m22555678p7z", engine=engine, wild="7z", forbidden=f"123456789{void}") is wins


def test_a_named_condition_says_its_local_name() -> None:
    assert "缺一门" in load("sichuan").regex(verbose=True)


def test_tiles_are_those_of_the_game() -> None:
    assert 4 * len(load("sichuan").tiles) == 108
