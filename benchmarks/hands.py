"""The hands that are judged, and the answers that are right.

A hand is 34 counts as bytes (1m..9m, 1p..9p, 1s..9s, 1z..7z). The answers come from the brute force in
`tests/oracle.py`, which imports nothing of regexhu and shares no idea with it. Everything is seeded.
"""

from __future__ import annotations

import importlib.util
import random
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import permutations
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

SEED = 20_240_229
SUITS = "mpsz"
Melds = tuple[tuple[str, int], ...]
HARBIN_TILES = (*range(27), 33)
ONE_HAND = "123m456p789s11222z"
"""The winning hand of whatever needs only one."""
SAMPLE = 200
"""So many hands have the brute force's word where it takes too long for all."""


def _oracle() -> ModuleType:
    name = "oracle"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, Path(__file__).parents[1] / "tests" / "oracle.py")
        assert spec is not None and spec.loader is not None
        sys.modules[name] = module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return sys.modules[name]


oracle = _oracle()


@dataclass(frozen=True)
class Hands:
    """Hands in a fixed order, with what each rule says of every one of them."""

    name: str
    counts: Sequence[bytes]
    expected: Mapping[str, list[Any]]
    """The right answers by rule, or by question; None where the first that is given counts as right."""
    written: Sequence[str] | None = None
    """The texts, where the hands have declared melds; `counts` are the concealed tiles then."""
    melds: Sequence[Melds] = ()
    """The declared melds, where the hands have some."""

    def __len__(self) -> int:
        return len(self.counts)

    @cached_property
    def texts(self) -> list[str]:
        """The hands as MPSZ, each suit's tiles in order."""
        return list(self.written) if self.written is not None else [text_of(counts) for counts in self.counts]

    @cached_property
    def rows(self) -> np.ndarray:
        """The hands as an array of N x 34 counts."""
        import numpy as np

        return np.frombuffer(b"".join(self.counts), np.uint8).reshape(-1, 34).astype(np.int8)

    def first(self, n: int) -> Hands:
        """The first n of the hands."""
        expected = {rule: answers[:n] for rule, answers in self.expected.items()}
        written = None if self.written is None else self.written[:n]
        return Hands(self.name, self.counts[:n], expected, written, self.melds[:n])


def winning(n: int, seed: int = SEED) -> Hands:
    """Winning hands, all different: nine in ten four melds and a pair, the others seven pairs and 13 orphans."""
    rng = random.Random(seed)
    orphans = n // 50
    found = dict.fromkeys(_orphans(rng) for _ in range(orphans))
    while len(found) < n:
        counts = _seven_pairs(rng) if rng.random() < 0.08 else _melds_and_pair(rng)
        if max(counts) <= 4:
            found[counts] = None
    return _judged("winning", rng, list(found))


def dealt(n: int, seed: int = SEED) -> Hands:
    """Random hands: 14 of the 136 tiles, as they are dealt. Next to none of them wins."""
    rng = random.Random(-seed)
    wall = [tile for tile in range(34) for _ in range(4)]
    return _judged("random", rng, [_counted(rng.sample(wall, 14)) for _ in range(n)])


