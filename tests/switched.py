"""Rule sets whose tables choose by switches: each held, under its switches, against a plain judge of the whole deal."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement, islice
from typing import NamedTuple

import oracle
from strategies import TILES
from words import DRAGONS, ENGINES, Melds, On

from regexhu import load


class Deal(NamedTuple):
    """A hand and what is known of it: the tile that it won on, how that came, whether it was declared ready."""

    counts: oracle.Counts
    melds: Melds
    won: int
    self_draw: bool
    ready: bool


def readings(deal: Deal) -> list[oracle.Reading]:
    """The concealed tiles as melds and one pair, where every kong has been declared."""
    if oracle.undeclared_kongs(deal.counts, deal.melds):
        return []
    return oracle.standard_readings(deal.counts, deal.melds)


def has_triplet(reading: oracle.Reading, melds: Melds) -> bool:
    return any(kind != "chi" for kind, _ in melds) or any(len(group) == 3 and len(set(group)) == 1 for group in reading)


class Game(NamedTuple):
    """A rule set by name, its judge, the switches that are on and off by default, and the kinds of its tiles."""

    name: str
    judge: Callable[[Deal, On], bool]
    on: str
    off: str
    pool: tuple[int, ...] = tuple(range(oracle.KINDS))
    company: dict[str, On] | None = None
    """For a switch that matters only beside others, those."""

    @property
    def defaults(self) -> On:
        return {**dict.fromkeys(self.on.split(), True), **dict.fromkeys(self.off.split(), False)}

    @property
    def deals(self) -> tuple[Deal, ...]:
        return deals(self.name, self.pool)

    def judged(self, deal: Deal, on: On) -> bool:
        return self.judge(deal, {**self.defaults, **on})


def disagreements(game: Game, found: list[Deal], on: On) -> list[str]:
    """The deals on which an engine says otherwise than the plain judge."""
    rules, wrong = load(game.name, **on), []
    for deal in found:
        text, expected = oracle.to_mpsz(deal.counts, deal.melds), game.judged(deal, on)
        for engine in ENGINES:
            came = {"winning_tile": TILES[deal.won], "self_draw": deal.self_draw, "ready": deal.ready}
            if rules.is_win(text, engine, **came) != expected:
                wrong.append(f"{text} {came} {engine}: expected {expected}")
    return wrong


# Deals


@cache
def deals(name: str, pool: tuple[int, ...]) -> tuple[Deal, ...]:
    return tuple(islice(random_deals(random.Random(f"deals of {name}"), pool), 16_000))


def random_deals(rng: random.Random, pool: tuple[int, ...]) -> Iterator[Deal]:
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


def hand_of_pairs(rng: random.Random, pool: tuple[int, ...]) -> oracle.Hand:
    chosen = rng.sample([*pool, *pool], 7)
    return tuple(2 * chosen.count(tile) for tile in range(oracle.KINDS)), ()


def won_hand_with_dragons(rng: random.Random, tiles: tuple[int, ...]) -> oracle.Hand:
    """A winning hand whose pair, or one or two of whose melds, have become dragons, if there was room."""
    counts, melds = oracle.random_hand(rng, tiles)
    split = next(iter(oracle.standard_readings(counts, melds)), ())
    changed, dragon = list(counts), rng.choice([tile for tile in DRAGONS if tile in tiles])
    replaced: Sequence[tuple[oracle.Group, oracle.Group]]
    replaced = [(group, (dragon,) * 2) for group in split if len(group) == 2]
    if set(DRAGONS) <= set(tiles) and rng.random() < 2 / 3:
        replaced = [(group, DRAGONS) for group in split if len(group) == 3][: rng.randint(1, 2)]
    for group, dragons in replaced:
        for old, new in zip(group, dragons, strict=True):
            changed[old] -= 1
            changed[new] += 1
    return (tuple(changed), melds) if oracle.is_legal(tuple(changed), melds) else (counts, melds)


# What each game is asked


def agrees_on_random_hands(game: Game, number: int) -> None:
    """By default, on so many hands, half of them winning."""
    half = number // 2
    won = [deal for deal in game.deals if game.judged(deal, {})]
    won = [deal for deal in won if deal.melds][: half // 2] + won[: half // 2]
    lost = [deal for deal in game.deals[: 3 * half] if not game.judged(deal, {})][:half]
    assert len(won) > 3 * half // 4 and len(lost) == half
    assert disagreements(game, won + lost, {}) == []


def has_these_switches(game: Game) -> None:
    assert {key: switch.on for key, switch in load(game.name).switches.items()} == game.defaults


def agrees_both_ways(game: Game, key: str, number: int) -> None:
    """On so many hands that a switch decides, and some others."""
    positions = [{**(game.company or {}).get(key, {}), key: on} for on in (False, True)]
    found = (deal for deal in game.deals if len({game.judged(deal, on) for on in positions}) == 2)
    decided = [*islice(found, number)]
    assert len(decided) >= 10
    for on in positions:
        assert disagreements(game, [*decided, *game.deals[: 3 * number // 2]], on) == []


def agrees_in_any_company(game: Game, times: int) -> None:
    """With the switches at random, so many times."""
    rng = random.Random(f"switches of {game.name}")
    for _ in range(times):
        on = {key: rng.random() < 1 / 2 for key in game.defaults}
        won = islice((deal for deal in game.deals[:6000] if game.judged(deal, on)), 30)
        assert disagreements(game, [*won, *rng.sample(game.deals, 30)], on) == []


def agrees_with_wild_tiles(game: Game, on: On, wild: str, most: int) -> None:
    """A hand with up to so many wild tiles wins when real ones in their place would."""
    rng, rules, won = random.Random(f"{game.name} {wild} {sorted(on)}"), load(game.name, **on), 0
    made = (made_wild(deal, TILES.index(wild), most, rng) for deal in game.deals[:80])
    for deal in islice(filter(None, made), 30):
        text = oracle.to_mpsz(deal.counts, deal.melds)
        expected = any(game.judged(real, on) for real in assigned(deal, TILES.index(wild)))
        won += expected
        for engine in ENGINES:
            assert rules.is_win(text, engine, wild=wild) == expected, (text, engine)
    assert won >= 3


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
