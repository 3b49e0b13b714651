"""Shapes of several classes: whether groups can be dealt out to them, and how many conditions tell it."""

from __future__ import annotations

import random
from functools import reduce
from operator import add

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import few_or_many, random_layout, spelled

from regexhu import RuleError, RuleSet
from regexhu.blocks import kong, meld, pair, sequence, single, triplet
from regexhu.hands.layout import Layout, in_order
from regexhu.hands.tiles import NAMES
from regexhu.syntax import shapes
from regexhu.syntax.groups import GroupClass
from regexhu.syntax.shapes import Shape

kinds = st.sampled_from(["123456789s", "123s", "234s", "5s", "59s", "19mps7z", "7z", "123456789m", "1234567z"])
groups = st.recursive(
    st.sampled_from([sequence, triplet, kong, meld, triplet | kong]),
    lambda inner: st.one_of(
        st.builds(lambda of, tiles: of.of(tiles), inner, kinds),
        st.builds(lambda of, tiles: of.touching(tiles), inner, kinds),
        st.builds(lambda of, how: getattr(of, how), inner, st.sampled_from(["open", "declared", "concealed"])),
        st.builds(lambda one, other: one | other, inner, inner),
    ),
    max_leaves=3,
)
times = st.builds(lambda number, of: (number, of), st.integers(1, 2), groups)
sums = st.lists(times, min_size=1, max_size=6).map(lambda terms: Shape(tuple(terms)))


def is_dealt(layout: Layout, slots: list[GroupClass]) -> bool:
    """Whether each group can be put in a slot of its own that takes it, and no slot stays empty."""
    if not layout or not slots:
        return not layout and not slots
    first, rest = layout[0], layout[1:]
    return any(takes.holds(first) and is_dealt(rest, slots[:at] + slots[at + 1 :]) for at, takes in enumerate(slots))


def near_layout(rng: random.Random, slots: list[GroupClass]) -> Layout:
    """A layout that may be dealt out to the slots: for most of them a group of theirs is tried."""
    found = []
    for slot in slots:
        tried = (random_layout(rng, [rng.choice(slot.terms).type])[0] for _ in range(40))
        fitting = (group for group in tried if slot.holds(group) or rng.random() < 0.02)
        found += [next(fitting, None) or random_layout(rng, ["triplet"])[0]]
    return in_order(tuple(found))


@few_or_many(20, 80)
def test_groups_are_dealt_out_by_the_regex_and_by_the_counts_as_by_trying_all_ways(number: int) -> None:
    @settings(max_examples=number, deadline=None)
    @given(sums, st.integers(0, 2**32))
    def agree(shape: Shape, seed: int) -> None:
        rng, expression = random.Random(seed), regex.compile(shape.regex("mpsz"))
        slots = [of for times, of in shape.terms for _ in range(times)]
        for _ in range(30):
            layout = near_layout(rng, slots)
            right = is_dealt(layout, slots)
            assert (expression.fullmatch(spelled(layout, "mpsz")) is not None) is right, (shape, layout)
            assert all(count.holds(layout) for count in shape.counts) is right, (shape, layout)

    agree()


# How many conditions


def number_of_conditions(classes: list[GroupClass]) -> int:
    return len(reduce(add, classes, 1 * classes[0]).counts)


FIXED = [triplet.of(tile) for tile in NAMES[:12]]
NESTED = [triplet.of("".join(NAMES[: size + 1])) for size in range(12)]
IN_A_ROW = [triplet.of("".join(NAMES[first : first + 2])) for first in range(12)]
APART_AND_ALL = [*FIXED[:11], meld]


@pytest.mark.parametrize(
    ("classes", "at_most"),
    [(FIXED, 12 + 3), (NESTED, 12 + 3), (IN_A_ROW, 12 * 13 // 2 + 3), (APART_AND_ALL, 12 + 3)],
    ids=["apart", "nested", "in a row", "apart, and one of all"],
)
def test_classes_take_no_more_conditions_than_the_square_of_their_number(
    classes: list[GroupClass], at_most: int
) -> None:
    assert number_of_conditions(classes) <= at_most


def test_fixed_groups_are_written_one_after_the_other() -> None:
    shape = triplet.of("2p") + pair.of("1m") + triplet.of("1m")
    assert regex.sub(r"\(\?:!.*?\)\)\?|\[-,=\+\]|\?P<\w+>", "", shape.regex("mpsz")) == "(1m1m1m)(2p2p2p)(1m1m)"


def crosswise(number: int) -> Shape:
    """So many classes that have a group in common, and each another of its own."""
    classes = [single.of("7z" + own) for own in NAMES[:number]]
    return reduce(add, classes[1:], 1 * classes[0])


def test_classes_that_overlap_crosswise_are_judged_right_up_to_a_limit_and_refused_beyond() -> None:
    assert len(crosswise(7).counts) == 2**7 - 1 + 3
    with pytest.raises(RuleError, match=r"more than 250 conditions .* these 8 classes, which overlap crosswise"):
        crosswise(8)


def test_the_limit_is_met_before_all_choices_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shapes, "MOST_COUNTS", 20)
    shapes._assignment.cache_clear()
    with pytest.raises(RuleError, match="more than 20 conditions"):
        crosswise(8)


@pytest.mark.parametrize("spelling", ["glyph", "mpsz", "article"])
def test_a_shape_of_two_classes_is_dealt_out_in_every_spelling(spelling: str) -> None:
    rules = RuleSet(triplet + 3 * sequence + pair, spelling=spelling)
    assert rules.is_win("123m456p789s111m22z", engine="regex")
    assert not rules.is_win("123m456p789s123p22z", engine="regex")
    assert not rules.is_win("111m222m789s123p22z", engine="regex")
