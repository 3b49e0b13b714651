"""What blocks are given: numbers and things that have no meaning there are refused where they are written."""

from __future__ import annotations

import inspect
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from strategies import made, rule_file

from regexhu import RuleError, RuleSet, blocks, load
from regexhu.blocks import has, meld, pair
from regexhu.syntax.groups import GroupClass
from regexhu.syntax.tree import Pattern

# Numbers


@pytest.mark.fault(38)
@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("at_least(10**5, sequence)", "at_least(100000, sequence): no hand has so many; it has at most 24 groups"),
        ("at_least(10**7, sequence)", "no hand has so many; it has at most 24 groups"),
        ("at_least(25, pair)", "no hand has so many; it has at most 24 groups"),
        ("exactly(25, pair)", "no hand has so many"),
        ("at_most(2**32, '1m')", "at_most(4294967296, '1m'): no hand has so many; it has at most 96 tiles"),
        ("at_least(97, '1m')", "no hand has so many; it has at most 96 tiles"),
        ("count(10**9)", "no hand has so many"),
        ("count(14, 97)", "no hand has so many"),
        ("substitutes(10**9)", "no hand has so many"),
        ("10**9 * meld", "a shape takes at most 24 groups, not 1,000,000,000"),
        ("loose(10**9)", "a shape takes at most 24 groups, not 1,000,000,000"),
        ("sequence.wild(5)", "sequence.wild takes a number of wild tiles from 0 to 4, not 5"),
    ],
)
def test_a_number_beyond_any_hand_is_refused_at_once(code: str, message: str) -> None:
    began = time.perf_counter()
    with pytest.raises(RuleError, match=re.escape(message)):
        made(code)
    assert time.perf_counter() - began < 0.1


@pytest.mark.parametrize("code", ["at_least(24, pair)", "at_most(24, pair)", "at_least(96, '1m')", "at_most(96, '1m')"])
def test_the_largest_numbers_are_judged(code: str) -> None:
    rules = RuleSet(4 * meld + pair & made(code), copies=None)
    for engine in ("regex", "automaton"):
        assert rules.is_win("123m456p789s11122z", engine=engine) is code.startswith("at_most")


NO_NUMBERS = ["True", "False", "1.0", "2.5", "'2'", "None", "float('nan')", "pair", "has('1m')", "(1,)", "1j"]


@pytest.mark.parametrize("number", ["-1", *NO_NUMBERS])
@pytest.mark.parametrize(
    "block",
    ["{} * meld", "meld * {}", "loose({})", "exactly({}, pair)", "at_least({}, '1m')", "at_most({}, pair)", "count({})"]
    + ["count({}, 14)", "suits({})", "suits(0, {})", "substitutes({})", "meld.wild({})"],
)  # fmt: skip
def test_what_is_no_whole_number_is_refused_by_every_block_that_takes_one(block: str, number: str) -> None:
    with pytest.raises(RuleError):
        made(block.format(number))


@pytest.mark.fault(43)
@pytest.mark.parametrize("code", ["loose(0)", "0 * meld", "meld * 0", "-3 * meld", "loose(-1)"])
def test_nothing_at_all_is_no_shape(code: str) -> None:
    with pytest.raises(RuleError, match=r"from 1 up, not (0|-\d)"):
        made(code)


# Groups for tiles, and the other way round


