"""Count, sample and hands on the command line, and the switches."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import printed, run
from strategies import rule_file

from regexhu import load


def test_count_sample_and_hands_answer_for_all_hands() -> None:
    assert run("count", "standard", "--tiles", "14").stdout == "11498658\n"
    assert run("count", "standard").stdout.startswith("14 tiles  11,498,658\n15 tiles  ")
    assert printed("count", "riichi", "--tiles", "14", "--weighted") == {"14": 12859078207674}
    assert run("hands", "standard", "--limit", "2").stdout == "11112222333344m\n11112222333345m\n"
    drawn = run("sample", "harbin", "-n", "5", "--seed", "7").stdout.split()
    assert drawn == load("harbin").sample(5, seed=7) == printed("sample", "harbin", "-n", "5", "--seed", "7")
    assert len(set(drawn)) == 5


def test_what_a_rule_set_has_to_know_is_asked_for_and_given_as_options(here: Path) -> None:
    rule_file(here, "4 * meld + pair & self_draw")
    for verb in ("count", "sample", "hands"):
        assert run(verb, "own.py").exit_code == 2
        assert "has to know self_draw" in printed(verb, "own.py")["error"]
        assert run(verb, "own.py", "--self-draw", "--tiles", "14").exit_code == 0
    assert printed("count", "own.py", "--discard", "--tiles", "14") == {"14": 0}
    assert "wins no hand in this context" in run("sample", "own.py", "--discard").stderr


# Switches


SWITCHED = "4 * meld + pair & (~switch('triplets', False, 'a triplet has to be there') | some(triplet))"
WITHOUT = "123m456p789s12322p"


def test_switches_show_with_their_state_and_their_meaning(here: Path) -> None:
    rule_file(here, SWITCHED)
    assert "triplets" in run("show", "own.py").stdout
    assert "a triplet has to be there" in run("show", "own.py").stdout
    listed = run("list").stdout
    assert "seven_pairs=off" in listed
    (xian,) = (rules for rules in printed("list") if rules["name"] == "xian")
    assert xian["switches"]["pair_258"]["on"] is False


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ([], 0),
        (["--set", "triplets"], 1),
        (["--set", "triplets=on"], 1),
        (["--set", "triplets=off"], 0),
        (["--set", "triplets=2"], 2),
        (["--set", "triplet"], 2),
    ],
)
def test_switches_are_set_on_the_command_line(here: Path, words: list[str], code: int) -> None:
    rule_file(here, SWITCHED)
    assert run("win", WITHOUT, "-r", "own.py", *words).exit_code == code


def test_a_switch_behind_the_name_is_set_as_well(here: Path) -> None:
    rule_file(here, SWITCHED)
    assert run("win", WITHOUT, "-r", "own.py?triplets").exit_code == 1
    assert run("diff", "own.py", "own.py?triplets").exit_code == 1
    assert "has no switch 'triplet'; its switches: triplets" in run("win", WITHOUT, "-r", "own.py?triplet").stderr


@pytest.mark.parametrize("verb", ["count", "sample", "hands", "check", "test", "diff standard"])
def test_a_rule_set_that_grows_too_large_is_an_answer_or_a_message(here: Path, verb: str) -> None:
    rule_file(here, "4 * meld + pair & some(triplet), most_states=5", examples="win 11m\nlose 11m")
    done = run(*verb.split(), "own.py")
    assert printed(*verb.split(), "own.py")
    if verb in ("count", "sample", "hands"):
        assert (done.exit_code, done.stdout) == (2, "")
        assert "states of at most 5" in done.stderr


def test_count_says_of_what_where_that_is_more_than_concealed_hands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(rule_file(tmp_path, "meld + pair & winning('1m')").parent)
    said = run("count", "own.py", "--wild", "5z", "--melds", "1-23m").stdout.splitlines()
    assert said[-1] == "hands with 1-23m, wild tiles 5z and their winning tile"
    assert run("count", "own.py").stdout.splitlines()[-1] == "concealed hands with their winning tile"
    assert run("count", "own.py", "--tiles", "5").stdout.count("\n") == 1
