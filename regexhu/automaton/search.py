"""Hands for which a pattern holds in some layout: their melds, marks, winning tile and context are looked for too.

An automaton asks of every hand of one size, concealed or with given melds, whether a layout of it wins. Here one layout
is enough, so the readings are walked as they are and everything that a rule may look at can be a choice on the way.
Wild tiles are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from regexhu.automaton.counters import Caps, Counters, Known
from regexhu.automaton.nfa import Copies, Walk
from regexhu.errors import TooManyStates
from regexhu.hands.hand import Hand, text_of
from regexhu.hands.layout import ADDED, CLAIMED, CONCEALED, CONCEALED_KONG, Group, Layout
from regexhu.hands.tiles import NAMES, TileSet, starts_sequence
from regexhu.syntax.shapes import terms_of
from regexhu.syntax.terms import Term
from regexhu.syntax.tree import Pattern

MOST_NODES = 400_000
"""How many nodes a search may meet before it is given up."""

_MARKS = {"sequence": (CLAIMED,), "triplet": (CLAIMED,), "kong": (CLAIMED, ADDED, CONCEALED_KONG)}


class Node(NamedTuple):
    """A reading, how many tiles of the next two kinds declared sequences hold, and whether the winning tile lies."""

    reading: int
    used: int = 0
    used_next: int = 0
    won: bool = False


class Laid(NamedTuple):
    """Groups that are laid apart at one kind: declared ones, and the one that the winning tile completes."""

    groups: Layout
    used: tuple[int, int, int]
    won: bool
    copies: tuple[Copies, ...]


class Search:
    """The layouts for which a pattern holds, with tiles of a set, at most `copies` of each.

    `known` says which facts hold, `nodes` how many nodes have been met so far. Groups get a mark (where there may be
    `melds`) or the winning tile only where the pattern looks at it. A `RuleError` says what of the pattern counters
    can't tell.
    """

    def __init__(
        self,
        pattern: Pattern,
        known: Known,
        tiles: TileSet,
        copies: int | None = 4,
        *,
        most_nodes: int = MOST_NODES,
        melds: bool = True,
    ) -> None:
        self._tiles, self._copies, self._most_nodes = tiles, 4 if copies is None else copies, most_nodes
        self._walk = Walk(Counters(pattern, known, caps=Caps(self._copies, self._copies)))
        terms = [term for leaf in pattern.leaves for term in terms_of(leaf)]
        self._seeks_winner = any(term.won is not None for term in terms)
        self._marks = {name: _told_apart(marks, terms) if melds else [] for name, marks in _MARKS.items()}
        self._laid = [self._laid_at(kind) for kind in range(34)]
        self._starts = [Node(start) for start in sorted(self._walk.start())]
        self.nodes = 0
        self._known: list[dict[Node, bool]] = [{} for _ in range(35)]

    def _laid_at(self, kind: int) -> list[Laid]:
        """What may be laid apart at a kind, every choice of groups that begin there."""
        run = (kind, kind + 1, kind + 2)
        groups = [Group("sequence", run, mark) for mark in self._marks["sequence"] if starts_sequence(kind)]
        groups += [Group("triplet", (kind,) * 3, mark) for mark in self._marks["triplet"]]
        groups += [Group("kong", (kind,) * 4, mark) for mark in self._marks["kong"]]
        if self._seeks_winner:
            same = {"single": 1, "pair": 2, "triplet": 3, "kong": 4}.items()
            groups += [Group(name, (kind,) * size, won=kind) for name, size in same]
            groups += [Group("sequence", run, won=won) for won in run if starts_sequence(kind)]
        groups = [group for group in groups if self._tiles.issuperset(group.tiles)]

        def choose(first: int, chosen: Layout, held: int, won: bool) -> Iterator[Laid]:
            standing = tuple(group for group in chosen if group.type in ("pair", "single"))
            copies = tuple(Copies(copies, won=standing) for copies in range(self._copies + 1))
            yield Laid(chosen, _used(chosen, kind), won, copies)
            for number in range(first, len(groups)):
                group = groups[number]
                here = held + group.tiles.count(kind)
                if here <= self._copies and not (won and group.won is not None):
                    yield from choose(number, (*chosen, group), here, won or group.won is not None)

        return list(choose(0, (), 0, False))

    def __bool__(self) -> bool:
        """Whether there is such a layout."""
        return any(self._wins(0, node) for node in self._starts)

    def _wins(self, kind: int, node: Node) -> bool:
        """Whether a win can be reached from a node before a kind, looked for until one is met."""
        known = self._known[kind]
        if node not in known:
            self.nodes += 1
            if self.nodes > self._most_nodes:
                raise TooManyStates(self._most_nodes, self.nodes)
            known[node] = (
                any(self._wins(kind + 1, reached) for reached, _, _ in self._after(node, kind))
                if kind < 34
                else node.won is self._seeks_winner and self._walk.wins(frozenset([node.reading]))
            )
        return known[node]

    def _after(self, node: Node, kind: int) -> Iterator[tuple[Node, Layout, int]]:
        most = self._copies if kind in self._tiles else 0
        for laid in self._laid[kind]:
            room = most - node.used - laid.used[0]
            if room < 0 or (node.won and laid.won):
                continue
            readings = frozenset([node.reading])
            if laid.groups:
                readings = self._walk.declare(readings, laid.groups, kind)
            used, used_next, won = node.used_next + laid.used[1], laid.used[2], node.won or laid.won
            for copies in laid.copies[: room + 1] if readings else ():
                for reading in self._walk.step(readings, kind, copies):
                    yield Node(reading, used, used_next, won), laid.groups, copies.real

    def hands(self, number: int) -> Iterator[Hand]:
        """Up to so many hands that have such a layout, at random, the same ones each time."""
        random = Random(number)
        for _ in range(number if self else 0):
            node = random.choice([start for start in self._starts if self._wins(0, start)])
            counts: list[int] = []
            apart: list[Group] = []
            for kind in range(34):
                ways = sorted(self._after(node, kind), key=lambda way: random.random() * (1 + way[2] + 2 * len(way[1])))
                node, laid, copies = next(way for way in ways if self._wins(kind + 1, way[0]))
                counts.append(copies)
                apart += laid
            yield _hand(counts, apart)


def _used(groups: Layout, kind: int) -> tuple[int, int, int]:
    tiles = [tile for group in groups for tile in group.tiles]
    return tiles.count(kind), tiles.count(kind + 1), tiles.count(kind + 2)


def _told_apart(marks: Sequence[str], terms: Sequence[Term]) -> list[str]:
    """One mark for each way in which the terms tell marks apart, but for those that they take as concealed."""
    ways = {tuple(mark in term.marks for term in terms): mark for mark in reversed((CONCEALED, *marks))}
    return [mark for mark in ways.values() if mark != CONCEALED]


def _hand(counts: Sequence[int], groups: Sequence[Group]) -> Hand:
    """The hand of these concealed tiles and the groups laid apart."""
    held = list(counts)
    won = None
    for group in groups:
        if group.mark == CONCEALED:
            won = group.won
            for tile in group.tiles:
                held[tile] += 1
    melds = [group.declared_text for group in groups if group.mark != CONCEALED]
    return Hand.parse(",".join([text_of(held), *melds]), None if won is None else NAMES[won])
