"""The regex engines that are on this machine, and what they say of sequences by an exported rule set."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from regexhu.expression.export import Exported
from regexhu.regextext.writer import Clause

Batch = list[tuple[str, list[str]]]
"""Expressions, each with the texts that it is searched for in."""
Answers = list[list[bool]]
Engine = Callable[[Batch], Answers]


def module(name: str) -> Engine:
    """An engine that is a Python module like `re`."""

    def run(batch: Batch) -> Answers:
        engine = pytest.importorskip(name, reason=f"no {name} on this machine")
        return [list(map(bool, map(engine.compile(expression).search, texts))) for expression, texts in batch]

    return run


def polars(batch: Batch) -> Answers:
    engine = pytest.importorskip("polars", reason="no polars on this machine")
    return [engine.Series(texts).str.contains(expression).to_list() for expression, texts in batch]


def process(*command: str, needs: str = "", flags: str = "") -> Engine:
    """An engine that reads the whole batch from its standard input, each expression after a `/`."""

    def run(batch: Batch) -> Answers:
        program = needs or command[0]
        if shutil.which(program) is None:
            pytest.skip(f"no {program} on this machine")
        lines = [line for expression, texts in batch for line in (f"/{expression}{flags}", *texts)]
        told = "".join(f"{line}\n" for line in lines)
        done = subprocess.run(command, input=told, capture_output=True, encoding="utf-8", cwd=SCRIPTS, check=False)
        assert done.returncode == 0, done.stderr
        answers = iter(done.stdout)
        return [[next(answers) == "1" for _ in texts] for _, texts in batch]

    return run


SCRIPTS = Path(__file__).parent / "expression" / "engines"
ENGINES: dict[str, tuple[str, Engine]] = {
    "regex": ("python", module("regex")),
    "re": ("re", module("re")),
    "pcre2": ("pcre2", module("pcre2")),
    "perl": ("pcre2", process("perl", "judge.pl")),
    "node": ("javascript", process("node", "judge.js", flags="/u")),
    "java": ("java", process("java", "Judge.java", needs="javac")),
    "google-re2": ("re2", module("re2")),
    "polars": ("re2", polars),
}


def dotnet(batch: Batch) -> Answers:
    """.NET itself is not here: Node without the flag u reads the same units, and its numbers skip no named group."""
    plain = [(re.sub(r"\(\?<[a-z]+>", "(?:", text).replace(r"\z", "$"), texts) for text, texts in batch]
    return process("node", "judge.js", flags="/")(plain)


def verdicts(engine: Engine, jobs: list[tuple[Exported, list[str]]]) -> Answers:
    """What the engine says of the sequences by each rule set, from the clauses of its alternatives."""
    texts = [list(dict.fromkeys(clause.text for every in rules.alternatives for clause in every)) for rules, _ in jobs]
    answers = iter(engine([(text, jobs[at][1]) for at, of_rules in enumerate(texts) for text in of_rules]))

    def wins(every: tuple[Clause, ...], held: dict[str, list[bool]], at: int) -> bool:
        return all(held[clause.text][at] != clause.negated for clause in every)

    found = []
    for (rules, sequences), of_rules in zip(jobs, texts, strict=True):
        held = {text: next(answers) for text in of_rules}
        found.append([any(wins(every, held, at) for every in rules.alternatives) for at in range(len(sequences))])
    return found
