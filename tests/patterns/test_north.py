"""Harbin's local checklist, Changchun, Hebei and Xi'an: each held against a plain judge written from its rules."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations_with_replacement, islice
from typing import NamedTuple

import oracle
import pytest
from strategies import TILES

from regexhu import RuleError, is_win, load

ENGINES = ("regex", "automaton")
SUITED = range(oracle.HONOURS)
WHITE, GREEN, RED = 31, 32, 33
DRAGONS = (WHITE, GREEN, RED)
TILES_258 = [tile for tile in SUITED if tile % 9 in (1, 4, 7)]
On = dict[str, bool]


class Deal(NamedTuple):
    """A hand and what is known of it: the tile that it won on, how that came, whether it was declared ready."""

    counts: oracle.Counts
    melds: tuple[oracle.Meld, ...]
    won: int
    self_draw: bool
    ready: bool


# What the rules say


def readings(deal: Deal) -> list[oracle.Reading]:
    """The concealed tiles as melds and one pair, where every kong has been declared."""
    if oracle.undeclared_kongs(deal.counts, deal.melds):
        return []
    return oracle.standard_readings(deal.counts, deal.melds)


def in_pairs(deal: Deal) -> bool:
    """Seven pairs; four alike are two of them."""
    return not deal.melds and sum(deal.counts) == 14 and set(deal.counts) <= {0, 2, 4}


def suits(tiles: oracle.Counts) -> int:
    return sum(any(tiles[start : start + 9]) for start in oracle.SUIT_STARTS)


def has_triplet(reading: oracle.Reading, melds: tuple[oracle.Meld, ...]) -> bool:
    return any(kind != "chi" for kind, _ in melds) or any(len(group) == 3 and len(set(group)) == 1 for group in reading)


def has_sequence(reading: oracle.Reading, melds: tuple[oracle.Meld, ...]) -> bool:
    return any(kind == "chi" for kind, _ in melds) or any(len(set(group)) == 3 for group in reading)


def pair_of(reading: oracle.Reading) -> int:
    return next(group[0] for group in reading if len(group) == 2)


def is_open(melds: tuple[oracle.Meld, ...]) -> bool:
    return any(kind != "an-gang" for kind, _ in melds)


def waits_as_the_room_wants(group: oracle.Group, won: int, on: On) -> bool:
    if len(group) == 2:
        return on["pair_wait"] and group[0] == won
    if len(set(group)) == 1:
        return False
    finishes_edge = (group[0] % 9 == 0 and group[2] == won) or (group[0] % 9 == 6 and group[0] == won)
    return group[1] == won or (on["edge_wait"] and finishes_edge)


def harbin_local(deal: Deal, on: On) -> bool:
    whole = oracle.held(deal.counts, deal.melds)
    terminals = (*oracle.TERMINALS, RED) if on["red_counts"] else oracle.TERMINALS
    before = [n - (tile == deal.won) for tile, n in enumerate(whole)]
    number = suits(whole)
    if (
        any(whole[oracle.HONOURS : RED])
        or not deal.ready
        or not any((before if on["hard_terminal"] else whole)[tile] for tile in terminals)
        or (number < 2 and not on["one_suit"])
        or (number < 3 and on["three_suits"])
        or len(deal.melds) > 3
    ):
        return False
    if on["seven_pairs"] and in_pairs(deal) and (on["pair_wait"] or not on["middle_wait"]):
        return True
    opened = is_open(deal.melds) or (on["kong_opens"] and bool(deal.melds))
    if on["must_open"] and not opened:
        return False
    return any(
        (has_triplet(reading, deal.melds) or (on["red_counts"] and pair_of(reading) == RED))
        and (has_sequence(reading, deal.melds) or on["all_triplets"])
        and (not on["middle_wait"] or any(waits_as_the_room_wants(group, deal.won, on) for group in reading))
        for reading in readings(deal)
    )


def changchun(deal: Deal, on: On) -> bool:
    whole = oracle.held(deal.counts, deal.melds)
    number = suits(whole)
    if number == 2 or (number < 2 and not on["lone_suit"]):
        return False
    if not any(whole[tile] for tile in (oracle.ORPHANS if on["honours_count"] else oracle.TERMINALS)):
        return False
    if on["seven_pairs"] and in_pairs(deal):
        return True
    open_melds = [kind for kind, _ in deal.melds if kind != "an-gang"]
    if (on["must_open"] and not open_melds) or (len(open_melds) == 4 and "chi" in open_melds):
        return False
    return any(
        has_triplet(reading, deal.melds) or (on["dragon_pair"] and pair_of(reading) in DRAGONS)
        for reading in readings(deal)
    )


def with_dragon_runs(deal: Deal) -> bool:
    """Four melds and a pair, some of the melds white, green and red."""
    melds, counts = len(deal.melds), list(deal.counts)
    if not oracle.is_legal(deal.counts, deal.melds):
        return False
    for runs in range(5 - melds):
        if min(counts) < 0:
            return False
        if oracle.readings(tuple(counts), 4 - melds - runs, 1, 0):
            return True
        for dragon in DRAGONS:
            counts[dragon] -= 1
    return False


def hebei(deal: Deal, on: On) -> bool:
    whole = oracle.held(deal.counts, deal.melds)
    number = suits(whole)
    same_gate = max(sum(whole[start : start + 9]) for start in (0, 9, 18, 27))
    if (
        (not on["winds"] and any(whole[oracle.HONOURS :]))
        or (on["missing_suit"] and number > 2)
        or (on["eight_tiles"] and same_gate < 8)
        or (on["must_be_ready"] and not deal.ready)
        or (on["self_draw_only"] and not deal.self_draw)
    ):
        return False
    if in_pairs(deal) or oracle.thirteen_orphans(deal.counts, deal.melds):
        return True
    if not on["chi"] and any(kind == "chi" for kind, _ in deal.melds):
        return False
    return bool(readings(deal)) or (on["dragon_run"] and with_dragon_runs(deal))


def xian(deal: Deal, on: On) -> bool:
    whole = oracle.held(deal.counts, deal.melds)
    if (
        (not on["winds"] and any(whole[oracle.HONOURS :]))
        or (on["missing_suit"] and suits(whole) > 2)
        or (on["self_draw_only"] and not deal.self_draw)
    ):
        return False
    if on["seven_pairs"] and in_pairs(deal) and (not on["pair_258"] or any(whole[tile] for tile in TILES_258)):
        return True
    if any(kind == "chi" for kind, _ in deal.melds):
        return False
    allowed = {*TILES_258, *(range(oracle.HONOURS, oracle.KINDS) if on["honour_pair_ok"] else ())}
    return any(not on["pair_258"] or pair_of(reading) in allowed for reading in readings(deal))


class Variant(NamedTuple):
    judge: Callable[[Deal, On], bool]
    defaults: On
    pool: tuple[int, ...]


def variant(judge: Callable[[Deal, On], bool], pool: range | list[int], on: str = "", off: str = "") -> Variant:
    return Variant(judge, {**dict.fromkeys(on.split(), True), **dict.fromkeys(off.split(), False)}, tuple(pool))


VARIANTS = {
    "harbin_local": variant(
        harbin_local,
        [*SUITED, RED],
        on="must_open red_counts pair_wait",
        off="kong_opens hard_terminal one_suit three_suits all_triplets seven_pairs middle_wait edge_wait",
    ),
    "changchun": variant(
        changchun, range(34), on="seven_pairs dragon_pair honours_count", off="must_open lone_suit"
    ),
    "hebei": variant(
        hebei,
        range(34),
        on="winds",
        off="chi dragon_run missing_suit eight_tiles must_be_ready self_draw_only",
    ),
    "xian": variant(
        xian, range(34), off="winds seven_pairs pair_258 honour_pair_ok missing_suit self_draw_only"
    ),
}  # fmt: skip
COMPANY: dict[tuple[str, str], On] = {
    ("harbin_local", "edge_wait"): {"middle_wait": True},
    ("harbin_local", "pair_wait"): {"middle_wait": True},
    ("xian", "honour_pair_ok"): {"winds": True, "pair_258": True},
}
"""The switches that matter only beside others."""


# Deals


def hand_of_pairs(rng: random.Random, pool: tuple[int, ...]) -> oracle.Hand:
    chosen = rng.sample([*pool, *pool], 7)
    return tuple(2 * chosen.count(tile) for tile in range(oracle.KINDS)), ()


def won_hand_with_dragons(rng: random.Random, tiles: tuple[int, ...]) -> oracle.Hand:
    """A winning hand whose pair, or one or two of whose melds, have become dragons, if there was room."""
    counts, melds = oracle.random_hand(rng, tiles)
    split = next(iter(oracle.standard_readings(counts, melds)), ())
    changed, dragon = list(counts), rng.choice([tile for tile in DRAGONS if tile in tiles])
    replaced = [(group, (dragon,) * 2) for group in split if len(group) == 2]
    if set(DRAGONS) <= set(tiles) and rng.random() < 2 / 3:
        replaced = [(group, DRAGONS) for group in split if len(group) == 3][: rng.randint(1, 2)]
    for group, dragons in replaced:
        for old, new in zip(group, dragons, strict=True):
            changed[old] -= 1
            changed[new] += 1
    return (tuple(changed), melds) if oracle.is_legal(tuple(changed), melds) else (counts, melds)


def deals(rng: random.Random, pool: tuple[int, ...]) -> Iterator[Deal]:
    """Hands near to winning without end, most of them of the pool's tiles."""
    while True:
        tiles = pool if rng.random() < 0.95 else tuple(range(oracle.KINDS))
        how = rng.random()
        if how < 0.15:
            counts, melds = hand_of_pairs(rng, tiles)
        elif how < 0.3:
            counts, melds = won_hand_with_dragons(rng, tiles)
        else:
            counts, melds = oracle.random_hand(rng, tiles, winning=how < 0.8)
        won = rng.choice([tile for tile, n in enumerate(counts) if n])
        yield Deal(counts, melds, won, self_draw=rng.random() < 1 / 2, ready=rng.random() < 0.8)


