"""From a rule set to its table: one automaton for each truth of its facts, all joined in one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING, Any

from regexhu.automaton.counters import Caps
from regexhu.automaton.joined import Joiner
from regexhu.automaton.machine import Machine
from regexhu.automaton.table import Table as Flat
from regexhu.errors import RuleError, TooManyStates
from regexhu.hands.hand import MOST_WILDS, Hand
from regexhu.hands.tiles import ALL, TileSet
from regexhu.hands.told import TOLD, read
from regexhu.rules.context import check_told
from regexhu.rules.table import Reading, Roots, Table
from regexhu.syntax.facts import (
    Event,
    Fact,
    NoWild,
    WaitsOn,
    WildAmong,
    WildClaimed,
    WildKong,
    Winning,
    WinningWild,
    Word,
)
from regexhu.syntax.reads import NONE, is_told, reads
from regexhu.syntax.shapes import terms_of
from regexhu.syntax.tree import is_whole
from regexhu.version import __version__

if TYPE_CHECKING:
    from regexhu.rules.ruleset import RuleSet

MOST_FACTS = 10
"""How many facts a table may leave to its caller: each doubles the number of roots."""
FIXED = ("self_draw", "ready", "event", "wild", "forbidden")
"""What a table may be made for alone."""

Truths = dict[Fact, bool]
Winner = tuple[Truths, int]


def table(rules: RuleSet, wilds: int | None, told: Mapping[str, object]) -> Table:
    """The table of a rule set for hands with up to so many wild tiles, in deals of which all this is told."""
    return _Tabling(rules, wilds, told).table()


class _Tabling:
    def __init__(self, rules: RuleSet, wilds: int | None, told: Mapping[str, object]) -> None:
        self._rules, self._engine = rules, rules.automaton_engine
        self._engine.check()
        self._told = _fixed(rules, told)
        self._wild: TileSet | None = self._told.get("wild")
        self._reads_wild = "wild" in rules.needs or any("wild" in fact.asks for fact in self._engine.facts)
        self._wilds = self._most_wild(wilds)
        self._facts = self._engine.facts
        self._open = tuple(fact for fact in self._facts if not self._is_fixed(fact))
        if len(self._open) > MOST_FACTS:
            left = ", ".join(map(repr, self._open))
            raise RuleError(f"{rules.who} reads {len(self._open)} facts, a table {MOST_FACTS}: tell some of {left}")
        self._classes = self._winner_classes()
        self._real = _most_alike(rules)

    def _most_wild(self, wilds: int | None) -> int:
        none_is_wild = self._rules.wild is False or self._wild == TileSet()
        if wilds is None:
            return MOST_WILDS if not none_is_wild and (self._reads_wild or self._wild is not None) else 0
        if not is_whole(wilds) or not 0 <= wilds <= MOST_WILDS:
            raise ValueError(f"wilds is a whole number from 0 to {MOST_WILDS}, not {wilds!r}")
        if wilds and none_is_wild:
            raise RuleError(f"{self._rules.who} has no wild tiles here: leave out wilds={wilds}")
        return wilds

    def _is_fixed(self, fact: Fact) -> bool:
        keyword = _keyword(fact) if is_told(fact) else None
        return keyword is not None and keyword in self._told

    def table(self) -> Table:
        rules = self._rules
        by: dict[Fact, RuleSet] = {fact: self._other(fact) for fact in self._open if isinstance(fact, WaitsOn)}
        real = max([self._real, *map(_most_alike, by.values())])
        joiner = Joiner(real, min(self._wilds, self._real), self._engine.asks_who_won)
        waits = {fact: joiner.add(_machine(other, {}, None).table()) for fact, other in by.items()}
        classes, bits = max(self._classes) + 1, len(self._open)
        states = [0] * ((self._wilds + 1) * classes << bits)
        for truths, winner, numbers in self._automata():
            kind = self._classes.index(winner) if winner else None
            machine = _machine(rules, truths, kind)
            facts = sum(1 << at for at, fact in enumerate(self._open) if truths[fact])
            for wilds in numbers if not machine.is_lost else ():
                states[(wilds * classes + winner << bits) + facts] = joiner.add(self._flat(machine, wilds))
        return Table(
            about=self._about(),
            automaton=joiner.joined(),
            roots=Roots(self._wilds, self._classes, tuple(states)),
            sizes=rules.sizes,
            facts=tuple(_reading(fact, waits.get(fact, 0), by.get(fact)) for fact in self._open),
            told=self._told,
            needs=tuple(keyword for keyword in TOLD if keyword in rules.needs - self._told.keys()),
            events=rules.events,
            most_alike=Caps.of(rules.pattern).real,
            copies=rules.copies,
            takes_wild=rules.wild is not False,
            counts_wild=not self._reads_wild and not self._engine.asks_who_won,
        )

    def _flat(self, machine: Machine, wilds: int) -> Flat:
        """The machine's table for so many wild tiles."""
        try:
            return machine.table(wilds)
        except TooManyStates as error:
            if not wilds:
                raise
            fewer = f"A table may have fewer: wilds={wilds - 1}."
            raise RuleError(f"{self._rules.who} with wilds={wilds}: {error} {fewer}") from None

    def _about(self) -> dict[str, Any]:
        rules = self._rules
        return {
            "rules": rules.name.partition("?")[0],
            "title": rules.title,
            "source": rules.source,
            "switches": {name: switch.on for name, switch in rules.switches.items()},
            "version": __version__,
        }

    def _other(self, fact: WaitsOn) -> RuleSet:
        """The rule set by which a fact asks what a hand waits for, where it asks for no more than tiles."""
        by: Any = fact.by
        if self._wilds or self._wild:
            raise RuleError(f"{fact!r} is in a table only for hands without wild tiles: leave out wilds, or wild='…'")
        if by.needs or by.events or isinstance(by.wild, TileSet):
            raise RuleError(f"{fact!r} is in a table only where its rule set asks for no more than tiles")
        by.automaton_engine.check()
        return by  # type: ignore[no-any-return]

    # --- what may be so at once

    def _automata(self) -> Iterator[tuple[Truths, int, list[int]]]:
        """Every truth of the facts and class of winning tile that a hand may have, with its numbers of wild tiles."""
        found: dict[tuple[tuple[bool, ...], int], list[int]] = {}
        for wilds in range(self._wilds + 1):
            for calls, lying, (won, winner) in product(self._calls(), self._lying(wilds), self._winners(wilds)):
                truths = {**calls, **lying, **won}
                if any(truths[f] for f in truths if isinstance(f, NoWild)) and self._wild_won(truths):
                    continue
                key = tuple(truths[fact] for fact in self._facts), winner
                if wilds not in found.setdefault(key, []):
                    found[key].append(wilds)
        for (known, winner), numbers in found.items():
            yield dict(zip(self._facts, known, strict=True)), winner, numbers

    def _wild_won(self, truths: Truths) -> bool:
        return any(truths[fact] for fact in truths if isinstance(fact, WinningWild))

    def _calls(self) -> list[Truths]:
        """The truths of the facts that a call tells."""
        facts = [fact for fact in self._facts if is_told(fact)]
        among = [fact for fact in facts if isinstance(fact, WildAmong) and self._wild is None]
        events: list[str | None] = [None, "another", *self._rules.events]
        choices: dict[str, list[Any]] = {"self_draw": [True, False], "ready": [True, False], "event": [*events]}
        choices["wild"] = [TileSet()]
        choices |= {keyword: [value] for keyword, value in self._told.items() if keyword in choices}
        found: list[Truths] = []
        for values in product(*choices.values()):
            hand = Hand((), **dict(zip(choices, values, strict=True)))
            known: Truths = {fact: fact.known(hand) for fact in facts}
            for chosen in product((True, False), repeat=len(among)):
                truths: Truths = known | dict(zip(among, chosen, strict=True))
                if truths not in found:
                    found.append(truths)
        return found

    def _lying(self, wilds: int) -> Iterator[Truths]:
        """The truths of the facts that read tiles wherever they lie."""
        facts = [fact for fact in self._facts if not is_told(fact) and not isinstance(fact, Winning | WinningWild)]
        melded = {WildKong, WildClaimed}
        for chosen in product((True, False), repeat=len(facts)):
            truths = dict(zip(facts, chosen, strict=True))
            held = any(truths[fact] for fact in facts if isinstance(fact, WildKong | WildClaimed))
            knows_all = melded <= set(map(type, facts))
            if not all(
                truths[fact] is False if wilds or held else truths[fact] or not knows_all
                for fact in facts
                if isinstance(fact, NoWild)
            ):
                continue
            if not (held and self._wild == TileSet()):
                yield truths

    def _winners(self, wilds: int) -> list[Winner]:
        """The truths of the facts that read the winning tile, and its class."""
        facts = [fact for fact in self._facts if isinstance(fact, Winning | WinningWild)]
        found: list[Winner] = []
        for kind, is_wild in product(range(34), (False, True)):
            may_be = kind in (ALL if self._wild is None else self._wild) and wilds > 0
            if may_be if is_wild else self._wild is None or kind not in self._wild:
                known: Truths = {f: kind in f.tiles if isinstance(f, Winning) else is_wild for f in facts}
                if (one := (known, self._classes[kind] if is_wild else 0)) not in found:
                    found.append(one)
        return found

    def _winner_classes(self) -> tuple[int, ...]:
        """For each kind a number that kinds share which the rule tells apart in no winning tile that is wild."""
        if not self._engine.asks_who_won or not self._wilds:
            return (0,) * 34
        terms = [term for leaf in self._rules.pattern.leaves for term in terms_of(leaf)]
        asking = [one for term in terms for one in (term, *term.unless) if one.won is not None or one.wait is not None]
        classes: dict[object, int] = {}
        keys: list[object] = []
        for kind in range(34):
            won = [(one, kind in (ALL if one.won is None else one.won)) for one in asking]
            keys.append(tuple(kind if holds and one.wait else holds for one, holds in won))
        return tuple(classes.setdefault(key, len(classes) + 1) for key in keys)


