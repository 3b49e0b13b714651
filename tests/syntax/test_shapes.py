"""Shapes: any number of each class, dealt out in any order."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import oracle
import pytest
import regex
from statements import CLASSES
from strategies import made, random_hands, random_layout, spelled

from regexhu import RuleSet
from regexhu.hands.layout import Form, Group, Layout, in_order

SHAPES: dict[str, list[tuple[int, str]]] = {
    "4 * meld + pair": [(4, "meld"), (1, "pair")],
    "2 * triplet + 2 * meld + pair": [(2, "triplet"), (2, "meld"), (1, "pair")],
    "triplet + 3 * sequence + pair": [(1, "triplet"), (3, "sequence"), (1, "pair")],
    "2 * sequence + 2 * (triplet | kong) + pair": [(2, "sequence"), (2, "triplet | kong"), (1, "pair")],
    "triplet.of('19mps') + triplet + 2 * meld + pair": [
        (1, "triplet.of('19mps')"),
        (1, "triplet"),
        (2, "meld"),
        (1, "pair"),
    ],
    "2 * meld.touching('19mps1234567z') + 2 * meld + pair": [
        (2, "meld.touching('19mps1234567z')"),
        (2, "meld"),
        (1, "pair"),
    ],
    "2 * meld.open + 3 * sequence.of('123456mps')": [(2, "meld.open"), (3, "sequence.of('123456mps')")],
    "3 * sequence + 2 * pair + 2 * single": [(3, "sequence"), (2, "pair"), (2, "single")],
    "3 * meld + (pair | pair.of('2m')) + pair": [(3, "meld"), (2, "pair")],
}


def is_dealt(layout: Layout, slots: list[Callable[[Group], bool]]) -> bool:
    """Whether each group can be put in a slot of its own that takes it, and no slot stays empty."""
    if not layout or not slots:
        return not layout and not slots
    first, rest = layout[0], layout[1:]
    return any(takes(first) and is_dealt(rest, slots[:at] + slots[at + 1 :]) for at, takes in enumerate(slots))


@pytest.mark.parametrize("spelling", ["glyph", "mpsz"])
@pytest.mark.parametrize("code", SHAPES)
def test_the_regex_of_a_shape_deals_the_groups_out_to_its_terms(code: str, spelling: str) -> None:
    rng, terms, shape = random.Random(5), SHAPES[code], made(code)
    expression = regex.compile(shape.regex(spelling))
    slots = [CLASSES[groups] for times, groups in terms for _ in range(times)]
    verdicts = Counter[bool]()
    for n in range(1_500):
        form = Form(*(size + rng.choice((-1, 0, 1)) * (n % 10 == 0 and size > 0) for size in shape.shapes[0].form))
        of = rng.choices(("sequence", "triplet", "kong"), (3, 3, 1), k=form.melds)
        layout = in_order(random_layout(rng, [*of, *["pair"] * form.pairs, *["single"] * form.singles]))
        verdict = expression.fullmatch(spelled(layout, spelling)) is not None
        assert verdict == is_dealt(layout, slots), spelled(layout, "mpsz")
        verdicts[verdict] += 1
    assert min(verdicts[True], verdicts[False]) > 5, verdicts


def test_a_shape_judges_hands_by_the_reading_that_fits_it() -> None:
    rules = RuleSet(made("2 * triplet + sequence + meld + pair"))
    verdicts = Counter[bool]()
    for counts, melds in random_hands(seed=5, number=3_000):
        declared = [oracle.meld_tiles(meld) for meld in melds]
        wins = False
        for reading in oracle.standard_readings(counts, melds):
            groups = [group for group in (*declared, *reading) if len(group) > 2]
            runs = sum(group[0] != group[1] for group in groups)
            triplets = sum(len(group) == 3 and group[0] == group[1] for group in groups)
            wins |= triplets >= 2 and runs >= 1
        assert rules.is_win(oracle.to_mpsz(counts, melds)) == wins
        verdicts[wins] += 1
    assert min(verdicts.values()) > 300
