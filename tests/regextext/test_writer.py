"""The regex of a rule set: one line or laid out, in three spellings, with its groups captured."""

from __future__ import annotations

import re
from functools import cache

import oracle
import pytest
import regex
from strategies import random_hands

from regexhu import Hand, RuleError, load, rule_sets
from regexhu.hands.layout import Layout
from regexhu.hands.tiles import SPELLINGS

SHIPPED = rule_sets()
MARKED = [name for name in SHIPPED if load(name).spelling != "article"]
FAMILIAR = ["harbin", "riichi", "standard"]


@cache
def texts() -> list[str]:
    """Random hands as MPSZ text, and some in forms of their own."""
    special = ["1133m5577p2299s55z", "11223344556677m", "19m19p19s12345677z", "19m19p19s11345677z", "1111222233334m44z"]
    return special + [oracle.to_mpsz(*hand) for hand in random_hands(seed=40, number=600)]


def wins(name: str, spelling: str, verbose: bool = False) -> list[bool]:
    """For each of the texts whether the rule set's regex matches one of its canonical sequences."""
    expression = regex.compile(load(name).regex(spelling, verbose))
    forms = load(name).forms

    def sequences(hand: Hand) -> list[str]:
        return [hand.sequence(layout, SPELLINGS[spelling]) for form in forms for layout in hand.layouts(form)]

    return [any(map(expression.fullmatch, sequences(Hand.parse(text)))) for text in texts()]


# One line, and laid out


@pytest.mark.parametrize("spelling", ["glyph", "mpsz"])
@pytest.mark.parametrize("name", MARKED)
def test_the_verbose_regex_is_the_same_text_with_blanks_and_comments(name: str, spelling: str) -> None:
    first, *lines = load(name).regex(spelling, verbose=True).split("\n")
    assert first == "(?x)"
    assert "".join(re.sub(r"\s+(# .*)?", "", line) for line in lines) == load(name).regex(spelling)


def test_the_verbose_regex_has_a_commented_line_for_each_block() -> None:
    assert re.findall(r"  # (.*)", load("harbin").regex(verbose=True)) == [
        "a canonical sequence",
        "only tiles of 123456789mps7z",
        "at most four tiles alike",
        "14 to 17 tiles",
        "at least one triplet or kong 必有杠刻",
        "at most three kongs 至多三杠",
        "at least two suits 两门",
        "not all simples 不断幺",
        "4 melds and 1 pair",
        "the context",
    ]


@pytest.mark.parametrize("spelling", ["glyph", "mpsz"])
@pytest.mark.parametrize("name", FAMILIAR)
def test_one_line_and_verbose_in_either_spelling_give_the_verdicts_of_the_rule_set(name: str, spelling: str) -> None:
    verdicts = [load(name).is_win(text, engine="regex") for text in texts()]
    assert set(verdicts) == {True, False}
    assert wins(name, spelling) == verdicts
    assert wins(name, spelling, verbose=True) == verdicts


@pytest.mark.parametrize("name", ["article", "harbin", "standard"])
def test_the_article_spelling_gives_the_same_verdicts_on_hands_without_claims(name: str) -> None:
    rules = load(name)
    for text, won in zip(texts(), wins(name, "article"), strict=True):
        if "," not in text:
            assert won == rules.is_win(text, engine="regex"), text


def test_without_marks_a_rule_on_marks_cannot_be_written() -> None:
    with pytest.raises(RuleError, match="the article spelling has no marks"):
        load("riichi").regex("article")


def test_an_unknown_spelling_is_refused() -> None:
    with pytest.raises(RuleError, match="no spelling named 'unicode'; write one of glyph, mpsz, article"):
        load("harbin").regex("unicode")


# Captures


def captured(name: str, layout: Layout) -> dict[str, list[str]]:
    sequence = "".join(group.text(SPELLINGS["mpsz"]) for group in layout)
    match = regex.fullmatch(load(name).regex("mpsz"), sequence)
    assert match is not None
    return {kind: found for kind, found in match.capturesdict().items() if found}


@pytest.mark.parametrize("name", FAMILIAR)
def test_the_match_has_captured_the_groups_of_the_layout_by_name(name: str) -> None:
    rules = load(name)
    layouts = [layout for text in texts() if (layout := rules.layout(Hand.parse(text)))]
    assert len(layouts) > 50
    for layout in layouts:
        found: dict[str, list[str]] = {}
        for group in layout:
            found.setdefault(group.type, []).append(group.text(SPELLINGS["mpsz"]))
        assert captured(name, layout) == found


def test_captures_say_how_a_group_came_about_and_what_completed_it() -> None:
    layout = load("standard").layout(Hand.parse("456p5z5z,9-99s,1111+m,666=6z"))
    assert layout is not None
    assert captured("standard", layout) == {
        "sequence": ["4p5p6p,"],
        "triplet": ["9s9s9s-"],
        "kong": ["1m1m1m1m+", "6z6z6z6z="],
        "pair": ["5z5z!5z,"],
    }
