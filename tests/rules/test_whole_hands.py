"""Hands with melds, wild tiles, winning tiles, facts and switches at random: every way to a verdict says the same.

The ways: the regex engine, the automaton, a call by keywords that is new, the same call again (which the judge in C has
learnt), and the waits of the hand without one of its tiles.
"""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import pytest
from strategies import few_or_many

from regexhu import Hand, RuleError, RuleSet, load, rule_sets
from regexhu.hands.hand import text_of
from regexhu.hands.tiles import NAMES, starts_sequence
from regexhu.hands.told import EVENTS
from regexhu.rules.waits import drawn

COMPILED = [name for name in rule_sets() if not load(name).automaton_engine.refusal]

CONCEALED = [name for name in COMPILED if not load(name).needs]
"""Rule sets that win concealed hands of which nothing but the tiles has to be known."""


class Asked(NamedTuple):
    """A rule set with its switches at random, a hand, and the keywords of a call."""

    rules: RuleSet
    counts: list[int]
    melds: list[str]
    told: dict[str, Any]

    @property
    def text(self) -> str:
        return ",".join([text_of(self.counts), *self.melds])


def declare(rng: random.Random, counts: list[int]) -> list[str]:
    """Melds declared of some of the tiles, which leave the counts."""
    melds = []
    for _ in range(rng.choice([0, 0, 1, 2, 4])):
        alike = [kind for kind in range(34) if counts[kind] >= 3]
        runs = [kind for kind in range(27) if starts_sequence(kind) and all(counts[kind : kind + 3])]
        if not alike and not runs:
            break
        kind = rng.choice(alike + runs)
        rank, suit = NAMES[kind][0], NAMES[kind][1]
        if kind in alike and (kind not in runs or rng.random() < 0.5):
            counts[kind] -= 3
            forms = [f"{rank}-{rank * 2}{suit}", f"{rank * 4}+{suit}", f"{rank}={rank * 3}{suit}", f"{rank * 4}-{suit}"]
            melds.append(forms[0] if counts[kind] else rng.choice(forms))
        else:
            for step in range(3):
                counts[kind + step] -= 1
            melds.append(f"{rank}-{int(rank) + 1}{int(rank) + 2}{suit}")
    return melds


def asked(name: str, number: int) -> list[Asked]:
    """So many questions: winning hands, of which some tiles are exchanged."""
    rng = random.Random(number)
    winning = load("taiwan" if name == "taiwan" else "standard").sample(number, seed=number)
    if name != "taiwan":
        winning[::3] = load("riichi").sample(len(winning[::3]), seed=number)
    if name in CONCEALED:
        winning[1::3] = load(name).sample(len(winning[1::3]), seed=number)
    found = []
    for hand in winning:
        rules = load(name).switched(**{switch: rng.random() < 0.5 for switch in load(name).switches})
        counts = list(Hand.parse(hand).counts)
        melds = declare(rng, counts)
        for _ in range(rng.choice([0, 0, 1, 2, 3])):
            counts[rng.choice([kind for kind in range(34) if counts[kind]])] -= 1
            counts[rng.randrange(34)] += 1
        held = [kind for kind in range(34) if counts[kind]]
        told: dict[str, Any] = {keyword: rng.random() < 0.5 for keyword in {"self_draw", "ready"} & rules.needs}
        if rules.wild is True and (rng.random() < 0.5 or "wild" in rules.needs):
            kinds = {rng.choice(held), *rng.sample(range(34), rng.choice([0, 1]))}
            told["wild"] = "".join(NAMES[kind] for kind in kinds) if sum(counts[kind] for kind in kinds) <= 4 else ""
        if "forbidden" in rules.needs:
            told["forbidden"] = rng.choice(["", "1z5z7z", "1m", "9s"])
        if "winning_tile" in rules.needs or rng.random() < 0.3:
            told["winning_tile"] = NAMES[rng.choice(held)]
        if rng.random() < 0.2:
            told["event"] = rng.choice(list(EVENTS))
        found.append(Asked(rules, counts, melds, told))
    return found


@few_or_many(4, 40)
@pytest.mark.parametrize("name", COMPILED)
def test_every_way_to_a_verdict_says_the_same(name: str, number: int) -> None:
    won = 0
    for one in asked(name, number):
        verdict = one.rules.is_win(one.text, "regex", **one.told)
        assert one.rules.is_win(one.text, "automaton", **one.told) is verdict, one
        assert [one.rules.is_win(one.text, **one.told) for _ in range(2)] == [verdict] * 2, one
        assert (one.rules.layout(one.rules.meet(one.text, one.told)) is not None) is verdict, one
        won += verdict
    assert won or number < 40 or name not in CONCEALED


@few_or_many(1, 10)
@pytest.mark.parametrize("name", COMPILED)
def test_waits_are_the_tiles_that_win(name: str, number: int) -> None:
    for one in asked(name, number):
        told = {keyword: value for keyword, value in one.told.items() if keyword != "winning_tile"}
        one.counts[next(kind for kind in range(34) if one.counts[kind])] -= 1
        short = Hand.of(one.text, **told)
        wins = [tile for tile in drawn(short, one.rules.copies) if one.rules.is_win(short.drawing(tile))]
        for _ in range(2):
            try:
                assert one.rules.waits(one.text, **told) == wins, one
            except RuleError as error:
                assert "one short of a win" in str(error) and not wins, one
