"""Hand text: what reads as which parts, what is refused and where the caret stands."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Literal

import pytest

from regexhu.errors import NotationError
from regexhu.hands.mpsz import MAX_LENGTH, Part, parse, winning_part

CASES = json.loads((Path(__file__).parents[1] / "cases" / "notation.json").read_text(encoding="utf-8"))
SOUND = [case for case in CASES if case["ok"]]
BROKEN = [case for case in CASES if not case["ok"]]
MODES: tuple[Literal["strict", "ignore"], ...] = ("strict", "ignore")


def named(cases: list[dict[str, Any]]) -> list[Any]:
    return [pytest.param(case, id=f"{case['id']} {case['text'][:24]}") for case in cases]


def sections(parts: list[Part]) -> list[list[Any]]:
    """The parts as the data cases write them: singles as text, melds as objects, a list for each section."""
    result: list[list[Any]] = [[]]
    for part in parts:
        if part.type == "spacer":
            result.append([])
        elif part.type == "single":
            result[-1].append(part.tile)
        else:
            meld: dict[str, Any] = {"type": part.type, "tiles": list(part.tiles)}
            if part.type == "chi":
                meld["called"] = part.tiles[0]
            elif part.type != "an-gang":
                meld["pos"] = part.pos
            result[-1].append(meld)
    return result


def refusal(text: str) -> NotationError:
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert caught.value.text == text
    return caught.value


# What reads, and as what


@pytest.mark.parametrize("case", named([case for case in SOUND if "parse" in case]))
def test_sound_text_reads_as_its_parts(case: dict[str, Any]) -> None:
    parts = parse(case["text"])
    assert sections(parts) == case["parse"]
    if "winning" in case:
        winner = winning_part(parts)
        assert winner is not None
        assert winner.tile == case["winning"]


@pytest.mark.parametrize(
    ("text", "kind", "pos"),
    [
        ("3-333m", "da-ming-gang", 0),
        ("33-33m", "da-ming-gang", 1),
        ("333-3m", "da-ming-gang", 2),
        ("3333-m", "da-ming-gang", 3),
        ("2=222m", "jia-gang", 0),
        ("22=22m", "jia-gang", 1),
        ("222=2m", "jia-gang", 2),
        ("2222+m", "an-gang", None),
        ("2-22m", "peng", 0),
        ("22-2m", "peng", 1),
        ("222-m", "peng", 2),
        ("2-34m", "chi", None),
    ],
)
def test_the_mark_tells_the_meld_and_the_claimed_tile(text: str, kind: str, pos: int | None) -> None:
    (part,) = parse(text)
    assert (part.type, part.pos) == (kind, pos)


def test_a_sequence_has_its_claimed_tile_first_and_the_others_as_written() -> None:
    assert parse("1-23m")[0].tiles == ("1m", "2m", "3m")
    assert parse("12-3m")[0].tiles == ("2m", "1m", "3m")
    assert parse("123-m")[0].tiles == ("3m", "1m", "2m")
    assert parse("32-1m")[0].tiles == ("2m", "3m", "1m")


def test_far_more_tiles_than_a_hand_holds_still_read() -> None:
    (long,) = [case for case in SOUND if "parse" not in case]
    assert [part.tile for part in parse(long["text"])] == [f"{rank}m" for rank in range(1, 10)] * 200


def test_sections_may_be_empty() -> None:
    assert parse("") == []
    assert sections(parse(",")) == [[], []]
    assert sections(parse(",1m,,")) == [[], ["1m"], [], []]


def test_blanks_around_the_text_after_a_comma_and_after_a_suit_letter_change_nothing() -> None:
    spaced = parse(" \t11m 1-23m , 55-5p,  2s\r\n")
    assert [part.to_dict() for part in spaced] == [part.to_dict() for part in parse("11m1-23m,55-5p,2s")]
    assert parse(" \n") == []


def test_every_part_knows_its_place_in_the_text() -> None:
    text = " 05m 3-24p,1111+s"
    places = [text[part.start : part.end] for part in parse(text)]
    assert places == ["0", "5", "3-24p", ",", "1111+s"]


# The objects of the reference parser


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0m5m", [{"type": "single", "tile": "0m"}, {"type": "single", "tile": "5m"}]),
        ("0x", [{"type": "single", "tile": "0x"}]),
        ("23-4m", [{"type": "chi", "tiles": ["3m", "2m", "4m"]}]),
        ("50-5p", [{"type": "peng", "pos": 1, "tiles": ["5p", "0p", "5p"]}]),
        ("55-05p", [{"type": "da-ming-gang", "pos": 1, "tiles": ["5p", "5p", "0p", "5p"]}]),
        ("505=5p", [{"type": "jia-gang", "pos": 2, "tiles": ["5p", "0p", "5p", "5p"]}]),
        ("5055+p", [{"type": "an-gang", "tiles": ["0x", "0p", "5p", "0x"]}]),
        (",", [{"type": "spacer"}]),
    ],
)
def test_to_dict_gives_the_reference_object(text: str, expected: list[dict[str, object]]) -> None:
    assert [part.to_dict() for part in parse(text)] == expected


def test_a_concealed_kong_keeps_the_red_five_that_its_reference_object_hides() -> None:
    (kong,) = parse("0555+p")
    assert kong.tiles == ("0p", "5p", "5p", "5p")
    assert kong.to_dict() == {"type": "an-gang", "tiles": ["0x", "5p", "5p", "0x"]}


def test_only_a_single_has_one_tile() -> None:
    assert parse("9s")[0].tile == "9s"
    with pytest.raises(AttributeError, match="a peng has no one tile; use tiles"):
        _ = parse("2-22m")[0].tile


# The winning tile


@pytest.mark.parametrize(
    ("text", "winning"),
    [
        ("3456s3s", "3s"),
        ("3456s 0s", "0s"),
        ("34s11z5s", "5s"),
        ("3456s,2-22m,3s", "3s"),
        ("3456s3s2-22m", "3s"),
        ("34563s", None),
        ("3456s33s", None),
        ("3456s3p", None),
        ("3s", None),
        ("1-23s3s", None),
        ("0x0x", None),
        ("", None),
    ],
)
def test_the_winning_tile_is_the_last_single_apart_from_its_suit(text: str, winning: str | None) -> None:
    part = winning_part(parse(text))
    assert (part and part.tile) == winning


# What is refused


@pytest.mark.parametrize("case", named(BROKEN))
def test_broken_text_is_refused_for_its_kind_of_mistake(case: dict[str, Any]) -> None:
    assert refusal(case["text"]).kind == case["error"]


@pytest.mark.parametrize(
    ("text", "kind", "position"),
    [
        ("123 ", "missing_suit", 3),
        ("123,456m", "missing_suit", 3),
        ("1m,m", "missing_digits", 3),
        ("123mm456p", "missing_digits", 4),
        ("1m,p234", "prefix_notation", 3),
        ("123m p456", "prefix_notation", 5),
        ("0M", "bad_suit", 1),
        ("0X", "bad_suit", 1),
        ("05x", "bad_suit", 2),
        ("M", "bad_char", 0),
        ("1m\u0661m", "bad_char", 2),
        ("1280z", "honor_range", 2),
        ("1-35z", "honor_chi", 0),
        ("1-12z", "mixed_meld", 3),
        ("12-34m", "mixed_meld", 1),
        ("9s5-06p", "not_consecutive", 2),
        ("222=m", "wrong_count", 0),
        ("1111+1m", "wrong_count", 0),
        ("111+1m", "mark_position", 3),
        ("9s2222=m", "mark_position", 6),
        ("1--23m", "two_marks", 2),
        ("12 m", "stray_space", 2),
        ("123 ,456m", "stray_space", 3),
        ("1m\u30002m", "stray_space", 2),
    ],
)
def test_the_position_is_the_place_to_mend(text: str, kind: str, position: int) -> None:
    error = refusal(text)
    assert (error.kind, error.position) == (kind, position)


@pytest.mark.parametrize("not_text", [None, 123, b"123m", ["1m"]])
def test_what_is_no_text_is_a_type_error(not_text: Any) -> None:
    with pytest.raises(TypeError, match="a hand text must be str, not"):
        parse(not_text)


def test_errors_is_strict_or_ignore() -> None:
    with pytest.raises(ValueError, match="errors must be 'strict' or 'ignore', not 'replace'"):
        parse("1m", errors="replace")  # type: ignore[arg-type]


# What the message shows


@pytest.mark.parametrize(
    "lines",
    [
        ("99s111+m", "   ^", "wrong_count: a concealed kong takes 4 tiles, not 3."),
        ("1m45", "    ^", "missing_suit: digits take a suit letter m, p, s, z or x after them, not the end."),
        ("m123", "^", "prefix_notation: digits stand before their letter: write 123m."),
        ("m", "^", "missing_digits: the letter m takes digits before it, not none."),
        ("123M", "   ^", "bad_suit: suit letters are small, not 'M': write m."),
        ("0-00x", "    ^", "bad_suit: face-down tiles are written 0x, not a meld of them."),
        ("34r6m", "  ^", "bad_char: 'r' is not in the notation: a red five is written 0."),
        ("1\u221223m", " ^", "bad_char: '\u2212' is not in the notation: type the ASCII hyphen -."),
        ("123ｍ", "   ^", "bad_char: 'ｍ' is not in the notation: type an ASCII m."),
        ("①m", "^", "bad_char: '①' is not in the notation: type an ASCII 1."),
        ("1289z", "  ^", "honor_range: honours are 1z to 7z, not 8z."),
        ("1-23z", "^", "honor_chi: a sequence takes m, p or s tiles, not honours."),
        ("4-50p", "^", "not_consecutive: a sequence takes three digits in a row, not 4 5 5 (0 is a five)."),
        ("5-56s", "   ^", "mixed_meld: a triplet takes 3 tiles alike, not 5 5 6."),
        ("11+11m", "  ^", "mark_position: '+' stands after digit 4 of a concealed kong, not after digit 2."),
        ("-2p", "^", "mark_position: '-' stands after the digit of the claimed tile, not before the digits."),
        ("2-2=22m", "   ^", "two_marks: a meld takes one mark, not '-' and '='."),
        ("12 3m", "  ^", "stray_space: blanks stand after a suit letter or a comma, not inside a block."),
    ],
)
def test_the_message_is_the_text_a_caret_and_a_sentence(lines: tuple[str, str, str]) -> None:
    assert str(refusal(lines[0])) == "\n".join(lines)


def caret_lines(text: str, position: int) -> list[str]:
    return str(NotationError(text, "bad_char", position, "expected")).split("\n")[:2]


def test_the_caret_counts_wide_characters_as_two_columns() -> None:
    assert caret_lines("一万ｍ!", 3) == ["一万ｍ!", "      ^"]


def test_control_characters_and_combining_marks_are_shown_escaped() -> None:
    assert caret_lines("1m\n2m\0", 5) == [r"1m\n2m\x00", "      ^"]
    assert caret_lines("e\u0301\u200b!", 3) == [r"e\u0301\u200b!", " " * 13 + "^"]
    assert caret_lines("\ud800!", 1) == [r"\ud800!", "      ^"]


def test_a_long_text_is_shown_as_a_window_around_the_place() -> None:
    text = "1m" * 500
    assert caret_lines(text, 0) == ["1m" * 30 + "…", "^"]
    assert caret_lines(text, 500) == ["…" + "1m" * 30 + "…", " " * 31 + "^"]
    assert caret_lines(text, 1000) == ["…" + "1m" * 30, " " * 61 + "^"]


def test_megabytes_are_refused_unread() -> None:
    assert len(parse("1m" * (MAX_LENGTH // 2))) == MAX_LENGTH // 2
    for errors in MODES:
        with pytest.raises(NotationError) as caught:
            parse("?" * 2_000_000, errors=errors)
        assert (caught.value.kind, caught.value.position) == ("too_long", MAX_LENGTH)
        assert "at most 10,000 characters, not 2,000,000" in str(caught.value)


# Ignoring what doesn't read


@pytest.mark.parametrize("case", named(SOUND))
def test_ignoring_errors_changes_nothing_in_sound_text(case: dict[str, Any]) -> None:
    assert parse(case["text"], errors="ignore") == parse(case["text"])


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("2-35m", ""),
        ("1234+m9s", "9s"),
        ("123m88-8z456p", "123m456p"),
        ("12 3m4s", "4s"),
        ("m123p", "123p"),
        ("123M456p7s", "7s"),
        ("1m23,4s", "1m,4s"),
        ("?,!,1m", ",,1m"),
        ("123m456", "123m"),
    ],
)
def test_ignoring_errors_drops_a_block_with_its_suit_letter(text: str, left: str) -> None:
    shown = [part.to_dict() for part in parse(text, errors="ignore")]
    assert shown == [part.to_dict() for part in parse(left)]


def test_reading_hands_imports_no_unicode_tables() -> None:
    code = "import sys, regexhu.hands.mpsz as m; m.parse('123m'); print('unicodedata' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
