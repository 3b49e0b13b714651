"""How blocks are joined, what is refused, and how they print."""

from __future__ import annotations

import pytest
from statements import STATEMENTS
from strategies import made

from regexhu import RuleError, RuleSet

# Joining


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("has('1m') and has('9m')", "neither true nor false by itself: write & | ~ instead of and, or, not"),
        ("has('1m') or has('9m')", "write & | ~"),
        ("not has('1m')", "write & | ~"),
        ("bool(4 * meld + pair)", "write & | ~"),
        ("len(meld)", "a pattern has no length; to count tiles in a hand write count"),
        ("list(meld)", "can't be iterated over; .parts holds the parts"),
        ("kong in has('1m')", "can't be iterated over"),
        ("0 * meld", "a whole number of groups from 1 up, not 0"),
        ("-1 * meld", "a whole number of groups from 1 up, not -1"),
        ("1.5 * meld", "a whole number of groups from 1 up, not 1.5"),
        ("2 * has('1m')", r"has\('1m'\) can't be multiplied"),
        ("2 * (4 * meld + pair)", "4 \\* meld \\+ pair can't be multiplied"),
        ("has('1m') + pair", r"has\('1m'\) can't be added.*write & to join conditions"),
        ("4 * meld + has('1m')", r"has\('1m'\) is no group"),
        ("meld + 1", "1 is no group"),
        ("triplet & has('1m')", r"triplet is a class of groups, not a condition: write some\(triplet\) beside &"),
        ("has('1m') & triplet", r"write some\(triplet\) beside &"),
        ("has('1m') | triplet", r"write some\(triplet\) beside |"),
        ("triplet | has('1m')", r"triplet is a class of groups.*write some\(triplet\)"),
        ("~triplet", r"write some\(triplet\) beside ~"),
        ("has('1m') & '9m'", "'9m' is no pattern and can't stand beside &"),
        ("(4 * meld + pair) & (7 * pair)", "4 \\* meld \\+ pair and 7 \\* pair contradict.*write |"),
        ("~(7 * pair)", "~ can't stand before the shape 7 \\* pair"),
        ("~(7 * pair & has('1m'))", "~ can't stand before the shape 7 \\* pair"),
        ("7 * pair | has('1m')", r"has\('1m'\) has no shape beside 7 \* pair"),
        ("2 * (pair | single)", r"pair \| single mixes melds, pairs or single tiles in one term"),
        ("exactly(1, has('1m'))", r"has\('1m'\) can't be counted"),
        ("exactly(-1, pair)", r"exactly\(-1, pair\) can't hold"),
        ("count(17, 14)", r"count\(17, 14\) can't hold"),
        ("suits(3, 2)", r"suits\(3, 2\) can't hold"),
        ("suits(0)", r"suits\(0, 3\) holds for every hand"),
        ("has_each('')", r"has_each\(''\) holds for every hand"),
        ("pair.won(wait='late')", "no wait named 'late'; write one of middle, edge, side, pair, triplet"),
        ("triplet.won(wait='middle')", "triplet never waits for its middle tile: that is a sequence's"),
    ],
)  # fmt: skip
def test_what_has_no_meaning_is_refused_with_a_word_on_what_to_write(code: str, message: str) -> None:
    with pytest.raises(RuleError, match=message):
        made(code)


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("has('8z')", ("8z", " ^", "bad tile set: 8z is no tile: z has ranks 1 to 7.")),
        ("has('0m')", ("0m", "^", "bad tile set: a tile set is ranks 1-9 and suit letters m p s z, as in 19mps7z.")),
        ("pair.of('1m28')", ("1m28", "    ^", "bad tile set: these ranks lack a suit letter (m, p, s or z).")),
        ("at_least(2, 'm1')", ("m1", "^", "bad tile set: a suit letter follows its ranks: write 123m, 19mps or 7z.")),
    ],
)
def test_a_bad_tile_set_is_shown_with_a_caret(code: str, lines: tuple[str, str, str]) -> None:
    with pytest.raises(RuleError) as caught:
        made(code)
    assert str(caught.value) == "\n".join(lines)


# What blocks print


@pytest.mark.parametrize(
    "code",
    [
        *STATEMENTS,
        "(has('1m') & has('9m')).named('both ends')",
        "(~has('1m')).named('no one')",
        "has('1m').named('a').named('b', '乙')",
        "(4 * meld + pair).named('structure') & two_suits",
        "at_least(2, (triplet | kong).of('19mps').open)",
        "self_draw | discard & ready",
        r"matches('.*(\\d)m\\1p')",
    ],
)
def test_a_block_prints_as_the_code_that_made_it(code: str) -> None:
    pattern = made(code)
    assert repr(pattern) == code
    assert made(repr(pattern)) == pattern


@pytest.mark.parametrize("code", ["25 * single", "20 * meld + 5 * pair", "10**9 * meld", "loose(25)"])
def test_a_shape_has_no_more_groups_than_a_sequence(code: str) -> None:
    with pytest.raises(RuleError, match="a shape takes at most 24 groups, not"):
        made(code)


def test_a_switch_is_on_or_off_not_both() -> None:
    with pytest.raises(RuleError, match="the switch 'aa' is written twice"):
        RuleSet(made('4 * meld + pair & switch("aa", True, "x") & switch("aa", False, "y")'))
