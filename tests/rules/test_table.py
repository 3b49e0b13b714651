"""The flat table of a rule set: it judges as the rule set does, and no broken one is ever walked."""

from __future__ import annotations

import json
import random
import zlib
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import few_or_many
from tabled import cases, short_cases

from regexhu import RuleError, RuleSet, Table, load
from regexhu.automaton.joined import KINDS
from regexhu.blocks import (
    by_event,
    has,
    kong,
    matches,
    meld,
    no,
    pair,
    self_draw,
    sequence,
    some,
    switch,
    waits_on,
    wild_among,
    winning,
)
from regexhu.rules.tablebytes import HEAD

SPECS = [
    ("standard", 0),
    ("hangzhou", 2),
    pytest.param("shanxi", 0, marks=pytest.mark.long),
]
"""Rule sets and numbers of wild tiles: a plain one, one with wild kinds, one that asks what a hand waited for."""
by_spec = pytest.mark.parametrize(("name", "wilds"), SPECS)


@cache
def loaded(name: str, wilds: int) -> tuple[RuleSet, Table]:
    """A rule set, and its table read from bytes."""
    rules = load(name)
    return rules, Table.from_bytes(bytes(rules.table(wilds)))


# It judges as the rule set does


@by_spec
@few_or_many(150, 1000)
def test_it_gives_the_verdicts_of_its_rule_set(name: str, wilds: int, number: int) -> None:
    rules, table = loaded(name, wilds)
    found = list(cases(rules, number, wilds, seed=1))
    verdicts = [rules.is_win(text, **told) for text, told in found]
    assert [table.wins(text, **told) for text, told in found] == verdicts
    assert min(verdicts.count(True), verdicts.count(False)) > number / 30


@by_spec
def test_it_waits_for_what_its_rule_set_waits_for(name: str, wilds: int) -> None:
    rules, table = loaded(name, wilds)
    waited = 0
    for text, told in short_cases(rules, 30, max(0, wilds - 1), seed=2):
        found = table.waits(text, **told)
        waited += bool(found)
        try:
            assert found == rules.waits(text, **told), text
        except RuleError:
            assert found == [], text
    assert waited


@few_or_many(8, 60)
def test_it_gives_the_verdicts_of_the_regex_engine(number: int) -> None:
    rules, table = loaded("hangzhou", 2)
    found = list(cases(rules, 3 * number, 2, seed=3))
    assert [table.wins(text, **told) for text, told in found] == [
        rules.is_win(text, "regex", **told) for text, told in found
    ]


def test_wild_tiles_of_no_kind_stand_for_any_tile() -> None:
    rules = load("xian")
    table = rules.table(1)
    for text, _ in cases(rules, 60, 0, seed=4):
        short = text[1:] if text[1] in "0123456789" else text[2:]
        assert table.wins(short, wilds=1) is any(rules.is_win(f"{name},{short}") for name in _names()), short


def _names() -> list[str]:
    return [f"{rank}{suit}" for suit in "mpsz" for rank in range(1, 8 if suit == "z" else 10)]


def test_a_table_that_is_made_for_what_is_told_needs_to_be_told_no_more() -> None:
    table = load("hangzhou").table(0, self_draw=True)
    assert table.facts == () and table.needs == ()
    assert table.wins("123456m123p123s66z")
    with pytest.raises(RuleError, match="is made for self_draw=True, not False"):
        table.wins("123456m123p123s66z", self_draw=False)


def test_a_table_for_one_event_or_for_none() -> None:
    rules = RuleSet(4 * meld + pair & (by_event("heaven") | has("7z")))
    hand = "123m456p789s11122z"
    for event, table in ((None, rules.table(event=None)), ("heaven", rules.table(event="heaven"))):
        assert not table.facts
        assert table.wins(hand, event=event) is rules.is_win(hand, event=event)
    with pytest.raises(RuleError, match="made for event='heaven', not 'earth'"):
        rules.table(event="heaven").wins(hand, event="earth")


def test_wild_kinds_that_are_told_are_those_of_the_deal() -> None:
    rules = RuleSet(meld + pair & no(kong.undeclared) & (wild_among("5z") | self_draw))
    table = rules.table(1, wild="5z6z", self_draw=False)
    assert table.facts == ()
    assert table.wins("12m115z") and not table.wins("12m114z")
    assert [fact.name for fact in rules.table(1, self_draw=False).facts] == ["wild_among('5z')"]


def test_by_default_it_takes_wild_tiles_where_the_rule_set_has_them() -> None:
    assert RuleSet(meld + pair, wild="7z").table().roots.wilds == 4
    assert RuleSet(meld + pair).table().roots.wilds == 0


def test_no_hand_has_a_fifth_tile_of_a_kind() -> None:
    assert not loaded("standard", 0)[1].wins("11m123p456p789p,1111+m")
    assert not loaded("standard", 0)[1].wins("111112233m123p44s")


