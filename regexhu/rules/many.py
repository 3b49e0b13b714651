"""The verdicts of a rule set on many hands: counts and texts alike end in the same tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from regexhu.automaton.engine import AutomatonEngine
from regexhu.automaton.tables import Verdicts, match_counts
from regexhu.errors import NotationError
from regexhu.hands.columns import TEXTS, counts_of, texts_of


def match(
    engine: AutomatonEngine, sizes: Sequence[int], is_win: Callable[[str], bool], hands: Any, raising: bool
) -> Verdicts:
    """The verdicts on counts (N × 34) or MPSZ texts; `raising` says whether a bad text is an error or a lost hand.

    `is_win` judges the texts that are more than tiles.
    """
    engine.check()
    if isinstance(hands, np.ndarray) and hands.dtype.kind in "iu" and hands.ndim == 2:
        return match_counts(hands, engine.tables, sizes)
    texts = texts_of(hands)
    verdicts = np.zeros(len(texts), dtype=np.bool_)
    for start in range(0, len(texts), TEXTS):
        block = texts[start : start + TEXTS]
        counts, plain = counts_of(block)
        found = verdicts[start : start + TEXTS]
        found[:] = match_counts(counts, engine.tables, sizes) & plain
        for row in np.flatnonzero(~plain).tolist():
            found[row] = _judge(is_win, block[row], start + row, raising)
    return verdicts


def _judge(is_win: Callable[[str], bool], text: str, row: int, raising: bool) -> bool:
    try:
        return is_win(text)
    except NotationError as error:
        if raising:
            raise NotationError(text, error.kind, error.position, error.expected, row) from None
        return False