@cache
def dealt(name: str) -> tuple[Deal, ...]:
    return tuple(islice(deals(random.Random(f"deals of {name}"), VARIANTS[name].pool), 16_000))


def judged(deal: Deal, name: str, on: On) -> bool:
    return VARIANTS[name].judge(deal, {**VARIANTS[name].defaults, **on})


def disagreements(found: list[Deal], name: str, on: On) -> list[str]:
    """The deals on which an engine says otherwise than the plain judge."""
    rules, wrong = load(name, **on), []
    for deal in found:
        text, expected = oracle.to_mpsz(deal.counts, deal.melds), judged(deal, name, on)
        for engine in ENGINES:
            came = {"winning_tile": TILES[deal.won], "self_draw": deal.self_draw, "ready": deal.ready}
            if rules.is_win(text, engine, **came) != expected:
                wrong.append(f"{text} {came} {engine}: expected {expected}")
    return wrong


@pytest.mark.parametrize("name", VARIANTS)
def test_2_000_random_hands_half_of_them_winning(name: str) -> None:
    won = [deal for deal in dealt(name) if judged(deal, name, {})]
    won = [deal for deal in won if deal.melds][:500] + won[:500]
    lost = [deal for deal in dealt(name)[:3000] if not judged(deal, name, {})][:1000]
    assert len(won) > 750 and len(lost) == 1000
    assert disagreements(won + lost, name, {}) == []


