"""Hands that one rule set wins and another does not, with the context and the switches that it takes.

Any hand is looked for: melds, winning tile and context too. Wild tiles are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from regexhu.hands.hand import Hand
from regexhu.hands.tiles import NAMES, TileSet
from regexhu.rules.ruleset import RuleSet
from regexhu.syntax.facts import Event, Fact, Word, rewritten
from regexhu.syntax.shapes import Shape
from regexhu.syntax.tree import And, Pattern
from regexhu.workshop.search import Search

HANDS_TRIED = 60
"""How many hands are tried for each context."""

NOTHING: Mapping[str, object] = {}
MOST_SEARCHES = 40
"""How many settings of switches, each with how many contexts, are searched before it is given up."""


@dataclass(frozen=True, slots=True)
class Witness:
    """A hand, and the keywords and switches with which one rule set wins it and another does not."""

    hand: str
    asked: Mapping[str, object]
    switches: Mapping[str, bool]

    def __str__(self) -> str:
        """The hand as an example line has it."""
        words = [self.hand]
        for name, value in {**self.asked, **self.switches}.items():
            if name == "self_draw":
                words.append("self_draw" if value else "discard")
            elif isinstance(value, bool):
                words.append(name if value else f"{name}=off")
            elif value:
                words.append(f"{name}={value}")
        return " ".join(words)


def witness(
    more: RuleSet, fewer: RuleSet, most_turned: int = 0, given: Mapping[str, object] = NOTHING
) -> tuple[Witness | None, bool]:
    """A hand that `more` wins and `fewer` does not; where none was found, whether it is certain that there is none.

    Switches stand as they do, then up to `most_turned` of them are turned, in both rule sets alike; the context is what
    is given and any beside it. A `RuleError` says why it can't be told.
    """
    is_certain, searches = True, 0
    for setting in _settings(most_turned, more, fewer):
        first, second = (
            rules.switched(**{name: on for name, on in setting.items() if name in rules.switches})
            for rules in (more, fewer)
        )
        if first.played == second.played and first.legal == second.legal:
            continue
        between = And.of(*first.legal, _counted(first.played), ~And.of(_counted(second.played), *second.legal))
        for context, known in _cases(first.automaton_engine.facts + second.automaton_engine.facts, given):
            searches += 1
            if searches > MOST_SEARCHES:
                return None, False
            search = Search(between, known, first.tiles, first.copies or 4)
            is_certain = is_certain and not search
            found = [
                Witness(str(hand), asked, setting)
                for hand in search.hands(HANDS_TRIED)
                for asked in _asked(hand, {**context, **given}, first.needs | second.needs)
                if wins(first, hand, asked) and not wins(second, hand, asked)
            ]
            if found:
                return min(found, key=lambda one: (one.hand.count(","), len(str(one)), str(one))), False
    return None, is_certain


def is_void(rules: RuleSet) -> bool:
    """Whether no hand wins, in any context."""
    pattern = _counted(rules.played)
    return not any(
        Search(pattern, known, rules.tiles, rules.copies or 4) for _, known in _cases(rules.automaton_engine.facts)
    )


def wins(rules: RuleSet, hand: str | Hand, asked: Mapping[str, Any]) -> bool:
    """Whether the hand wins; none does where the switches leave no form."""
    return bool(rules.forms) and rules.is_win(hand, **asked)


def _settings(most_turned: int, *rule_sets: RuleSet) -> Iterator[dict[str, bool]]:
    switches = {switch.name: switch for rules in rule_sets for switch in rules.switches.values()}
    for number in range(most_turned + 1):
        for turned in combinations(switches.values(), number):
            yield {switch.name: not switch.on for switch in turned}


def _counted(pattern: Pattern) -> Pattern:
    """The pattern with its shapes as conditions that count, so that it can be denied."""
    return rewritten(pattern, lambda leaf: And.of(*leaf.counts) if isinstance(leaf, Shape) else leaf)


# --- contexts ---------------------------------------------------------------------------------------------------------


def _cases(
    facts: Iterable[Fact], given: Mapping[str, object] = NOTHING
) -> Iterator[tuple[dict[str, object], dict[Fact, bool]]]:
    """Every context that the facts ask for, without wild tiles, and which facts hold then.

    Facts that depend on the hand hold in one case and don't in another.
    """
    facts = tuple(dict.fromkeys(facts))
    words = {word for fact in facts for word in fact.asks}
    events = [name for fact in facts if isinstance(fact, Event) for name in fact.names]
    events += ["kong-draw" for fact in facts if fact == Word("event")]
    choices: dict[str, tuple[object, ...]] = {word: (True, False) for word in ("self_draw", "ready") if word in words}
    choices |= {"event": (None, *dict.fromkeys(events))} if events else {}
    choices |= {"wild": (TileSet(),)} if "wild" in words else {}
    choices |= {keyword: (value,) for keyword, value in given.items() if keyword in choices}
    for values in product(*choices.values()):
        context = dict(zip(choices, values, strict=True))
        settled = {fact: fact.known(Hand((), **context)) for fact in facts if not _reads_hand(fact)}  # type: ignore[arg-type]
        open_ = [fact for fact in facts if fact not in settled]
        for holding in product((True, False), repeat=len(open_)):
            yield context, {**settled, **dict(zip(open_, holding, strict=True))}


def _reads_hand(fact: Fact) -> bool:
    """Whether the fact depends on the hand, where no tile is wild."""
    return "wild" not in fact.asks and not fact.asks.isdisjoint({"winning_tile", "forbidden"})


def _asked(hand: Hand, context: Mapping[str, object], needs: Iterable[str]) -> Iterator[dict[str, object]]:
    """The keywords with which a hand that was found may be judged."""
    held, absent = (NAMES[min(kinds, default=0)] for kinds in (hand.kinds, ~hand.kinds))
    tiles = [hand.winning_tile] if hand.winning_tile else list(dict.fromkeys(hand.tiles))
    choices = {"winning_tile": tiles, "forbidden": [absent, held], "wild": [absent]}
    choices = {keyword: values for keyword, values in choices.items() if keyword in needs and not context.get(keyword)}
    for values in product(*choices.values()):
        yield {**context, **dict(zip(choices, values, strict=True))}
