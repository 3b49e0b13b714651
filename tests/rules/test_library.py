"""How rule sets are found and loaded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from strategies import rule_file

from regexhu import RuleError, UnknownRules, explain, is_win, load, rule_sets, waits

# Finding rule sets


def test_the_shipped_rule_sets() -> None:
    assert {"article", "harbin", "riichi", "standard"} <= set(rule_sets())
    assert rule_sets() == sorted(rule_sets())


@pytest.mark.parametrize(
    ("name", "near"),
    [("harbni", ["harbin"]), ("Riichi", ["riichi"]), ("stand", ["standard"]), ("xyzzy", []), ("", []), ("../q", [])],
)
@pytest.mark.parametrize("call", [is_win, explain, waits])
def test_an_unknown_name_raises_with_the_names_most_like_it(name: str, near: list[str], call: Any) -> None:
    with pytest.raises(UnknownRules) as caught:
        call("11m", rules=name)
    assert (caught.value.name, caught.value.near[:1]) == (name, near)
    assert f"no rule set named {name!r}" in str(caught.value)


def test_a_name_is_loaded_once() -> None:
    assert load("harbin") is load("harbin")
    assert load(load("harbin")) is load("harbin")


@pytest.mark.parametrize("kind", [str, Path])
def test_a_rule_file_is_loaded_by_its_path(tmp_path: Path, kind: type) -> None:
    path = kind(rule_file(tmp_path, win="7 * pair & distinct(pair)"))
    rules = load(path)
    assert (rules.name, rules.title, rules.source) == ("own", "Own 自家", "the rules at my table.")
    assert is_win("1133m5577p2299s55z", rules=path)
    assert not is_win("123m456p789s11122z", rules=rules)
    assert [file.name for file in tmp_path.iterdir()] == ["own.py"]


def test_a_rule_file_that_is_not_there_is_unknown(tmp_path: Path) -> None:
    with pytest.raises(UnknownRules, match=r"no such file: .*nowhere\.py"):
        load(tmp_path / "nowhere.py")
    with pytest.raises(UnknownRules):
        load(tmp_path)


def test_nothing_is_loaded_from_the_working_directory_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rule_file(tmp_path)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnknownRules):
        load("own")
    assert load("own.py").name == "own"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1\n", "defines no rule set: end it with rules = RuleSet"),
        ("rules = 'harbin'\n", "defines no rule set: end it with rules = RuleSet"),
        ("rules = \n", "bad.py:1\n    rules = \n            \\^\nthis is no Python: invalid syntax"),
        ("import no_such_module\n", "No module named 'no_such_module'"),
        ("from regexhu.blocks import *\nrules = 0 * meld\n", "a whole number of groups from 1 up, not 0"),
    ],
)
def test_a_file_that_makes_no_rule_set_is_a_rule_error(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "bad.py").write_text(text, encoding="utf-8")
    with pytest.raises(RuleError, match=message):
        load(tmp_path / "bad.py")
