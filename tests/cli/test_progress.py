"""How far a command is shows on a terminal's standard error, and nowhere else."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from command import run
from strategies import rule_file

from regexhu.cli import progress


def on_terminal(*words: str, stdout: bool = False, term: str = "xterm", cwd: Path) -> tuple[int, str, str]:
    """Exit code, what came on standard output, and what came on the terminal."""
    ours, theirs = pty.openpty()
    done = subprocess.Popen(
        [sys.executable, "-m", "regexhu", *words],
        stdin=subprocess.DEVNULL,
        stdout=theirs if stdout else subprocess.PIPE,
        stderr=theirs,
        env={**os.environ, "TERM": term},
        cwd=cwd,
    )
    os.close(theirs)
    shown: list[bytes] = []

    def read() -> None:
        try:
            while chunk := os.read(ours, 65536):
                shown.append(chunk)
        except OSError:  # the other end is closed
            pass

    reader = threading.Thread(target=read)
    reader.start()
    printed = done.stdout.read() if done.stdout else b""
    done.wait()
    reader.join(10)
    os.close(ours)
    return done.returncode, printed.decode(), b"".join(shown).decode()


def screen(text: str) -> str:
    """What is left on the terminal: a line that was taken away is not."""
    return "\n".join(line.rpartition("\r")[2].replace("\x1b[K", "") for line in text.replace("\r\n", "\n").split("\n"))


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Standard error passes for a terminal, and the line shows from the start."""
    monkeypatch.setattr(progress, "on_terminal", lambda: True)
    monkeypatch.setattr(progress, "DELAY", 0)
    monkeypatch.setattr(progress, "EVERY", 0.01)


@pytest.mark.parametrize(
    "words",
    [
        ["win", "11m", "-r"],
        ["explain", "11m", "-r"],
        ["waits", "1m", "-r"],
        ["test"],
        ["check"],
        ["diff", "standard"],
        ["count", "--tiles", "2"],
        ["sample", "--seed", "1"],
        ["hands"],
        ["show"],
        ["export"],
    ],
)
def test_every_command_shows_that_it_goes_on_and_leaves_nothing_behind(
    here: Path, monkeypatch: pytest.MonkeyPatch, at_once: None, words: list[str]
) -> None:
    rule_file(here, "__import__('time').sleep(0.1) or meld + pair")
    shown = run(*words, "own.py")
    assert "working, 0 s" in shown.stderr
    monkeypatch.setattr(progress, "on_terminal", lambda: False)
    plain = run(*words, "own.py")
    assert (screen(shown.stderr), shown.stdout, shown.exit_code) == (plain.stderr, plain.stdout, plain.exit_code)
    assert "\r" not in plain.stderr


def test_what_a_command_is_at_is_named_and_counted(at_once: None) -> None:
    shown = run("test", "riichi", "hebei", "shanxi").stderr
    assert "testing hebei, 2 of 3, " in shown
    assert "finding hand 1" in run("hands", "standard", "--limit", "3000").stderr


def test_a_quick_command_shows_nothing(monkeypatch: pytest.MonkeyPatch, at_once: None) -> None:
    monkeypatch.setattr(progress, "DELAY", 60)
    assert run("win", "11m").stderr == ""


def test_the_line_says_nothing_that_a_terminal_obeys(here: Path, at_once: None) -> None:
    rule_file(here, "4 * meld + pair, name='a\x1b[31m'")
    assert "\x1b[31m" not in run("test", "own.py").stderr


@pytest.mark.parametrize("term", ["xterm", "dumb"])
def test_on_a_terminal_the_lines_that_are_printed_are_whole(tmp_path: Path, term: str) -> None:
    rule_file(tmp_path, "__import__('time').sleep(1.5) or 4 * meld + pair")
    code, _, shown = on_terminal("hands", "own.py", stdout=True, term=term, cwd=tmp_path)
    lines = [line for line in screen(shown).split("\n") if line]
    assert (code, lines[0], len(lines)) == (0, "11112222333344m", 10)
    assert ("working, 1 s" in shown) is (term == "xterm")


def test_nothing_is_shown_while_nothing_is_done(at_once: None, capsys: pytest.CaptureFixture[str]) -> None:
    line = progress.Progress()
    with line.shown(""):
        time.sleep(0.1)
    assert capsys.readouterr().err == ""
    with line.shown("typing"):
        time.sleep(0.1)
        line.at("")
        time.sleep(0.1)
    assert screen(capsys.readouterr().err) == ""
