"""Rules with a hundred captures or more: a plain back-reference to one would be an octal escape in some engines."""

from __future__ import annotations

import re
from functools import reduce
from itertools import combinations
from operator import and_

import pytest
import regex
from regex_engines import ENGINES, dotnet, verdicts
from strategies import made, spelled

from regexhu import RuleError, RuleSet
from regexhu.blocks import kong, matches, meld, no, pair
from regexhu.hands.layout import Group
from regexhu.regextext.flavors import FLAVORS

ON = {**ENGINES, "node like .NET": ("dotnet", dotnet)}


# Fixed groups need no capture


FIVE_PAIRS = RuleSet(reduce(lambda shape, rank: shape + pair.of(f"{rank}s"), range(2, 6), 1 * pair.of("1s")))


@pytest.mark.fault(6)
@pytest.mark.parametrize("engine", ["regex", "automaton"])
def test_five_fixed_pairs_win(engine: str) -> None:
    assert FIVE_PAIRS.is_win("1122334455s", engine=engine)
    assert not FIVE_PAIRS.is_win("1122334444s", engine=engine)
    assert not FIVE_PAIRS.is_win("1122334466s", engine=engine)


@pytest.mark.fault(6)
@pytest.mark.parametrize("name", ON)
def test_five_fixed_pairs_win_on_an_engine(name: str) -> None:
    flavor, engine = ON[name]
    texts = ["1s1s,2s2s,3s3s,4s4s,5s5s,", "1s1s,2s2s,3s3s,4s4s,4s4s,", "1s1s,2s2s,3s3s,4s4s,5s6s,"]
    assert verdicts(engine, [(FIVE_PAIRS.export(flavor, "mpsz"), texts)]) == [[True, False, False]]


def test_fixed_groups_are_written_without_a_capture() -> None:
    for code in ("pair.of('1s')", "triplet.of('1s')", "kong.of('1s')", "single.of('1s')", "sequence.of('123s')"):
        assert regex.compile(made(f"some({code})").regex("mpsz")).groups == 0, code


# A rule with so many captures that those of its body are beyond the hundredth


SUIT_PAIRS = ["".join(ranks) for ranks in combinations("123456789", 2)]
MANY = RuleSet(reduce(and_, (no(kong.of(f"{ranks}{suit}")) for suit in "mp" for ranks in SUIT_PAIRS), 4 * meld + pair))
LAYOUTS = {
    ((27, 27, 27), (28, 28)): True,
    ((27, 27, 27, 27), (28, 28)): True,
    ((27, 27, 28), (28, 28)): False,
    ((27, 27, 27), (28, 29)): False,
    ((27, 27, 27, 27), (28, 29)): False,
    ((17, 17, 17, 17), (28, 28)): False,
}
"""Two groups by their tiles, beside three sequences, and whether all five win."""


@pytest.mark.parametrize("name", [name for name, (flavor, _) in ON.items() if FLAVORS[flavor].lookahead])
def test_a_back_reference_beyond_the_hundredth_capture_is_one_on_an_engine(name: str) -> None:
    flavor, engine = ON[name]
    sequences = [Group("sequence", (first, first + 1, first + 2)) for first in (0, 12, 24)]
    texts = [spelled((*sequences, *(Group("", tiles) for tiles in two)), "glyph") for two in LAYOUTS]
    assert verdicts(engine, [(MANY.export(flavor, "glyph"), texts)]) == [list(LAYOUTS.values())]


@pytest.mark.parametrize("engine", ["regex", "automaton"])
def test_a_rule_with_hundreds_of_captures_gives_one_verdict_by_both_engines(engine: str) -> None:
    assert regex.compile(MANY.regex()).groups > 140
    assert MANY.is_win("123m456p789s11122z", engine=engine)
    assert not MANY.is_win("123m456p789s11123z", engine=engine)
    assert not MANY.is_win("123m456s22z,9999+p,11-1z", engine=engine)


# A regex of the author's own after them


@pytest.mark.parametrize(
    ("text", "wins"),
    [
        (r"[^@]*(\dz)\1,$", True),
        (r"[^@]*(\dz)\1\1\1,", False),
        (r"[^@]*(\dz)\g<1>,$", True),
        (r"[^@]*(\d)(z)\1\2\1\2,\d\2", True),
        (r"(x)?(?(1)y|1m2m3m)", True),
        (r"(x)?(?(1)1m2m3m|y)", False),
        (r"(\dm)(?1){2},4p", True),
        (r"(\dm)(?1){3},4p", False),
        (r"[^@]*([12])z[\1]", False),
        (r"(?#\1)1m(2)m", True),
        ("(x)?" * 98 + r"(\d)(m)\d\g<100>3", True),
        ("(x)?" * 98 + r"(\d)(m)\d\g<99>3", False),
        ("(x)?" * 100 + r"\06\061m", False),
        ("(x)?" * 100 + r"\061m", True),
    ],
)  # fmt: skip
def test_a_regex_of_ones_own_refers_to_its_own_captures_after_hundreds(text: str, wins: bool) -> None:
    sequence = "1m2m3m,4p5p6p,7s8s9s,1z1z1z,2z2z,"
    assert bool(regex.match(text, sequence)) is wins
    for before in (4 * meld + pair, MANY.win):
        rules = RuleSet(before & matches(text) & matches(r"(?:(\d)(m))\d\2\d\2,"), spelling="mpsz")
        assert rules.is_win("123m456p789s11122z", engine="regex") is wins


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(?R)?1m", "(?R) would run again"),
        ("(?P<pair>1m)", "have numbers, not names"),
        ("(", "is no regex: missing )"),
        (r"\1", "is no regex: invalid group reference"),
        (5, "takes a regex as text, not 5"),
        (None, "takes a regex as text, not None"),
    ],
)
def test_a_regex_of_ones_own_that_cannot_stand_in_a_rule_is_refused_at_once(text: str, message: str) -> None:
    with pytest.raises(RuleError, match=re.escape(message)):
        matches(text)


def test_what_is_wrong_in_a_regex_of_ones_own_is_shown_with_a_caret() -> None:
    with pytest.raises(RuleError) as caught:
        matches("1m(2m")
    assert str(caught.value).split("\n")[:2] == ["1m(2m", "     ^"]
