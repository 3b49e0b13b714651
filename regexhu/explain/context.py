"""What a call told of a hand: what a fact was judged by, and what would change the verdict were it told otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any

from regexhu.explain.wording import Wording
from regexhu.hands.hand import MOST_WILDS, Hand
from regexhu.hands.layout import ADDED, CLAIMED, CONCEALED_KONG
from regexhu.hands.tiles import TileSet, kind_of
from regexhu.hands.told import TOLD
from regexhu.rules.ruleset import RuleSet
from regexhu.syntax.facts import (
    Event,
    Fact,
    NoForbidden,
    NoWild,
    WaitsOn,
    WildClaimed,
    WildKong,
    Winning,
    WinningWild,
    Word,
)


def keywords_of(fact: Fact) -> tuple[str, ...]:
    """The keywords of a call that a fact reads."""
    return tuple(keyword for keyword in TOLD if keyword in fact.asks) or ("event",)


def told_of(facts: Iterable[Fact], hand: Hand, wording: Wording) -> str:
    """What the call told of what the facts read."""
    return _told(dict.fromkeys(keyword for fact in facts for keyword in keywords_of(fact)), hand, wording)


def told_in(keywords: Mapping[str, Any], hand: Hand, wording: Wording) -> str:
    """What keywords would tell of a hand."""
    return _told(keywords, replace(hand, **keywords), wording)


def _told(keywords: Iterable[str], hand: Hand, wording: Wording) -> str:
    return wording.say(", ").join(_TOLD[keyword](hand, wording) for keyword in keywords)


_TOLD: Mapping[str, Callable[[Hand, Wording], str]] = {
    "self_draw": lambda hand, wording: wording.say("won by self-draw" if hand.self_draw else "won on a discard"),
    "ready": lambda hand, wording: wording.say("declared ready" if hand.ready else "not declared ready"),
    "event": lambda hand, wording: wording.say("event {}", hand.event) if hand.event else wording.say("no event"),
    "winning_tile": lambda hand, wording: wording.say("winning tile {}", wording.kinds([hand.won])),
    "wild": lambda hand, wording: (
        wording.say("wild {}", wording.kinds([*hand.wild])) if hand.wild else wording.say("nothing wild")
    ),
    "forbidden": lambda hand, wording: (
        wording.say("forbidden {}", wording.kinds([*hand.forbidden]))
        if hand.forbidden
        else wording.say("nothing forbidden")
    ),
}


def held_by(fact: Fact, hand: Hand, wording: Wording) -> Iterator[str]:
    """The tiles or groups of the hand that a fact looks at, as texts."""
    match fact:
        case Winning() | WinningWild():
            yield wording.kinds([hand.won])
        case NoForbidden() | NoWild():
            role = (hand.forbidden if isinstance(fact, NoForbidden) else hand.wild) or ()
            if tiles := [kind for kind in _every_tile(hand) if kind in role]:
                yield wording.kinds(tiles)
        case WildKong() | WildClaimed():
            marks = CONCEALED_KONG if isinstance(fact, WildKong) else CLAIMED + ADDED
            for group in hand.declared:
                if group.mark in marks and not (hand.wild or TileSet()).isdisjoint(group.tiles):
                    yield wording.group(group)
        case WaitsOn():
            if kinds := fact.waits(hand):
                yield wording.kinds(kinds)


def _every_tile(hand: Hand) -> list[int]:
    return [*map(kind_of, hand.tiles), *(tile for group in hand.declared for tile in group.tiles)]


# --- told otherwise ---------------------------------------------------------------------------------------------------


def contexts_of(facts: Iterable[Fact]) -> dict[str, tuple[object, ...]]:
    """What may be told of how a hand was won, for each keyword that the facts read: all that makes a difference."""
    keywords = {keyword for fact in facts for keyword in keywords_of(fact)}
    events = [name for fact in facts if isinstance(fact, Event) for name in fact.names]
    events += ["kong-draw" for fact in facts if fact == Word("event")]
    flags: dict[str, tuple[object, ...]] = {
        keyword: (True, False) for keyword in ("self_draw", "ready") if keyword in keywords
    }
    return {**flags, "event": (None, *dict.fromkeys(events))} if events else flags


def otherwise(rules: RuleSet, hand: Hand) -> dict[str, Any]:
    """The fewest keywords of the call that, told otherwise, make a hand that loses win; empty where none do."""
    for changed in _told_otherwise(rules, hand):
        if rules.is_win(replace(hand, **changed)):
            return changed
    return {}


def _told_otherwise(rules: RuleSet, hand: Hand) -> Iterator[dict[str, Any]]:
    """Every way to tell the call otherwise: one keyword, then two of those that say how the hand was won.

    Another winning tile is not tried where many tiles are wild: each would be judged in very many ways.
    """
    facts = [leaf for leaf in rules.pattern.leaves if isinstance(leaf, Fact)]
    changes = [
        (keyword, value)
        for keyword, values in contexts_of(facts).items()
        for value in values
        if value != getattr(hand, keyword)
    ]
    yield from ({keyword: value} for keyword, value in changes)
    if "winning_tile" in rules.needs and hand.wilds <= MOST_WILDS:
        yield from ({"winning_tile": tile} for tile in dict.fromkeys(hand.tiles) if tile != hand.winning_tile)
    if hand.forbidden and not hand.forbidden.isdisjoint(hand.kinds):
        yield {"forbidden": hand.forbidden - hand.kinds}
    yield from (dict(pair) for pair in combinations(changes, 2) if pair[0][0] != pair[1][0])
