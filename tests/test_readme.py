"""The README says what is so: its commands print what it shows, its code runs, its table counts, 中文 keeps in step."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from regexhu import load, rule_sets
from regexhu.cli.main import main

ROOT = Path(__file__).parent.parent
PAGES = ["README.md", "README.zh-CN.md"]


def blocks(page: str, language: str) -> list[str]:
    text = (ROOT / page).read_text("utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("page", PAGES)
def test_every_command_prints_what_the_page_shows(page: str) -> None:
    shown = blocks(page, "console")
    assert shown
    for block in shown:
        command, _, output = block.partition("\n")
        assert command.startswith("$ regexhu ")
        result = CliRunner().invoke(main, shlex.split(command)[2:])
        assert result.output.rstrip() == output.rstrip(), command


@pytest.mark.parametrize("page", PAGES)
def test_the_code_runs_as_shown(page: str) -> None:
    report: list[str] = []
    code = "".join(blocks(page, "pycon"))
    runner = doctest.DocTestRunner()
    runner.run(doctest.DocTestParser().get_doctest(code, {}, page, page, 0), out=report.append)
    assert runner.tries > 5
    assert not runner.failures, "".join(report)


ROWS = re.findall(
    r"^\| \[`(\w+)`\]\(patterns/\w+\.py\) \|.*?\| (\d+) \|.*\| ([\d,]+)([^|]*) \|$",
    (ROOT / "README.md").read_text("utf-8"),
    re.M,
)
SAYS: dict[str, dict[str, Any]] = {
    "": {"wild": ""},
    " with melds": {"wild": "", "melds": "any"},
    " with winning tile": {"wild": ""},
    " with wild tiles": {},
}
"""What is counted where a row of the table says so."""


def test_the_table_names_every_rule_set() -> None:
    assert sorted(name for name, *_ in ROWS) == sorted(set(rule_sets()) - {"article"})


@pytest.mark.parametrize(
    ("name", "tiles", "hands", "says"), [pytest.param(*row, marks=pytest.mark.long if row[3] else ()) for row in ROWS]
)
def test_the_table_has_the_tiles_and_the_winning_hands(name: str, tiles: str, hands: str, says: str) -> None:
    rules = load(name)
    assert 4 * len(rules.dealt) == int(tiles)
    asked: dict[str, Any] = {"forbidden": "", **SAYS[says], **dict.fromkeys(rules.needs & {"self_draw", "ready"}, True)}
    assert rules.count(**asked) == int(hands.replace(",", ""))
    assert ("winning_tile" in rules.needs) is (says == " with winning tile")


@pytest.mark.parametrize("language", ["sh", "console", "pycon", "python"])
def test_both_languages_show_the_same_commands_and_outputs(language: str) -> None:
    assert blocks(PAGES[0], language) == blocks(PAGES[1], language)


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(page: str) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", (ROOT / page).read_text("utf-8")):
        assert target.startswith("https://") or (ROOT / target).exists(), target


def test_nothing_asks_to_install_this_package_from_an_index_where_it_is_not() -> None:
    pages = [ROOT / page for page in PAGES] + sorted(ROOT.glob("docs/*.md")) + sorted(ROOT.glob("regexhu/**/*.py"))
    assert not [page for page in pages if re.search(r"pip install (-\S+ )*['\"]?regexhu", page.read_text("utf-8"))]
