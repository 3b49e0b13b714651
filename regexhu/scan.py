"""Many MPSZ texts at once, in NumPy: plain concealed hands to counts, and which rows are not so plain.

Texts are read byte by byte in one array, where digits run up to their suit letter and a row ends with a line feed. A
row that holds anything else (melds, blanks, mistakes) is left to the reader of single hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_END, _ZERO = ord("\n"), ord("0")
# A suit takes ten columns, one for each digit; the 34 kinds are among them, and those that are no tile of their own.
_COLUMNS = 40
_SUIT_AT = np.full(256, -1, dtype=np.int64)
for _number, _letter in enumerate("mpsz"):
    _SUIT_AT[ord(_letter)] = 10 * _number
_SUIT_AT[_END] = 0
_KINDS = [10 * suit + rank for suit in range(3) for rank in range(1, 10)] + [30 + rank for rank in range(1, 8)]
_FIVES, _RED_FIVES, _NO_HONOURS = [4, 13, 22], [0, 10, 20], [30, 38, 39]


def counts_of(texts: Sequence[str]) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """The counts (N × 34) of plain texts, and which rows are plain; the counts of the others mean nothing."""
    rows = len(texts)
    joined = "\n".join(texts) + "\n"
    if joined.count("\n") != rows:
        joined = "\n".join(text.replace("\n", " ") for text in texts) + "\n"
    data = np.frombuffer(joined.encode("utf-8", "replace"), dtype=np.uint8)
    digits = data - np.uint8(_ZERO)
    is_digit = digits < 10
    stops = np.flatnonzero(~is_digit)
    letters = data[stops]
    lengths = np.diff(stops, prepend=-1) - 1
    ends = letters == _END
    row_of_run = np.cumsum(ends) - ends
    suit_at = _SUIT_AT[letters]

    plain = np.ones(rows, dtype=np.bool_)
    # a run is amiss if it ends with no suit letter, is empty before one, or ends its row without one
    amiss = (suit_at < 0) | ((lengths == 0) != ends)
    plain[row_of_run[amiss]] = False
    columns = np.repeat(row_of_run * _COLUMNS + np.maximum(suit_at, 0), lengths)
    columns += digits[is_digit]
    copies = np.bincount(columns, minlength=rows * _COLUMNS).reshape(rows, _COLUMNS)
    found = np.minimum(copies, 255, out=copies).astype(np.uint8)
    counts: NDArray[np.uint8] = found[:, _KINDS]
    if found[:, _RED_FIVES].any():
        counts[:, _FIVES] = np.minimum(copies[:, _KINDS][:, _FIVES] + copies[:, _RED_FIVES], 255)
    if found[:, _NO_HONOURS].any():
        plain &= ~found[:, _NO_HONOURS].any(axis=1)
    return counts, plain


def texts_of(hands: Any) -> list[str]:
    """Texts as a list: from a sequence of them, a NumPy array of strings, or an Arrow string column."""
    texts = (
        hands.to_pylist() if hasattr(hands, "to_pylist") else hands.tolist() if isinstance(hands, np.ndarray) else hands
    )
    texts = list(texts)
    kinds = set(map(type, texts))
    if kinds - {str, np.str_}:
        row = next(row for row, text in enumerate(texts) if not isinstance(text, str))
        raise TypeError(f"row {row}: a hand is MPSZ text, not {type(texts[row]).__name__}")
    return texts
