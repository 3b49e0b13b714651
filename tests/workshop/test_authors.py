"""The workshop of a rule author: from an empty file to a tested rule, and what is said on the way."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from strategies import rule_file

from regexhu import RuleError, UnknownRules, explain, is_win, load, rule_sets
from regexhu.cli.main import main
from regexhu.errors import columns
from regexhu.rules.library import shipped


def run(*words: str) -> Result:
    """The command's outcome; it must not end in a traceback."""
    result = CliRunner().invoke(main, words)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def printed(*words: str) -> Any:
    """What the command prints with `--json`."""
    return json.loads(run(*words, "--json").stdout)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


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


# Errors in a rule file

HEAD = '''"""Town 镇: mine.

Source: my table.
"""

from regexhu.blocks import at_least, at_most, count, distinct, every, exactly, has, kong, meld, no, only, pair
from regexhu.blocks import sequence, some, suits, switch, triplet, two_suits
from regexhu.rules import RuleSet

将 = some(pair)
'''
FIRST = HEAD.count("\n") + 1


def error_of(folder: Path, code: str) -> list[str]:
    """The lines of the error that a rule file ends in."""
    (folder / "town.py").write_text(HEAD + code, encoding="utf-8")
    with pytest.raises(RuleError) as caught:
        load("town.py")
    assert "Traceback" not in str(caught.value)
    return str(caught.value).split("\n")


def below(line: str, marked: str) -> str:
    """Carets below a part of a line, as a terminal shows them: a Chinese character takes two columns."""
    return " " * columns(line[: line.index(marked)]) + "^" * columns(marked)


INSTEAD = "write & | ~ instead of and, or, not"


@pytest.mark.parametrize(
    ("code", "marked", "says"),
    [
        ("x = 将 and two_suits", "and", INSTEAD),
        ("x = 将 or two_suits", "or", INSTEAD),
        ("x = not two_suits", "not two_suits", INSTEAD),
        ("x = two_suits if 将 else 将", "two_suits if 将 else 将", INSTEAD),
        ("x = ~(4 * meld + pair)", "~(4 * meld + pair)", "~ can't stand before the shape 4 * meld + pair"),
        ("x = some(4 * meld)", "some(4 * meld)", "some takes a class of groups, as in some(triplet | kong), not 4 *"),
        ("x = at_least(1, 4 * meld)", "at_least(1, 4 * meld)", "give a class of groups (triplet | kong)"),
        ("x = count(17, 14)", "count(17, 14)", "no number is at least 17 and at most 14"),
        ("x = exactly('2', pair)", "exactly('2', pair)", "takes whole numbers"),
        ("x = exactly(pair, 2)", "exactly(pair, 2)", "write the number first, as in exactly(1, pair)"),
        ("x = suits(2, 5)", "suits(2, 5)", "there are three suits"),
        ("x = has('19mps8z')", "z", "8z is no tile: z has ranks 1 to 7"),
        ("x = only(19)", "only(19)", "a tile set is a text such as '19mps7z', not 19"),
        ("x = 7 * pair & 4 * meld", "&", "a hand is laid out in one shape; write |"),
        ("x = two_suits & triplet", "&", "write some(triplet) beside &"),
        ("x = 7 * pair & distinct", "&", "distinct without its (…) is no pattern"),
        ("x = 4 + meld", "+", "+ can't stand between a number and a class of groups"),
        ("x = 将 - two_suits", "-", "- can't stand between a condition and a condition"),
        ("x = tripplet", "tripplet", "nothing is named tripplet; did you mean triplet"),
        ("x = loose(14)", "loose", "loose isn't imported: write from regexhu.blocks import loose"),
        ("x = kong.opened", "kong.opened", "kong has no .opened; did you mean open?"),
        ("x = triplet(2)", "triplet(2)", "a class of groups is not callable"),
        ("x = RuleSet(7 * pair, tile='1m')", "RuleSet(7 * pair, tile='1m')", "did you mean title or tiles?"),
        ("from regexhu.blocks import kongs", "from regexhu.blocks import kongs", "has no kongs; did you mean kong?"),
        ("x = (4 * meld", "(", "this is no Python: '(' was never closed"),
        ("x = 1 / 0", "/", "ZeroDivisionError: division by zero"),
        ("raise SystemExit('no')", "raise SystemExit('no')", "SystemExit: no"),
    ],
)
def test_an_error_in_a_rule_file_shows_the_line_the_place_and_what_to_write(
    here: Path, code: str, marked: str, says: str
) -> None:
    place, line, carets, message = error_of(here, code)
    assert (place, line, carets) == (f"town.py:{FIRST}", f"    {code}", f"    {below(code, marked)}")
    assert says in message


