"""What a call may tell of a hand beside its text. This table alone knows each keyword's values, words and option."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from regexhu.errors import close_to, guess
from regexhu.hands.tiles import INDEX, Spelling, TileSet

EVENT = re.compile("[a-z]+(?:-[a-z]+)*")

EVENTS = {
    "kong-draw": ("won on the tile drawn after a kong", "杠上开花"),
    "kong-discard": ("won on the discard after a kong", "杠上炮"),
    "robbed-kong": ("won on the tile that another player adds to a kong", "抢杠"),
    "last-tile": ("won on the last tile, drawn or discarded", "海底"),
    "last-of-kind": ("won on the last tile of its kind", "绝张"),
    "flower-draw": ("won on the tile drawn for a flower", "花上开花"),
    "heaven": ("won with the tiles as they were dealt", "天胡"),
    "earth": ("won on the first tile drawn or discarded", "地胡"),
    "human": ("won on a discard before the first draw", "人胡"),
}
"""The usual events: what each means, and its Chinese name. Every rule set takes them; most read none."""


class Told(NamedTuple):
    """A keyword that a call may give beside a hand: its value read, and its word in the context tail.

    `ask` says in Python what to write, `option` (with `metavar`) on the command line; `meaning` and `chinese` say what
    it tells.
    """

    read: Callable[[str, Any], Any]
    word: Callable[[Any, Spelling], str]
    ask: str
    option: str
    meaning: str
    chinese: str
    metavar: str | None = None

    @property
    def written(self) -> str:
        """The option as the command line has it: `--wild TILES`."""
        return f"{self.option} {self.metavar}" if self.metavar else self.option


def _flag(keyword: str, value: object) -> bool:
    if value in (True, False):
        return bool(value)
    raise ValueError(f"{keyword} is True, False or None, not {value!r}")


def _tile(keyword: str, value: object) -> object:
    if isinstance(value, str) and (value in INDEX or value in ("0m", "0p", "0s")):
        return value
    raise ValueError(f"{keyword} is one tile such as 5p, not {value!r}")


def _wind(keyword: str, value: object) -> object:
    if value in ("1z", "2z", "3z", "4z"):
        return value
    raise ValueError(f"{keyword} is one of 1z 2z 3z 4z, not {value!r}")


def _kinds(keyword: str, value: str | Iterable[int]) -> TileSet:
    return TileSet.parse(value)


def _event(keyword: str, value: object) -> object:
    if isinstance(value, str) and EVENT.fullmatch(value):
        return value
    raise ValueError(f"an event is small letters and hyphens, such as robbed-kong, not {value!r}")


def _words(yes: str, no: str) -> Callable[[bool, Spelling], str]:
    return lambda value, spelling: yes if value else no


def _after(role: str) -> Callable[[str, Spelling], str]:
    return lambda value, spelling: f"{role}-{value}"


def _tiles(role: str) -> Callable[[TileSet, Spelling], str]:
    return lambda kinds, spelling: f"{role}-{''.join(spelling.tiles[kind] for kind in kinds)}" if kinds else ""


TOLD: Mapping[str, Told] = {
    "winning_tile": Told(
        read=_tile,
        word=lambda value, spelling: "",
        ask="winning_tile='5p', or write it last and apart: 123m44p5p",
        option="--winning-tile",
        metavar="TILE",
        meaning="the tile that completed the hand, such as 5p",
        chinese="和的那张牌，如 5p",
    ),
    "self_draw": Told(
        read=_flag,
        word=_words("self-draw", "discard"),
        ask="self_draw=True or self_draw=False",
        option="--self-draw/--discard",
        meaning="how the winning tile came",
        chinese="自摸还是点炮",
    ),
    "ready": Told(
        read=_flag,
        word=_words("ready", "not-ready"),
        ask="ready=True or ready=False",
        option="--ready/--not-ready",
        meaning="whether the hand was declared ready",
        chinese="是否报听",
    ),
    "seat_wind": Told(
        read=_wind,
        word=_after("seat"),
        ask="seat_wind='1z'",
        option="--seat-wind",
        metavar="TILE",
        meaning="the seat's wind, 1z to 4z",
        chinese="门风，1z 到 4z",
    ),
    "round_wind": Told(
        read=_wind,
        word=_after("round"),
        ask="round_wind='1z'",
        option="--round-wind",
        metavar="TILE",
        meaning="the round's wind, 1z to 4z",
        chinese="圈风，1z 到 4z",
    ),
    "event": Told(
        read=_event,
        word=_after("event"),
        ask="event='kong-draw'",
        option="--event",
        metavar="NAME",
        meaning="what the win came by, such as robbed-kong",
        chinese="特殊和牌，如 robbed-kong 抢杠",
    ),
    "wild": Told(
        read=_kinds,
        word=_tiles("wild"),
        ask="the kinds that are wild in this deal, such as wild='1z2z', or wild='' for none",
        option="--wild",
        metavar="TILES",
        meaning="the kinds that stand for any tile in this deal, such as 1z2z, or '' for none",
        chinese="本局的百搭牌，如 1z2z，没有则为空",
    ),
    "forbidden": Told(
        read=_kinds,
        word=_tiles("forbidden"),
        ask="the kinds that no winning hand may have in this deal, such as forbidden='1z5z7z', or '' for none",
        option="--forbidden",
        metavar="TILES",
        meaning="the kinds that no winning hand may have in this deal, such as 1z5z7z, or '' for none",
        chinese="本局的禁牌，如 1z5z7z，没有则为空",
    ),
}
"""Every keyword, in the order of its words in the context tail."""


def read(asked: Mapping[str, object]) -> dict[str, Any]:
    """What a call tells, its values as a hand keeps them; a `TypeError` names a keyword that there is not."""
    for keyword in asked:
        if keyword not in TOLD:
            raise TypeError(f"a hand has no keyword {keyword!r}; {nearest_names(keyword, TOLD)}")
    return {keyword: None if value is None else TOLD[keyword].read(keyword, value) for keyword, value in asked.items()}


def context(told: Mapping[str, Any], spelling: Spelling) -> str:
    """The context tail that says what was told, such as `@self-draw@seat-1z@wild-1z2z`."""
    words = (TOLD[keyword].word(value, spelling) for keyword, value in told.items() if value is not None)
    return "".join(f"@{word}" for word in words if word)


def nearest_names(name: str, known: Iterable[str]) -> str:
    """A question for the names most like one that is unknown; where none is like it, all that are known."""
    known = list(known)
    return guess(close_to(name, known)) or f"it is one of {', '.join(known)}"
