"""Rule sets that other packages publish."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import run
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