@pytest.mark.parametrize(
    ("code", "number", "line", "marked"),
    [
        ("x = (\n    将\n    & two_suits  # a & b\n    & triplet\n)", 3, "& triplet", "&"),
        ("x = (\n    将  # or so\n    and two_suits\n)", 2, "and two_suits", "and"),
        ("x = only(\n    '19mpq'\n)", 1, "'19mpq'", "q"),
        ('x = RuleSet(7 * pair, examples="""\n    win 11m\n    wins 22m\n""")', 2, "wins 22m", "w"),
    ],
)
def test_in_code_of_many_lines_the_line_with_the_fault_is_shown(
    here: Path, code: str, number: int, line: str, marked: str
) -> None:
    assert error_of(here, code)[:3] == [f"town.py:{FIRST + number}", f"    {line}", f"    {below(line, marked)}"]


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("", "end it with rules = RuleSet(…)"),
        ("rules = 4 * meld + pair", "write rules = RuleSet(4 * meld + pair)"),
        ("mine = RuleSet(7 * pair)", "write rules = mine"),
    ],
)
def test_a_file_without_rules_says_how_to_make_them(here: Path, code: str, says: str) -> None:
    assert error_of(here, code) == [f"town.py defines no rule set: {says}"]


def test_an_error_on_the_command_line_is_the_authors_own(here: Path) -> None:
    (here / "town.py").write_text(HEAD + "rules = RuleSet(4 * meld + pair and 将)", encoding="utf-8")
    for verb in (["win", "11m", "-r"], ["test"], ["check"], ["show"], ["count"]):
        result = run(*verb, "town.py")
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith(f"town.py:{FIRST}\n    rules = RuleSet(4 * meld + pair and 将)\n")
    assert printed("test", "town.py")["error"].startswith(f"town.py:{FIRST}\n")


# test


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
    monkeypatch.setattr("regexhu.automaton.compiled.CompiledRules.is_win", lambda self, hand: False)
    outcomes = [trial["outcome"] for trial in printed("test", "own.py")[0]["trials"]]
    assert outcomes == ["engines differ", "right"]


def test_without_a_name_every_shipped_rule_set_is_tested() -> None:
    results = printed("test")
    assert [result["rules"] for result in results] == shipped()
    assert {trial["outcome"] for result in results for trial in result["trials"]} <= {"right", "todo"}


# check


def said(folder: Path, win: str, examples: str = "win 1m\nlose 1m", doc: str | None = None) -> list[str]:
    """What check says of a rule file, without the place."""
    rule_file(folder, win, examples, **({} if doc is None else {"doc": doc}))
    return [remark["message"] for remark in printed("check", "own.py")]


@pytest.mark.parametrize(
    ("win", "block"),
    [
        ("4 * meld + pair & exactly(2, pair)", "exactly(2, pair)"),
        ("4 * meld + pair & no(triplet | kong) & at_least(3, '1z')", "no(triplet | kong)"),
        ("7 * pair & some(meld)", "some(meld)"),
        ("4 * meld + pair & some(sequence.won()) & only('1234z')", "only('1234z')"),
        ("4 * meld + pair & every(meld.open)", "every(meld.open)"),
    ],
)
def test_blocks_that_contradict_are_named_when_nothing_wins(here: Path, win: str, block: str) -> None:
    messages = said(here, win)
    assert f"nothing wins: {block} can't hold beside the other blocks" in messages
    assert run("check", "own.py").exit_code == 1


@pytest.mark.parametrize(
    ("win", "block"),
    [
        ("4 * meld + pair & count(14, 18)", "count(14, 18)"),
        ("4 * meld + pair & two_suits & suits(1)", "suits(1)"),
        ("4 * meld + pair & some(kong.open) & some(kong)", "some(kong)"),
        ("7 * pair & no(meld.open)", "no(meld.open)"),
    ],
)
def test_a_block_that_the_others_imply_never_changes_a_verdict(here: Path, win: str, block: str) -> None:
    assert any(message == f"{block} never changes a verdict: the other blocks imply it" for message in said(here, win))


def test_an_alternative_that_the_others_cover_never_changes_a_verdict(here: Path) -> None:
    covered = "4 * triplet + pair never changes a verdict: the other alternatives cover it"
    assert covered in said(here, "4 * meld + pair | 4 * triplet + pair")
    assert covered not in said(here, "4 * sequence + pair | 4 * triplet + pair")
    assert "has('1z') never changes a verdict: the other alternatives cover it" in said(
        here, "4 * meld + pair & (has('1z') | has('1234z'))"
    )


