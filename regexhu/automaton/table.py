"""A minimal automaton laid flat: one row of targets for each state, the same bytes for every runner.

State 0 is lost, state 1 is won, then come the states of each layer. A row has a column for each letter: the real
tiles of a kind from 0 up; the wild tiles that are of the kind, from 1 up; both again for the kind of the winning tile;
and the five kinds of declared meld, which lead back into the layer. `docs/table.md` describes the bytes.
"""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import NamedTuple

from regexhu.automaton.configurations import Letter
from regexhu.automaton.minimize import MELDS, Minimal
from regexhu.automaton.word import Word
from regexhu.errors import RuleError

MAGIC, FORMAT = b"regexhu\x00", 1
LOST, WON, FIRST = 0, 1, 2
KINDS = 34
_HEAD = 16
_WIDEST = 64


Start = tuple[int, int, tuple[bool, ...], int | None]
"""What a root is for: the first four fields of a `Root`."""


class Root(NamedTuple):
    """Where a word begins: the size of the hand (0: any) with declared kongs as three, its wild tiles, what is told.

    `facts` says which of the table's facts hold, in their order; `winner` is the wild kind that the winning tile is of.
    """

    size: int
    wilds: int
    facts: tuple[bool, ...]
    winner: int | None
    state: int


@dataclass(frozen=True)
class Letters:
    """The letters for concealed tiles: so many real ones at most, so many wild ones; `marks` for the winning tile."""

    real: int
    own: int = 0
    marks: bool = False

    @property
    def all(self) -> list[Letter]:
        """The letters in the order of their columns."""
        plain = [Letter(real) for real in range(self.real + 1)] + [Letter(0, own) for own in range(1, self.own + 1)]
        return plain + [Letter(*letter[:2], marked=True) for letter in plain[1:]] * self.marks

    def column(self, letter: Letter) -> int:
        """The column of a letter; -1 where the table has none."""
        if letter.real > self.real or letter.own > self.own:
            return -1
        at = self.real + letter.own if letter.own else letter.real
        return at + self.real + self.own if letter.marked and self.marks else at


@dataclass(frozen=True)
class Table:
    """The flat automaton; `about` tells of the rule set, `facts` name what the roots tell apart."""

    letters: Letters
    copies: int | None
    roots: tuple[Root, ...]
    layers: tuple[int, ...]
    cells: Sequence[int]
    facts: tuple[str, ...] = ()
    about: Mapping[str, object] = field(default_factory=dict)

    @property
    def width(self) -> int:
        """How many columns a row has."""
        return len(self.letters.all) + len(MELDS)

    @property
    def states(self) -> int:
        """How many states there are, the lost one and the won one among them."""
        return len(self.cells) // self.width

    def run(self, state: int, word: Word) -> bool:
        """Whether the word wins that is read from the state on."""
        cells, width = self.cells, self.width
        declared = width - len(MELDS)
        for _, melds, letter in word.steps:
            for meld in melds:
                state = cells[state * width + declared + MELDS.index((meld.type, meld.mark))]
            column = self.letters.column(letter)
            if column < 0:
                return False
            state = cells[state * width + column]
        return state == WON

    # --- bytes

    def to_bytes(self) -> bytes:
        """The table as bytes: a head, a header in JSON, the cells, and a checksum."""
        wide = self.states > 0xFFFF
        header = {
            "format": FORMAT,
            **self.about,
            "letters": asdict(self.letters),
            "melds": [f"{name}{mark}" for name, mark in MELDS],
            "copies": self.copies,
            "facts": list(self.facts),
            "roots": [root._asdict() for root in self.roots],
            "layers": list(self.layers),
            "states": self.states,
            "width": self.width,
            "cell": 4 if wide else 2,
        }
        text = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
        text += b" " * (-(len(text) + _HEAD) % 8)
        cells = array("I" if wide else "H", self.cells)
        if sys.byteorder == "big":
            cells.byteswap()
        body = MAGIC + len(text).to_bytes(4, "little") + FORMAT.to_bytes(4, "little") + text + cells.tobytes()
        return body + zlib.crc32(body).to_bytes(4, "little")

    @classmethod
    def from_bytes(cls, data: bytes) -> Table:
        """The table in these bytes; a `RuleError` where they are broken in any way."""
        header, cells = _parts(data)
        try:
            table = _table(header, cells)
        except (KeyError, TypeError, ValueError) as error:
            raise _broken(f"its header isn't right: {error}") from None
        _check(table)
        return table


