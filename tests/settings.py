"""Rule sets whose settings are known: each held, under every one of them, against a plain judge of the hand."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

import oracle
from words import ENGINES, On, counted

from regexhu import load


class Setting(NamedTuple):
    """Some switches turned over, what is told of each hand, and whether the switches change any verdict then."""

    on: On = {}  # noqa: RUF012
    known: dict[str, Any] = {}  # noqa: RUF012
    changes: bool = True

    def __str__(self) -> str:
        return f"{self.on} {self.known}"


@dataclass(frozen=True, eq=False)
class Table:
    """A rule set by name, its judge, its settings, and the kinds from which its random hands are drawn."""

    name: str
    judge: Callable[..., bool]
    settings: Sequence[Setting]
    pools: Sequence[Sequence[int]]
    other: Callable[[random.Random], oracle.Hand] | None = None
    """Hands that only this rule set has."""

    def switches(self, on: On) -> On:
        return {name: switch.on for name, switch in load(self.name).switches.items()} | on

    @cached_property
    def hands(self) -> list[oracle.Hand]:
        """A thousand: most of them meant to win by a form or a condition of the rule set, the others to come near."""
        return list(islice(random_hands(random.Random(13), self), 1_000))

    @cached_property
    def texts(self) -> list[str]:
        return [oracle.to_mpsz(*hand) for hand in self.hands]


# Random hands


def random_hands(rng: random.Random, table: Table) -> Iterator[oracle.Hand]:
    while True:
        pool = rng.choice(table.pools)
        how = rng.choice(("any", "any", "any", "own", "own", "claimed", "pairs", "unordered"))
        if how == "claimed":
            hand = four_claimed(rng, pool)
        elif how == "pairs":
            hand = paired(rng, pool)
        elif how == "unordered" and table.other:
            hand = table.other(rng)
        else:
            hand = oracle.random_hand(rng, pool, winning=rng.random() < 2 / 3)
            hand = without_claimed_sequences(hand) if how == "own" else hand
        if rng.random() < 1 / 4:
            hand = exchanged(rng, hand, pool)
        if oracle.is_legal(*hand):
            yield hand


def without_claimed_sequences(hand: oracle.Hand) -> oracle.Hand:
    """The hand with its claimed sequences taken back into the concealed tiles."""
    counts = list(hand[0])
    for meld in hand[1]:
        for tile in oracle.meld_tiles(meld) if meld[0] == "chi" else ():
            counts[tile] += 1
    return tuple(counts), tuple(meld for meld in hand[1] if meld[0] != "chi")


def four_claimed(rng: random.Random, kinds: Sequence[int]) -> oracle.Hand:
    """Four declared melds, mostly claimed, beside a pair."""
    while True:
        starts = [tile for tile in kinds if oracle.is_sequence_start(tile)] or list(kinds)
        chosen = [(rng.choice(["chi", "chi", "peng", rng.choice(oracle.KONGS)]), rng.choice(starts)) for _ in range(4)]
        melds = tuple((kind if oracle.is_sequence_start(tile) else "peng", tile) for kind, tile in chosen)
        pair = rng.choice(kinds)
        counts = counted([pair, pair])
        if oracle.is_legal(counts, melds):
            return counts, melds


def in_any_order(kinds: Sequence[int]) -> Callable[[random.Random], oracle.Hand]:
    """Draws fourteen tiles of some kinds at random, a few of them melds."""

    def draw(rng: random.Random) -> oracle.Hand:
        declared = rng.sample(list(kinds), rng.choice((0, 0, 1, 1, 2)) if len(kinds) > 4 else 0)
        melds = tuple((rng.choice(("peng", *oracle.KONGS)), tile) for tile in declared)
        wall = [tile for tile in kinds for _ in range(4) if tile not in declared]
        return counted(rng.sample(wall, 14 - 3 * len(melds))), melds

    return draw


def paired(rng: random.Random, kinds: Sequence[int]) -> oracle.Hand:
    """Seven pairs, a kind twice at most."""
    chosen = rng.sample([*kinds, *kinds], 7)
    return tuple(2 * chosen.count(tile) for tile in range(oracle.KINDS)), ()


def exchanged(rng: random.Random, hand: oracle.Hand, kinds: Sequence[int]) -> oracle.Hand:
    """The hand with one concealed tile exchanged."""
    counts = list(hand[0])
    counts[rng.choice([tile for tile, n in enumerate(counts) if n])] -= 1
    counts[rng.choice(kinds)] += 1
    return tuple(counts), hand[1]


# What each table is asked


def agrees_under(table: Table, setting: Setting, number: int) -> None:
    """Both engines on so many hands, by default, and half as many by regex where switches are turned over."""
    rules, flags = load(table.name, **setting.on), table.switches(setting.on)
    expected = [table.judge(*hand, **flags, **setting.known) for hand in table.hands[:number]]
    for engine, share in zip(ENGINES, (2, 1), strict=True):
        wrong = [
            (text, won)
            for text, won in list(zip(table.texts, expected, strict=False))[:: share if setting.on else 1]
            if rules.is_win(text, engine=engine, **setting.known) != won
        ]
        assert not wrong, (engine, wrong[:5])
    assert number // 20 < sum(expected) < number - number // 20


def changes_verdicts(table: Table, setting: Setting) -> None:
    """Turning a switch over does, but for those that ask for what is told anyway."""
    default, rules = load(table.name), load(table.name, **setting.on)
    known = setting.known
    changed = any(default.is_win(text, **known) != rules.is_win(text, **known) for text in table.texts)
    assert changed is setting.changes


def has_settings_for_every_switch(table: Table, besides: set[str] | None = None) -> None:
    tried = {switch for setting in table.settings for switch in setting.on}
    assert set(load(table.name).switches) == tried | (besides or set())
