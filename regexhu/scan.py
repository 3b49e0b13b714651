"""Many MPSZ texts at once, in NumPy: plain concealed hands to counts, and which rows are not so plain.

Texts are read byte by byte in one array, where digits run up to their suit letter and a row ends with a line feed. A
row that holds anything else (melds, blanks, mistakes) is left to the reader of single hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from regexhu.batch import KINDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

_END, _ZERO = ord("\n"), ord("0")
# A suit takes ten columns, one for each digit: those of 1 to 9 are kinds, those of 0 are red fives or no tile.
_COLUMNS = 40
_SUIT_AT = np.full(256, -1, dtype=np.int64)
for _number, _letter in enumerate("mpsz"):
    _SUIT_AT[ord(_letter)] = 10 * _number
_SUIT_AT[_END] = 0
_LONGEST = 200
"""The most characters of a plain text; its counts fit a byte."""


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

    plain = np.diff(stops[ends], prepend=-1) <= _LONGEST
    # a run is amiss if it ends with no suit letter, is empty before one, or ends its row without one
    amiss = (suit_at < 0) | ((lengths == 0) != ends)
    if amiss.any():
        plain[row_of_run[amiss]] = False
        suit_at[suit_at < 0] = 0
    columns = np.repeat(row_of_run * _COLUMNS + suit_at, lengths)
    columns += digits[is_digit]
    copies = np.bincount(columns, minlength=rows * _COLUMNS).reshape(rows, _COLUMNS)

    counts = np.empty((rows, KINDS), dtype=np.uint8)
    for suit in range(3):
        counts[:, 9 * suit : 9 * suit + 9] = copies[:, 10 * suit + 1 : 10 * suit + 10]
    counts[:, 27:] = copies[:, 31:38]
    red_fives = copies[:, 0:30:10]
    if red_fives.any():
        counts[:, 4:27:9] = copies[:, 5:30:10] + red_fives
    no_honours = copies[:, [30, 38, 39]]
    if no_honours.any():
        plain &= ~no_honours.any(axis=1)
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
