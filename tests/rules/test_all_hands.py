"""Answers about all hands use what a call tells, as single verdicts do, or refuse it by name; enumeration decides."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement, product
from typing import Any

import pytest
from strategies import made

from regexhu import Hand, RuleError, RuleSet, load
from regexhu.blocks import meld, pair, some, waits_on, winning
from regexhu.hands.hand import text_of
from regexhu.hands.tiles import TileSet
from regexhu.syntax.tree import Pattern

SMALL = "1234m12p5z"
VOID = load("sichuan?declared_void")


def hands_of(tiles: str, size: int) -> Iterator[str]:
    """Every concealed hand of so many tiles of a set, each as often as one likes."""
    for chosen in combinations_with_replacement(sorted(TileSet.parse(tiles)), size):
        yield text_of([chosen.count(kind) for kind in range(34)])


def wins_of(rules: RuleSet, tiles: str, size: int, /, **asked: object) -> set[str]:
    return {hand for hand in hands_of(tiles, size) if rules.is_win(hand, "regex", **asked)}


CODES = [
    "1 * meld + pair & no_forbidden",
    "1 * meld + pair & ~no_forbidden",
    "1 * meld + pair & (no_forbidden | has('5z')) & (self_draw | some(triplet))",
    "1 * meld + pair & some(triplet)",
]


@pytest.mark.fault(0, 1)
@pytest.mark.parametrize(("code", "forbidden"), list(product(CODES, ["", "1m", "12p5z", "9s", "1234m12p5z"])))
def test_forbidden_kinds_count_as_in_single_verdicts(code: str, forbidden: str) -> None:
    rules = RuleSet(made(code), tiles=SMALL)
    asked: dict[str, Any] = {"forbidden": forbidden, "self_draw": False}
    wins = wins_of(rules, SMALL, 5, **asked)
    assert rules.count(5, **asked) == len(wins)
    assert set(rules.hands(5, **asked)) == wins
    assert rules.is_empty(**asked) is not bool(wins | wins_of(rules, SMALL, 6, **asked))
    if wins:
        assert set(rules.sample(50, seed=1, tiles=5, **asked)) <= wins
    found = rules.difference(RuleSet(made("1 * meld + pair"), tiles=SMALL), 5, **asked)
    every = wins_of(RuleSet(made("1 * meld + pair"), tiles=SMALL), SMALL, 5)
    assert (found.only_first, found.only_second) == (len(wins - every), len(every - wins))


@pytest.mark.fault(0, 1)
def test_sichuan_with_a_declared_void_suit() -> None:
    assert VOID.count(14, forbidden="123456789s") == 869_046
    assert VOID.count(14, forbidden="") == VOID.count(14, forbidden="1z") == 2_561_091
    assert all(VOID.is_win(hand, forbidden="123456789s") for hand in VOID.sample(300, seed=1, forbidden="123456789s"))


@pytest.mark.fault(0)
def test_forbidden_tiles_are_exchanged_by_the_nearest_win() -> None:
    asked = {"forbidden": "123456789s"}
    assert VOID.distance("123m456m789m11p123s", **asked) == 3
    assert VOID.distance("123m456m789m11p12p3s", **asked) == 1
    assert VOID.next_tiles("123m456m789m11p12p3s", **asked) == {"2p": 3, "3p": 4}
    assert VOID.distance("11p12p3s,11-1m,22-2m,33-3m", forbidden="123456789s") == 1
    with pytest.raises(RuleError, match="wins no hand"):
        VOID.distance("11p123p,11-1s,22-2m,33-3m", **asked)


Call = Callable[..., object]
STANDARD, SMALL_RULES = load("standard"), RuleSet(made("1 * meld + pair"), tiles="123m5z")
CALLS: dict[str, Call] = {
    "automaton": SMALL_RULES.automaton,
    "count": SMALL_RULES.count,
    "probability": SMALL_RULES.probability,
    "hands": SMALL_RULES.hands,
    "sample": SMALL_RULES.sample,
    "is_empty": SMALL_RULES.is_empty,
    "equivalent": lambda **asked: SMALL_RULES.equivalent(STANDARD, **asked),
    "difference": lambda **asked: SMALL_RULES.difference(STANDARD, **asked),
    "nearest": lambda **asked: SMALL_RULES.nearest("123m5z", **asked),
    "distance": lambda **asked: SMALL_RULES.distance("123m5z", **asked),
    "next_tiles": lambda **asked: SMALL_RULES.next_tiles("123m5z", **asked),
}


def test_wild_kinds_are_refused_by_name_where_they_are_not_answered() -> None:
    with pytest.raises(RuleError, match="leave out wild='5z', or write wild=''"):
        SMALL_RULES.automaton(wild="5z")
    SMALL_RULES.automaton(wild="")


def test_wild_kinds_are_drawn_like_any_other() -> None:
    near = SMALL_RULES.nearest("123m55z", wild="5z")
    assert (near.distance, SMALL_RULES.distance("1223m5z", wild=""), SMALL_RULES.distance("1223m5z", wild="5z")) == (
        0,
        1,
        0,
    )
    assert SMALL_RULES.next_tiles("122m5z", wild="5z") == {"1m": 3, "2m": 2, "3m": 4, "5z": 3}


@pytest.mark.parametrize("name", [name for name in CALLS if name not in ("nearest", "distance", "next_tiles")])
def test_a_winning_tile_is_used_or_refused(name: str) -> None:
    if name in ("automaton", "probability"):
        with pytest.raises(RuleError, match="leave out winning_tile"):
            CALLS[name](winning_tile="1m")
    else:
        CALLS[name](winning_tile="1m")
    with_1m = [hand for hand in SMALL_RULES.hands(5) if "1m" in Hand.parse(hand).tiles]
    assert SMALL_RULES.count(5, winning_tile="1m") == len(with_1m)


def test_wild_kinds_of_the_rule_set_are_counted_unless_none_is_wild() -> None:
    hangzhou = load("hangzhou")
    assert hangzhou.count(self_draw=True, wild="") == 27_907_824


@pytest.mark.parametrize(
    "condition", [winning("1m"), some(meld.won()), waits_on("1m", by=RuleSet(1 * meld + pair))], ids=repr
)
def test_a_hand_that_is_short_wins_by_a_tile_that_it_draws(condition: Pattern) -> None:
    rules = RuleSet(1 * meld + pair & condition)
    with pytest.raises(RuleError, match="wins by a tile that it draws: leave out winning_tile"):
        rules.distance("123m5z", winning_tile="1m")
    assert rules.distance("23m55z") == 1
    assert "1m" in rules.next_tiles("23m55z")


@pytest.mark.fault(4)
@pytest.mark.parametrize("copies", [1, 2, 3, 4, 5, 6, None])
@pytest.mark.parametrize(
    "code", ["1 * meld + pair", "1 * meld + pair & some(triplet)", "2 * pair + single", "loose(5)"]
)
def test_all_hands_hold_as_many_tiles_alike_as_there_are(code: str, copies: int | None) -> None:
    rules = RuleSet(made(code), tiles="1234m12p", copies=copies)
    wins = wins_of(rules, "1234m12p", 5)
    assert rules.count(tiles=5) == len(wins)
    assert set(rules.hands(5)) == wins
    if wins:
        assert set(rules.sample(50, seed=2, tiles=5)) <= wins


@pytest.mark.fault(4)
def test_a_game_of_two_tiles_of_each_kind_has_six_wins() -> None:
    assert RuleSet(made("1 * meld + pair"), tiles="1234m12p", copies=2).count(tiles=5) == 6


@pytest.mark.fault(43)
def test_a_game_that_has_too_few_tiles_is_won_by_no_hand() -> None:
    rules = RuleSet(made("1 * meld + pair"), tiles="1m")
    assert rules.is_empty()
    assert rules.count() == 0
    assert not list(rules.hands())
    assert not RuleSet(made("1 * meld + pair"), tiles="1m", copies=None).is_empty()
