"""Blocks about the deal: the winning tile and how it came, special events, wild and forbidden kinds.

A call has to give what such a block asks for (`winning_tile=`, `self_draw=`, `ready=`, `wild=`, `forbidden=`): nothing
is assumed. Only `event=` may be left out, when there was nothing special.
"""

from __future__ import annotations

from collections.abc import Iterable

from regexhu.errors import RuleError
from regexhu.hands.told import EVENT
from regexhu.syntax.facts import (
    Event,
    NoForbidden,
    Waiting,
    WaitsOn,
    Winning,
    Word,
)
from regexhu.syntax.groups import tiles_given
from regexhu.syntax.tree import Pattern


def winning(tiles: str | Iterable[int]) -> Pattern:
    """The winning tile is one of the set; the call has to name it.

    >>> from regexhu.blocks import meld, pair
    >>> from regexhu.rules import RuleSet
    >>> RuleSet(4 * meld + pair & winning("258mps")).is_win("123m456p789s11122z", winning_tile="2m")
    True
    >>> RuleSet(4 * meld + pair & winning("258mps")).is_win("123m456p789s11122z", winning_tile="1m")
    False
    """
    return Winning(tiles_given("winning", tiles, "some({!r}.won())"))


def waits_on(tiles: str | Iterable[int], by: Waiting) -> Pattern:
    """The hand without its winning tile waits, by the rule set `by`, on at least one tile of the set.

    >>> from regexhu.blocks import meld, pair
    >>> from regexhu.rules import RuleSet
    >>> rules = RuleSet(4 * meld + pair & waits_on("4m", by=RuleSet(4 * meld + pair)))
    >>> rules.is_win("123m456p789s11122z", winning_tile="1m")
    True
    >>> rules.is_win("123m456p789s11122z", winning_tile="2m")
    False
    """
    if not hasattr(by, "waits"):
        raise RuleError(f"waits_on takes a rule set, as in by=RuleSet(4 * meld + pair), not {by!r}")
    return WaitsOn(tiles_given("waits_on", tiles), by)


def by_event(*names: str) -> Pattern:
    """The win came by one of these events; a call that names none had nothing special.

    The usual ones are kong-draw, kong-discard, robbed-kong, last-tile, last-of-kind, flower-draw, heaven, earth and
    human, and every rule set takes them. Another is taken by the rule sets that name it; the rest refuse it.

    >>> from regexhu.blocks import meld, pair
    >>> from regexhu.rules import RuleSet
    >>> RuleSet(4 * meld + pair & by_event("kong-draw")).is_win("123m456p789s11122z", event="kong-draw")
    True
    >>> RuleSet(4 * meld + pair & by_event("kong-draw")).is_win("123m456p789s11122z", event="last-tile")
    False
    """
    if not names:
        raise RuleError("by_event takes names, such as robbed-kong; for any event at all write event")
    for name in names:
        if not isinstance(name, str) or not EVENT.fullmatch(name):
            raise RuleError(f"an event is small letters and hyphens, such as robbed-kong, not {name!r}")
    return Event(names)


self_draw: Pattern = Word("self-draw")
"""The winning tile was drawn 自摸; the call has to say.

>>> from regexhu.blocks import meld, pair
>>> from regexhu.rules import RuleSet
>>> RuleSet(4 * meld + pair & self_draw).is_win("123m456p789s11122z", self_draw=True)
True
>>> RuleSet(4 * meld + pair & self_draw).is_win("123m456p789s11122z", self_draw=False)
False
"""

discard: Pattern = Word("discard")
"""The winning tile was another player's discard 点炮; the call has to say.

>>> from regexhu.blocks import meld, pair
>>> from regexhu.rules import RuleSet
>>> RuleSet(4 * meld + pair & discard).is_win("123m456p789s11122z", self_draw=False)
True
>>> RuleSet(4 * meld + pair & discard).is_win("123m456p789s11122z", self_draw=True)
False
"""

ready: Pattern = Word("ready")
"""The hand was declared ready 报听; the call has to say.

>>> from regexhu.blocks import meld, pair
>>> from regexhu.rules import RuleSet
>>> RuleSet(4 * meld + pair & ready).is_win("123m456p789s11122z", ready=True)
True
>>> RuleSet(4 * meld + pair & ready).is_win("123m456p789s11122z", ready=False)
False
"""

event: Pattern = Word("event")
"""The win came by something special, any usual event; a call that names no event had nothing special.

>>> from regexhu.blocks import meld, pair
>>> from regexhu.rules import RuleSet
>>> RuleSet(4 * meld + pair & event).is_win("123m456p789s11122z", event="last-tile")
True
>>> RuleSet(4 * meld + pair & event).is_win("123m456p789s11122z")
False
"""

no_forbidden: Pattern = NoForbidden()
"""The hand has no tile of the kinds that this deal forbids; the call has to name them.

>>> from regexhu.blocks import meld, pair
>>> from regexhu.rules import RuleSet
>>> RuleSet(4 * meld + pair & no_forbidden).is_win("123m456p789s11122z", forbidden="7z")
True
>>> RuleSet(4 * meld + pair & no_forbidden).is_win("123m456p789s11122z", forbidden="1z")
False
"""
