"""The vocabulary of rule sets: what an author imports to write a rule.

Shapes are made of group classes (`4 * meld + pair`), conditions are made by the functions below and joined with
`&`, `|` and `~`. Tile sets are written as ranks and suits: `"19mps7z"`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import reduce
from itertools import combinations
from operator import and_, or_

from regexhu.conditions import Count, Groups, Matches, Repeats, Substitutes, Surplus, Tiles
from regexhu.deal import (
    by_event,
    discard,
    event,
    no_forbidden,
    no_wild,
    ready,
    self_draw,
    waits_on,
    wild_among,
    wild_claimed,
    wild_kong,
    winning,
    winning_wild,
)
from regexhu.errors import RuleError
from regexhu.facts import Switch
from regexhu.groups import GroupClass, Term
from regexhu.pattern import Named, Pattern
from regexhu.tiles import ALL, DRAGONS, HONORS, ORPHANS, SIMPLES, SUIT_TILES, SUITED, TERMINALS, WINDS, TileSet

__all__ = [
    "ALL", "DRAGONS", "HONORS", "ORPHANS", "SIMPLES", "SUITED", "TERMINALS", "WINDS", "at_least", "at_most",
    "at_most_four_alike", "at_most_three_kongs", "by_event", "count", "discard", "distinct", "event", "every",
    "exactly", "has", "has_each", "kong", "loose", "matches", "meld", "no", "no_all_simples", "no_forbidden", "no_wild",
    "only", "pair", "ready", "self_draw", "sequence", "single", "some", "substitutes", "suits", "switch",
    "thirteen_orphans", "triplet", "two_suits", "waits_on", "wild_among", "wild_claimed", "wild_kong", "winning",
    "winning_wild",
]  # fmt: skip

Counted = GroupClass | TileSet | str
"""What a condition counts: a class of groups, or tiles as a set or its text."""

sequence = GroupClass((Term("sequence"),), "sequence")
"""Three tiles of a suit in a row 顺子.

>>> from regexhu.rules import RuleSet
>>> RuleSet(4 * sequence + pair).is_win("123m456p123789s22z")
True
>>> RuleSet(4 * sequence + pair).is_win("123m456p789s11122z")
False
"""

triplet = GroupClass((Term("triplet"),), "triplet")
"""Three tiles alike 刻子.

>>> from regexhu.rules import RuleSet
>>> RuleSet(4 * triplet + pair).is_win("111m222p333s44455z")
True
>>> RuleSet(4 * triplet + pair).is_win("123m456p789s11122z")
False
"""

kong = GroupClass((Term("kong"),), "kong")
"""Four tiles alike 杠, declared or not; a hand holds one tile more for each.

>>> from regexhu.rules import RuleSet
>>> RuleSet(3 * sequence + kong + pair).is_win("123m456p789s22z,1111+z")
True
>>> RuleSet(3 * sequence + kong + pair).is_win("123m456p789s11122z")
False
"""

pair = GroupClass((Term("pair"),), "pair")
"""Two tiles alike 对子.

>>> from regexhu.rules import RuleSet
>>> RuleSet(7 * pair).is_win("1133m5577p2299s55z")
True
>>> RuleSet(7 * pair).is_win("123m456p789s11122z")
False
"""

single = GroupClass((Term("single"),), "single")
"""One tile by itself 单张.

>>> from regexhu.rules import RuleSet
>>> RuleSet(14 * single & distinct(single)).is_win("147m258p369s12345z")
True
>>> RuleSet(14 * single & distinct(single)).is_win("123m456p789s11122z")
False
"""

meld = GroupClass((sequence | triplet | kong).terms, "meld")
"""A sequence, a triplet or a kong 面子.