def _fixed(rules: RuleSet, told: Mapping[str, object]) -> dict[str, Any]:
    """What is told of every hand, its values as a hand keeps them; wild kinds that are always wild among them."""
    known = {keyword: value for keyword, value in read(told).items() if value is not None or keyword == "event"}
    for keyword in known:
        if keyword not in FIXED:
            raise RuleError(f"a table is made for one {' or '.join(FIXED)}, not for one {keyword}: leave it out")
    if isinstance(rules.wild, TileSet):
        known.setdefault("wild", rules.wild)
    check_told(rules.who, Hand((), **known), (), rules.events, rules.wild is not False)
    return known


def _keyword(fact: Fact) -> str:
    """The keyword that tells a fact of a call."""
    return next(iter(fact.asks), "event")


def _most_alike(rules: RuleSet) -> int:
    return Caps.of(rules.pattern).most_alike(max(rules.sizes, default=0))


def _machine(rules: RuleSet, truths: Truths, winner: int | None) -> Machine:
    return Machine(rules.pattern, truths, 0, winner, max(rules.sizes, default=0), rules.most_states)


def _reading(fact: Fact, root: int, by: RuleSet | None) -> Reading:
    """What a table says of a fact."""
    name = repr(fact)
    match fact:
        case Word(word):
            if word == "event":
                return Reading(name, "event", events=None)
            return Reading(name, _keyword(fact), holds=word != "discard")
        case Event(names):
            return Reading(name, "event", events=names)
        case WildAmong(tiles):
            return Reading(name, "wild", kinds=tuple(sorted(tiles)))
        case WaitsOn(tiles):
            copies = None if by is None else by.copies
            return Reading("waits_on", "waits", kinds=tuple(sorted(tiles)), root=root, copies=copies)
    found = reads(fact, NONE, NONE)
    for_wild, for_forbidden = reads(fact, ALL, NONE), reads(fact, NONE, ALL)
    if found is None or for_wild is None or for_forbidden is None:
        raise RuleError(f"{fact!r} is known only for a hand that is judged, so it is in no table")
    role = "wild" if for_wild != found else "forbidden" if for_forbidden != found else ""
    where = for_wild if role == "wild" else for_forbidden if role else found
    kinds = max(where[:4], key=len)
    lying = tuple(name for name, tiles in zip(("concealed", "claimed", "kong", "won"), where[:4], strict=True) if tiles)
    return Reading(name, "tiles", where.holds, role or tuple(sorted(kinds)), lying)