@pytest.mark.parametrize("name", VARIANTS)
def test_the_switches_and_their_defaults(name: str) -> None:
    assert {key: switch.on for key, switch in load(name).switches.items()} == VARIANTS[name].defaults


@pytest.mark.parametrize(("name", "key"), [(name, key) for name, found in VARIANTS.items() for key in found.defaults])
def test_a_switch_both_ways_on_the_hands_that_it_decides(name: str, key: str) -> None:
    positions = [{**COMPANY.get((name, key), {}), key: on} for on in (False, True)]
    decided = [*islice((deal for deal in dealt(name) if len({judged(deal, name, on) for on in positions}) == 2), 40)]
    assert len(decided) >= 10
    for on in positions:
        assert disagreements([*decided, *dealt(name)[:60]], name, on) == []


@pytest.mark.parametrize("name", VARIANTS)
def test_switches_in_any_company(name: str) -> None:
    rng = random.Random(f"switches of {name}")
    for _ in range(8):
        on = {key: rng.random() < 1 / 2 for key in VARIANTS[name].defaults}
        won = islice((deal for deal in dealt(name)[:6000] if judged(deal, name, on)), 30)
        assert disagreements([*won, *rng.sample(dealt(name), 30)], name, on) == []


# What a room has to be told


@pytest.mark.parametrize(
    ("rules", "hand", "missing"),
    [
        ("harbin_local", "234567m34588p,11-1s", "ready"),
        ("harbin_local?hard_terminal", "234567m34588p,11-1s", "winning_tile"),
        ("harbin_local?middle_wait", "234567m34588p,11-1s", "winning_tile"),
        ("hebei?must_be_ready", "123m456p78922s,77-7z", "ready"),
        ("hebei?self_draw_only", "123m456p78922s,77-7z", "self_draw"),
        ("xian?self_draw_only", "123m456p78922s,77-7p", "self_draw"),
    ],
)
def test_what_is_not_told_is_named(rules: str, hand: str, missing: str) -> None:
    told = {"winning_tile": hand[1] + "m", "self_draw": True, "ready": True}
    assert isinstance(is_win(hand, rules=rules, **told), bool)
    del told[missing]
    with pytest.raises(RuleError, match=f"has to know {missing}: give {missing}="):
        is_win(hand, rules=rules, **told)


