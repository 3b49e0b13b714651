"""Full-size counts held to estimates: layouts drawn at random, each judged by the regex engine.

A hand comes from as many draws as it has layouts, so one in so many counts: the mean of that, times the number of all
draws, is the number of hands.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import Any, NamedTuple

import pytest

from regexhu import RuleSet, load
from regexhu.blocks import meld, pair, self_draw, sequence, some, substitutes, triplet, two_suits
from regexhu.hands.hand import text_of
from regexhu.hands.tiles import NAMES, starts_sequence
from regexhu.rules.answers import Asked

pytestmark = pytest.mark.long
Counts = tuple[int, ...]


class Piece(NamedTuple):
    """A meld: its tiles, and its text where it is declared."""

    tiles: tuple[int, ...]
    text: str = ""


def pieces() -> Iterator[Piece]:
    """Every meld of three tiles, concealed and claimed."""
    for kind, name in enumerate(NAMES):
        rank, suit = name[0], name[1]
        yield Piece((kind,) * 3)
        yield Piece((kind,) * 3, f"{rank * 2}-{rank}{suit}")
        if starts_sequence(kind):
            yield Piece((kind, kind + 1, kind + 2))
            yield Piece((kind, kind + 1, kind + 2), f"{rank}-{int(rank) + 1}{int(rank) + 2}{suit}")


ANY = list(pieces())
CONCEALED = [piece for piece in ANY if not piece.text]


@cache
def splits(counts: Counts) -> tuple[tuple[int, ...], ...]:
    """Every way to split tiles into sequences and triplets, each as the numbers of how often a meld comes."""
    kind = next((kind for kind, number in enumerate(counts) if number), None)
    if kind is None:
        return ((),)
    found: Counter[tuple[tuple[int, int], ...]] = Counter()

    def split(left: Counts, taken: tuple[tuple[int, int], ...]) -> None:
        at = next((kind for kind, number in enumerate(left) if number), None)
        if at is None:
            found[taken] += 1
            return
        for name, tiles in ((0, (at,) * 3), (1, (at, at + 1, at + 2))):
            if name and not starts_sequence(at):
                continue
            rest = list(left)
            for tile in tiles:
                rest[tile] -= 1
            if min(rest) >= 0:
                split(tuple(rest), (*taken, (at, name)))

    split(counts, ())
    return tuple(tuple(Counter(taken).values()) for taken in {tuple(sorted(taken)) for taken in found})


def draws_of(counts: Counts, melds: tuple[str, ...]) -> int:
    """How many draws of four melds in order and a pair give this hand."""
    declared, number = tuple(Counter(melds).values()), 0
    for kind in range(34):
        if counts[kind] >= 2:
            rest = (*counts[:kind], counts[kind] - 2, *counts[kind + 1 :])
            number += sum(factorial(4) // prod(map(factorial, (*split, *declared))) for split in splits(rest))
    return number


def hand_text(counts: Counts, melds: tuple[str, ...]) -> str:
    return ",".join([text_of(counts), *melds])


def estimated(rules: RuleSet, number: int, any_melds: bool = False, marked: bool = False, **asked: Any) -> float:
    """An estimate of how many hands of 14 tiles win, from so many draws."""
    rng, choices, total = random.Random(number), ANY if any_melds else CONCEALED, 0.0
    for _ in range(number):
        chosen = [rng.choice(choices) for _ in range(4)]
        eyes = rng.randrange(34)
        if max(Counter([eyes, eyes, *(tile for piece in chosen for tile in piece.tiles)]).values()) > 4:
            continue
        held = Counter([eyes, eyes, *(tile for piece in chosen if not piece.text for tile in piece.tiles)])
        counts = tuple(held[kind] for kind in range(34))
        melds = tuple(sorted(piece.text for piece in chosen if piece.text))
        text = hand_text(counts, melds)
        winners = [{"winning_tile": NAMES[kind]} for kind in held] if marked else [{}]
        wins = sum(rules.is_win(text, "regex", **asked, **winner) for winner in winners)
        total += wins / draws_of(counts, melds) if wins else 0
    return total / number * len(choices) ** 4 * 34


@pytest.mark.parametrize(
    ("rules", "asked"),
    [
        pytest.param(load("standard"), {}, id="standard"),
        pytest.param(load("standard"), {"melds": "any"}, id="standard with any melds"),
        pytest.param(load("harbin_local"), {"melds": "any", "ready": True}, id="harbin_local with any melds"),
        pytest.param(load("wuhan"), {"melds": "any", "wild": "", "forbidden": "5z"}, id="wuhan with any melds"),
        pytest.param(load("tianjin"), {"wild": "", "self_draw": True}, id="tianjin with the winning tile"),
        pytest.param(
            RuleSet(4 * meld + pair & (some(sequence.won(wait="middle")) | some(triplet.open) & self_draw)),
            {"melds": "any", "self_draw": True},
            id="the winning tile and any melds",
        ),
    ],
)
def test_counts_of_whole_hands_are_near_their_estimates(rules: RuleSet, asked: dict[str, Any]) -> None:
    told = {keyword: value for keyword, value in asked.items() if keyword != "melds"}
    marked = "winning_tile" in rules.needs
    estimate = estimated(rules, 5_000, "melds" in asked, marked, **told)
    assert rules.count(tiles=14, **asked) == pytest.approx(estimate, rel=0.06)


def estimated_with_wild(rules: RuleSet, number: int, wilds: int, wild: int) -> float:
    """An estimate of how many concealed hands with so many wild tiles win: tiles of a layout are taken for them."""
    rng, total = random.Random(number), 0.0
    for _ in range(number):
        chosen, eyes = [rng.choice(CONCEALED) for _ in range(4)], rng.randrange(34)
        tiles = [eyes, eyes, *(tile for piece in chosen for tile in piece.tiles)]
        rng.shuffle(tiles)
        held = Counter(tiles[wilds:])
        if max(Counter(tiles).values()) > 4 or held[wild]:
            continue
        counts = tuple(held[kind] + wilds * (kind == wild) for kind in range(34))
        if not rules.is_win(text_of(counts), "regex", wild=NAMES[wild]):
            continue
        ways = 0
        for taken in combinations_with_replacement(range(34), wilds):
            more = Counter(taken)
            full = tuple(held[kind] + more[kind] for kind in range(34))
            if max(full) <= 4:
                ways += draws_of(full, ()) * prod(comb(full[kind], taking) for kind, taking in more.items())
        total += 1 / ways
    return total / number * len(CONCEALED) ** 4 * 34 * comb(14, wilds)


@pytest.mark.parametrize(
    ("win", "wilds", "number", "within"),
    [
        (4 * meld + pair & two_suits & substitutes(1), 0, 6_000, 0.08),
        (4 * meld + pair & two_suits & substitutes(1), 1, 3_000, 0.08),
        (4 * meld + pair, 1, 2_000, 0.08),
        (4 * meld + pair & some(triplet), 2, 250, 0.25),
    ],
)
def test_counts_of_hands_with_wild_tiles_are_near_their_estimates(
    win: Any, wilds: int, number: int, within: float
) -> None:
    rules = RuleSet(win)
    counted = sum(words.count() for words in Asked.of_all(rules, {"wild": "5p"}).range.words(14, held=wilds))
    estimate = estimated_with_wild(rules, number, wilds, NAMES.index("5p"))
    assert counted == pytest.approx(estimate, rel=within)
