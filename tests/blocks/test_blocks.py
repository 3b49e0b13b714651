"""Blocks: each regex says what the block says, as does a regex of one's own."""

from __future__ import annotations

import pytest
import regex
from statements import STATEMENTS
from strategies import any_layouts, few_or_many, made, spelled

from regexhu import RuleError, RuleSet, blocks
from regexhu.hands.layout import Group

# What blocks say: each beside a plain statement over the groups of a layout


@few_or_many(400, 800)
@pytest.mark.parametrize("spelling", ["glyph", "mpsz"])
@pytest.mark.parametrize("code", STATEMENTS)
def test_the_regex_of_a_block_says_what_the_block_says(code: str, spelling: str, number: int) -> None:
    says, expression, layouts = STATEMENTS[code], regex.compile(made(code).regex(spelling)), any_layouts()[:number]
    found = {layout: expression.match(spelled(layout, spelling)) is not None for layout in layouts}
    assert found == {layout: says(layout) for layout in layouts}
    says_always = code.startswith("at_least(0")
    assert set(found.values()) == ({True} if says_always else {True, False})


@pytest.mark.parametrize("spelling", ["glyph", "mpsz"])
@pytest.mark.parametrize(
    ("code", "tails"),
    [
        ("self_draw", ["@self-draw", "@self-draw@ready", "@self-draw@seat-1z"]),
        ("discard", ["@discard", "@discard@not-ready"]),
        ("ready", ["@ready", "@self-draw@ready"]),
        ("~ready", ["", "@self-draw", "@discard", "@discard@not-ready", "@self-draw@seat-1z"]),
    ],
)
def test_a_context_block_reads_its_own_word_of_the_tail(code: str, tails: list[str], spelling: str) -> None:
    all_tails = ["", "@self-draw", "@discard", "@ready", "@self-draw@ready", "@discard@not-ready", "@self-draw@seat-1z"]
    sequence = spelled((Group("pair", (33, 33), won=33),), spelling)
    assert [tail for tail in all_tails if regex.match(made(code).regex(spelling), sequence + tail)] == tails


@pytest.mark.parametrize(
    "code", ["some(meld.open)", "some(pair.won())", "winning('1m')", "self_draw", "distinct(pair)"], ids=str
)
def test_what_the_article_cannot_write_is_refused(code: str) -> None:
    with pytest.raises(RuleError, match=r"the article spelling has no marks, so it can't say .*; use glyph or mpsz"):
        made(code).regex("article")


def test_the_vocabulary_is_what_the_module_names() -> None:
    assert [name for name in blocks.__all__ if made(name) is None] == []


# A regex of one's own


@pytest.mark.parametrize(
    ("code", "wins"),
    [
        (r"matches('1m2m3m,1p1p1p,')", True),
        (r"matches('1m2m3m,1p$')", False),
        (r"matches('2p|.*5z')", True),
        (r"matches(r'[^@]*(\d)z\1z,$')", True),
        (r"matches(r'[^@]*(\d)z\1p')", False),
        (r"matches(r'((\d)m)') & matches(r'.*(\dz)\1,$') & distinct(pair)", True),
        (r"matches('1m 2m')", False),
        (r"matches('[1] # 2m') | has('1m')", True),
        (r"matches('1m #\n2m') | has('9s')", True),
    ],
)
@pytest.mark.parametrize("verbose", [False, True], ids=["one line", "verbose"])
def test_a_regex_of_ones_own_means_in_a_rule_what_it_means_alone(code: str, wins: bool, verbose: bool) -> None:
    rules = RuleSet(made(f"({code}) & 4 * meld + pair & at_most_four_alike"), spelling="mpsz")
    expression = regex.compile(rules.regex(verbose=verbose))
    assert (expression.fullmatch("1m2m3m,1p1p1p,4p5p6p,7s8s9s,5z5z,") is not None) is wins
    assert expression.fullmatch("1m2m3m,1p1p2p,4p5p6p,7s8s9s,5z5z,") is None


def test_a_broken_regex_of_ones_own_is_a_rule_error() -> None:
    with pytest.raises(RuleError, match=r"matches\('\(1m'\) is no regex: missing \)"):
        RuleSet(made("matches('(1m') & 4 * meld + pair")).regex()
    with pytest.raises(RuleError, match="have numbers, not names"):
        RuleSet(made("matches('(?P<pair>1m)') & 4 * meld + pair")).regex()
