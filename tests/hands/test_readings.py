"""What wild tiles and the winning tile may be in a layout: every way, or one of those that are not told apart."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import few_or_many

from regexhu import Hand, RuleError, RuleSet, normalize
from regexhu.blocks import meld, pair, single
from regexhu.hands.layout import Form, Group, Layout
from regexhu.hands.splitting import Wanted, layouts
from regexhu.hands.tiles import NAMES

FORMS = [Form(1, 1), Form(0, 3), Form(0, 1, 3), Form(1, 0, 2), Form(0, 0, 4), Form(2, 0)]
POOLS = [["1m", "2m", "3m", "4m"], ["1m", "2m", "7z"], ["4s", "5s", "6s", "5z"], ["9p", "1s", "2s", "3s"]]


class Told(Wanted):
    """Layouts of groups of some kinds, of which so much is told apart."""

    def __init__(self, kinds: set[int], stars: Literal["none", "kinds", "places"], winner: bool) -> None:
        self.kinds, self.stars, self.winner = kinds, stars, winner

    def takes(self, tiles: tuple[int, ...]) -> bool:
        return self.kinds.issuperset(tiles)


def by_hand(hand: Hand, form: Form, kinds: set[int]) -> Iterator[Layout]:
    """Every layout: for each choice of what the wild tiles are, for each tile of the hand at each place."""
    wilds = sum(hand.counts[kind] for kind in hand.wild or ())
    for faces in product(sorted(kinds), repeat=wilds):
        counts = list(hand.natural)
        for face in faces:
            counts[face] += 1
        for layout in layouts(tuple(counts), form):
            places = [(at, place) for at, group in enumerate(layout) for place in range(len(group.tiles))]
            for tiles in lying(hand, [layout[at].tiles[place] for at, place in places], list(hand.counts)):
                lies = dict(zip(places, tiles, strict=True))
                wild = tuple(
                    group._replace(wild=tuple(p for p, tile in enumerate(group.tiles) if lies[at, p] != tile))
                    for at, group in enumerate(layout)
                )
                completed = {at for (at, _), tile in lies.items() if hand.winning_tile and tile == hand.won}
                for at in completed if hand.winning_tile else [None]:
                    yield tuple(g._replace(won=hand.won) if here == at else g for here, g in enumerate(wild))


def lying(hand: Hand, faces: list[int], left: list[int]) -> Iterator[list[int]]:
    """Every way in which the tiles of the hand lie at places with these faces: a wild one anywhere."""
    if not faces:
        yield []
        return
    for kind in {faces[0], *(hand.wild or ())}:
        if left[kind]:
            left[kind] -= 1
            yield from ([kind, *others] for others in lying(hand, faces[1:], left))
            left[kind] += 1


def told(layout: Layout, wanted: Wanted) -> object:
    """What is told of a layout: of tiles alike it is never told which of them are wild."""
    found: Counter[object] = Counter()
    standing = tuple(sorted(group.tiles[place] for group in layout for place in group.wild))
    for group in layout:
        wild = group.wild if group.type == "sequence" else len(group.wild)
        found[
            group.type, group.tiles, group.won if wanted.winner else None, wild if wanted.stars == "places" else None
        ] += 1
    return frozenset(found.items()), standing if wanted.stars == "kinds" else None


@few_or_many(15, 300)
def test_layouts_with_wild_tiles_are_those_that_the_tiles_can_make_by_hand(number: int) -> None:
    @settings(max_examples=number, deadline=None)
    @given(st.integers(0, 2**32), st.sampled_from(["none", "kinds", "places"]), st.booleans())
    def are(seed: int, stars: Literal["none", "kinds", "places"], winner: bool) -> None:
        rng = random.Random(seed)
        pool = rng.choice(POOLS)
        tiles = rng.choices(pool, k=rng.choice([4, 5, 6]))
        hand = Hand.parse("".join(tiles), winning_tile=rng.choice([None, *tiles]), wild="".join(rng.sample(pool, 2)))
        wanted = Told({NAMES.index(name) for name in pool}, stars, winner)
        for form in FORMS:
            found = [told(layout, wanted) for layout in hand.layouts(form, wanted)]
            right = {told(layout, wanted) for layout in by_hand(hand, form, wanted.kinds)}
            assert set(found) == right, (str(hand), hand.wild, form)
            if hand.wilds:
                assert len(found) == len(right), (str(hand), hand.wild, form)

    are()


def test_the_reading_with_the_fewest_substitutes_comes_first() -> None:
    first = next(Hand.parse("123m77z", wild="7z").layouts(Form(1, 1)))
    assert first == (Group("sequence", (0, 1, 2)), Group("pair", (33, 33)))


# Limits


@pytest.mark.parametrize("text", ["147m258p369s12345z", "123m456p789s11122z", "1234567z1234567z"])
def test_too_many_wild_tiles_are_refused_by_name(text: str) -> None:
    rules = RuleSet(14 * single | 4 * meld + pair)
    with pytest.raises(
        RuleError, match=r"with 14 wild tiles this hand has more than [\d,]+ ways .* engine='automaton'"
    ):
        for _ in Hand.parse(text, wild="123456789mps1234567z").layouts(Form(0, 0, 14)):
            pass
    assert rules.is_win(text, wild="123456789mps1234567z")


def test_the_readings_of_a_few_wild_tiles_are_listed() -> None:
    assert len(normalize("13m456p789s1122z7z", wild="7z")) > 0
