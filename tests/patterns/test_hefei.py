"""Hefei, held under every setting against a plain judge written from its rules."""

from __future__ import annotations

import oracle
import pytest
import settings
from settings import Setting, Table
from strategies import few_or_many
from words import MIDDLING, SUITED, TILES_258, Melds, all_from, in_each_suit, in_pairs, layouts, names_of

from regexhu import load


def hefei(counts: oracle.Counts, melds: Melds, structural: bool, only_concealed_kong: bool) -> bool:
    if not all_from(counts, melds, MIDDLING) or "chi" in names_of(melds) or max(in_each_suit(counts, melds)) < 8:
        return False
    if only_concealed_kong and {"da-ming-gang", "jia-gang"} & set(names_of(melds)):
        return False
    if in_pairs(counts, melds):
        return True

    def weight(layout: list[oracle.Group], suit: int) -> int:
        return sum(min(3, len(group)) for group in layout if group[0] // 9 == suit)

    return any(
        not structural or max(weight(layout, suit) for suit in range(3)) >= 8 for layout in layouts(counts, melds)
    )


TABLE = Table(
    "hefei",
    hefei,
    [Setting(), Setting({"structural": True}), Setting({"only_concealed_kong": True})],
    [MIDDLING, MIDDLING[:7] + MIDDLING[7:9], MIDDLING[7:14] + MIDDLING[:3], TILES_258, SUITED],
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


def test_a_named_condition_says_its_local_name() -> None:
    assert "八支" in load("hefei").regex(verbose=True)


def test_tiles_are_those_of_the_game() -> None:
    assert 4 * len(load("hefei").tiles) == 84
