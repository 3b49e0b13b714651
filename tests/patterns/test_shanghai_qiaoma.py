"""Shanghai qiaoma, held under every setting against a plain judge written from its rules."""

from __future__ import annotations

from typing import Any

import oracle
import pytest
import settings
from settings import Setting, Table, in_any_order
from strategies import TILES, few_or_many
from words import SUITED, TILES_258, WINDS, Melds, all_from, in_no_order, layouts, names_of

from regexhu import load


def shanghai_qiaoma(
    counts: oracle.Counts, melds: Melds, chi: bool, self_draw_only: bool, loose_honors: bool, **known: Any
) -> bool:
    if not known["ready"] or (self_draw_only and not known["self_draw"]):
        return False
    if loose_honors and in_no_order(counts, melds, WINDS):
        return True
    return (
        all_from(counts, melds, [*SUITED, *WINDS])
        and (chi or "chi" not in names_of(melds))
        and any(True for _ in layouts(counts, melds))
    )


READY = {"ready": True}
TABLE = Table(
    "shanghai_qiaoma",
    shanghai_qiaoma,
    [
        Setting({}, READY),
        Setting({"chi": False}, READY),
        Setting({"loose_honors": True}, READY),
        Setting({"self_draw_only": True}, {"ready": True, "self_draw": True}, changes=False),
    ],
    [[*SUITED, *WINDS], [*range(9), *WINDS], [*TILES_258, *WINDS], range(34)],
    in_any_order(WINDS),
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


def test_where_only_self_draw_wins_no_discard_does() -> None:
    qiaoma = load("shanghai_qiaoma", self_draw_only=True)
    for text in TABLE.texts[:300]:
        assert not qiaoma.is_win(text, ready=True, self_draw=False)
        assert not qiaoma.is_win(text, ready=False, self_draw=True)


def test_tiles_are_those_of_the_game() -> None:
    assert 4 * len(load("shanghai_qiaoma").tiles) == 124
    assert [TILES[tile] for tile in load("shanghai_qiaoma").tiles][-4:] == ["1z", "2z", "3z", "4z"]
