"""What a fact reads of a hand beside the call: kinds of tile, and where they lie."""

from __future__ import annotations

from typing import NamedTuple

from regexhu.hands.tiles import ALL, TileSet
from regexhu.syntax.facts import Fact, NoForbidden, NoWild, WaitsOn, WildClaimed, WildKong, Winning, WinningWild

NONE = TileSet()


class Reads(NamedTuple):
    """Tiles, one of which is enough: concealed, in a claimed meld or added kong, in a concealed kong, the winning one.

    Where the hand has one, the fact `holds` or fails.
    """

    concealed: TileSet = NONE
    claimed: TileSet = NONE
    kong: TileSet = NONE
    won: TileSet = NONE
    holds: bool = True


def reads(fact: Fact, wild: TileSet, forbidden: TileSet) -> Reads | None:
    """The tiles that a fact reads, in a deal with these wild and forbidden kinds; None where it reads other things."""
    match fact:
        case NoForbidden():
            return Reads(forbidden, forbidden, forbidden, holds=False)
        case NoWild():
            return Reads(wild, wild, wild, holds=False)
        case WildKong():
            return Reads(kong=wild)
        case WildClaimed():
            return Reads(claimed=wild)
        case Winning():
            return Reads(won=fact.tiles)
        case WinningWild():
            return Reads(won=wild)
    return None


def is_told(fact: Fact) -> bool:
    """Whether the call alone says whether a fact holds, the same for every hand."""
    return not isinstance(fact, WaitsOn) and reads(fact, ALL, ALL) is None