@pytest.mark.fault(19)
@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("has(meld)", "has takes tiles; for groups write some(meld)"),
        ("only(triplet | pair)", "only takes tiles; for groups write every(triplet | pair)"),
        ("has_each(meld)", "has_each takes tiles; for groups write some(…) & some(…), each of a class"),
        ("winning(pair)", "winning takes tiles; for groups write some(pair.won())"),
        ("count(meld)", "count takes numbers of tiles; to count groups write exactly(1, meld)"),
        ("wild_among(meld)", "wild_among takes tiles, as in wild_among('19mps7z'), not meld"),
        ("pair.of(meld)", ".of takes tiles, as in .of('19mps7z'), not meld"),
        ("meld.touching(pair)", ".touching takes tiles, as in .touching('19mps7z'), not pair"),
        ("meld.won(pair)", ".won takes tiles"),
        ("meld.wild_as(pair)", ".wild_as takes tiles"),
        ("has(has('1m'))", "has takes tiles, as in has('19mps7z'), not has('1m')"),
        ("some('1m')", "some takes a class of groups; for tiles write has('1m')"),
        ("no('1m')", "no takes a class of groups; for tiles write ~has('1m')"),
        ("every('12m')", "every takes a class of groups; for tiles write only('12m')"),
        ("some(TERMINALS)", "some takes a class of groups; for tiles write has('19mps')"),
        ("distinct('1m')", "distinct takes a class of groups, as in distinct(triplet | kong), not '1m'"),
        ("waits_on('1m', by=4 * meld + pair)", "waits_on takes a rule set, as in by=RuleSet(4 * meld + pair), not 4 *"),
        ("meld.named('mine')", "meld is a class of groups: name a condition such as some(meld), or the whole shape"),
        ("by_event()", "by_event takes names, such as robbed-kong; for any event at all write event"),
        ("by_event(3)", "an event is small letters and hyphens, such as robbed-kong, not 3"),
        ("switch('aa', 'off', 'x')", "takes True or False, and what it means as text, not 'off', 'x'"),
        ("switch(5, True, 'x')", "such as must_open, not 5"),
        ("has('1m').named(5)", "a name is text, not 5"),
        ("has('1m').named('a', 5)", "a name is text, not 5"),
    ],
)
def test_a_block_says_what_it_takes_and_which_block_takes_the_other(code: str, message: str) -> None:
    with pytest.raises(RuleError, match=re.escape(message)):
        made(code)


JUNK: list[Any] = [None, True, -1, 10**12, 1.5, "", "x", "1m", "(", (), [1], [99], {}, object(), len, meld, has("1m")]
JUNK += [4 * meld + pair, RuleSet(4 * meld + pair), b"1m", "1m" * 10_000, float("inf")]
BLOCKS = {name: block for name in blocks.__all__ if inspect.isfunction(block := getattr(blocks, name))}
NARROWINGS = {f"meld.{name}": getattr(meld, name) for name in ("of", "touching", "won", "wild", "wild_as", "named")}


@pytest.mark.parametrize("name", [*BLOCKS, *NARROWINGS])
def test_a_block_makes_a_pattern_of_anything_or_refuses_it(name: str) -> None:
    block: Callable[..., object] = {**BLOCKS, **NARROWINGS}[name]
    required = [p for p in inspect.signature(block).parameters.values() if p.default is p.empty]
    places = range(len(required) or 1)
    for junk in JUNK:
        for at in places:
            given = [junk if place == at else _usual(name, place) for place in places]
            try:
                found = block(*given)
            except RuleError:
                continue
            assert isinstance(found, Pattern)
            assert isinstance(found, GroupClass) or repr(found)


def _usual(name: str, place: int) -> object:
    return {"switch": ("aa", True, "x"), "waits_on": ("1m", RuleSet(4 * meld + pair))}.get(name, (1, meld, "1m"))[place]


# Where it stands in a rule file


@pytest.mark.parametrize(
    ("win", "message"),
    [
        pytest.param("4 * meld + pair & matches('(')", "is no regex: missing )", marks=pytest.mark.fault(20)),
        pytest.param("4 * meld + pair & has(meld)", "for groups write some(meld)", marks=pytest.mark.fault(19)),
        pytest.param("4 * meld + pair & at_least(10**7, meld)", "no hand has so many", marks=pytest.mark.fault(38)),
        ("loose(0)", "loose takes a number of tiles from 1 up, not 0"),
        ("0 * meld + pair", "from 1 up, not 0"),
    ],
)
def test_a_rule_file_s_error_shows_file_and_line(tmp_path: Path, win: str, message: str) -> None:
    file = rule_file(tmp_path, win)
    line = next(number for number, text in enumerate(file.read_text().splitlines(), 1) if "RuleSet(" in text)
    with pytest.raises(RuleError) as caught:
        load(str(file))
    assert f"own.py:{line}\n" in str(caught.value)
    assert message in str(caught.value)
