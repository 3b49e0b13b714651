"""The command line: what it prints, how it exits, and that its JSON is always JSON."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from command import printed, run
from strategies import rule_file

from regexhu import explain, load, rule_sets
from regexhu.cli.main import main
from regexhu.version import __version__

WINS, LOSES, BROKEN = "111s345s55s567s222m", "111s345s55s567s222s", "111s345s55s567s222"


# win


def test_win_explains_one_hand() -> None:
    result = run("win", WINS, "--rules", "harbin")
    assert result.exit_code == 0
    assert result.stdout == f"{explain(WINS)}\n"
    assert run("win", LOSES).stdout == f"{explain(LOSES)}\n"


def test_win_judges_many_hands_a_line_each() -> None:
    assert run("win", WINS, LOSES).stdout == f"win  {WINS}\nlose {LOSES}\n"


@pytest.mark.parametrize(
    ("hands", "code"),
    [
        pytest.param([WINS], 0, id="a win"),
        pytest.param([WINS, WINS], 0, id="all win"),
        pytest.param([LOSES], 1, id="a loss"),
        pytest.param([WINS, LOSES, WINS], 1, id="one of them loses"),
        pytest.param([BROKEN], 2, id="no hand text"),
        pytest.param([LOSES, BROKEN, WINS], 2, id="one of them is no hand text"),
        pytest.param(["0x111s"], 2, id="a face-down tile"),
        pytest.param(["1" * 20_000 + "m"], 2, id="a text that is too long"),
        pytest.param([""], 2, id="no tiles"),
    ],
)
@pytest.mark.parametrize("verb", ["win", "explain"])
def test_the_exit_code_is_the_worst_of_the_outcomes(verb: str, hands: list[str], code: int) -> None:
    assert run(verb, *hands).exit_code == code
    assert run(verb, *hands, "--json").exit_code == code
    assert run(verb, "-", stdin="\n".join(hands)).exit_code == (0 if hands == [""] else code)


def test_bad_input_is_shown_with_its_place_on_standard_error() -> None:
    result = run("win", WINS, "111s2x")
    assert result.stdout == f"win  {WINS}\n"
    assert result.stderr.split("\n")[:4] == [
        "hand 2: 111s2x",
        "111s2x",
        "     ^",
        "bad_suit: face-down tiles are written 0x, not 2x.",
    ]


def test_hands_are_read_from_standard_input_a_line_each() -> None:
    assert run("win", "-", stdin=f"{WINS}\n\n  {LOSES}  \r\n").stdout == f"win  {WINS}\nlose {LOSES}\n"
    assert run("win", LOSES, "-", stdin=WINS).stdout == f"lose {LOSES}\nwin  {WINS}\n"
    assert run("win", "-", stdin="").exit_code == 0


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--self-draw", "--ready"], 0),
        (["--discard", "--ready"], 1),
        (["--self-draw", "--not-ready"], 1),
        (["--self-draw"], 2),
        ([], 2),
    ],
)
def test_what_the_call_knows_of_a_hand_is_given_as_options(tmp_path: Path, options: list[str], code: int) -> None:
    own = str(rule_file(tmp_path, win="4 * meld + pair & self_draw & ready"))
    result = run("win", WINS, "-r", own, *options)
    assert result.exit_code == code
    assert ("has to know" in result.stderr) == (code == 2)


def test_the_winning_tile_is_shown_or_given(tmp_path: Path) -> None:
    own = str(rule_file(tmp_path, win="4 * meld + pair & some(pair.won())"))
    assert run("win", "111s345s567s222m55s", "-r", own, "--winning-tile", "5s").exit_code == 0
    assert run("win", "111s345s567s55s22m2m", "-r", own).exit_code == 1
    assert run("win", "111s345s567s55s222m", "-r", own).exit_code == 2
    assert run("win", WINS, "--winning-tile", "9p").exit_code == 2
    assert run("win", WINS, "--winning-tile", "nine").exit_code == 2


# explain and waits


def test_explain_prints_a_verdict_for_each_hand() -> None:
    assert run("explain", WINS, LOSES).stdout == f"{explain(WINS)}\n\n{explain(LOSES)}\n\n"


def test_waits_names_the_tiles_that_complete_a_hand() -> None:
    result = run("waits", "1112345678999m", "1479m1479p1479s1z", "-r", "standard")
    assert result.stdout == "1112345678999m  1m 2m 3m 4m 5m 6m 7m 8m 9m\n1479m1479p1479s1z  waits for nothing\n"
    assert result.exit_code == 1
    assert run("waits", "1112345678999m", "-r", "standard").exit_code == 0
    assert run("waits", "1x", "-r", "standard").exit_code == 2


# show and list


@pytest.mark.parametrize("name", rule_sets())
def test_show_prints_source_code_and_regex(name: str) -> None:
    shown, rules = run("show", name).stdout, load(name)
    assert shown.startswith(f"{rules.title}\nsource: {rules.source}\n")
    assert f"\nwin:    {rules.win!r}\n" in shown
    assert shown.endswith(f"\n\n{rules.regex()}\n")


@pytest.mark.parametrize("spelling", ["glyph", "mpsz", "article"])
@pytest.mark.parametrize("verbose", [False, True], ids=["one line", "verbose"])
def test_show_spells_the_regex_and_lays_it_out(spelling: str, verbose: bool) -> None:
    words = ["show", "harbin", "--spelling", spelling, *["--verbose"] * verbose]
    assert run(*words).stdout.endswith(f"\n\n{load('harbin').regex(spelling, verbose)}\n")
    assert printed(*words)["regex"] == load("harbin").regex(spelling, verbose)


def test_show_says_why_a_rule_set_cannot_be_spelled_without_marks() -> None:
    result = run("show", "riichi", "--spelling", "article")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "the article spelling has no marks" in result.stderr


def test_list_names_the_rule_sets() -> None:
    lines = [line for line in run("list").stdout.splitlines() if not line.startswith(" ")]
    assert [line.split()[0] for line in lines] == rule_sets()
    assert ["harbin", "Harbin", "哈尔滨"] in [line.split() for line in lines]


# Rule sets that are not there


@pytest.mark.parametrize(
    "words", [["win", WINS, "-r", "harbni"], ["explain", WINS, "--rules", "harbni"], ["show", "harbni"]], ids=str
)
def test_an_unknown_rule_set_is_bad_input_and_near_names_are_offered(words: list[str]) -> None:
    result = run(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "no rule set named 'harbni'; did you mean harbin" in result.stderr


def test_a_rule_file_judges_by_its_path(tmp_path: Path) -> None:
    own = str(rule_file(tmp_path, win="7 * pair & distinct(pair)"))
    assert run("win", "1133m5577p2299s55z", "-r", own).exit_code == 0
    assert run("show", own).stdout.startswith("Own 自家\nsource: the rules at my table.\n")


@pytest.mark.parametrize("text", ["rules = 1", "rules =", "raise SystemError('no')"])
def test_a_rule_file_that_does_not_run_is_bad_input(tmp_path: Path, text: str) -> None:
    (tmp_path / "bad.py").write_text(text)
    result = run("win", WINS, "-r", str(tmp_path / "bad.py"))
    assert result.exit_code == 2
    assert "bad.py" in result.stderr


# JSON


def test_json_of_one_hand_is_its_verdict() -> None:
    assert printed("win", WINS) == printed("explain", WINS) == [explain(WINS).to_dict()]


def test_json_of_many_hands_is_a_list_in_their_order() -> None:
    assert printed("win", WINS, LOSES) == [
        {"hand": WINS, "rules": "harbin", "win": True},
        {"hand": LOSES, "rules": "harbin", "win": False},
    ]
    assert printed("waits", "1479m1479p1479s1z", "123m", "-r", "standard") == [
        {"hand": "1479m1479p1479s1z", "rules": "standard", "win": False, "waits": []},
        {"hand": "123m", "error": "rule set standard waits with 13 tiles, one short of a win; this hand has 3"},
    ]


def test_json_of_show_and_list() -> None:
    shown = printed("show", "harbin")
    assert shown["name"] == "harbin"
    assert shown["tiles"] == "123456789mps7z"
    assert shown["regex"] == load("harbin").regex()
    assert {"name": "harbin", "title": "Harbin 哈尔滨", "switches": {}, "facts": {}, "events": {}} in printed("list")


@pytest.mark.parametrize(
    ("words", "stdin", "error"),
    [
        pytest.param(["win", BROKEN], "", "missing_suit", id="no hand text"),
        pytest.param(["explain", "0x"], "", "face_down", id="a face-down tile"),
        pytest.param(["waits", "-"], "1289z", "honor_range", id="from standard input"),
        pytest.param(["win", "-"], b"\xff\xfe\n", "bad_char", id="bytes that are no text"),
        pytest.param(["win", "", "1\n"], "", "missing_suit", id="a line break"),
        pytest.param(["win", WINS, "--winning-tile", "z"], "", "winning_tile is one tile", id="no tile"),
    ],
)
def test_json_of_bad_hands_holds_the_error(words: list[str], stdin: str | bytes, error: str) -> None:
    assert error in printed(*words, stdin=stdin)[-1]["error"]


@pytest.mark.parametrize(
    "words",
    [
        ["win", WINS, "-r", "harbni"],
        ["waits", WINS, "-r", "no.py"],
        ["show", "harbni"],
        ["show", "riichi", "--spelling", "article"],
    ],
    ids=str,
)
def test_json_of_bad_rules_holds_the_error(words: list[str]) -> None:
    assert printed(*words)["error"]
    assert run(*words, "--json").exit_code == 2


# The command itself


@pytest.mark.parametrize("words", [[], ["win"], ["win", WINS, "--no-such-option"], ["judge", WINS]], ids=str)
def test_a_command_that_makes_no_sense_is_a_usage_error(words: list[str]) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert "Usage: " in result.stderr


def test_help_and_version() -> None:
    assert all(verb in run("-h").stdout for verb in ("win", "explain", "waits", "show", "list"))
    assert __version__ in run("--version").stdout


@pytest.mark.parametrize(("hand", "code"), [(WINS, 0), (LOSES, 1), (BROKEN, 2)])
def test_the_installed_module_runs_as_a_command(hand: str, code: int) -> None:
    command = [sys.executable, "-m", "regexhu", "win", hand, "-r", "harbin", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (code, "")
    assert json.loads(done.stdout) == printed("win", hand)


def test_a_terminal_of_another_encoding_shows_what_it_can() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "gbk"}
    done = subprocess.run(
        [sys.executable, "-m", "regexhu", "win", "11m"], capture_output=True, check=False, env=environment
    )
    assert done.returncode == 1
    assert "哈尔滨".encode("gbk") in done.stdout


def test_a_byte_order_mark_before_the_first_hand_is_none_of_it() -> None:
    result = CliRunner().invoke(main, ["win", "-", "-r", "standard"], input=b"\xef\xbb\xbf123m456p789s11122z\n")
    assert result.exit_code == 0, result.output
