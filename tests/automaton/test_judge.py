"""The judge in C: on every text it says what a plain reading of the text says, or hands the call over as it came."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import pytest
from strategies import few_or_many

from regexhu.automaton.layers import MELDS
from regexhu.automaton.table import Letters
from regexhu.errors import NotationError
from regexhu.hands.hand import Declared
from regexhu.hands.layout import Group
from regexhu.hands.mpsz import parse, winning_part
from regexhu.hands.tiles import kind_of

native: Any = pytest.importorskip("regexhu._speedups", reason="the C extension isn't built")

FALLBACK, MOST_STATES = "fallback", 4
Masks = tuple[int, int, int, int]


@dataclass
class Model:
    """What a judge is taught, and what it says then, in the words of its documentation."""

    letters: Letters
    alike: int
    contexts: list[tuple[int, int, list[Masks]]] = field(default_factory=list)
    roots: dict[tuple[int, ...], int] = field(default_factory=dict)
    cells: dict[tuple[int, int], int] = field(default_factory=dict)

    def says(self, text: str, number: int) -> bool | str:
        """The verdict in the context of that number, or that it falls back."""
        if (read := _read(text)) is None:
            return FALLBACK
        counts, groups = read
        won = _winner(text, self.contexts[number][1], counts)
        return FALLBACK if won is None else self._judge(counts, groups, number, won)

    def waits(self, text: str, number: int) -> int | None:
        """The kinds that win when they are drawn, as a set of bits, or that some verdict falls back."""
        winner, read = self.contexts[number][1], _read(text)
        if read is None or winner >= 0:
            return None
        counts, groups = read
        found = [
            self._judge(counts + Counter([kind]), groups, number, kind if winner == -1 else -2) for kind in range(34)
        ]
        return None if FALLBACK in found else sum(wins << kind for kind, wins in enumerate(found) if wins is True)

    def _judge(self, counts: Counter[int], groups: list[Group], number: int, won: int) -> bool | str:
        wild, _, tests = self.contexts[number]
        wilds = [kind for kind in counts if wild >> kind & 1]
        bits = sum(_holds(test, counts, groups, won) << at for at, test in enumerate(tests))
        size = counts.total() + 3 * len(groups)
        root = number, size, sum(counts[kind] for kind in wilds), bits, won if won >= 0 and wild >> won & 1 else -1
        return self._walk(self.roots.get(root), counts, groups, wild, won)

    def _walk(self, state: int | None, counts: Counter[int], groups: list[Group], wild: int, won: int) -> bool | str:
        copies = counts + Counter(tile for group in groups for tile in group.tiles)
        width = len(self.letters.all) + len(MELDS)
        for kind in range(34):
            numbers = [MELDS.index((group.type, group.mark)) for group in groups if group.tiles[0] == kind]
            columns = [width - len(MELDS) + number for number in sorted(numbers)]
            held, is_wild = counts[kind], wild >> kind & 1
            for column in (*columns, None):
                if state is None:
                    return FALLBACK
                if state == 0:
                    return False
                if column is None:
                    too_many = held > (self.letters.own if is_wild else self.letters.real)
                    if too_many or copies[kind] > self.alike >= 0:
                        return False
                    at = self.letters.real * bool(is_wild and held) + held
                    at += (self.letters.real + self.letters.own) * bool(kind == won and self.letters.marks)
                    state = self.cells.get((state, at))
                else:
                    state = self.cells.get((state, column))
        return FALLBACK if state is None else state == 1


def _read(text: str) -> tuple[Counter[int], list[Group]] | None:
    try:
        parts = parse(text)
    except NotationError:
        return None
    counts = Counter(kind_of(part.tile) for part in parts if part.type == "single" and part.tile != "0x")
    groups = [Declared(part.type, part.tiles).group for part in parts if part.type not in ("single", "spacer")]
    return None if len(text) > 200 or set(text) & set(" \nx") or len(groups) > 8 else (counts, groups)


def _winner(text: str, winner: int, counts: Counter[int]) -> int | None:
    if winner >= 0:
        return None if "0" in text or not counts[winner] else winner
    if winner == -1:
        shown = winning_part(parse(text))
        return None if shown is None else kind_of(shown.tile)
    return winner


def _holds(test: Masks, counts: Counter[int], groups: list[Group], won: int) -> bool:
    held, claimed, kong, by_winner = test
    melds = [kong if group.mark == "+" else claimed for group in groups for _ in group.tiles]
    tiles = [tile for group in groups for tile in group.tiles]
    return (
        any(held >> kind & 1 for kind in counts)
        or any(mask >> tile & 1 for mask, tile in zip(melds, tiles, strict=True))
        or (won >= 0 and bool(by_winner >> won & 1))
    )


def a_mask(rng: random.Random) -> int:
    return sum(1 << rng.randrange(34) for _ in range(rng.randrange(4))) & (1 << 34) - 1


def an_automaton(rng: random.Random) -> tuple[Model, Any, list[tuple[Any, ...]]]:
    """A model and a judge that were taught the same, mostly; and the calls that reached the fallback of the judge."""
    letters = Letters(rng.choice([2, 4, 5]), rng.choice([0, 2, 4]), rng.random() < 0.5)
    model, calls = Model(letters, rng.choice([-1, 4, 4, 5])), []

    def fallback(*args: Any, **told: Any) -> str:
        calls.append((args, told))
        return FALLBACK

    judge = native.Judge(fallback, letters.real, letters.own, letters.marks, model.alike)
    for number in range(3):
        tests = [(a_mask(rng), a_mask(rng), a_mask(rng), a_mask(rng)) for _ in range(rng.choice([0, 0, 1, 3]))]
        context = a_mask(rng) * rng.randrange(2), rng.choice([-2, -2, -1, rng.randrange(34)]), tests
        model.contexts.append(context)
        assert judge.teach_context((("deal", "draw"), number, True) if number else None, *context) == number
        for bits in range(1 << len(tests)):
            wild_winners = [-1, *(kind for kind in range(34) if context[0] >> kind & 1)]
            for size, wilds, wild_winner in product(range(22), range(4), wild_winners):
                root = number, size, wilds, bits, wild_winner
                if rng.random() < 0.95:
                    model.roots[root] = rng.choice([0, *[1, 2, 3] * 5])
                    judge.teach_root(*root, model.roots[root])
    states = range(1, MOST_STATES)
    cells = [(state, column) for state in states for column in range(len(letters.all) + len(MELDS))]
    for cell in rng.sample(cells, len(cells)):
        if rng.random() < 0.99:
            model.cells[cell] = 0 if rng.random() < 0.01 else rng.choice(states)
            judge.teach(*cell, model.cells[cell])
    return model, judge, calls


def a_text(rng: random.Random) -> str:
    """A hand's text in every form of the grammar; one in three has a character that may be wrong."""
    blocks = []
    for _ in range(rng.randrange(7)):
        suit = rng.choice("mmppssz")
        rank = rng.randint(1, 7)
        alike, kong = str(rank) * 3, str(rank) * 4
        run = rng.sample([str(rank), str(rank + 1), str(rank + 2)], 3)
        written = rng.choice(
            [
                "".join(rng.choice("0123456789") for _ in range(rng.choice([1, 1, 2, 5]))),
                "".join(str(rng.randint(1, 7)) for _ in range(rng.choice([1, 1, 2, 3]))),
                "".join(rng.choice([[*run[:1], "-", *run[1:]], [*run[:2], "-", *run[2:]], [*run, "-"]])),
                *(alike[:at] + "-" + alike[at:] for at in (1, 3)),
                kong[: (at := rng.randint(1, 4))] + rng.choice("-=+") + kong[at:],
                kong + "+",
            ]
        )
        if rng.random() < 0.2:
            written = written.replace("5", "0", 1)
        blocks.append(written + suit)
    text = rng.choice(["", ","]).join(blocks)
    if text and rng.random() < 0.3:
        at = rng.randrange(len(text))
        text = text[:at] + rng.choice("0123456789mpszx-=+,, \n\0é一") + text[at + rng.randrange(2) :]
    return text * rng.choice([1] * 50 + [2, 3, 9])


@few_or_many(40, 600)
def test_a_judge_says_what_its_automaton_says_or_hands_the_call_over(number: int) -> None:
    rng, said, waits = random.Random(number), Counter[object](), 0
    for _ in range(number):
        model, judge, calls = an_automaton(rng)
        for _ in range(200):
            text, context = a_text(rng), rng.randrange(3)
            told: dict[str, Any] = {"deal": context, "draw": True} if context else {}
            calls.clear()
            expected = model.says(text, context)
            assert judge(text, **told) == expected, (text, context, model)
            assert calls == [((text,), told)] * (expected == FALLBACK)
            said[expected] += 1
            if rng.random() < 0.1:
                found = judge.waits(text, **told)
                assert found == model.waits(text, context), (text, context, model)
                waits += bool(found)
    assert min(said[True], said[False], said[FALLBACK], 100 * waits) > 10 * number, (said, waits)
