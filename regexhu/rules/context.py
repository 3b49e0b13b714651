"""What a call tells a rule set beside tiles: what it has to know, and what it can't use."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from importlib.util import find_spec

from regexhu.automaton.engine import AutomatonEngine
from regexhu.errors import MissingFacts, RuleError, in_words
from regexhu.hands.hand import Hand
from regexhu.hands.told import EVENTS, TOLD, nearest_names
from regexhu.syntax.tree import is_whole


def needs_of(engine: AutomatonEngine, has_wild: bool) -> frozenset[str]:
    """The keywords that a hand has to come with, where the rule set itself has wild kinds or hasn't."""
    asked = {keyword for fact in engine.facts for keyword in fact.asks}
    winning = {"winning_tile"} if engine.asks_who_won else set()
    return frozenset(asked | winning) - ({"wild"} if has_wild else set())


def check_told(who: str, hand: Hand, needs: Collection[str], events: Collection[str], takes_wild: bool) -> None:
    """Raise a `RuleError` that names what a hand was not told of, or told of that the rule set doesn't know."""
    missing = [keyword for keyword in TOLD if keyword in needs and getattr(hand, keyword) is None]
    if missing:
        raise MissingFacts(f"{who} has to know {in_words(missing)}", missing, [TOLD[word].ask for word in missing])
    if hand.event is not None and hand.event not in {*EVENTS, *events}:
        known = f"it reads {in_words(events)}" if events else "it reads none"
        near = nearest_names(hand.event, dict.fromkeys([*events, *EVENTS]))
        raise RuleError(f"{who} knows no event {hand.event!r}; {near} ({known})")
    if hand.wild and not takes_wild:
        raise RuleError(f"{who} is played without wild tiles: leave out wild={str(hand.wild)!r}")


def check_no_winner(why: str, asked: Mapping[str, object]) -> None:
    """Raise a `RuleError` that says why a call can't use the winning tile that it was given."""
    if asked.get("winning_tile") is not None:
        raise RuleError(f"{why}: leave out winning_tile")


def check_not_wild(who: str, given: Hand) -> None:
    """Raise a `RuleError` where kinds are wild and a question is answered only where none is."""
    if given.wild:
        asked = f"{who} is asked this only for hands without wild tiles"
        raise RuleError(f"{asked}: leave out wild={str(given.wild)!r}, or write wild=''")


def check_switches(who: str, switches: Collection[str], on: Mapping[str, object]) -> None:
    """Raise a `RuleError` that names a switch that a rule set has not, or a value that is none."""
    for name, value in on.items():
        if name not in switches:
            raise RuleError(f"{who} has no switch {name!r}; its switches: {', '.join(switches) or 'none'}")
        if not isinstance(value, bool):
            raise RuleError(f"the switch {name} is True or False, not {value!r}")


def check_one_of(keyword: str, value: object, known: Collection[str]) -> None:
    """Raise a `ValueError` where a keyword has none of the values that it may have."""
    if value not in known:
        raise ValueError(f"{keyword} is one of {', '.join(known)}, not {value!r}")


def check_numpy() -> None:
    """Raise a `RuleError` where NumPy is not there, which judges many hands at once."""
    if find_spec("numpy") is None:
        raise RuleError("judging many hands at once needs NumPy: pip install numpy")


def number_of(keyword: str, number: object) -> int:
    """The number; a `ValueError` where it is not whole, or less than 0."""
    if not is_whole(number) or number < 0:
        raise ValueError(f"{keyword} is a whole number from 0 up, not {number!r}")
    return number


def check_other(rules: object, other: object) -> None:
    """Raise a `TypeError` where what a rule set is compared with is no other rule set."""
    if not isinstance(other, type(rules)):
        raise TypeError(f"a rule set is compared with another, such as load('standard'), not with {other!r}")
