"""Errors in a rule file: the line, the place, and what to write."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import printed, run
from strategies import FIRST, HEAD

from regexhu import RuleError, load
from regexhu.errors import columns


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
        ("x = exactly('2', pair)", "exactly('2', pair)", "takes a whole number, not"),
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


@pytest.mark.fault(24)
@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("RuleSet(1, 2, 3)", "write RuleSet(win, tiles=…, name=…, …)"),
        ("RuleSet()", "write RuleSet(win, tiles=…, name=…, …)"),
        ("RuleSet(7 * pair, wilds='1m')", "RuleSet has no keyword wilds; did you mean wild"),
        ("pair.of('1m', '2m')", "write .of(tiles)"),
        ("pair.won(waits='edge')", ".won has no keyword waits; did you mean wait?"),
        ("some(pair, kong)", "write some(groups)"),
        ("exactly(1)", "write exactly(n, counted)"),
        ("switch('ab', True)", "write switch(name, on, saying)"),
    ],
)
def test_a_call_with_other_arguments_is_answered_with_how_it_is_written(here: Path, code: str, says: str) -> None:
    assert error_of(here, code)[3].startswith(says)
