"""Matching a canonical sequence: expressions compiled once, and a time-out as the last guard."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from regexhu.errors import RuleError

if TYPE_CHECKING:
    from regex import Match, Pattern

MATCH_SECONDS = 1.0
"""How long one match may take before it is given up; a shipped rule set needs less than a thousandth of it."""


@lru_cache(maxsize=256)
def compiled(text: str) -> Pattern[str]:
    """The expression compiled; kept, up to a number."""
    import regex

    return regex.compile(text)


def fits(expression: Pattern[str], sequence: str) -> Match[str] | None:
    """The match of the whole sequence, or None; a `RuleError` if it takes longer than `MATCH_SECONDS`."""
    try:
        return expression.fullmatch(sequence, timeout=MATCH_SECONDS)
    except TimeoutError:
        raise RuleError(
            f"a match took longer than {MATCH_SECONDS} s and was given up: a regex of your own in matches(…) "
            "backtracks; make its walks deterministic, or leave it to blocks"
        ) from None
