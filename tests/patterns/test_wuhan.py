"""Wuhan, judged again from the words of its page."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations_with_replacement

import oracle
from strategies import TILES, few_or_many
from wilds import CLAIMED, Deal, Judged, choice_of_switches, deal, disagreements, tiles_of
from words import TILES_258, Melds, On


def wuhan(found: Deal, forbidden: set[int], event: str | None = None, **on: bool) -> bool:
    switches = {"must_open": True, "two_in_small_win": False, "loose_wins": True} | on
    whole = oracle.held(found.counts, found.melds)
    if not oracle.is_legal(found.counts, found.melds) or any(whole[kind] for kind in forbidden):
        return False
    if tiles_of(found.melds, *CLAIMED, "an-gang") & set(found.wild):
        return False
    if switches["must_open"] and not tiles_of(found.melds, *CLAIMED):
        return False
    return any(
        wuhan_real(tuple(counts), found.melds, substitutes, event, switches)
        for substitutes in range(min(2, found.jokers) + 1)
        for counts in standing_for(found, substitutes)
    )


def standing_for(found: Deal, substitutes: int) -> Iterator[oracle.Counts]:
    """The hand with so many of its wild tiles standing for others."""
    for chosen in combinations_with_replacement(range(34), substitutes):
        counts = list(found.counts)
        for kind in chosen:
            counts[found.wild[0]] -= 1
            counts[kind] += 1
        if oracle.is_legal(tuple(counts), found.melds):
            yield tuple(counts)


def wuhan_real(
    counts: oracle.Counts,
    melds: Melds,
    substitutes: int,
    event: str | None,
    switches: On,
) -> bool:
    of_258 = set(TILES_258)
    kinds = {kind for kind, n in enumerate(oracle.held(counts, melds)) if n}
    if oracle.undeclared_kongs(counts, melds):
        return False
    if kinds <= of_258 or min(kinds) >= 27:
        return switches["loose_wins"] or bool(oracle.standard_readings(counts, melds))
    found = oracle.standard_readings(counts, melds)
    small = substitutes <= 1 or switches["two_in_small_win"] or bool(event)
    triplets = not any(kind == "chi" for kind, _ in melds)
    return any(
        (small and any(len(group) == 2 and group[0] in of_258 for group in reading))
        or (triplets and all(len(set(group)) == 1 for group in reading))
        or (max(kinds) < 27 and len({kind // 9 for kind in kinds}) == 1)
        for reading in found
    )


@few_or_many(28, 140)
def test_wuhan_is_judged_as_its_page_says(number: int) -> None:
    rng = random.Random(3)
    pools = [range(34), range(34), range(9), [*TILES_258, 30], range(27, 34)]

    def draw() -> Judged:
        found = deal(rng, rng.choice((0, 1, 1, 2, 2, 3)), rng.random() < 7 / 8, pool=rng.choice(pools))
        forbidden = rng.sample([kind for kind in range(34) if kind not in found.wild], rng.choice((0, 0, 1, 3)))
        on = choice_of_switches(rng, "wuhan")
        event = rng.choice((None, None, None, "kong-draw"))
        asked = {**found.asked, "forbidden": "".join(TILES[kind] for kind in forbidden), "event": event}
        return Judged(found, asked, on, wuhan(found, set(forbidden), event, **on))

    assert disagreements("wuhan", draw, number, jokers=1) == []
