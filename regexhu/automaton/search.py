"""Hands for which a pattern holds in some layout: their melds, marks, winning tile and context are looked for too.

An automaton asks of every hand whether a layout of it wins. Here one layout is enough, so the configurations are walked
as they are, and everything that a rule may look at can be a choice on the way.
Wild tiles are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from regexhu.automaton.configurations import Configurations, Letter
from regexhu.automaton.counters import Caps, Counters, Known
from regexhu.errors import TooManyStates
from regexhu.hands.hand import Hand, text_of
from regexhu.hands.layout import ADDED, CLAIMED, CONCEALED, CONCEALED_KONG, Group, Layout
from regexhu.hands.tiles import NAMES, TileSet, starts_sequence
from regexhu.syntax.shapes import terms_of
from regexhu.syntax.terms import Term
from regexhu.syntax.tree import Pattern

MOST_NODES, MOST_CONFIGURATIONS = 400_000, 200_000
"""How many nodes a search may meet, and how many configurations, before it is given up."""

_MARKS = {"sequence": (CLAIMED,), "triplet": (CLAIMED,), "kong": (CLAIMED, ADDED, CONCEALED_KONG)}


class Node(NamedTuple):
    """A configuration, and how many tiles of the next two kinds declared sequences hold."""

    configuration: int
    used: int = 0
    used_next: int = 0


class Laid(NamedTuple):
    """Declared melds that begin at one kind, and how many tiles they hold of it and the next two."""

    melds: Layout
    used: tuple[int, int, int]


class Search:
    """The layouts for which a pattern holds, with tiles of a set, at most `copies` of each.

    `known` says which facts hold, `nodes` how many nodes have been met so far. Groups get a mark (where there may be
    `melds`), and a tile is the winning one, only where the pattern looks at it. A `RuleError` says what of the pattern
    counters can't tell.
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
        caps = Caps(self._copies, self._copies)
        self._configurations = Configurations(Counters(pattern, known, caps=caps), caps, MOST_CONFIGURATIONS)
        terms = [term for leaf in pattern.leaves for term in terms_of(leaf)]
        self._marks = {name: _told_apart(marks, terms) if melds else [] for name, marks in _MARKS.items()}
        self._laid = [self._laid_at(kind) for kind in range(34)]
        marks = (False, True) if self._configurations.asks_winner else (False,)
        self._letters = [
            Letter(copies, marked=marked) for copies in range(self._copies + 1) for marked in marks if copies >= marked
        ]
        self._starts = list(map(Node, self._configurations.start()))
        self.nodes = 0
        self._known: list[dict[Node, bool]] = [{} for _ in range(35)]

    def _laid_at(self, kind: int) -> list[Laid]:
        """Every choice of declared melds that begin at a kind."""
        run = (kind, kind + 1, kind + 2)
        melds = [Group("sequence", run, mark) for mark in self._marks["sequence"] if starts_sequence(kind)]
        melds += [Group("triplet", (kind,) * 3, mark) for mark in self._marks["triplet"]]
        melds += [Group("kong", (kind,) * 4, mark) for mark in self._marks["kong"]]
        melds = [meld for meld in melds if self._tiles.issuperset(meld.tiles)]

        def choose(first: int, chosen: Layout, held: int) -> Iterator[Laid]:
            yield Laid(chosen, _used(chosen, kind))
            for number in range(first, len(melds)):
                here = held + melds[number].tiles.count(kind)
                if here <= self._copies:
                    yield from choose(number, (*chosen, melds[number]), here)

        return list(choose(0, (), 0))

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
                else self._configurations.wins(node.configuration)
            )
        return known[node]

    def _after(self, node: Node, kind: int) -> Iterator[tuple[Node, Layout, Letter]]:
        most = self._copies if kind in self._tiles else 0
        for melds, (here, next_, last) in self._laid[kind]:
            reached = [node.configuration]
            for meld in melds:
                reached = [after for at in reached for after in self._configurations.declare(at, kind, meld)]
            for letter in self._letters if reached else ():
                if letter.real <= most - node.used - here:
                    for after in self._configurations.step(reached[0], kind, letter):
                        yield Node(after, node.used_next + next_, last), melds, letter

    def hands(self, number: int) -> Iterator[Hand]:
        """Up to so many hands that have such a layout, at random, the same ones each time."""
        random = Random(number)
        for _ in range(number if self else 0):
            node = random.choice([start for start in self._starts if self._wins(0, start)])
            letters: list[Letter] = []
            declared: list[Group] = []
            for kind in range(34):
                ways = self._after(node, kind)
                order = sorted(ways, key=lambda way: random.random() * (1 + way[2].real + 2 * len(way[1])))
                node, melds, letter = next(way for way in order if self._wins(kind + 1, way[0]))
                letters.append(letter)
                declared += melds
            yield _hand(letters, declared)


def _used(groups: Layout, kind: int) -> tuple[int, int, int]:
    tiles = [tile for group in groups for tile in group.tiles]
    return tiles.count(kind), tiles.count(kind + 1), tiles.count(kind + 2)


def _told_apart(marks: Sequence[str], terms: Sequence[Term]) -> list[str]:
    """One mark for each way in which the terms tell marks apart, but for those that they take as concealed."""
    ways = {tuple(mark in term.marks for term in terms): mark for mark in reversed((CONCEALED, *marks))}
    return [mark for mark in ways.values() if mark != CONCEALED]


def _hand(letters: Sequence[Letter], melds: Sequence[Group]) -> Hand:
    """The hand of these concealed tiles and declared melds."""
    won = next((NAMES[kind] for kind, letter in enumerate(letters) if letter.marked), None)
    text = ",".join([text_of([letter.real for letter in letters]), *(meld.declared_text for meld in melds)])
    return Hand.parse(text, won)
