"""Blocks about wild tiles: those of the hand, and the kinds that are wild in this deal."""

from __future__ import annotations

from collections.abc import Iterable

from regexhu.errors import RuleError
from regexhu.syntax.counts import Count, Substitutes
from regexhu.syntax.facts import NoWild, WildAmong, WildClaimed, WildKong, WinningWild
from regexhu.syntax.groups import tiles_given
from regexhu.syntax.tree import Pattern, is_whole


def substitutes(most: int) -> Pattern:
    """At most so many wild tiles stand for another tile than themselves.

    >>> from regexhu.rules import RuleSet
    >>> RuleSet(4 * meld + pair & substitutes(1)).is_win("123m456p79s111225z", wild="5z")
    True
    >>> RuleSet(4 * meld + pair & substitutes(1)).is_win("123m456p9s1112255z", wild="5z")
    False
    """
    if not is_whole(most):
        raise RuleError(f"substitutes takes a whole number, not {most!r}")
    return Count(Substitutes(), 0, most, f"substitutes({most})", f"at most {most} wild tiles standing for others")


def wild_among(tiles: str | Iterable[int]) -> Pattern:
    """A wild kind of this deal is one of the set, whether or not the hand has it.

    >>> from regexhu.blocks import meld, pair
    >>> from regexhu.rules import RuleSet
    >>> RuleSet(4 * meld + pair & wild_among("567z")).is_win("123m456p789s11122z", wild="5z")
    True
    >>> RuleSet(4 * meld + pair & wild_among("567z")).is_win("123m456p789s11122z", wild="9m")
    False
    """
    return WildAmong(tiles_given("wild_among", tiles))


no_wild: Pattern = NoWild()
"""The hand has no tile of the wild kinds, not even as itself; the call has to name them.

>>> from regexhu.blocks import meld, pair
>>> from regexhu.rules import RuleSet
>>> RuleSet(4 * meld + pair & no_wild).is_win("123m456p789s11122z", wild="7z")
True
>>> RuleSet(4 * meld + pair & no_wild).is_win("123m456p789s11122z", wild="1z")
False
"""


wild_claimed: Pattern = WildClaimed()
"""A claimed meld, or an added kong, holds a tile of a wild kind.

>>> from regexhu.blocks import meld, pair
>>> from regexhu.rules import RuleSet
>>> RuleSet(4 * meld + pair & wild_claimed).is_win("123m456p789s22z,11-1z", wild="1z")
True
>>> RuleSet(4 * meld + pair & wild_claimed).is_win("123m456p789s22z,11-1z", wild="2z")
False
"""


wild_kong: Pattern = WildKong()
"""A concealed kong of a wild kind has been declared.

>>> from regexhu.blocks import meld, pair
>>> from regexhu.rules import RuleSet
>>> RuleSet(4 * meld + pair & wild_kong).is_win("123m456p789s22z,1111+z", wild="1z")
True
>>> RuleSet(4 * meld + pair & wild_kong).is_win("123m456p789s22z,1111+z", wild="2z")
False
"""


winning_wild: Pattern = WinningWild()
"""The winning tile is of a wild kind, whatever it stands for.

>>> from regexhu.blocks import meld, pair
>>> from regexhu.rules import RuleSet
>>> RuleSet(4 * meld + pair & winning_wild).is_win("123m456p789s11122z", winning_tile="1z", wild="1z")
True
>>> RuleSet(4 * meld + pair & winning_wild).is_win("123m456p789s11122z", winning_tile="2z", wild="1z")
False
"""
