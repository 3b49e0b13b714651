"""Any text at all: a verdict or an error, the same by the regex engine, by a call and by the same call again."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import long

from regexhu import NotationError, RuleSet
from regexhu.blocks import meld, pair

RULES = RuleSet(4 * meld + pair)
SMALL = RuleSet(meld + pair | 1 * pair)


def outcome(rules: RuleSet, text: str, engine: str = "auto") -> bool | str:
    """The verdict, or the kind of the error."""
    try:
        return rules.is_win(text, engine)
    except NotationError as error:
        return error.kind


@pytest.mark.parametrize("length", [0, 1, 2, 3, 4, long(5), long(6)])
def test_every_short_text_has_one_outcome(length: int) -> None:
    for letters in product("15mz,-", repeat=length):
        text = "".join(letters)
        assert outcome(SMALL, text) == outcome(SMALL, text) == outcome(SMALL, text, "regex"), text


@example("m456p789s11122z")
@example("5,1-23p,1-23m")
@example("123m456p789s,11-1z,22z")
@example("11m,,1-11m")
@given(
    st.lists(
        st.sampled_from([*"mpszx,-=+ ", "123", "055", "111", "22", "1-23", "2222+", "3-33", "9=999", "1１"]),
        max_size=14,
    ).map("".join)
)
def test_a_text_of_many_parts_has_one_outcome(text: str) -> None:
    assert outcome(RULES, text) == outcome(RULES, text) == outcome(RULES, text, "regex")
