"""Streams that are closed, full or gone, files that can't be read, foreign text: a line and exit 2, no traceback."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from command import run
from strategies import rule_file

from regexhu.cli.main import main
from regexhu.errors import visible

WINS = "111s345s55s567s222m"
REGEXHU = f"{shlex.quote(sys.executable)} -m regexhu"


def shell(line: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """The outcome of a line of the shell, in which `regexhu` is this one."""
    line = line.replace("regexhu", REGEXHU)
    return subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False, cwd=cwd, timeout=60)


@pytest.mark.fault(33)
@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("regexhu win - <&-", "standard input is closed: - reads hands from it"),
        ("regexhu waits - --json <&- >&2", "standard input is closed"),
        (f"regexhu win {WINS} >&-", "standard output is closed"),
        ("regexhu list >&-", "standard output is closed"),
        ("regexhu --help >&-", "standard output is closed"),
        ("regexhu count standard --tiles 2 --json >&-", "standard output is closed"),
        (f"regexhu win {WINS} >/dev/full", "standard output: No space left on device"),
        (f"regexhu explain {WINS} --json >/dev/full", "standard output: No space left on device"),
        ("regexhu hands standard >/dev/full", "standard output: No space left on device"),
        ("regexhu show harbin --as regex >/dev/full", "standard output: No space left on device"),
        ("regexhu --help >/dev/full", "standard output: No space left on device"),
        (f"regexhu win {WINS} 1>/dev/null </dev/null 1<&0", "standard output: Bad file descriptor"),
        (f"regexhu explain {WINS} --svg /dev/full", "/dev/full can't be written: No space left on device"),
        (f"regexhu explain {WINS} --svg no/x.svg", "no/x.svg can't be written: No such file or directory"),
        (f"regexhu win {WINS} -r {'n' * 300}.py", "n.py can't be read: File name too long"),
        (f"regexhu win {WINS} -r {'n' * 300}", "no rule set named 'nnn"),
        ("regexhu new " + "n" * 300, "n.py can't be written: File name too long"),
        (f"mkdir x.py; regexhu win {WINS} -r x.py", "x.py can't be read: Is a directory"),
        (f"mkdir a; cd a; rmdir ../a; regexhu win {WINS} -r x.py", "no such file: x.py"),
        ("mkdir a; cd a; rmdir ../a; regexhu new town", "town.py can't be written: No such file or directory"),
    ],
)
def test_what_can_not_be_read_or_written_is_a_line_and_exit_2(tmp_path: Path, line: str, says: str) -> None:
    done = shell(line, tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert says in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.fault(33)
@pytest.mark.parametrize("line", ["regexhu win 1x 2>&-", "regexhu win 1x 2>/dev/full", f"regexhu win {WINS} >&- 2>&-"])
def test_where_nothing_can_be_said_the_exit_code_says_it(line: str) -> None:
    done = shell(line)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")


@pytest.mark.fault(33)
@pytest.mark.skipif(os.geteuid() != 0, reason="another user has to be taken on")
def test_a_file_in_a_folder_that_can_not_be_searched_says_so(tmp_path: Path) -> None:
    locked = tmp_path / "locked"
    locked.mkdir()
    file = rule_file(locked)
    # what is imported late comes first: the other user may not be let in to where Python's own modules are
    code = (
        "import difflib, os; import regexhu.cli, regexhu.rules.mistakes, regexhu.rules.rulefile; os.seteuid(65534); "
        f"regexhu.cli.main(['win', '11m', '-r', {str(file)!r}])"
    )
    tmp_path.chmod(0o711)
    locked.chmod(0o000)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "locked/own.py can't be read: Permission denied\n"


def test_in_a_folder_that_is_gone_judging_goes_on(tmp_path: Path) -> None:
    done = shell(f"mkdir a; cd a; rmdir ../a; regexhu win {WINS} && regexhu test standard", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("verb", ["hands standard --limit 100000", "hands standard --limit 100000 --json", "list"])
def test_a_reader_that_goes_away_ends_the_command_quietly(verb: str) -> None:
    done = shell(f"regexhu {verb} | head -c 5; echo; echo ${{PIPESTATUS[0]}}")
    assert done.stderr == ""
    assert done.stdout.split("\n")[1] in ("2", "0")


def test_an_interrupt_is_no_verdict() -> None:
    code = (
        "import os, signal, threading, regexhu.cli; threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT)).start(); "
    )
    done = subprocess.run(
        [sys.executable, "-c", f"{code} regexhu.cli.main(['win', '-'])"],
        stdin=subprocess.PIPE and os.pipe()[0],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 130
    assert "Traceback" not in done.stderr


# Foreign text

ESCAPES = "1\x1b]0;X\x07\x1b[31m2m"


def is_safe(text: str) -> bool:
    return all(visible(line) == line for line in text.split("\n"))


@pytest.mark.fault(34)
def test_hands_from_standard_input_are_shown_with_their_control_characters_escaped() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "regexhu", "win", "-"],
        input=f"{ESCAPES}\n\x9b31m\n".encode() + b"\xff\n",
        capture_output=True,
        check=False,
    )
    said = done.stderr.decode()
    assert is_safe(said)
    assert said.startswith("hand 1: 1\\x1b]0;X\\x07\\x1b[31m2m\n")
    assert "hand 2: \\x9b31m\n" in said
    assert "hand 3: \\udcff\n" in said


@pytest.mark.fault(34)
def test_json_has_no_control_characters_and_reads_back_as_it_was() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "regexhu", "win", "-", "--json"],
        input=f"{ESCAPES}\n\x9b31m\n\u202e1m\n".encode(),
        capture_output=True,
        check=False,
    )
    assert is_safe(done.stdout.decode())
    assert [answer["hand"] for answer in json.loads(done.stdout)] == [ESCAPES, "\x9b31m", "\u202e1m"]


@pytest.mark.fault(34)
@pytest.mark.parametrize(
    "words",
    [
        ["win", ESCAPES],
        ["win", WINS, "-r", f"{ESCAPES}.py"],
        ["win", WINS, "-r", ESCAPES],
        ["win", WINS, "--event", ESCAPES],
        ["win", WINS, "--winning-tile", ESCAPES],
        ["win", WINS, "--wild", ESCAPES],
        ["win", WINS, "--set", ESCAPES],
        ["win", WINS, f"--{ESCAPES}"],
        ["win", WINS, "--lang", ESCAPES],
        ["explain", WINS, "--svg", f"{ESCAPES}/x.svg"],
        ["new", ESCAPES],
        [ESCAPES],
    ],
)
def test_what_the_arguments_say_is_shown_with_its_control_characters_escaped(words: list[str]) -> None:
    done = run(*words)
    assert done.exit_code == 2
    assert is_safe(done.output)
    assert is_safe(run(*words, "--json").output)


@pytest.mark.fault(34)
@pytest.mark.parametrize("verb", ["show", "test", "check", "count", "win"])
def test_what_a_rule_file_says_is_shown_with_its_control_characters_escaped(here: Path, verb: str) -> None:
    folder = here / f"f{ESCAPES}"
    folder.mkdir()
    win = f"4 * meld + pair & has('1z').named({ESCAPES!r}, {ESCAPES!r}) & ~switch('on', False, {ESCAPES!r})"
    file = rule_file(folder, win, examples="win 11m\nlose 11m # \x1b[2J", doc=f"T{ESCAPES}: x\n\nSource: {ESCAPES}")
    words = [verb, WINS, "-r", str(file)] if verb == "win" else [verb, str(file)]
    for also in ([], ["--json"]):
        assert is_safe(run(*words, *also).output)


def test_a_title_of_many_letters_is_shown_as_it_is(here: Path) -> None:
    title = "Town\u3000镇\u00a0\u0e44\u0e1e\u0e48 e\u0301 🀄"
    rule_file(here, doc=f"{title}: mine.\n\nSource: me.")
    assert run("show", "own.py").stdout.startswith(f"{title}\n")


def test_the_command_takes_what_click_commands_take() -> None:
    with pytest.raises(SystemExit) as left:
        main.main(["win", WINS], prog_name="x", standalone_mode=False)
    assert left.value.code == 0
