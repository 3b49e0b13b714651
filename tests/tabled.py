"""Hands for tables and what runs them: texts with all that a call tells, some winning, some near it, some random."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from strategies import TILES
from wilds import deal

from regexhu import Hand, RuleSet
from regexhu.blocks import kong, meld, no, no_wild, pair, sequence, some, wild_kong, winning, winning_wild
from regexhu.hands.hand import text_of
from regexhu.hands.tiles import TileSet

IN_M = {ord(str(rank)): f" {rank}m" for rank in range(1, 10)}


class Case(NamedTuple):
    """A hand as text, and what is told beside it."""

    text: str
    told: dict[str, Any]


def cases(rules: RuleSet, number: int, wilds: int, seed: int) -> Iterator[Case]:
    """So many hands with up to so many wild tiles; of many one in three is drawn from the concealed ones that win.

    None is drawn from a rule set that reads the winning tile or wild kinds: it takes seconds to list its hands.
    """
    rng = random.Random(seed)
    may_draw = number > 500 and not rules.needs & {"winning_tile", "wild"} and not isinstance(rules.wild, TileSet)
    drawn = _drawn(rules, seed) if may_draw else iter(())
    for at in range(number):
        if at % 3 == 0 and (text := next(drawn, None)) is not None:
            told = _told(rules, text, "", rng)
            yield Case(text, told)
            continue
        held = rng.randint(0, wilds)
        fixed = tuple(rules.wild) if isinstance(rules.wild, TileSet) else ()
        found = deal(rng, held, at % 3 != 2, kinds=rng.choice([1, 2]), fixed=fixed)
        wild = "".join(TILES[kind] for kind in found.wild)
        yield Case(str(found), _told(rules, str(found), wild if wilds else "", rng))


def _drawn(rules: RuleSet, seed: int) -> Iterator[str]:
    """Concealed hands that win without wild tiles, where the rule set lists such."""
    told: dict[str, Any] = {"self_draw": True, "ready": True, "wild": "", "forbidden": ""}
    given = {keyword: told[keyword] for keyword in rules.needs if keyword in told}
    try:
        yield from rules.draws(seed=seed, **given)
    except ValueError:
        return


def _told(rules: RuleSet, text: str, wild: str, rng: random.Random) -> dict[str, Any]:
    """What a call tells of the hand: all that the rule set asks for, and now and then more."""
    tiles = Hand.parse(text).tiles
    told: dict[str, Any] = {
        "self_draw": rng.random() < 0.7,
        "ready": rng.random() < 0.8,
        "winning_tile": rng.choice(tiles),
        "forbidden": rng.choice(["", "1z5z7z", "2m"]),
    }
    found = {keyword: told[keyword] for keyword in told if keyword in rules.needs}
    if rules.wild is True and (wild or "wild" in rules.needs):
        found["wild"] = wild
    if rules.events and rng.random() < 0.5:
        found["event"] = rng.choice([*rules.events, "last-tile"])
    return found


def short_cases(rules: RuleSet, number: int, wilds: int, seed: int) -> Iterator[Case]:
    """So many hands that are one tile short, two in three of them of winning ones."""
    rng = random.Random(seed)
    for case in cases(rules, number, wilds, seed):
        hand = Hand.parse(case.text)
        counts = list(hand.counts)
        counts[rng.choice([kind for kind, copies in enumerate(counts) if copies])] -= 1
        text = ",".join([text_of(counts), *map(str, hand.melds)])
        yield Case(text, {keyword: value for keyword, value in case.told.items() if keyword != "winning_tile"})


def small_rules() -> RuleSet:
    """A rule set of a meld and a pair that asks which tile won, which are wild, and which stand for which."""
    return RuleSet(
        meld + pair
        & no(kong.undeclared)
        & (
            some(pair.won().wild(1)) & ~winning_wild
            | some(sequence.of("456m").won("5m", wait="middle"))
            | no_wild & winning("1m")
            | wild_kong
        ),
        tiles="123456m56z",
        name="small",
    )


def small_cases(number: int, seed: int) -> Iterator[Case]:
    """So many hands for them with up to one wild tile, most of them complete."""
    rng = random.Random(seed)
    found = 0
    while found < number:
        wild = rng.choice(["", "5z", "6z", "5m", "1m", "5m6z"])
        meld_text = rng.choice(["", "", "", "1111+m", "5555+z", "4-56m", "22-2m"])
        tiles = [] if meld_text else rng.choice(["111", "123", "456", "456", "345", "222"]).translate(IN_M).split()
        tiles += rng.choice([["1m"] * 2, ["5m"] * 2, ["6z"] * 2, ["3m", "4m"]])
        kinds = [wild[:2], wild[2:]] if wild[2:] else [wild]
        if wild and rng.random() < 0.8:
            tiles[rng.randrange(len(tiles))] = rng.choice(kinds)
        if sum(tile in kinds for tile in tiles) <= 1:
            counts = [tiles.count(name) for name in TILES]
            found += 1
            yield Case(f"{text_of(counts)},{meld_text}", {"winning_tile": rng.choice(tiles), "wild": wild})
