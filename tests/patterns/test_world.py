"""Guobiao, Taiwan, Hong Kong and riichi: published totals, the pages' words as plain judges, and two peers."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, reduce
from itertools import islice, permutations
from operator import and_
from pathlib import Path
from typing import Any

import oracle
import pytest
from strategies import TILES

from regexhu import Hand, RuleSet, load, waits
from regexhu.blocks import HONORS, distinct, has, has_each, no, pair, single, triplet
from regexhu.patterns import guobiao, hongkong, riichi, taiwan
from regexhu.syntax.tree import Pattern

ENGINES = ["regex", "automaton"]
every_engine = pytest.mark.parametrize("engine", ENGINES)
KNITTED = [
    [9 * suit + rank - 1 for suit, run in enumerate(runs) for rank in run]
    for runs in permutations([(1, 4, 7), (2, 5, 8), (3, 6, 9)])
]


# Published totals: distinct hands, and sets of physical tiles


@pytest.mark.parametrize(
    ("win", "tiles", "kinds", "weighted"),
    [
        pytest.param(guobiao.standard, 14, 11_498_658, 11_353_128_141_498, id="guobiao, melds and a pair"),
        pytest.param(guobiao.seven_pairs, 14, 16_417_104, 1_569_298_171_584, id="guobiao, pairs, quads as two"),
        pytest.param(guobiao.thirteen_orphans, 14, 13, 1_308_622_848, id="guobiao, orphans"),
        pytest.param(guobiao.honors_and_knitted, 14, 720, 193_273_528_320, id="guobiao, honours and knitted"),
        pytest.param(guobiao.honors_and_knitted & has_each(HONORS), 14, 216, 57_982_058_496, id="guobiao, the greater"),
        pytest.param(
            guobiao.honors_and_knitted & ~has_each(HONORS), 14, 504, 135_291_469_824, id="guobiao, the lesser"
        ),
        pytest.param(guobiao.knitted_straight, 14, 11_016, 142_079_164_416, id="guobiao, knitted straight"),
        pytest.param(guobiao.rules.win, 14, 27_919_573, 13_257_769_189_488, id="guobiao"),
        pytest.param(taiwan.rules.win, 17, 118_856_487, 1_554_490_175_889_888, id="taiwan"),
        pytest.param(riichi.rules.win, 14, 16_873_619, 12_859_078_207_674, id="riichi"),
        pytest.param(hongkong.rules.win, 14, 11_498_658 + 13, 11_353_128_141_498 + 1_308_622_848, id="hongkong"),
    ],
)
def test_published_totals(win: Pattern, tiles: int, kinds: int, weighted: int) -> None:
    rules = RuleSet(win)
    assert (rules.count(tiles), rules.count(tiles, weighted=True)) == (kinds, weighted)


def test_guobiao_hands_that_are_pairs_and_melds_at_once() -> None:
    """The two forms overlap by the published number."""
    both = RuleSet(guobiao.standard | guobiao.seven_pairs).count(14, weighted=True)
    assert 11_353_128_141_498 + 1_569_298_171_584 - both == 1_318_439_178


def test_taiwan_in_one_suit() -> None:
    assert RuleSet(taiwan.rules.win, tiles="123456789m").count(17) == 26_414


def test_taiwan_with_eight_and_a_half_pairs() -> None:
    melds, pairs, both = 1_554_490_175_889_888, 169_740_015_515_136, 142_462_460_304
    whole = load("taiwan", eight_and_a_half_pairs=True)
    assert whole.count(17, weighted=True) == melds + pairs - both
    assert RuleSet(7 * pair + triplet.undeclared).count(17, weighted=True) == pairs


def test_taiwan_with_sixteen_unrelated_tiles_and_a_pair_is_the_whole_published_total() -> None:
    """Sixteen different kinds, none near enough to another for a sequence, and one of them a second time.

    At most three ranks of a suit are so far apart, so that all seven honours and three tiles of each suit are there.
    """
    either = [no(pair.of([kind])) | no(single.of([kind])) for kind in range(34)]
    apart = [
        ~(has([low]) & has([high]))
        for suit in (0, 9, 18)
        for low in range(suit, suit + 9)
        for high in range(low + 1, min(low + 3, suit + 9))
    ]
    unrelated = pair + 15 * single & distinct(single) & reduce(and_, either) & reduce(and_, apart)
    assert RuleSet(unrelated).count(17, weighted=True) == 103_079_215_104_000
    whole = RuleSet(taiwan.rules.win | unrelated).switched(eight_and_a_half_pairs=True)
    assert whole.count(17, weighted=True) == 1_827_166_944_048_720


def test_guobiao_compiles_without_detours() -> None:
    """Written otherwise the knitted forms take ten times the walk, and their automaton seconds."""
    automaton = load("guobiao").automaton(14)
    assert automaton.states < 3_300
    assert automaton.walked < 10_000


# Published hands


def published(file: str, *names: str) -> list[Any]:
    found = json.loads((Path(__file__).parents[1] / "cases" / file).read_text(encoding="utf-8"))
    return [pytest.param(case, id=case["id"]) for case in found if case["rules"] in names and "wild" not in case]


@every_engine
@pytest.mark.parametrize("case", published("wins.json", "guobiao", "taiwan"))
def test_published_hands(case: dict[str, Any], engine: str) -> None:
    assert load(case["rules"]).is_win(case["hand"], engine=engine) is case["win"], case["why"]


@pytest.mark.parametrize("case", published("waits.json", "guobiao", "taiwan"))
def test_published_waits(case: dict[str, Any]) -> None:
    assert waits(case["hand13"], rules=case["rules"]) == case["waits"], case.get("note")
    short = Hand.parse(case["hand13"])
    drawn = {tile: short.drawing(tile) for tile in TILES if short.counts[TILES.index(tile)] < 4}
    by_regex = [tile for tile, hand in drawn.items() if load(case["rules"]).is_win(hand, engine="regex")]
    assert by_regex == case["waits"]


# The pages' words as plain judges


def melds_and_pair(counts: oracle.Counts, melds: tuple[oracle.Meld, ...], number: int = 4) -> bool:
    """So many melds and a pair, every kong of them declared."""
    return len(melds) <= number and bool(oracle.readings(counts, number - len(melds), 1, 0))


def judge_guobiao(counts: oracle.Counts, melds: tuple[oracle.Meld, ...]) -> bool:
    if not oracle.is_legal(counts, melds):
        return False
    tiles = {tile for tile, copies in enumerate(counts) if copies}
    closed = not melds and sum(counts) == 14
    if closed and all(copies % 2 == 0 for copies in counts):
        return True
    if closed and len(tiles) == 14 and any(tiles <= {*nine, *range(27, 34)} for nine in KNITTED):
        return True
    if closed and tiles == set(oracle.ORPHANS):
        return True
    for nine in KNITTED:
        left = [copies - (tile in nine) for tile, copies in enumerate(counts)]
        if min(left) >= 0 and melds_and_pair(tuple(left), melds, 1):
            return True
    return melds_and_pair(counts, melds)


def judge_taiwan(counts: oracle.Counts, melds: tuple[oracle.Meld, ...]) -> bool:
    return oracle.is_legal(counts, melds) and melds_and_pair(counts, melds, 5)


def judge_taiwan_pairs(counts: oracle.Counts, melds: tuple[oracle.Meld, ...]) -> bool:
    alike = Counter(counts)
    pairs = not melds and sum(counts) == 17 and alike[3] == 1 and not alike[1]
    return oracle.is_legal(counts, melds) and (pairs or melds_and_pair(counts, melds, 5))


def judge_hongkong(counts: oracle.Counts, melds: tuple[oracle.Meld, ...]) -> bool:
    if not oracle.is_legal(counts, melds):
        return False
    return melds_and_pair(counts, melds) or oracle.thirteen_orphans(counts, melds)


def judge_hongkong_pairs(counts: oracle.Counts, melds: tuple[oracle.Meld, ...]) -> bool:
    return judge_hongkong(counts, melds) or oracle.seven_pairs(counts, melds)


JUDGES: dict[str, Callable[[oracle.Counts, tuple[oracle.Meld, ...]], bool]] = {
    "guobiao": judge_guobiao,
    "taiwan": judge_taiwan,
    "taiwan?eight_and_a_half_pairs": judge_taiwan_pairs,
    "hongkong": judge_hongkong,
    "hongkong?seven_pairs": judge_hongkong_pairs,
    "riichi": oracle.riichi,
}


# Random hands: in the forms, near them, and dealt


def counted(tiles: list[int]) -> oracle.Counts:
    return tuple(tiles.count(tile) for tile in range(34))


def random_meld(rng: random.Random) -> oracle.Meld:
    kind = rng.choice(("chi", "chi", "peng", rng.choice(oracle.KONGS)))
    return kind, rng.choice([tile for tile in range(34) if kind != "chi" or oracle.is_sequence_start(tile)])


def random_melds(
    rng: random.Random, number: int, tiles: list[int], kong: int
) -> tuple[list[int], tuple[oracle.Meld, ...]]:
    """Concealed tiles with so many melds added to them, half of the time some of the melds declared.

    `kong` is how many tiles an undeclared one brings: 3 make it a triplet, 4 a kong that should have been declared.
    """
    declared, chance = [], rng.choice((0, 0, 0.3, 0.8))
    for _ in range(number):
        meld = random_meld(rng)
        if rng.random() < chance:
            declared.append(meld)
        else:
            tiles += oracle.meld_tiles(meld)[:kong]
    return tiles, tuple(declared)


def in_form(rng: random.Random, form: str, kong: int = 3) -> oracle.Hand:
    """A random hand in a form, perhaps with five of one kind."""
    if form == "pairs":
        return counted([rng.randrange(34) for _ in range(7)] * 2), ()
    if form == "pairs and triplet":
        return counted([rng.randrange(34) for _ in range(7)] * 2 + [rng.randrange(34)] * 3), ()
    if form == "pairs beside a triplet":
        return counted([rng.randrange(34) for _ in range(7)] * 2), (("peng", rng.randrange(34)),)
    if form == "different pairs":
        return counted(rng.sample(range(34), 7) * 2), ()
    if form == "orphans":
        return counted([*oracle.ORPHANS, rng.choice(oracle.ORPHANS)]), ()
    if form == "honours and knitted":
        return counted(rng.sample([*rng.choice(KNITTED), *range(27, 34)], 14)), ()
    eyes = [rng.randrange(34)] * 2
    if form == "knitted straight":
        concealed, declared = random_melds(rng, 1, [*rng.choice(KNITTED), *eyes], kong)
    else:
        concealed, declared = random_melds(rng, 5 if form == "five melds" else 4, eyes, kong)
    return counted(concealed), declared


FORMS = {
    "guobiao": ("melds", "pairs", "orphans", "honours and knitted", "knitted straight"),
    "taiwan": ("five melds",),
    "taiwan?eight_and_a_half_pairs": ("five melds", "pairs and triplet"),
    "hongkong": ("melds", "melds", "orphans"),
    "hongkong?seven_pairs": ("melds", "different pairs", "orphans"),
    "riichi": ("melds", "different pairs", "orphans"),
}


def winning_hands(rng: random.Random, name: str) -> Iterator[oracle.Hand]:
    """Legal hands in the rule set's forms, without end."""
    while True:
        hand = in_form(rng, rng.choice(FORMS[name]))
        if oracle.is_legal(*hand):
            yield hand


