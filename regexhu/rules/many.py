"""The verdicts of a rule set on many hands: in tables where those tell, and one by one where they don't."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import numpy as np

from regexhu.automaton.tables import MOST_ALIKE, ROWS, Verdicts, check_counts, match_counts
from regexhu.errors import NotationError, TooManyStates
from regexhu.hands.columns import TEXTS, counts_of, texts_of
from regexhu.hands.hand import text_of
from regexhu.rules.answers import Asked

Errors = Literal["raise", "false", "null"]


class Many:
    """Judges many hands: by tables of an automaton in the context that is asked in, or one by one by `is_win`.

    One by one go all hands where nothing is given, where kinds are wild, and where the rule set doesn't compile; and
    those with more tiles alike than tables read. `errors` says what becomes of a hand that can't be read: an error, a
    lost hand, or a masked verdict.
    """

    def __init__(
        self,
        is_win: Callable[[str], bool],
        asked: Asked | None,
        errors: Errors,
    ) -> None:
        self._is_win, self._errors = is_win, errors
        self._asked = asked if asked is not None and not asked.given.wild and not asked.engine.refusal else None

    def judge(self, hands: Any) -> Verdicts:
        """The verdicts on counts (N × 34) or MPSZ texts."""
        if isinstance(hands, np.ndarray) and (hands.ndim != 1 or hands.dtype.kind in "iub"):
            check_counts(hands)
            verdicts, bad = (np.zeros(len(hands), dtype=np.bool_) for _ in range(2))
            for start in range(0, len(hands), ROWS):
                counts = hands[start : start + ROWS]
                for row in self._by_tables(counts, verdicts[start : start + ROWS]).tolist():
                    self._judge(text_of(counts[row].tolist()), start + row, verdicts, bad)
        else:
            texts, missing = texts_of(hands)
            if missing and self._errors == "raise":
                raise TypeError(f"row {missing[0]} has no hand: with errors='null' it has no verdict either")
            verdicts, bad = (np.zeros(len(texts), dtype=np.bool_) for _ in range(2))
            bad[missing] = True
            for start in range(0, len(texts), TEXTS):
                counts, plain = counts_of(texts, start, start + TEXTS)
                others = np.flatnonzero(~plain)
                counts[others] = 0
                left = self._by_tables(counts, verdicts[start : start + TEXTS])
                if others.size:
                    left = np.union1d(left, others)
                for row in left[~bad[start + left]].tolist():
                    self._judge(texts[start + row], start + row, verdicts, bad)
            verdicts &= ~bad
        return np.ma.MaskedArray(verdicts, bad) if self._errors == "null" else verdicts

    def _by_tables(self, counts: Any, verdicts: Verdicts) -> Any:
        """The rows that tables can't judge; the verdicts on all others are filled in."""
        if self._asked is not None:
            try:
                verdicts[:] = match_counts(counts, self._asked.range.tables, self._asked.rules.sizes)
            except TooManyStates:
                self._asked = None
            else:
                has_more_alike = self._asked.copies is None or self._asked.copies > MOST_ALIKE
                return np.flatnonzero((counts > MOST_ALIKE).any(axis=1)) if has_more_alike else np.arange(0)
        return np.arange(len(counts))

    def _judge(self, text: str, row: int, verdicts: Verdicts, bad: Verdicts) -> None:
        try:
            verdicts[row] = self._is_win(text)
        except NotationError as error:
            if self._errors == "raise":
                raise NotationError(text, error.kind, error.position, error.expected, row) from None
            bad[row] = True
