"""Conditions that count groups, or tiles of a set."""

from __future__ import annotations

from regexhu.blocks.groups import kong
from regexhu.errors import RuleError
from regexhu.hands.tiles import TileSet
from regexhu.syntax.counts import Count, Groups, Repeats, Tiles
from regexhu.syntax.groups import GroupClass
from regexhu.syntax.tree import Named, Pattern, is_whole

Counted = GroupClass | TileSet | str
"""What a condition counts: a class of groups, or tiles as a set or its text."""


def _measure(counted: Counted) -> Groups | Tiles:
    if isinstance(counted, GroupClass):
        return Groups(counted)
    if isinstance(counted, Pattern):
        raise RuleError(f"{counted!r} can't be counted: give a class of groups (triplet | kong) or tiles ('19mps7z')")
    if not isinstance(counted, str | frozenset):
        raise RuleError(f"{counted!r} can't be counted: write the number first, as in exactly(1, pair)")
    return Tiles(TileSet.parse(counted))


def _groups(block: str, groups: GroupClass, for_tiles: str = "") -> GroupClass:
    if isinstance(groups, str | TileSet) and for_tiles:
        raise RuleError(f"{block} takes a class of groups; for tiles write {for_tiles.format(str(groups))}")
    if not isinstance(groups, GroupClass):
        raise RuleError(f"{block} takes a class of groups, as in {block}(triplet | kong), not {groups!r}")
    return groups


def _count(block: str, n: int, counted: Counted, least: int, most: int | None) -> Pattern:
    measure = _measure(counted)
    code = f"{block}({n!r}, {measure.of if isinstance(measure, Groups) else str(measure.tiles)!r})"
    if not is_whole(n):
        raise RuleError(f"{code} takes a whole number, not {n!r}")
    return Count(measure, least, most, code)


def exactly(n: int, counted: Counted) -> Pattern:
    """Exactly n groups of a class, or n tiles of a set.

    >>> from regexhu.rules import RuleSet
    >>> RuleSet(4 * meld + pair & exactly(1, triplet)).is_win("111m234567p789s55z")
    True
    >>> RuleSet(4 * meld + pair & exactly(1, triplet)).is_win("111m222m567p789s55z")
    False
    """
    return _count("exactly", n, counted, n, n)


def at_least(n: int, counted: Counted) -> Pattern:
    """At least n groups of a class, or n tiles of a set.

    >>> from regexhu.rules import RuleSet
    >>> RuleSet(4 * meld + pair & at_least(2, triplet | kong)).is_win("111222m567p789s55z")
    True
    >>> RuleSet(4 * meld + pair & at_least(2, triplet | kong)).is_win("111m234567p789s55z")
    False
    """
    return _count("at_least", n, counted, n, None)


def at_most(n: int, counted: Counted) -> Pattern:
    """At most n groups of a class, or n tiles of a set.

    >>> from regexhu.rules import RuleSet
    >>> RuleSet(4 * meld + pair & at_most(3, "1234567z")).is_win("123m456p789p789s55z")
    True
    >>> RuleSet(4 * meld + pair & at_most(3, "1234567z")).is_win("123m456p789s11122z")
    False
    """
    return _count("at_most", n, counted, 0, n)


def some(groups: GroupClass) -> Pattern:
    """At least one group of the class.

    >>> from regexhu.rules import RuleSet
    >>> RuleSet(4 * meld + pair & some(triplet | kong)).is_win("123m456p789s11122z")
    True
    >>> RuleSet(4 * meld + pair & some(triplet | kong)).is_win("123m234567p789s55z")
    False
    """
    counted = Groups(_groups("some", groups, "has({!r})"))
    return Count(counted, 1, None, f"some({groups!r})", f"at least one {groups.words}")


def no(groups: GroupClass) -> Pattern:
    """No group of the class.

    >>> from regexhu.rules import RuleSet
    >>> RuleSet(4 * meld + pair & no(sequence)).is_win("111m222p333s44455z")
    True
    >>> RuleSet(4 * meld + pair & no(sequence)).is_win("111m222p333s456s55z")
    False
    """
    return Count(Groups(_groups("no", groups, "~has({!r})")), 0, 0, f"no({groups!r})")


def every(groups: GroupClass) -> Pattern:
    """Every group, pairs and single tiles too, is one of the class.

    >>> from regexhu.rules import RuleSet
    >>> RuleSet(4 * meld + pair & every(triplet | kong | pair)).is_win("111m222p333s44455z")
    True
    >>> RuleSet(4 * meld + pair & every(triplet | kong | pair)).is_win("111m222p333s456s55z")
    False
    """
    others = _groups("every", groups, "only({!r})").others
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


at_most_three_kongs: Pattern = Named(at_most(3, kong), "at most three kongs", "至多三杠", "at_most_three_kongs")
"""At most three kongs 至多三杠.

>>> from regexhu.rules import RuleSet
>>> RuleSet(4 * meld + pair & at_most_three_kongs).is_win("55p,1111+s,222-2p,333=3s,5-67m")
True
>>> RuleSet(4 * meld + pair & at_most_three_kongs).is_win("11p,1111+s,2222+s,3333+p,4444+m")
False
"""
