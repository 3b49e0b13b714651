"""A table as bytes, and back; bytes that are broken in any way are a `RuleError`. `docs/table.md` describes them."""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from collections.abc import Callable, Iterable
from dataclasses import asdict, replace
from typing import Any, TypeVar

from regexhu.automaton.joined import KINDS, MOST_IN_LAYER, Columns, Joined
from regexhu.automaton.layers import MELDS
from regexhu.errors import RuleError
from regexhu.hands.hand import MOST_WILDS
from regexhu.hands.tiles import TileSet
from regexhu.hands.told import EVENT, TOLD
from regexhu.rules.table import ROLES, WHERE, Reading, Roots, Table

MAGIC, FORMAT = b"regexhu\x00", 1
HEAD = 16
"""Bytes before the header: the magic, the header's length, the format."""
MOST_FACTS = 16
MOST_ALIKE = 96
_T = TypeVar("_T", bound=Table)


def header(table: Table) -> dict[str, Any]:
    """All that a table is but its cells, as plain data."""
    automaton, roots = table.automaton, table.roots
    return {
        **table.about,
        "sizes": list(table.sizes),
        "told": {key: sorted(value) if isinstance(value, TileSet) else value for key, value in table.told.items()},
        "needs": list(table.needs),
        "events": list(table.events),
        "most_alike": table.most_alike,
        "copies": table.copies,
        "takes_wild": table.takes_wild,
        "counts_wild": table.counts_wild,
        "limits": list(table.limits),
        "letters": {name: list(columns) for name, columns in automaton.columns._asdict().items()},
        "melds": [f"{name}{mark}" for name, mark in MELDS],
        "facts": [_fact(fact) for fact in table.facts],
        "wilds": roots.wilds,
        "winners": list(roots.winners),
        "roots": list(roots.states),
        "width": automaton.columns.width,
        "layers": list(automaton.layers),
    }


def _fact(fact: Reading) -> dict[str, Any]:
    """The fields that say something of a fact that reads such a thing."""
    said = {key: list(value) if isinstance(value, tuple) else value for key, value in asdict(fact).items()}
    return {key: said[key] for key in ("name", "reads", "holds", *_FACTS[fact.reads])}


_FACTS: dict[str, tuple[str, ...]] = {
    "self_draw": (),
    "ready": (),
    "event": ("events",),
    "wild": ("kinds",),
    "tiles": ("kinds", "where"),
    "waits": ("kinds", "root", "copies"),
}
"""For what a fact reads, its fields beside `name`, `reads` and `holds`."""


def to_bytes(table: Table) -> bytes:
    """The table as bytes: a head, the header in JSON, the cells, a checksum."""
    text = json.dumps(header(table), ensure_ascii=False, separators=(",", ":")).encode()
    text += b" " * (-(HEAD + len(text)) % 8)
    body = MAGIC + len(text).to_bytes(4, "little") + FORMAT.to_bytes(4, "little") + text + little_endian(table)
    return body + zlib.crc32(body).to_bytes(4, "little")


def little_endian(table: Table) -> bytes:
    """The cells, two bytes each, the least one first."""
    cells = array("H", table.automaton.cells)
    if sys.byteorder == "big":
        cells.byteswap()
    return cells.tobytes()


# --- reading bytes that may be broken ---------------------------------------------------------------------------------


def from_bytes(made: type[_T], data: bytes) -> _T:
    """The table in these bytes."""
    if len(data) < HEAD + 4 or data[: len(MAGIC)] != MAGIC:
        raise _broken("it doesn't begin with regexhu")
    if zlib.crc32(data[:-4]) != int.from_bytes(data[-4:], "little"):
        raise _broken("its checksum is another")
    if int.from_bytes(data[12:HEAD], "little") != FORMAT:
        raise _broken(f"its format is not {FORMAT}")
    end = HEAD + int.from_bytes(data[8:12], "little")
    if end > len(data) - 4 or (len(data) - 4 - end) % 2:
        raise _broken("it ends too soon")
    cells = array("H", data[end:-4])
    if sys.byteorder == "big":
        cells.byteswap()
    try:
        said = json.loads(data[HEAD:end])
        table = _table(made, said, cells)
        is_said = header(table) == said
    except RecursionError:
        raise _broken("its header is nested too deep") from None
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _broken(f"its header isn't right: {error}") from None
    if not is_said:
        raise _broken("its header says other things than the table has")
    _check(table)
    return table


def _broken(why: str) -> RuleError:
    return RuleError(f"this is no table of regexhu, or a broken one: {why}")


