"""What a rule set says of all hands at once, and how far a hand is from a win: published figures and brute force."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from itertools import islice
from math import comb
from threading import Barrier

import numpy as np
import oracle
import pytest
from strategies import TILES, made

from regexhu import RuleError, RuleSet, TooManyStates, is_win, load
from regexhu.automaton.counters import Counters
from regexhu.automaton.minimal import Automaton
from regexhu.automaton.nfa import Walk

CHARACTERS = "123456789m"
SUITS = "123456789mps"
NINE_GATES = "only('123456789{0}') & at_least(3, '1{0}') & at_least(3, '9{0}') & has_each('2345678{0}')"


@cache
def rules(code: str, tiles: str = "123456789mps1234567z") -> RuleSet:
    return RuleSet(made(code), tiles=tiles)


def counts_of(text: str) -> tuple[int, ...]:
    """The 34 counts of a hand without melds."""
    blocks = re.findall(r"(\d+)([mpsz])", text)
    tiles = Counter(f"{rank}{suit}" for ranks, suit in blocks for rank in ranks)
    return tuple(tiles[tile] for tile in TILES)


def judged(name: str, hand: str) -> bool:
    """The verdict, on which both engines agree."""
    verdicts = {is_win(hand, rules=name, engine=engine) for engine in ("regex", "automaton")}
    assert len(verdicts) == 1
    return verdicts.pop()


# Published figures


@pytest.mark.parametrize(
    ("code", "tiles", "size", "number"),
    [
        pytest.param("4 * meld + pair", CHARACTERS, 14, 13_259, id="one suit"),
        pytest.param("4 * meld + pair | 7 * pair & distinct(pair)", CHARACTERS, 14, 13_277, id="one suit, with pairs"),
        pytest.param("loose(14)", CHARACTERS, 14, 118_800, id="any 14 of one suit"),
        pytest.param("loose(13)", CHARACTERS, 13, 93_600, id="any 13 of one suit"),
        pytest.param("1 * meld + pair", "1234m", 5, 20, id="Project Euler 696, small"),
        pytest.param("4 * meld + pair", SUITS, 14, 5_237_550, id="Project Euler 696"),
        pytest.param("7 * pair & distinct(pair)", SUITS + "1234567z", 14, comb(34, 7), id="seven different pairs"),
        pytest.param("loose(14)", SUITS + "1234567z", 14, 326_520_504_500, id="any 14 tiles"),
        pytest.param("loose(13)", SUITS + "1234567z", 13, 98_521_596_000, id="any 13 tiles"),
    ],
)
def test_published_numbers_of_distinct_hands(code: str, tiles: str, size: int, number: int) -> None:
    assert rules(code, tiles).count(size) == number


@pytest.mark.parametrize(
    ("code", "tiles", "number"),
    [
        pytest.param("loose(14)", SUITS + "1234567z", 4_250_305_029_168_216_000, id="any 14 tiles"),
        pytest.param("4 * meld + pair", SUITS + "1234567z", 11_353_128_141_498, id="melds and a pair"),
        pytest.param("7 * pair & distinct(pair)", SUITS + "1234567z", 1_505_948_184_576, id="seven different pairs"),
        pytest.param(
            "pair + 12 * single & only('19mps1234567z') & has_each('19mps1234567z')",
            SUITS + "1234567z",
            1_308_622_848,
            id="thirteen orphans",
        ),
        pytest.param("4 * meld + pair", SUITS, 7_140_498_565_560, id="three suits"),
        pytest.param("4 * meld + pair", "123456789mp", 384_392_282_236, id="two suits"),
        pytest.param("4 * meld + pair", CHARACTERS, 440_593_684, id="one suit"),
        pytest.param("4 * triplet + pair", SUITS + "1234567z", 2_137_006_080, id="four triplets"),
        pytest.param(
            "4 * meld + pair & exactly(3, triplet.of('567z'))", SUITS + "1234567z", 16_137_216, id="three dragons"
        ),
        pytest.param("4 * meld + pair | 7 * pair & distinct(pair)", "1234567z", 441_216, id="honours"),
        pytest.param(
            f"loose(14) & ({' | '.join(NINE_GATES.format(suit) for suit in 'mps')})",
            SUITS + "1234567z",
            8_650_752,
            id="nine gates",
        ),
    ],
)
def test_published_numbers_of_sets_of_tiles(code: str, tiles: str, number: int) -> None:
    assert rules(code, tiles).count(14, weighted=True) == number


@pytest.mark.parametrize(
    ("tiles", "numbers"),
    [
        (SUITS, [162, 1452, 214416, 898584, 120100668, 311158396, 37356362748, 66738862869, 7140498565560]),
        ("123456789mp", [108, 968, 90672, 364800, 29132488, 68669032, 4589545112, 6996329774, 384392282236]),
    ],
)
def test_published_numbers_of_part_hands(tiles: str, numbers: list[int]) -> None:
    """A pair, a meld, a meld and a pair, two melds …"""
    codes = ["1 * pair", *(f"{n} * meld{pair}" for n in range(1, 5) for pair in ("", " + pair"))]
    assert [rules(code, tiles).count(weighted=True) for code in codes] == numbers


def test_hands_in_two_forms_at_once() -> None:
    standard, pairs = rules("4 * meld + pair"), rules("7 * pair & distinct(pair)")
    either = rules("4 * meld + pair | 7 * pair & distinct(pair)")
    assert standard.count() + pairs.count() - either.count() == 4_668
    weighted = [found.count(weighted=True) for found in (standard, pairs, either)]
    assert weighted[0] + weighted[1] - weighted[2] == 1_306_741_248


def test_the_chance_of_a_heavenly_hand() -> None:
    assert load("riichi").count(weighted=True) == 12_859_078_207_674
    assert load("riichi").probability() == Fraction(2_143_179_701_279, 708_384_171_528_036_000)
    assert rules("1 * pair", "1z").probability() == 1


@cache
def waiting(code: str) -> dict[tuple[int, ...], set[int]]:
    """For each 13-tile hand of characters that waits, as nine counts, the ranks that it waits for."""
    found: dict[tuple[int, ...], set[int]] = {}
    for hand in rules(code, CHARACTERS).hands(14):
        counts = counts_of(hand)[:9]
        for rank in range(9):
            if counts[rank]:
                short = (*counts[:rank], counts[rank] - 1, *counts[rank + 1 :])
                found.setdefault(short, set()).add(rank)
    return found


def test_published_numbers_of_waits_in_one_suit() -> None:
    """Counted from every hand that wins: none may be missing, none come twice."""
    standard, pairs = waiting("4 * meld + pair"), waiting("4 * meld + pair | 7 * pair & distinct(pair)")
    assert (len(standard), len(pairs)) == (40_070, 40_196)
    numbers = [14_067, 14_493, 6_739, 2_948, 1_335, 392, 79, 16, 1]
    assert Counter(map(len, standard.values())) == dict(enumerate(numbers, 1))
    assert Counter(map(len, pairs.values())) == dict(enumerate([14_193, *numbers[1:]], 1))
    left = Counter(sum(4 - short[rank] for rank in ranks) for short, ranks in pairs.items())
    assert (left[23], left[21]) == (9, 0)
    assert len(waiting(f"loose(14) & {NINE_GATES.format('m')}")) == 73


def test_a_count_takes_what_the_rule_set_asks_for() -> None:
    told = rules("4 * meld + pair & self_draw")
    assert told.count(14, self_draw=True) == 11_498_658
    assert told.count(14, self_draw=False) == 0
    assert not told.is_empty(self_draw=True)
    assert told.is_empty(self_draw=False)
    with pytest.raises(RuleError, match="has to know self_draw"):
        told.count(14)


# Hands, one after the other

RIICHI = "4 * meld + pair & no(kong.undeclared) | 7 * pair & distinct(pair)"
"""Riichi in one suit, which has no thirteen orphans."""


@cache
def wins_in_one_suit(melds: tuple[oracle.Meld, ...]) -> list[tuple[int, ...]]:
    """The concealed characters, as nine counts, that win in riichi beside declared melds."""
    every = oracle.one_suit_hands(14 - 3 * len(melds))
    return [nine for nine in every if oracle.riichi(oracle.in_suit(nine), melds)]


SMALL = ["1 * meld + pair", "1 * meld + pair & some(triplet)", "1 * meld + pair & ~has('1m')", "2 * pair + single"]


@cache
def small_hands(code: str) -> tuple[tuple[int, ...], ...]:
    """Every five-tile hand of 1m2m3m4m7z that wins, judged one by one by regex, the one with more low tiles first."""
    small = rules(code, "1234m7z")
    every = [
        (a, b, c, d, *[0] * 29, 5 - a - b - c - d)
        for a in reversed(range(5))
        for b in reversed(range(5))
        for c in reversed(range(5))
        for d in reversed(range(5))
        if 0 <= 5 - a - b - c - d <= 4
    ]
    return tuple(counts for counts in every if small.is_win(oracle.to_mpsz(counts), engine="regex"))


@pytest.mark.parametrize("code", SMALL)
def test_every_hand_comes_once_those_with_more_low_tiles_first(code: str) -> None:
    hands = list(rules(code, "1234m7z").hands(5))
    assert [counts_of(hand) for hand in hands] == list(small_hands(code))
    assert rules(code, "1234m7z").count(5) == len(hands) > 5
    physical = sum(int(np.prod([comb(4, copies) for copies in counts])) for counts in small_hands(code))
    assert rules(code, "1234m7z").count(5, weighted=True) == physical


def test_every_hand_of_one_suit() -> None:
    hands = [counts_of(hand)[:9] for hand in rules(RIICHI, CHARACTERS).hands(14)]
    assert hands == sorted(wins_in_one_suit(()), reverse=True)


def test_hands_come_lazily() -> None:
    first = list(islice(load("guobiao").hands(14), 3))
    assert first == ["11112222333344m", "11112222333345m", "11112222333355m"]
    assert all(judged("guobiao", hand) for hand in first)


# Samples


def test_the_same_seed_gives_the_same_hands() -> None:
    riichi = load("riichi")
    assert riichi.sample(20, seed=7) == riichi.sample(20, seed=7) == RuleSet(riichi.win).sample(20, seed=7)
    assert riichi.sample(20, seed=7) != riichi.sample(20, seed=8)
    assert riichi.sample(20, seed=7)[:5] == riichi.sample(5, seed=7)
    assert len(set(riichi.sample(50, seed=1))) == 50


def test_no_seed_gives_other_hands_each_time() -> None:
    assert load("riichi").sample(5) != load("riichi").sample(5)


@pytest.mark.parametrize("name", ["harbin", "riichi", "guobiao", "taiwan", "hongkong"])
def test_a_sample_wins_and_has_the_size_that_was_asked_for(name: str) -> None:
    for size in range(14, 18) if name == "harbin" else load(name).sizes[:1]:
        hands = load(name).sample(15, seed=size, tiles=size)
        assert all(judged(name, hand) for hand in hands)
        assert {sum(counts_of(hand)) for hand in hands} == {size}


@pytest.mark.parametrize("code", SMALL)
def test_every_hand_is_sampled_as_often_as_any_other(code: str) -> None:
    """Chi-square stays within four standard deviations of its mean."""
    hands = list(rules(code, "1234m7z").hands(5))
    drawn = Counter(rules(code, "1234m7z").sample(200 * len(hands), seed=1))
    assert set(drawn) == set(hands)
    chi_square = sum((drawn[hand] - 200) ** 2 / 200 for hand in hands)
    freedom = len(hands) - 1
    assert abs(chi_square - freedom) < 4 * (2 * freedom) ** 0.5


def test_a_form_is_sampled_as_often_as_it_has_hands() -> None:
    hands = load("riichi").sample(4_000, seed=3)
    pairs = sum(oracle.seven_pairs(counts_of(hand)) for hand in hands)
    share = comb(34, 7) / 16_873_619
    assert abs(pairs - 4_000 * share) < 4 * (4_000 * share * (1 - share)) ** 0.5


def test_nothing_is_sampled_where_nothing_wins() -> None:
    with pytest.raises(RuleError, match="wins no hand of that size, so there is none to sample"):
        rules("4 * meld + pair & has('1m') & only('23456789m')").sample()
    with pytest.raises(RuleError, match="rule set harbin wins no hand of that size"):
        load("harbin").sample(tiles=13)


# Rule sets beside each other


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
        ("4 * meld + pair & some(triplet | kong)", "4 * meld + pair & ~every(sequence | pair)", True),
        ("4 * meld + pair & ~(has('1m') & has('9m'))", "4 * meld + pair & (~has('1m') | ~has('9m'))", True),
        ("4 * meld + pair & at_most(3, kong)", "4 * meld + pair & ~at_least(4, kong)", True),
        ("4 * meld + pair", "sequence + 3 * meld + pair | 4 * (triplet | kong) + pair", True),
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
        ("taiwan", "taiwan?eight_and_a_half_pairs", 17),
        ("standard", "harbin", 16),
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


# How far a hand is from a win


def dealt(rng: random.Random, tiles: int, pool: list[int]) -> tuple[int, ...]:
    hand = rng.sample([tile for tile in pool for _ in range(4)], tiles)
    return tuple(hand.count(tile) for tile in range(34))


POOLS = [[*range(34)], [*range(34)], [*range(9)], [*range(18, 34)], [*oracle.ORPHANS], [*range(9), 27, 33]]


@cache
def dealt_hands() -> list[tuple[int, ...]]:
    """20,000 hands of 14 or 13 tiles: of all kinds, of one suit, of terminals and honours."""
    rng = random.Random(10)
    return [dealt(rng, 13 + number // 6 % 2, POOLS[number % 6]) for number in range(20_000)]


@cache
def distances() -> list[int]:
    riichi = load("riichi")
    return [riichi.distance(oracle.to_mpsz(counts)) for counts in dealt_hands()]


def by_xiangting(counts: tuple[int, ...]) -> int:
    from xiangting import PlayerCount, calculate_replacement_number

    return calculate_replacement_number(list(counts), PlayerCount.FOUR)


def by_mahjong(counts: tuple[int, ...]) -> int:
    from mahjong.shanten import Shanten

    return Shanten.calculate_shanten(list(counts)) + 1


@pytest.mark.parametrize(("package", "peer"), [("xiangting", by_xiangting), ("mahjong", by_mahjong)])
def test_the_distance_in_riichi_is_shanten_and_one_more(package: str, peer: Callable[[tuple[int, ...]], int]) -> None:
    pytest.importorskip(package, reason=f"{package} is not installed")
    wrong = [
        oracle.to_mpsz(counts)
        for counts, distance in zip(dealt_hands(), distances(), strict=True)
        if peer(counts) != distance
    ]
    assert wrong == []
    assert set(distances()) >= {0, 1, 2, 3, 4, 5, 6}


def test_the_next_tiles_in_riichi_are_those_that_xiangting_names() -> None:
    xiangting = pytest.importorskip("xiangting", reason="xiangting is not installed")
    riichi = load("riichi")
    for counts in dealt_hands()[:1_500]:
        _, flags = xiangting.calculate_necessary_tiles(list(counts), xiangting.PlayerCount.FOUR)
        named = [tile for tile, on in zip(TILES, xiangting.to_array(flags), strict=True) if on]
        assert list(riichi.next_tiles(oracle.to_mpsz(counts))) == named, oracle.to_mpsz(counts)


MELDS: list[tuple[oracle.Meld, ...]] = [(), (("peng", 4),), (("chi", 2), ("an-gang", 8)), (("chi", 0), ("peng", 0))]


@pytest.mark.parametrize("melds", MELDS)
def test_distance_and_next_tiles_are_what_comparing_with_every_win_gives(melds: tuple[oracle.Meld, ...]) -> None:
    """In one suit every winning hand is known: the nearest have the fewest tiles that the hand lacks."""
    full = 14 - 3 * len(melds)
    wins = np.array(wins_in_one_suit(melds))
    one_suit, rng, met = rules(RIICHI, CHARACTERS), random.Random(full), Counter[int]()
    taken = oracle.held((0,) * 34, melds)
    wall = [tile for tile in range(9) for _ in range(4 - taken[tile])]
    for number in range(150):
        hand = rng.sample(wall, full - min(number % 4, full - 1))
        counts = tuple(hand.count(tile) for tile in range(34))
        lacking = np.maximum(wins - counts[:9], 0)
        distance = int(lacking.sum(axis=1).min())
        drawn = lacking[lacking.sum(axis=1) == distance].any(axis=0)
        text = oracle.to_mpsz(counts, melds)
        assert one_suit.distance(text) == distance, text
        left = {TILES[tile]: 4 - taken[tile] - counts[tile] for tile in range(9) if drawn[tile]}
        assert one_suit.next_tiles(text) == left, text
        assert all(left.values())
        met[distance] += 1
    assert set(met) >= {0, 1, 2} or melds


def test_next_tiles_of_a_hand_that_waits_are_its_waits() -> None:
    rng, waited = random.Random(4), 0
    for _ in range(300):
        counts, melds = oracle.random_hand(rng)
        if sum(counts) + 3 * len(melds) != 14:
            continue
        tile = rng.choice([tile for tile in range(34) if counts[tile]])
        short = (*counts[:tile], counts[tile] - 1, *counts[tile + 1 :])
        waits = [TILES[kind] for kind in oracle.waits(short, melds, oracle.riichi)]
        text = oracle.to_mpsz(short, melds)
        assert load("riichi").distance(text) == 1
        assert list(load("riichi").next_tiles(text)) == waits
        waited += 1
    assert waited > 100


def test_a_win_is_no_distance_away_and_a_hand_without_one_is_refused() -> None:
    riichi = load("riichi")
    assert (riichi.distance("123m456p789s11122z"), riichi.next_tiles("123m456p789s11122z")) == (0, {})
    with pytest.raises(RuleError, match="rule set riichi wins no hand of 15 tiles or more beside these melds"):
        riichi.distance("123m456p789s111222z")
    with pytest.raises(RuleError, match="leave out wild"):
        riichi.distance("123m456p789s1122z", wild="1z")


# Limits


def test_too_many_states_names_the_limit_and_two_ways_on() -> None:
    walk = Walk(Counters(load("standard").pattern, tiles=14))
    message = "101 states of at most 100; raise most_states, or judge with the regex engine."
    with pytest.raises(TooManyStates, match=re.escape(message)) as caught:
        Automaton(walk, walk.start(), limit=100)
    assert (caught.value.limit, caught.value.reached) == (100, 101)


def test_a_rule_set_that_outgrows_its_limit_is_judged_by_regex() -> None:
    grown = RuleSet(made("4 * meld + pair & has_each('123456789m')"), most_states=5)
    for engine in ("auto", "regex"):
        assert grown.is_win("123456789m11122z", engine=engine)
        assert not grown.is_win("123456m789s11122z", engine=engine)
    for ask in (lambda: grown.is_win("123456789m11122z", engine="automaton"), grown.count, grown.automaton):
        with pytest.raises(TooManyStates, match="of at most 5; raise most_states"):
            ask()


# Threads


def test_eight_threads_get_the_answers_that_one_gets() -> None:
    rng = random.Random(8)
    hands = [oracle.to_mpsz(*oracle.random_hand(rng, winning=n % 2 == 0)) for n in range(200)]
    short = [oracle.to_mpsz(counts) for counts in dealt_hands()[:40]]

    def answers(riichi: RuleSet, seed: int) -> object:
        order = random.Random(seed).sample(hands, len(hands))
        verdicts = {hand: riichi.is_win(hand) for hand in order}
        far = [(riichi.distance(hand), riichi.next_tiles(hand)) for hand in short]
        return sorted(verdicts.items()), far, riichi.count(weighted=True), riichi.sample(5, seed=1), riichi.count(14)

    expected = answers(RuleSet(load("riichi").win), 0)
    shared, together = RuleSet(load("riichi").win), Barrier(8)

    def at_once(seed: int) -> object:
        together.wait()
        return answers(shared, seed)

    with ThreadPoolExecutor(8) as pool:
        assert [found == expected for found in pool.map(at_once, range(8))] == [True] * 8
