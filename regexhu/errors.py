"""The four errors that a user of the library meets; each message says what was expected and found."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
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
        before = ("…" if first else "") + _in_columns(self.text[first : self.position])
        after = _in_columns(self.text[self.position : last]) + ("…" if last < len(self.text) else "")
        row = "" if self.row is None else f"row {self.row}\n"
        return f"{row}{before}{after}\n{' ' * columns(before)}^\n{self.kind}: {visible_lines(self.expected)}."


def visible(text: str) -> str:
    """The text with its control characters escaped, line breaks too: safe to show, whoever wrote it.

    >>> print(visible("red \x1b[31m 🀄"))
    red \\x1b[31m 🀄
    """
    return text if text.isprintable() else "".join(char if is_shown(char) else ascii(char)[1:-1] for char in text)


def visible_lines(text: str) -> str:
    """The text with its control characters escaped, but for its line breaks."""
    return "\n".join(map(visible, text.split("\n")))


def is_shown(char: str) -> bool:
    """Whether a terminal shows the character, as a glyph or as space; others it obeys or hides."""
    return char.isprintable() or _category(char) == "Zs"


def _in_columns(text: str) -> str:
    """The text with every character that has no column of its own (controls, combining marks) escaped."""
    return "".join(char if char.isprintable() and _category(char)[0] != "M" else ascii(char)[1:-1] for char in text)


def columns(text: str) -> int:
    """How many terminal columns the text takes: wide and full-width characters take two, combining marks none."""
    from unicodedata import east_asian_width

    return sum(0 if _category(char) in ("Mn", "Me") else 2 if east_asian_width(char) in "WF" else 1 for char in text)


def _category(char: str) -> str:
    # Imported where there is something to show: judging reads no tables of Unicode.
    from unicodedata import category

    return category(char)


def pointed(text: str, start: int, end: int | None = None) -> str:
    """The text as one line, and below it carets under the part from `start` to `end`.

    >>> print(pointed("meld and pair", 5, 8))
    meld and pair
         ^^^
    """
    before, marked = visible(text[:start]), visible(text[start : start if end is None else end])
    return f"{visible(text)}\n{' ' * columns(before)}{'^' * max(1, columns(marked))}"


def close_to(name: str, known: Iterable[str], cutoff: float = 0.6) -> list[str]:
    """The known names most like the name, at most three, the most like first."""
    from difflib import get_close_matches

    return get_close_matches(name, list(known), cutoff=cutoff)


def guess(near: Iterable[str]) -> str:
    """A question for the names most like one that is unknown; nothing where none is like it."""
    names = " or ".join(map(visible, near))
    return f"did you mean {names}?" if names else ""


def in_words(names: Iterable[str]) -> str:
    """The names as a list in a sentence.

    >>> in_words(["self_draw", "ready", "wild"])
    'self_draw, ready and wild'
    """
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def from_here(path: Path) -> str:
    """The path, as short as it can be written from the working directory; safe to show."""
    with suppress(ValueError, OSError):
        path = path.relative_to(Path.cwd())
    return visible(str(path))


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
        place = f"{pointed(self.text, self.position)}\n" if self.text else ""
        return f"{place}{visible_lines(self.message)}"

    def at_row(self, row: int) -> RuleError:
        """The same of one hand of many."""
        return RuleError(f"row {row}: {self.message}", self.text, self.position)


class UnknownRules(LookupError):
    """No rule set has the name, or no file the path, that was asked for; `near` holds the names most like it.

    >>> print(UnknownRules("harbni", ["harbin"]))
    no rule set named 'harbni'; did you mean harbin? regexhu list names all.
    >>> print(UnknownRules("mytown.py"))
    no such file: mytown.py
    """

    def __init__(self, name: str, near: Iterable[str] = ()) -> None:
        self.name = name
        self.near = list(near)
        super().__init__(name, self.near)

    def __str__(self) -> str:
        question = guess(self.near)
        if self.name.endswith(".py"):
            return "; ".join(filter(None, (f"no such file: {visible(self.name)}", question)))
        return f"no rule set named {self.name!r}; {question and question + ' '}regexhu list names all."


class MissingFacts(RuleError):
    """A rule set was not told all that it asks of a hand: `missing` holds the keywords, `asks` says who asks for them.

    >>> print(MissingFacts("rule set own has to know ready", ["ready"], ["ready=True or ready=False"]))
    rule set own has to know ready: give ready=True or ready=False
    """

    def __init__(self, asks: str, missing: Iterable[str], give: Iterable[str]) -> None:
        self.asks, self.missing, give = asks, tuple(missing), tuple(give)
        super().__init__(f"{asks}: give {'; '.join(give)}")
        self.args = asks, self.missing, give


class TooManyStates(RuleError):
    """The automaton of a rule set outgrew its limit: `reached` states, or other `units`, where `limit` are allowed.

    >>> print(TooManyStates(limit=100_000, reached=100_001))
    the automaton reached 100,001 states of at most 100,000; raise most_states, or judge with the regex engine.
    """

    def __init__(self, limit: int, reached: int, units: str = "states") -> None:
        super().__init__(
            f"the automaton reached {reached:,} {units} of at most {limit:,}; "
            "raise most_states, or judge with the regex engine."
        )
        self.args = limit, reached, units
        self.limit = limit
        self.reached = reached
