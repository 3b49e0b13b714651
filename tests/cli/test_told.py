"""What a rule set asks of a call, on the command line: by its options, all at once, and named by list and show."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from command import printed, run
from strategies import rule_file

from regexhu import load, rule_sets
from regexhu.hands.told import EVENTS, TOLD

WINS, LOSES = "111s345s55s567s222m", "111s345s55s567s222s"


@pytest.mark.fault(13)
@pytest.mark.parametrize("verb", ["win", "explain"])
def test_all_facts_that_are_missing_are_named_by_their_options(verb: str) -> None:
    done = run(verb, WINS, "-r", "tianjin")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "rule set tianjin has to know winning_tile, self_draw and wild; give\n" in done.stderr
    options = [line.split("  ")[1] for line in done.stderr.splitlines() if line.startswith("  --")]
    assert options == ["--winning-tile TILE", "--self-draw/--discard", "--wild TILES"]
    assert run(verb, WINS, "-r", "tianjin", "--winning-tile", "2m", "--discard", "--wild", "").exit_code < 2


def test_waits_draws_the_winning_tile_itself() -> None:
    done = run("waits", "123m456p789s1112z", "-r", "tianjin")
    assert "has to know self_draw and wild; give\n" in done.stderr
    assert run("waits", "123m456p789s1112z", "--winning-tile", "1z").exit_code == 2


@pytest.mark.parametrize("verb", ["count", "sample", "hands"])
def test_the_winning_tile_is_not_asked_for_where_all_hands_are(verb: str) -> None:
    done = run(verb, "tianjin", "--wild", "")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "rule set tianjin has to know self_draw; give\n" in done.stderr


def test_diff_says_by_options_what_it_was_not_told(here: Path) -> None:
    rule_file(here, "4 * meld + pair & self_draw")
    for said in (run("diff", "standard", "own.py").stdout, printed("diff", "standard", "own.py")["untold"]):
        assert said.rstrip().endswith("has to know self_draw; give\n  --self-draw/--discard  how the winning tile came")


def test_facts_that_all_hands_lack_are_asked_for_once(here: Path) -> None:
    rule_file(here, "4 * meld + pair & self_draw")
    done = run("win", "-", "-r", "own.py", stdin=f"{WINS}\n{LOSES}\n" * 50)
    assert done.exit_code == 2
    assert done.stderr.count("has to know self_draw") == 1
    assert len(printed("win", "-", "-r", "own.py", stdin=f"{WINS}\n{LOSES}\n" * 50)) == 1


def test_a_winning_tile_that_one_hand_lacks_leaves_the_others_judged(here: Path) -> None:
    rule_file(here, "4 * meld + pair & some(pair.won())")
    done = run("win", "-", "-r", "own.py", stdin=f"{WINS}\n111s345s567s222m5s5s\n")
    assert done.exit_code == 2
    assert "hand 1: " in done.stderr
    assert done.stdout == "win  111s345s567s222m5s5s\n"


@pytest.mark.fault(14)
@pytest.mark.parametrize("words", [["win", WINS], ["explain", WINS], ["waits", "123m456p789s1112z"], ["count"]])
def test_an_event_that_is_none_is_refused_with_near_names_and_those_that_are_read(words: list[str]) -> None:
    rules = ["tianjin"] if words == ["count"] else ["-r", "tianjin"]
    hand = [] if words == ["count"] else ["--winning-tile", words[1][-2:]] if words[0] != "waits" else []
    done = run(*words, *rules, *hand, "--self-draw", "--wild", "", "--event", "kongdraw")
    assert (done.exit_code, done.stdout) == (2, "")
    if words != ["count"]:
        assert "knows no event 'kongdraw'; did you mean kong-draw" in done.stderr
        assert "(it reads kong-draw, heaven and earth)" in done.stderr


@pytest.mark.fault(17)
@pytest.mark.parametrize("verb", ["win", "explain", "waits"])
@pytest.mark.parametrize("hand", ["", " ", "\t"])
def test_no_tiles_are_no_hand(verb: str, hand: str) -> None:
    done = run(verb, hand)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "no tiles: a hand is written as 123m456p789s11122z" in done.stderr
    assert "no tiles" in printed(verb, WINS, hand)[1]["error"]


# list and show


@pytest.fixture(scope="module")
def listed() -> str:
    return run("list").stdout


@pytest.fixture(scope="module")
def listed_in_json() -> dict[str, Any]:
    return {found["name"]: found for found in printed("list")}


@pytest.mark.fault(14)
@pytest.mark.parametrize("name", rule_sets())
def test_show_and_list_name_what_a_rule_set_reads_each_with_its_meaning(
    name: str, listed: str, listed_in_json: dict[str, Any]
) -> None:
    rules, shown = load(name), run("show", name).stdout
    for keyword in rules.needs:
        line = f"  {TOLD[keyword].written}"
        assert any(
            found.startswith(line) and found.endswith(f"  {TOLD[keyword].meaning}") for found in shown.splitlines()
        )
        assert line in listed
    for event in rules.events:
        assert f"\n  {event} " in shown and EVENTS[event][0] in shown and EVENTS[event][1] in shown
        assert f"--event {event} " in listed
    about = listed_in_json[name]
    assert about == {key: value for key, value in printed("show", name).items() if key in about}
    assert set(about["facts"]) == rules.needs
    assert list(about["events"]) == list(rules.events)
    assert {switch: state["on"] for switch, state in about["switches"].items()} == {
        switch.name: switch.on for switch in rules.switches.values()
    }


def test_show_names_them_in_chinese_too() -> None:
    shown = run("show", "tianjin", "--lang", "zh").stdout
    assert "\n须说明的情况\n" in shown and "自摸还是点炮" in shown
    assert "\n特殊和牌\n  kong-draw  杠上开花\n" in shown
    assert "自摸还是点炮" in run("list", "--lang", "zh").stdout


def test_an_event_of_the_authors_own_is_listed_by_its_name(here: Path) -> None:
    rule_file(here, "4 * meld + pair & by_event('my-win', 'heaven')")
    assert "\nevents\n  my-win\n  heaven  won with the tiles as they were dealt 天胡\n" in run("show", "own.py").stdout
    assert run("win", WINS, "-r", "own.py", "--event", "my-win").exit_code == 0
