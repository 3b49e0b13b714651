"""Where there is no concealed hand to sample, the real reason is told, with a hand that would win instead."""

from __future__ import annotations

import re
from typing import Any

import pytest
from command import run
from strategies import made

from regexhu import RuleError, RuleSet, load


def reason(rules: RuleSet, **asked: Any) -> str:
    """What is said in place of a sample."""
    with pytest.raises(RuleError) as caught:
        rules.sample(1, seed=1, **asked)
    return str(caught.value)


@pytest.mark.fault(22)
@pytest.mark.parametrize(
    ("name", "asked"), [("harbin_local", {"ready": True}), ("wuhan", {"forbidden": "7z", "wild": ""})]
)
def test_a_hand_that_has_to_be_opened_is_named_as_the_reason(name: str, asked: dict[str, Any]) -> None:
    said = reason(load(name), **asked)
    start = f"rule set {name} wins no concealed hand, so there is none to sample: it has to be opened, as in "
    assert said.startswith(start)
    hand = said.removeprefix(start)
    assert re.search("[0-9]-", hand)
    assert load(name).is_win(hand, **asked)


def test_the_command_says_so_too() -> None:
    assert "it has to be opened, as in" in run("sample", "harbin_local", "--ready").stderr


NONE = "so there is none to sample"


@pytest.mark.parametrize(
    ("code", "asked", "says"),
    [
        ("some(kong.declared.concealed)", {}, f"wins no concealed hand, {NONE}: a meld has to be declared, as in"),
        ("some(kong)", {}, f"wins no concealed hand of 14 tiles, {NONE}; one of 1[5-8] is"),
        ("self_draw", {"self_draw": False}, f"wins no hand in this context, {NONE}$"),
        ("exactly(2, pair)", {}, f"wins no hand in this context, {NONE}$"),
        ("some(pair)", {"tiles": 13}, f"wins no concealed hand of 13 tiles, {NONE}; one of 1[4-8] is"),
        ("no_forbidden & only('19m')", {"forbidden": "1m"}, f"wins no hand in this context, {NONE}$"),
    ],
)
def test_each_reason_is_the_real_one(code: str, asked: dict[str, Any], says: str) -> None:
    assert re.match(f"the rule set {says}", reason(RuleSet(made(f"4 * meld + pair & {code}")), **asked))
