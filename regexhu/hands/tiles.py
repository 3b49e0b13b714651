"""The 34 kinds of tile: their order, their names in three spellings, and sets of them.

A kind is a number 0..33 in MPSZ order: `1m`..`9m` characters (万), `1p`..`9p` dots (筒), `1s`..`9s` bamboo (条),
`1z`..`4z` east south west north, `5z` white, `6z` green, `7z` red dragon.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from regexhu.errors import RuleError

SUITS = "mps"
NAMES = tuple(f"{rank}{suit}" for suit in SUITS for rank in range(1, 10)) + tuple(f"{n}z" for n in range(1, 8))
INDEX = {name: kind for kind, name in enumerate(NAMES)}
SUIT_OF = tuple(name[1] for name in NAMES)
FIRST = {"m": 0, "p": 9, "s": 18, "z": 27}
LENGTH = {"m": 9, "p": 9, "s": 9, "z": 7}


def kind_of(tile: str) -> int:
    """The kind of a tile's MPSZ text; a red five (`0m`) is a five.

    >>> kind_of("1m"), kind_of("0p"), kind_of("7z")
    (0, 13, 33)
    """
    return INDEX["5" + tile[1] if tile[0] == "0" else tile]


def starts_sequence(kind: int) -> bool:
    """Whether a sequence may start at the kind: a suited 1 to 7."""
    return kind < 27 and kind % 9 < 7


@dataclass(frozen=True, slots=True)
class Spelling:
    """How tiles are written in a canonical sequence; `marked` says whether each group ends with its mark."""

    name: str
    tiles: tuple[str, ...]
    marked: bool = True


RANK_NAMES, SUIT_NAMES, HONOR_NAMES = "一二三四五六七八九", {"m": "万", "p": "筒", "s": "条"}, "东南西北白发中"
_GLYPHS = [0x1F007, 0x1F019, 0x1F010]
SPELLINGS = {
    spelling.name: spelling
    for spelling in (
        Spelling(
            "glyph",
            tuple(chr(first + rank) for first in _GLYPHS for rank in range(9)) + tuple("🀀🀁🀂🀃🀆🀅🀄"),
        ),
        Spelling("mpsz", NAMES),
        Spelling(
            "article",
            ("幺万", *(rank + "万" for rank in RANK_NAMES[1:]))
            + tuple(rank + "筒" for rank in RANK_NAMES)
            + ("幺鸡", *(rank + "条" for rank in RANK_NAMES[1:]))
            + ("东风", "南风", "西风", "北风", "白板", "发财", "红中"),
            marked=False,
        ),
    )
}


def spelling_named(name: str) -> Spelling:
    """The spelling of that name, or a `RuleError` that lists the three."""
    if name not in SPELLINGS:
        raise RuleError(f"no spelling named {name!r}; write one of {', '.join(SPELLINGS)}")
    return SPELLINGS[name]


class TileSet(frozenset[int]):
    """A set of kinds, written as ranks followed by every suit they are meant in.

    >>> TileSet.parse("19mps7z")
    TileSet('19mps7z')
    >>> len(~TileSet.parse("19mps7z"))
    27
    """

    @classmethod
    def parse(cls, text: str | Iterable[int]) -> TileSet:
        """Read `19mps7z` (ranks, then one or more suit letters); a `RuleError` shows where a text goes wrong."""
        if isinstance(text, TileSet):
            return text
        if not isinstance(text, str):
            if not isinstance(text, Iterable) or not set(text) <= set(range(34)):
                raise RuleError(f"a tile set is a text such as '19mps7z', not {text!r}")
            return cls(text)
        kinds: set[int] = set()
        ranks = ""
        for position, char in enumerate(text):
            if char.isspace():
                continue
            if char in "123456789":
                ranks = char if position and text[position - 1] in "mpsz" else ranks + char
            elif char in FIRST and ranks:
                for rank in ranks:
                    if rank + char not in INDEX:
                        raise _bad_set(text, position, f"{rank}{char} is no tile: z has ranks 1 to 7")
                    kinds.add(INDEX[rank + char])
            elif char in FIRST:
                raise _bad_set(text, position, "a suit letter follows its ranks: write 123m, 19mps or 7z")
            else:
                raise _bad_set(text, position, "a tile set is ranks 1-9 and suit letters m p s z, as in 19mps7z")
        if text and text.rstrip()[-1:] not in FIRST:
            raise _bad_set(text, len(text), "these ranks lack a suit letter (m, p, s or z)")
        return cls(kinds)

    def __or__(self, other: Iterable[int]) -> TileSet:  # type: ignore[override]
        return TileSet(frozenset(self) | frozenset(other))

    def __and__(self, other: Iterable[int]) -> TileSet:  # type: ignore[override]
        return TileSet(frozenset(self) & frozenset(other))

    def __sub__(self, other: Iterable[int]) -> TileSet:  # type: ignore[override]
        return TileSet(frozenset(self) - frozenset(other))

    def __invert__(self) -> TileSet:
        return TileSet(frozenset(range(34)) - self)

    def __iter__(self) -> Iterator[int]:
        return iter(sorted(frozenset.__iter__(self)))

    def __str__(self) -> str:
        by_ranks: dict[str, str] = {}
        for suit in (*SUITS, "z"):
            ranks = "".join(NAMES[kind][0] for kind in self if SUIT_OF[kind] == suit)
            if ranks:
                by_ranks[ranks] = by_ranks.get(ranks, "") + suit
        return "".join(ranks + suits for ranks, suits in by_ranks.items())

    def __repr__(self) -> str:
        return f"TileSet({str(self)!r})"

    @property
    def words(self) -> str:
        """The set's name, where it has one, or its text."""
        return _SET_WORDS.get(self, str(self))


def _bad_set(text: str, position: int, expected: str) -> RuleError:
    return RuleError(f"bad tile set: {expected}.", text, position)


ALL = TileSet(range(34))
CHARACTERS, DOTS, BAMBOO = (TileSet.parse(f"123456789{suit}") for suit in SUITS)
SUITED = CHARACTERS | DOTS | BAMBOO
WINDS = TileSet.parse("1234z")
DRAGONS = TileSet.parse("567z")
HONORS = WINDS | DRAGONS
TERMINALS = TileSet.parse("19mps")
ORPHANS = TERMINALS | HONORS
SIMPLES = TileSet.parse("2345678mps")
SUIT_TILES = {"m": CHARACTERS, "p": DOTS, "s": BAMBOO, "z": HONORS}
_SET_WORDS = {
    CHARACTERS: "characters",
    DOTS: "dots",
    BAMBOO: "bamboo",
    SUITED: "the three suits",
    WINDS: "winds",
    DRAGONS: "dragons",
    HONORS: "honours",
    TERMINALS: "terminals",
    ORPHANS: "terminals and honours",
    SIMPLES: "simples",
}
