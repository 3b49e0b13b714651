"""The hands that a question about all hands ranges over, as words of deals: melds, wild tiles, the winning tile."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

from regexhu.automaton.engine import AutomatonEngine
from regexhu.automaton.words import Deal, Monitor, Step, Words
from regexhu.errors import RuleError
from regexhu.hands.hand import Hand
from regexhu.hands.layout import CONCEALED_KONG, Group, Layout
from regexhu.hands.tiles import ALL, TileSet, kind_of
from regexhu.syntax.facts import Fact, WaitsOn
from regexhu.syntax.reads import Reads, is_told, reads


class Range(NamedTuple):
    """Which hands: of the game's tiles, with these melds declared (None: any), in the context that a hand tells."""

    engine: AutomatonEngine
    tiles: TileSet
    copies: int
    melds: Layout | None
    given: Hand

    @property
    def wild(self) -> TileSet:
        """The wild kinds of the deal."""
        return self.given.wild or TileSet()

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

    def words(self, tiles: int, but: Range | None = None) -> Iterator[Words]:
        """The hands of so many tiles that win, `but` not by another rule set, in the parts that they fall into."""
        engines = [self.engine] if but is None else [self.engine, but.engine]
        marked = self.marked or (but is not None and but.marked)
        reading = [fact for fact in dict.fromkeys(f for e in engines for f in e.facts) if not is_told(fact)]
        monitors = tuple(_monitor(fact, self) for fact in reading)
        kongs = range(5) if self.melds is None else [sum(meld.type == "kong" for meld in self.melds)]
        wilds = range(min(tiles, self.copies * len(self.wild)) + 1)
        for number, held, truths in product(kongs, wilds, product((True, False), repeat=len(reading))):
            truth = dict(zip(reading, truths, strict=True))
            known = [
                tuple(truth[fact] if fact in truth else fact.known(self.given) for fact in engine.facts)
                for engine in engines
            ]
            for winner, winning in self._winners(marked and held > 0):
                deal = Deal(
                    copies=self.copies,
                    tiles=self.tiles,
                    wild=self.wild,
                    melds=self.melds,
                    wilds=held,
                    kongs=number,
                    marked=marked,
                    winning=winning,
                    monitors=monitors,
                    wanted=truths,
                )
                machines = [e.machine(k, tiles - number, winner) for e, k in zip(engines, known, strict=True)]
                tables = [machine.table(held) for machine in machines if not machine.is_lost]
                if not machines[0].is_lost:
                    yield Words(deal, *tables)

    def _winners(self, may_be_wild: bool) -> Iterator[tuple[int | None, TileSet]]:
        """The kind of a winning tile that is wild, or None, and the kinds that the winning tile may then be of."""
        if natural := self.winning - self.wild:
            yield None, natural
        for kind in self.winning & self.wild if may_be_wild else ():
            yield kind, TileSet([kind])


# --- facts that are read off the word ---------------------------------------------------------------------------------


def _monitor(fact: Fact, asked: Range) -> Monitor:
    """Watches a word for what a fact reads."""
    read = reads(fact, asked.wild, asked.given.forbidden or TileSet())
    return _waits_on(fact, asked) if read is None else _any_of(read)


def _any_of(read: Reads) -> Monitor:
    """Whether one of the tiles was met."""

    def after(before: object, kind: int, step: Step) -> object:
        letter = step.letter
        held = kind in read.concealed and bool(letter.real or letter.own)
        won = letter.marked and kind in read.won
        return before or held or won or any(not _where(read, meld).isdisjoint(meld.tiles) for meld in step.melds)

    return Monitor(False, after, lambda found: bool(found) is read.holds)


def _where(read: Reads, meld: Group) -> TileSet:
    return read.kong if meld.mark == CONCEALED_KONG else read.claimed


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

    def after(before: Any, kind: int, step: Step) -> object:
        without: int = before[0]
        added: frozenset[int] = before[1]
        for meld in step.melds:
            without = machine.declare(without, kind, meld)
            added = frozenset(machine.declare(state, kind, meld) for state in added)
        letter = step.letter._replace(real=step.letter.real - step.letter.marked, marked=False)
        found = {machine.onward(state, kind, letter) for state in added}
        if kind in tiles and letter.real < copies:
            found.add(machine.onward(without, kind, letter._replace(real=letter.real + 1)))
        return machine.onward(without, kind, letter), frozenset(found - {0})

    def holds(found: Any) -> bool:
        return any(map(machine.wins, found[1]))

    return Monitor(start, after, holds)
