"""Every way to split tiles into groups: suit by suit, and in a suit rank by rank, within a budget of groups."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Literal

from regexhu.errors import RuleError
from regexhu.hands.layout import Form, Group, Layout
from regexhu.hands.tiles import FIRST, LENGTH, SUIT_OF

MOST_STEPS = 30_000
"""How many splits of wild tiles may be tried for one hand and form before it is given up."""

MOST_LAYOUTS = 10_000
"""How many layouts with wild tiles may be tried for one hand and form before it is given up."""

MOST_SINGLES = 16


class Wanted:
    """Which layouts of a hand are asked for, and how far they are told apart; here all of them, and altogether.

    `stars` says which wild tiles are told apart: none of them, how many stand for each kind, or their places; `winner`
    whether it is told which group the winning tile completes. Of layouts that are not told apart there is one.
    """

    stars: Literal["none", "kinds", "places"] = "places"
    winner = True

    def uses(self, kind: int) -> bool:
        """Whether a hand may have tiles of the kind, but for wild ones."""
        return True

    def takes(self, tiles: tuple[int, ...]) -> bool:
        """Whether a concealed group of these tiles may be in a layout; asked only of hands with wild tiles."""
        return True

    def bears(self, groups: Layout) -> bool:
        """Whether these groups may be in one layout; asked only of hands with wild tiles."""
        return True


EVERY = Wanted()

Budget = tuple[int, int, int, int, int]
"""Numbers of melds, pairs, single tiles, kongs among the melds, and wild tiles."""

Splits = list[tuple[Budget, Layout]]
"""Groups, each time with what they leave of a budget."""


def layouts(
    counts: tuple[int, ...], form: Form, wilds: int = 0, wanted: Wanted = EVERY, declared: Layout = ()
) -> Iterator[Layout]:
    """Every way to lay out `counts` (34 numbers) in exactly that form, without repeats, in a fixed order.

    A meld of four tiles alike is a kong: there are as many as tiles beyond `form.size`. `wilds` more tiles stand for
    any kind; what they make has to be wanted beside the `declared` groups. A `RuleError` if there are too many ways for
    them to stand in.

    >>> [len(layout) for layout in layouts(tuple(2 * (kind < 7) for kind in range(34)), Form(0, 7))]
    [7]
    """
    kongs = sum(counts) + wilds - form.size
    if min(form) >= 0 and 0 <= kongs <= form.melds:
        suits = _WildSuits(counts, wilds, wanted, declared) if wilds else _Suits(counts)
        yield from suits.layouts(0, (*form, kongs, wilds), ())


class _Suits:
    """The four suits of a hand, and how each may be split."""

    def __init__(self, counts: tuple[int, ...]) -> None:
        self.counts = [counts[FIRST[suit] : FIRST[suit] + LENGTH[suit]] for suit in "mpsz"]

    def splits(self, suit: int, budget: Budget) -> Splits:
        """Every split of a suit within the budget."""
        return _plain_splits(self.counts[suit], FIRST["mpsz"[suit]], budget)

    def may_go_on(self, suit: int, left: Budget, laid: Layout) -> bool:
        """Whether suits from this one on may use up what is left, beside what is laid out."""
        return True

    def layouts(self, suit: int, budget: Budget, laid: Layout) -> Iterator[Layout]:
        """What is laid out, with each way to lay out the suits from this one on that uses up the budget."""
        if suit == 4:
            if not any(budget):
                yield laid
            return
        for left, groups in self.splits(suit, budget):
            if self.may_go_on(suit + 1, left, laid + groups):
                yield from self.layouts(suit + 1, left, laid + groups)


class _WildSuits(_Suits):
    """The same with wild tiles: their ways are many, so that none is followed that can't end in a wanted layout."""

    def __init__(self, counts: tuple[int, ...], wilds: int, wanted: Wanted, declared: Layout) -> None:
        super().__init__(counts)
        self._wilds, self._wanted, self._declared, self._steps = wilds, wanted, declared, 0
        self._splits: dict[tuple[int, Budget], Splits] = {}
        self._finish: dict[tuple[int, Budget], bool] = {}

    def splits(self, suit: int, budget: Budget) -> Splits:
        if (suit, budget) not in self._splits:
            found = split(self.counts[suit], FIRST["mpsz"[suit]], budget, self._wanted.takes, self._step)
            self._splits[suit, budget] = [way for way in found if self._wanted.bears(self._declared + way[1])]
        return self._splits[suit, budget]

    def may_go_on(self, suit: int, left: Budget, laid: Layout) -> bool:
        self._step()
        return self._can_finish(suit, left) and self._wanted.bears(self._declared + laid)

    def _can_finish(self, suit: int, budget: Budget) -> bool:
        """Whether the suits from this one on can be split so that they use up the budget."""
        if suit == 4:
            return not any(budget)
        if (suit, budget) not in self._finish:
            lefts = dict.fromkeys(left for left, _ in self.splits(suit, budget))
            self._finish[suit, budget] = any(self._can_finish(suit + 1, left) for left in lefts)
        return self._finish[suit, budget]

    def _step(self) -> None:
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise too_many(self._wilds, MOST_STEPS)