def _table(made: type[_T], said: dict[str, Any], cells: array[int]) -> _T:
    """The table that a header tells of, its values checked one by one; keys that it shouldn't have stay unread."""
    letters = {name: _numbers(said["letters"][name], 255) for name in Columns._fields}
    automaton = Joined(Columns(**letters), _numbers(said["layers"], MOST_IN_LAYER), cells)
    facts = _each(said["facts"], _reading)
    return made(
        about={
            **{key: _text(said[key]) for key in ("rules", "title", "source")},
            "switches": {_text(name): _flag(on) for name, on in _dict(said["switches"]).items()},
            "version": _text(said["version"]),
        },
        automaton=automaton,
        roots=Roots(
            _whole(said["wilds"], MOST_WILDS), _numbers(said["winners"], KINDS), _numbers(said["roots"], MOST_IN_LAYER)
        ),
        sizes=_numbers(said["sizes"], 999),
        facts=facts,
        told={key: _told(key, value) for key, value in _dict(said["told"]).items()},
        needs=_each(said["needs"], lambda value: _one_of(value, TOLD)),
        events=_each(said["events"], _event),
        most_alike=_or_none(said["most_alike"], MOST_ALIKE),
        copies=_or_none(said["copies"], MOST_ALIKE),
        takes_wild=_flag(said["takes_wild"]),
        counts_wild=_flag(said["counts_wild"]),
    )


def _reading(said: Any) -> Reading:
    reads = _one_of(said["reads"], _FACTS)
    found = Reading(_text(said["name"]), reads, _flag(said["holds"]))
    fields: dict[str, Callable[[Any], Any]] = {
        "events": lambda value: None if value is None else _each(value, _event),
        "kinds": lambda value: _one_of(value, ROLES) if isinstance(value, str) else _numbers(value, KINDS - 1),
        "where": lambda value: _each(value, lambda one: _one_of(one, WHERE)),
        "root": lambda value: _whole(value, MOST_IN_LAYER),
        "copies": lambda value: _or_none(value, MOST_ALIKE),
    }
    return replace(found, **{key: fields[key](said[key]) for key in _FACTS[reads]})


def _told(key: str, value: Any) -> Any:
    match key:
        case "self_draw" | "ready":
            return _flag(value)
        case "event":
            return None if value is None else _event(value)
        case "wild" | "forbidden":
            return TileSet(_numbers(value, KINDS - 1))
    raise ValueError(f"nothing is made for one {key!r}")


def _dict(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise TypeError(f"{value!r:.40} is no object")
    return value


def _each(value: Any, read: Callable[[Any], Any]) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise TypeError(f"{value!r:.40} is no list")
    return tuple(map(read, value))


def _numbers(value: Any, most: int) -> tuple[int, ...]:
    return _each(value, lambda one: _whole(one, most))


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r:.40} is no text")
    value.encode()  # a surrogate has no bytes
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{value!r:.40} is neither true nor false")
    return value


def _whole(value: Any, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise ValueError(f"{value!r:.40} is no number from 0 to {most}")
    return value


def _or_none(value: Any, most: int) -> int | None:
    return None if value is None else _whole(value, most)


def _one_of(value: Any, known: Iterable[str]) -> str:
    if _text(value) not in known:
        raise ValueError(f"{value!r:.40} is none of {', '.join(known)}")
    return str(value)


def _event(value: Any) -> str:
    if not EVENT.fullmatch(_text(value)):
        raise ValueError(f"{value!r:.40} is no event")
    return str(value)


def _check(table: Table) -> None:
    """Raise where a walk could leave the table, or be longer than a word."""
    automaton, roots = table.automaton, table.roots
    columns, layers, cells, width = automaton.columns, automaton.layers, automaton.cells, automaton.columns.width
    if len(layers) != KINDS or min(layers) < 1 or len(cells) != sum(layers) * width:
        raise _broken("its layers aren't right")
    if len(columns.melds) != len(MELDS) or len(columns.real) != len(columns.real_won):
        raise _broken("its letters aren't right")
    if len(columns.own) != len(columns.own_won) or not columns.real or not columns.own:
        raise _broken("its letters aren't right")
    in_layer = set(columns.melds)
    onward = {column for letters in columns[:4] for column in letters}
    if in_layer & onward - {_nowhere(automaton)} or in_layer | onward != set(range(width)):
        raise _broken("its letters aren't right")
    first = 0
    for kind, size in enumerate(layers):
        after = layers[kind + 1] if kind + 1 < KINDS else 2
        block = cells[first * width : (first + size) * width]
        if any(block[:width]):
            raise _broken("a lost state leads on")
        if any(max(block[column::width]) >= after for column in onward):
            raise _broken("a tile leads past the next layer")
        if any(target and target >= at for column in in_layer for at, target in enumerate(block[column::width])):
            raise _broken("a meld leads out of its layer, or on and on")
        first += size
    classes = max(roots.winners, default=0) + 1
    if len(roots.winners) != KINDS or len(table.facts) > MOST_FACTS:
        raise _broken("its roots aren't right")
    if len(roots.states) != (roots.wilds + 1) * classes << len(table.facts):
        raise _broken("its roots aren't right")
    if any(root >= layers[0] for root in (*roots.states, *(fact.root for fact in table.facts))):
        raise _broken("a root is not in the first layer")


def _nowhere(automaton: Joined) -> int:
    """The column that is lost in every state, which tiles and melds may share; -1 where there is none."""
    width = automaton.columns.width
    return next((column for column in range(width) if not any(automaton.cells[column::width])), -1)
