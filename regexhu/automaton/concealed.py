"""The minimal automaton over the counts of concealed hands, drawn from the tables of whole hands, and its answers.

It reads 34 letters, the number of copies of each kind in MPSZ order, beside melds that are given. Where the winning
tile is read, letters with it follow those without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

from regexhu.automaton import table
from regexhu.automaton.words import KINDS, Words
from regexhu.errors import TooManyStates

if TYPE_CHECKING:
    from random import Random

LOST = -1
MOST_PAIRS = 500_000
"""How many pairs of states two automata may be compared in."""

MOST_STATES = 200_000
"""How many states are walked before it is given up."""

Counts = tuple[int, ...]


class Automaton:
    """The concealed hands of one size that win, beside given declared melds.

    `edges[kind][state]` holds the next states for 0, 1, … `most_alike` copies of the kind, `LOST` where no win is left;
    in `marked` automata also those for 1, 2, … copies with the winning tile among them. `root` is the state before the
    first kind, after the last kind the only state is 0. Hands are dealt from `copies` tiles of each kind (None: any
    number).
    """

    def __init__(
        self, parts: Sequence[Words], most_alike: int, copies: int | None = 4, limit: int = MOST_STATES
    ) -> None:
        self.most_alike, self.copies = most_alike, copies
        self.marked = any(part.deal.marked for part in parts)
        walks = [walk for part in parts if (walk := _walk(part, most_alike, self.marked)) is not None]
        start, rows, wins = walks[0] if len(walks) == 1 else _together(walks)
        layers, last = _layers(start, rows, limit)
        self.edges: list[list[tuple[int, ...]]] = []
        later = {node: 0 for node in last if wins(node)}
        for layer in reversed(layers):
            numbers: dict[tuple[int, ...], int] = {}
            here: dict[Any, int] = {}
            for node, following in layer.items():
                edges = tuple([later.get(next_, LOST) for next_ in following])
                if max(edges) != LOST:
                    here[node] = numbers.setdefault(edges, len(numbers))
            self.edges.append(list(numbers))
            later = here
        self.edges.reverse()
        self.root = later.get(start, LOST)

    @property
    def states(self) -> int:
        """How many states there are in all layers."""
        return sum(map(len, self.edges)) + 1

    def is_empty(self) -> bool:
        """Whether no hand wins."""
        return self.root == LOST

    def __contains__(self, counts: Sequence[int]) -> bool:
        """Whether the hand with these 34 counts wins, where its winning tile isn't read."""
        return self.accepts(counts)

    def accepts(self, counts: Sequence[int], won: int | None = None) -> bool:
        """Whether the hand with these 34 counts wins; `won` is the kind of its winning tile, where that is read."""
        state = self.root
        for kind, copies in enumerate(counts):
            if state == LOST or copies > self.most_alike:
                return False
            state = self.edges[kind][state][copies + self.most_alike * (self.marked and kind == won)]
        return state != LOST

    @cached_property
    def ways(self) -> list[list[int]]:
        """For each layer and state, how many ways there are on from it to a win."""
        return self._sums([1] * (self.most_alike + 1))

    def _sums(self, weights: Sequence[int]) -> list[list[int]]:
        """For each layer and state the ways on to a win, each counted with the product of its letters' weights."""
        layers = [[1]]
        for edges in reversed(self.edges):
            later = [*layers[-1], 0]
            layers.append([sum(w * later[next_] for w, next_ in zip(weights, state, strict=True)) for state in edges])
        return layers[::-1]

    def count(self, weighted: bool = False) -> int:
        """How many hands win; weighted, how many sets of tiles: k copies of a kind count C(`copies`, k) times."""
        if self.is_empty():
            return 0
        if not weighted:
            return self.ways[0][self.root]
        if self.copies is None:
            raise ValueError("of any number of copies there is no number of sets")
        return self._sums([comb(self.copies, held) for held in range(self.most_alike + 1)])[0][self.root]

    def hands(self) -> Iterator[Counts]:
        """Every winning hand, lazily, those with more of the earlier kinds first."""

        def from_state(kind: int, state: int, held: Counts) -> Iterator[Counts]:
            if kind == KINDS:
                yield held
                return
            for copies in reversed(range(len(self.edges[kind][state]))):
                next_ = self.edges[kind][state][copies]
                if next_ != LOST:
                    yield from from_state(kind + 1, next_, (*held, copies))

        if not self.is_empty():
            yield from from_state(0, self.root, ())

    def hand(self, number: int) -> Counts:
        """The winning hand of that number, counted from 0 in the order of `hands`."""
        state, held = self.root, []
        for kind, edges in enumerate(self.edges):
            later = [*self.ways[kind + 1], 0]
            for copies in reversed(range(len(edges[state]))):
                ways = later[edges[state][copies]]
                if number < ways:
                    break
                number -= ways
            held.append(copies)
            state = edges[state][copies]
        return tuple(held)

    def sample(self, random: Random) -> Counts:
        """One of the winning hands, each as likely as any other."""
        return self.hand(random.randrange(self.count()))

    @cached_property
    def _moves(self) -> list[list[tuple[int, list[int], list[int]]]]:
        """For each kind and letter the states that it leads from, and to, where a win is left."""
        numbers = list(range(max(map(len, self.edges)) + 1))  # the same few objects lie together in memory
        found = []
        for edges in self.edges:
            letters = []
            for letter in range(len(edges[0]) if edges else 0):
                led = [(state, row[letter]) for state, row in enumerate(edges) if row[letter] != LOST]
                if led:
                    letters.append((letter, [numbers[state] for state, _ in led], [numbers[to] for _, to in led]))
            found.append(letters)
        return found

    @cached_property
    def _into(self) -> list[list[list[tuple[int, int]]]]:
        """For each kind and state after it the states that lead to it, each with its letter."""
        sizes = [*map(len, self.edges[1:]), 1]
        found: list[list[list[tuple[int, int]]]] = [[[] for _ in range(size)] for size in sizes]
        for into, moves in zip(found, self._moves, strict=True):
            for letter, states, targets in moves:
                for state, target in zip(states, targets, strict=True):
                    into[target].append((state, letter))
        return found

    def nearest(self, held: Sequence[int], free: Sequence[int] | None = None) -> Nearest | None:
        """The fewest tiles that a hand with these counts lacks of a win, if there is one, and what brings it nearer.

        `free` is how many copies of each kind there are for the hand in all: all, less those in its declared melds.
        Where the winning tile is read, it is one of the tiles that are drawn.
        """
        if self.is_empty():
            return None
        unreached = 1 + sum(len(edges[0]) for edges in self.edges)
        costs = [self._costs(held[kind], None if free is None else free[kind], unreached) for kind in range(KINDS)]
        forward = [[unreached] * len(edges) for edges in self.edges] + [[unreached]]
        forward[0][self.root] = 0
        for kind, moves in enumerate(self._moves):
            here, later = forward[kind], forward[kind + 1]
            for letter, states, targets in moves:
                drawn = costs[kind][letter]
                if drawn < unreached:
                    for state, target in zip(states, targets, strict=True):
                        reached = here[state] + drawn
                        if reached < later[target]:
                            later[target] = reached
        distance = forward[KINDS][0]
        if distance >= unreached:
            return None
        return self._traced(forward, costs, held, distance)

    def _costs(self, held: int, free: int | None, unreached: int) -> list[int]:
        """For each letter how many tiles of the kind have to be drawn."""
        least = [max(0, copies - held) for copies in range(self.most_alike + 1)]
        if self.marked:
            least += [max(1, copies - held) for copies in range(1, self.most_alike + 1)]
        return least if free is None else [drawn if not drawn or held + drawn <= free else unreached for drawn in least]

    def _copies(self, letter: int) -> int:
        return letter if letter <= self.most_alike else letter - self.most_alike

    def _traced(self, forward: list[list[int]], costs: list[list[int]], held: Sequence[int], distance: int) -> Nearest:
        """Back from the end over the moves of least cost: the kinds they draw, and one hand that they reach."""
        nearer: list[int] = []
        on_path: set[int] = {0}
        chosen, counts = 0, []
        for kind in reversed(range(KINDS)):
            here, later, cost = forward[kind], forward[kind + 1], costs[kind]
            tight = [
                (state, letter, target)
                for target in on_path
                for state, letter in self._into[kind][target]
                if here[state] + cost[letter] == later[target]
            ]
            if any(cost[letter] for _, letter, _ in tight):
                nearer.append(kind)
            on_path = {state for state, _, _ in tight}
            chosen, letter = max((state, letter) for state, letter, next_ in tight if next_ == chosen)
            counts.append(self._copies(letter))
        return Nearest(distance, tuple(nearer[::-1]), tuple(counts[::-1]))


