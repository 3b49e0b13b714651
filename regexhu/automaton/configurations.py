"""The configurations of a rule while the word of a hand is read: a nondeterministic automaton, one step at a time.

The word: how many wild tiles there are, then for each of the 34 kinds the declared melds that begin at it and its
concealed tiles. A configuration is a path through the counters, the sequences that still take a tile, the wild tiles
left to place, and what is owed to the winning tile. Each step guesses which groups begin at the kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from regexhu.automaton.counters import DEAD, STEPPING, Caps, Counters, Effect
from regexhu.automaton.placements import NO_WINNER, WON, WON_STAR, Placed, Placements, Won
from regexhu.errors import TooManyStates
from regexhu.hands.layout import Group, Layout
from regexhu.hands.tiles import starts_sequence

WORK, LEAST_WORK = 100, 200_000
"""How much work one question may be for each configuration that may be met, and in any case, before it is given up."""


SOUGHT = (Won.SOUGHT, Won.STAR_SOUGHT, Won.STAR_SOUGHT_AFTER)
"""While the group that the winning tile completes is still to come."""


class Letter(NamedTuple):
    """The concealed tiles of one kind: real ones, wild ones that are of this kind, whether the winning tile is one."""

    real: int = 0
    own: int = 0
    marked: bool = False


class Laid(NamedTuple):
    """The tiles of one kind as they lie: those that are themselves, wild ones standing for it, and the winning tile
    among them, if it is: `WON` as itself, `WON_STAR` standing."""

    real: int = 0
    stars: int = 0
    won: str = NO_WINNER


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


class Adds(NamedTuple):
    """What a declared meld adds to the counters, how many tiles of its kind and the next two it has, and the number of
    the set of counters that are still open there."""

    effect: Effect
    tiles: tuple[int, int, int]
    open_number: int


class Configurations:
    """The steps of one set of counters. `limit` is how many configurations may be met before it is a `TooManyStates`.

    `wild_winner` is a kind that the winning tile is of, where it is a wild one.
    """

    def __init__(self, counters: Counters, caps: Caps, limit: int, wild_winner: int | None = None) -> None:
        self.counters, self.caps, self._limit = counters, caps, limit
        self.placements = Placements(counters, caps.standing not in (None, caps.real), wild_winner)
        self.asks_winner, self.faces_matter = self.placements.asks_winner, self.placements.faces_matter
        self.all: list[Config] = []
        self._numbers: dict[Config, int] = {}
        self._arrivals: dict[object, tuple[tuple[int, Placed], ...]] = {}
        self._adds: dict[tuple[int, Group], Adds] = {}
        self._declared: dict[tuple[int, Adds], tuple[int, ...]] = {}
        self._steps: dict[tuple[int, int, Letter], tuple[int, ...]] = {}
        self._alike: dict[tuple[int, int], int] = {}
        self._first_alike: dict[object, int] = {}
        self._class_numbers: dict[object, int] = {}
        self.classes = [self._class_of(kind) for kind in range(34)]

        self.most_work = max(WORK * limit, LEAST_WORK)
        self.begin()

    def begin(self) -> None:
        """Begin another question: its work is counted from here."""
        self._begun = self.counters.work

    @property
    def is_worn(self) -> bool:
        """Whether so much is remembered of many questions that others should take over."""
        return 2 * len(self.all) > self._limit or self.counters.work > 4 * self.most_work

    # --- the word, letter by letter

    def start(self, wilds: int = 0) -> tuple[int, ...]:
        """The configurations before the first kind, with so many wild tiles to place."""
        won = [Won.SETTLED]
        if self.asks_winner:
            won = [Won.SOUGHT] if self.placements.wild_winner is None else [Won.SOUGHT, Won.STAR_SOUGHT]
        return tuple(n for w in won for n in self._number(Config(self.counters.start, wilds=wilds, won=w)))

    def start_lying(self) -> tuple[int, ...]:
        """The configurations before the first kind, of words that are read as their tiles lie."""
        won = [Won.SOUGHT] if self.asks_winner else [Won.SETTLED]
        if self.placements.wild_winner is not None:
            won.append(Won.STAR_SOUGHT_AFTER)
        return tuple(n for w in won for n in self._number(Config(self.counters.start, won=w)))

    def declare(self, number: int, kind: int, meld: Group) -> tuple[int, ...]:
        """The configuration with a declared meld that begins at the kind."""
        adds = self.adds(kind, meld)
        if (number, adds) not in self._declared:
            self._work_more(0)
            self._declared[number, adds] = self._declare(self.all[number], kind, adds)
        return self._declared[number, adds]

    def adds(self, kind: int, meld: Group) -> Adds:
        """What a declared meld adds: melds that add the same at kinds with the same before them lead to the same."""
        if (kind, meld) not in self._adds:
            tiles = (1, 1, 1) if meld.type == "sequence" else (len(meld.tiles), 0, 0)
            effect = self.placements.effect((meld,), meld.tiles, 0)
            self._adds[kind, meld] = Adds(effect, tiles, self.counters.open_number[kind])
        return self._adds[kind, meld]

    def _declare(self, config: Config, kind: int, adds: Adds) -> tuple[int, ...]:
        melded = config.melded
        if config.wilds and self.caps.standing is not None:
            melded = (melded[0] + adds.tiles[0], melded[1] + adds.tiles[1], melded[2] + adds.tiles[2])
            if self.caps.real is not None and max(melded) > self.caps.real:
                return ()
        return self._number(config._replace(path=self.counters.add(config.path, adds.effect, kind), melded=melded))

    def step(self, number: int, kind: int, letter: Letter) -> tuple[int, ...]:
        """The configurations after the concealed tiles of a kind."""
        if letter.marked and not self.asks_winner:
            letter = letter._replace(marked=False)
        like = self.like(number, kind)
        key = like, number, letter
        if key not in self._steps:
            self._work_more()
            self._steps[key] = tuple(dict.fromkeys(found for found, _, _ in self.moves(number, like, letter)))
        return self._steps[key]

    def _work_more(self, work: int = STEPPING * 8) -> None:
        done = self.counters.work - self._begun
        if done > self.most_work:
            raise TooManyStates(self.most_work, done, "steps")
        self.counters.work += work

    def lay(self, number: int, kind: int, laid: Laid) -> tuple[int, ...]:
        """The configurations after the tiles of a kind as they lie, from one that has read words so from the start."""
        self._work_more()
        config, (real, stars, winner) = self.all[number], laid
        if config.won >= Won.STAR_SOUGHT and winner == WON:
            return ()
        due, later = _due(config)
        found: dict[int, None] = {}
        arrivals = config.path, self.like(number, kind), real, stars, due, config.begun + config.ending
        for path, placed in self._arrivals_at(*arrivals, winner == WON, config.won):
            if _stands_here(config.won, placed, due) == (winner == WON_STAR):
                promised = tuple(sorted(later + placed.promises))
                after = Config(path, placed.runs, config.begun, 0, placed.won, promised)
                found.update(dict.fromkeys(self._number(after)))
        return tuple(found)

    def like(self, number: int, kind: int) -> int:
        """A kind over which each step from the configuration is the same as over this one."""
        path = self.all[number].path
        if (path, kind) not in self._alike:
            key = path, starts_sequence(kind), self.counters.outlook(path, kind)
            self._alike[path, kind] = self._first_alike.setdefault(key, kind)
        return self._alike[path, kind]

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
        if letter.marked and not self.asks_winner:
            letter = letter._replace(marked=False)
        held = letter.real + config.melded[0]
        due, later = _due(config)
        taken = config.begun + config.ending + len(due)
        for wilds in range(max(0, taken - letter.real), config.wilds + 1):
            for own in self._owned(letter, wilds):
                most = self.caps.real if wilds == own else self.caps.standing
                if most is None or held + wilds <= most:
                    yield from self._placed(config, kind, letter, wilds, own, due, later)

    def _owned(self, letter: Letter, wilds: int) -> range:
        """How many of the wild tiles that are placed at a kind may be tiles of that kind."""
        most = min(letter.own, wilds)
        return range(most, -1, -1) if self.faces_matter else range(most, most + 1)

    def _placed(
        self,
        config: Config,
        kind: int,
        letter: Letter,
        wilds: int,
        own: int,
        due: tuple[str, ...],
        later: tuple[str, ...],
    ) -> Iterator[tuple[int, int, Layout]]:
        real, stars = letter.real + own, wilds - own
        plain = config.begun + config.ending
        won = config.won
        if letter.marked and won in (Won.STAR_SOUGHT, Won.STAR_GIVEN):
            if own >= letter.own:
                return
            won = Won.STAR_SOUGHT_AFTER if won is Won.STAR_SOUGHT else Won.STAR_SETTLED
        for path, placed in self._arrivals_at(config.path, kind, real, stars, due, plain, letter.marked, won):
            worst = config.worst
            if self.faces_matter and letter.own > own:
                asked = letter.own - own + stars
                if won >= Won.STAR_SOUGHT and not letter.marked:
                    asked += not _stands_here(won, placed, due)
                worst = max(worst, asked)
            left = config.wilds - wilds
            counts = left and self.caps.standing is not None
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

    def _arrivals_at(
        self, path: int, kind: int, real: int, stars: int, due: tuple[str, ...], plain: int, marked: bool, won: Won
    ) -> tuple[tuple[int, Placed], ...]:
        key = path, kind, real, stars, due, plain, marked, won
        if key not in self._arrivals:
            self._arrivals[key] = tuple(self._arrive(*key))
        return self._arrivals[key]

    def _arrive(
        self, path: int, kind: int, real: int, stars: int, due: tuple[str, ...], plain: int, marked: bool, won: Won
    ) -> Iterator[tuple[int, Placed]]:
        """The paths that may follow, and the groups that lead there."""
        tiles = (kind,) * (real + stars)
        for placed in self.placements.of(kind, real, stars, due, plain, marked, won):
            after = self.counters.add(path, self.placements.effect(placed.groups, tiles, stars), kind + 1)
            if after != DEAD:
                yield after, placed

    # --- numbers

    def _number(self, config: Config) -> tuple[int, ...]:
        """The configuration's number, given when it is first met; none for a lost one."""
        if config.path == DEAD:
            return ()
        if config not in self._numbers:
            if config.won in SOUGHT and self.counters.is_full(config.path):
                return ()
            if len(self.all) >= self._limit:
                raise TooManyStates(self._limit, len(self.all) + 1)
            self._numbers[config] = len(self.all)
            self.all.append(config)
        return (self._numbers[config],)

    def _class_of(self, kind: int) -> int:
        """A number that kinds share when every step over them is the same."""
        key = starts_sequence(kind), self.counters.seen_at[kind], self.counters.open_number[kind + 1]
        return self._class_numbers.setdefault(key, len(self._class_numbers))


def _due(config: Config) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What the promising sequences of a configuration take of the kind, and what they still take after it."""
    if not config.promised:
        return (), ()
    due = tuple(sorted([promise[0] for promise in config.promised]))
    return due, tuple([promise[1:] for promise in config.promised if len(promise) > 1])


def _stands_here(won: Won, placed: Placed, due: tuple[str, ...]) -> bool:
    """Whether the winning tile, a wild one, stands for the kind at which the groups were placed."""
    if won < Won.STAR_SOUGHT:
        return False
    return WON_STAR in due or (placed.won is not won and not any(WON_STAR in one for one in placed.promises))
