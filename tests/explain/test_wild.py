"""How a hand with wild tiles is explained."""

from __future__ import annotations

import random
from collections import Counter

import oracle
import pytest
from strategies import TILES, few_or_many
from wilds import deal

from regexhu import explain, is_win


@few_or_many(16, 60)
@pytest.mark.parametrize("name", ["standard", "riichi", "tianjin", "hangzhou"])
def test_the_layout_shown_holds_the_tiles_of_the_hand_and_marks_what_wild_ones_stand_for(
    name: str, number: int
) -> None:
    rng, shown = random.Random(name), 0
    fixed = {"hangzhou": (TILES.index("5z"),)}.get(name, ())
    for n in range(number):
        found = deal(rng, n % 4, True, kinds=1 + n % 2, fixed=fixed, chi=name != "tianjin")
        verdict = explain(str(found), rules=name, self_draw=True, **found.asked)
        assert verdict.win == is_win(str(found), rules=name, self_draw=True, **found.asked)
        if not verdict:
            continue
        laid = [(kind, at in group.wild) for group in verdict.layout for at, kind in enumerate(group.tiles)]
        real = Counter(kind for kind, wild in laid if not wild)
        stood_for = Counter(kind for kind, wild in laid if wild)
        left = Counter(dict(enumerate(oracle.held(found.counts, found.melds)))) - real
        assert real + left == +Counter(dict(enumerate(oracle.held(found.counts, found.melds))))
        assert set(left) <= set(found.wild)
        assert left.total() == stood_for.total()
        assert all(left[kind] + stood_for[kind] <= left.total() for kind in left), "a wild tile stands for itself"
        assert sum(group.won is not None for group in verdict.layout) == 1
        assert str(verdict).count("*") >= stood_for.total()
        shown += bool(stood_for)
    assert shown > number // 10


@pytest.mark.parametrize(
    ("hand", "wild", "shown"),
    [
        ("333567888m456p33s", "3s4s", {"333m", "567m", "888m", "456p", "33s"}),
        ("1357m123777p11s11z", "1s", {"1*23m", "5*67m"}),
        ("66m123455589s,111-p", "1s", {"66m", "234s", "555s", "*789s"}),
    ],
)
def test_a_wild_tile_is_shown_with_the_tile_that_it_stands_for(hand: str, wild: str, shown: set[str]) -> None:
    """Of all layouts it is one with the fewest wild tiles that stand for others."""
    assert shown <= set(str(explain(hand, rules="standard", wild=wild)).split())
