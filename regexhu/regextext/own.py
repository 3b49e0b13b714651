"""Regexes of an author's own: read where they are written, renumbered where they are printed among other captures."""

from __future__ import annotations

import re
from collections.abc import Callable

from regexhu.errors import RuleError

_PIECE = re.compile(
    r"""
    \\g<(?P<long>\d+)> | \\[0-7]{3} | \\(?P<short>[1-9]\d?) | \\.   # references and escapes
    | \[\^?\]?(?:\\.|[^\]\\])*\]                                    # a set of characters, in which none is a reference
    | \(\?\#[^)]*\)                                                 # a comment
    | \(\?\((?P<tested>\d+)\) | \(\?(?P<called>R|\d+)\)             # a capture that is asked for, or run again
    """,
    re.VERBOSE | re.DOTALL,
)


def captures_of(text: str) -> int:
    """How many captures the regex has; a `RuleError` if it is none, or can't stand among others."""
    import regex

    if not isinstance(text, str):
        raise RuleError(f"matches takes a regex as text, not {text!r}")
    try:
        compiled = regex.compile(text)
    except regex.error as error:
        raise RuleError(f"matches({text!r}) is no regex: {error}", text, getattr(error, "pos", None) or 0) from None
    if compiled.groupindex:
        raise RuleError(f"matches({text!r}): the captures of a regex of your own have numbers, not names")
    if any(piece["called"] in ("R", "0") for piece in _PIECE.finditer(text)):
        raise RuleError(f"matches({text!r}): a regex of your own is part of a longer one, which (?R) would run again")
    return compiled.groups


def renumber(text: str, before: int, reference: Callable[[int], str]) -> str:
    """The regex with its references as they are after so many captures; blanks are meant, as they stand."""

    def shifted(piece: re.Match[str]) -> str:
        number = piece["long"] or piece["short"]
        if number:
            return reference(int(number) + before)
        inner = piece["tested"] or piece["called"]
        return piece[0] if inner is None else piece[0].replace(inner, str(int(inner) + before))

    moved = _PIECE.sub(shifted, text)
    return f"(?-x:{moved})" if re.search(r"[\s#]", text) else moved
