"""Blocks taken out of a rule: for which layouts that makes a difference, told by the rule with and without them."""

from __future__ import annotations

from itertools import islice
from time import process_time

import oracle
import pytest
from strategies import TILES, long, random_hands

from regexhu import Hand, load, rule_sets
from regexhu.explain.findings import LaidOut
from regexhu.rules.library import shipped
from regexhu.syntax.facts import Fact, set_switches, switched
from regexhu.syntax.tree import Pattern
from regexhu.workshop.check import check
from regexhu.workshop.taken import as_counts, take_out


@pytest.mark.parametrize("hands", [2, long(10)])
@pytest.mark.parametrize("name", rule_sets())
def test_a_block_matters_where_the_rule_says_another_thing_without_it(name: str, hands: int) -> None:
    rules = load(name)
    settings = [{}, *({switch.name: not switch.on} for switch in rules.switches.values())][:hands]
    for number, (counts, melds) in enumerate(random_hands(seed=8, number=hands)):
        tiles = [TILES[kind] for kind, copies in enumerate(counts) if copies]
        hand = Hand.parse(
            oracle.to_mpsz(counts, melds),
            tiles[number % len(tiles)],
            self_draw=number % 2 == 0,
            ready=number % 3 == 0,
            wild="",
            forbidden="9s",
        )
        facts = {leaf: leaf.known(hand) for leaf in rules.win.leaves if isinstance(leaf, Fact)}
        for layout in (layout for form in rules.forms for layout in islice(hand.layouts(form), 1)):
            laid = LaidOut(rules, hand, facts, layout)
            for setting in settings:
                whole = laid.gap(played(rules.win, setting)) == 0
                for taken in take_out(rules.win):
                    beside, exactly = (laid.gap(pattern) == 0 for pattern in taken.matters(setting))
                    without = laid.gap(played(taken.left, setting)) == 0
                    assert exactly == (whole != without), (str(hand), layout, taken.label)
                    assert beside or not exactly


def played(pattern: Pattern, setting: dict[str, bool]) -> Pattern:
    """The pattern with its switches decided."""
    return as_counts(switched(set_switches(pattern, setting)))


@pytest.mark.long
def test_all_shipped_rule_sets_are_checked_within_a_minute() -> None:
    begun = process_time()
    assert sum(1 for name in shipped() for _ in check(load(name))) > 10
    assert process_time() - begun < 60


@pytest.mark.parametrize("name", [long("hebei"), long("guangdong"), "harbin"])
def test_a_rule_set_is_checked_in_seconds(name: str) -> None:
    begun = process_time()
    list(check(load(name)))
    assert process_time() - begun < 10
