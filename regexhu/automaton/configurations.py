"""The configurations of a rule while the word of a hand is read: a nondeterministic automaton, one step at a time.

The word: how many wild tiles there are, then for each of the 34 kinds the declared melds that begin at it and its
concealed tiles. A configuration is a path through the counters, the sequences that still take a tile, the wild tiles
left to place, and what is owed to the winning tile. Each step guesses which groups begin at the kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from itertools import product
from typing import NamedTuple

from regexhu.automaton.counters import DEAD, STEPPING, Caps, Counters, Effect
from regexhu.errors import TooManyStates
from regexhu.hands.layout import Group, Layout
from regexhu.hands.splitting import alike
from regexhu.hands.tiles import starts_sequence
from regexhu.syntax.counts import Groups, Substitutes

WORK, LEAST_WORK = 100, 200_000
"""How much work one question may be for each configuration that may be met, and in any case, before it is given up."""

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


class Letter(NamedTuple):
    """The concealed tiles of one kind: real ones, wild ones that are of this kind, whether the winning tile is one."""

    real: int = 0
    own: int = 0
    marked: bool = False


class Config(NamedTuple):
    """One way to have read a word so far.

    `begun` and `ending` count the sequences that began one and two kinds ago, `promised` lists those of which more is
    known: what they still take. `melded` counts the tiles that declared melds have of this kind and the next two,
    `stars` the wild tiles that stand for other tiles, `worst` how many of them some wild kind needs to be there.
    """

    path: int
    begun: int = 0
    ending: int = 0
    wilds: int = 0
    won: Won = Won.SETTLED
    promised: tuple[str, ...] = ()
    melded: tuple[int, int, int] = (0, 0, 0)
    stars: int = 0
    worst: int = 0


class Placed(NamedTuple):
    """Groups that begin at a kind: the plain sequences among them, those that promise more, what is owed then."""

    groups: Layout
    runs: int
    promises: tuple[str, ...]
    won: Won


class Configurations:
    """The steps of one set of counters. `limit` is how many configurations may be met before it is a `TooManyStates`.

    `wild_winner` is a kind that the winning tile is of, where it is a wild one.
    """

    def __init__(self, counters: Counters, caps: Caps, limit: int, wild_winner: int | None = None) -> None:
        self.counters, self._caps, self._limit = counters, caps, limit
        terms = [t for measure in counters.measures if isinstance(measure, Groups) for t in measure.of.looked_at]
        self.asks_winner = any(term.won is not None for term in terms)
        self._wild_winner = wild_winner if self.asks_winner else None
        self._asks_any_star = any(term.asks_wild and term.won is None for term in terms)
        self._asks_star = any(term.asks_wild for term in terms)
        self.faces_matter = (
            self._asks_star
            or self._wild_winner is not None
            or any(isinstance(measure, Substitutes) for measure in counters.measures)
            or caps.standing not in (None, caps.real)
        )
        self._kinds_differ = self.asks_winner or self._asks_star
        self.all: list[Config] = []
        self._numbers: dict[Config, int] = {}
        self._effects: dict[object, Effect] = {}
        self._placements: dict[object, tuple[Placed, ...]] = {}
        self._bearable: dict[Effect, bool] = {}
        self._steps: dict[tuple[int, int, Letter], tuple[int, ...]] = {}
        self._class_numbers: dict[object, int] = {}
        self.classes = [self._class_of(kind) for kind in range(34)]

        self._most_work = max(WORK * limit, LEAST_WORK)
        self.begin()

    def begin(self) -> None:
        """Begin another question: its work is counted from here."""
        self._begun = self.counters.work

    @property
    def is_worn(self) -> bool:
        """Whether so much is remembered of many questions that others should take over."""
        return 2 * len(self.all) > self._limit or self.counters.work > 4 * self._most_work

    # --- the word, letter by letter

    def start(self, wilds: int = 0) -> tuple[int, ...]:
        """The configurations before the first kind, with so many wild tiles to place."""
        won = [Won.SETTLED]
        if self.asks_winner:
            won = [Won.SOUGHT] if self._wild_winner is None else [Won.SOUGHT, Won.STAR_SOUGHT]
        return tuple(n for w in won for n in self._number(Config(self.counters.start, wilds=wilds, won=w)))

    def declare(self, number: int, kind: int, meld: Group) -> tuple[int, ...]:
        """The configuration with a declared meld that begins at the kind."""
        config = self.all[number]
        melded = config.melded
        if config.wilds and self._caps.standing is not None:
            more = (1, 1, 1) if meld.type == "sequence" else (len(meld.tiles), 0, 0)
            melded = (melded[0] + more[0], melded[1] + more[1], melded[2] + more[2])
            if self._caps.real is not None and max(melded) > self._caps.real:
                return ()
        path = self.counters.add(config.path, self._effect((meld,), meld.tiles, 0), kind)
        return self._number(config._replace(path=path, melded=melded))

    def step(self, number: int, kind: int, letter: Letter) -> tuple[int, ...]:
        """The configurations after the concealed tiles of a kind."""
        if not self.asks_winner:
            letter = letter._replace(marked=False)
        key = self.classes[kind], number, letter
        if key not in self._steps:
            done = self.counters.work - self._begun
            if done > self._most_work:
                raise TooManyStates(self._most_work, done, "steps")
            self.counters.work += STEPPING * 8
            self._steps[key] = tuple(dict.fromkeys(found for found, _, _ in self.moves(number, kind, letter)))
        return self._steps[key]

    def wins(self, number: int) -> bool:
        """Whether a word that ends in the configuration wins."""
        config = self.all[number]
        is_settled = config.won in (Won.SETTLED, Won.STAR_SETTLED)
        unfinished = config.begun or config.ending or config.wilds or config.promised
        return is_settled and not unfinished and config.worst <= config.stars and self.counters.wins(config.path)

    # --- one step

    def moves(self, number: int, kind: int, letter: Letter) -> Iterator[tuple[int, int, Layout]]:
        """What may follow: a configuration, how many wild tiles stand for the kind, the groups that begin there."""
        config = self.all[number]
        letter = letter if self.asks_winner else letter._replace(marked=False)
        held = letter.real + config.melded[0]
        for wilds in range(config.wilds + 1):
            for own in self._owned(letter, wilds):
                most = self._caps.real if wilds == own else self._caps.standing
                if most is None or held + wilds <= most:
                    yield from self._placed(config, kind, letter, wilds, own)

    def _owned(self, letter: Letter, wilds: int) -> range:
        """How many of the wild tiles that are placed at a kind may be tiles of that kind."""
        most = min(letter.own, wilds)
        return range(most, -1, -1) if self.faces_matter else range(most, most + 1)

    def _placed(
        self, config: Config, kind: int, letter: Letter, wilds: int, own: int
    ) -> Iterator[tuple[int, int, Layout]]:
        real, stars = letter.real + own, wilds - own
        due = tuple(sorted(promise[0] for promise in config.promised))
        plain = config.begun + config.ending
        later = tuple(promise[1:] for promise in config.promised if len(promise) > 1)
        won = config.won
        if letter.marked and won in (Won.STAR_SOUGHT, Won.STAR_GIVEN):
            if own >= letter.own:
                return
            won = Won.STAR_SOUGHT_AFTER if won is Won.STAR_SOUGHT else Won.STAR_SETTLED
        key = kind, real, stars, due, plain, letter.marked, won
        if key not in self._placements:
            self._placements[key] = tuple(self._arrange(kind, real, stars, due, plain, letter.marked, won))
        tiles = (kind,) * (real + stars)
        for placed in self._placements[key]:
            path = self.counters.add(config.path, self._effect(placed.groups, tiles, stars), kind + 1)
            if path == DEAD:
                continue
            worst = config.worst
            if self.faces_matter and letter.own > own:
                asked = letter.own - own + stars
                if won >= Won.STAR_SOUGHT and not letter.marked:
                    chosen_here = placed.won is not won and not any(WON_STAR in one for one in placed.promises)
                    asked += 1 - (chosen_here or WON_STAR in due)
                worst = max(worst, asked)
            left = config.wilds - wilds
            counts = left and self._caps.standing is not None
            after = Config(
                path,
                placed.runs,
                config.begun,
                left,
                placed.won,
                tuple(sorted(later + placed.promises)),
                (*config.melded[1:], 0) if counts else (0, 0, 0),
                config.stars + stars if self.faces_matter else 0,
                worst,
            )
            for found in self._number(after):
                yield found, stars, placed.groups

    # --- the groups that begin at a kind

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
                        winner = self._wild_winner if as_star else kind
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
                winner = self._wild_winner if as_star else kind + place
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
        effect = self._effect(groups, (), 0)
        if effect not in self._bearable:
            start = self.counters.start
            self._bearable[effect] = start != DEAD and self.counters.add(start, effect, 0) != DEAD
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

    # --- numbers

    def _effect(self, groups: Layout, tiles: tuple[int, ...], stars: int) -> Effect:
        key = groups, tiles, stars
        if key not in self._effects:
            self._effects[key] = self.counters.effect(groups, tiles, stars)
        return self._effects[key]

    def _number(self, config: Config) -> tuple[int, ...]:
        """The configuration's number, given when it is first met; none for a lost one."""
        if config.path == DEAD:
            return ()
        if config not in self._numbers:
            if len(self.all) >= self._limit:
                raise TooManyStates(self._limit, len(self.all) + 1)
            self._numbers[config] = len(self.all)
            self.all.append(config)
        return (self._numbers[config],)

    def _class_of(self, kind: int) -> int:
        """A number that kinds share when every step over them is the same."""
        key: object = kind
        if not self._kinds_differ:
            key = starts_sequence(kind), self.counters.seen_at[kind], self.counters.open_number[kind + 1]
        return self._class_numbers.setdefault(key, len(self._class_numbers))
