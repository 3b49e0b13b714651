"""Configurations from which nothing wins are dropped early; tables agree with configurations that guess wild tiles."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from regexhu import RuleSet
from regexhu.automaton.configurations import Letter
from regexhu.automaton.counters import DEAD, Caps, Counters
from regexhu.automaton.table import WON
from regexhu.blocks import has, meld, pair, sequence, some, substitutes, triplet
from regexhu.hands.layout import Group
from regexhu.syntax.tree import Pattern

TRIPLET, RUN, PAIR = Group("triplet", (30,) * 3), Group("sequence", (0, 1, 2)), Group("pair", (33, 33))


def after(pattern: Pattern, groups: list[Group], layer: int) -> int:
    counters = Counters(pattern, caps=Caps(4, 4))
    path = counters.start
    for group in groups:
        if path != DEAD:
            path = counters.add(path, counters.effect((group,), group.tiles), layer)
    return path


@pytest.mark.parametrize(
    ("pattern", "groups", "layer", "is_dead"),
    [
        (2 * meld + pair & some(triplet), [RUN, RUN], 3, True),
        (2 * meld + pair & some(triplet), [RUN], 3, False),
        (2 * meld + pair & some(triplet) & some(triplet.of("1z")) & some(triplet.of("2z")), [RUN], 3, False),
        (2 * meld + pair & has("5z"), [RUN, RUN], 3, False),
        (2 * meld + pair & has("5z"), [RUN, RUN, PAIR], 3, True),
        (2 * meld + pair & has("4m"), [RUN, RUN, PAIR], 2, False),
        (2 * meld + pair & has("4m"), [RUN, RUN, PAIR], 9, True),
        (2 * meld + pair & has("5z") | 3 * meld + pair, [RUN, RUN, PAIR], 3, False),
        (2 * meld + pair & ~has("5z"), [RUN, RUN, PAIR], 3, False),
    ],
)
def test_a_path_is_dead_where_groups_left_are_too_few(
    pattern: Pattern, groups: list[Group], layer: int, is_dead: bool
) -> None:
    assert (after(pattern, groups, layer) == DEAD) is is_dead


RULES = {
    "a pair with one wild tile": RuleSet(2 * meld + pair & some(pair.won().wild(1))),
    "a wild tile as 5m": RuleSet(2 * meld + pair & some(sequence.won().wild_as("5m"))),
    "a wait for the middle": RuleSet(2 * meld + pair & some(sequence.won(wait="middle"))),
    "one substitute": RuleSet(2 * meld + pair & substitutes(1)),
    "any number alike": RuleSet(2 * meld + pair, wild_copies=None),
}


@pytest.mark.parametrize("winner", [None, 4])
@pytest.mark.parametrize("name", RULES)
def test_tables_agree_with_configurations_that_guess_where_wild_tiles_lie(name: str, winner: int | None) -> None:
    engine, choose = RULES[name].automaton_engine, random.Random(5)
    machine = engine.machine((), 8, winner)
    table = machine.table(2)
    verdicts = []
    for _ in range(1_000):
        state, cell = machine.start(2), table.root
        for kind, letter in enumerate(hand(choose, winner)):
            state = machine.onward(state, kind, letter)
            cell = table.cells[cell * table.width + table.letters.column(letter)]
        assert (cell == WON) is machine.wins(state)
        verdicts.append(cell == WON)
    assert 20 < sum(verdicts) < 1_000


def hand(choose: random.Random, winner: int | None) -> list[Letter]:
    """Six tiles of a hand that would be complete and two wild ones, of the kinds 4 and 33, the winning tile marked."""
    first, second, two = choose.randrange(3, 7), choose.choice([2, 3, 4, 5, 30]), choose.choice([5, 9, 31, 32])
    tiles = [*range(first, first + 3), *((30,) * 3 if second == 30 else range(second, second + 3)), two, two]
    wild = [winner if winner is not None else 33, choose.choice([4, 33])]
    left = choose.sample(tiles, 6)
    left = [7 if tile == 4 else tile for tile in left]
    won = choose.choice(left) if winner is None else winner
    own = Counter(wild)
    return [Letter(left.count(kind), own[kind], kind == won) for kind in range(34)]
