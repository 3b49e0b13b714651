"""What the blocks say, each as a plain statement over the groups of a layout, under the code that makes the block."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache, partial
from itertools import product
from math import inf

from regexhu.hands.layout import Group, Layout


@cache
def kinds(text: str) -> set[int]:
    found = re.findall(r"(\d+)([mpsz]+)", text)
    return {"mpsz".index(suit) * 9 + int(rank) - 1 for ranks, suits in found for rank in ranks for suit in suits}


def is_meld(group: Group) -> bool:
    return group.type in ("sequence", "triplet", "kong")


def lies_in(text: str, group: Group) -> bool:
    return set(group.tiles) <= kinds(text)


def waits_at_edge(group: Group) -> bool:
    ranks = [tile % 9 + 1 for tile in group.tiles]
    return (ranks, group.won) in (([1, 2, 3], group.tiles[2]), ([7, 8, 9], group.tiles[0]))


def waits_at_side(group: Group) -> bool:
    return group.won in (group.tiles[0], group.tiles[2]) and not waits_at_edge(group)


CLASSES: dict[str, Callable[[Group], bool]] = {
    "sequence": lambda g: g.type == "sequence",
    "triplet": lambda g: g.type == "triplet",
    "kong": lambda g: g.type == "kong",
    "pair": lambda g: g.type == "pair",
    "single": lambda g: g.type == "single",
    "meld": is_meld,
    "triplet | kong": lambda g: g.type in ("triplet", "kong"),
    "sequence | pair | single": lambda g: g.type in ("sequence", "pair", "single"),
    "triplet.of('19mps')": lambda g: g.type == "triplet" and g.tiles[0] in kinds("19mps"),
    "sequence.of('123456mps')": lambda g: g.type == "sequence" and set(g.tiles) <= kinds("123456mps"),
    "(kong | pair).of('1s7z')": lambda g: g.type in ("kong", "pair") and g.tiles[0] in kinds("1s7z"),
    "pair.of('2m') | triplet": lambda g: g.type == "triplet" or (g.type == "pair" and g.tiles[0] == 1),
    "sequence.touching('5mps')": lambda g: g.type == "sequence" and bool(kinds("5mps") & set(g.tiles)),
    "meld.touching('19mps1234567z')": lambda g: is_meld(g) and bool(kinds("19mps1234567z") & set(g.tiles)),
    "meld.open": lambda g: is_meld(g) and g.mark in "-=",
    "meld.declared": lambda g: is_meld(g) and g.mark in "-=+",
    "meld.concealed": lambda g: is_meld(g) and g.mark in ",+",
    "(triplet | kong).undeclared": lambda g: g.type in ("triplet", "kong") and g.mark == ",",
    "kong.of('19mps').open": lambda g: g.type == "kong" and g.tiles[0] in kinds("19mps") and g.mark in "-=",
    "(sequence | pair).won()": lambda g: g.type in ("sequence", "pair") and g.won is not None,
    "meld.won('147mps')": lambda g: is_meld(g) and g.won in kinds("147mps"),
    "sequence.won(wait='middle')": lambda g: g.type == "sequence" and g.won == g.tiles[1],
    "sequence.won(wait='edge')": lambda g: g.type == "sequence" and waits_at_edge(g),
    "meld.won(wait='side')": lambda g: g.type == "sequence" and waits_at_side(g),
    "sequence.won('3mps', wait='edge')": lambda g: g.type == "sequence" and waits_at_edge(g) and g.tiles[0] % 9 == 0,
    "(pair | triplet).won(wait='pair')": lambda g: g.type == "pair" and g.won is not None,
    "meld.won(wait='triplet')": lambda g: g.type == "triplet" and g.won is not None,
}  # fmt: skip


Measure = Callable[[Layout], int]
Statement = Callable[[Layout], bool]


def number(of: Callable[[Group], bool]) -> Measure:
    return lambda found: sum(map(of, found))


def held(found: Layout, text: str = "123456789mps1234567z") -> list[int]:
    return [tile for group in found for tile in group.tiles if tile in kinds(text)]


def tiles_of(text: str) -> Measure:
    return lambda found: len(held(found, text))


def suits_in(found: Layout) -> int:
    return len({tile // 9 for tile in held(found)} - {3})


def most_alike(things: Iterable[object]) -> int:
    """How often the commonest of the things comes."""
    return max(Counter(things).values(), default=0)


def commonest(of: Callable[[Group], bool]) -> Measure:
    return lambda found: most_alike(group.tiles for group in found if of(group))


def between(least: int, measure: Measure, most: float = inf) -> Statement:
    return lambda found: least <= measure(found) <= most


def every(of: Callable[[Group], bool]) -> Statement:
    return lambda found: all(map(of, found))


def over_groups() -> Iterable[tuple[str, Statement]]:
    for code, of in CLASSES.items():
        yield f"some({code})", between(1, number(of))
        yield f"no({code})", between(0, number(of), 0)
        yield f"every({code})", every(of)
        yield f"exactly(1, {code})", between(1, number(of), 1)
        if ".won(" not in code:
            yield f"at_most(1, {code})", between(0, number(of), 1)
    for code, n in product(("sequence", "triplet | kong", "pair"), range(5)):
        yield f"exactly({n}, {code})", between(n, number(CLASSES[code]), n)
        yield f"at_least({n}, {code})", between(n, number(CLASSES[code]))
        yield f"at_most({n}, {code})", between(0, number(CLASSES[code]), n)
    for code in ("pair", "meld", "sequence", "triplet | kong", "meld.open", "triplet.of('19mps')"):
        yield f"distinct({code})", between(0, commonest(CLASSES[code]), 1)


def over_tiles() -> Iterable[tuple[str, Statement]]:
    for tiles in ("19mps1234567z", "5p", "123456789s", "123456789mps7z"):
        yield f"has({tiles!r})", between(1, tiles_of(tiles))
        yield f"only({tiles!r})", every(partial(lies_in, tiles))
        for n in (0, 1, 2, 3, 7):
            yield f"exactly({n}, {tiles!r})", between(n, tiles_of(tiles), n)
            yield f"at_least({n}, {tiles!r})", between(n, tiles_of(tiles))
            yield f"at_most({n}, {tiles!r})", between(0, tiles_of(tiles), n)
    for least, most in ((3, 3), (8, 11), (14, 17), (0, 5)):
        code = f"count({least}, {most})" if least < most else f"count({least})"
        yield code, between(least, lambda found: len(held(found)), most)
    for least, most in ((1, 3), (2, 3), (3, 3), (1, 2), (1, 1), (2, 2), (0, 1), (0, 0)):
        code = f"suits({least}, {most})" if most < 3 else f"suits({least})"
        yield code, between(least, suits_in, most)
    yield "has_each('19s')", lambda found: set(held(found)) >= kinds("19s")
    yield "two_suits", lambda found: suits_in(found) >= 2
    yield "no_all_simples", lambda found: bool(held(found, "19mps1234567z"))
    yield "at_most_four_alike", lambda found: most_alike(held(found)) <= 4
    yield "at_most_three_kongs", between(0, number(CLASSES["kong"]), 3)
    yield "winning('258mps')", lambda found: any(group.won in kinds("258mps") for group in found)


def joined() -> Iterable[tuple[str, Statement]]:
    kongs, pairs, open_melds = (number(CLASSES[code]) for code in ("kong", "pair", "meld.open"))
    yield "has('1s') & has('9s')", lambda found: 18 in held(found) and 26 in held(found)
    yield "has('1s') | has('9s')", lambda found: 18 in held(found) or 26 in held(found)
    yield "~has('1s')", lambda found: 18 not in held(found)
    yield "~(has('1s') | some(kong))", lambda found: 18 not in held(found) and not kongs(found)
    yield "~(two_suits & has('1s'))", lambda found: not (suits_in(found) >= 2 and 18 in held(found))
    yield (
        "no(kong) & (exactly(1, pair) | suits(1, 1) & ~some(meld.open))",
        lambda found: not kongs(found) and (pairs(found) == 1 or (suits_in(found) == 1 and not open_melds(found))),
    )


STATEMENTS = dict([*over_groups(), *over_tiles(), *joined()])
