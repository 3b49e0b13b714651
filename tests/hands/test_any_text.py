"""Any text at all: what the grammar writes reads back, the rest is refused at a place in it, and none takes long."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regexhu.errors import NotationError
from regexhu.hands.mpsz import MAX_LENGTH, parse

MODES: tuple[Literal["strict", "ignore"], ...] = ("strict", "ignore")


# Every text


Piece = tuple[str, list[dict[str, object]]]
Pieces = st.SearchStrategy[Piece]
RUNS = ["123", "234", "345", "456", "567", "678", "789"]


@st.composite
def singles(draw: st.DrawFn) -> Piece:
    suit = draw(st.sampled_from("mpszx"))
    digits = draw(st.text({"z": "1234567", "x": "0"}.get(suit, "0123456789"), min_size=1, max_size=14))
    return digits + suit, [{"type": "single", "tile": digit + suit} for digit in digits]


@st.composite
def alike(draw: st.DrawFn) -> Piece:
    kinds = [
        ("peng", 3, "-", 3),
        ("da-ming-gang", 4, "-", 4),
        ("jia-gang", 4, "=", 3),
        ("an-gang", 4, "+", 0),
    ]
    kind, size, mark, places = draw(st.sampled_from(kinds))
    suit = draw(st.sampled_from("mpsz"))
    digit = draw(st.sampled_from("1234567" if suit == "z" else "123456789"))
    choice = "50" if digit == "5" and suit != "z" else digit
    digits = draw(st.text(choice, min_size=size, max_size=size))
    place = draw(st.integers(1, places)) if places else size
    tiles = [digit + suit for digit in digits]
    meld: dict[str, object] = {"type": kind, "tiles": tiles}
    if kind == "an-gang":
        meld["tiles"] = ["0x", tiles[1], tiles[2], "0x"]
    else:
        meld["pos"] = place - 1
    return digits[:place] + mark + digits[place:] + suit, [meld]


@st.composite
def sequences(draw: st.DrawFn) -> Piece:
    suit, run = draw(st.sampled_from("mps")), draw(st.sampled_from(RUNS))
    digits = ["0" if digit == "5" and draw(st.booleans()) else digit for digit in draw(st.permutations(run))]
    claimed = draw(st.integers(0, 2))
    text = "".join(digit + "-" * (place == claimed) for place, digit in enumerate(digits)) + suit
    first = digits.pop(claimed)
    return text, [{"type": "chi", "tiles": [digit + suit for digit in (first, *digits)]}]


spacers: Pieces = st.just((",", [{"type": "spacer"}]))
blanks: Pieces = st.text(" \t\n", max_size=2).map(lambda blank: (blank, []))
hands = st.lists(singles() | alike() | sequences() | spacers | blanks, max_size=12)


@given(hands)
def test_text_written_by_the_grammar_reads_back(pieces: list[Piece]) -> None:
    text = "".join(piece for piece, _ in pieces)
    parts = parse(text)
    assert [part.to_dict() for part in parts] == [part for _, expected in pieces for part in expected]
    for part in parts:
        written = text[part.start : part.end]
        if part.type == "single":
            assert written == part.tile[0]
        elif part.type == "chi":
            assert sorted(written.replace("-", "")[:-1]) == sorted(tile[0] for tile in part.tiles)
        else:
            assert "".join(filter(str.isdigit, written)) == "".join(tile[0] for tile in part.tiles)


near_text = st.text(st.sampled_from("0123456789-=+mpszxMr, \n，−"), max_size=30)


@given(st.text() | near_text)
def test_any_text_is_read_or_refused_at_a_place_in_it(text: str) -> None:
    try:
        parts = parse(text)
    except NotationError as error:
        assert 0 <= error.position <= len(text)
        shown, caret, sentence = str(error).split("\n")
        assert caret.strip() == "^"
        assert sentence == f"{error.kind}: {error.expected}."
        assert shown
    else:
        assert all(0 <= part.start < part.end <= len(text) for part in parts)
        assert all(a.end <= b.start for a, b in pairwise(parts))


@given(st.text() | near_text)
def test_ignoring_errors_reads_every_text(text: str) -> None:
    for part in parse(text, errors="ignore"):
        if part.type not in ("single", "spacer"):
            assert [read.tiles for read in parse(text[part.start : part.end])] == [part.tiles]


class Watched(str):
    """A text that counts how many of its characters are looked at."""

    looks = 0

    def __getitem__(self, key: Any) -> str:
        found = super().__getitem__(key)
        self.looks += len(found)
        return found


@pytest.mark.parametrize(
    "unit", ["1", "1m", "1-", "1-1m", "m", "m1", "1M", "1 ", "?", ",", " ", "11-1m", "1-23z", "8z", "1r"]
)
def test_reading_looks_at_each_character_a_bounded_number_of_times(unit: str) -> None:
    for errors in MODES:
        text = Watched(unit * (MAX_LENGTH // len(unit)))
        try:
            parse(text, errors=errors)
        except NotationError as error:
            assert len(str(error)) < 1000
        assert text.looks < 30 * len(text)