def flat(
    minimal: Minimal,
    letters: Letters,
    copies: int | None,
    roots: Iterable[Start],
) -> Table:
    """The automaton laid flat; `roots` say of each of its starts what it is for."""
    layers, at = [], FIRST
    for layer in minimal.layers:
        layers.append(at)
        at += len(layer.tiles)
    width = len(letters.all) + len(MELDS)
    cells = array("I" if at > 0xFFFF else "H", bytes((4 if at > 0xFFFF else 2) * FIRST * width))
    for number, (melds, tiles) in enumerate(minimal.layers):
        here, following = layers[number], layers[number + 1] if number + 1 < KINDS else WON
        for in_layer, onward in zip(melds, tiles, strict=True):
            cells.extend([target + following if target >= 0 else LOST for target in onward])
            cells.extend([target + here if target >= 0 else LOST for target in in_layer])
    started = tuple(
        Root(*root, LOST if state < 0 else layers[0] + state) for root, state in zip(roots, minimal.roots, strict=True)
    )
    return Table(letters, copies, started, tuple(layers), cells)


# --- reading bytes that may be broken ---------------------------------------------------------------------------------


def _broken(why: str) -> RuleError:
    return RuleError(f"this is no table of regexhu, or a broken one: {why}")


def _parts(data: bytes) -> tuple[dict[str, object], array[int]]:
    if len(data) < _HEAD + 4 or data[:8] != MAGIC:
        raise _broken("it doesn't begin with regexhu")
    if zlib.crc32(data[:-4]) != int.from_bytes(data[-4:], "little"):
        raise _broken("its checksum is another")
    if int.from_bytes(data[12:16], "little") != FORMAT:
        raise _broken(f"its format is not {FORMAT}")
    end = _HEAD + int.from_bytes(data[8:12], "little")
    try:
        header = json.loads(data[_HEAD:end])
        cells = array({2: "H", 4: "I"}[header["cell"]])
        cells.frombytes(data[end:-4])
    except (KeyError, TypeError, ValueError) as error:
        raise _broken(f"its header isn't right: {error}") from None
    if sys.byteorder == "big":
        cells.byteswap()
    return header, cells


def _whole(value: object, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise ValueError(f"{value!r} is no number from 0 to {most}")
    return value


def _table(header: dict[str, object], cells: array[int]) -> Table:
    said, facts = header["letters"], tuple(map(str, header["facts"]))  # type: ignore[call-overload]
    letters = Letters(_whole(said["real"], _WIDEST), _whole(said["own"], _WIDEST), bool(said["marks"]))  # type: ignore[index]
    most = len(cells)
    roots = []
    for root in header["roots"]:  # type: ignore[attr-defined]
        told = tuple(bool(fact) for fact in root["facts"])
        winner = None if root["winner"] is None else _whole(root["winner"], KINDS - 1)
        if len(told) != len(facts):
            raise ValueError("a root tells another number of facts")
        size, wilds, state = _whole(root["size"], 99), _whole(root["wilds"], 99), _whole(root["state"], most)
        roots.append(Root(size, wilds, told, winner, state))
    layers = tuple(_whole(at, most) for at in header["layers"])  # type: ignore[attr-defined]
    copies = None if header["copies"] is None else _whole(header["copies"], _WIDEST)
    known = ("format", "letters", "melds", "copies", "facts", "roots", "layers", "states", "width", "cell")
    about = {name: value for name, value in header.items() if name not in known}
    return Table(letters, copies, tuple(roots), layers, cells, facts, about)


def _check(table: Table) -> None:
    """Raise where a walk could leave the table, or be longer than a word."""
    width, cells, bounds = table.width, table.cells, (*table.layers, table.states)
    if len(cells) % width or len(table.layers) != KINDS or bounds[0] != FIRST or list(bounds) != sorted(bounds):
        raise _broken("its layers aren't right")
    if any(cells[: FIRST * width]):
        raise _broken("the lost and the won state lead on")
    tiles = width - len(MELDS)
    for kind in range(KINDS):
        first, last = bounds[kind], bounds[kind + 1]
        after = (last, bounds[kind + 2]) if kind + 2 <= KINDS else (WON, FIRST)
        for row in range(first * width, last * width, width):
            if any(target and not after[0] <= target < after[1] for target in cells[row : row + tiles]):
                raise _broken("a tile leads past the next layer")
            if any(target and not first <= target < last for target in cells[row + tiles : row + width]):
                raise _broken("a meld leads out of its layer")
    if any(root.state and not FIRST <= root.state < bounds[1] for root in table.roots):
        raise _broken("a root is not in the first layer")
