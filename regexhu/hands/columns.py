"""Many MPSZ texts at once: plain concealed hands to counts, and which rows are not so plain.

The C extension reads them, or NumPy: byte by byte in one array, where digits run up to their suit letter and a row ends
with a line feed. A row that holds anything else (melds, blanks, mistakes) is left to the reader of single hands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from regexhu import speedups
from regexhu.hands.tiles import NAMES

if TYPE_CHECKING:
    from numpy.typing import NDArray

KINDS = len(NAMES)
TEXTS = 8_192
"""Texts in a block: all that is made of their bytes stays in the processor's second cache."""

_END, _ZERO = ord("\n"), ord("0")
# A suit takes eleven columns: one for each digit from 0 to 9, of which 1 to 9 are kinds, and one for what is no digit.
_SUIT, _COLUMNS = 11, 44
_NO_SUIT = -1
_SUIT_AT = np.full(256, _NO_SUIT, dtype=np.int64)
for _number, _letter in enumerate("mpsz"):
    _SUIT_AT[ord(_letter)] = _SUIT * _number
_SUIT_AT[_END] = 0
_LONGEST = 200
"""The most characters of a plain text; its counts fit a byte."""


def counts_of(texts: list[str], start: int, stop: int) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """The counts (N × 34) of plain texts, and which rows are plain; the counts of the others mean nothing."""
    rows = min(stop, len(texts)) - start
    if speedups.native:
        read, is_plain = np.empty((rows, KINDS), dtype=np.uint8), np.empty(rows, dtype=np.bool_)
        speedups.native.counts(texts, start, read, is_plain)
        return read, is_plain
    texts = texts[start:stop]
    raw = ("\n".join(texts) + "\n").encode("utf-8", "replace")
    data = np.frombuffer(raw, dtype=np.uint8)
    digits = np.minimum(data - np.uint8(_ZERO), np.uint8(10))
    stops = np.flatnonzero(digits == 10)
    letters = data[stops]
    ends = letters == _END
    if np.count_nonzero(ends) != rows:
        return counts_of([text.replace("\n", " ") for text in texts], 0, rows)
    row_of_run = np.cumsum(ends)
    row_of_run -= ends
    suit_at = _SUIT_AT[letters]
    lengths = np.diff(stops, prepend=-1)

    plain = np.diff(stops[ends], prepend=-1) <= _LONGEST
    # a run of digits is amiss if it ends with no suit letter, is empty before one, or ends its row without one
    amiss = (suit_at == _NO_SUIT) | ((lengths == 1) != ends)
    if amiss.any():
        plain[row_of_run[amiss]] = False
        suit_at[suit_at == _NO_SUIT] = 0
    row_of_run *= _COLUMNS
    row_of_run += suit_at
    columns = np.repeat(row_of_run, lengths)
    columns += digits
    copies = np.bincount(columns, minlength=rows * _COLUMNS)[: rows * _COLUMNS].reshape(rows, _COLUMNS)

    counts = np.empty((rows, KINDS), dtype=np.uint8)
    for suit in range(3):
        counts[:, 9 * suit : 9 * suit + 9] = copies[:, _SUIT * suit + 1 : _SUIT * suit + 10]
    honours = copies[:, 3 * _SUIT :]
    counts[:, 27:] = honours[:, 1:8]
    if b"0" in raw:
        counts[:, 4:27:9] = copies[:, 5 : 3 * _SUIT : _SUIT] + copies[:, 0 : 3 * _SUIT : _SUIT]
        plain &= honours[:, 0] == 0
    if honours[:, 8:10].any():
        plain &= ~honours[:, 8:10].any(axis=1)
    return counts, plain


def texts_of(hands: Any) -> tuple[list[str], list[int]]:
    """Texts as a list, and which rows are missing: from any series, a NumPy array, an Arrow or data-frame column.

    A row is missing where the series holds None, NaN or what else data frames write for it; its text is empty.
    """
    taken = "hands are a list, array or column of MPSZ texts, or an array of counts of shape (hands, 34)"
    if isinstance(hands, str | bytes):
        raise TypeError(f"{taken}, not one text: put it in a list, or judge it by is_win")
    for method in ("to_pylist", "to_list", "tolist"):
        if hasattr(hands, method):
            hands = getattr(hands, method)()
    missing: list[int] = []
    try:
        texts = hands if type(hands) is list else list(hands)
    except TypeError:
        raise TypeError(f"{taken}, not {type(hands).__name__}") from None
    if speedups.native.are_texts(texts) if speedups.native else set(map(type, texts)) <= {str}:
        return texts, missing
    texts = list(texts)
    for row, text in enumerate(texts):
        if isinstance(text, str):
            texts[row] = str.__str__(text)
        elif is_missing(text):
            texts[row] = ""
            missing.append(row)
        else:
            raise TypeError(f"row {row}: a hand is MPSZ text, not {type(text).__name__}; {taken}")
    return texts, missing


def is_missing(value: object) -> bool:
    is_nan = isinstance(value, float | np.floating) and bool(np.isnan(value))
    return value is None or is_nan or type(value).__name__ in ("NAType", "NaTType")