>>> from regexhu.rules import RuleSet
>>> RuleSet(4 * meld + pair).is_win("123m456p789s11122z")
True
>>> RuleSet(4 * meld + pair).is_win("1133m5577p2299s55z")
False
"""


def _measure(counted: Counted) -> Groups | Tiles:
    if isinstance(counted, GroupClass):
        return Groups(counted)
    if isinstance(counted, Pattern):
        raise RuleError(f"{counted!r} can't be counted: give a class of groups (triplet | kong) or tiles ('19mps7z')")
    if not isinstance(counted, str | frozenset):
        raise RuleError(f"{counted!r} can't be counted: write the number first, as in exactly(1, pair)")
    return Tiles(TileSet.parse(counted))


def _groups(block: str, groups: GroupClass) -> GroupClass:
    if not isinstance(groups, GroupClass):
        raise RuleError(f"{block} takes a class of groups, as in {block}(triplet | kong), not {groups!r}")
    return groups


def _code(counted: Counted) -> str:
    return repr(counted) if isinstance(counted, GroupClass) else repr(str(TileSet.parse(counted)))


def exactly(n: int, counted: Counted) -> Pattern:
    """Exactly n groups of a class, or n tiles of a set.

    >>> from regexhu.rules import RuleSet
    >>> RuleSet(4 * meld + pair & exactly(1, triplet)).is_win("111m234567p789s55z")
    True
    >>> RuleSet(4 * meld + pair & exactly(1, triplet)).is_win("111m222m567p789s55z")
    False
    """
    return Count(_measure(counted), n, n, f"exactly({n}, {_code(counted)})")


def at_least(n: int, counted: Counted) -> Pattern:
    """At least n groups of a class, or n tiles of a set.

    >>> from regexhu.rules import RuleSet
    >>> RuleSet(4 * meld + pair & at_least(2, triplet | kong)).is_win("111222m567p789s55z")
    True
    >>> RuleSet(4 * meld + pair & at_least(2, triplet | kong)).is_win("111m234567p789s55z")
    False
    """
    return Count(_measure(counted), n, None, f"at_least({n}, {_code(counted)})")


def at_most(n: int, counted: Counted) -> Pattern:
    """At most n groups of a class, or n tiles of a set.

    >>> from regexhu.rules import RuleSet
    >>> RuleSet(4 * meld + pair & at_most(3, "1234567z")).is_win("123m456p789p789s55z")
    True
    >>> RuleSet(4 * meld + pair & at_most(3, "1234567z")).is_win("123m456p789s11122z")
    False
    """
    return Count(_measure(counted), 0, n, f"at_most({n}, {_code(counted)})")


def some(groups: GroupClass) -> Pattern:
    """At least one group of the class.

    >>> from regexhu.rules import RuleSet
    >>> RuleSet(4 * meld + pair & some(triplet | kong)).is_win("123m456p789s11122z")
    True
    >>> RuleSet(4 * meld + pair & some(triplet | kong)).is_win("123m234567p789s55z")
    False
    """
    return Count(Groups(_groups("some", groups)), 1, None, f"some({groups!r})", f"at least one {groups.words}")


def no(groups: GroupClass) -> Pattern:
    """No group of the class.

    >>> from regexhu.rules import RuleSet
    >>> RuleSet(4 * meld + pair & no(sequence)).is_win("111m222p333s44455z")
    True
    >>> RuleSet(4 * meld + pair & no(sequence)).is_win("111m222p333s456s55z")
    False
    """
    return Count(Groups(_groups("no", groups)), 0, 0, f"no({groups!r})")


def every(groups: GroupClass) -> Pattern:
    """Every group, pairs and single tiles too, is one of the class.

    >>> from regexhu.rules import RuleSet
    >>> RuleSet(4 * meld + pair & every(triplet | kong | pair)).is_win("111m222p333s44455z")
    True
    >>> RuleSet(4 * meld + pair & every(triplet | kong | pair)).is_win("111m222p333s456s55z")
    False
    """
    others = _groups("every", groups).others
    return Count(Groups(others), 0, 0, f"every({groups!r})", f"every group is a {groups.words}")


def distinct(groups: GroupClass) -> Pattern:
    """No two groups of the class are alike.

    >>> from regexhu.rules import RuleSet
    >>> RuleSet(7 * pair & distinct(pair)).is_win("1133m5577p2299s55z")
    True
    >>> RuleSet(7 * pair & distinct(pair)).is_win("1111m5577p2299s55z")
    False
    """
    repeats = Repeats(_groups("distinct", groups))
    return Count(repeats, 0, 0, f"distinct({groups!r})", f"no two {groups.number_of(2)} alike")


def count(least: int, most: int | None = None) -> Pattern:
    """From `least` to `most` tiles in all, melds and kongs with every tile they have 张数.

    >>> from regexhu.rules import RuleSet
    >>> RuleSet(4 * meld + pair & count(14)).is_win("123m456p789s11122z")
    True
    >>> RuleSet(4 * meld + pair & count(14)).is_win("123m456p789s22z,1111+z")
    False
    """
    most = least if most is None else most
    code = f"count({least})" if least == most else f"count({least}, {most})"
    return Count(Tiles(ALL), least, most, code, f"{least} tiles" if least == most else f"{least} to {most} tiles")


def has(tiles: str | Iterable[int]) -> Pattern:
    """At least one tile of the set, anywhere in the hand.

    >>> from regexhu.rules import RuleSet
    >>> RuleSet(4 * meld + pair & has("567z")).is_win("123m456p789s11177z")
    True
    >>> RuleSet(4 * meld + pair & has("567z")).is_win("123m456p789s11122z")
    False
    """
    chosen = TileSet.parse(tiles)
    return Count(Tiles(chosen), 1, None, f"has({str(chosen)!r})", f"a tile of {chosen.words}")


def has_each(tiles: str | Iterable[int]) -> Pattern:
    """At least one tile of every kind in the set.

    >>> from regexhu.rules import RuleSet
    >>> RuleSet(4 * meld + pair & has_each("19s")).is_win("123m456p123789s11z")
    True
    >>> RuleSet(4 * meld + pair & has_each("19s")).is_win("123m456p789s11122z")
    False
    """
    chosen = TileSet.parse(tiles)
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
    chosen = TileSet.parse(tiles)
    return Count(Tiles(~chosen), 0, 0, f"only({str(chosen)!r})", f"only {chosen.words}")


def suits(least: int, most: int = 3) -> Pattern:
    """From `least` to `most` of the three suits are in the hand; honours are no suit.

    >>> from regexhu.rules import RuleSet
    >>> RuleSet(4 * meld + pair & suits(1, 2)).is_win("123456m456p11122z")
    True
    >>> RuleSet(4 * meld + pair & suits(1, 2)).is_win("123m456p789s11122z")
    False
    """
    if not 0 <= least <= most <= 3:
        raise RuleError(f"suits({least}, {most}) can't hold: there are three suits, and least comes before most")
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


def matches(regex: str) -> Pattern:
    """The canonical sequence matches a regex of your own: the way out, for the regex engine alone.

    >>> from regexhu.rules import RuleSet
    >>> RuleSet(4 * meld + pair & matches("[^@]*🀄🀄🀄")).is_win("123m456p789s77722z")
    True
    >>> RuleSet(4 * meld + pair & matches("[^@]*🀄🀄🀄")).is_win("123m456p789s11122z")
    False
    """
    return Matches(regex)


def substitutes(most: int) -> Pattern:
    """At most so many wild tiles stand for another tile than themselves.

    >>> from regexhu.rules import RuleSet
    >>> RuleSet(4 * meld + pair & substitutes(1)).is_win("123m456p79s111225z", wild="5z")
    True
    >>> RuleSet(4 * meld + pair & substitutes(1)).is_win("123m456p9s1112255z", wild="5z")
    False
    """
    return Count(Substitutes(), 0, most, f"substitutes({most})", f"at most {most} wild tiles standing for others")


def loose(tiles: int) -> Pattern:
    """So many tiles in no order at all, each declared meld counting three.

    >>> from regexhu.rules import RuleSet
    >>> RuleSet(loose(14)).is_win("2225588m2558p258s")
    True
    >>> RuleSet(loose(14)).is_win("2225588m2558p25s")
    False
    """
    shapes = [(tiles - 3 * melds) * single for melds in range((tiles - 1) // 3 + 1)]
    laid = [shape if not melds else melds * meld.declared + shape for melds, shape in enumerate(shapes)]
    return Named(reduce(or_, laid), f"any {tiles} tiles", f"任意{tiles}张", f"loose({tiles})")


def switch(name: str, on: bool, saying: str) -> Pattern:
    """A choice left to the table: a condition that holds when the switch is on; `on` is its default.

    >>> from regexhu.rules import RuleSet
    >>> must_open = switch("must_open", False, "at least one meld has to be open")
    >>> rules = RuleSet(4 * meld + pair & (~must_open | some(meld.open)))
    >>> rules.is_win("123m456p789s11122z")
    True
    >>> rules.switched(must_open=True).is_win("123m456p789s11122z")
    False
    """
    if not re.fullmatch("[a-z]{2}[a-z0-9_]*", name):
        raise RuleError(f"a switch has a name of two small letters or more, such as must_open, not {name!r}")
    return Switch(name, on, saying)


thirteen_orphans: Pattern = pair + 12 * single & only(ORPHANS) & has_each(ORPHANS)
"""Thirteen orphans 十三幺: each of the thirteen terminals and honours, one of them twice, as shape and conditions.

>>> from regexhu import RuleSet
>>> RuleSet(thirteen_orphans).is_win("19m19p19s12345677z")
True
>>> RuleSet(thirteen_orphans).is_win("19m19p19s11134567z")
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

at_most_three_kongs: Pattern = Named(at_most(3, kong), "at most three kongs", "至多三杠", "at_most_three_kongs")
"""At most three kongs 至多三杠.

>>> from regexhu.rules import RuleSet
>>> RuleSet(4 * meld + pair & at_most_three_kongs).is_win("55p,1111+s,222-2p,333=3s,5-67m")
True
>>> RuleSet(4 * meld + pair & at_most_three_kongs).is_win("11p,1111+s,2222+s,3333+p,4444+m")
False
"""