@pytest.mark.parametrize(
    ("win", "block"),
    [
        ("4 * meld + pair & some(triplet)", "some(triplet)"),
        ("4 * meld + pair & self_draw", "self_draw"),
        ("4 * meld + pair & ready", "ready"),
        ("4 * meld + pair & no_forbidden", "no_forbidden"),
        ("4 * meld + pair & some(meld.open)", "some(meld.open)"),
        ("4 * meld + pair & winning('258mps')", "winning('258mps')"),
        ("4 * meld + pair & some(sequence.won(wait='middle'))", "some(sequence.won(wait='middle'))"),
        ("4 * meld + pair & (~switch('east', False, '') | has('1z'))", "~east | has('1z')"),
    ],
)
def test_a_block_that_no_line_shows_gets_a_line_that_shows_it(here: Path, win: str, block: str) -> None:
    (message,) = (message for message in said(here, win) if message.startswith(f"{block}: no lose line"))
    line = message.partition("as this one would: ")[2]
    rule_file(here, win, f"win 1m\n{line}")
    assert [trial["outcome"] for trial in printed("test", "own.py")[0]["trials"]][1] == "right"
    assert not any(message.startswith(block) for message in said(here, win, f"win 1m\n{line}"))


def test_what_is_used_nowhere_is_named_with_its_line(here: Path) -> None:
    text = HEAD + "用 = 4 * meld + pair\n不用 = 将 & has('1z')\nrules = RuleSet(用 & two_suits)\n"
    (here / "town.py").write_text(text, encoding="utf-8")
    unused = [remark for remark in printed("check", "town.py") if remark["message"].endswith("is not used")]
    assert {"rules": "town", "place": f"town.py:{FIRST + 1}", "message": "不用 is not used", "serious": False} in unused
    names = {remark["message"].split()[0] for remark in unused}
    assert {"将", "kong", "switch"} <= names
    assert names.isdisjoint({"meld", "pair", "two_suits", "用", "rules", "RuleSet"})


def test_no_source_and_no_examples_are_serious(here: Path) -> None:
    assert said(here, "4 * meld + pair", "", doc="Own 自家") == [
        "names no source: write Source: and where the rules stand into the docstring",
        "lacks examples: give hands that win and hands that lose",
    ]
    assert run("check", "own.py").exit_code == 1
    said(here, "4 * meld + pair & some(triplet)")
    assert run("check", "own.py").exit_code == 0


def test_what_only_the_regex_reads_is_said_to_be_untold(here: Path) -> None:
    (message,) = said(here, "4 * meld + pair & matches('.*')")
    assert message.startswith("what its blocks do can't be told: matches('.*') is text")


@pytest.mark.parametrize("name", ["standard", "xian", "harbin"])
def test_a_shipped_rule_set_has_nothing_serious(name: str) -> None:
    assert not any(remark["serious"] for remark in printed("check", name))


# diff, count, sample, hands


def test_diff_counts_both_ways_and_explains_a_hand_of_each(here: Path) -> None:
    result = run("diff", "standard", "riichi", "--tiles", "14")
    assert result.exit_code == 1
    assert result.stdout.startswith(
        "only standard wins: 0 concealed hands\nonly riichi wins: 5,374,961 concealed hands, such as 11223344557788m\n"
    )
    assert str(explain("11223344557788m", rules="standard")) in result.stdout
    (_, seven_pairs) = printed("diff", "standard", "riichi", "--tiles", "14")["only"]
    assert (seven_pairs["number"], seven_pairs["lost"]["win"]) == (5374961, False)


def test_rule_sets_that_win_the_same_do_not_differ(here: Path) -> None:
    rule_file(here, "4 * meld + pair & count(14, 18)")
    result = run("diff", "own.py", "standard")
    assert result.exit_code == 0
    assert result.stdout == "no hand is known on which own and standard differ\n"


def test_a_difference_that_takes_melds_or_a_context_is_found_too(here: Path) -> None:
    rule_file(here, "4 * meld + pair & no(sequence.open)")
    closed = printed("diff", "standard", "own.py")
    assert [side["number"] for side in closed["only"]] == [0, 0]
    assert "-" in closed["only"][0]["hand"]
    rule_file(here, "4 * meld + pair & self_draw")
    drawn = printed("diff", "standard", "own.py")
    assert drawn["only"][0]["hand"].endswith(" discard")
    assert "has to know self_draw" in drawn["untold"]
    assert printed("diff", "standard", "own.py", "--self-draw")["differ"] is False


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
    assert "wins no hand of that size" in run("sample", "own.py", "--discard").stderr


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
    assert xian["switches"]["pair_258"] is False


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


# Rule sets that other packages publish


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
