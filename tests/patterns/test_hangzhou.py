"""Hangzhou, judged again from the words of its page."""

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
    tiles_of,
)


def hangzhou(found: Deal, self_draw: bool = True, **on: bool) -> bool:
    switches = {"third_term": False, "two_sequences": False, "any_tile_or_no_white": False} | on
    natural, jokers, melds = found.natural, found.jokers, 4 - len(found.melds)
    claims = [kind for kind, _ in found.melds]
    if not oracle.is_legal(found.counts, found.melds) or tiles_of(found.melds, *CLAIMED, "an-gang") & set(found.wild):
        return False
    if not (self_draw or switches["third_term"]) or (switches["two_sequences"] and claims.count("chi") > 2):
        return False
    if not (fits(natural, jokers, melds, 1) or seven_pairs(found)):
        return False
    if not switches["any_tile_or_no_white"] or not jokers:
        return True
    held, waiting = before_winning(found)
    six_pairs = not found.melds and sum(n % 2 for n in held) <= waiting - 1
    return waiting >= 1 and (fits(held, waiting - 1, melds, 0) or (six_pairs and sum(held) + waiting == 13))


@few_or_many(120, 600)
def test_hangzhou_is_judged_as_its_page_says(number: int) -> None:
    rng = random.Random(2)
    white = (TILES.index("5z"),)

    def draw() -> Judged:
        found = deal(rng, rng.randrange(5), rng.random() < 3 / 4, fixed=white)
        if rng.random() < 1 / 5:
            found = near_pairs(rng, rng.randrange(4), white)
        on = choice_of_switches(rng, "hangzhou")
        self_draw = rng.random() < 0.8
        asked = {"winning_tile": TILES[found.won], "self_draw": self_draw}
        return Judged(found, asked, on, hangzhou(found, self_draw, **on))

    assert disagreements("hangzhou", draw, number) == []
