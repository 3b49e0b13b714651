"""Narrowed classes of groups: each narrowing leaves the groups that are of the class and that it describes."""

from __future__ import annotations

import random
from collections.abc import Callable

import oracle
import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st
from statements import kinds, waits_at_edge, waits_at_side
from strategies import made, random_hands, spelled

from regexhu import Hand, RuleError, RuleSet
from regexhu.blocks import kong, meld, pair, sequence, single, some, triplet
from regexhu.hands.layout import Group
from regexhu.regextext.writer import Writer
from regexhu.syntax.groups import GroupClass

Says = Callable[[Group], bool]


def wild_tiles(group: Group) -> set[int]:
    """The kinds that a wild tile stands for in the group."""
    return {group.tiles[place] for place in group.wild}


NARROWINGS: dict[str, Says] = {
    "of('19mps')": lambda g: set(g.tiles) <= kinds("19mps"),
    "of('123456789m')": lambda g: set(g.tiles) <= kinds("123456789m"),
    "of('12345m7z')": lambda g: set(g.tiles) <= kinds("12345m7z"),
    "touching('5m')": lambda g: bool(set(g.tiles) & kinds("5m")),
    "touching('36m7z')": lambda g: bool(set(g.tiles) & kinds("36m7z")),
    "open": lambda g: g.mark in "-=",
    "declared": lambda g: g.mark in "-=+",
    "concealed": lambda g: g.mark in ",+",
    "undeclared": lambda g: g.mark == ",",
    "won()": lambda g: g.won is not None,
    "won('5m7z')": lambda g: g.won in kinds("5m7z"),
    "won('4567m')": lambda g: g.won in kinds("4567m"),
    "won(wait='middle')": lambda g: g.type == "sequence" and g.won == g.tiles[1],
    "won(wait='edge')": lambda g: g.type == "sequence" and waits_at_edge(g),
    "won(wait='side')": lambda g: g.type == "sequence" and waits_at_side(g),
    "won('5m', wait='side')": lambda g: g.type == "sequence" and waits_at_side(g) and g.won in kinds("5m"),
    "won(wait='pair')": lambda g: g.type == "pair" and g.won is not None,
    "won(wait='triplet')": lambda g: g.type == "triplet" and g.won is not None,
    "wild(0)": lambda g: len(g.wild) == 0,
    "wild(1)": lambda g: len(g.wild) == 1,
    "wild(2)": lambda g: len(g.wild) == 2,
    "wild_as('5m7z')": lambda g: bool(wild_tiles(g) & kinds("5m7z")),
    "wild_as('34m')": lambda g: bool(wild_tiles(g) & kinds("34m")),
}  # fmt: skip
BASES: dict[str, Says] = {
    "meld": lambda g: g.type in ("sequence", "triplet", "kong"),
    "pair": lambda g: g.type == "pair",
    "(sequence | single)": lambda g: g.type in ("sequence", "single"),
    "(triplet.of('12345m') | kong | pair.won())": lambda g: (
        g.type == "kong" or (g.type == "triplet" and g.tiles[0] < 5) or (g.type == "pair" and g.won is not None)
    ),
}
Chain = tuple[str, Says]


def negated(says: Says) -> Says:
    return lambda g: not says(g)


def both(says: Says, more: Says) -> Says:
    return lambda g: says(g) and more(g)


@st.composite
def chains(draw: st.DrawFn) -> Chain:
    """Code of a class narrowed up to four times, maybe after `.others`, and what a group of it is."""
    code, says = draw(st.sampled_from(sorted(BASES.items())))
    for step in draw(st.lists(st.sampled_from(["others", *sorted(NARROWINGS)]), max_size=4)):
        code = f"{code}.{step}"
        says = negated(says) if step == "others" else both(says, NARROWINGS[step])
    return code, says


def some_groups() -> list[Group]:
    """Groups of few tiles in all ways: their marks, the winning tile, and wild tiles."""
    rng, found = random.Random(2), []
    for _ in range(1500):
        kind = rng.choice(["sequence", "triplet", "kong", "pair", "single"])
        size = {"triplet": 3, "kong": 4, "pair": 2, "single": 1}.get(kind)
        first = rng.choice([0, 1, 2, 3, 4, 6] if size is None else [0, 2, 3, 4, 5, 8, 10, 33])
        tiles = (first, first + 1, first + 2) if size is None else (first,) * size
        mark = rng.choice({"sequence": "-,,", "triplet": "-,,", "kong": "-,=+"}.get(kind, ","))
        number = rng.choice([0, 0, 1, 2]) if mark == "," else 0
        places = [*range(len(tiles))] if size is None else [*range(len(tiles) - 1, -1, -1)][:number]
        wild = tuple(sorted(rng.sample(places, min(number, len(places)))))
        won = rng.choice([None, *tiles]) if mark == "," else None
        found.append(Group(kind, tiles, mark, won, wild))
    return found


GROUPS = some_groups()


