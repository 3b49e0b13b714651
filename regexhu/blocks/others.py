"""Shapes of their own kind, switches, and the way out."""

from __future__ import annotations

import re
from functools import reduce
from operator import or_

from regexhu.blocks.groups import meld, pair, single
from regexhu.blocks.on_tiles import has_each, only
from regexhu.errors import RuleError
from regexhu.hands.tiles import ORPHANS
from regexhu.syntax.counts import Matches
from regexhu.syntax.facts import Switch
from regexhu.syntax.tree import Named, Pattern, is_whole

thirteen_orphans: Pattern = pair + 12 * single & only(ORPHANS) & has_each(ORPHANS)
"""Thirteen orphans 十三幺: each of the thirteen terminals and honours, one of them twice, as shape and conditions.

>>> from regexhu import RuleSet
>>> RuleSet(thirteen_orphans).is_win("19m19p19s12345677z")
True
>>> RuleSet(thirteen_orphans).is_win("19m19p19s11134567z")
False
"""


def loose(tiles: int) -> Pattern:
    """So many tiles in no order at all, each declared meld counting three.

    >>> from regexhu.rules import RuleSet
    >>> RuleSet(loose(14)).is_win("2225588m2558p258s")
    True
    >>> RuleSet(loose(14)).is_win("2225588m2558p25s")
    False
    """
    if not is_whole(tiles) or tiles < 1:
        raise RuleError(f"loose takes a number of tiles from 1 up, not {tiles!r}")
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
    if not isinstance(name, str) or not re.fullmatch("[a-z]{2}[a-z0-9_]*", name):
        raise RuleError(f"a switch has a name of two small letters or more, such as must_open, not {name!r}")
    if not isinstance(on, bool) or not isinstance(saying, str):
        raise RuleError(f"switch({name!r}, …) takes True or False, and what it means as text, not {on!r}, {saying!r}")
    return Switch(name, on, saying)


def matches(regex: str) -> Pattern:
    """The canonical sequence matches a regex of your own: the way out, for the regex engine alone.

    >>> from regexhu.rules import RuleSet
    >>> RuleSet(4 * meld + pair & matches("[^@]*🀄🀄🀄")).is_win("123m456p789s77722z")
    True
    >>> RuleSet(4 * meld + pair & matches("[^@]*🀄🀄🀄")).is_win("123m456p789s11122z")
    False
    """
    return Matches(regex)
