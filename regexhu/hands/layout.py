"""Tiles laid out in groups: the groups, and every way to split a set of tiles into them.

A layout is a tuple of groups in canonical order: melds, then pairs, then single tiles, each by tile in MPSZ order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from regexhu.hands.tiles import ALL, FIRST, LENGTH, SUIT_OF, Spelling

CLAIMED, CONCEALED, ADDED, CONCEALED_KONG = MARKS = "-,=+"
MOST_SINGLES = 16
_ORDER = {"sequence": 0, "triplet": 0, "kong": 0, "pair": 1, "single": 2}


class Group(NamedTuple):
    """Tiles that lie together: what they are, how they came about (`mark`), and the winning tile if they hold it.

    `wild` names the places of `tiles` at which a wild tile stands for the tile.
    """

    kind: str
    tiles: tuple[int, ...]
    mark: str = CONCEALED
    won: int | None = None
    wild: tuple[int, ...] = ()

    def text(self, spelling: Spelling) -> str:
        """The group in a canonical sequence: its tiles, `*` before those that wild tiles stand for, `!` and the
        winning tile, its mark."""
        names = [spelling.tiles[tile] for tile in self.tiles]
        if not spelling.marked:
            return "".join(names)
        tiles = "".join("*" * (place in self.wild) + name for place, name in enumerate(names))
        return tiles + ("" if self.won is None else "!" + spelling.tiles[self.won]) + self.mark


class Form(NamedTuple):
    """How many melds, pairs and single tiles a layout has."""

    melds: int
    pairs: int
    singles: int = 0

    @property
    def size(self) -> int:
        """Tiles in the form when none of its melds is a kong; each kong holds one more."""
        return 3 * self.melds + 2 * self.pairs + self.singles

    @classmethod
    def of(cls, layout: Layout) -> Form:
        """The form of a layout."""
        sections = [_ORDER[group.kind] for group in layout]
        return cls(*(sections.count(section) for section in range(3)))


Layout = tuple[Group, ...]


def in_order(groups: Layout) -> Layout:
    """The groups in canonical order."""
    return tuple(sorted(groups, key=lambda group: (_ORDER[group.kind], group.tiles, MARKS.index(group.mark))))


def layouts(counts: tuple[int, ...], form: Form, wilds: int = 0, standing: frozenset[int] = ALL) -> Iterator[Layout]:
    """Every way to lay out `counts` (34 numbers) in exactly that form, without repeats, in a fixed order.

    A meld of four tiles alike is a kong: there are as many as tiles beyond `form.size`. `wilds` more tiles stand for
    any of the kinds in `standing`.

    >>> [len(layout) for layout in layouts(tuple(2 * (kind < 7) for kind in range(34)), Form(0, 7))]
    [7]
    """
    kongs = sum(counts) + wilds - form.size
    if min(form) < 0 or not 0 <= kongs <= form.melds:
        return
    for layout in _over_suits(counts, 0, (*form, kongs, wilds), standing):
        yield from _starred(layout, counts) if wilds else [layout]


def _starred(layout: Layout, counts: tuple[int, ...]) -> Iterator[Layout]:
    """The layout with wild tiles at every choice of places that leaves `counts` as the real tiles."""
    places: dict[int, list[tuple[int, int]]] = {}
    for at, group in enumerate(layout):
        for place, tile in enumerate(group.tiles):
            places.setdefault(tile, []).append((at, place))
    choices = [combinations(found, len(found) - counts[tile]) for tile, found in places.items()]
    seen = set()
    for chosen in product(*choices):
        wild: dict[int, list[int]] = {}
        for at, place in (where for some in chosen for where in some):
            wild.setdefault(at, []).append(place)
        starred = tuple(_with_wild(group, wild.get(at, [])) for at, group in enumerate(layout))
        if (key := frozenset(Counter(starred).items())) not in seen:
            seen.add(key)
            yield starred


def can_stand(wild: Counter[int], standing: Counter[int]) -> bool:
    """Whether so many wild tiles of these kinds can stand for as many tiles of those kinds, none of them for itself."""
    return all(number + standing[kind] <= wild.total() for kind, number in wild.items())


def own_faces(layout: Layout, wild: Counter[int]) -> Iterator[Layout]:
    """The layout, all its wild tiles marked, with some of them standing for themselves; first with the most.

    `wild` counts the wild tiles by kind. What still is marked stands for another tile.
    """
    places: dict[int, list[tuple[int, int]]] = {kind: [] for kind in wild}
    for at, group in enumerate(layout):
        for place in group.wild:
            places.setdefault(group.tiles[place], []).append((at, place))
    standing = Counter({kind: len(found) for kind, found in places.items()})
    seen = set()
    numbers = [range(min(wild[kind], len(places[kind])), -1, -1) for kind in wild]
    for own in sorted(product(*numbers), key=sum, reverse=True):
        faces = Counter(dict(zip(wild, own, strict=True)))
        if not can_stand(wild - faces, standing - faces):
            continue
        for chosen in product(*(combinations(places[kind], number) for kind, number in faces.items())):
            themselves = {where for some in chosen for where in some}
            found = tuple(
                _with_wild(group, [place for place in group.wild if (at, place) not in themselves])
                for at, group in enumerate(layout)
            )
            if (key := frozenset(Counter(found).items())) not in seen:
                seen.add(key)
                yield found


def with_stars(layout: Layout, standing: Sequence[int]) -> Layout:
    """The layout with so many wild tiles standing for each kind, at the last places where they can."""
    left = list(standing)
    found = []
    for group in reversed(layout):
        places = []
        for place in reversed(range(len(group.tiles))):
            if left[group.tiles[place]]:
                left[group.tiles[place]] -= 1
                places.append(place)
        found.append(_with_wild(group, places))
    return tuple(found[::-1])


def _with_wild(group: Group, places: list[int]) -> Group:
    """The group with wild tiles at these places; among tiles alike they come last."""
    last = range(len(group.tiles) - len(places), len(group.tiles))
    return group._replace(wild=tuple(sorted(places)) if group.kind == "sequence" else tuple(last))


def fewest_singles(counts: tuple[int, ...], melds: int, pairs: int) -> Layout:
    """A layout of at most so many melds and pairs with the fewest single tiles; of those, with the most melds."""
    size = sum(counts)
    for singles in range(size + 1 if size <= 4 * melds + 2 * pairs + MOST_SINGLES else 0):
        for fewer in range(melds + 1):
            for paired in range(pairs, -1, -1):
                for layout in layouts(counts, Form(melds - fewer, paired, singles)):
                    return layout
    return tuple(Group("single", (tile,)) for tile, copies in enumerate(counts) for _ in range(copies))


Same = tuple[int, int, int, int]
"""Numbers of melds, pairs, single tiles, and kongs among the melds."""

Budget = tuple[int, int, int, int, int]
"""The same, and the number of wild tiles."""

NO_LIMIT: Same = (1000, 1000, 1000, 1000)


def _over_suits(counts: tuple[int, ...], suit: int, budget: Budget, standing: frozenset[int]) -> Iterator[Layout]:
    if suit == 4:
        if not any(budget):
            yield ()
        return
    letter = "mpsz"[suit]
    first, length = FIRST[letter], LENGTH[letter]
    for left, groups in _suit_splits(counts[first : first + length], first, budget, standing):
        for others in _over_suits(counts, suit + 1, left, standing):
            yield groups + others


@lru_cache(maxsize=4096)
def _suit_splits(
    counts: tuple[int, ...], first: int, budget: Budget, standing: frozenset[int]
) -> tuple[tuple[Budget, Layout], ...]:
    """Every split of one suit's counts, and wild tiles, within the budget, with what it leaves of it."""
    found: list[tuple[Budget, Layout]] = []
    last_run = len(counts) - 3 if SUIT_OF[first] != "z" else -1

    def split(rank: int, begun: int, ending: int, left: Budget, groups: Layout) -> None:
        """Go on at `rank`, where `begun` runs that started one rank ago and `ending` from two ago take a tile each."""
        if rank == len(counts):
            found.append((left, groups))
            return
        tile = first + rank
        run = Group("sequence", (tile, tile + 1, tile + 2))
        for wilds in range(left[4] + 1 if tile in standing else 1):
            here = counts[rank] + wilds - begun - ending
            for runs in range(min(here, left[0] if rank <= last_run else 0) + 1):
                budget = (left[0] - runs, left[1], left[2], left[3])
                for (melds, pairs, singles, kongs), same in alike(here - runs, tile, budget):
                    spent = (budget[0] - melds, left[1] - pairs, left[2] - singles, left[3] - kongs, left[4] - wilds)
                    split(rank + 1, runs, begun, spent, groups + same + (run,) * runs)

    split(0, 0, 0, budget, ())
    return tuple(found)


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
