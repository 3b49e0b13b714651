"""Shanxi, judged again from the words of its page."""

from __future__ import annotations

import random
from typing import Any

import oracle
from strategies import TILES, few_or_many
from wilds import Deal, Judged, choice_of_switches, deal, disagreements, near_pairs, without


def shanxi(found: Deal, self_draw: bool = True, ready: bool = True, **on: bool) -> bool:
    switches = {"thirteen_orphans": True, "thresholds": True, "worthy_wait": True} | on

    def worth(tile: int) -> int:
        return 10 if tile >= 27 else tile % 9 + 1

    def complete(counts: oracle.Counts, melds: Any, orphans: bool = True) -> bool:
        if any(kind == "chi" for kind, _ in melds) or not oracle.is_legal(counts, melds):
            return False
        standard = oracle.undeclared_kongs(counts, melds) == 0 and oracle.standard(counts, melds)
        pairs = not melds and sum(counts) == 14 and all(n % 2 == 0 for n in counts)
        return standard or pairs or (orphans and oracle.thirteen_orphans(counts, melds))

    before = without(found.counts, found.won) or ()
    return (
        complete(found.counts, found.melds, switches["thirteen_orphans"])
        and ready
        and (not switches["thresholds"] or worth(found.won) >= (3 if self_draw else 6))
        and (
            not switches["worthy_wait"] or any(worth(tile) >= 6 for tile in oracle.waits(before, found.melds, complete))
        )
    )


@few_or_many(80, 400)
def test_shanxi_is_judged_as_its_page_says(number: int) -> None:
    rng = random.Random(4)

    def draw() -> Judged:
        found = deal(rng, 0, rng.random() < 3 / 4, chi=rng.random() < 1 / 8)._replace(wild=())
        if rng.random() < 1 / 5:
            found = near_pairs(rng, 0, ())
        on = choice_of_switches(rng, "shanxi")
        self_draw, ready = rng.random() < 0.7, rng.random() < 0.95
        asked = {"winning_tile": TILES[found.won], "self_draw": self_draw, "ready": ready}
        return Judged(found, asked, on, shanxi(found, self_draw, ready, **on))

    assert disagreements("shanxi", draw, number) == []
