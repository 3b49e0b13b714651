"""The example lines of a rule set put to the test, on both engines."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from regexhu.errors import RuleError
from regexhu.examples import Example
from regexhu.rules import RuleSet
from regexhu.verdict import explain

ENGINES = ("automaton", "regex")


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of one example line, or of the file as a whole (`example` None)."""

    place: str
    outcome: str
    example: Example | None = None
    reason: str = ""

    @property
    def failed(self) -> bool:
        """Whether the line, or the file, is not as it should be."""
        return self.outcome not in ("right", "todo")

    def __str__(self) -> str:
        hand = f" {self.example.hand}" if self.example else ""
        return f"{self.place}: {self.outcome}{hand}{f': {self.reason}' if self.reason else ''}"

    def to_dict(self) -> dict[str, object]:
        """The trial as plain data."""
        hand = self.example.hand if self.example else None
        return {"place": self.place, "outcome": self.outcome, "hand": hand, "reason": self.reason}


def tried(rules: RuleSet) -> list[Trial]:
    """A trial for each example line, and one for each kind of line that a rule set has to have and this one lacks."""
    lines = line_numbers(rules)
    file = place(rules)
    found = [_trial(rules, example, f"{file}:{line}") for example, line in zip(rules.examples, lines, strict=True)]
    for verdict in ("win", "lose"):
        if all(example.verdict != verdict for example in rules.examples):
            found.append(Trial(file, "incomplete", None, f"no {verdict} line: give a hand that {_ENDS[verdict]}"))
    return found


_ENDS = {"win": "wins", "lose": "loses, and say why after #"}


def _trial(rules: RuleSet, example: Example, at: str) -> Trial:
    try:
        engines = ENGINES[1:] if rules.compiled.refusal else ENGINES
        verdicts = {engine: rules.example_wins(example, engine) for engine in engines}
        won = verdicts["regex"]
        if len(set(verdicts.values())) > 1:
            told = ", ".join(f"{engine} says {'win' if verdict else 'lose'}" for engine, verdict in verdicts.items())
            return Trial(at, "engines differ", example, told)
        if example.verdict == "todo":
            return Trial(at, "todo", example, f"it {'wins' if won else 'loses'} now")
        if won is (example.verdict == "win"):
            return Trial(at, "right", example)
        return Trial(at, "false win" if won else "missed win", example, _why(rules, example, won))
    except (ValueError, LookupError) as error:
        return Trial(at, "todo" if example.verdict == "todo" else "can't be judged", example, str(error))


def _why(rules: RuleSet, example: Example, won: bool) -> str:
    """What makes a hand win that should lose, or lose that should win."""
    played, asked = rules.asked_by(example)
    verdict = explain(example.hand, played, **asked)
    if won:
        groups = " ".join(finding_by for finding in verdict.findings if finding.by for finding_by in ())
        return f"laid out as {groups}; the line says: {example.reason}"
    return "; ".join(f"{finding.block} ({finding.reason})" for finding in verdict.findings if not finding.holds)