# What can't be so is refused by name


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda t: t.wins("123m456p789s11122z", wild="5z", wilds=2), "wild tiles up to 1, this hand has 2"),
        (lambda t: t.wins("123m456p789s55522z", wild="5z"), "wild tiles up to 1, this hand has 3"),
        (lambda t: t.wins("123m456p789s11122z", event="lucky"), "knows no event 'lucky'"),
        (lambda t: t.waits("123m456p789s1112z", winning_tile="2z"), "leave out winning_tile"),
        (lambda t: t.wins("123m456p789s11122z", wilds=-1), "a whole number from 0 up"),
    ],
)
def test_a_hand_that_it_cannot_judge_is_refused(ask: Callable[[Table], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ask(RuleSet(meld + pair, name="plain").table(1))


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: load("article").table(), "only the regex engine lays out"),
        (lambda: load("standard").table(5), "a whole number from 0 to 4"),
        (lambda: load("standard").table(winning_tile="5m"), "not for one winning_tile: leave it out"),
        (lambda: load("standard").table(seat_wind="1z"), "not for one seat_wind"),
        (lambda: load("standard").table(event="lucky"), "knows no event"),
        (lambda: load("shanxi").table(1), r"waits_on\(.*only for hands without wild tiles"),
        (lambda: RuleSet(4 * meld + pair, wild=False).table(1), "has no wild tiles here"),
        (lambda: load("hangzhou").table(1, wild=""), "has no wild tiles here"),
        (lambda: RuleSet(4 * meld + pair & waits_on("1m", by=load("hangzhou"))).table(), "asks for no more than tiles"),
        (lambda: RuleSet(4 * meld + pair & matches("1")).table(), "which only the regex engine reads"),
    ],
)
def test_what_no_table_can_say_is_refused(ask: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ask()


def test_too_many_facts_have_to_be_told() -> None:
    pattern: Any = 4 * meld + pair
    for kind in _names()[:11]:
        pattern &= winning(kind) | has("1z")
    with pytest.raises(RuleError, match="reads 11 facts, a table 10: tell some of"):
        RuleSet(pattern).table()


def test_wild_tiles_that_are_too_many_to_compile_are_named() -> None:
    rules = RuleSet(meld + pair & no(kong.undeclared), most_states=300)
    assert rules.table(0).wins("11122m")
    with pytest.raises(RuleError, match=r"with wilds=1: the automaton reached .* may have fewer: wilds=0"):
        rules.table(4)


def test_it_asks_for_what_it_needs() -> None:
    _, table = loaded("hangzhou", 2)
    with pytest.raises(RuleError, match="the table of hangzhou has to know self_draw"):
        table.wins("123456m123p123s66z")
    with pytest.raises(RuleError, match="which kinds are wild"):
        RuleSet(2 * pair & some(pair.won())).table(1).wins("11m1z", wilds=1, winning_tile="1z")


def test_a_hand_of_a_deal_with_wild_kinds_is_refused_where_it_is_asked_what_it_waits_for() -> None:
    rules = RuleSet(4 * meld + pair & waits_on("123456789m", by=load("standard")))
    with pytest.raises(RuleError, match="which it can't say where kinds are wild"):
        rules.table().wins("123m456p789s11122z", winning_tile="1m", wild="5z")


def test_it_says_what_it_is_of_and_what_it_cannot_say() -> None:
    extra = switch("extra", False, "no chi")
    rules = RuleSet(meld + pair & (~extra | no(sequence.open)), name="own", title="Own", source="me", wild="7z")
    table = rules.switched(extra=True).table(2)
    assert (
        table.about["rules"] == "own" and table.about["source"] == "me" and table.about["switches"] == {"extra": True}
    )
    assert table.limits == (
        "It judges hands with at most 2 wild tiles.",
        "It judges hands with wild='7z' alone.",
        "It gives no layout and no reasons, and counts no hands.",
    )


# It is small


@by_spec
def test_it_is_minimal(name: str, wilds: int) -> None:
    _, table = loaded(name, wilds)
    columns, layers, cells = table.automaton
    width = columns.width
    roots = {*table.roots.states, *(fact.root for fact in table.facts if fact.reads == "waits")}
    first, reached = 0, roots - {0}
    for size in layers:
        rows = [tuple(cells[at * width : (at + 1) * width]) for at in range(first, first + size)]
        assert len(set(rows)) == size, "two states are one"
        for at in reversed(range(size)):
            if at in reached:
                reached.update(rows[at][column] for column in columns.melds)
        assert reached - {0} == set(range(1, size)), "a state is never met"
        reached = {row[column] for row in rows for letters in columns[:4] for column in letters} - {0}
        first += size
    assert reached == {1}


# Broken bytes


def closed(body: bytes) -> bytes:
    """The bytes with their right checksum."""
    return body + zlib.crc32(body).to_bytes(4, "little")


@cache
def small() -> bytes:
    """A table with wild tiles, a fact, what is told, and many states."""
    return bytes(loaded("hangzhou", 2)[1])


def judged(data: bytes) -> None:
    """A table in these bytes is refused, or gives a verdict on every hand."""
    try:
        table = Table.from_bytes(data)
    except RuleError as error:
        assert "no table of regexhu, or a broken one" in str(error)
        return
    assert Table.from_bytes(bytes(table)) == table
    for text, self_drawn in product(("123456m123p123s66z", "111m5z,1-23p,44=44s,2222+z", ""), (True, False)):
        with suppress(RuleError):
            assert table.wins(text, self_draw=self_drawn, ready=True, forbidden="1m") in (True, False)


def test_every_byte_is_under_the_checksum() -> None:
    data = small()
    rng = random.Random(5)
    for at in [*range(HEAD), *rng.sample(range(len(data)), 100), *range(len(data) - 4, len(data))]:
        broken = bytearray(data)
        broken[at] ^= 1 << rng.randrange(8)
        with pytest.raises(RuleError):
            Table.from_bytes(bytes(broken))


@few_or_many(150, 2000)
def test_a_byte_that_is_another_with_its_checksum_right_is_refused_or_makes_another_table(number: int) -> None:
    body = small()[:-4]
    rng = random.Random(6)
    in_header = HEAD + int.from_bytes(body[8:12], "little")
    for _ in range(number):
        broken = bytearray(body)
        at = rng.randrange(in_header) if rng.random() < 0.7 else rng.randrange(in_header, len(body))
        broken[at] = rng.randrange(256)
        judged(closed(bytes(broken)))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.binary(max_size=12), st.integers(0, 20))
