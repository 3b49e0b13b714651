"""export --to: a table as source, for what is told; options for regexes and for tables don't mix."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from regexhu import load
from regexhu.cli.main import main
from regexhu.cli.rule_sets import TARGETS
from regexhu.workshop import exported


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["export", *words])


def test_every_language_has_its_template_in_the_package() -> None:
    assert TARGETS == exported.TARGETS
    root = Path(__file__).parents[2]
    packed = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["package-data"]
    found = {file.name for pattern in packed["regexhu.workshop"] for file in (root / "regexhu/workshop").glob(pattern)}
    assert found == {language.template for language in exported.LANGUAGES.values()}


@pytest.mark.parametrize("to", TARGETS)
def test_a_table_is_written_in_each_language_and_what_it_cannot_say_beside_it(to: str) -> None:
    found = run("standard", "--to", to)
    assert found.exit_code == 0
    assert found.stdout == exported.source(load("standard").table(), to)
    limits = ["It judges hands without wild tiles.", "It gives no layout and no reasons, and counts no hands."]
    assert found.stderr == "".join(f"{to}: {limit}\n" for limit in limits)


def test_what_is_told_and_switched_is_said_at_the_top() -> None:
    found = run("hangzhou", "--to", "c", "--self-draw", "--wilds", "1", "--set", "four_alike")
    lines = found.stdout.splitlines()[1:14]
    assert " * Hangzhou 杭州麻将 (浙): which hands win." in lines
    switches = "third_term off, four_alike on, two_sequences off, any_tile_or_no_white off"
    assert f" * Switches: {switches}." in lines
    assert " * It judges hands with self_draw=True alone." in lines
    assert " * It judges hands with at most 1 wild tile." in lines


def test_json_holds_the_source() -> None:
    said = json.loads(run("standard", "--to", "go", "--json").stdout)
    assert said["name"] == "standard" and said["to"] == "go" and said["source"].startswith("// Standard: which")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["standard", "--to", "c", "--flavor", "re"], "--flavor is for a regex: leave it out beside --to"),
        (["standard", "--to", "c", "--wild", "--spelling", "mpsz"], "--spelling and --wild are for a regex"),
        (["standard", "--wilds", "1"], "--wilds is for a table: add --to, or leave it out"),
        (["hangzhou", "--discard"], "--self-draw/--discard is for a table: add --to"),
        (["article", "--to", "c"], "only the regex engine lays out"),
        (["shanxi", "--to", "json", "--wilds", "1"], "is in a table only for hands without wild tiles"),
        (["standard", "--to", "c", "--event", "lucky"], "rule set standard knows no event 'lucky'"),
    ],
)
def test_what_cannot_be_written_is_refused_by_name(words: list[str], message: str) -> None:
    found = run(*words)
    assert found.exit_code == 2
    assert message in found.stderr
