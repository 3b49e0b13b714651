"""The errors themselves: they are pickled and copied, and say what to do."""

from __future__ import annotations

import copy
import pickle

import pytest

from regexhu.errors import NotationError, RuleError, TooManyStates, UnknownRules
from regexhu.hands.mpsz import parse


def test_errors_survive_pickle_and_copy() -> None:
    with pytest.raises(NotationError) as caught:
        parse("111+m")
    for error in (
        caught.value,
        UnknownRules("harbni", ["harbin"]),
        TooManyStates(limit=10, reached=11),
        RuleError("no shape"),
    ):
        for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
            assert type(twin) is type(error)
            assert vars(twin) == vars(error)
            assert str(twin) == str(error)


def test_unknown_rules_offers_the_near_names() -> None:
    assert str(UnknownRules("q", [])) == "no rule set named 'q'; regexhu list names all."
    assert "did you mean harbin or harbin_strict?" in str(UnknownRules("harbn", ["harbin", "harbin_strict"]))


def test_too_many_states_is_a_rule_error_that_names_both_numbers() -> None:
    error = TooManyStates(limit=1000, reached=1001)
    assert isinstance(error, RuleError)
    assert (error.limit, error.reached) == (1000, 1001)
    assert "1,001 states of at most 1,000" in str(error)