def test_bytes_that_are_put_in_or_left_out(at: int, more: bytes, left_out: int) -> None:
    body = small()[:-4]
    at %= len(body)
    judged(closed(body[:at] + more + body[at + left_out :]))
    judged(body[:at])


@pytest.mark.parametrize("data", [b"", b"regexhu\0", b"\0" * 40, b"PK\3\4" + b"\0" * 60])
def test_what_is_no_table_is_refused(data: bytes) -> None:
    with pytest.raises(RuleError, match="no table of regexhu"):
        Table.from_bytes(data)


def parts() -> tuple[dict[str, Any], bytes]:
    """The header and the cells of a table."""
    data = small()
    end = HEAD + int.from_bytes(data[8:12], "little")
    return json.loads(data[HEAD:end]), data[end:-4]


def built(text: bytes, cells: bytes) -> bytes:
    """The bytes of a header's text and cells."""
    return closed(b"regexhu\0" + len(text).to_bytes(4, "little") + (1).to_bytes(4, "little") + text + cells)


def test_a_header_is_read_whatever_blanks_it_has() -> None:
    header, cells = parts()
    assert Table.from_bytes(built(json.dumps(header, indent=1).encode(), cells)) == Table.from_bytes(small())


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["width"], 8),
        (["layers", 0], 0),
        (["layers", 3], 65535),
        (["layers"], [1] * KINDS),
        (["roots", 0], 60_000),
        (["roots"], []),
        (["roots", 0], True),
        (["roots", 0], 1.0),
        (["wilds"], 4_000_000_000),
        (["winners"], [0] * 33),
        (["winners", 0], 7),
        (["winners", 0], -1),
        (["letters", "real", 0], 250),
        (["letters", "melds", 0], 0),
        (["letters", "own"], []),
        (["letters", "real"], [0]),
        (["letters"], None),
        (["facts"], [{}] * 40),
        (["facts", 0, "reads"], "tiles"),
        (["facts", 0, "name"], 5),
        (["facts", 0, "root"], 5),
        (["told", "wild"], [34]),
        (["told", "winning_tile"], 3),
        (["told", "event"], "no event!"),
        (["switches"], []),
        (["source"], "\ud800"),
        (["takes_wild"], 1),
        (["needs"], ["luck"]),
        (["limits"], ["It judges everything."]),
        (["more"], 1),
    ],
)
def test_a_header_that_is_not_right_is_refused(path: list[Any], value: Any) -> None:
    header, cells = parts()
    place: Any = header
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(RuleError, match="or a broken one"):
        Table.from_bytes(built(json.dumps(header).encode(), cells))


@pytest.mark.parametrize("text", [b"[" * 100_000, b"null", b"{}", b"\xff", b'{"width": 1e400}', b"9" * 10_000])
def test_a_header_that_is_no_object_is_refused(text: bytes) -> None:
    with pytest.raises(RuleError, match="or a broken one"):
        Table.from_bytes(built(text, parts()[1]))


@pytest.mark.parametrize("row", [0, 1, 7])
def test_cells_that_lead_elsewhere_are_refused(row: int) -> None:
    header, cells = parts()
    width, letters = header["width"], header["letters"]
    for column in range(width):
        broken = bytearray(cells)
        at = 2 * (row * width + column)
        broken[at : at + 2] = (header["layers"][0] if column in letters["melds"] else header["layers"][1]).to_bytes(
            2, "little"
        )
        with pytest.raises(RuleError, match="leads"):
            Table.from_bytes(built(json.dumps(header).encode(), bytes(broken)))


def test_melds_that_lead_on_and_on_are_refused() -> None:
    header, cells = parts()
    broken = bytearray(cells)
    at = 2 * (7 * header["width"] + header["letters"]["melds"][0])
    broken[at : at + 2] = (7).to_bytes(2, "little")
    with pytest.raises(RuleError, match="on and on"):
        Table.from_bytes(built(json.dumps(header).encode(), bytes(broken)))
