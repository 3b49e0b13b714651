"""Deeply nested rules: judged up to a limit, and refused where they are written beyond it."""

from __future__ import annotations

import copy
import pickle
from functools import reduce

import pytest

from regexhu import RuleError, RuleSet, blocks, explain
from regexhu.blocks import at_most, has, kong, meld, pair
from regexhu.regextext.flavors import FLAVORS
from regexhu.syntax.tree import MOST_DEEP, Pattern

WINS = "123m456p789s11122z"


def nested(depth: int) -> Pattern:
    """A condition that is nested so deep, in turn by each operator and by a name; it holds for 1m."""
    both = lambda x: x & has("1m")  # noqa: E731
    ways = (lambda x: ~x, both, lambda x: x | has("9m"), lambda x: x.named("n"), both)
    found: Pattern = has("1m")
    for number in range(depth):
        found = ways[number % 5](found)
    return found


@pytest.mark.fault(46)
def test_not_not_is_the_condition_itself_however_often() -> None:
    pattern: Pattern = has("1m")
    for _ in range(400):
        pattern = ~pattern
    assert pattern == has("1m")
    assert ~~pattern is pattern


def test_parts_side_by_side_are_not_nested() -> None:
    for joined in (
        reduce(lambda a, b: a & b, [has("1m")] * 1000),
        reduce(lambda a, b: b | a, [has("1m")] * 1000),
        reduce(lambda a, b: b & a, [at_most(3, kong)] * 1000),
    ):
        assert joined.depth == 1
        assert RuleSet(4 * meld + pair & joined).is_win(WINS, engine="regex")


@pytest.mark.parametrize("engine", ["regex", "automaton"])
def test_a_rule_of_the_greatest_depth_is_judged(engine: str) -> None:
    rules = RuleSet(4 * meld + pair & nested(MOST_DEEP - 1))
    assert rules.win.depth == MOST_DEEP
    assert rules.is_win(WINS, engine=engine)
    assert not rules.is_win("234m456p789s11122z", engine=engine)
    other = RuleSet((4 * meld + pair & nested(MOST_DEEP - 2)) | 7 * pair)
    assert other.is_win(WINS, engine=engine)
    assert not other.is_win("234m456p789s11122z", engine=engine)


def test_a_rule_of_the_greatest_depth_is_printed_copied_explained_and_written_for_other_engines() -> None:
    pattern = nested(MOST_DEEP - 1)
    assert eval(repr(pattern), vars(blocks).copy()) == pattern
    for again in (pickle.loads(pickle.dumps(pattern)), copy.deepcopy(pattern)):
        assert (again, again.depth) == (pattern, pattern.depth)
    rules = RuleSet(4 * meld + pair & pattern)
    assert "wins" in str(explain(WINS, rules=rules))
    for flavor in FLAVORS:
        assert str(rules.export(flavor))


@pytest.mark.fault(46)
@pytest.mark.parametrize("operator", [lambda x: ~x, lambda x: x | has("2m"), lambda x: x & has("2m")])
def test_what_is_nested_deeper_is_refused_where_it_is_written(operator: object) -> None:
    def deeper() -> None:
        pattern = nested(MOST_DEEP)
        pattern = ~(pattern.named("one more"))
        operator(pattern)  # type: ignore[operator]

    with pytest.raises(RuleError, match="a rule is nested at most 40 deep: join its parts side by side, as in a & b"):
        deeper()


def test_four_hundred_levels_are_refused_without_a_recursion_error() -> None:
    with pytest.raises(RuleError, match="nested at most 40 deep"):
        nested(400)
