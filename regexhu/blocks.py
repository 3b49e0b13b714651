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
from typing import TYPE_CHECKING

from regexhu.conditions import Count, Groups, Matches, Repeats, Substitutes, Surplus, Tiles
from regexhu.errors import RuleError
from regexhu.facts import (
    Event,
    NoForbidden,
    NoWild,
    Switch,
    WaitsOn,
    WildAmong,
    WildClaimed,
    WildKong,
    Winning,
    WinningWild,
    Word,
)
from regexhu.groups import GroupClass, Term
from regexhu.hand import EVENT
from regexhu.pattern import Named, Pattern
from regexhu.regextext import KINDS
from regexhu.tiles import ALL, DRAGONS, HONORS, SIMPLES, SUIT_TILES, SUITED, TERMINALS, WINDS, TileSet

if TYPE_CHECKING:
    from regexhu.rules import RuleSet

__all__ = [
    "ALL", "DRAGONS", "HONORS", "SIMPLES", "SUITED", "TERMINALS", "WINDS", "at_least", "at_most", "at_most_four_alike",
    "at_most_three_kongs", "by_event", "count", "discard", "distinct", "event", "every", "exactly", "has", "has_each",
    "kong", "loose", "matches", "meld", "no", "no_all_simples", "no_forbidden", "no_wild", "only", "pair", "ready",
    "self_draw", "sequence", "single", "some", "substitutes", "suits", "switch", "triplet", "two_suits", "waits_on",
    "wild_among", "wild_claimed", "wild_kong", "winning", "winning_wild",
]  # fmt: skip

Counted = GroupClass | TileSet | str
"""What a condition counts: a class of groups, or tiles as a set or its text."""

sequence, triplet, kong, pair, single = (GroupClass((Term(kind),), kind) for kind in KINDS)
meld = GroupClass((sequence | triplet | kong).terms, "meld")


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
    """At least n groups of a class, or n tiles of a set."""
    return Count(_measure(counted), n, None, f"at_least({n}, {_code(counted)})")


def at_most(n: int, counted: Counted) -> Pattern:
    """At most n groups of a class, or n tiles of a set."""
    return Count(_measure(counted), 0, n, f"at_most({n}, {_code(counted)})")


def some(groups: GroupClass) -> Pattern:
    """At least one group of the class."""
    return Count(Groups(_groups("some", groups)), 1, None, f"some({groups!r})", f"at least one {groups.words}")


def no(groups: GroupClass) -> Pattern:
    """No group of the class."""
    return Count(Groups(_groups("no", groups)), 0, 0, f"no({groups!r})")


def every(groups: GroupClass) -> Pattern:
    """Every group, pairs and single tiles too, is one of the class."""
    return Count(Groups(_groups("every", groups).others), 0, 0, f"every({groups!r})", f"every group is a {groups.words}")


def distinct(groups: GroupClass) -> Pattern:
    """No two groups of the class are alike."""
    return Count(Repeats(_groups("distinct", groups)), 0, 0, f"distinct({groups!r})", f"no two {groups.number_of(2)} alike")


def count(least: int, most: int | None = None) -> Pattern:
    """From `least` to `most` tiles in all, melds and kongs with every tile they have 张数."""
    most = least if most is None else most
    code = f"count({least})" if least == most else f"count({least}, {most})"
    return Count(Tiles(ALL), least, most, code, f"{least} tiles" if least == most else f"{least} to {most} tiles")


def has(tiles: str | Iterable[int]) -> Pattern:
    """At least one tile of the set, anywhere in the hand."""
    chosen = TileSet.parse(tiles)
    return Count(Tiles(chosen), 1, None, f"has({str(chosen)!r})", f"a tile of {chosen.words}")


def has_each(tiles: str | Iterable[int]) -> Pattern:
    """At least one tile of every kind in the set."""
    chosen = TileSet.parse(tiles)
    if not chosen:
        raise RuleError("has_each('') holds for every hand: leave it out, or name tiles")
    return Named(
        reduce(and_, (has([kind]) for kind in chosen)), f"each of {chosen.words}", code=f"has_each({str(chosen)!r})"
    )


