"""MPSZ hand text → parts. This module alone reads hand text.

The whole grammar (blanks may stand around the text, after a comma and after a suit letter):

    text    = section {"," section}                a section may be empty
    section = {tiles | meld}
    tiles   = digit+ [mps] | [1-7]+ "z" | "0"+ "x"      0m 0p 0s red fives, 0x face down
    meld    = digits with one mark, then [mpsz]
        12-3m               chi          sequence; the digit before the mark was claimed
        2-22m 22-2m 222-m   peng         triplet
        2-222m … 2222-m     da-ming-gang open kong
        2=222m … 222=2m     jia-gang     added kong
        2222+m              an-gang      concealed kong

A red five counts as a five wherever tiles must be alike or in a row.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from regexhu.errors import NotationError

PartType = Literal["single", "chi", "peng", "da-ming-gang", "jia-gang", "an-gang", "spacer"]

MAX_LENGTH = 10_000
"""The longest text that is read, in characters: hundreds of hands' worth, and never megabytes."""

_DIGITS = "0123456789"
_SUITS = frozenset("mpszx")
_BLANKS = " \t\r\n"

# mark: (how many tiles its melds take, where it stands)
_MARKS = {
    "-": ("a claimed meld takes 3 or 4 tiles", "after the digit of the claimed tile"),
    "=": ("an added kong takes 4 tiles", "after digit 1, 2 or 3 of an added kong"),
    "+": ("a concealed kong takes 4 tiles", "after digit 4 of a concealed kong"),
}

# (mark, number of tiles): (type when all are alike, its name, after which digits the mark may stand)
_MELDS: dict[tuple[str, int], tuple[PartType, str, range]] = {
    ("-", 3): ("peng", "a triplet", range(1, 4)),
    ("-", 4): ("da-ming-gang", "an open kong", range(1, 5)),
    ("=", 4): ("jia-gang", "an added kong", range(1, 4)),
    ("+", 4): ("an-gang", "a concealed kong", range(4, 5)),
}

_HINTS = {
    **dict.fromkeys("rR", "a red five is written 0"),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "type the ASCII hyphen -"),
    **dict.fromkeys(";_|/、", "a comma separates sections"),
    **dict.fromkeys("()[]<>'", "a claimed meld is written like 4-56p"),
    **dict.fromkeys("EWN", "winds are written 1z to 4z"),
    **{letter.upper(): f"write {letter}" for letter in _SUITS},
}


@dataclass(frozen=True, slots=True)
class Part:
    """One tile, one meld or one comma of a hand text, as it stands at `text[start:end]`.

    `tiles` holds the real tiles, two characters each, in written order; but a chi has its claimed tile first.
    `pos` says which tile of a peng, da-ming-gang or jia-gang was claimed (0 is the first), else it is None.
    """

    type: PartType
    tiles: tuple[str, ...]
    pos: int | None
    start: int
    end: int

    @property
    def tile(self) -> str:
        """The tile of a single."""
        if self.type != "single":
            raise AttributeError(f"a {self.type} has no one tile; use tiles")
        return self.tiles[0]

    def to_dict(self) -> dict[str, object]:
        """The same object that the npm package mpsz-parse returns.

        >>> parse("0555+p")[0].to_dict()
        {'type': 'an-gang', 'tiles': ['0x', '5p', '5p', '0x']}
        """
        if self.type == "spacer":
            return {"type": self.type}
        if self.type == "single":
            return {"type": self.type, "tile": self.tile}
        if self.pos is not None:
            return {"type": self.type, "pos": self.pos, "tiles": list(self.tiles)}
        shown = ["0x", *self.tiles[1:3], "0x"] if self.type == "an-gang" else list(self.tiles)
        return {"type": self.type, "tiles": shown}


def parse(text: str, errors: Literal["strict", "ignore"] = "strict") -> list[Part]:
    """The parts of a hand text, in written order; whether they make a legal hand is not asked here.

    A text that breaks the notation is a `NotationError`. With `errors="ignore"` every block that does is
    dropped, up to and including its suit letter, and a block without one up to its comma or the end.
    More than `MAX_LENGTH` characters are a `NotationError` in both modes.

    >>> [part.tiles for part in parse("05m,23-4p")]
    [('0m',), ('5m',), (), ('3p', '2p', '4p')]
    >>> [part.tiles for part in parse("1-35m9s", errors="ignore")]
    [('9s',)]
    """
    if not isinstance(text, str):
        raise TypeError(f"a hand text must be str, not {type(text).__name__}")
    if errors not in ("strict", "ignore"):
        raise ValueError(f"errors must be 'strict' or 'ignore', not {errors!r}")
    if len(text) > MAX_LENGTH:
        expected = f"a hand text takes at most {MAX_LENGTH:,} characters, not {len(text):,}"
        raise NotationError(text, "too_long", MAX_LENGTH, expected)
    parts: list[Part] = []
    at, stop = 0, len(text.rstrip(_BLANKS))
    while at < stop:
        if text[at] in _BLANKS:
            at += 1
        elif text[at] == ",":
            parts.append(Part("spacer", (), None, at, at + 1))
            at += 1
        else:
            try:
                parts += _block(text, at, stop)
            except NotationError:
                if errors == "strict":
                    raise
            at = _after_block(text, at, stop)
    return parts


