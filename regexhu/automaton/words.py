"""The words of a deal: how many of them a table accepts, each in turn, or one at random.

A deal says which words there are: the tiles of the game and how many copies of each, which kinds are wild, the declared
melds (given, or any), the winning tile. Its part of a node is what of the word so far bears on what may follow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import NamedTuple

from regexhu.automaton.configurations import Letter
from regexhu.automaton.layers import MELDS, meld_at
from regexhu.automaton.table import LOST, WON, Table, from_end
from regexhu.errors import TooManyStates
from regexhu.hands.hand import text_of
from regexhu.hands.layout import Group
from regexhu.hands.tiles import ALL, NAMES, TileSet

KINDS = 34
NO_TILES = TileSet()
MOST_MOVES = 2_000_000
"""How many moves from what may stand before a kind to what may stand after it are tried before it is given up."""


class Step(NamedTuple):
    """What a word has at one kind."""

    melds: tuple[Group, ...]
    letter: Letter


class Met(NamedTuple):
    """What of a word so far bears on what may follow.

    The tiles that declared melds have of the next two kinds, how many kongs are declared, how many wild tiles are held,
    whether the winning tile was met, and what the monitors saw.
    """

    melded: tuple[int, int] = (0, 0)
    kongs: int = 0
    wilds: int = 0
    won: bool = False
    seen: tuple[object, ...] = ()


@dataclass(frozen=True)
class Monitor:
    """A fact that is read off the word: where it starts, what a step makes of it, and whether it holds at the end."""

    start: object
    after: Callable[[object, int, Step], object]
    holds: Callable[[object], bool]


@dataclass(frozen=True)
class Deal:
    """Which words there are. `melds` are the declared ones; None ranges over all. `winning` None ranges over all tiles.

    `wilds` and `kongs` are the numbers of wild tiles and of declared kongs in a word.
    """

    copies: int
    tiles: TileSet = ALL
    wild: TileSet = NO_TILES
    melds: tuple[Group, ...] | None = ()
    wilds: int = 0
    kongs: int | None = None
    marked: bool = False
    winning: TileSet = ALL
    monitors: tuple[Monitor, ...] = ()
    wanted: tuple[bool, ...] = ()

    @property
    def start(self) -> Met:
        """Nothing met yet."""
        return Met(seen=tuple(monitor.start for monitor in self.monitors))

    def steps(self, kind: int, met: Met) -> Iterator[tuple[Step, Met, int]]:
        """What a word may have at the kind, with what is met then, and in how many ways physical tiles make it."""
        for melds, here, following, kongs in self._melds_at(kind, met):
            held = met.melded[0] + here
            if held > self.copies:
                continue
            most = min(self.copies - held, self.copies if kind in self.tiles else 0)
            for number in range(most + 1):
                is_wild = kind in self.wild
                wilds = met.wilds + number * is_wild
                if wilds > self.wilds:
                    break
                ways = comb(self.copies - held, number)
                for marked in (False, True) if self.marked and not met.won and number else (False,):
                    if marked and kind not in self.winning:
                        continue
                    letter = Letter(0, number, marked) if is_wild else Letter(number, 0, marked)
                    step = Step(melds, letter)
                    seen = tuple(
                        monitor.after(before, kind, step)
                        for monitor, before in zip(self.monitors, met.seen, strict=True)
                    )
                    melded = (met.melded[1] + following[0], following[1])
                    yield step, Met(melded, met.kongs + kongs, wilds, met.won or marked, seen), ways

    def is_over(self, met: Met) -> bool:
        """Whether a word may end so."""
        return (
            met.wilds == self.wilds
            and self.kongs in (None, met.kongs)
            and met.won is self.marked
            and tuple(m.holds(seen) for m, seen in zip(self.monitors, met.seen, strict=True)) == self.wanted
        )

    def beside(self, kind: int) -> tuple[tuple[Group, ...], int]:
        """The given melds that begin at the kind, and how many concealed tiles of it they leave, none of them wild."""
        held = sum(meld.tiles.count(kind) for meld in self.melds or ())
        is_dealt = kind in self.tiles and kind not in self.wild
        return self._given[kind][0], max(0, self.copies - held) if is_dealt else 0

    def _melds_at(self, kind: int, met: Met) -> Iterator[tuple[tuple[Group, ...], int, tuple[int, int], int]]:
        """The melds that may begin at the kind; the tiles they have of it and the next two, the kongs among them."""
        if self.melds is not None:
            yield self._given[kind]
            return
        yield from self._any_melds(kind, met.melded[0])

    @cached_property
    def _given(self) -> list[tuple[tuple[Group, ...], int, tuple[int, int], int]]:
        groups = [tuple(group for group in self.melds or () if group.tiles[0] == kind) for kind in range(KINDS)]
        return [_counted(melds, kind) for kind, melds in enumerate(groups)]

    def _any_melds(self, kind: int, held: int) -> Iterator[tuple[tuple[Group, ...], int, tuple[int, int], int]]:
        """Every choice of melds that begin at the kind, in the order of `MELDS`."""
        choices = [meld for meld in (meld_at(kind, number) for number in range(len(MELDS))) if meld is not None]
        choices = [meld for meld in choices if self.tiles.issuperset(meld.tiles)]

        def choose(first: int, left: int) -> Iterator[tuple[Group, ...]]:
            yield ()
            for at in range(first, len(choices)):
                taken = choices[at].tiles.count(kind)
                if taken <= left:
                    for others in choose(at, left - taken):
                        yield (choices[at], *others)

        for melds in choose(0, self.copies - held):
            yield _counted(melds, kind)


def _counted(melds: tuple[Group, ...], kind: int) -> tuple[tuple[Group, ...], int, tuple[int, int], int]:
    here, one, two = (sum(meld.tiles.count(kind + step) for meld in melds) for step in range(3))
    return melds, here, (one, two), sum(meld.type == "kong" for meld in melds)


Node = tuple[tuple[int, ...], Met]
"""The states that the tables are in, and what is met."""


Read = tuple[tuple[int, ...], int]
"""The columns of declared melds, counted from the end of a row, and that of the concealed tiles; -1 where none is."""


def _read(table: Table, step: Step) -> Read:
    return tuple(map(from_end, step.melds)), table.letters.column(step.letter)


class Meter:
    """How many moves the words of one question have met; too many are a `TooManyStates`."""

    def __init__(self) -> None:
        self.met = 0

    def add(self, moves: int) -> None:
        """So many moves more."""
        self.met += moves
        if self.met > MOST_MOVES:
            raise TooManyStates(MOST_MOVES, self.met, "moves")


class Words:
    """The words of a deal that the first table accepts and no other one does; parts of one question share a meter."""

    def __init__(self, deal: Deal, accepts: Table, *rejects: Table, meter: Meter | None = None) -> None:
        self.deal = deal
        self.accepts = accepts
        self._tables = [accepts, *rejects]
        self.start: Node = (tuple(table.root for table in self._tables), deal.start)
        self._widths = [table.width for table in self._tables]
        self._cells = [table.cells for table in self._tables]
        self._choices: list[dict[Met, list[tuple[Step, Met, int, Sequence[Read]]]]] = [{} for _ in range(KINDS)]
        self._meter = meter or Meter()
        self._moves: list[dict[Node, list[tuple[Step, Node, int]]]] = [{} for _ in range(KINDS)]

    @property
    def is_lost(self) -> bool:
        """Whether there is no word, before any is read."""
        return self.accepts.root == LOST

    @property
    def are_counts(self) -> bool:
        """Whether the first table alone tells the words, as counts of concealed tiles beside given melds."""
        deal = self.deal
        is_more = deal.monitors or deal.marked or deal.wilds or len(self._tables) > 1
        return not is_more and deal.melds is not None

    def moves(self, kind: int, node: Node) -> list[tuple[Step, Node, int]]:
        """What may follow a node, where the first table is not yet lost."""
        known = self._moves[kind]
        if node not in known:
            states, met = node
            known[node] = [
                (step, (after, then), ways)
                for step, then, ways, reads in self._choices_after(kind, met)
                if (after := self._after(states, reads))[0] != LOST
            ]
            self._meter.add(len(known[node]))
        return known[node]

    def _choices_after(self, kind: int, met: Met) -> list[tuple[Step, Met, int, Sequence[Read]]]:
        """What a word may have at the kind after what was met, each with how every table reads it."""
        known = self._choices[kind]
        if met not in known:
            known[met] = [
                (step, then, ways, [_read(table, step) for table in self._tables])
                for step, then, ways in self.deal.steps(kind, met)
            ]
        return known[met]

    def _after(self, states: tuple[int, ...], reads: Sequence[Read]) -> tuple[int, ...]:
        found = []
        for before, cells, width, (melds, column) in zip(states, self._cells, self._widths, reads, strict=True):
            state = before
            for meld in melds:
                state = cells[(state + 1) * width + meld]
            found.append(cells[state * width + column] if column >= 0 else LOST)
        return tuple(found)

    @cached_property
    def _layers(self) -> list[dict[Node, None]]:
        """The nodes that can be reached before each kind, and at the end."""
        layers: list[dict[Node, None]] = [{self.start: None} if self.start[0][0] != LOST else {}]
        for kind in range(KINDS):
            layers.append({after: None for node in layers[-1] for _, after, _ in self.moves(kind, node)})
        return layers

    def _sums(self, weighted: bool) -> list[dict[Node, int]]:
        """For each layer and node the words on from it, each counted once or with the ways physical tiles make it."""
        ends = {node: 1 for node in self._layers[KINDS] if self.is_accepted(node)}
        found = [ends]
        for kind in reversed(range(KINDS)):
            later, here = found[-1], {}
            for node in self._layers[kind]:
                total = sum(
                    later[after] * (ways if weighted else 1)
                    for _, after, ways in self.moves(kind, node)
                    if after in later
                )
                if total:
                    here[node] = total
            found.append(here)
        return found[::-1]

    def is_accepted(self, node: Node) -> bool:
        """Whether a word that ends in the node is one of them."""
        states, met = node
        return states[0] == WON and WON not in states[1:] and self.deal.is_over(met)

    @cached_property
    def ways(self) -> list[dict[Node, int]]:
        """For each layer and node how many words there are on from it."""
        return self._sums(weighted=False)

    def count(self, weighted: bool = False) -> int:
        """How many words there are; weighted, in how many ways physical tiles make one."""
        return (self._sums(True) if weighted else self.ways)[0].get(self.start, 0)

    def __iter__(self) -> Iterator[str]:
        """The words as MPSZ texts, lazily, those with more of the earlier kinds first."""

        def onward(kind: int, node: Node, word: tuple[Step, ...]) -> Iterator[str]:
            if kind == KINDS:
                yield text_of_word(word)
                return
            for step, after, _ in reversed(self.moves(kind, node)):
                if after in self.ways[kind + 1]:
                    yield from onward(kind + 1, after, (*word, step))

        if self.count():
            yield from onward(0, self.start, ())

    def word(self, number: int) -> str:
        """The word of that number as MPSZ text, counted from 0 in the order in which they are listed."""
        node, found = self.start, []
        for kind in range(KINDS):
            for step, after, _ in reversed(self.moves(kind, node)):
                ways = self.ways[kind + 1].get(after, 0)
                if number < ways:
                    found.append(step)
                    node = after
                    break
                number -= ways
        return text_of_word(found)


def text_of_word(word: Sequence[Step]) -> str:
    """The word as MPSZ text, its winning tile last and apart, then its melds."""
    counts = [step.letter.real + step.letter.own for step in word]
    won = next((kind for kind, step in enumerate(word) if step.letter.marked), None)
    if won is not None:
        counts[won] -= 1
    concealed = text_of(counts) + ("" if won is None else NAMES[won])
    return ",".join([concealed, *(meld.declared_text for step in word for meld in step.melds)])