def only(tiles: str | Iterable[int]) -> Pattern:
    """No tile outside the set."""
    chosen = TileSet.parse(tiles)
    return Count(Tiles(~chosen), 0, 0, f"only({str(chosen)!r})", f"only {chosen.words}")


def suits(least: int, most: int = 3) -> Pattern:
    """From `least` to `most` of the three suits are in the hand; honours are no suit."""
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


def winning(tiles: str | Iterable[int]) -> Pattern:
    """The winning tile is one of the set; the call has to name it."""
    return Winning(TileSet.parse(tiles))


def matches(regex: str) -> Pattern:
    """The canonical sequence matches a regex of your own: the way out, for the regex engine alone."""
    return Matches(regex)


def waits_on(tiles: str | Iterable[int], by: RuleSet) -> Pattern:
    """The hand without its winning tile waits, by the rule set `by`, on at least one tile of the set."""
    return WaitsOn(TileSet.parse(tiles), by)


def by_event(*names: str) -> Pattern:
    """The win came by one of these events; a call that names none had nothing special.

    >>> from regexhu.rules import RuleSet
    >>> RuleSet(4 * meld + pair & by_event("kong-draw")).is_win("123m456p789s11122z", event="kong-draw")
    True
    >>> RuleSet(4 * meld + pair & by_event("kong-draw")).is_win("123m456p789s11122z", event="last-tile")
    False
    """
    for name in names:
        if not EVENT.fullmatch(name):
            raise RuleError(f"an event is small letters and hyphens, such as robbed-kong, not {name!r}")
    return Event(names)


def wild_among(tiles: str | Iterable[int]) -> Pattern:
    """A wild kind of this deal is one of the set, whether or not the hand has it."""
    return WildAmong(TileSet.parse(tiles))


def substitutes(most: int) -> Pattern:
    """At most so many wild tiles stand for another tile than themselves."""
    return Count(Substitutes(), 0, most, f"substitutes({most})", f"at most {most} wild tiles standing for others")


def loose(tiles: int) -> Pattern:
    """So many tiles in no order at all, each declared meld counting three.

    >>> from regexhu.rules import RuleSet
    >>> RuleSet(loose(14) & only("258mps")).is_win("2225588m2558p258s")
    True
    """
    shapes = [(tiles - 3 * melds) * single for melds in range(tiles // 3 + 1)]
    laid = [shape if not melds else melds * meld.declared + shape for melds, shape in enumerate(shapes)]
    return Named(reduce(or_, laid), f"any {tiles} tiles", f"任意{tiles}张", f"loose({tiles})")


def switch(name: str, on: bool, saying: str) -> Pattern:
    """A choice left to the table: a condition that holds when the switch is on; `on` is its default.

    >>> must_open = switch("must_open", False, "at least one meld has to be open")
    >>> must_open
    switch('must_open', False, 'at least one meld has to be open')
    """
    if not re.fullmatch("[a-z][a-z0-9_]*", name):
        raise RuleError(f"a switch is named like a variable, such as must_open, not {name!r}")
    return Switch(name, on, saying)


self_draw: Pattern = Word("self-draw")
discard: Pattern = Word("discard")
ready: Pattern = Word("ready")
event: Pattern = Word("event")
no_forbidden: Pattern = NoForbidden()
no_wild: Pattern = NoWild()
wild_claimed: Pattern = WildClaimed()
wild_kong: Pattern = WildKong()
winning_wild: Pattern = WinningWild()

at_most_four_alike: Pattern = Count(Surplus(4), 0, 0, "at_most_four_alike", "at most four tiles alike")
two_suits: Pattern = Named(suits(2), "at least two suits", "两门", "two_suits")
no_all_simples: Pattern = Named(has("19mps1234567z"), "not all simples", "不断幺", "no_all_simples")
at_most_three_kongs: Pattern = Named(at_most(3, kong), "at most three kongs", "至多三杠", "at_most_three_kongs")
