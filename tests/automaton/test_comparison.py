"""Rule sets beside each other: empty, equivalent, and the hands that tell them apart."""

from __future__ import annotations

import pytest
from brute import SMALL, judged, rules, small_hands
from strategies import counts_of, long

from regexhu import load


@pytest.mark.parametrize(
    ("code", "empty"),
    [
        ("4 * meld + pair", False),
        ("4 * meld + pair & has('1m') & only('23456789m')", True),
        ("4 * meld + pair & at_least(5, '1m')", True),
        ("4 * meld + pair & exactly(4, kong)", False),
        ("4 * meld + pair & exactly(4, kong) & count(14)", True),
        ("4 * meld + pair & some(meld.open)", True),
        ("7 * pair & at_least(8, pair)", True),
        ("4 * meld + pair & suits(3) & at_most(4, '123456789mps')", True),
        ("14 * single & distinct(single) & only('19mps1234567z')", True),
        ("13 * single & distinct(single) & only('19mps1234567z')", False),
    ],
)
def test_a_rule_set_is_empty_where_no_concealed_hand_wins(code: str, empty: bool) -> None:
    assert rules(code).is_empty() is empty
    assert (sum(rules(code).count(size) for size in rules(code).sizes) == 0) is empty


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        long("4 * meld + pair & some(triplet | kong)", "4 * meld + pair & ~every(sequence | pair)", True),
        long("4 * meld + pair & ~(has('1m') & has('9m'))", "4 * meld + pair & (~has('1m') | ~has('9m'))", True),
        ("4 * meld + pair & at_most(3, kong)", "4 * meld + pair & ~at_least(4, kong)", True),
        long("4 * meld + pair", "sequence + 3 * meld + pair | 4 * (triplet | kong) + pair", True),
        ("7 * pair & distinct(pair)", "7 * pair & no(pair.of('1m')) | 7 * pair & some(pair.of('1m'))", False),
        ("4 * meld + pair", "4 * meld + pair & no(kong)", False),
        ("4 * meld + pair", "4 * meld + pair & distinct(pair)", True),
        ("4 * meld + pair", "3 * meld + pair", False),
    ],
)
def test_rule_sets_are_equivalent_when_they_win_the_same_hands_of_every_size(
    first: str, second: str, same: bool
) -> None:
    assert rules(first).equivalent(rules(second)) is same
    assert rules(second).equivalent(rules(first)) is same


def test_a_size_that_only_one_of_two_rule_sets_tells_apart() -> None:
    """Kongs in the hand matter from fifteen tiles on."""
    either, none = rules("4 * meld + pair"), rules("4 * meld + pair & no(kong.undeclared)")
    assert either.difference(none, tiles=14) == (0, 0, None, None)
    found = either.difference(none, tiles=15)
    assert found.only_first == either.count(15) > 0
    assert found.first_witness == "111122223333444m"
    assert found.second_witness is None


@pytest.mark.parametrize(
    ("first", "second", "size"),
    [
        ("harbin", "standard", 14),
        ("harbin", "riichi", 14),
        ("riichi", "guobiao", 14),
        ("hongkong", "riichi", 14),
        long("taiwan", "taiwan?eight_and_a_half_pairs", 17),
        long("standard", "harbin", 16),
    ],
)
def test_witnesses_of_a_difference_are_judged_so_by_both_engines(first: str, second: str, size: int) -> None:
    found = load(first).difference(load(second), tiles=size)
    assert found.only_first - found.only_second == load(first).count(size) - load(second).count(size)
    assert load(second).difference(load(first), tiles=size) == (
        found.only_second,
        found.only_first,
        found.second_witness,
        found.first_witness,
    )
    assert (found.first_witness is None, found.second_witness is None) == (not found.only_first, not found.only_second)
    if found.first_witness:
        assert (judged(first, found.first_witness), judged(second, found.first_witness)) == (True, False)
    if found.second_witness:
        assert (judged(first, found.second_witness), judged(second, found.second_witness)) == (False, True)


@pytest.mark.parametrize("first", SMALL)
@pytest.mark.parametrize("second", SMALL)
def test_a_difference_counts_the_hands_and_names_the_first_of_each(first: str, second: str) -> None:
    found = rules(first, "1234m7z").difference(rules(second, "1234m7z"), tiles=5)
    only = [
        [counts for counts in small_hands(one) if counts not in small_hands(other)]
        for one, other in ((first, second), (second, first))
    ]
    assert list(found[:2]) == [len(hands) for hands in only]
    assert [counts_of(witness) if witness else None for witness in found[2:]] == [
        next(iter(hands), None) for hands in only
    ]
