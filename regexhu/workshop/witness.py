"""Hands that one rule set wins and another does not, with the context and the switches that it takes.

The examples of both are tried first. Then any hand is looked for: melds, winning tile and context too. Wild tiles are
left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import combinations, islice, product
from typing import Any

from regexhu.automaton.search import Search
from regexhu.errors import TooManyStates
from regexhu.explain.context import contexts_of
from regexhu.hands.hand import Hand
from regexhu.hands.tiles import NAMES, TileSet
from regexhu.rules.ruleset import RuleSet
from regexhu.syntax.facts import Fact
from regexhu.syntax.tree import And, Not, Pattern
from regexhu.workshop.taken import as_counts

HANDS_TRIED, FEW = 30, 6
"""How many hands are tried for each search that finds any, and how many where a closer one follows."""

ENOUGH = 10
"""How many witnesses are compared to find one that is easy to read."""

MOST_NODES = 150_000
"""How many nodes all searches for one witness may meet before it is given up: some seconds."""

NOTHING: Mapping[str, object] = {}
Setting = Mapping[str, bool]
Known = Mapping[Fact, bool]


@dataclass(frozen=True, slots=True)
class Witness:
    """A hand, and the keywords and switches with which one rule set wins it and another does not."""

    hand: str
    asked: Mapping[str, object]
    switches: Setting

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


def wins(rules: RuleSet, hand: str | Hand, asked: Mapping[str, Any]) -> bool:
    """Whether the hand wins."""
    return rules.is_win(hand, **asked)


def set_in(rules: RuleSet, setting: Setting) -> RuleSet:
    """The rule set with those of the switches set that it has."""
    return rules.switched(**{name: on for name, on in setting.items() if name in rules.switches})


# --- among the examples -----------------------------------------------------------------------------------------------


def witness_among_examples(
    more: RuleSet,
    fewer: RuleSet,
    tiles: int | None = None,
    given: Mapping[str, object] = NOTHING,
    switches: bool = False,
) -> Witness | None:
    """The first example of either, of so many tiles, that `more` wins and `fewer` does not.

    It is one that sets no switch, or with `switches` one that does: they are set in both, as far as they have them.
    """
    for rules in (more, fewer):
        for example in rules.examples:
            setting = {name: value is True for name, value in example.asked.items() if name in rules.switches}
            if bool(setting) is not switches:
                continue
            told = {name: value for name, value in example.asked.items() if name not in setting} | dict(given)
            with suppress(ValueError, TypeError):
                sides, hand = (set_in(more, setting), set_in(fewer, setting)), Hand.of(example.hand, **told)
                for asked in _tell_fully(hand, told, sides) if tiles in (None, hand.size) else ():
                    if wins(sides[0], example.hand, asked) and not wins(sides[1], example.hand, asked):
                        return Witness(example.hand, asked, setting)
    return None


def _tell_fully(hand: Hand, told: Mapping[str, object], rule_sets: Iterable[RuleSet]) -> Iterator[dict[str, object]]:
    """Every way to tell the rest of what the rule sets have to know of a hand; none of its tiles is wild then."""
    held, absent = (NAMES[min(kinds, default=0)] for kinds in (hand.kinds, ~hand.kinds))
    ways: dict[str, list[Any]] = {
        "self_draw": [True, False],
        "ready": [True, False],
        "winning_tile": [hand.winning_tile] if hand.winning_tile else list(dict.fromkeys(hand.tiles)),
        "forbidden": [absent, held],
        "wild": [absent],
    }
    needs = {keyword for rules in rule_sets for keyword in rules.needs}
    left = [keyword for keyword in ways if keyword in needs and told.get(keyword) in (None, "", TileSet())]
    for values in product(*(ways[keyword] for keyword in left)):
        yield {**told, **dict(zip(left, values, strict=True))}


# --- among all hands --------------------------------------------------------------------------------------------------


def witness(more: RuleSet, fewer: RuleSet, given: Mapping[str, object] = NOTHING) -> tuple[Witness | None, bool]:
    """A hand that `more` wins and `fewer` does not; where none was found, whether it is certain that there is none.

    The context is what is given and any beside it. A `RuleError` says why it can't be told.
    """
    between = And.of(as_counts(more.played), Not(And.of(as_counts(fewer.played), *fewer.legal)))
    return _witness([({}, more, fewer, (between,))], given)


def witness_of(
    more: RuleSet, fewer: RuleSet, matters: Callable[[Setting], tuple[Pattern, ...]], most_turned: int
) -> tuple[Witness | None, bool]:
    """The same for two rule sets that differ in a block only, of which it is known for which layouts it `matters`.

    Switches stand as they do, then up to `most_turned` of them are turned, in both alike.
    """
    settings = [
        {switch.name: not switch.on for switch in turned}
        for number in range(most_turned + 1)
        for turned in combinations({**fewer.switches, **more.switches}.values(), number)
    ]
    return _witness((setting, set_in(more, setting), set_in(fewer, setting), matters(setting)) for setting in settings)


def _witness(
    tries: Iterable[tuple[Setting, RuleSet, RuleSet, tuple[Pattern, ...]]], given: Mapping[str, object] = NOTHING
) -> tuple[Witness | None, bool]:
    """The witness of the first try that finds one.

    Each is a setting, the two rule sets with it, and for which layouts they differ: ever more closely, as long as there
    is such a layout.
    """
    searched, is_certain = _Searched(), True
    with suppress(TooManyStates):
        for setting, more, fewer, patterns in tries:
            if more.played == fewer.played and more.legal == fewer.legal:
                continue
            for context, known in _cases(more.automaton_engine.facts + fewer.automaton_engine.facts, given):
                for pattern in dict.fromkeys(patterns):
                    search = searched.search(And.of(*more.legal, pattern), known, more)
                    if not search:
                        break
                    found = (
                        Witness(str(hand), asked, setting)
                        for hand in search.hands(HANDS_TRIED if pattern is patterns[-1] else FEW)
                        for asked in _tell_fully(hand, {**context, **given}, (more, fewer))
                        if wins(more, hand, asked) and not wins(fewer, hand, asked)
                    )
                    if some := list(islice(found, ENOUGH)):
                        return min(some, key=lambda one: (one.hand.count(","), len(str(one)), str(one))), False
                else:
                    is_certain = False
        return None, is_certain
    return None, False


class _Searched:
    """Searches, each done once; all of them may meet so many nodes."""

    def __init__(self) -> None:
        self._known: dict[object, Search] = {}

    def search(self, pattern: Pattern, known: Known, rules: RuleSet) -> Search:
        """The search for layouts for which the pattern holds, by the tiles of a rule set."""
        facts = {leaf: known[leaf] for leaf in pattern.leaves if isinstance(leaf, Fact)}
        key = pattern, frozenset(facts.items())
        if key not in self._known:
            left = MOST_NODES - sum(search.nodes for search in self._known.values())
            self._known[key] = Search(pattern, facts, rules.tiles, rules.copies, most_nodes=left)
        return self._known[key]


def is_void(rules: RuleSet) -> bool:
    """Whether no hand wins, in any context."""
    pattern = as_counts(rules.played)
    cases = _cases(rules.automaton_engine.facts)
    return not any(Search(pattern, known, rules.tiles, rules.copies) for _, known in cases)


# --- contexts ---------------------------------------------------------------------------------------------------------


def _cases(
    facts: Iterable[Fact], given: Mapping[str, object] = NOTHING
) -> Iterator[tuple[dict[str, object], dict[Fact, bool]]]:
    """Every context that the facts ask for, without wild tiles, and which facts hold then.

    Facts that depend on the hand hold in one case and don't in another.
    """
    facts = tuple(dict.fromkeys(facts))
    choices = contexts_of(facts)
    if any("wild" in fact.asks for fact in facts):
        choices["wild"] = (TileSet(),)
    choices |= {keyword: (value,) for keyword, value in given.items() if keyword in choices}
    for values in product(*choices.values()):
        context: dict[str, Any] = dict(zip(choices, values, strict=True))
        hand = replace(Hand(()), **context)
        settled = {fact: fact.known(hand) for fact in facts if not _reads_hand(fact)}
        open_ = [fact for fact in facts if fact not in settled]
        for holding in product((True, False), repeat=len(open_)):
            yield context, {**settled, **dict(zip(open_, holding, strict=True))}


def _reads_hand(fact: Fact) -> bool:
    """Whether the fact depends on the hand, where no tile is wild."""
    return "wild" not in fact.asks and ("winning_tile" in fact.asks or "forbidden" in fact.asks)
