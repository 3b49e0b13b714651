"""Shanghai, held under every setting against a plain judge written from its rules."""

from __future__ import annotations

import oracle
import pytest
import settings
from settings import Setting, Table, in_any_order
from strategies import few_or_many
from words import HONOURS, TILES_258, WINDS, Melds, in_no_order, in_pairs, is_sequence, layouts, suits

from regexhu import load


def shanghai(counts: oracle.Counts, melds: Melds, loose_honors: bool, seven_pairs: bool) -> bool:
    return (
        (loose_honors and in_no_order(counts, melds, HONOURS))
        or (seven_pairs and in_pairs(counts, melds))
        or any(suits(counts, melds) == 1 or not any(map(is_sequence, layout)) for layout in layouts(counts, melds))
    )


TABLE = Table(
    "shanghai",
    shanghai,
    [Setting(), Setting({"loose_honors": False}), Setting({"seven_pairs": True})],
    [range(34), [*range(9), *HONOURS], [*range(18, 27), 27, 31], [*TILES_258, *WINDS], HONOURS],
    in_any_order(HONOURS),
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
    assert "混一色" in load("shanghai").regex(verbose=True)


def test_tiles_are_those_of_the_game() -> None:
    assert 4 * len(load("shanghai").tiles) == 136
