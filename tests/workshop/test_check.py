"""The check command: what is amiss with a rule file, each with a line that would show it."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import printed, run
from strategies import FIRST, HEAD, long, rule_file


def said(folder: Path, win: str, examples: str = "win 1m\nlose 1m", doc: str | None = None) -> list[str]:
    """What check says of a rule file, without the place."""
    rule_file(folder, win, examples, **({} if doc is None else {"doc": doc}))
    return [remark["message"] for remark in printed("check", "own.py")]


@pytest.mark.parametrize(
    ("win", "block"),
    [
        ("4 * meld + pair & exactly(2, pair)", "exactly(2, pair)"),
        ("4 * meld + pair & no(triplet | kong) & at_least(3, '1z')", "no(triplet | kong)"),
        ("7 * pair & some(meld)", "some(meld)"),
        ("4 * meld + pair & some(sequence.won()) & only('1234z')", "only('1234z')"),
        ("4 * meld + pair & every(meld.open)", "every(meld.open)"),
    ],
)
def test_blocks_that_contradict_are_named_when_nothing_wins(here: Path, win: str, block: str) -> None:
    messages = said(here, win)
    assert f"nothing wins: {block} can't hold beside the other blocks" in messages
    assert run("check", "own.py").exit_code == 1


@pytest.mark.parametrize(
    ("win", "block"),
    [
        ("4 * meld + pair & count(14, 18)", "count(14, 18)"),
        ("4 * meld + pair & two_suits & suits(1)", "suits(1)"),
        ("4 * meld + pair & some(kong.open) & some(kong)", "some(kong)"),
        ("7 * pair & no(meld.open)", "no(meld.open)"),
    ],
)
def test_a_block_that_the_others_imply_never_changes_a_verdict(here: Path, win: str, block: str) -> None:
    assert any(message == f"{block} never changes a verdict: the other blocks imply it" for message in said(here, win))


def test_an_alternative_that_the_others_cover_never_changes_a_verdict(here: Path) -> None:
    covered = "4 * triplet + pair never changes a verdict: the other alternatives cover it"
    assert covered in said(here, "4 * meld + pair | 4 * triplet + pair")
    assert covered not in said(here, "4 * sequence + pair | 4 * triplet + pair")
    assert "has('1z') never changes a verdict: the other alternatives cover it" in said(
        here, "4 * meld + pair & (has('1z') | has('1234z'))"
    )


@pytest.mark.parametrize(
    ("win", "block"),
    [
        ("4 * meld + pair & some(triplet)", "some(triplet)"),
        ("4 * meld + pair & self_draw", "self_draw"),
        ("4 * meld + pair & ready", "ready"),
        ("4 * meld + pair & no_forbidden", "no_forbidden"),
        ("4 * meld + pair & some(meld.open)", "some(meld.open)"),
        ("4 * meld + pair & winning('258mps')", "winning('258mps')"),
        ("4 * meld + pair & some(sequence.won(wait='middle'))", "some(sequence.won(wait='middle'))"),
        ("4 * meld + pair & (~switch('east', False, '') | has('1z'))", "~east | has('1z')"),
    ],
)
def test_a_block_that_no_line_shows_gets_a_line_that_shows_it(here: Path, win: str, block: str) -> None:
    (message,) = (message for message in said(here, win) if message.startswith(f"{block}: no lose line"))
    line = message.partition("as this one would: ")[2]
    rule_file(here, win, f"win 1m\n{line}")
    assert [trial["outcome"] for trial in printed("test", "own.py")[0]["trials"]][1] == "right"
    assert not any(message.startswith(block) for message in said(here, win, f"win 1m\n{line}"))


def test_what_is_used_nowhere_is_named_with_its_line(here: Path) -> None:
    text = HEAD + "用 = 4 * meld + pair\n不用 = 将 & has('1z')\nrules = RuleSet(用 & two_suits)\n"
    (here / "town.py").write_text(text, encoding="utf-8")
    unused = [remark for remark in printed("check", "town.py") if remark["message"].endswith("is not used")]
    assert {"rules": "town", "place": f"town.py:{FIRST + 1}", "message": "不用 is not used", "serious": False} in unused
    names = {remark["message"].split()[0] for remark in unused}
    assert {"将", "kong", "switch"} <= names
    assert names.isdisjoint({"meld", "pair", "two_suits", "用", "rules", "RuleSet"})


def test_no_source_and_no_examples_are_serious(here: Path) -> None:
    assert said(here, "4 * meld + pair", "", doc="Own 自家") == [
        "names no source: write Source: and where the rules stand into the docstring",
        "lacks examples: give hands that win and hands that lose",
    ]
    assert run("check", "own.py").exit_code == 1
    said(here, "4 * meld + pair & some(triplet)")
    assert run("check", "own.py").exit_code == 0


def test_what_only_the_regex_reads_is_said_to_be_untold(here: Path) -> None:
    (message,) = said(here, "4 * meld + pair & matches('.*')")
    assert message.startswith("what its blocks do can't be told: matches('.*') is text")


@pytest.mark.parametrize("name", ["standard", "xian", long("harbin")])
def test_a_shipped_rule_set_has_nothing_serious(name: str) -> None:
    assert not any(remark["serious"] for remark in printed("check", name))
