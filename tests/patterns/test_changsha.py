"""Changsha, held under every setting against a plain judge written from its rules."""

from __future__ import annotations

from typing import Any

import oracle
import pytest
import settings
from settings import Setting, Table, in_any_order
from strategies import few_or_many
from words import (
    SUITED,
    TILES_258,
    Melds,
    all_from,
    in_no_order,
    in_pairs,
    is_sequence,
    layouts,
    names_of,
    pair_of,
    suits,
)

from regexhu import load


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
    all_claimed = len(melds) == 4 and "an-gang" not in names_of(melds)
    return any(
        pair_of(layout) in TILES_258
        or not any(map(is_sequence, layout))
        or suits(counts, melds) == 1
        or (all_claimed and not (quanqiuren_on_discard and known["self_draw"]))
        or (event_waives_258 and known.get("event") is not None)
        for layout in layouts(counts, melds)
    )


TABLE = Table(
    "changsha",
    changsha,
    [
        Setting(),
        Setting({}, {"event": "kong-draw"}),
        Setting({"event_waives_258": False}, {"event": "kong-draw"}),
        Setting({"jiangjiang_structured": True}),
        Setting({"quanqiuren_on_discard": True}, {"self_draw": True}),
        Setting({"quanqiuren_on_discard": True}, {"self_draw": False}, changes=False),
    ],
    [SUITED, SUITED, range(9, 18), TILES_258, range(34)],
    in_any_order(TILES_258),
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
    assert "二五八将" in load("changsha").regex(verbose=True)


def test_tiles_are_those_of_the_game() -> None:
    assert 4 * len(load("changsha").tiles) == 108
