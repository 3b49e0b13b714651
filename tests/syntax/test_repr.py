"""The repr of a pattern reads as the code that made it, whatever it is made of."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import made

from regexhu import RuleError, RuleSet, blocks
from regexhu.syntax.groups import GroupClass
from regexhu.syntax.tree import Pattern


def same(pattern: Pattern) -> bool:
    """Whether the repr makes an equal pattern that prints alike."""
    again = eval(repr(pattern), {**vars(blocks), "RuleSet": RuleSet})
    return repr(again) == repr(pattern) and again == pattern


def listed(*codes: str) -> st.SearchStrategy[str]:
    return st.sampled_from(codes)


tiles = listed("''", "'1m'", "'19mps'", "'123456789m7z'", "'258mps'", "[0, 33]", "WINDS", "ALL")
counted = listed("''", "'1m'", "'19mps'", "WINDS", "ALL")
numbers = st.integers(0, 5).map(str)
steps = st.one_of(
    listed("open", "declared", "concealed", "undeclared", "others", "won()", "wild(1)", "wild(0)"),
    st.builds("{}({})".format, listed("of", "touching", "won", "wild_as"), tiles),
    st.builds("won({}, wait={})".format, tiles, listed("'middle'", "'edge'", "'side'")),
)
classes = st.recursive(
    listed("sequence", "triplet", "kong", "pair", "single", "meld"),
    lambda inner: st.one_of(
        st.builds("({}).{}".format, inner, steps),
        st.builds("({} | {})".format, inner, inner),
        st.builds("{} | {}".format, inner, inner),
    ),
    max_leaves=4,
)
leaves = st.one_of(
    listed("self_draw", "discard", "ready", "event", "no_forbidden", "no_wild", "wild_claimed", "wild_kong"),
    listed("winning_wild", "two_suits", "no_all_simples", "at_most_four_alike", "at_most_three_kongs", "suits(1, 2)"),
    listed(
        "matches('1m')", r"matches('(\\d)m\\1')", "switch('aa', True, 'it\\'s on')", "by_event('kong-draw', 'last')"
    ),
    listed("count(14)", "count(14, 17)", "suits(2)", "substitutes(2)", "has_each('19m')", "distinct(pair | single)"),
    st.builds("{}({}, {})".format, listed("exactly", "at_least", "at_most"), numbers, st.one_of(classes, counted)),
    st.builds("{}({})".format, listed("some", "no", "every", "distinct"), classes),
    st.builds("{}({})".format, listed("has", "only", "winning", "wild_among"), tiles),
)


def joined(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.builds("({}) & ({})".format, inner, inner),
        st.builds("({}) | ({})".format, inner, inner),
        st.builds("~({})".format, inner),
        st.builds("({}).named({!r})".format, inner, listed("a", "it's")),
        st.builds("({}).named({!r}, '本地')".format, inner, listed("a b")),
    )


conditions = st.recursive(leaves, joined, max_leaves=6)
of_a_section = listed("meld", "triplet.of('19m')", "(triplet | kong).open", "(pair | pair)", "pair.of('1m')", "single")
terms = st.builds("{} * {}".format, st.integers(1, 3), of_a_section)
sums = st.lists(st.one_of(terms, of_a_section), min_size=2, max_size=4).map(" + ".join)
shapes = st.one_of(terms, sums, listed("thirteen_orphans", "loose(5)", "1 * pair"))
ruled = st.recursive(
    shapes,
    lambda inner: st.one_of(
        st.builds("({}) & ({})".format, inner, conditions),
        st.builds("({}) & ({})".format, conditions, inner),
        st.builds("({}) | ({})".format, inner, inner),
        st.builds("({}).named('a')".format, inner),
    ),
    max_leaves=4,
)


@settings(max_examples=300, deadline=None)
@given(classes)
def test_a_class_prints_as_code_that_makes_it(code: str) -> None:
    try:
        groups = made(code)
    except RuleError as error:
        assert "never waits for its" in str(error)
        return
    assert isinstance(groups, GroupClass)
    assert same(groups), code
    assert same(2 * groups.of("1m")) if len({term.type for term in groups.terms}) == 1 else True


@settings(max_examples=300, deadline=None)
@given(st.one_of(conditions, ruled))
def test_a_rule_prints_as_code_that_makes_it(code: str) -> None:
    try:
        pattern = made(code)
    except RuleError as error:
        assert "never waits for its" in str(error)
        return
    assert same(pattern), code


@pytest.mark.fault(44)
@pytest.mark.parametrize(
    "code",
    [
        "6 * (pair | pair)",
        "(pair | pair) + pair.of('1m')",
        "1 * pair",
        "(triplet | kong.of('19m')).open.won()",
        "(triplet | kong).others.of('19mps')",
        "(triplet | kong).others | pair",
        "meld.open.concealed",
        "some(pair.of('1m').of('9m'))",
        "loose(5)",
        "loose(5) & has('1m')",
        "~(has('1m') & has('9m')).named('both')",
        "(~has('1m')).named('none')",
        "(4 * meld + pair).named('structure', '结构')",
    ],
)
def test_a_pattern_prints_as_the_code_that_made_it(code: str) -> None:
    assert repr(made(code)) == code
    assert same(made(code))


@pytest.mark.fault(44)
def test_a_rule_set_in_a_rule_is_printed_as_one() -> None:
    by = RuleSet(4 * blocks.meld + blocks.pair, tiles="123456789mps", name="plain")
    pattern = blocks.waits_on("4m", by=by)
    assert repr(pattern) == f"waits_on('4m', by={by!r})"
    again = eval(repr(pattern), {**vars(blocks), "RuleSet": RuleSet})
    assert repr(again) == repr(pattern)
