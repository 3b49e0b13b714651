"""A card of 33 fixed forms, each a sum of fixed groups: judged right by both engines and on every other one."""

from __future__ import annotations

import random
from functools import reduce
from operator import add, or_

import pytest
from regex_engines import ENGINES, dotnet, verdicts

from regexhu import Hand, RuleSet, blocks
from regexhu.hands.layout import Form
from regexhu.hands.tiles import NAMES, SPELLINGS

COPIES = {"pair": 2, "triplet": 3, "kong": 4}
KINDS = ("pair", "triplet", "kong", "kong")
FormOfCard = list[tuple[str, str]]


def forms_of_card() -> list[FormOfCard]:
    """Forms like `11m 222p 4444s 5555z`, of four kinds of tile each."""
    rng = random.Random(33)
    return [[("pair", "1m"), ("triplet", "2p"), ("kong", "4s"), ("kong", "5z")]] + [
        list(zip(KINDS, rng.sample(NAMES, 4), strict=True)) for _ in range(32)
    ]


FORMS = forms_of_card()


def text(form: FormOfCard) -> str:
    return "".join(tile[0] * COPIES[kind] + tile[1] for kind, tile in form)


def exchanged(form: FormOfCard) -> FormOfCard:
    """The form with its pair as a kong, and one of its kongs as a pair."""
    (_, first), second, third, (_, last) = form
    return [("kong", first), second, third, ("pair", last)]


def one_off(form: FormOfCard) -> FormOfCard:
    """The form with its triplet of the next kind of tile that it doesn't have."""
    held = {tile for _, tile in form}
    other = next(name for name in NAMES[NAMES.index(form[1][1]) :] + NAMES if name not in held)
    return [form[0], ("triplet", other), *form[2:]]


WINNING = [text(form) for form in FORMS]
LOSING = [text(change(form)) for form in FORMS for change in (exchanged, one_off)]
EXAMPLES = "\n".join([*(f"win {hand}" for hand in WINNING), *(f"lose {hand}" for hand in LOSING)])


def card() -> RuleSet:
    shapes = (reduce(add, (getattr(blocks, kind).of(tile) for kind, tile in form)) for form in FORMS)
    return RuleSet(reduce(or_, shapes), examples=EXAMPLES)


def test_the_hands_of_the_card_are_told_apart_by_their_forms_alone() -> None:
    assert len({Hand.parse(hand).counts for hand in WINNING}) == 33
    assert {Hand.parse(hand).counts for hand in WINNING}.isdisjoint(Hand.parse(hand).counts for hand in LOSING)


@pytest.mark.parametrize("engine", ["regex", "automaton", "auto"])
def test_every_form_of_the_card_wins_and_nothing_beside(engine: str) -> None:
    rules = card()
    assert [rules.is_win(hand, engine=engine) for hand in WINNING] == [True] * 33
    assert [rules.is_win(hand, engine=engine) for hand in LOSING] == [False] * 66
    assert all(rules.example_wins(example, engine) is (example.verdict == "win") for example in rules.examples)


def test_the_regex_of_the_card_grows_with_its_forms() -> None:
    assert len(card().regex()) < 33 * 500


@pytest.mark.parametrize("name", [*ENGINES, ".NET"])
def test_the_card_is_judged_right_on_an_engine(name: str) -> None:
    flavor, engine = ENGINES.get(name, ("dotnet", dotnet))
    hands = [Hand.parse(hand) for hand in (*WINNING, *LOSING)]
    laid = [next(hand.layouts(Form(3, 1))) for hand in hands]
    sequences = [hand.sequence(layout, SPELLINGS["mpsz"]) for hand, layout in zip(hands, laid, strict=True)]
    (found,) = verdicts(engine, [(card().export(flavor, "mpsz"), sequences)])
    assert found == [True] * 33 + [False] * 66
