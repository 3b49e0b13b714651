"""Commands over many hands print as they go and keep nothing."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from regexhu.hands.hand import text_of

RUN = (
    "import re, sys\n"
    "from regexhu.cli import main\n"
    "try: main(sys.argv[1:])\n"
    "finally: print(re.search(r'VmHWM:\\s*(\\d+)', open('/proc/self/status').read())[1], file=sys.stderr)\n"
)
pytestmark = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no /proc to read a process's peak from")


def texts(number: int) -> Iterator[str]:
    rng = random.Random(5)
    deck = [kind for kind in range(34) for _ in range(4)]
    for _ in range(number):
        held = rng.sample(deck, 14)
        yield text_of([held.count(kind) for kind in range(34)])


def kilobytes(*words: str, stdin: str = "") -> tuple[int, list[str], int]:
    """The most memory that the command held, its lines, and its exit code."""
    done = subprocess.run([sys.executable, "-c", RUN, *words], input=stdin, capture_output=True, text=True, check=False)
    *said, most = done.stderr.split()
    assert not said
    return int(most), done.stdout.splitlines(), done.returncode


@pytest.mark.fault(35)
@pytest.mark.parametrize("form", [[], ["--json"]], ids=["text", "json"])
@pytest.mark.parametrize(
    "words", [["hands", "standard", "--limit"], ["sample", "standard", "--seed", "1", "-n"]], ids=["hands", "sample"]
)
def test_many_hands_take_no_more_memory_than_few(words: list[str], form: list[str]) -> None:
    few, _, _ = kilobytes(*words, "10", *form)
    many, lines, code = kilobytes(*words, "20000", *form)
    assert code == 0
    assert len(json.loads(lines[0]) if form else lines) == 20_000
    assert many - few < 700


@pytest.mark.fault(35)
@pytest.mark.parametrize("form", [[], ["--json"]], ids=["text", "json"])
def test_many_hands_from_standard_input_are_judged_and_forgotten(form: list[str]) -> None:
    hands = "\n".join(texts(300))
    few, _, _ = kilobytes("win", "-", "-r", "standard", *form, stdin=hands)
    many, lines, code = kilobytes("win", "-", "-r", "standard", *form, stdin="\n".join([hands] * 30))
    assert code == 1
    assert len(json.loads(lines[0]) if form else lines) == 9_000
    assert many - few < 700


@pytest.mark.fault(35)
@pytest.mark.parametrize(
    ("words", "first"),
    [
        (["win", "-"], "lose 11m"),
        (["win", "-", "--json"], '[{"hand": "11m", "rules": "harbin", "win": false}'),
        (["waits", "-", "-r", "standard"], "1112345678999m  1m 2m"),
        (["explain", "-", "-r", "standard"], "11m  does not win"),
    ],
)
def test_the_first_answer_comes_before_the_second_hand_is_given(words: list[str], first: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "regexhu", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdin and running.stdout
        watch = threading.Timer(60, running.kill)
        watch.start()
        running.stdin.write("1112345678999m\n" if words[0] == "waits" else "11m\n")
        running.stdin.flush()
        assert running.stdout.read(len(first)) == first
        running.stdin.close()
        watch.cancel()


def test_an_error_after_answers_leaves_json_whole() -> None:
    stdin = "111s345s55s567s222m\n1x\n11m\n"
    done = subprocess.run(
        [sys.executable, "-m", "regexhu", "win", "-", "--json"],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert ["error" in answer for answer in json.loads(done.stdout)] == [False, True, False]


def test_where_nothing_is_judged_json_is_an_empty_array() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "regexhu", "win", "-", "--json"], input="\n", capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "[]\n")