def other_hands(rng: random.Random, name: str) -> Iterator[oracle.Hand]:
    """Legal hands without end: dealt, or in any form, of whatever size, with up to two tiles exchanged."""
    melds = 5 if name.startswith("taiwan") else 4
    every_form = ["pairs beside a triplet", *sorted({form for forms in FORMS.values() for form in forms})]
    while True:
        form = rng.choice(FORMS[name] if rng.random() < 0.7 else every_form)
        counts, declared = in_form(rng, form, kong=rng.choice((3, 4)))
        if rng.random() < 0.2:
            concealed = 3 * melds + 2 - 3 * len(declared)
            taken = oracle.held((0,) * 34, declared)
            if max(taken) > 4 or concealed < 1:
                continue
            wall = [tile for tile in range(34) for _ in range(4 - taken[tile])]
            counts = counted(rng.sample(wall, concealed))
        for _ in range(rng.randint(0, 2)):
            counts = oracle._exchange(rng, [*range(34)], counts)
        if oracle.is_legal(counts, declared):
            yield counts, declared


@cache
def some_hands(name: str, number: int) -> tuple[list[oracle.Hand], list[oracle.Hand]]:
    """So many winning hands of the rule set, and as many others."""
    rng = random.Random(f"{name} {number}")
    made_to_win, others = winning_hands(rng, name), other_hands(rng, name)
    return [next(made_to_win) for _ in range(number)], [next(others) for _ in range(number)]