def too_many(wilds: int, limit: int) -> RuleError:
    """That a hand can be laid out in too many ways for its wild tiles."""
    return RuleError(
        f"with {wilds} wild tiles this hand has more than {limit:,} ways to be laid out, too many to try: "
        "judge it with engine='automaton', or name fewer wild kinds"
    )


def split(
    counts: tuple[int, ...],
    first: int,
    budget: Budget,
    takes: Callable[[tuple[int, ...]], bool],
    step: Callable[[], object],
) -> Iterator[tuple[Budget, Layout]]:
    """Every split of one suit's counts, from the kind `first` on, and wild tiles, with what it leaves of the budget."""
    last_run = len(counts) - 3 if SUIT_OF[first] != "z" else -1

    def from_rank(rank: int, begun: int, ending: int, left: Budget, groups: Layout) -> Iterator[tuple[Budget, Layout]]:
        """Go on at `rank`, where `begun` runs that started one rank ago and `ending` from two ago take a tile each."""
        if rank == len(counts):
            yield left, groups
            return
        step()
        tile = first + rank
        run = Group("sequence", (tile, tile + 1, tile + 2))
        most_runs = left[0] if rank <= last_run and takes(run.tiles) else 0
        for wilds in range(left[4] + 1):
            here = counts[rank] + wilds - begun - ending
            for runs in range(min(here, most_runs) + 1):
                budget = (left[0] - runs, left[1], left[2], left[3])
                for (melds, pairs, singles, kongs), same in alike(here - runs, tile, budget):
                    if all(takes(group.tiles) for group in dict.fromkeys(same)):
                        after = (
                            budget[0] - melds,
                            left[1] - pairs,
                            left[2] - singles,
                            left[3] - kongs,
                            left[4] - wilds,
                        )
                        yield from from_rank(rank + 1, runs, begun, after, groups + same + (run,) * runs)

    yield from from_rank(0, 0, 0, budget, ())


@lru_cache(maxsize=4096)
def _plain_splits(counts: tuple[int, ...], first: int, budget: Budget) -> Splits:
    return list(split(counts, first, budget, EVERY.takes, lambda: None))


Same = tuple[int, int, int, int]
"""Numbers of melds, pairs, single tiles, and kongs among the melds."""

NO_LIMIT: Same = (1000, 1000, 1000, 1000)


@lru_cache(maxsize=4096)
def alike(copies: int, tile: int, budget: Same = NO_LIMIT) -> tuple[tuple[Same, Layout], ...]:
    """Every way within the budget to put `copies` of one tile into triplets, kongs, pairs and single tiles."""
    found: list[tuple[Same, Layout]] = []
    most_melds, most_pairs, most_singles, most_kongs = budget
    for kongs in range(min(copies // 4, most_kongs, most_melds) + 1):
        for triplets in range(min((copies - 4 * kongs) // 3, most_melds - kongs) + 1):
            rest = copies - 4 * kongs - 3 * triplets
            for pairs in range(max(0, (rest - most_singles + 1) // 2), min(rest // 2, most_pairs) + 1):
                singles = rest - 2 * pairs
                groups = (Group("kong", (tile,) * 4),) * kongs + (Group("triplet", (tile,) * 3),) * triplets
                groups += (Group("pair", (tile,) * 2),) * pairs + (Group("single", (tile,)),) * singles
                found.append(((kongs + triplets, pairs, singles, kongs), groups))
    return tuple(found)


def fewest_singles(counts: tuple[int, ...], melds: int, pairs: int) -> Layout:
    """A layout of at most so many melds and pairs with the fewest single tiles; of those, with the most melds."""
    size = sum(counts)
    for singles in range(size + 1 if size <= 4 * melds + 2 * pairs + MOST_SINGLES else 0):
        for fewer in range(melds + 1):
            for paired in range(pairs, -1, -1):
                for layout in layouts(counts, Form(melds - fewer, paired, singles)):
                    return layout
    return tuple(Group("single", (tile,)) for tile, copies in enumerate(counts) for _ in range(copies))