def winning_part(parts: Iterable[Part]) -> Part | None:
    """The winning tile, where the text shows it: the last single, written apart from others of its suit.

    >>> winning_part(parse("3456s3s")).tile
    '3s'
    >>> winning_part(parse("33456s")) is None
    True
    """
    singles = [part for part in parts if part.type == "single"]
    if len(singles) < 2:
        return None
    *others, last = singles
    stands_apart = others[-1].end < last.start
    repeats_suit = any(part.tile[1] == last.tile[1] for part in others)
    return last if stands_apart and repeats_suit and last.tile != "0x" else None


def _after_block(text: str, at: int, stop: int) -> int:
    while at < stop and text[at] != ",":
        at += 1
        if text[at - 1] in _SUITS:
            break
    return at


def _block(text: str, start: int, stop: int) -> list[Part]:
    """Read one block: digits, at most one mark among them, and the suit letter."""
    end = start
    marks = []
    while end < stop and (text[end] in _DIGITS or text[end] in _MARKS):
        if text[end] in _MARKS:
            marks.append(end)
        end += 1
    if marks and marks[0] == start:
        raise _misplaced(text, start, 0)
    if len(marks) > 1:
        expected = f"a meld takes one mark, not {text[marks[0]]!r} and {text[marks[1]]!r}"
        raise NotationError(text, "two_marks", marks[1], expected)
    if end == stop or text[end] not in _SUITS:
        raise _no_suit(text, start, end, stop)
    if end == start:
        raise _no_digits(text, start)
    digits, suit = text[start:end], text[end]
    if suit == "x" and digits.strip("0"):
        actual = "a meld of them" if marks else f"{digits.strip('0')[0]}x"
        raise NotationError(text, "bad_suit", end, f"face-down tiles are written 0x, not {actual}")
    if suit == "z":
        for at, digit in enumerate(digits, start):
            if digit in "089":
                raise NotationError(text, "honor_range", at, f"honours are 1z to 7z, not {digit}z")
    if marks:
        return [_meld(text, start, marks[0], end)]
    return [Part("single", (digit + suit,), None, at, at + 1) for at, digit in enumerate(digits, start)]


def _meld(text: str, start: int, mark_at: int, end: int) -> Part:
    mark, suit, place = text[mark_at], text[end], mark_at - start
    digits = text[start:mark_at] + text[mark_at + 1 : end]
    values = digits.replace("0", "5")
    tiles = tuple(digit + suit for digit in digits)
    if (mark, len(digits)) not in _MELDS:
        raise NotationError(text, "wrong_count", start, f"{_MARKS[mark][0]}, not {len(digits)}")
    type_, name, places = _MELDS[mark, len(digits)]
    if place not in places:
        raise _misplaced(text, mark_at, place)
    if len(set(values)) == 1:
        return Part(type_, tiles, None if type_ == "an-gang" else place - 1, start, end + 1)
    actual = " ".join(values) + (" (0 is a five)" if "0" in digits else "")
    if len(digits) == 4 or len(set(digits)) < 3:
        odd = next(i for i, value in enumerate(values) if value != values[0])
        expected = f"{name} takes {len(digits)} tiles alike, not {actual}"
        raise NotationError(text, "mixed_meld", start + odd + (odd >= place), expected)
    if suit == "z":
        raise NotationError(text, "honor_chi", start, "a sequence takes m, p or s tiles, not honours")
    if "".join(sorted(values)) not in _DIGITS[1:]:
        expected = f"a sequence takes three digits in a row, not {actual}"
        raise NotationError(text, "not_consecutive", start, expected)
    claimed = place - 1
    return Part("chi", (tiles[claimed], *tiles[:claimed], *tiles[claimed + 1 :]), None, start, end + 1)


def _misplaced(text: str, mark_at: int, place: int) -> NotationError:
    mark = text[mark_at]
    actual = f"after digit {place}" if place else "before the digits"
    return NotationError(text, "mark_position", mark_at, f"{mark!r} stands {_MARKS[mark][1]}, not {actual}")


def _no_suit(text: str, start: int, end: int, stop: int) -> NotationError:
    if end == stop or text[end] == ",":
        actual = "the end" if end == stop else "','"
        expected = f"digits take a suit letter m, p, s, z or x after them, not {actual}"
        return NotationError(text, "missing_suit", end, expected)
    char = text[end]
    if char.isspace():
        expected = "blanks stand after a suit letter or a comma"
        expected += ", not inside a block" if char in _BLANKS else f" and are ASCII, not {char!r}"
        return NotationError(text, "stray_space", end, expected)
    if end > start and char.isascii() and char.lower() in _SUITS:
        return NotationError(text, "bad_suit", end, f"suit letters are small, not {char!r}: {_HINTS[char]}")
    return NotationError(text, "bad_char", end, f"{char!r} is not in the notation: {_hint(char)}")


def _no_digits(text: str, at: int) -> NotationError:
    letter, following = text[at], text[at + 1 : at + 21]
    digits = following[: len(following) - len(following.lstrip(_DIGITS))]
    if not digits or (at and text[at - 1] in _SUITS):
        expected = f"the letter {letter} takes digits before it, not none"
        return NotationError(text, "missing_digits", at, expected)
    expected = f"digits stand before their letter: write {digits}{letter}"
    return NotationError(text, "prefix_notation", at, expected)


def _hint(char: str) -> str:
    import unicodedata

    plain = unicodedata.normalize("NFKC", char).lower()
    if char in _HINTS:
        return _HINTS[char]
    if plain in (*_DIGITS, *_SUITS, *_MARKS, ","):
        return f"type an ASCII {plain}"
    return "it has 0-9, m p s z x, the marks - = + and the comma"