@lru_cache(maxsize=2)
def mixed(n: int, seed: int = SEED) -> Hands:
    """Winning and random hands, half of each, shuffled."""
    parts = winning(n // 2, seed), dealt(n - n // 2, seed)
    order = [(part, i) for part in parts for i in range(len(part))]
    random.Random(seed).shuffle(order)
    expected = {rule: [part.expected[rule][i] for part, i in order] for rule in parts[0].expected}
    return Hands("mixed", [part.counts[i] for part, i in order], expected)


def with_melds(n: int) -> Hands:
    """Hands of the Harbin tiles, half of them winning, half with declared melds and kongs, 13 to 18 tiles."""
    rng = random.Random(SEED)
    drawn = [oracle.random_hand(rng, HARBIN_TILES, winning=i % 2 == 0) for i in range(n)]
    rng.shuffle(drawn)
    rules = {"standard": oracle.standard, "riichi": oracle.riichi, "harbin": oracle.harbin}
    expected = {name: [rule(*hand) for hand in drawn] for name, rule in rules.items()}
    texts = [oracle.to_mpsz(*hand) for hand in drawn]
    return Hands("with melds", [bytes(counts) for counts, _ in drawn], expected, texts)


def melded(n: int, seed: int = SEED) -> Hands:
    """Hands of all tiles with one to four declared melds, kongs among them, half of them winning, shuffled.

    In those that don't win the concealed tiles are dealt at random.
    """
    rng = random.Random(seed)
    drawn: list[tuple[tuple[int, ...], Melds]] = []
    while len(drawn) < n:
        melds = tuple(_meld(rng) for _ in range(rng.randint(1, 4)))
        taken = oracle.held((0,) * 34, melds)
        if len(drawn) % 2:
            held = oracle.held((0,) * 34, [*melds, *(_meld(rng, kongs=False) for _ in range(4 - len(melds)))])
            pair = rng.randrange(34)
            counts = tuple(held[kind] - taken[kind] + 2 * (kind == pair) for kind in range(34))
        elif max(taken) <= 4:
            wall = [kind for kind in range(34) for _ in range(4 - taken[kind])]
            counts = tuple(_counted(rng.sample(wall, 14 - 3 * len(melds))))
        if oracle.is_legal(counts, melds):
            drawn.append((counts, melds))
    rng.shuffle(drawn)
    expected = {"riichi": [oracle.riichi(*hand) for hand in drawn]}
    texts = [oracle.to_mpsz(*hand) for hand in drawn]
    return Hands("melded", [bytes(counts) for counts, _ in drawn], expected, texts, [melds for _, melds in drawn])


def mirrored(n: int, seed: int = SEED) -> Hands:
    """Mixed hands for batches: one in twelve is drawn, the others are its mirror images, by suit and by rank."""
    drawn = mixed(-(-n // 12), seed)
    counts = []
    for hand in drawn.counts:
        for suits in permutations((hand[:9], hand[9:18], hand[18:27])):
            counts.append(b"".join(suits) + hand[27:])
            counts.append(b"".join([suit[::-1] for suit in suits]) + hand[27:])
    order = list(range(n))
    random.Random(seed).shuffle(order)
    expected = {rule: [answers[i // 12] for i in order] for rule, answers in drawn.expected.items()}
    return Hands("mixed", [counts[i] for i in order], expected)


def short(n: int, seed: int = SEED) -> Hands:
    """Hands of 13 tiles: half wait, each a winning hand without one of its tiles; half are dealt at random."""
    rng = random.Random(seed)
    counts = []
    for hand in mixed(n, seed).counts:
        gone = rng.choice([kind for kind, held in enumerate(hand) for _ in range(held)])
        counts.append(hand[:gone] + bytes([hand[gone] - 1]) + hand[gone + 1 :])
    known = [sum(1 << kind for kind in oracle.waits(tuple(hand), (), oracle.riichi)) for hand in counts[:SAMPLE]]
    unknown = [None] * n
    expected = {"waits": [*known, *unknown[SAMPLE:]], "distance": list(unknown), "next tiles": list(unknown)}
    return Hands("short", counts, expected)


def text_of(counts: bytes) -> str:
    """A concealed hand as MPSZ."""
    return "".join([_suit_text(counts[start : start + 9], start // 9) for start in (0, 9, 18, 27)])


def guobiao(counts: Sequence[int]) -> bool:
    """The guobiao shapes: melds and a pair, seven pairs of any kind, orphans, and the knitted 全不靠, 组合龙."""
    if sum(counts) != 14 or max(counts) > 4:
        return False
    if oracle.standard(counts) or oracle.thirteen_orphans(counts) or not any(n % 2 for n in counts):
        return True
    for offsets in permutations(range(3)):
        knitted = [9 * suit + rank for suit, offset in enumerate(offsets) for rank in range(offset, 9, 3)]
        outside = [n for kind, n in enumerate(counts[:27]) if kind not in knitted]
        if max(counts) == 1 and not any(outside):
            return True
        if all(counts[kind] for kind in knitted):
            rest = tuple(n - (kind in knitted) for kind, n in enumerate(counts))
            if oracle.readings(rest, 1, 1, 0):
                return True
    return False


def _judged(name: str, rng: random.Random, drawn: list[bytes]) -> Hands:
    rng.shuffle(drawn)
    rules: dict[str, Callable[[tuple[int, ...]], bool]] = {"riichi": oracle.riichi, "guobiao": guobiao}
    return Hands(name, drawn, {rule: [judge(tuple(counts)) for counts in drawn] for rule, judge in rules.items()})


def _counted(kinds: Iterable[int]) -> bytes:
    counts = [0] * 34
    for kind in kinds:
        counts[kind] += 1
    return bytes(counts)


def _orphans(rng: random.Random) -> bytes:
    return _counted([*oracle.ORPHANS, rng.choice(oracle.ORPHANS)])


def _seven_pairs(rng: random.Random) -> bytes:
    return _counted(2 * rng.sample(range(34), 7))


def _meld(rng: random.Random, kongs: bool = True) -> tuple[str, int]:
    """A declared meld: half are sequences, and of the others one in four is a kong."""
    if rng.random() < 0.5:
        return "chi", 9 * rng.randrange(3) + rng.randrange(7)
    return rng.choice(oracle.KONGS) if kongs and rng.random() < 0.25 else "peng", rng.randrange(34)


def _melds_and_pair(rng: random.Random) -> bytes:
    """Three melds in four are sequences, as in play; one hand in five is of one suit and honours, the hardest ones."""
    suits = (rng.randrange(3),) if rng.random() < 0.2 else (0, 1, 2)
    kinds = [kind for suit in suits for kind in range(9 * suit, 9 * suit + 9)] + list(range(27, 34))
    starts = [kind for kind in kinds if oracle.is_sequence_start(kind)]
    taken = [rng.choice(kinds)] * 2
    for _ in range(4):
        if rng.random() < 0.75:
            start = rng.choice(starts)
            taken += [start, start + 1, start + 2]
        else:
            taken += [rng.choice(kinds)] * 3
    return _counted(taken)


@cache
def _suit_text(nine: bytes, suit: int) -> str:
    digits = "".join(str(rank) * n for rank, n in enumerate(nine, 1))
    return digits + SUITS[suit] if digits else ""
