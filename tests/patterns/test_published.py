"""Hands and waits that others published, with a verdict, for every rule set that they name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import oracle
import pytest
from strategies import TILES, concealed

from regexhu import Hand, explain, is_win, load, waits
from regexhu.hands.layout import Form


def cases(file: str, hand: str) -> list[Any]:
    found = json.loads((Path(__file__).parents[1] / "cases" / file).read_text(encoding="utf-8"))
    return [pytest.param(case, id=f"{case['id']} {case[hand]}") for case in found]


WINS, WAITS = cases("wins.json", "hand"), cases("waits.json", "hand13")


def asked_of(case: dict[str, Any]) -> dict[str, Any]:
    return {"rules": case["rules"]} | ({"wild": "".join(case["wild"])} if "wild" in case else {})


@pytest.mark.parametrize("engine", ["auto", "regex", "automaton"])
@pytest.mark.parametrize("case", WINS)
def test_published_hands(case: dict[str, Any], engine: str) -> None:
    assert is_win(case["hand"], engine=engine, **asked_of(case)) is case["win"], case["why"]


@pytest.mark.parametrize("case", WINS)
def test_the_explanation_of_a_published_hand_says_the_same(case: dict[str, Any]) -> None:
    assert bool(explain(case["hand"], **asked_of(case))) is case["win"]


@pytest.mark.parametrize("case", [case for case in WINS if "decompositions" in case.values[0]])
def test_published_readings(case: dict[str, Any]) -> None:
    """They read the concealed part as melds and a pair; where the tile that won could lie doesn't matter."""

    def text(group: oracle.Group) -> str:
        return "".join(TILES[tile][0] for tile in group) + TILES[group[0]][1]

    form = Form(melds=5 if case["rules"] == "taiwan" else 4, pairs=1)
    found = {concealed(layout) for layout in Hand.parse(case["hand"]).layouts(form)}
    assert sorted(sorted(map(text, reading)) for reading in found) == sorted(
        sorted(reading.split()) for reading in case["decompositions"]
    )


@pytest.mark.parametrize("case", WAITS)
def test_published_waits(case: dict[str, Any]) -> None:
    asked = asked_of(case) | ({"self_draw": True} if "self_draw" in load(case["rules"]).needs else {})
    assert waits(case["hand13"], **asked) == case["waits"], case.get("note")


@pytest.mark.parametrize("case", [case for case in WAITS if "wild" not in case.values[0]])
def test_published_waits_by_regex(case: dict[str, Any]) -> None:
    short = Hand.parse(case["hand13"])
    drawn = {tile: short.drawing(tile) for tile in TILES if short.counts[TILES.index(tile)] < 4}
    by_regex = [tile for tile, hand in drawn.items() if is_win(hand, case["rules"], engine="regex")]
    assert by_regex == case["waits"]
