"""How long an explanation may take, whatever the hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from importlib import import_module
from time import process_time

import pytest
from strategies import long, made

from regexhu import Hand, RuleSet, explain, load


def seconds(call: Callable[[], object]) -> float:
    """The least processor time that a call takes, of three."""
    found = []
    for _ in range(3):
        begun = process_time()
        call()
        found.append(process_time() - begun)
    return min(found)


@pytest.mark.fault(10)
@pytest.mark.parametrize("wild", ["7z", "5z7z", "5z6z7z"])
@pytest.mark.parametrize("name", ["guobiao", "standard", "hongkong", "changsha"])
def test_a_hand_with_wild_tiles_is_explained_at_once(name: str, wild: str) -> None:
    assert seconds(lambda: explain("13m258p369s123z5z6z7z", name, wild=wild)) < 0.2
    assert seconds(lambda: explain("13m258p369s1234z77z", name, wild=wild)) < 0.2


EVERY = "123456789mps1234567z"


@pytest.mark.fault(39)
@pytest.mark.parametrize("hand", ["13m258p369s123z5z6z7z", *map(long, ["13m258p369s1234z77z", "147m258p369s12345z"])])
@pytest.mark.parametrize(
    "win",
    [
        "4 * meld + pair & some(sequence.won(wait='middle'))",
        "4 * meld + pair & some(sequence.won(wait='middle')) & some(pair.won())",
        "4 * meld + pair & some(triplet.won())",
        "4 * meld + pair & some(pair.won('19m'))",
    ],
)
def test_a_hand_of_wild_tiles_only_is_judged_and_explained_at_once(win: str, hand: str) -> None:
    rules = RuleSet(made(win))
    won = hand[-2:] if hand.endswith("5z") else "7z"
    begun = process_time()
    verdict = explain(hand, rules, wild=EVERY, winning_tile=won)
    assert verdict.win == rules.is_win(hand, wild=EVERY, winning_tile=won) == all(f.holds for f in verdict.findings)
    assert str(verdict)
    assert process_time() - begun < 8


@pytest.mark.parametrize("wild", ["7z", "17z", "9s7z"])
@pytest.mark.parametrize("won", ["sequence.won(wait='middle')", "pair.won()", "triplet.won()"])
def test_wild_tiles_that_complete_a_group_are_chosen_once_where_any_will_do(won: str, wild: str) -> None:
    rules, seen = RuleSet(made(f"4 * meld + pair & some({won})")), Counter[bool]()
    for number, text in enumerate(load("standard").sample(60, seed=6)):
        tiles = list(Hand.parse(text).tiles)
        tiles[number % 14] = "7z"
        hand = Hand.parse("".join(tiles), tiles[-1 - number % 5], wild=wild)
        if hand.wilds <= 3:
            found = rules.is_win(hand)
            assert found == rules.is_win(hand, "regex"), str(hand)
            seen[found] += 1
    assert len(seen) == 2


@pytest.mark.fault(39)
def test_a_nearest_win_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Hand] = []
    module = import_module("regexhu.explain.exchange")
    monkeypatch.setattr(module, "fewest_exchanged", lambda rules, hand: asked.append(hand))
    verdict = explain("147m258p369s12345z", "harbin")
    assert [verdict.nearest, verdict.to_dict()["nearest"], str(verdict)] == [None, None, str(verdict)]
    assert len(asked) == 1


@pytest.mark.parametrize("name", ["changsha", "harbin", "changchun", "riichi", "taiwan"])
@pytest.mark.parametrize("hand", ["147m258p369s12345z", "159m159p159s12345z"])
def test_a_win_that_is_far_away_is_not_looked_for_at_length(name: str, hand: str) -> None:
    assert seconds(lambda: explain(hand, name).nearest) < 0.5