def of_class(code: str) -> GroupClass | None:
    """The class that the code makes; None where the code asks how a group is completed that no kind of it can be."""
    try:
        made_of = made(code)
    except RuleError as error:
        assert "never waits for its" in str(error)
        return None
    assert isinstance(made_of, GroupClass)
    return made_of


@settings(max_examples=150, deadline=None)
@given(chains())
def test_a_group_of_a_narrowed_class_is_of_the_class_and_what_each_narrowing_describes(chain: Chain) -> None:
    code, says = chain
    groups = of_class(code)
    if groups is not None:
        assert [groups.holds(group) for group in GROUPS] == [says(group) for group in GROUPS], code


@settings(max_examples=50, deadline=None)
@given(chains())
def test_the_regex_of_a_narrowed_class_says_the_same(chain: Chain) -> None:
    code, says = chain
    groups = of_class(code)
    if groups is not None:
        expression = regex.compile("".join(line.text for line in some(groups).lines(Writer("mpsz", wild=True))))
        found = [expression.match(spelled((group,), "mpsz")) is not None for group in GROUPS]
        assert found == [says(group) for group in GROUPS], code


@settings(max_examples=50, deadline=None)
@given(chains(), chains())
def test_classes_have_a_group_in_common_or_lie_in_one_another_as_their_groups_do(first: Chain, second: Chain) -> None:
    one, other = of_class(first[0]), of_class(second[0])
    if one is not None and other is not None:
        held = [(one.holds(group), other.holds(group)) for group in GROUPS]
        assert one.meets(other) or (True, True) not in held
        assert not one.within(other) or (True, False) not in held


HANDS = [oracle.to_mpsz(*hand) for hand in random_hands(seed=6, number=300)]


@settings(max_examples=20, deadline=None)
@given(chains().filter(lambda chain: "wild" not in chain[0]), st.integers(0, 2**32))
def test_both_engines_judge_by_a_narrowed_class_alike(chain: Chain, seed: int) -> None:
    groups = of_class(chain[0])
    if groups is None:
        return
    rules, rng = RuleSet(4 * meld + pair & some(groups)), random.Random(seed)
    for text in rng.sample(HANDS, 40):
        won = rng.choice(Hand.parse(text).tiles)
        verdicts = {rules.is_win(text, engine=engine, winning_tile=won) for engine in ("regex", "automaton")}
        assert len(verdicts) == 1, (chain[0], text, won)


# The narrowings that once replaced one another


@pytest.mark.fault(31)
def test_a_declared_concealed_kong_is_declared() -> None:
    rules = RuleSet(4 * meld + pair & some(kong.declared.concealed))
    for engine in ("regex", "automaton"):
        assert rules.is_win("234567p789s55z,1111+m", engine=engine)
        assert not rules.is_win("1111m234567p789s55z", engine=engine)
        assert not rules.is_win("234567p789s55z,11-11m", engine=engine)


@pytest.mark.fault(31)
def test_a_pair_of_terminals_of_characters_is_of_both() -> None:
    rules = RuleSet(4 * meld + pair.of("19mps").of("123456789m"))
    for engine in ("regex", "automaton"):
        assert rules.is_win("123p456p789s111z99m", engine=engine)
        assert not rules.is_win("123p456p789s111z55m", engine=engine)
        assert not rules.is_win("123p456p789s111z99s", engine=engine)


@pytest.mark.fault(31)
def test_a_wait_on_one_tile_by_the_middle_is_both() -> None:
    rules = RuleSet(4 * meld + pair & some(sequence.won("5m").won(wait="middle")))
    for engine in ("regex", "automaton"):
        assert rules.is_win("456m456p789s11122z", engine=engine, winning_tile="5m")
        assert not rules.is_win("456m456p789s11122z", engine=engine, winning_tile="5p")
        assert not rules.is_win("345m456p789s11122z", engine=engine, winning_tile="5m")


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("kong.declared.concealed", "declared concealed kong"),
        ("meld.open.concealed", "open concealed meld of no tiles"),
        ("pair.of('19m').of('1mp')", "pair of 1m"),
        ("pair.of('1m').of('9m')", "pair of no tiles"),
        ("meld.touching('5m').touching('7m')", "meld with one of 5m with one of 7m"),
        ("meld.open.others", "other than open meld"),
        ("pair.of('1m').others.of('19m')", "meld or single of 19m or pair of 19m that is no pair of 1m"),
        ("pair.others.others", "other than other than pair"),
    ],
)
def test_a_narrowed_class_says_all_its_narrowings(code: str, words: str) -> None:
    assert made(code).words == words


def test_the_others_of_the_others_are_the_class() -> None:
    for groups in (meld, pair | triplet, meld.open, sequence.of("123m") | single, meld.others, pair.of("1m").others):
        assert groups.others.others.others == groups.others
        assert [groups.others.others.holds(group) for group in GROUPS] == [groups.holds(group) for group in GROUPS]
    assert meld.open.others.others == meld.open
    assert (triplet | kong).others.others == triplet | kong
