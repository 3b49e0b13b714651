"""The four errors that a user of the library meets; each message says what was expected and found."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

NotationKind = Literal[
    "bad_char",
    "bad_suit",
    "missing_suit",
    "missing_digits",
    "prefix_notation",
    "honor_range",
    "honor_chi",
    "not_consecutive",
    "mixed_meld",
    "wrong_count",
    "mark_position",
    "two_marks",
    "stray_space",
    "too_long",
    "face_down",
    "winning_tile",
]

_WINDOW = 60


class NotationError(ValueError):
    """A hand text breaks the MPSZ notation; the message shows the place.

    `position` is the 0-based index into `text`; it is `len(text)` when something is missing at the end.
    The message has three lines: the text (a window of it when long), a caret, the sentence. `row` is the row of a batch
    that the text stood in, and comes first.

    >>> print(NotationError("99s111+m", "wrong_count", 3, "a concealed kong takes 4 tiles, not 3"))
    99s111+m
       ^
    wrong_count: a concealed kong takes 4 tiles, not 3.
    """

    def __init__(self, text: str, kind: NotationKind, position: int, expected: str, row: int | None = None) -> None:
        super().__init__(text, kind, position, expected, row)
        self.row = row
        self.text = text
        self.kind: NotationKind = kind
        self.position = position
        self.expected = expected

    def __str__(self) -> str:
        first = max(0, min(self.position - _WINDOW // 2, len(self.text) - _WINDOW))
        last = first + _WINDOW
        before = ("…" if first else "") + _visible(self.text[first : self.position])
        after = _visible(self.text[self.position : last]) + ("…" if last < len(self.text) else "")
        row = "" if self.row is None else f"row {self.row}\n"
        return f"{row}{before}{after}\n{' ' * columns(before)}^\n{self.kind}: {self.expected}."


def _visible(text: str) -> str:
    """The text with every character that has no column of its own (controls, combining marks) escaped."""
    import unicodedata

    def has_column(char: str) -> bool:
        return char.isprintable() and not unicodedata.category(char).startswith("M")

    return "".join(char if has_column(char) else ascii(char)[1:-1] for char in text)


def columns(text: str) -> int:
    """How many terminal columns the text takes: wide and full-width characters take two."""
    import unicodedata

    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


class RuleError(ValueError):
    """A rule is written wrongly, or is asked something that it can't answer.

    `text` is what the author wrote, where the fault is at a `position` in it; the message then begins with both.

    >>> print(RuleError("8z is no tile", "19mps8z", 6))
    19mps8z
          ^
    8z is no tile
    """

    def __init__(self, message: str, text: str = "", position: int = 0) -> None:
        super().__init__(message)
        self.message, self.text, self.position = message, text, position

    def __str__(self) -> str:
        place = f"{self.text}\n{' ' * columns(self.text[: self.position])}^\n" if self.text else ""
        return f"{place}{self.message}"


class UnknownRules(LookupError):
    """No rule set has the name that was asked for; `near` holds the names most like it.

    >>> print(UnknownRules("harbni", ["harbin"]))
    no rule set named 'harbni'; did you mean harbin? regexhu list names all.
    """

    def __init__(self, name: str, near: Iterable[str] = ()) -> None:
        self.name = name
        self.near = list(near)
        super().__init__(name, self.near)

    def __str__(self) -> str:
        guess = f"did you mean {' or '.join(self.near)}? " if self.near else ""
        return f"no rule set named {self.name!r}; {guess}regexhu list names all."


class TooManyStates(RuleError):
    """The automaton of a rule set outgrew its limit: `reached` states where `limit` are allowed.

    >>> print(TooManyStates(limit=100_000, reached=100_001))
    the automaton reached 100,001 states of at most 100,000; raise most_states, or judge with the regex engine.
    """

    def __init__(self, limit: int, reached: int) -> None:
        super().__init__(
            f"the automaton reached {reached:,} states of at most {limit:,}; "
            "raise most_states, or judge with the regex engine."
        )
        self.args = limit, reached
        self.limit = limit
        self.reached = reached
