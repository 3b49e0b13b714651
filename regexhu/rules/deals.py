"""The hands that a question about all hands ranges over, as words of deals: melds, wild tiles, the winning tile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any

from regexhu.automaton.configurations import Letter
from regexhu.automaton.engine import AutomatonEngine
from regexhu.automaton.words import Deal, Meter, Monitor, Step, Words
from regexhu.errors import RuleError, TooManyStates
from regexhu.hands.hand import Hand
from regexhu.hands.layout import CONCEALED_KONG, Group, Layout, in_order
from regexhu.hands.tiles import ALL, TileSet, kind_of
from regexhu.syntax.facts import Fact, WaitsOn
from regexhu.syntax.reads import Reads, is_told, reads

if TYPE_CHECKING:
    from regexhu.automaton.concealed import Automaton
    from regexhu.automaton.machine import Machine
    from regexhu.automaton.tables import Tables

ANY_SIZE = -1
MOST_LIMITS = 4
"""How often the work that one table may take is done for one question, before it is given up."""


@dataclass(frozen=True)
class Range:
    """Which hands: of the game's tiles, with these melds declared (None: any), in the context that a hand tells."""

    engine: AutomatonEngine
    tiles: TileSet
    copies: int
    melds: Layout | None
    given: Hand

    @cached_property
    def _work(self) -> Counter[str]:
        """What was done for this one question so far."""
        return Counter()

    @property
    def wild(self) -> TileSet:
        """The wild kinds of the deal."""
        return self.given.wild or TileSet()

    @property
    def forbidden(self) -> TileSet:
        """The forbidden kinds of the deal."""
        return self.given.forbidden or TileSet()

    @property
    def most_wild(self) -> int:
        """The most wild tiles that a hand may hold."""
        return self.copies * len(self.wild)

    @property
    def winning(self) -> TileSet:
        """The kinds that the winning tile may be of."""
        won = self.given.winning_tile
        return ALL if won is None else TileSet([kind_of(won)])

    @property
    def marked(self) -> bool:
        """Whether the winning tile is part of the word: the rule reads it, or the call tells it."""
        if self.given.winning_tile is not None or self.engine.asks_who_won:
            return True
        return any("winning_tile" in fact.asks for fact in self.engine.facts)

    def words(self, tiles: int, but: Range | None = None, held: int | None = None) -> Iterator[Words]:
        """The hands of so many tiles that win, `but` not by another rule set, in the parts that they fall into.

        `held` is how many wild tiles they hold (None: any number).
        """
        meter = Meter()
        for deal, machines in self.deals(tiles, but, held):
            self._work["done"] -= sum(machine.work for machine in machines)
            tables = [machine.table(deal.wilds) for machine in machines]
            self._work["done"] += sum(machine.work for machine in machines)
            most = MOST_LIMITS * machines[0].configurations.most_work
            if self._work["done"] > most:
                raise TooManyStates(most, self._work["done"], "steps")
            yield Words(deal, *tables, meter=meter)

    def deals(
        self, tiles: int, but: Range | None = None, held: int | None = None
    ) -> Iterator[tuple[Deal, list[Machine]]]:
        """The same parts before anything is compiled, each with the machine that wins it, and the one that must not."""
        engines = [self.engine] if but is None else [self.engine, but.engine]
        marked = self.marked or (but is not None and but.marked)
        facts = dict.fromkeys(fact for engine in engines for fact in engine.facts)
        settled = {fact: holds for fact in facts if (holds := self.settled(fact)) is not None}
        reading = [fact for fact in facts if fact not in settled]
        monitors = tuple(_monitor(fact, self) for fact in reading)
        kongs = range(tiles // 4 + 1) if self.melds is None else [sum(meld.type == "kong" for meld in self.melds)]
        wilds = range(min(tiles, self.most_wild) + 1) if held is None else [held]
        for number, wild, truths in product(kongs, wilds, product((True, False), repeat=len(reading))):
            truth = settled | dict(zip(reading, truths, strict=True))
            known = [tuple(truth[fact] for fact in engine.facts) for engine in engines]
            for winner, winning in self._winners(marked and wild > 0):
                deal = Deal(
                    copies=self.copies,
                    tiles=self.tiles,
                    wild=self.wild,
                    melds=self.melds,
                    wilds=wild,
                    kongs=number,
                    marked=marked,
                    winning=winning,
                    monitors=monitors,
                    wanted=truths,
                )
                size = 0 if tiles == ANY_SIZE else tiles - number
                machines = [e.machine(k, size, winner) for e, k in zip(engines, known, strict=True)]
                if tiles and not machines[0].is_lost:
                    yield deal, [machine for machine in machines if not machine.is_lost]

    def settled(self, fact: Fact) -> bool | None:
        """Whether a fact holds, where that is the same for every hand of the range."""
        if is_told(fact):
            return fact.known(self.given)
        if (read := reads(fact, self.wild, self.forbidden)) is None:
            return None
        if self.melds is not None and any(_is_met(read, meld) for meld in self.melds):
            return read.holds
        in_melds = self.melds is None and (read.claimed or read.kong)
        return None if read.concealed & self.tiles or read.won or in_melds else not read.holds

    def automaton(self, tiles: int) -> Automaton:
        """The automaton of the hands of so many tiles beside given melds, none wild, none the winning one."""
        return self.automata(tiles, 0)[0]

    def automata(self, tiles: int, held: int) -> list[Automaton]:
        """The automata of the hands of so many tiles (or `ANY_SIZE`), so many of them wild, beside given melds.

        There is one, but where the winning tile is read: then one for each part that those hands fall into.
        """
        from regexhu.automaton.concealed import Automaton

        def made() -> list[Automaton]:
            words = [part for part in self.words(tiles, held=held) if not part.is_lost]
            parts = [[part] for part in words] if self.marked else [words]
            alike = self.copies if tiles == ANY_SIZE else min(tiles, self.copies)
            return [Automaton(part, alike, self.engine.copies, self.engine.most_states) for part in parts]

        return self.engine.kept("automata", (tiles, held, *self.key), made)

    def tables(self, tiles: int) -> Tables:
        """The same automaton as tables that judge many hands at once."""
        from regexhu.automaton.tables import Tables

        return self.engine.kept("tables", (tiles, *self.key), lambda: Tables(self.automaton(tiles)))

    @cached_property
    def key(self) -> tuple[object, ...]:
        """What tells this range from others of the rule set."""
        melds = None if self.melds is None else in_order(self.melds)
        facts = tuple(self.settled(fact) for fact in self.engine.facts)
        return self.wild, self.forbidden, self.winning if self.marked else None, melds, facts

    def _winners(self, may_be_wild: bool) -> Iterator[tuple[int | None, TileSet]]:
        """The kind of a winning tile that is wild, or None, and the kinds that the winning tile may then be of."""
        if natural := self.winning - self.wild:
            yield None, natural
        for kind in self.winning & self.wild if may_be_wild else ():
            yield kind, TileSet([kind])


# --- facts that are read off the word ---------------------------------------------------------------------------------


def _monitor(fact: Fact, asked: Range) -> Monitor:
    """Watches a word for what a fact reads."""
    read = reads(fact, asked.wild, asked.forbidden)
    return _waits_on(fact, asked) if read is None else _any_of(read)


def _any_of(read: Reads) -> Monitor:
    """Whether one of the tiles was met."""

    def after(before: object, kind: int, step: Step) -> object:
        letter = step.letter
        held = kind in read.concealed and bool(letter.real or letter.own)
        won = letter.marked and kind in read.won
        return before or held or won or any(_is_met(read, meld) for meld in step.melds)

    return Monitor(False, after, lambda found: bool(found) is read.holds)


def _is_met(read: Reads, meld: Group) -> bool:
    """Whether a declared meld has one of the tiles."""
    return not (read.kong if meld.mark == CONCEALED_KONG else read.claimed).isdisjoint(meld.tiles)


def _waits_on(fact: Fact, asked: Range) -> Monitor:
    """Whether the word without its winning tile wins, by other rules, with one tile more of the set."""
    assert isinstance(fact, WaitsOn)
    if asked.wild:
        raise RuleError(f"{fact!r} is counted only for hands without wild tiles")
    by: Any = fact.by
    if by.needs or isinstance(by.wild, TileSet):
        raise RuleError(f"{fact!r} is counted only where its rule set asks for no more than tiles")
    machine, tiles, copies = by.automaton_engine.machine((), 0, None), fact.tiles, asked.copies
    start: tuple[int, frozenset[int]] = (machine.start(), frozenset())

    known: dict[tuple[Any, int, Step], object] = {}

    def after(before: Any, kind: int, step: Step) -> object:
        key = before, kind, step
        if key not in known:
            known[key] = walked(before[0], before[1], kind, step)
        return known[key]

    def walked(without: int, added: frozenset[int], kind: int, step: Step) -> object:
        for meld in step.melds:
            without = machine.declare(without, kind, meld)
            added = frozenset(machine.declare(state, kind, meld) for state in added)
        letter = Letter(step.letter.real - step.letter.marked)
        found = {machine.onward(state, kind, letter) for state in added}
        if kind in tiles and letter.real < copies:
            found.add(machine.onward(without, kind, Letter(letter.real + 1)))
        return machine.onward(without, kind, letter), frozenset(found - {0})

    def holds(found: Any) -> bool:
        return any(map(machine.wins, found[1]))

    return Monitor(start, after, holds)
