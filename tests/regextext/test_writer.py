"""The regex of a rule set: one line or laid out, in three spellings, with its groups captured, and never slow."""

from __future__ import annotations

import random
import re
from functools import cache

import oracle
import pytest
import regex
from statements import STATEMENTS
from strategies import made, random_hands

from regexhu import Hand, RuleError, RuleSet, load, normalize, rule_sets
from regexhu.blocks import matches, meld, pair
from regexhu.expression import matching
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
    layouts = [layout for text in texts() if (layout := rules.winning_layout(Hand.parse(text)))]
    assert len(layouts) > 50
    for layout in layouts:
        found: dict[str, list[str]] = {}
        for group in layout:
            found.setdefault(group.kind, []).append(group.text(SPELLINGS["mpsz"]))
        assert captured(name, layout) == found


def test_captures_say_how_a_group_came_about_and_what_completed_it() -> None:
    layout = load("standard").winning_layout(Hand.parse("456p5z5z,9-99s,1111+m,666=6z"))
    assert layout is not None
    assert captured("standard", layout) == {
        "sequence": ["4p5p6p,"],
        "triplet": ["9s9s9s-"],
        "kong": ["1m1m1m1m+", "6z6z6z6z="],
        "pair": ["5z5z!5z,"],
    }


# Nothing backtracks badly


LONG = 10_000


def hostile_texts(spelling: str) -> dict[str, str]:
    """Texts of 10,000 characters, and some that are as long as a canonical sequence may be."""
    tiles = SPELLINGS[spelling].tiles
    a, b, c = tiles[:3]
    units = {
        "one tile": a,
        "two tiles": a + b,
        "single tiles": a + ",",
        "pairs alike": a + a + ",",
        "pairs of all kinds": "".join(f"{tile}{tile}," for tile in tiles),
        "triplets": a * 3 + "-",
        "triplets of all kinds": "".join(f"{tile * 3}," for tile in tiles),
        "kongs": a * 4 + "+",
        "sequences": a + b + c + ",",
        "winning tiles": f"{a}!{a},",
        "marks": ",",
        "winning tiles of nothing": a + "!",
        "context": "@ready",
        "empty context": "@",
        "letters": "x",
        "lines": a + "\n",
        "halves of tiles": a[0] + b[-1],
    }
    found = {kind: (unit * LONG)[:LONG] for kind, unit in units.items()}
    found["noise"] = "".join(random.Random(4).choices([*tiles, *"-,=+!@*"], k=LONG))[:LONG]
    found["groups and one letter"] = (f"{a * 4}," * LONG)[: LONG - 1] + "x"
    found["a context that breaks off"] = f"{a}{a}," + ("@self-draw" * LONG)[: LONG - 10] + "!"
    found["24 tiles alike"] = a * 24
    found["24 pairs alike"] = f"{a}{a}," * 24
    found["24 kongs alike and one letter"] = f"{a * 4}," * 24 + "x"
    return found


HOSTILE = {spelling: hostile_texts(spelling) for spelling in SPELLINGS}


@pytest.mark.parametrize("name", SHIPPED)
def test_a_rule_set_is_done_with_any_long_text_in_no_time(name: str) -> None:
    for spelling in SPELLINGS if load(name).spelling == "article" else ("glyph", "mpsz"):
        expression = regex.compile(load(name).regex(spelling))
        for text in HOSTILE[spelling].values():
            assert expression.fullmatch(text, timeout=1.0) is None


@pytest.mark.parametrize("code", STATEMENTS)
def test_a_block_is_done_with_any_long_text_in_no_time(code: str) -> None:
    expression = regex.compile(made(code).regex("mpsz"))
    for kind, text in HOSTILE["mpsz"].items():
        try:
            expression.match(text, timeout=1.0)
        except TimeoutError:
            pytest.fail(f"{code} backtracks on {kind}")


def test_a_match_that_takes_too_long_is_given_up_with_a_word_on_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matching, "MATCH_SECONDS", 0.05)
    slow = RuleSet(matches(r"(?:.|..)*[xy]") & 4 * meld + pair, name="slow", spelling="mpsz")
    with pytest.raises(RuleError, match=r"took longer than 0.05 s .* your own in matches\(…\) backtracks; make its"):
        slow.is_win("123m111456p789s55z")
    assert normalize("123m111456p789s55z", "mpsz") == ["1m2m3m,1p1p1p,4p5p6p,7s8s9s,5z5z,"]
