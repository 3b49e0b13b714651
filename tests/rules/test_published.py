"""Rule sets that other packages publish."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import printed, run
from strategies import FIRST, HEAD

from regexhu import RuleError, UnknownRules, is_win, load, rule_sets
from regexhu.rules.library import shipped


def publish(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, code: str) -> None:
    """Install a package `town_rules` with an entry point of that name."""
    info = folder / "town_rules-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: town-rules\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[regexhu.patterns]\n{name} = town_rules\n")
    (folder / "town_rules.py").write_text(code, encoding="utf-8")
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setattr("regexhu.rules.library.LOADED", {})
    monkeypatch.delitem(__import__("sys").modules, "town_rules", raising=False)


def test_a_published_rule_set_is_loaded_and_listed_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    publish(tmp_path, monkeypatch, "town", HEAD + "rules = RuleSet(7 * pair)")
    assert "town" in rule_sets()
    assert "town" not in shipped()
    assert is_win("1133m4466p779966s", rules="town")
    assert load("town?").title == "Town 镇"
    assert any(line.split() == ["town", "Town", "镇"] for line in run("list").stdout.splitlines())
    with pytest.raises(UnknownRules, match="did you mean town"):
        load("tovn")


def test_a_shipped_rule_set_comes_before_a_published_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    publish(tmp_path, monkeypatch, "harbin", HEAD + "rules = RuleSet(7 * pair)")
    assert rule_sets().count("harbin") == 1
    assert load("harbin").title == "Harbin 哈尔滨"


def test_a_published_rule_set_that_does_not_run_spoils_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(tmp_path, monkeypatch, "town", HEAD + "rules = RuleSet(7 * pairs)")
    with pytest.raises(RuleError, match=rf"town_rules.py:{FIRST}\n.*\n.*\nnothing is named pairs; did you mean pair"):
        load("town")
    assert run("list").exit_code == 0
    assert run("win", "11m", "-r", "town").exit_code == 2
    assert run("win", "111s345s55s567s222m", "-r", "harbin").exit_code == 0


BROKEN = {
    "does not run": ("rules = RuleSet(7 * pairs)", "nothing is named pairs; did you mean pair"),
    "has no rule set": ("x = 1", "end it with rules = RuleSet"),
    "exits": ("raise SystemExit(3)", "SystemExit: 3"),
    "is no Python": ("rules =", "this is no Python"),
    "is not there": (None, "No module named"),
    "fails when it is looked at": (
        "class Odd(type(two_suits)):\n    words = property(lambda self: 1 / 0)\n"
        "class Rules(RuleSet):\n    needs = property(lambda self: 1 / 0)\nrules = Rules(7 * pair)\n"
        "rules.with_ = lambda **said: rules",
        "ZeroDivisionError: division by zero",
    ),
}


@pytest.mark.fault(32)
@pytest.mark.parametrize("amiss", BROKEN)
def test_a_published_rule_set_that_is_broken_is_listed_with_what_is_amiss(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, amiss: str
) -> None:
    code, says = BROKEN[amiss]
    publish(tmp_path, monkeypatch, "town", HEAD + (code or ""))
    if code is None:
        (tmp_path / "town_rules.py").unlink()
    listed = run("list")
    assert (listed.exit_code, listed.stderr) == (0, "")
    assert "town " in listed.stdout and says in listed.stdout
    assert set(rule_sets()) == {found["name"] for found in printed("list")} > {"town", "harbin", "xian"}
    (town,) = (found for found in printed("list") if found["name"] == "town")
    assert says in town["error"]


@pytest.mark.fault(32)
def test_a_published_rule_set_without_a_title_is_listed_and_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "from regexhu.blocks import *\nfrom regexhu.rules import RuleSet\nrules = RuleSet(7 * pair)"
    publish(tmp_path, monkeypatch, "town", code)
    (line,) = (line for line in run("list").stdout.splitlines() if line.startswith("town "))
    assert line.split(None, 1)[1] == "has no title: begin its docstring with one"
    (town,) = (found for found in printed("list") if found["name"] == "town")
    assert (town["title"], "error" in town) == ("", False)
    assert run("show", "town").stdout.startswith("\n")
    assert run("win", "1133m4466p779966s", "-r", "town").stdout.startswith("1133m4466p667799s  wins: town\n")


@pytest.mark.fault(32)
@pytest.mark.parametrize(
    "entries", ["[regexhu.patterns]\ntown = not a module\n", "[regexhu.patterns]\ntown\n", "\0\xff[", ""]
)
def test_entry_points_that_are_written_wrongly_spoil_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, entries: str
) -> None:
    publish(tmp_path, monkeypatch, "town", HEAD + "rules = RuleSet(7 * pair)")
    (tmp_path / "town_rules-1.0.dist-info" / "entry_points.txt").write_text(entries, "latin-1")
    assert run("list").exit_code == 0
    assert "harbin" in rule_sets()
    with pytest.raises((RuleError, UnknownRules)):
        load("town")


def test_the_name_of_a_published_rule_set_is_shown_with_its_control_characters_escaped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(tmp_path, monkeypatch, "to\x1b[31mwn", HEAD + "rules = RuleSet(7 * pair)")
    assert "to\\x1b[31mwn " in run("list").stdout
    assert "\x1b" not in run("list").stdout + run("list", "--json").stdout
    assert run("show", "to\x1b[31mwn").exit_code == 0
