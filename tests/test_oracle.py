"""The oracle held to published figures, to a second way of building hands, and to hands judged by eye."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import combinations_with_replacement as multisets

import oracle
import pytest
from oracle import Counts, Hand, Reading
from strategies import few_or_many, long

SEQUENCES = [(rank, rank + 1, rank + 2) for rank in range(7)]
PAIRS, TRIPLETS, KONGS = ([(rank,) * n for rank in range(9)] for n in (2, 3, 4))


def hand(text: str) -> Hand:
    """The hand of a text such as `to_mpsz` writes."""
    concealed, *sections = text.split(",")
    counts = [0] * oracle.KINDS
    for digits, letter in re.findall(r"(\d+)([mpsz])", concealed):
        for digit in digits:
            counts["mpsz".index(letter) * 9 + int(digit) - 1] += 1
    melds = []
    for section in sections:
        mark = {"-": "open", "=": "jia-gang", "+": "an-gang"}[re.sub(r"\w", "", section)]
        ranks = sorted(int(digit) - 1 for digit in re.findall(r"\d", section))
        alike = {3: "peng", 4: "da-ming-gang"}[len(ranks)] if len(set(ranks)) == 1 else "chi"
        melds.append((alike if mark == "open" else mark, "mpsz".index(section[-1]) * 9 + ranks[0]))
    return tuple(counts), tuple(melds)


def short(reading: Reading) -> str:
    """A reading as text: `111m 234m 99p`."""
    return " ".join("".join(str(tile % 9 + 1) for tile in group) + "mpsz"[group[0] // 9] for group in reading)


def counted(reading: Reading) -> Counts:
    """The nine counts of a reading in one suit."""
    tiles = Counter(tile for group in reading for tile in group)
    return tuple(tiles[rank] for rank in range(9))


# Published figures, over all hands of a suit


@pytest.fixture(scope="module")
def one_suit() -> dict[Counts, list[Reading]]:
    """Every one-suit multiset of 14 tiles with its readings in standard form."""
    return {nine: oracle.standard_readings(oracle.in_suit(nine)) for nine in oracle.one_suit_hands(14)}


@pytest.fixture(scope="module")
def ready(one_suit: dict[Counts, list[Reading]]) -> dict[Counts, set[int]]:
    """Every one-suit multiset of 13 tiles that waits in standard form, and the ranks that complete it.

    Found by taking a tile away from each complete hand, so no rank is held four times.
    """
    found: dict[Counts, set[int]] = {}
    for nine in (nine for nine, ways in one_suit.items() if ways):
        for rank in range(9):
            if nine[rank]:
                found.setdefault((*nine[:rank], nine[rank] - 1, *nine[rank + 1 :]), set()).add(rank)
    return found


@pytest.mark.long
def test_one_suit_multisets() -> None:
    fourteen, thirteen = list(oracle.one_suit_hands(14)), list(oracle.one_suit_hands(13))
    assert len(fourteen) == len(set(fourteen)) == 118_800
    assert len(thirteen) == len(set(thirteen)) == 93_600
    assert {(len(nine), sum(nine)) for nine in fourteen} == {(9, 14)}
    assert max(map(max, fourteen)) == 4
    assert list(oracle.one_suit_hands(0)) == [(0,) * 9]
    assert list(oracle.one_suit_hands(36)) == [(4,) * 9]
    assert list(oracle.one_suit_hands(37)) == []


@pytest.mark.long
def test_one_suit_hands_complete_in_standard_form(one_suit: dict[Counts, list[Reading]]) -> None:
    ways = Counter(len(found) for found in one_suit.values())
    assert ways == {0: 118_800 - 13_259, 1: 11_984, 2: 1_087, 3: 172, 4: 16}
    assert sum(n * hands for n, hands in ways.items()) == 14_738


@pytest.mark.long
def test_one_suit_hands_complete_with_seven_different_pairs(one_suit: dict[Counts, list[Reading]]) -> None:
    hands = [oracle.in_suit(nine) for nine in one_suit]
    assert sum(map(oracle.riichi, hands)) == 13_277
    assert sum(map(oracle.seven_pairs, hands)) == 36


@pytest.mark.long
@pytest.mark.parametrize("suit", [1, 2])
def test_suits_are_judged_alike(one_suit: dict[Counts, list[Reading]], suit: int) -> None:
    for nine in random.Random(suit).sample(sorted(one_suit), 10_000):
        assert oracle.standard(oracle.in_suit(nine, suit)) == bool(one_suit[nine])


@pytest.mark.long
def test_one_suit_hands_waiting(ready: dict[Counts, set[int]]) -> None:
    assert len(ready) == 40_070
    kinds = Counter(len(ranks) for ranks in ready.values())
    assert kinds == {1: 14_067, 2: 14_493, 3: 6_739, 4: 2_948, 5: 1_335, 6: 392, 7: 79, 8: 16, 9: 1}


@pytest.mark.long
def test_waits_agree_with_hands_taken_apart(ready: dict[Counts, set[int]]) -> None:
    for nine in random.Random(13).sample(list(oracle.one_suit_hands(13)), 5_000):
        assert oracle.waits(oracle.in_suit(nine), (), oracle.standard) == sorted(ready.get(nine, ()))


@pytest.mark.long
def test_hands_of_three_suits_and_of_all_kinds() -> None:
    """The parts of a hand are counted one by one, then joined."""

    def part(starts: int, kinds: int) -> tuple[Counter[tuple[int, int]], Counter[tuple[int, int]]]:
        hands: Counter[tuple[int, int]] = Counter()
        ways: Counter[tuple[int, int]] = Counter()
        for melds, pairs in ((melds, pairs) for melds in range(5) for pairs in (0, 1)):
            for nine in oracle.one_suit_hands(3 * melds + 2 * pairs):
                if not any(nine[kinds:]):
                    counts = (0,) * starts + nine[:kinds] + (0,) * (oracle.KINDS - starts - kinds)
                    found = len(oracle.readings(counts, melds, pairs, 0))
                    hands[melds, pairs] += found > 0
                    ways[melds, pairs] += found
        return hands, ways

    def joined(*parts: Counter[tuple[int, int]]) -> int:
        total = Counter({(0, 0): 1})
        for counter in parts:
            both: Counter[tuple[int, int]] = Counter()
            for (melds, pairs), n in total.items():
                for (more, another), m in counter.items():
                    both[melds + more, pairs + another] += n * m
            total = both
        return total[4, 1]

    (suit, suit_ways), (honours, honour_ways) = part(0, 9), part(oracle.HONOURS, 7)
    assert joined(suit, suit, suit) == 5_237_550
    assert joined(suit, suit, suit, honours) == 11_498_658
    assert joined(suit_ways, suit_ways, suit_ways, honour_ways) == 11_580_567


# A second way: build the hands from their groups


@pytest.mark.long
def test_readings_are_all_the_ways_to_build_a_hand(one_suit: dict[Counts, list[Reading]]) -> None:
    built = {tuple(sorted((*melds, pair))) for melds in multisets(SEQUENCES + TRIPLETS, 4) for pair in PAIRS}
    legal = [reading for reading in built if max(counted(reading)) <= 4]
    assert len(legal) == 14_738
    assert sorted(legal) == sorted(reading for found in one_suit.values() for reading in found)


@pytest.mark.parametrize(
    ("melds", "pairs", "kongs"), [(2, 2, 0), long(2, 2, 1), long(2, 2, 2), long(3, 1, 0), long(3, 1, 1), long(3, 1, 2)]
)
def test_readings_with_kongs_are_all_the_ways_to_build_a_hand(melds: int, pairs: int, kongs: int) -> None:
    built: dict[Counts, list[Reading]] = {}
    for big in multisets(SEQUENCES + TRIPLETS + KONGS, melds):
        if sum(len(group) == 4 for group in big) == kongs:
            for twos in multisets(PAIRS, pairs):
                reading = tuple(sorted((*big, *twos)))
                built.setdefault(counted(reading), []).append(reading)
    legal = {nine: sorted(ways) for nine, ways in built.items() if max(nine) <= 4}
    found = {
        nine: ways
        for nine in oracle.one_suit_hands(3 * melds + kongs + 2 * pairs)
        if (ways := oracle.readings(oracle.in_suit(nine), melds, pairs, kongs))
    }
    assert found == legal


# Hands judged by eye

HANDS = [
    # hand, rules that it wins by, readings of its concealed part in standard form
    (
        "22233334444555m",
        "standard riichi",
        "222m 333m 345m 444m 55m; 22m 234m 333m 444m 555m; 22m 234m 345m 345m 345m; 234m 234m 234m 345m 55m",
    ),
    ("345m789p233334s55z", "standard riichi", "345m 789p 234s 333s 55z"),
    ("111123m789999p11z", "standard riichi", "111m 123m 789p 999p 11z"),
    ("111333555m77m789s", "standard riichi harbin", "111m 333m 555m 77m 789s"),
    ("11123444m555p,1-23m", "standard riichi harbin", "111m 234m 44m 555p; 11m 123m 444m 555p"),
    ("22m,22-2p,333=3p,4444+p,5-555s", "standard riichi", "22m"),
    ("33z,1111+z,5555+z,6666+z,7777+z", "standard riichi", "33z"),
    ("19m19p19s12345677z", "riichi", ""),
    ("11m2222p6677s2233z", "", ""),
    ("1122m2266p2277s33z", "riichi", ""),
    (
        "22334455667788m",
        "standard riichi",
        "22m 345m 345m 678m 678m; 234m 234m 55m 678m 678m; 234m 234m 567m 567m 88m",
    ),
    # four alike in a concealed hand
    ("11112222444455m", "", ""),
    ("11112222333444z", "", ""),
    ("111122233344455z", "standard", "1111z 222z 333z 444z 55z"),
    ("111133555566667777z", "standard", "1111z 33z 5555z 6666z 7777z"),
    ("111122223333m456p99s", "standard harbin", "1111m 2222m 3333m 456p 99s"),
    # the tile count and the boundary between concealed tiles and melds
    ("111234567m12345677p", "", ""),
    ("123456789m123456p", "", ""),
    ("123s,11-1m,22-2m,33-3m", "", ""),
    ("33m22p,1111+m,2222+s,3333+s", "", ""),
    ("11m123p123s111z,11-1m", "", ""),
    ("22222448m123p678s", "", ""),
    ("13m456p789s112z,2222+m", "", ""),
    ("119m19p19s12345z,77-7z", "", ""),
    ("19m19p129s1234567z", "", ""),
    ("119m159p19s1234567z", "", ""),
    ("119m19p19s1234567z,22-2p", "", ""),
    ("1122m3344p5566s77z,99-9p", "", ""),
    # no sequence of honours, none across suits
    ("123456789m11s123z", "", ""),
    ("89m11133355577m1s", "", ""),
    ("11133355577m12p9s", "", ""),
    # Harbin's conditions, one at a time
    ("222456m456789p77z", "standard riichi harbin", "222m 456m 456p 789p 77z"),
    ("222456m456678p55s", "standard riichi", "222m 456m 456p 678p 55s"),
    ("222456m456678p77z", "standard riichi harbin", "222m 456m 456p 678p 77z"),
    ("234456m456789p77z", "standard riichi", "234m 456m 456p 789p 77z"),
    ("11122245678999m", "standard riichi", "111m 222m 456m 789m 99m"),
    ("11122245699m777z", "standard riichi", "111m 222m 456m 99m 777z"),
    ("11122245699m,77-7p", "standard riichi harbin", "111m 222m 456m 99m"),
    ("22m456p,1111+m,2222+p,333=3s", "standard riichi harbin", "22m 456p"),
    ("22m,1111+m,2222+p,333=3s,4-444s", "standard riichi", "22m"),
    ("11112222m333p444s55s", "standard harbin", "1111m 2222m 333p 444s 55s"),
    ("111222333m78999p", "standard riichi harbin", "111m 222m 333m 789p 99p; 123m 123m 123m 789p 99p"),
    ("22m1111p444455556666s", "standard", "22m 1111p 4444s 5555s 6666s"),
    ("22m333344445555p789s", "standard harbin", "22m 3333p 4444p 5555p 789s"),
    ("111222m333p444s55z", "standard riichi", "111m 222m 333p 444s 55z"),
]


@pytest.mark.parametrize(("text", "wins", "ways"), HANDS)
def test_hands_judged_by_eye(text: str, wins: str, ways: str) -> None:
    counts, melds = hand(text)
    rules = {"standard": oracle.standard, "riichi": oracle.riichi, "harbin": oracle.harbin}
    assert " ".join(name for name, rule in rules.items() if rule(counts, melds)) == wins
    found = sorted(map(short, oracle.standard_readings(counts, melds)))
    assert found == sorted(filter(None, ways.split("; ")))


WAITS = [
    ("1112345678999m", "standard", "123456789m"),
    ("2344445666678m", "standard", "1235789m"),
    ("3335s555777z,6666+s", "standard", "45s"),
    ("2355m678p,1111+m,99-9s", "standard", "4m"),
    ("123456789m1111z", "riichi", ""),
    ("12233334m11999s", "standard", "1s"),
    ("19m19p19s1234567z", "riichi", "19m19p19s1234567z"),
    ("199m19p19s123467z", "riichi", "5z"),
    ("1133557799s119p", "riichi", "9p"),
    ("1133557799s119p", "standard", ""),
    ("234567m34588p5s,7-89s", "standard", ""),
    ("234567m34588p55s", "harbin", ""),
    ("234567m34577p11s", "harbin", "7p1s"),
    ("1111222233334m", "standard", "45m"),
    ("1112223334445z", "standard", "5z"),
]


@pytest.mark.parametrize(("text", "rule", "kinds"), WAITS)
def test_waits_judged_by_eye(text: str, rule: str, kinds: str) -> None:
    expected = [tile for tile, n in enumerate(hand(kinds)[0]) if n]
    assert oracle.waits(*hand(text), getattr(oracle, rule)) == expected


def test_waits_never_hold_a_tile_held_four_times() -> None:
    counts, melds = hand("1111222m333p,33-3m,4444+s,777=7z")
    kinds = oracle.waits(counts, melds, lambda counts, melds: True)
    assert set(range(34)) - set(kinds) == {0, 21, 33}


# Text and random hands


def test_mpsz_text_of_every_kind_of_meld() -> None:
    melds = [("chi", 0), ("peng", 27), ("da-ming-gang", 28), ("jia-gang", 9), ("an-gang", 26)]
    counts, _ = hand("123m55z")
    assert oracle.to_mpsz(counts, melds) == "123m55z,1-23m,11-1z,2-222z,111=1p,9999+s"


@pytest.mark.parametrize("meld", [("chi", 7), ("chi", 27), ("kan", 0)])
def test_impossible_melds_are_refused(meld: tuple[str, int]) -> None:
    with pytest.raises(ValueError, match="no such meld"):
        oracle.standard(hand("11122233344m")[0], [meld])


HARBIN_TILES = [*range(27), oracle.RED]


@pytest.mark.parametrize("winning", [True, False])
@pytest.mark.parametrize("tiles", [range(34), range(9), HARBIN_TILES, range(27, 32)], ids=len)
def test_random_hands_are_legal(tiles: list[int], winning: bool) -> None:
    rng = random.Random(len(tiles))
    for _ in range(500):
        counts, melds = oracle.random_hand(rng, tiles, winning=winning)
        assert oracle.is_legal(counts, melds)
        assert {tile for tile, n in enumerate(oracle.held(counts, melds)) if n} <= set(tiles)
        assert hand(oracle.to_mpsz(counts, melds)) == (counts, melds)
        assert oracle.standard(counts, melds) or not winning


@few_or_many(1_000, 5_000)
def test_random_hands_are_varied(number: int) -> None:
    rng = random.Random(34)
    wins = [oracle.random_hand(rng) for _ in range(number)]
    assert {sum(counts) for counts, melds in wins if not melds} == {14, 15, 16, 17}
    assert {len(melds) for _, melds in wins} == {0, 1, 2, 3, 4}
    assert {kind for _, melds in wins for kind, _ in melds} == {"chi", "peng", *oracle.KONGS}
    assert 0.34 < sum(bool(melds) for _, melds in wins) / number < 0.46
    assert max(len(oracle.standard_readings(*win)) for win in wins) >= 3
    others = [oracle.random_hand(rng, winning=False) for _ in range(number)]
    assert sum(oracle.standard(*other) for other in others) < number / 10
    away = [bool(oracle.waits(*_without_one(other), oracle.riichi)) for other in others]
    assert sum(away) > number / 5
    with pytest.raises(ValueError, match="4 kinds"):
        oracle.random_hand(rng, range(4))


def _without_one(other: Hand) -> Hand:
    counts, melds = other
    lowest = next(tile for tile, n in enumerate(counts) if n)
    return tuple(n - (tile == lowest) for tile, n in enumerate(counts)), melds
