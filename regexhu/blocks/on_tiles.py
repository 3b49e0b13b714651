"""Conditions on the tiles of the whole hand, whatever its layout."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from itertools import combinations
from operator import and_, or_

from regexhu.errors import RuleError
from regexhu.hands.tiles import ALL, SUIT_TILES
from regexhu.syntax.counts import Count, Surplus, Tiles
from regexhu.syntax.groups import GroupClass, tiles_given
from regexhu.syntax.tree import Named, Pattern, is_whole


def count(least: int, most: int | None = None) -> Pattern:
    """From `least` to `most` tiles in all, melds and kongs with every tile they have 张数.

    >>> from regexhu.rules import RuleSet
    >>> RuleSet(4 * meld + pair & count(14)).is_win("123m456p789s11122z")
    True
    >>> RuleSet(4 * meld + pair & count(14)).is_win("123m456p789s22z,1111+z")
    False
    """
    if isinstance(least, GroupClass):
        raise RuleError(f"count takes numbers of tiles; to count groups write exactly(1, {least!r})")
    most = least if most is None else most
    code = f"count({least!r})" if least == most else f"count({least!r}, {most!r})"
    return Count(Tiles(ALL), least, most, code, f"{least} tiles" if least == most else f"{least} to {most} tiles")


def has(tiles: str | Iterable[int]) -> Pattern:
    """At least one tile of the set, anywhere in the hand.

    >>> from regexhu.rules import RuleSet
    >>> RuleSet(4 * meld + pair & has("567z")).is_win("123m456p789s11177z")
    True
    >>> RuleSet(4 * meld + pair & has("567z")).is_win("123m456p789s11122z")
    False
    """
    chosen = tiles_given("has", tiles, "some({!r})")
    return Count(Tiles(chosen), 1, None, f"has({str(chosen)!r})", f"a tile of {chosen.words}")


def has_each(tiles: str | Iterable[int]) -> Pattern:
    """At least one tile of every kind in the set.

    >>> from regexhu.rules import RuleSet
    >>> RuleSet(4 * meld + pair & has_each("19s")).is_win("123m456p123789s11z")
    True
    >>> RuleSet(4 * meld + pair & has_each("19s")).is_win("123m456p789s11122z")
    False
    """
    chosen = tiles_given("has_each", tiles, "some(…) & some(…), each of a class")
    if not chosen:
        raise RuleError("has_each('') holds for every hand: leave it out, or name tiles")
    return Named(
        reduce(and_, (has([kind]) for kind in chosen)), f"each of {chosen.words}", code=f"has_each({str(chosen)!r})"
    )


def only(tiles: str | Iterable[int]) -> Pattern:
    """No tile outside the set.

    >>> from regexhu.rules import RuleSet
    >>> RuleSet(4 * meld + pair & only("123456789mps")).is_win("123456m456p78999s")
    True
    >>> RuleSet(4 * meld + pair & only("123456789mps")).is_win("123m456p789s11122z")
    False
    """
    chosen = tiles_given("only", tiles, "every({!r})")
    return Count(Tiles(~chosen), 0, 0, f"only({str(chosen)!r})", f"only {chosen.words}")


def suits(least: int, most: int = 3) -> Pattern:
    """From `least` to `most` of the three suits are in the hand; honours are no suit.

    >>> from regexhu.rules import RuleSet
    >>> RuleSet(4 * meld + pair & suits(1, 2)).is_win("123456m456p11122z")
    True
    >>> RuleSet(4 * meld + pair & suits(1, 2)).is_win("123m456p789s11122z")
    False
    """
    if not (is_whole(least) and is_whole(most) and 0 <= least <= most <= 3):
        raise RuleError(f"suits({least!r}, {most!r}) can't hold: there are three suits, and least comes before most")
    suited = [has(SUIT_TILES[suit]) for suit in "mps"]

    def at_least_suits(n: int) -> Pattern:
        return reduce(or_, (reduce(and_, chosen) for chosen in combinations(suited, n)))

    bounds = [at_least_suits(least)] if least else []
    bounds += [~at_least_suits(most + 1)] if most < 3 else []
    if not bounds:
        raise RuleError("suits(0, 3) holds for every hand: leave it out")
    code = f"suits({least})" if most == 3 else f"suits({least}, {most})"
    numbers = f"{least}" if least == most else f"{least} to {most}"
    return Named(reduce(and_, bounds), f"{numbers} suit{'s' * (most > 1)}", f"{numbers.replace(' to ', '至')}门", code)


two_suits: Pattern = Named(suits(2), "at least two suits", "两门", "two_suits")
"""Tiles of at least two of the three suits 两门.

>>> from regexhu.rules import RuleSet
>>> RuleSet(4 * meld + pair & two_suits).is_win("123m456p789s11122z")
True
>>> RuleSet(4 * meld + pair & two_suits).is_win("123456789m11122z")
False
"""


no_all_simples: Pattern = Named(has("19mps1234567z"), "not all simples", "不断幺", "no_all_simples")
"""Not all simples 不断幺: a 1, a 9 or an honour.

>>> from regexhu.rules import RuleSet
>>> RuleSet(4 * meld + pair & no_all_simples).is_win("123m456p789s11122z")
True
>>> RuleSet(4 * meld + pair & no_all_simples).is_win("222234m456p678s88p")
False
"""


at_most_four_alike: Pattern = Count(Surplus(4), 0, 0, "at_most_four_alike", "at most four tiles alike")
"""At most four tiles alike. Every rule set asks this unless it is played with other `copies`.

>>> from regexhu.rules import RuleSet
>>> RuleSet(4 * meld + pair & at_most_four_alike).is_win("111123m456p789s77z")
True
>>> RuleSet(4 * meld + pair & at_most_four_alike).is_win("111112233m456p77z")
False
"""