@every_engine
@pytest.mark.parametrize("name", JUDGES)
def test_random_hands_are_judged_by_the_pages_words(name: str, engine: str) -> None:
    rules, judge = load(name), JUDGES[name]
    winning, others = some_hands(name, 1_500)
    wrong = [
        text for hand in winning + others if rules.is_win(text := oracle.to_mpsz(*hand), engine=engine) != judge(*hand)
    ]
    assert wrong == []
    assert all(judge(*hand) for hand in winning)
    assert 100 < sum(judge(*hand) for hand in others) < 1_000


@pytest.mark.parametrize(("name", "switch"), [("taiwan", "eight_and_a_half_pairs"), ("hongkong", "seven_pairs")])
def test_a_switch_is_off_by_default_and_only_adds_hands(name: str, switch: str) -> None:
    assert list(load(name).switches) == [switch]
    off, on = load(name), load(name, **{switch: True})
    size = off.sizes[0]
    found = off.difference(on, tiles=size)
    assert (found.only_first, found.only_second) == (0, on.count(size) - off.count(size))
    assert found.only_second > 0
    for named, same in ((f"{name}?{switch}", on), (f"{name}?{switch}=off", off)):
        assert same.difference(load(named), tiles=size)[:2] == (0, 0)


@pytest.mark.parametrize("name", JUDGES)
def test_these_rule_sets_have_to_know_nothing_but_the_tiles(name: str) -> None:
    assert load(name).needs == set()


