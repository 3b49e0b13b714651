"""What a rule set is made with, and what its answers are called with, means something or is refused at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from regexhu import Hand, RuleError, RuleSet, explain, load
from regexhu.blocks import meld, pair, switch, two_suits
from regexhu.hands.layout import Form
from regexhu.syntax.tree import Pattern

HAND = "123m456p78922s,11-1z"
NONE = RuleSet(4 * meld + pair & switch("abc", False, "x"))


@pytest.mark.fault(43)
@pytest.mark.parametrize(
    ("keyword", "value", "message"),
    [
        ("wild", [33], "wild is True, False or the kinds that are always wild, such as '5z', not"),
        ("wild", None, "wild is True, False or the kinds"),
        ("spelling", "roman", "no spelling named 'roman'"),
        ("most_states", 0, "most_states is a whole number from 1 up, not 0"),
        ("most_states", "all", "most_states is a whole number from 1 up, not 'all'"),
        ("forms", 3, r"forms are layouts to try, such as \[Form\(4, 1\)\], not 3"),
        ("forms", [(4, 1)], "forms are layouts to try"),
        ("forms", [Form(4, 1)], "the shape 4 \\* meld \\+ pair tells which layouts to try: leave out forms"),
        ("tiles", 3, "a tile set is a text"),
    ],
)
def test_a_keyword_without_meaning_is_refused_where_it_is_written(keyword: str, value: object, message: str) -> None:
    with pytest.raises(RuleError, match=message):
        RuleSet(4 * meld + pair, **{keyword: value})  # type: ignore[arg-type]


@pytest.mark.fault(28)
@pytest.mark.parametrize("engine", ["auto", "regex", "automaton"])
def test_switches_that_leave_no_form_let_nothing_win(engine: str) -> None:
    assert not NONE.is_win(HAND, engine)
    assert not NONE.is_win("", engine)


@pytest.mark.fault(28)
def test_no_answer_fails_where_switches_leave_no_form() -> None:
    assert not explain(HAND, NONE)
    assert NONE.count() == NONE.count(14) == NONE.probability() == len(list(NONE.hands())) == 0
    assert NONE.waits("123m456p7892s,11-1z") == []
    assert NONE.is_empty()
    assert NONE.equivalent(NONE)
    assert NONE.difference(load("standard"), 14)[:2] == (0, 11_498_658)
    assert NONE.match_many([HAND, ""]).tolist() == [False, False]
    for ask in (NONE.sample, lambda: NONE.distance(HAND), lambda: NONE.next_tiles("123m")):
        with pytest.raises(RuleError, match="the rule set wins no hand"):
            ask()


@pytest.mark.parametrize("win", [two_suits, two_suits & switch("abc", True, "x")], ids=repr)
def test_forms_without_a_shape_are_laid_out_by_the_regex_engine_alone(win: Pattern) -> None:
    rules = RuleSet(win, forms=[Form(4, 1)])
    assert rules.is_win("123m456p78922m111z")
    assert not rules.is_win("1m1p")
    asks: list[Callable[[], object]] = [
        rules.count,
        lambda: rules.distance(HAND),
        lambda: rules.is_win(HAND, "automaton"),
    ]
    for ask in asks:
        with pytest.raises(RuleError, match="the rule set has no shape"):
            ask()


@pytest.mark.parametrize("number", [-1, 2.5, "3", None, True])
def test_a_number_of_samples_or_tiles_is_a_whole_number(number: object) -> None:
    with pytest.raises(ValueError, match="k is a whole number from 0 up, not"):
        load("standard").sample(number)  # type: ignore[arg-type]
    if number is not None:
        with pytest.raises(ValueError, match="tiles is a whole number from 0 to the 136 of the game, not"):
            load("standard").count(number)  # type: ignore[arg-type]


@pytest.mark.parametrize("other", ["riichi", None, Hand(())])
def test_a_rule_set_is_compared_with_a_rule_set(other: object) -> None:
    for ask in (load("standard").difference, load("standard").equivalent):
        with pytest.raises(TypeError, match="a rule set is compared with another, such as load\\('standard'\\), not"):
            ask(other)  # type: ignore[arg-type]
