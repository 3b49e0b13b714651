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
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

SEED = 20_240_229
SUITS = "mpsz"
HARBIN_TILES = (*range(27), 33)
ONE_HAND = "123m456p789s11222z"
"""The winning hand of whatever needs only one."""


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
    expected: Mapping[str, Sequence[bool]]
    written: Sequence[str] | None = None
    """The texts, where the hands have declared melds; `counts` are the concealed tiles then."""

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
        return Hands(self.name, self.counts[:n], expected, None if self.written is None else self.written[:n])


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