def test_hong_kong_with_seven_pairs_has_the_forms_of_riichi() -> None:
    assert load("hongkong?seven_pairs").difference(load("riichi"), tiles=14)[:2] == (0, 0)


@pytest.mark.parametrize(
    ("name", "hand", "assigned"),
    [
        ("guobiao", "147m258p36s11155z2z", "147m258p369s11155z"),
        ("guobiao", "147m25p3s1234567z2z", "147m25p36s1234567z"),
        ("hongkong", "119m19p19s1234562z", "119m19p19s1234567z"),
        ("taiwan", "11z123456789m12356p2z", "11z123456789m123456p"),
    ],
)
@every_engine
def test_a_wild_tile_stands_for_the_one_that_is_missing(name: str, hand: str, assigned: str, engine: str) -> None:
    assert load(name).is_win(assigned, engine=engine)
    assert not load(name).is_win(hand, engine=engine)
    assert load(name).is_win(hand, engine=engine, wild="2z")


# Peers


MELD_NAMES = {"chi": "CHI", "peng": "PENG"}
PEER_TILES = [f"{suit}{rank}" for suit in "WBT" for rank in range(1, 10)] + ["F1", "F2", "F3", "F4", "J3", "J2", "J1"]
"""The tiles as PyMahjongGB names them: characters, dots, bamboo, winds, and the dragons red first."""


def pymahjonggb_wins(counts: oracle.Counts, melds: tuple[oracle.Meld, ...]) -> bool:
    """Whether the fan calculator finds a win; one without fan is worth 8, so every complete hand has some."""
    from MahjongGB import MahjongFanCalculator

    tiles = [PEER_TILES[tile] for tile in range(34) for _ in range(counts[tile])]
    packs = tuple(
        (MELD_NAMES.get(kind, "GANG"), PEER_TILES[first + (kind == "chi")], int(kind != "an-gang"))
        for kind, first in melds
    )
    try:
        return bool(MahjongFanCalculator(packs, tuple(tiles[:-1]), tiles[-1], 0, False, False, False, False, 0, 0))
    except TypeError as error:
        if "NOT_WIN" in str(error):
            return False
        raise


def mahjong_wins(counts: oracle.Counts, melds: tuple[oracle.Meld, ...]) -> bool:
    from mahjong.agari import Agari

    whole = list(oracle.held(counts, melds))
    return Agari.is_agari(whole, [list(oracle.meld_tiles(meld)) for meld in melds])


@pytest.mark.parametrize(
    ("name", "module", "package", "peer"),
    [
        ("guobiao", "MahjongGB", "PyMahjongGB", pymahjonggb_wins),
        ("riichi", "mahjong.agari", "mahjong", mahjong_wins),
    ],
)
def test_a_peer_agrees_on_20_000_winning_and_20_000_other_hands(
    name: str, module: str, package: str, peer: oracle.Rule
) -> None:
    """All hands have the right size and at most four of a kind: of others the peers say yes to some."""
    pytest.importorskip(module, reason=f"{package} is not installed")
    rules, rng = load(name), random.Random(name)
    of_14_tiles = (hand for hand in other_hands(rng, name) if sum(hand[0]) + 3 * len(hand[1]) == 14)
    hands = [*islice(winning_hands(rng, name), 20_000), *islice(of_14_tiles, 20_000)]
    verdicts = [rules.is_win(oracle.to_mpsz(*hand)) for hand in hands]
    assert [oracle.to_mpsz(*hand) for hand, won in zip(hands, verdicts, strict=True) if peer(*hand) != won] == []
    assert all(verdicts[:20_000])
    assert 1_000 < sum(verdicts[20_000:]) < 15_000
