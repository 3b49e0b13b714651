"""What several test files share: random hands and layouts, and hands for Hypothesis."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import oracle
import pytest
from hypothesis import strategies as st

from regexhu import blocks
from regexhu.hands.layout import Group, Layout
from regexhu.hands.tiles import SPELLINGS
from regexhu.syntax.tree import Pattern

TILES = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + [f"{rank}z" for rank in range(1, 8)]


@cache
def random_hands(seed: int, number: int) -> tuple[oracle.Hand, ...]:
    """So many random hands of the oracle, every other one winning in standard form."""
    rng = random.Random(seed)
    return tuple(oracle.random_hand(rng, winning=n % 2 == 0) for n in range(number))


hands: st.SearchStrategy[oracle.Hand] = st.builds(
    oracle.random_hand, st.integers(0, 2**32 - 1).map(random.Random), winning=st.booleans()
)
"""Hands of the oracle: winning in standard form or near it, half of them with declared melds."""


def listed(counts: oracle.Counts) -> list[str]:
    """The tiles that the oracle counts, as MPSZ texts."""
    return [tile for tile, copies in zip(TILES, counts, strict=True) for _ in range(copies)]


def concealed(layout: Layout) -> oracle.Reading:
    """A layout of the library as the oracle writes its readings: the undeclared groups, sorted."""
    return tuple(sorted(group.tiles for group in layout if group.mark == ","))


def shuffled(tiles: Sequence[str], melds: Sequence[oracle.Meld], rng: random.Random) -> str:
    """A hand's text with its tiles in any order, one suit letter each, and its melds anywhere among them."""
    _, *sections = oracle.to_mpsz((0,) * oracle.KINDS, melds).split(",")
    pieces = [*tiles, *sections]
    rng.shuffle(pieces)
    return "".join(pieces)


def random_group(rng: random.Random, kind: str, pool: list[int]) -> Group:
    if kind == "sequence":
        first = rng.choice([tile for tile in range(25) if tile % 9 < 7 and tile // 9 in {t // 9 for t in pool}])
        return Group(kind, (first, first + 1, first + 2), rng.choice("-,,"))
    size, marks = {"triplet": (3, "-,"), "kong": (4, "-,=+"), "pair": (2, ","), "single": (1, ",")}[kind]
    return Group(kind, (rng.choice(pool),) * size, rng.choice(marks))


def random_layout(rng: random.Random, group_kinds: Iterable[str]) -> Layout:
    """Groups at random, of few tiles or of many; two times in three the winning tile lies in one of them."""
    pool = rng.choice(([*range(34)], [*range(18, 27)], [0, 17, 26, 33], [18, 26], [4, 13, 31]))
    found = [random_group(rng, kind, pool) for kind in group_kinds]
    completed = [at for at, group in enumerate(found) if group.mark == ","]
    if completed and rng.random() < 2 / 3:
        at = rng.choice(completed)
        found[at] = found[at]._replace(won=rng.choice(found[at].tiles))
    return tuple(found)


@cache
def any_layouts() -> list[Layout]:
    """Up to eight groups in any order, of all kinds or of some."""
    rng, of = random.Random(3), ("sequence", "triplet", "kong", "pair", "single")
    chosen = (rng.sample(of, rng.randint(1, 5)) for _ in range(800))
    return [random_layout(rng, rng.choices(some, k=rng.randint(0, 8))) for some in chosen]


def spelled(layout: Layout, spelling: str) -> str:
    return "".join(group.text(SPELLINGS[spelling]) for group in layout)


def counts_of(text: str) -> oracle.Counts:
    """The 34 counts of a hand without melds."""
    blocks = re.findall(r"(\d+)([mpsz])", text)
    tiles = Counter(f"{rank}{suit}" for ranks, suit in blocks for rank in ranks)
    return tuple(tiles[tile] for tile in TILES)


def long(*values: object) -> Any:
    """A case that the long suite alone has."""
    return pytest.param(*values, marks=pytest.mark.long)


def few_or_many(few: int, many: int) -> pytest.MarkDecorator:
    """A test with an argument `number`: on few things in the quick suite, on many in the long one."""
    return pytest.mark.parametrize("number", [few, long(many)])


def made(code: str) -> Pattern:
    """What the code makes in a rule file."""
    pattern: Pattern = eval(code, vars(blocks).copy())
    return pattern


OWN = """Own 自家: a rule set of my own.

Source: the rules at my table."""


def rule_file(folder: Path, win: str = "4 * meld + pair", examples: str = "", doc: str = OWN) -> Path:
    """A rule file `own.py` in the folder."""
    file = folder / "own.py"
    imports = "from regexhu.blocks import *\nfrom regexhu.rules import RuleSet\n"
    file.write_text(f"{doc!r}\n{imports}rules = RuleSet({win}, examples={examples!r})\n", encoding="utf-8")
    return file


HEAD = '''"""Town 镇: mine.

Source: my table.
"""

from regexhu.blocks import at_least, at_most, count, distinct, every, exactly, has, kong, meld, no, only, pair
from regexhu.blocks import sequence, some, suits, switch, triplet, two_suits
from regexhu.rules import RuleSet

将 = some(pair)
'''
FIRST = HEAD.count("\n") + 1
"""The beginning of a rule file `town.py`, and the line below it."""