@pytest.mark.parametrize("rules", ["changchun", "hebei", "xian", "xian?pair_258&winds&honour_pair_ok"])
def test_these_ask_for_nothing_but_the_hand(rules: str) -> None:
    assert load(rules).needs == frozenset()


# Wild tiles


def made_wild(deal: Deal, wild: int, most: int, rng: random.Random) -> Deal | None:
    """The deal with up to so many of its concealed tiles exchanged for wild ones, if it holds no others."""
    if oracle.held(deal.counts, deal.melds)[wild]:
        return None
    counts = list(deal.counts)
    concealed = [tile for tile, n in enumerate(counts) for _ in range(n)]
    for tile in rng.sample(concealed, min(rng.randint(1, most), len(concealed))):
        counts[tile] -= 1
        counts[wild] += 1
    return deal._replace(counts=tuple(counts))


def assigned(deal: Deal, wild: int) -> Iterator[Deal]:
    """The deal with every choice of real tiles in the place of its wild ones."""
    natural = [0 if tile == wild else n for tile, n in enumerate(deal.counts)]
    for put in combinations_with_replacement(range(oracle.KINDS), deal.counts[wild]):
        yield deal._replace(counts=tuple(n + put.count(tile) for tile, n in enumerate(natural)))


@pytest.mark.parametrize(
    ("name", "on", "wild", "most"),
    [
        ("xian", {}, "7z", 2),
        ("xian", {"pair_258": True, "seven_pairs": True}, "7z", 1),
        ("xian", {"winds": True, "missing_suit": True}, "7z", 1),
        ("hebei", {}, "5m", 2),
        ("hebei", {"eight_tiles": True}, "3p", 1),
        ("hebei", {"missing_suit": True, "dragon_run": True}, "6z", 1),
    ],
)
def test_a_hand_with_wild_tiles_wins_when_real_ones_in_their_place_would(
    name: str, on: On, wild: str, most: int
) -> None:
    rng, rules, won = random.Random(f"{name} {wild} {sorted(on)}"), load(name, **on), 0
    made = (made_wild(deal, TILES.index(wild), most, rng) for deal in dealt(name)[:80])
    for deal in islice(filter(None, made), 30):
        text = oracle.to_mpsz(deal.counts, deal.melds)
        expected = any(judged(real, name, on) for real in assigned(deal, TILES.index(wild)))
        won += expected
        for engine in ENGINES:
            assert rules.is_win(text, engine, wild=wild) == expected, (text, engine)
    assert won >= 3


# Published figures


def test_numbers_of_winning_hands() -> None:
    assert (load("xian").count(14), load("xian").count(14, weighted=True)) == (5_237_550, 7_140_498_565_560)
    standard, pairs, both = 11_353_128_141_498, 1_569_298_171_584, 1_318_439_178
    orphans = 1_308_622_848
    assert load("hebei").count(14, weighted=True) == standard + pairs - both + orphans


def test_harbin_wins_no_closed_hand_unless_it_may() -> None:
    assert load("harbin_local").count(14, ready=True) == 0
    assert load("harbin_local", must_open=False).count(14, ready=True) > 0
    assert load("harbin_local", must_open=False).count(14, ready=False) == 0
