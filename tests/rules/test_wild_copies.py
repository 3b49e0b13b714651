"""Copy limits where wild tiles stand for others, against every choice of what each wild tile stands for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product

import pytest
from regex_engines import ENGINES, verdicts

from regexhu import RuleSet, normalize
from regexhu.blocks import meld, pair, triplet
from regexhu.hands.hand import text_of
from regexhu.hands.tiles import TileSet

TILES = [0, 1, 2, 33]
FIVES = [tuple(chosen.count(kind) for kind in range(34)) for chosen in combinations_with_replacement(TILES, 5)]
LIMITS = list(product([1, 2, 3, 4, 5, None], [1, 2, 3, 4, 5, None]))


def complete(counts: tuple[int, ...]) -> bool:
    """Whether five tiles are a meld and a pair."""
    for kind in TILES:
        if counts[kind] >= 2:
            left = list(counts)
            left[kind] -= 2
            if max(left) == 3 or left[:3] == [1, 1, 1]:
                return True
    return False


def placed(counts: tuple[int, ...], wild: TileSet) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The tiles that a hand is taken for, and how many of each kind wild tiles stand for, for each choice."""
    wilds = [kind for kind in wild for _ in range(counts[kind])]
    for standing in product(TILES, repeat=len(wilds)):
        total = [0 if kind in wild else copies for kind, copies in enumerate(counts)]
        stars = [0] * 34
        for own, kind in zip(wilds, standing, strict=True):
            total[kind] += 1
            stars[kind] += own != kind
        yield tuple(total), tuple(stars)


def wins(counts: tuple[int, ...], wild: TileSet, copies: int | None, wild_copies: int | None) -> bool:
    if copies is not None and max(counts) > copies:
        return False
    return any(
        complete(total)
        and all(
            (wild_copies is None or number <= wild_copies) if star else (copies is None or number <= copies)
            for number, star in zip(total, stars, strict=True)
        )
        for total, stars in placed(counts, wild)
    )


@pytest.mark.fault(29)
@pytest.mark.parametrize(("copies", "wild_copies"), [limit for limit in LIMITS if limit[0] or limit[1] in (4, None)])
@pytest.mark.parametrize("wild", ["7z", "3m7z"])
def test_each_engine_holds_both_limits(copies: int | None, wild_copies: int | None, wild: str) -> None:
    rules = RuleSet(1 * meld + pair, tiles="123m7z", copies=copies, wild_copies=wild_copies)
    limit = None if copies is None else wild_copies
    for counts in FIVES:
        expected = wins(counts, TileSet.parse(wild), copies, limit)
        text = text_of(counts)
        assert rules.is_win(text, "regex", wild=wild) is expected, text
        assert rules.is_win(text, "automaton", wild=wild) is expected, text


@pytest.mark.fault(29)
def test_three_is_no_looser_than_four() -> None:
    verdicts = [
        [RuleSet(4 * triplet + pair, wild_copies=k).is_win("1111m222333p11z77z", engine, wild="7z") for k in (3, 4, 5)]
        for engine in ("regex", "automaton")
    ]
    assert verdicts == [[False, False, True]] * 2
    assert RuleSet(4 * triplet + pair, wild_copies=None).is_win("1111m222333p11z77z", wild="7z")


@pytest.mark.parametrize("name", ENGINES)
def test_exports_hold_both_limits(name: str) -> None:
    flavor, engine = ENGINES[name]
    for copies, wild_copies in ((3, 2), (2, 3), (4, 1), (4, None)):
        rules = RuleSet(1 * meld + pair, tiles="123m7z", copies=copies, wild_copies=wild_copies)
        wild = "3m7z"
        sequences = {
            text_of(counts): normalize(text_of(counts), "mpsz", wild=wild)
            for counts in FIVES
            if counts[2] + counts[33] <= 3 and max(counts) <= copies
        }
        flat = [sequence for group in sequences.values() for sequence in group]
        (answers,) = verdicts(engine, [(rules.export(flavor, "mpsz", wild=True), flat)])
        held = dict(zip(flat, answers, strict=True))
        for text, group in sequences.items():
            assert any(map(held.get, group)) is rules.is_win(text, wild=wild), (text, group)
