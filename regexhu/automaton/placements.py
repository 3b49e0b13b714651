"""The groups that may begin at a kind, for the tiles that it holds and the sequences that still take one."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from itertools import product
from typing import NamedTuple

from regexhu.automaton.counters import DEAD, Counters, Effect
from regexhu.hands.layout import Group, Layout
from regexhu.hands.splitting import alike
from regexhu.hands.tiles import starts_sequence
from regexhu.syntax.counts import Groups, Substitutes

NO_WINNER = ""
ANY, REAL, STAR, WON, WON_STAR = ".r*wW"
"""What a sequence takes at a kind: any tile, one that is itself, one that a wild tile stands for, the winning tile as
itself, the winning tile standing for it."""


class Won(IntEnum):
    """What is owed to the winning tile; `STAR_` where it is wild and stands for another tile."""

    SETTLED = 0
    SOUGHT = 1
    STAR_SOUGHT = 2
    STAR_GIVEN = 3
    STAR_SOUGHT_AFTER = 4
    STAR_SETTLED = 5


class Placed(NamedTuple):
    """Groups that begin at a kind: the plain sequences among them, those that promise more, what is owed then."""

    groups: Layout
    runs: int
    promises: tuple[str, ...]
    won: Won


class Placements:
    """The groups that matter to one set of counters; what it asks of them, and what they add."""

    def __init__(self, counters: Counters, copies_differ: bool, wild_winner: int | None) -> None:
        self._counters = counters
        terms = [t for measure in counters.measures if isinstance(measure, Groups) for t in measure.of.looked_at]
        self.asks_winner = any(term.won is not None for term in terms)
        self.wild_winner = wild_winner if self.asks_winner else None
        self.asks_star = any(term.asks_wild for term in terms)
        self._asks_any_star = any(term.asks_wild and term.won is None for term in terms)
        counts_stars = any(isinstance(measure, Substitutes) for measure in counters.measures)
        self.faces_matter = self.asks_star or self.wild_winner is not None or counts_stars or copies_differ
        self.sees_stars = self.faces_matter and (self.asks_star or self.asks_winner or counts_stars)
        self._found: dict[object, tuple[Placed, ...]] = {}
        self._effects: dict[object, Effect] = {}
        self._bearable: dict[Effect, bool] = {}

    def of(
        self, kind: int, real: int, stars: int, due: tuple[str, ...], plain: int, marked: bool, won: Won
    ) -> tuple[Placed, ...]:
        """Every choice of groups for so many tiles, where sequences in progress take those `due` and `plain` others."""
        key = kind, real, stars, due, plain, marked, won
        if key not in self._found:
            self._found[key] = tuple(self._arrange(*key))
        return self._found[key]

    def effect(self, groups: Layout, tiles: tuple[int, ...], stars: int) -> Effect:
        """What the groups add to the counters, and so many tiles, of which `stars` stand for others."""
        key = groups, tiles, stars
        if key not in self._effects:
            self._effects[key] = self._counters.effect(groups, tiles, stars)
        return self._effects[key]

    def _arrange(
        self, kind: int, real: int, stars: int, due: tuple[str, ...], plain: int, marked: bool, won: Won
    ) -> Iterator[Placed]:
        """Every choice of groups for the tiles that the sequences in progress leave."""
        free = real + stars - plain - len(due)
        reals = real - sum(one in (REAL, WON) for one in due)
        starred = stars - sum(one in (STAR, WON_STAR) for one in due)
        if free < 0 or (self.faces_matter and min(reals, starred) < 0):
            return
        wins_here = WON in due
        if (wins_here and not marked) or (WON_STAR in due and marked):
            return
        if marked and won is Won.SETTLED and not wins_here:
            return
        if not (marked and won is Won.SOUGHT):
            yield from self._others(kind, free, (), (), won, reals, starred)
        for group, promise, after in self._winners(kind, reals, starred, marked, won):
            taken = 1 if promise else len(group.tiles)
            if taken > free:
                continue
            used = sum(place in group.wild for place in range(len(group.tiles))) if not promise else 0 in group.wild
            if self.faces_matter and (used > starred or taken - used > reals):
                continue
            promises = (promise,) if promise else ()
            yield from self._others(kind, free - taken, (group,), promises, after, reals - taken + used, starred - used)

    def _winners(self, kind: int, reals: int, starred: int, marked: bool, won: Won) -> Iterator[tuple[Group, str, Won]]:
        """The groups that begin at the kind and that the winning tile completes; what a sequence of them promises."""
        if not self.asks_winner or won in (Won.SETTLED, Won.STAR_GIVEN, Won.STAR_SETTLED):
            return
        as_star = won is not Won.SOUGHT
        after = {
            Won.SOUGHT: Won.SETTLED,
            Won.STAR_SOUGHT: Won.STAR_GIVEN,
            Won.STAR_SOUGHT_AFTER: Won.STAR_SETTLED,
        }[won]
        if marked is not as_star:
            for name, size in (("kong", 4), ("triplet", 3), ("pair", 2), ("single", 1)):
                for number in range(min(size, starred) + 1 if self.faces_matter else 1):
                    if (number if as_star else size - number) > 0:
                        winner = self.wild_winner if as_star else kind
                        wild = tuple(range(size - number, size))
                        yield Group(name, (kind,) * size, won=winner, wild=wild), "", after
        if not starts_sequence(kind):
            return
        tiles = (kind, kind + 1, kind + 2)
        if not self.faces_matter:
            for place in [0] if marked else [1, 2]:
                takes = "".join(WON if at == place else ANY for at in range(3))
                yield Group("sequence", tiles, won=kind + place), takes[1:], after
            return
        for stands in product((False, True), repeat=3):
            wild = tuple(at for at in range(3) if stands[at])
            for place in range(3):
                if stands[place] is not as_star or (marked is as_star if place == 0 else marked and not as_star):
                    continue
                takes = "".join(
                    (WON_STAR if as_star else WON) if at == place else STAR if stands[at] else REAL for at in range(3)
                )
                winner = self.wild_winner if as_star else kind + place
                yield Group("sequence", tiles, won=winner, wild=wild), takes[1:], after

    def _others(
        self, kind: int, free: int, won_groups: Layout, promises: tuple[str, ...], won: Won, reals: int, starred: int
    ) -> Iterator[Placed]:
        """The groups of the tiles that are left, beside the one that the winning tile completes."""
        if self._asks_any_star:
            for groups, more in self._starred(kind, reals, starred):
                yield from self._if_bearable(kind, groups + won_groups, 0, promises + more, won)
            return
        run = Group("sequence", (kind, kind + 1, kind + 2))
        for runs in range(free + 1 if starts_sequence(kind) else 1):
            for _, same in alike(free - runs, kind):
                yield from self._if_bearable(kind, same + (run,) * runs + won_groups, runs, promises, won)

    def _if_bearable(
        self, kind: int, groups: Layout, runs: int, promises: tuple[str, ...], won: Won
    ) -> Iterator[Placed]:
        """The groups, where a hand that wins may hold them: counters only grow, so what they lose is lost."""
        effect = self.effect(groups, tuple([tile for group in groups for tile in group.tiles]), 0)
        if effect not in self._bearable:
            start = self._counters.start
            self._bearable[effect] = start != DEAD and self._counters.add(start, effect, 0) != DEAD
        if self._bearable[effect]:
            yield Placed(groups, runs, promises, won)

    def _starred(self, kind: int, reals: int, starred: int) -> Iterator[tuple[Layout, tuple[str, ...]]]:
        """Every choice of groups for so many real tiles and wild ones that stand for others, each in its place."""
        choices: list[tuple[Group, str, int, int]] = []
        for name, size in (("kong", 4), ("triplet", 3), ("pair", 2), ("single", 1)):
            for number in range(size + 1):
                group = Group(name, (kind,) * size, wild=tuple(range(size - number, size)))
                choices.append((group, "", size - number, number))
        if starts_sequence(kind):
            for stands in product((False, True), repeat=3):
                wild = tuple(at for at in range(3) if stands[at])
                takes = "".join(STAR if star else REAL for star in stands[1:])
                group = Group("sequence", (kind, kind + 1, kind + 2), wild=wild)
                choices.append((group, takes, int(not stands[0]), int(stands[0])))

        def choose(first: int, real: int, star: int) -> Iterator[tuple[Layout, tuple[str, ...]]]:
            if not real and not star:
                yield (), ()
                return
            for at in range(first, len(choices)):
                group, promise, takes_real, takes_star = choices[at]
                if takes_real <= real and takes_star <= star:
                    for groups, promises in choose(at, real - takes_real, star - takes_star):
                        yield (group, *groups), ((promise, *promises) if promise else promises)

        yield from choose(0, reals, starred)
