"""The test command: each example line of a rule file is judged as it says, on both engines."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import printed, run
from strategies import rule_file

from regexhu.rules.library import shipped


def test_a_missed_win_a_false_win_and_a_line_to_do_are_told_with_their_place(here: Path) -> None:
    rule_file(here, "4 * meld + pair & some(triplet)")
    file = here / "own.py"
    examples = """
win  123m456p789s11122z
win  123m456p789s12322z   # no triplet
lose 123m456p789s22233z   # it has one
lose 123m456p789s1122z
todo 1133m4466p779966s    # seven pairs?
win  1m2
"""
    written = file.read_text("utf-8").replace("examples=''", f'examples="""{examples}"""')
    file.write_text(written, encoding="utf-8")
    first = written[: written.index("win  123m")].count("\n") + 1
    told = {trial["hand"]: trial for trial in printed("test", "own.py")[0]["trials"]}
    assert {hand: (trial["outcome"], trial["place"]) for hand, trial in told.items()} == {
        "123m456p789s11122z": ("right", f"own.py:{first}"),
        "123m456p789s12322z": ("missed win", f"own.py:{first + 1}"),
        "123m456p789s22233z": ("false win", f"own.py:{first + 2}"),
        "123m456p789s1122z": ("right", f"own.py:{first + 3}"),
        "1133m4466p779966s": ("todo", f"own.py:{first + 4}"),
        "1m2": ("not judged", f"own.py:{first + 5}"),
    }
    assert told["123m456p789s12322z"]["reason"].startswith("4 melds and 1 pair (here 4 melds and 0 pairs")
    assert told["123m456p789s22233z"]["reason"] == ("laid out as 1m2m3m, 4p5p6p, 7s8s9s, 2z2z2z, 3z3z,, but it has one")
    assert told["1133m4466p779966s"]["reason"] == "it loses now"
    assert run("test", "own.py").exit_code == 1


@pytest.mark.parametrize(
    ("examples", "missing"),
    [
        ("win 11m123m456p789s111z", ["lose"]),
        ("lose 11m", ["win"]),
        ("todo 11m", ["win", "lose"]),
        ("", ["win", "lose"]),
    ],
)
def test_a_file_without_both_kinds_of_lines_fails(here: Path, examples: str, missing: list[str]) -> None:
    rule_file(here, "4 * meld + pair & some(triplet)", examples)
    result = run("test", "own.py")
    assert result.exit_code == 1
    assert [f"no {verdict} line" in result.stdout for verdict in ("win", "lose")] == [
        v in missing for v in ("win", "lose")
    ]


def test_a_line_on_which_the_engines_differ_fails(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rule_file(here, examples="win 11m123m456p789s111z\nlose 11m")
    monkeypatch.setattr("regexhu.automaton.engine.AutomatonEngine.is_win", lambda self, hand: False)
    outcomes = [trial["outcome"] for trial in printed("test", "own.py")[0]["trials"]]
    assert outcomes == ["engines differ", "right"]


@pytest.mark.long
def test_without_a_name_every_shipped_rule_set_is_tested() -> None:
    results = printed("test")
    assert [result["rules"] for result in results] == shipped()
    assert {trial["outcome"] for result in results for trial in result["trials"]} <= {"right", "todo"}
