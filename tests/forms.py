"""Hands in the forms of a rule set, near them, and dealt; and what each rule set and its peers say of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice, permutations

import oracle
from words import Melds, counted

from regexhu import load

KNITTED = [
    [9 * suit + rank - 1 for suit, run in enumerate(runs) for rank in run]
    for runs in permutations([(1, 4, 7), (2, 5, 8), (3, 6, 9)])
]
Judge = Callable[[oracle.Counts, Melds], bool]


def melds_and_pair(counts: oracle.Counts, melds: Melds, number: int = 4) -> bool:
    """So many melds and a pair, every kong of them declared."""
    return len(melds) <= number and bool(oracle.readings(counts, number - len(melds), 1, 0))


def random_meld(rng: random.Random) -> oracle.Meld:
    kind = rng.choice(("chi", "chi", "peng", rng.choice(oracle.KONGS)))
    return kind, rng.choice([tile for tile in range(34) if kind != "chi" or oracle.is_sequence_start(tile)])


def random_melds(rng: random.Random, number: int, tiles: list[int], kong: int) -> tuple[list[int], Melds]:
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


def agrees(name: str, judge: Judge, engine: str, number: int) -> None:
    """On so many winning hands and as many others."""
    rules = load(name)
    winning, others = some_hands(name, number)
    wrong = [
        text for hand in winning + others if rules.is_win(text := oracle.to_mpsz(*hand), engine=engine) != judge(*hand)
    ]
    assert wrong == []
    assert all(judge(*hand) for hand in winning)
    assert number // 15 < sum(judge(*hand) for hand in others) < 2 * number // 3


def agrees_with_a_peer(name: str, peer: Judge, number: int) -> None:
    """On so many winning hands and as many others, of the right size and with at most four of a kind."""
    rules, rng = load(name), random.Random(name)
    of_14_tiles = (hand for hand in other_hands(rng, name) if sum(hand[0]) + 3 * len(hand[1]) == 14)
    hands = [*islice(winning_hands(rng, name), number), *islice(of_14_tiles, number)]
    verdicts = [rules.is_win(oracle.to_mpsz(*hand)) for hand in hands]
    assert [oracle.to_mpsz(*hand) for hand, won in zip(hands, verdicts, strict=True) if peer(*hand) != won] == []
    assert all(verdicts[:number])
    assert number // 20 < sum(verdicts[number:]) < 3 * number // 4


def only_adds_hands(name: str, switch: str) -> None:
    """The one switch of the rule set, which is off by default."""
    assert list(load(name).switches) == [switch]
    off, on = load(name), load(name, **{switch: True})
    size = off.sizes[0]
    found = off.difference(on, tiles=size)
    assert (found.only_first, found.only_second) == (0, on.count(size) - off.count(size))
    assert found.only_second > 0
    for named, same in ((f"{name}?{switch}", on), (f"{name}?{switch}=off", off)):
        assert same.difference(load(named), tiles=size)[:2] == (0, 0)


def wins_with_a_wild_tile(name: str, hand: str, assigned: str, engine: str) -> None:
    """A wild 2z stands for the tile that is missing."""
    assert load(name).is_win(assigned, engine=engine)
    assert not load(name).is_win(hand, engine=engine)
    assert load(name).is_win(hand, engine=engine, wild="2z")
