"""Blocks: how they are joined, what is refused, how they print, and that each regex says what the block says."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import oracle
import pytest
import regex
from statements import CLASSES, STATEMENTS
from strategies import any_layouts, made, random_hands, random_layout, spelled

from regexhu import RuleError, RuleSet, blocks
from regexhu.hands.layout import Form, Group, Layout, in_order

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


# What blocks say: each beside a plain statement over the groups of a layout


@pytest.mark.parametrize("spelling", ["glyph", "mpsz"])
@pytest.mark.parametrize("code", STATEMENTS)
def test_the_regex_of_a_block_says_what_the_block_says(code: str, spelling: str) -> None:
    says, expression = STATEMENTS[code], regex.compile(made(code).regex(spelling))
    found = {layout: expression.match(spelled(layout, spelling)) is not None for layout in any_layouts()}
    assert found == {layout: says(layout) for layout in any_layouts()}
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


def test_the_vocabulary_is_what_the_module_names() -> None:
    assert [name for name in blocks.__all__ if made(name) is None] == []


# Shapes: any number of each class, dealt out in any order


SHAPES: dict[str, list[tuple[int, str]]] = {
    "4 * meld + pair": [(4, "meld"), (1, "pair")],
    "2 * triplet + 2 * meld + pair": [(2, "triplet"), (2, "meld"), (1, "pair")],
    "triplet + 3 * sequence + pair": [(1, "triplet"), (3, "sequence"), (1, "pair")],
    "2 * sequence + 2 * (triplet | kong) + pair": [(2, "sequence"), (2, "triplet | kong"), (1, "pair")],
    "triplet.of('19mps') + triplet + 2 * meld + pair": [
        (1, "triplet.of('19mps')"),
        (1, "triplet"),
        (2, "meld"),
        (1, "pair"),
    ],
    "2 * meld.touching('19mps1234567z') + 2 * meld + pair": [
        (2, "meld.touching('19mps1234567z')"),
        (2, "meld"),
        (1, "pair"),
    ],
    "2 * meld.open + 3 * sequence.of('123456mps')": [(2, "meld.open"), (3, "sequence.of('123456mps')")],
    "3 * sequence + 2 * pair + 2 * single": [(3, "sequence"), (2, "pair"), (2, "single")],
    "3 * meld + (pair | pair.of('2m')) + pair": [(3, "meld"), (2, "pair")],
}


def is_dealt(layout: Layout, slots: list[Callable[[Group], bool]]) -> bool:
    """Whether each group can be put in a slot of its own that takes it, and no slot stays empty."""
    if not layout or not slots:
        return not layout and not slots
    first, rest = layout[0], layout[1:]
    return any(takes(first) and is_dealt(rest, slots[:at] + slots[at + 1 :]) for at, takes in enumerate(slots))


@pytest.mark.parametrize("spelling", ["glyph", "mpsz"])
@pytest.mark.parametrize("code", SHAPES)
def test_the_regex_of_a_shape_deals_the_groups_out_to_its_terms(code: str, spelling: str) -> None:
    rng, terms, shape = random.Random(5), SHAPES[code], made(code)
    expression = regex.compile(shape.regex(spelling))
    slots = [CLASSES[groups] for times, groups in terms for _ in range(times)]
    verdicts = Counter[bool]()
    for n in range(1_500):
        form = Form(*(size + rng.choice((-1, 0, 1)) * (n % 10 == 0 and size > 0) for size in shape.shapes[0].form))
        of = rng.choices(("sequence", "triplet", "kong"), (3, 3, 1), k=form.melds)
        layout = in_order(random_layout(rng, [*of, *["pair"] * form.pairs, *["single"] * form.singles]))
        verdict = expression.fullmatch(spelled(layout, spelling)) is not None
        assert verdict == is_dealt(layout, slots), spelled(layout, "mpsz")
        verdicts[verdict] += 1
    assert min(verdicts[True], verdicts[False]) > 5, verdicts


def test_a_shape_judges_hands_by_the_reading_that_fits_it() -> None:
    rules = RuleSet(made("2 * triplet + sequence + meld + pair"))
    verdicts = Counter[bool]()
    for counts, melds in random_hands(seed=5, number=3_000):
        declared = [oracle.meld_tiles(meld) for meld in melds]
        wins = False
        for reading in oracle.standard_readings(counts, melds):
            groups = [group for group in (*declared, *reading) if len(group) > 2]
            runs = sum(group[0] != group[1] for group in groups)
            triplets = sum(len(group) == 3 and group[0] == group[1] for group in groups)
            wins |= triplets >= 2 and runs >= 1
        assert rules.is_win(oracle.to_mpsz(counts, melds)) == wins
        verdicts[wins] += 1
    assert min(verdicts.values()) > 300


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


@pytest.mark.parametrize("code", ["25 * single", "20 * meld + 5 * pair", "10**9 * meld", "loose(25)"])
def test_a_shape_has_no_more_groups_than_a_sequence(code: str) -> None:
    with pytest.raises(RuleError, match="a shape takes at most 24 groups, not"):
        made(code)


def test_a_switch_is_on_or_off_not_both() -> None:
    with pytest.raises(RuleError, match="the switch 'aa' is written twice"):
        RuleSet(made('4 * meld + pair & switch("aa", True, "x") & switch("aa", False, "y")'))
