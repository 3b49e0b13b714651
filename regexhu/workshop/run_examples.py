"""The example lines of a rule set put to the test, on both engines."""

from __future__ import annotations

from dataclasses import dataclass

from regexhu.explain.verdict import explain
from regexhu.hands.tiles import SPELLINGS
from regexhu.rules.examples import Example
from regexhu.rules.ruleset import RuleSet
from regexhu.rules.source import Source, file_of

_WANTED = {"win": "a hand that wins", "lose": "a hand that loses, with the reason after #"}


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of one example line, or of the file as a whole (`hand` empty).

    `outcome` is `right`, `missed win`, `false win`, `engines differ`, `not judged`, `incomplete` or `todo`.
    """

    place: str
    outcome: str
    hand: str = ""
    reason: str = ""

    @property
    def failed(self) -> bool:
        """Whether the line, or the file, is not as it should be."""
        return self.outcome not in ("right", "todo")

    def __str__(self) -> str:
        return ": ".join(filter(None, (self.place, f"{self.outcome} {self.hand}".strip(), self.reason)))

    def to_dict(self) -> dict[str, object]:
        """The trial as plain data."""
        return {"place": self.place, "outcome": self.outcome, "hand": self.hand, "reason": self.reason}


def run_examples(rules: RuleSet) -> list[Trial]:
    """A trial for each example line, and one for each kind of line that the rule set lacks."""
    file = file_of(rules)
    lines = Source(rules.path).example_lines(rules.examples) if rules.path else [e.line for e in rules.examples]
    found = [_trial(rules, example, f"{file}:{line}") for example, line in zip(rules.examples, lines, strict=True)]
    verdicts = {example.verdict for example in rules.examples}
    missing = [verdict for verdict in _WANTED if verdict not in verdicts]
    return found + [Trial(file, "incomplete", "", f"no {verdict} line: add {_WANTED[verdict]}") for verdict in missing]


def _trial(rules: RuleSet, example: Example, place: str) -> Trial:
    try:
        outcome, reason = _outcome(rules, example)
    except (ValueError, TypeError) as error:
        outcome, reason = "todo" if example.verdict == "todo" else "not judged", str(error)
    return Trial(place, outcome, example.hand, reason)


def _outcome(rules: RuleSet, example: Example) -> tuple[str, str]:
    won = rules.example_wins(example, "regex")
    if not rules.automaton_engine.refusal and rules.example_wins(example, "automaton") is not won:
        return "engines differ", f"the regex says {'win' if won else 'lose'}, the automaton does not"
    if example.verdict == "todo":
        return "todo", f"it {'wins' if won else 'loses'} now"
    if won is (example.verdict == "win"):
        return "right", ""
    played, asked = rules.asked_by(example)
    verdict = explain(example.hand, played, **asked)
    if won:
        laid_out = " ".join(group.text(SPELLINGS["mpsz"]) for group in verdict.layout)
        return "false win", f"laid out as {laid_out}{f', but {example.reason}' if example.reason else ''}"
    failing = (f"{finding.block} ({finding.reason})" for finding in verdict.findings if not finding.holds)
    return "missed win", "; ".join(failing)