class Nearest(NamedTuple):
    """How far a hand is from winning, the kinds that bring it nearer, and a nearest win."""

    distance: int
    nearer: tuple[int, ...]
    win: Counts


class Disagreement(NamedTuple):
    """Hands that only the first automaton accepts, and only the second: how many, and the first of each in order."""

    only_first: int
    only_second: int
    first_witness: Counts | None
    second_witness: Counts | None


# --- from words to layers ---------------------------------------------------------------------------------------------

Rows = Callable[[int, Any], Sequence[Any]]
Walk = tuple[Any, Rows, Callable[[Any], bool]]
"""A node to start from; the nodes after each letter of a kind, None or 0 where a hand is lost; whether a node wins."""


def _walk(part: Words, most_alike: int, marked: bool) -> Walk | None:
    """The walk of one part; None where it is lost before anything is read."""
    if part.is_lost:
        return None
    if not marked and part.are_counts:
        return part.accepts.root, _plain_rows(part, most_alike), lambda state: state == table.WON
    letters = 1 + most_alike + most_alike * marked

    def rows(kind: int, node: Any) -> Sequence[Any]:
        found: list[Any] = [None] * letters
        for step, after, _ in part.moves(kind, node):
            real, own, is_marked = step.letter
            found[real + own + most_alike * is_marked] = after
        return found

    return part.start, rows, part.is_accepted


