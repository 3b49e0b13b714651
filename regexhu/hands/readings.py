"""The readings of a layout: which tiles wild ones stand for, and which group the winning tile completes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, islice, product

from regexhu.hands.layout import CONCEALED, Group, Layout
from regexhu.hands.splitting import EVERY, Wanted


def readings(
    layout: Layout, natural: Sequence[int], wild: Counter[int], won: int | None, wanted: Wanted = EVERY
) -> Iterator[Layout]:
    """The concealed layout with its wild tiles marked and the group that the winning tile completes named.

    `natural` holds the counts of the tiles that are not wild, `wild` those of the wild ones by kind. Readings that are
    not told apart come once; those with the most wild tiles that are themselves come first.
    """
    most = None if wanted.winner else 1
    seen = set()
    for standing, left in _standing(layout, natural, wild):
        if wanted.stars == "places":
            for placed in _placed(layout, standing):
                yield from islice(completed(placed, won, left), most)
            continue
        for reading in islice(_told_by_kinds(layout, standing, left, won), most):
            plain = reading if wanted.stars == "kinds" else tuple(group._replace(wild=()) for group in reading)
            if (key := frozenset(Counter(plain).items())) not in seen:
                seen.add(key)
                yield reading
        if wanted.stars == "none" and not wanted.winner:
            return


def _standing(
    layout: Layout, natural: Sequence[int], wild: Counter[int]
) -> Iterator[tuple[Counter[int], Counter[int]]]:
    """How many wild tiles stand for each kind, none of them for itself, beside the wild tiles that do."""
    filled = Counter(tile for group in layout for tile in group.tiles)
    filled -= Counter({kind: copies for kind, copies in enumerate(natural) if copies})
    themselves = product(*(range(min(number, filled[kind]), -1, -1) for kind, number in wild.items()))
    for numbers in sorted(themselves, key=sum, reverse=True):
        faces = Counter(dict(zip(wild, numbers, strict=True)))
        if can_stand(wild - faces, filled - faces):
            yield filled - faces, wild - faces


def can_stand(wild: Counter[int], standing: Counter[int]) -> bool:
    """Whether so many wild tiles of these kinds can stand for as many tiles of those kinds, none of them for itself."""
    return all(number + standing[kind] <= wild.total() for kind, number in wild.items())


def _placed(layout: Layout, standing: Counter[int]) -> Iterator[Layout]:
    """The layout with wild tiles at every choice of places, so many for each kind."""
    places: dict[int, list[tuple[int, int]]] = {kind: [] for kind in standing}
    for at, group in enumerate(layout):
        for place, tile in enumerate(group.tiles):
            if tile in places:
                places[tile].append((at, place))
    seen = set()
    for chosen in product(*(combinations(places[kind], number) for kind, number in standing.items())):
        wild: dict[int, list[int]] = {}
        for at, place in (where for some in chosen for where in some):
            wild.setdefault(at, []).append(place)
        starred = tuple(_with_wild(group, wild.get(at, [])) for at, group in enumerate(layout))
        if (key := frozenset(Counter(starred).items())) not in seen:
            seen.add(key)
            yield starred


def completed(layout: Layout, won: int | None, left: Counter[int]) -> Iterator[Layout]:
    """The layout once for each concealed group that the winning tile may complete; as it is where none is known.

    `left` holds the wild tiles that stand for others, by kind: the winning tile may be one of them.
    """
    if won is None:
        yield layout
        return
    standing = Counter(group.tiles[place] for group in layout for place in group.wild)
    for group in dict.fromkeys(layout):
        stands_for = {group.tiles[place] for place in group.wild}
        if group.mark == CONCEALED and (
            group.holds_itself(won) or any(_may_stand(won, tile, left, standing) for tile in stands_for)
        ):
            at = layout.index(group)
            yield layout[:at] + (group._replace(won=won),) + layout[at + 1 :]


def _may_stand(won: int, tile: int, left: Counter[int], standing: Counter[int]) -> bool:
    """Whether the winning tile may be the wild one that stands for a tile."""
    return tile != won and left[won] > 0 and can_stand(left - Counter([won]), standing - Counter([tile]))


def _told_by_kinds(layout: Layout, standing: Counter[int], left: Counter[int], won: int | None) -> Iterator[Layout]:
    """The layout once for each group that the winning tile may complete, wild tiles at places that allow for it."""
    numbers = [standing[kind] for kind in range(34)]
    if won is None:
        yield with_stars(layout, numbers)
        return
    real = Counter(tile for group in layout for tile in group.tiles) - standing
    for group in dict.fromkeys(layout):
        at = layout.index(group)
        others = layout[:at] + layout[at + 1 :]
        if won in group.tiles and real[won]:
            starred, *rest = with_stars((group, *others), numbers)
        elif any(standing[tile] and _may_stand(won, tile, left, standing) for tile in group.tiles):
            *rest, starred = with_stars((*others, group), numbers)
        else:
            continue
        yield (starred._replace(won=won), *rest)


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
    return group._replace(wild=tuple(sorted(places)) if group.type == "sequence" else tuple(last))
