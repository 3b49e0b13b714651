"""From an empty file to a tested rule."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import printed, run

from regexhu import load

# From an empty file to a tested rule


def test_a_new_file_runs_passes_its_own_tests_and_lacks_nothing_but_a_source(here: Path) -> None:
    assert run("new", "mytown").exit_code == 0
    assert [file.name for file in here.iterdir()] == ["mytown.py"]
    tested = run("test", "mytown.py")
    assert (tested.exit_code, tested.stdout.splitlines()[0]) == (0, "mytown: 8 of 9 lines are judged as they say")
    assert printed("check", "mytown.py") == [
        {
            "rules": "mytown",
            "place": "mytown.py:1",
            "message": "names no source: write Source: and where the rules stand into the docstring",
            "serious": True,
        }
    ]
    assert {example.verdict for example in load("mytown.py").examples} == {"win", "lose", "todo"}
    assert list(load("mytown.py").switches) == ["seven_pairs"]


def test_an_author_changes_the_new_file_until_it_says_what_the_table_plays(here: Path) -> None:
    run("new", "mytown")
    file = here / "mytown.py"
    file.write_text(file.read_text("utf-8").replace('"258mps"', '"28mps"'), "utf-8")
    assert run("test", "mytown.py").exit_code == 0
    file.write_text(
        file.read_text("utf-8").replace("# the pair is 2s", "# the pair is 5s").replace("78922s", "78955s"), "utf-8"
    )
    failed = run("test", "mytown.py")
    assert failed.exit_code == 1
    assert "mytown.py:26: missed win 123m456p78955s,77-7p: the pair is 2, 5 or 8 二五八将 (here 0)" in failed.stdout


@pytest.mark.parametrize("name", ["mytown", "mytown.py"])
def test_new_never_overwrites(here: Path, name: str) -> None:
    (here / "mytown.py").write_text("mine")
    refused = run("new", name)
    assert refused.exit_code == 2
    assert "mytown.py is there already: take another name, or delete it" in refused.stderr
    assert (here / "mytown.py").read_text() == "mine"


@pytest.mark.parametrize("name", ["My Town", "../mytown", "9", "", "my-town", "长沙"])
def test_new_takes_names_that_python_takes(here: Path, name: str) -> None:
    refused = run("new", name)
    assert refused.exit_code == 2
    assert f"not {name!r}" in refused.stderr
    assert not list(here.iterdir())
