"""Wild tiles in every rule set that takes them and asks no more of them than what they stand for."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import oracle
import pytest
from strategies import listed, long
from wilds import Deal, deal, in_place_of_wild

from regexhu import Hand, RuleSet, load, rule_sets
from regexhu.hands.tiles import TileSet
from regexhu.syntax.counts import Count, Groups, Substitutes
from regexhu.syntax.facts import Fact, WaitsOn


def asks_of_wild(rules: RuleSet) -> bool:
    """Whether a verdict of the rule set can depend on which tiles are wild, beyond what they stand for."""
    for leaf in rules.pattern.leaves:
        bare = leaf
        while hasattr(bare, "part"):
            bare = bare.part
        if isinstance(bare, WaitsOn) or (isinstance(bare, Fact) and "wild" in bare.asks):
            return True
        if isinstance(bare, Count) and isinstance(bare.of, Substitutes):
            return True
        if isinstance(bare, Count) and isinstance(bare.of, Groups) and any(term.asks_wild for term in bare.of.of.terms):
            return True
    return False


FREELY = [name for name in rule_sets() if name != "article" and load(name).wild and not asks_of_wild(load(name))]
FREELY.append("hangzhou?four_alike")


def facts_for(rules: RuleSet, rng: random.Random) -> dict[str, Any]:
    given = {"self_draw": rng.random() < 3 / 4, "ready": True, "forbidden": ""}
    return {keyword: value for keyword, value in given.items() if keyword in rules.needs}


def with_a_fifth_meld(rng: random.Random, found: Deal, rules: RuleSet) -> Deal:
    """The hand with a claimed triplet more, for games of sixteen tiles in hand."""
    whole = oracle.held(found.counts, found.melds)
    kind = rng.choice([kind for kind in rules.tiles if not whole[kind] and kind not in found.wild])
    return found._replace(melds=(*found.melds, ("peng", kind)))


@pytest.mark.parametrize("name", FREELY)
@pytest.mark.parametrize(
    ("wilds", "number"),
    [(0, 4), (1, 4), (2, 1), long(0, 12), long(1, 16), long(2, 4), long(3, 1)],
)
def test_every_rule_set_wins_when_it_would_with_some_real_tiles(name: str, wilds: int, number: int) -> None:
    """Where a rule asks of the winning tile, that is no wild one here: it asks of the tile itself."""
    rules, rng = load(name), random.Random(f"{name} {wilds}")
    fixed = tuple(rules.wild) if isinstance(rules.wild, TileSet) else ()
    real = rules if rules.wild_copies == 4 else RuleSet(rules.win, tiles=rules.tiles, copies=None)
    while number:
        found = deal(rng, wilds, number % 2 == 0, kinds=1 + number % 2, fixed=fixed, pool=sorted(rules.tiles))
        if rules.sizes[0] == 17:
            found = with_a_fifth_meld(rng, found, rules)
        if found.won in found.wild and "winning_tile" in rules.needs:
            continue
        number -= 1
        asked = {**facts_for(rules, rng), **found.asked}
        hand = Hand.parse(str(found), **{**asked, "wild": ""})
        if found.won in found.wild:
            hand = replace(hand, winning_tile=None)
        some_real = (replace(hand, tiles=tuple(listed(counts))) for counts in in_place_of_wild(found, rules.tiles))
        expected = any(map(real.is_win, some_real))
        engines = ("auto", "regex") if wilds < 2 or not number else ("auto",)
        assert [rules.is_win(str(found), engine, **asked) for engine in engines] == [expected] * len(engines), (
            str(found),
            asked,
        )
