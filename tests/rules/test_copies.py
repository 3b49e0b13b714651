"""The number of tiles of a kind, from one to any number: every answer holds to it, as enumeration does."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod

import pytest

from regexhu import Hand, RuleError, RuleSet, explain
from regexhu.blocks import meld, pair
from regexhu.hands.hand import text_of
from regexhu.hands.tiles import NAMES

KINDS = [0, 1, 2, 3, 9, 10]
COPIES = [1, 2, 3, 4, 5, 6, None]


@cache
def game(copies: int | None) -> RuleSet:
    return RuleSet(1 * meld + pair, tiles="1234m12p", copies=copies)


@cache
def complete() -> dict[tuple[int, ...], bool]:
    """Every five tiles of the game, each as often as one likes, and whether they are a meld and a pair."""
    found = {}
    for chosen in combinations_with_replacement(KINDS, 5):
        counts = [chosen.count(kind) for kind in range(34)]
        pairs = [kind for kind in KINDS if counts[kind] >= 2]
        left = [[number - 2 * (kind == two) for kind, number in enumerate(counts)] for two in pairs]
        found[tuple(counts)] = any(3 in rest or rest[:3] == [1, 1, 1] or rest[1:4] == [1, 1, 1] for rest in left)
    return found


@cache
def wins(copies: int | None) -> list[tuple[int, ...]]:
    return [counts for counts, win in complete().items() if win and (copies is None or max(counts) <= copies)]


@pytest.mark.fault(25)
@pytest.mark.parametrize("copies", COPIES)
def test_verdicts_and_explanations(copies: int | None) -> None:
    rules, winning = game(copies), set(wins(copies))
    for counts in complete():
        text = text_of(counts)
        for engine in ("regex", "automaton"):
            assert rules.is_win(text, engine) is (counts in winning), (text, engine)
        assert explain(text, rules).win is (counts in winning), text


def fewest(hand: Hand, copies: int | None) -> int:
    return min(sum(max(0, b - a) for a, b in zip(hand.counts, win, strict=True)) for win in wins(copies))


@pytest.mark.fault(25)
@pytest.mark.parametrize("copies", [2, 3, 4, 5, None])
def test_distances_and_the_advice(copies: int | None) -> None:
    rules = game(copies)
    for counts in list(complete())[::5]:
        hand = Hand.parse(text_of(counts))
        distance = fewest(hand, copies)
        assert rules.distance(hand) == distance, str(hand)
        verdict = explain(hand, rules)
        if not verdict and not verdict.otherwise:
            assert verdict.nearest is not None
            assert len(verdict.nearest.drawn) == distance
            assert rules.is_win(verdict.nearest.hand)


@pytest.mark.parametrize("copies", COPIES)
def test_waits_and_next_tiles_leave_out_what_is_held_as_often_as_it_is_there(copies: int | None) -> None:
    rules = game(copies)
    for chosen in combinations_with_replacement(KINDS, 4):
        counts = [chosen.count(kind) for kind in range(34)]
        if copies is not None and max(counts) > copies:
            continue
        drawn = {kind: tuple(number + (kind == at) for at, number in enumerate(counts)) for kind in KINDS}
        waited = [NAMES[kind] for kind in KINDS if drawn[kind] in wins(copies)]
        assert rules.waits(text_of(counts)) == waited
        if waited and copies is not None:
            left = {name: copies - counts[NAMES.index(name)] for name in waited}
            assert rules.next_tiles(text_of(counts)) == left


def test_five_alike_are_waited_for_where_there_are_five() -> None:
    assert RuleSet(1 * meld + pair, copies=4).waits("1111m") == []
    assert RuleSet(1 * meld + pair, copies=5).waits("1111m") == ["1m"]
    assert RuleSet(1 * meld + pair, copies=None).waits("1111m", wild="") == ["1m"]


@pytest.mark.parametrize("copies", [1, 2, 3, 4, 5, 6])
def test_sets_of_physical_tiles_are_chosen_from_the_copies(copies: int) -> None:
    number = sum(prod(comb(copies, held) for held in counts) for counts in wins(copies))
    assert game(copies).count(5, weighted=True) == number
    assert game(copies).probability(5) * comb(6 * copies, 5) == number


def test_of_any_number_of_tiles_there_is_no_chance_and_nothing_is_left_over() -> None:
    for ask in (
        lambda: game(None).probability(5),
        lambda: game(None).count(5, weighted=True),
        lambda: game(None).next_tiles("1123m"),
    ):
        with pytest.raises(RuleError, match="set copies"):
            ask()


@pytest.mark.fault(43)
@pytest.mark.parametrize("number", [0, -1, 2.5, True, "4", 10**9])
def test_a_number_of_copies_without_meaning_is_refused_at_once(number: object) -> None:
    for keyword in ("copies", "wild_copies"):
        with pytest.raises(RuleError, match=f"{keyword} is a whole number from 1 to 96, or None for any number, not"):
            RuleSet(1 * meld + pair, **{keyword: number})  # type: ignore[arg-type]
    with pytest.raises(RuleError, match="wild_copies limits nothing where copies is None"):
        RuleSet(1 * meld + pair, copies=None, wild_copies=3)
