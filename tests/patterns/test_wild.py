"""Wild tiles, in every rule set that takes them, and the games of Tianjin, Wuhan, Shanxi and Hangzhou.

A wild tile is held against what it means: the hand wins when it would with some real tiles in the place of the wild
ones. The four games are judged again in plain Python, from the words of their rules.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, permutations, product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import oracle
import pytest
from strategies import TILES, listed, made

from regexhu import Hand, RuleError, RuleSet, explain, is_win, load, rule_sets, waits
from regexhu.blocks import meld, only, pair
from regexhu.hands.tiles import TileSet
from regexhu.syntax.counts import Count, Groups, Substitutes
from regexhu.syntax.facts import Fact, WaitsOn

ENGINES = ["automaton", "regex"]
every_engine = pytest.mark.parametrize("engine", ENGINES)


class Deal(NamedTuple):
    """A hand, the kinds that are wild in its deal, and the kind that it wins on."""

    counts: oracle.Counts
    melds: tuple[oracle.Meld, ...]
    wild: tuple[int, ...]
    won: int

    @property
    def jokers(self) -> int:
        return sum(self.counts[kind] for kind in self.wild)

    @property
    def natural(self) -> oracle.Counts:
        return tuple(0 if kind in self.wild else n for kind, n in enumerate(self.counts))

    @property
    def asked(self) -> dict[str, str]:
        return {"wild": "".join(TILES[kind] for kind in self.wild), "winning_tile": TILES[self.won]}

    def __str__(self) -> str:
        return oracle.to_mpsz(self.counts, self.melds)


def deal(
    rng: random.Random,
    wilds: int,
    winning: bool,
    *,
    kinds: int = 1,
    fixed: tuple[int, ...] = (),
    pool: Any = range(34),
    chi: bool = True,
) -> Deal:
    """A random hand that holds so many wild tiles; winning, it is complete with the right tiles in their place."""
    while True:
        counts, melds = oracle.random_hand(rng, pool, winning)
        wild = fixed or tuple(sorted(rng.sample(range(34), kinds)))
        more = wilds - sum(counts[kind] for kind in wild)
        others = [tile for tile, n in enumerate(counts) for _ in range(n) if tile not in wild]
        if not 0 <= more <= len(others) or not (chi or all(kind != "chi" for kind, _ in melds)):
            continue
        changed = list(counts)
        for tile in rng.sample(others, more):
            changed[tile] -= 1
            changed[rng.choice(wild)] += 1
        if oracle.is_legal(tuple(changed), melds) and any(changed):
            won = rng.choice([tile for tile, n in enumerate(changed) if n])
            return Deal(tuple(changed), melds, wild, won)


def in_place_of_wild(found: Deal, kinds: Any = range(34)) -> Iterator[oracle.Counts]:
    """The hand with real tiles in the place of its wild ones, in every way."""
    for chosen in combinations_with_replacement(kinds, found.jokers):
        counts = list(found.natural)
        for kind in chosen:
            counts[kind] += 1
        yield tuple(counts)


# Some real tiles in the place of the wild ones


def suit_shapes(part: oracle.Counts, honours: bool, wilds: int) -> set[tuple[int, int, int]]:
    """Which numbers of melds, pairs and kongs so many wild tiles can make of one suit."""
    found = set()
    for chosen in combinations_with_replacement(range(len(part)), wilds):
        tiles = tuple(n + chosen.count(rank) for rank, n in enumerate(part))
        if max(tiles) <= 4:
            for split in oracle._splits(tiles, honours, 1, 4):
                sizes = [len(group) for group in split]
                found.add((len(sizes) - sizes.count(2), sizes.count(2), sizes.count(4)))
    return found


def complete_with_wild(found: Deal) -> bool:
    """Four melds and a pair, at most four alike with the tiles that wild ones stand for; suit by suit."""
    melded = oracle.held((0,) * 34, found.melds)
    kongs = oracle.undeclared_kongs(found.counts, found.melds)
    if kongs < 0 or not oracle.is_legal(found.counts, found.melds):
        return False
    reached = {(0, 0, 0, 0)}
    for start, end in ((0, 9), (9, 18), (18, 27), (27, 34)):
        step = set()
        for wilds in range(found.jokers + 1):
            for chosen in combinations_with_replacement(range(start, end), wilds):
                part = tuple(n + chosen.count(kind) for kind, n in enumerate(found.natural[start:end], start))
                if all(n + melded[kind] <= 4 for kind, n in enumerate(part, start)):
                    for split in oracle._splits(part, start == 27, 1, 4):
                        sizes = [len(group) for group in split]
                        step.add((len(sizes) - sizes.count(2), sizes.count(2), sizes.count(4), wilds))
        reached = {tuple(map(sum, zip(one, two, strict=True))) for one in reached for two in step}  # type: ignore[misc]
    return (4 - len(found.melds), 1, kongs, found.jokers) in reached


@cache
def standard_deals(wilds: int, number: int) -> list[tuple[Deal, bool]]:
    rng = random.Random(wilds)
    pools = [range(34), range(9), [*range(9), *range(27, 34)]]
    found = [deal(rng, wilds, n % 2 == 0, kinds=1 + n % 2, pool=rng.choice(pools)) for n in range(number)]
    return [(one, complete_with_wild(one)) for one in found]


@every_engine
@pytest.mark.parametrize(("wilds", "number"), [(0, 200), (1, 600), (2, 600), (3, 150), (4, 40)])
def test_standard_wins_when_some_real_tiles_would(wilds: int, number: int, engine: str) -> None:
    rules = load("standard")
    deals = standard_deals(wilds, number)
    wrong = [
        (str(found), found.asked) for found, wins in deals if rules.is_win(str(found), engine, **found.asked) != wins
    ]
    assert wrong == []
    assert number / 3 < sum(wins for _, wins in deals) < number


def test_suit_by_suit_is_the_same_as_all_at_once() -> None:
    """The quicker oracle says what the plain one says of every hand with real tiles in the place of the wild ones."""
    for found, wins in standard_deals(1, 600)[:100] + standard_deals(2, 600)[:20]:
        assert wins == any(oracle.standard(counts, found.melds) for counts in in_place_of_wild(found))


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
@pytest.mark.parametrize(("wilds", "number"), [(0, 12), (1, 16), (2, 4), (3, 1)])
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


@pytest.mark.parametrize("name", ["riichi", "harbin"])
@pytest.mark.parametrize(("wilds", "number"), [(3, 8), (4, 2)])
def test_three_and_four_wild_tiles_in_every_place(name: str, wilds: int, number: int) -> None:
    rules, rng, won = load(name), random.Random(wilds), 0
    for n in range(number):
        while (found := deal(rng, wilds, n % 2 == 0, kinds=2, pool=sorted(rules.tiles))).melds:
            continue
        expected = bool(rules.match_many(np.array(list(in_place_of_wild(found, rules.tiles)))).any())
        assert rules.is_win(str(found), **found.asked) == expected, (str(found), found.asked)
        won += expected
    assert won > 0


@pytest.mark.parametrize("hand", ["11111z234567m99p5s", "1z234567m99p55s,1111+z"])
def test_five_tiles_of_a_wild_kind_never_win(hand: str) -> None:
    for engine in ENGINES:
        assert not is_win(hand, rules="standard", engine=engine, wild="1z")
    assert [finding.holds for finding in explain(hand, rules="standard", wild="1z").findings] == [False, True]


# Published hands


def cases(file: str, key: str) -> list[Any]:
    found = json.loads((Path(__file__).parents[1] / "cases" / file).read_text(encoding="utf-8"))
    return [pytest.param(case, id=f"{case['id']} {case[key]}") for case in found if "wild" in case]


@pytest.mark.parametrize("engine", ["auto", *ENGINES])
@pytest.mark.parametrize("case", cases("wins.json", "hand"))
def test_published_hands_with_wild_tiles(case: dict[str, Any], engine: str) -> None:
    asked = {"rules": case["rules"], "wild": "".join(case["wild"])}
    assert is_win(case["hand"], engine=engine, **asked) is case["win"], case["why"]
    assert bool(explain(case["hand"], **asked)) is case["win"]


@pytest.mark.parametrize("case", cases("waits.json", "hand13"))
def test_published_waits_with_wild_tiles(case: dict[str, Any]) -> None:
    asked = {"rules": case["rules"], "wild": "".join(case["wild"]), "self_draw": True}
    assert waits(case["hand13"], **asked) == case["waits"]


# Which tile of which group is wild


class Laid(NamedTuple):
    """A group, the places in it at which a wild tile stands for another, and whether the winning tile is in it."""

    tiles: tuple[int, ...]
    wild: tuple[int, ...] = ()
    won: bool = False

    @property
    def is_sequence(self) -> bool:
        return len(set(self.tiles)) > 1


Layout = tuple[Laid, ...]


def laid_out(found: Deal, melds: int, pool: tuple[int, ...]) -> Iterator[Layout]:
    """Every way to lay the concealed tiles out in so many melds and a pair, each wild tile in every place."""
    held = [kind for kind in found.wild for _ in range(found.counts[kind])]
    for stand_for in product(pool, repeat=len(held)):
        counts = list(found.natural)
        for kind in stand_for:
            counts[kind] += 1
        if max(counts) > 4:
            continue
        for reading in oracle.readings(tuple(counts), melds, 1, 0):
            places = {kind: [] for kind in range(34)}
            for at, group in enumerate(reading):
                for place, kind in enumerate(group):
                    places[kind].append((at, place))
            physical = {kind: [kind] * found.natural[kind] for kind in places}
            for tile, kind in zip(held, stand_for, strict=True):
                physical[kind].append(tile)
            orders = [sorted(set(permutations(physical[kind]))) for kind in places]
            for order in product(*orders):
                lies = {
                    where: tile
                    for kind, tiles in enumerate(order)
                    for where, tile in zip(places[kind], tiles, strict=True)
                }
                for where, tile in lies.items():
                    if tile == found.won:
                        yield tuple(
                            Laid(
                                group,
                                tuple(place for place, kind in enumerate(group) if lies[at, place] != kind),
                                at == where[0],
                            )
                            for at, group in enumerate(reading)
                        )


def standing(layout: Layout) -> int:
    return sum(len(group.wild) for group in layout)


def any_won(layout: Layout, condition: Callable[[Laid], bool]) -> bool:
    return any(group.won and condition(group) for group in layout)


FIVE = TILES.index("5m")
ASKED: dict[str, Callable[[Layout, Deal], bool]] = {
    "some(pair.won().wild(1))": lambda laid, _: any_won(laid, lambda g: len(g.tiles) == 2 and len(g.wild) == 1),
    "some(pair.won().wild(2))": lambda laid, _: any_won(laid, lambda g: len(g.tiles) == 2 and len(g.wild) == 2),
    "some(pair.won().wild(1)) & ~winning_wild": lambda laid, found: (
        found.won not in found.wild and any_won(laid, lambda g: len(g.tiles) == 2 and len(g.wild) == 1)
    ),
    "some(meld.won().wild(2)) & substitutes(2)": lambda laid, _: (
        standing(laid) <= 2 and any_won(laid, lambda g: len(g.tiles) == 3 and len(g.wild) == 2)
    ),
    "some(sequence.won().wild(0)) & substitutes(1)": lambda laid, _: (
        standing(laid) <= 1 and any_won(laid, lambda g: g.is_sequence and not g.wild)
    ),
    "some(sequence.of('123456m').won('5m', wait='middle'))": lambda laid, found: (
        found.won == FIVE and any_won(laid, lambda g: g.is_sequence and g.tiles[1] == FIVE)
    ),
    "some(sequence.touching('5m').won().wild_as('5m')) & winning_wild": lambda laid, found: (
        found.won in found.wild
        and any_won(laid, lambda g: g.is_sequence and any(g.tiles[place] == FIVE for place in g.wild))
    ),
    "some(triplet.won()) & substitutes(1)": lambda laid, _: (
        standing(laid) <= 1 and any_won(laid, lambda g: len(g.tiles) == 3 and not g.is_sequence)
    ),
    "no(pair.won()) & substitutes(0)": lambda laid, _: (
        standing(laid) == 0 and any_won(laid, lambda g: len(g.tiles) != 2)
    ),
    "substitutes(1) & at_least(4, '456m')": lambda laid, _: (
        standing(laid) <= 1 and sum(kind in (3, 4, 5) for group in laid for kind in group.tiles) >= 4
    ),
    "every((triplet | pair).won() | sequence)": lambda laid, _: all(g.won or g.is_sequence for g in laid),
}
POOL = tuple(TileSet.parse("234567m12z"))


def small_deal(rng: random.Random, wilds: int) -> Deal:
    """Two melds and a pair of few kinds, some of the tiles exchanged for wild ones, and perhaps another for any."""
    while True:
        runs = [(first, first + 1, first + 2) for first in POOL[:4]]
        groups = [rng.choice(runs) if rng.random() < 0.6 else (rng.choice(POOL),) * 3 for _ in range(2)]
        tiles = [kind for group in (*groups, (rng.choice(POOL),) * 2) for kind in group]
        wild = tuple(sorted(rng.sample(POOL, rng.choice((1, 2, 2)))))
        own = sum(kind in wild for kind in tiles)
        others = [place for place, kind in enumerate(tiles) if kind not in wild]
        if not 0 <= wilds - own <= len(others):
            continue
        for place in rng.sample(others, wilds - own):
            tiles[place] = rng.choice(wild)
        if rng.random() < 1 / 4:
            tiles[rng.randrange(8)] = rng.choice(POOL)
        counts = tuple(tiles.count(kind) for kind in range(34))
        if max(counts) <= 4 and sum(counts[kind] for kind in wild) <= 3:
            return Deal(counts, (), wild, rng.choice(tiles))


def test_which_tiles_of_which_groups_are_wild() -> None:
    """Both engines find a layout that holds exactly where the layouts written out one by one have one."""
    rng = random.Random(12)
    shape = 2 * meld + pair & only(POOL)
    rules = {code: RuleSet(shape & made(code)) for code in ASKED}
    won: Counter[str] = Counter()
    wrong = []
    for number in range(45):
        found = small_deal(rng, number % 3 if number % 10 else 3)
        layouts = set(laid_out(found, 2, POOL))
        for code, holds in ASKED.items():
            expected = any(holds(layout, found) for layout in layouts)
            won[code] += expected
            for engine in ENGINES:
                if rules[code].is_win(str(found), engine, **found.asked) != expected:
                    wrong.append((code, engine, str(found), found.asked, expected))
    assert wrong == []
    assert min(won[code] for code in ASKED) >= 3, won


# How a hand with wild tiles is explained


@pytest.mark.parametrize("name", ["standard", "riichi", "tianjin", "hangzhou"])
def test_the_layout_shown_holds_the_tiles_of_the_hand_and_marks_what_wild_ones_stand_for(name: str) -> None:
    rng, shown = random.Random(name), 0
    fixed = {"hangzhou": (TILES.index("5z"),)}.get(name, ())
    for number in range(60):
        found = deal(rng, number % 4, True, kinds=1 + number % 2, fixed=fixed, chi=name != "tianjin")
        verdict = explain(str(found), rules=name, self_draw=True, **found.asked)
        assert verdict.win == is_win(str(found), rules=name, self_draw=True, **found.asked)
        if not verdict:
            continue
        laid = [(kind, at in group.wild) for group in verdict.layout for at, kind in enumerate(group.tiles)]
        real = Counter(kind for kind, wild in laid if not wild)
        stood_for = Counter(kind for kind, wild in laid if wild)
        left = Counter(dict(enumerate(oracle.held(found.counts, found.melds)))) - real
        assert real + left == +Counter(dict(enumerate(oracle.held(found.counts, found.melds))))
        assert set(left) <= set(found.wild)
        assert left.total() == stood_for.total()
        assert all(left[kind] + stood_for[kind] <= left.total() for kind in left), "a wild tile stands for itself"
        assert sum(group.won is not None for group in verdict.layout) == 1
        assert str(verdict).count("*") >= stood_for.total()
        shown += bool(stood_for)
    assert shown > 5


@pytest.mark.parametrize(
    ("hand", "wild", "shown"),
    [
        ("333567888m456p33s", "3s4s", {"333m", "567m", "888m", "456p", "33s"}),
        ("1357m123777p11s11z", "1s", {"1*23m", "5*67m"}),
        ("66m123455589s,111-p", "1s", {"66m", "234s", "555s", "*789s"}),
    ],
)
def test_a_wild_tile_is_shown_with_the_tile_that_it_stands_for(hand: str, wild: str, shown: set[str]) -> None:
    """Of all layouts it is one with the fewest wild tiles that stand for others."""
    assert shown <= set(str(explain(hand, rules="standard", wild=wild)).split())


# Four games, judged again from the words of their rules


def without(counts: oracle.Counts, *tiles: int) -> oracle.Counts | None:
    """The tiles that are left, or None if one of these is not there."""
    left = list(counts)
    for tile in tiles:
        left[tile] -= 1
    return tuple(left) if min(left) >= 0 else None


@lru_cache(maxsize=1 << 18)
def fits(counts: oracle.Counts, jokers: int, melds: int, pairs: int) -> bool:
    """Whether the tiles and that many jokers are so many melds and pairs; jokers may be any tile, a fifth one too."""
    if sum(counts) + jokers != 3 * melds + 2 * pairs:
        return False
    lowest = next((tile for tile, n in enumerate(counts) if n), None)
    if lowest is None:
        return True
    groups = [(lowest,) * 2] * bool(pairs) + [(lowest,) * 3] * bool(melds)
    if melds:
        groups += [(first, first + 1, first + 2) for first in range(lowest - 2, lowest + 1) if is_run(first, lowest)]
    for group in groups:
        size = len(group)
        for kept in range(1, size + 1):
            for tiles in set(combinations(group, kept)):
                left = without(counts, *tiles) if lowest in tiles and size - kept <= jokers else None
                if left and fits(left, jokers - size + kept, melds - (size == 3), pairs - (size == 2)):
                    return True
    return False


def is_run(first: int, tile: int) -> bool:
    return first >= 0 and oracle.is_sequence_start(first) and first // 9 == tile // 9


def taking(found: oracle.Counts, jokers: int, tiles: tuple[int, ...]) -> Iterator[tuple[oracle.Counts, int]]:
    """What is left of the tiles and the jokers when these are taken, each from the tiles or as a joker."""
    for real in range(len(tiles) + 1):
        if len(tiles) - real <= jokers:
            for chosen in set(combinations(tiles, real)):
                left = without(found, *chosen)
                if left is not None:
                    yield left, jokers - len(tiles) + real


def kinds_of(melds: tuple[oracle.Meld, ...], *names: str) -> set[int]:
    return {tile for meld_ in melds if meld_[0] in names for tile in oracle.meld_tiles(meld_)}


CLAIMED = ("chi", "peng", "da-ming-gang", "jia-gang")
DRAGONS = [tuple(range(start, start + 9)) for start in oracle.SUIT_STARTS]


def seven_pairs(found: Deal) -> bool:
    """Seven pairs with jokers; four alike are two of them."""
    odd = sum(n % 2 for n in found.natural)
    return not found.melds and sum(found.counts) == 14 and odd <= found.jokers


def before_winning(found: Deal) -> tuple[oracle.Counts, int]:
    """The tiles and the jokers before the winning tile came."""
    if found.won in found.wild:
        return found.natural, found.jokers - 1
    return without(found.natural, found.won) or (), found.jokers


def tianjin(found: Deal, self_draw: bool = True, event: str | None = None, **on: bool) -> bool:
    switches = {"seven_pairs": False, "waiting_wild": True, "wild_5m": False, "plain": True} | on
    natural, jokers, melds = found.natural, found.jokers, 4 - len(found.melds)
    legal = oracle.is_legal(found.counts, found.melds) and self_draw
    if not legal or kinds_of(found.melds, "chi") or kinds_of(found.melds, *CLAIMED) & set(found.wild):
        return False
    if switches["seven_pairs"] and seven_pairs(found):
        return True
    if not fits(natural, jokers, melds, 1):
        return False
    held, waiting = before_winning(found)
    caught = (found.won == FIVE or (switches["wild_5m"] and found.won in found.wild)) and any(
        fits(left, wild, melds - 1, 1) for left, wild in taking(held, waiting, (FIVE - 1, FIVE + 1))
    )
    whole = oracle.held(found.counts, found.melds)
    return (
        (switches["plain"] and not any(whole[kind] for kind in found.wild))
        or (switches["waiting_wild"] and waiting >= 1 and fits(held, waiting - 1, melds, 0))
        or (switches["waiting_wild"] and waiting >= 2 and fits(held, waiting - 2, melds - 1, 1))
        or caught
        or any(fits(left, wild, melds - 3, 1) for tiles in DRAGONS for left, wild in taking(natural, jokers, tiles))
        or bool(kinds_of(found.melds, "an-gang") & set(found.wild))
        or event in ("kong-draw", "heaven", "earth")
    )


def hangzhou(found: Deal, self_draw: bool = True, **on: bool) -> bool:
    switches = {"third_term": False, "two_sequences": False, "any_tile_or_no_white": False} | on
    natural, jokers, melds = found.natural, found.jokers, 4 - len(found.melds)
    claims = [kind for kind, _ in found.melds]
    if not oracle.is_legal(found.counts, found.melds) or kinds_of(found.melds, *CLAIMED, "an-gang") & set(found.wild):
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


def wuhan(found: Deal, forbidden: set[int], event: str | None = None, **on: bool) -> bool:
    switches = {"must_open": True, "two_in_small_win": False, "loose_wins": True} | on
    whole = oracle.held(found.counts, found.melds)
    if not oracle.is_legal(found.counts, found.melds) or any(whole[kind] for kind in forbidden):
        return False
    if kinds_of(found.melds, *CLAIMED, "an-gang") & set(found.wild):
        return False
    if switches["must_open"] and not kinds_of(found.melds, *CLAIMED):
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
    melds: tuple[oracle.Meld, ...],
    substitutes: int,
    event: str | None,
    switches: dict[str, bool],
) -> bool:
    of_258 = {tile for tile in range(27) if tile % 9 in (1, 4, 7)}
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


def near_pairs(rng: random.Random, wilds: int, wild: tuple[int, ...]) -> Deal:
    """Seven pairs or nearly, four alike among them, with wild tiles in the place of some."""
    while True:
        tiles = [tile for tile in rng.choices(range(34), k=7) for _ in range(2)]
        places = rng.sample(range(14), wilds + (rng.random() < 1 / 2))
        for at, place in enumerate(places):
            tiles[place] = rng.choice(wild) if at < wilds else rng.randrange(34)
        counts = tuple(tiles.count(tile) for tile in range(34))
        if max(counts) <= 4:
            return Deal(counts, (), wild, rng.choice(tiles))


class Judged(NamedTuple):
    """A hand, the keywords and switches of the call, and the verdict that the words of the rules give."""

    found: Deal
    asked: dict[str, Any]
    on: dict[str, bool]
    wins: bool


def disagreements(name: str, draw: Callable[[], Judged], number: int, jokers: int = 2) -> list[Any]:
    """The hands on which an engine says otherwise; half of the hands win; with more jokers only the automaton."""
    wrong: list[Any] = []
    rules: dict[str, RuleSet] = {}
    for n in range(number):
        one = next(one for one in iter(draw, None) if one.wins is (n % 2 == 0))
        if (key := str(one.on)) not in rules:
            rules[key] = load(name, **one.on)
        for engine in ENGINES if one.found.jokers <= jokers else ENGINES[:1]:
            if rules[key].is_win(str(one.found), engine, **one.asked) != one.wins:
                wrong.append((engine, str(one.found), one))
    return wrong


def choice_of_switches(rng: random.Random, name: str) -> dict[str, bool]:
    """The defaults in every other hand, else one switch turned over."""
    switches = load(name).switches
    turned = rng.choice(sorted(switches.keys() - {"four_alike"}))
    return {turned: not switches[turned].on} if rng.random() < 1 / 2 else {}


def test_tianjin_is_judged_as_its_page_says() -> None:
    rng = random.Random(1)

    def draw() -> Judged:
        wilds = rng.choice((0, 1, 1, 2, 2, 3, 5))
        found = deal(rng, wilds, rng.random() < 7 / 8, kinds=rng.choice((2, 2, 3)), chi=rng.random() < 1 / 12)
        if rng.random() < 1 / 10:
            found = near_pairs(rng, rng.randrange(3), found.wild)
        if rng.random() < 1 / 3 and found.counts[FIVE]:
            found = found._replace(won=FIVE)
        on = choice_of_switches(rng, "tianjin")
        event = rng.choice((None, None, None, "kong-draw", "last-tile"))
        self_draw = rng.random() < 0.95
        asked = {**found.asked, "self_draw": self_draw, "event": event}
        return Judged(found, asked, on, tianjin(found, self_draw, event, **on))

    assert disagreements("tianjin", draw, 200) == []


def test_hangzhou_is_judged_as_its_page_says() -> None:
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

    assert disagreements("hangzhou", draw, 600) == []


def test_wuhan_is_judged_as_its_page_says() -> None:
    rng = random.Random(3)
    of_258 = [tile for tile in range(27) if tile % 9 in (1, 4, 7)]
    pools = [range(34), range(34), range(9), [*of_258, 30], range(27, 34)]

    def draw() -> Judged:
        found = deal(rng, rng.choice((0, 1, 1, 2, 2, 3)), rng.random() < 7 / 8, pool=rng.choice(pools))
        forbidden = rng.sample([kind for kind in range(34) if kind not in found.wild], rng.choice((0, 0, 1, 3)))
        on = choice_of_switches(rng, "wuhan")
        event = rng.choice((None, None, None, "kong-draw"))
        asked = {**found.asked, "forbidden": "".join(TILES[kind] for kind in forbidden), "event": event}
        return Judged(found, asked, on, wuhan(found, set(forbidden), event, **on))

    assert disagreements("wuhan", draw, 140, jokers=1) == []


def test_shanxi_is_judged_as_its_page_says() -> None:
    rng = random.Random(4)

    def draw() -> Judged:
        found = deal(rng, 0, rng.random() < 3 / 4, chi=rng.random() < 1 / 8)._replace(wild=())
        if rng.random() < 1 / 5:
            found = near_pairs(rng, 0, ())
        on = choice_of_switches(rng, "shanxi")
        self_draw, ready = rng.random() < 0.7, rng.random() < 0.95
        asked = {"winning_tile": TILES[found.won], "self_draw": self_draw, "ready": ready}
        return Judged(found, asked, on, shanxi(found, self_draw, ready, **on))

    assert disagreements("shanxi", draw, 400) == []


@pytest.mark.parametrize(
    ("name", "keywords"),
    [
        ("tianjin", {"self_draw", "wild", "winning_tile"}),
        ("wuhan", {"wild", "forbidden"}),
        ("hangzhou", {"self_draw"}),
        ("hangzhou?any_tile_or_no_white", {"self_draw", "winning_tile"}),
        ("shanxi", {"self_draw", "ready", "winning_tile"}),
    ],
)
def test_what_a_rule_set_is_not_told_it_names(name: str, keywords: set[str]) -> None:
    given = {"self_draw": True, "wild": "1z2z", "winning_tile": "9s", "forbidden": "7z", "ready": True}
    given = {keyword: value for keyword, value in given.items() if keyword in keywords}
    assert load(name).needs == keywords
    for missing in keywords:
        with pytest.raises(RuleError, match=f"has to know {missing}: give "):
            is_win("123m456p78922s777p", name, **{k: v for k, v in given.items() if k != missing})
    assert is_win("123m456p78922s777p", name, **given) in (True, False)