def _plain_rows(part: Words, most_alike: int) -> Rows:
    """The states of the table itself, where a hand is its counts beside its melds."""
    accepts, deal, width = part.accepts, part.deal, part.accepts.width
    cells, beside = accepts.cells, [deal.beside(kind) for kind in range(KINDS)]
    lost = (table.LOST,) * (most_alike + 1)

    def rows(kind: int, state: int) -> Sequence[int]:
        melds, room = beside[kind]
        state = accepts.declared(state, melds, width) if melds else state
        here = min(room, most_alike, accepts.letters.real) + 1
        return (*cells[state * width : state * width + here], *lost[here:])

    return rows


def _together(walks: Sequence[Walk]) -> Walk:
    """The walk of the hands that any of these walks win."""

    def rows(kind: int, nodes: tuple[Any, ...]) -> Sequence[Any]:
        each = [walk[1](kind, node) if node else () for walk, node in zip(walks, nodes, strict=True)]
        width = max(map(len, each), default=0)
        found = [tuple(row[letter] if row else None for row in each) for letter in range(width)]
        return [nodes if any(nodes) else None for nodes in found]

    return (
        tuple(walk[0] for walk in walks),
        rows,
        lambda nodes: any(walk[2](node) for walk, node in zip(walks, nodes, strict=True) if node),
    )


def _layers(start: Any, rows: Rows, limit: int) -> tuple[list[dict[Any, Sequence[Any]]], list[Any]]:
    """For each kind the nodes before it, with those after each letter; and those after the last kind."""
    layers: list[dict[Any, Sequence[Any]]] = []
    walked, before = 0, dict.fromkeys([start] if start else [])
    for kind in range(KINDS):
        layer = {node: rows(kind, node) for node in before}
        walked += len(layer)
        if walked > limit:
            raise TooManyStates(limit, walked)
        layers.append(layer)
        before = dict.fromkeys(next_ for following in layer.values() for next_ in following if next_)
    return layers, list(before)


# --- two automata -----------------------------------------------------------------------------------------------------


def difference(first: Automaton, second: Automaton) -> Disagreement:
    """What two automata disagree on."""
    (number, hand), (other_number, other_hand) = _only(first, second), _only(second, first)
    return Disagreement(number, other_number, hand, other_hand)


def _only(wins: Automaton, loses: Automaton) -> tuple[int, Counts | None]:
    """How many hands the first accepts and the second does not, and the first of them in order."""
    letters = max(wins.most_alike, loses.most_alike) + 1
    known: dict[tuple[int, int, int], int] = {}

    def after(kind: int, states: tuple[int, int], copies: int) -> tuple[int, int]:
        won, lost = (
            LOST if state == LOST or copies > automaton.most_alike else automaton.edges[kind][state][copies]
            for automaton, state in zip((wins, loses), states, strict=True)
        )
        return won, lost

    def ways(kind: int, states: tuple[int, int]) -> int:
        won, lost = states
        if won == LOST or (kind == KINDS and lost != LOST):
            return 0
        if lost == LOST:
            return wins.ways[kind][won]
        key = kind, won, lost
        if key not in known:
            if len(known) >= MOST_PAIRS:
                raise TooManyStates(MOST_PAIRS, len(known) + 1, "pairs of states")
            known[key] = sum(ways(kind + 1, after(kind, states, copies)) for copies in range(letters))
        return known[key]

    states, held = (wins.root, loses.root), []
    number = ways(0, states)
    for kind in range(KINDS if number else 0):
        choices = ((copies, after(kind, states, copies)) for copies in reversed(range(letters)))
        copies, states = next((copies, next_) for copies, next_ in choices if ways(kind + 1, next_))
        held.append(copies)
    return number, tuple(held) if number else None
