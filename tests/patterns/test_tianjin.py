"""Tianjin, judged again from the words of its page."""

from __future__ import annotations

import random

import oracle
from strategies import TILES, few_or_many
from wilds import (
    CLAIMED,
    Deal,
    Judged,
    before_winning,
    choice_of_switches,
    deal,
    disagreements,
    fits,
    near_pairs,
    seven_pairs,
    taking,
    tiles_of,
)

FIVE = TILES.index("5m")
DRAGONS = [tuple(range(start, start + 9)) for start in oracle.SUIT_STARTS]


def tianjin(found: Deal, self_draw: bool = True, event: str | None = None, **on: bool) -> bool:
    switches = {"seven_pairs": False, "waiting_wild": True, "wild_5m": False, "plain": True} | on
    natural, jokers, melds = found.natural, found.jokers, 4 - len(found.melds)
    legal = oracle.is_legal(found.counts, found.melds) and self_draw
    if not legal or tiles_of(found.melds, "chi") or tiles_of(found.melds, *CLAIMED) & set(found.wild):
        return False
    if switches["seven_pairs"] and seven_pairs(found):
        return True
    if not fits(natural, jokers, melds, 1):
        return False
    held, waiting = before_winning(found)
    caught = (found.won == FIVE or (switches["wild_5m"] and found.won in found.wild)) and any(
        fits(left, wild, melds - 1, 1) for left, wild in taking(held, waiting, (FIVE - 1, FIVE + 1))
    )
    whole = oracle.held(found.counts, found.melds)
    return (
        (switches["plain"] and not any(whole[kind] for kind in found.wild))
        or (switches["waiting_wild"] and waiting >= 1 and fits(held, waiting - 1, melds, 0))
        or (switches["waiting_wild"] and waiting >= 2 and fits(held, waiting - 2, melds - 1, 1))
        or caught
        or any(fits(left, wild, melds - 3, 1) for tiles in DRAGONS for left, wild in taking(natural, jokers, tiles))
        or bool(tiles_of(found.melds, "an-gang") & set(found.wild))
        or event in ("kong-draw", "heaven", "earth")
    )


@few_or_many(40, 200)
def test_tianjin_is_judged_as_its_page_says(number: int) -> None:
    rng = random.Random(1)

    def draw() -> Judged:
        wilds = rng.choice((0, 1, 1, 2, 2, 3, 5))
        found = deal(rng, wilds, rng.random() < 7 / 8, kinds=rng.choice((2, 2, 3)), chi=rng.random() < 1 / 12)
        if rng.random() < 1 / 10:
            found = near_pairs(rng, rng.randrange(3), found.wild)
        if rng.random() < 1 / 3 and found.counts[FIVE]:
            found = found._replace(won=FIVE)
        on = choice_of_switches(rng, "tianjin")
        event = rng.choice((None, None, None, "kong-draw", "last-tile"))
        self_draw = rng.random() < 0.95
        asked = {**found.asked, "self_draw": self_draw, "event": event}
        return Judged(found, asked, on, tianjin(found, self_draw, event, **on))

    assert disagreements("tianjin", draw, number) == []
