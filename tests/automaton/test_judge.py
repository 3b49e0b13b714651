"""The judge in C: on every text it says what a plain reading of the text says, or hands the call over as it came."""

from __future__ import annotations

import gc
import os
import random
import subprocess
import sys
import weakref
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import pytest
from strategies import few_or_many

from regexhu.automaton.minimize import MELDS
from regexhu.automaton.table import Letters
from regexhu.errors import NotationError
from regexhu.hands.hand import Declared
from regexhu.hands.layout import Group
from regexhu.hands.mpsz import Part, parse, winning_part
from regexhu.hands.tiles import kind_of

native: Any = pytest.importorskip("regexhu._speedups", reason="the C extension isn't built")

FALLBACK, MOST_STATES = "fallback", 4
Test = tuple[int, int, int, int, bool]


@dataclass
class Model:
    """What a judge is taught, and what it says then, in the words of its documentation."""

    letters: Letters
    alike: int
    contexts: list[tuple[int, int, list[Test]]] = field(default_factory=list)
    roots: dict[tuple[int, ...], int] = field(default_factory=dict)
    cells: dict[tuple[int, int], int] = field(default_factory=dict)

    def says(self, text: str, number: int) -> bool | str:
        """The verdict in the context of that number, or that it falls back."""
        try:
            parts = parse(text)
        except NotationError:
            return FALLBACK
        singles = [part.tile for part in parts if part.type == "single"]
        groups = [Declared(part.type, part.tiles).group for part in parts if part.type not in ("single", "spacer")]
        if len(text) > 200 or set(text) & set(" \nx") or len(groups) > 8:
            return FALLBACK
        counts = Counter(map(kind_of, singles))
        wild, winner, tests = self.contexts[number]
        won = _winner(text, parts, winner, counts)
        if won is None:
            return FALLBACK
        wilds = [kind for kind in counts if wild >> kind & 1]
        bits = sum(_holds(test, counts, groups, won) << at for at, test in enumerate(tests))
        size = len(singles) + 3 * len(groups)
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


def _winner(text: str, parts: list[Part], winner: int, counts: Counter[int]) -> int | None:
    if winner >= 0:
        return None if "0" in text or not counts[winner] else winner
    if winner == -1:
        shown = winning_part(parts)
        return None if shown is None else kind_of(shown.tile)
    return winner


def _holds(test: Test, counts: Counter[int], groups: list[Group], won: int) -> bool:
    held, claimed, kong, by_winner, _ = test
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
        tests = [(*(a_mask(rng) for _ in range(4)), False) for _ in range(rng.choice([0, 0, 1, 3]))]
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
    rng, said = random.Random(number), Counter[object]()
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
    assert min(said[True], said[False], said[FALLBACK]) > 10 * number, said


def a_judge(fallback: Callable[..., Any] = lambda *args, **told: (args, told)) -> Any:
    """A judge for which every hand of 14 tiles wins, without keywords."""
    judge = native.Judge(fallback, 4, 0, False, 4)
    assert judge.teach_context(None, 0, -2, []) == 0
    judge.teach_root(0, 14, 0, 0, -1, 1)
    for copies in range(5):
        judge.teach(1, copies, 1)
    return judge


HAND = "123m456p789s11122z"


class Text(str):
    """A text that is more than a text."""


@pytest.mark.parametrize(
    ("args", "told"),
    [
        ((), {}),
        ((HAND, HAND), {}),
        ((None,), {}),
        ((Text(HAND),), {}),
        ((HAND.encode(),), {}),
        ((HAND + "é",), {}),
        ((HAND[1:],), {}),
        ((HAND,), {"ready": True}),
        ((HAND,), {"wild": ["1m"]}),
        ((), {"hand": HAND}),
    ],
)
def test_a_call_that_a_judge_does_not_know_is_handed_over_as_it_came(args: Any, told: Any) -> None:
    assert a_judge()(HAND) is True
    assert a_judge()(*args, **told) == (args, told)


def test_an_error_of_the_fallback_is_the_error_of_the_call() -> None:
    def fallback(text: str) -> bool:
        raise NotationError(text, "bad_char", 0, "no")

    with pytest.raises(NotationError):
        a_judge(fallback)("?")


def test_a_fallback_that_asks_the_judge_again_for_ever_is_a_recursion_error() -> None:
    judges = []
    judges.append(a_judge(lambda text: judges[0](text)))
    with pytest.raises(RecursionError):
        judges[0]("1m")


def test_keywords_are_told_apart_by_their_values_and_by_the_types_of_those() -> None:
    judge = a_judge(lambda *args, **told: FALLBACK)
    number = judge.teach_context((("self_draw",), True), 0, -2, [])
    judge.teach_root(number, 14, 0, 0, -1, 1)
    assert judge(HAND, self_draw=True) is True
    for told in ({"self_draw": False}, {"self_draw": 1}, {"self_draw": 1.0}, {"ready": True}):
        assert judge(HAND, **told) == FALLBACK
    assert judge(HAND, self_draw=True, ready=True) == FALLBACK


def test_a_context_that_is_taught_again_is_the_same_with_other_contents() -> None:
    judge = a_judge(lambda *args, **told: FALLBACK)
    key = ("wild",), "1m"
    number = judge.teach_context(key, 0, -2, [])
    judge.teach_root(number, 14, 0, 0, -1, 1)
    assert judge(HAND, wild="1m") is True
    assert judge.teach_context(key, 1, -2, []) == number
    assert judge(HAND, wild="1m") == FALLBACK


def test_contexts_are_many_but_not_without_end() -> None:
    judge = a_judge(lambda *args, **told: told["deal"])
    numbers = [judge.teach_context((("deal",), deal), 0, -2, []) for deal in range(300)]
    assert numbers == [*range(1, 257), *[-1] * 44]
    for number in numbers[:256]:
        judge.teach_root(number, 14, 0, 0, -1, 1)
    assert [judge(HAND, deal=deal) for deal in range(300)] == [*[True] * 256, *range(256, 300)]


def test_a_judge_that_forgot_can_learn_again() -> None:
    judge = a_judge(lambda *args, **told: FALLBACK)
    judge.forget()
    assert judge(HAND) == FALLBACK
    with pytest.raises(ValueError, match="a context is a number from 0 to -1, not 0"):
        judge.teach_root(0, 14, 0, 0, -1, 1)
    assert judge.teach_context((("wild",), "1m"), 0, -2, []) == 1
    assert judge.teach_context(None, 0, -2, []) == 0
    judge.teach_root(0, 14, 0, 0, -1, 1)
    assert judge(HAND) == FALLBACK
    for copies in range(5):
        judge.teach(1, copies, 1)
    assert judge(HAND) is True


def test_many_states_and_roots_are_kept() -> None:
    judge = native.Judge(lambda text: FALLBACK, 14, 0, False, -1)
    judge.teach_context(None, 0, -2, [])
    for size in range(200):
        first = 40 * size * size + 2
        judge.teach_root(0, size, 0, 0, -1, first)
        for kind in range(34):
            judge.teach(first + kind, 0, 1 if kind == 33 and size % 2 else first + kind + 1)
        judge.teach(first, size % 15, first + 1)
    assert [judge("1" * size + "m" * (size > 0)) for size in range(15)] == [bool(size % 2) for size in range(15)]


@pytest.mark.parametrize(
    ("method", "args"),
    [
        ("teach", (-1, 0, 0)),
        ("teach", (0, 10, 0)),
        ("teach", (0, -1, 0)),
        ("teach", (0, 0, -1)),
        ("teach", (0, 0, 1 << 40)),
        ("teach_root", (1, 14, 0, 0, -1, 1)),
        ("teach_root", (0, 256, 0, 0, -1, 1)),
        ("teach_root", (0, 14, -1, 0, -1, 1)),
        ("teach_root", (0, 14, 0, 256, -1, 1)),
        ("teach_root", (0, 14, 0, 0, 34, 1)),
        ("teach_root", (0, 14, 0, 0, -1, -1)),
        ("teach_context", (None, 1 << 34, -2, [])),
        ("teach_context", (None, 0, 34, [])),
        ("teach_context", (None, 0, -2, [(0, 0, 0, 0, False)] * 9)),
    ],
)
def test_what_a_judge_can_not_hold_is_refused(method: str, args: Any) -> None:
    with pytest.raises(ValueError, match="is a number from"):
        getattr(a_judge(), method)(*args)


@pytest.mark.parametrize("key", ["wild", (), (("wild",),), (("wild",), 1, 2), ("wild", 1), (["wild"], 1)])
def test_a_key_has_a_value_for_each_name(key: Any) -> None:
    with pytest.raises(TypeError, match="a key is None or"):
        a_judge().teach_context(key, 0, -2, [])


@pytest.mark.parametrize("tests", [(), [1], [(1, 2)], [("1", 2, 3, 4, False)]])
def test_tests_are_tuples_of_masks(tests: Any) -> None:
    with pytest.raises(TypeError):
        a_judge().teach_context(None, 0, -2, tests)


class Key:
    """A value of a keyword whose comparison makes the judge forget."""

    def __init__(self, judge: Any) -> None:
        self.judge = judge

    def __hash__(self) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        self.judge.forget()
        return True


def test_a_judge_may_be_made_to_forget_while_it_looks_for_a_context() -> None:
    judge = a_judge(lambda *args, **told: FALLBACK)
    for _ in range(3):
        judge.teach_context((("deal",), Key(judge)), 0, -2, [])
    assert judge(HAND, deal=Key(judge)) == FALLBACK


def test_an_error_of_a_comparison_is_the_error_of_the_call() -> None:
    class Bad:
        def __hash__(self) -> int:
            raise KeyError("no hash")

    with pytest.raises(KeyError, match="no hash"):
        a_judge()(HAND, deal=Bad())


def test_a_judge_and_its_owner_are_collected() -> None:
    class Owner:
        def __init__(self) -> None:
            self.judge = native.Judge(self.fallback, 4, 0, False, 4)
            self.judge.teach_context((("owner",), self), 0, -2, [])
            self.is_win = native.IsWin({"own": self.judge}, self.fallback)

        def fallback(self, *args: Any, **told: Any) -> str:
            return FALLBACK

    owner = Owner()
    assert owner.judge("") == owner.is_win("") == FALLBACK
    gone = weakref.ref(owner)
    del owner
    gc.collect()
    assert gone() is None


def test_is_win_asks_the_judge_of_that_name() -> None:
    judges = {"all": a_judge(), "none": lambda text: False}
    is_win = native.IsWin(judges, lambda *args, **told: (args, told))
    assert is_win(HAND, rules="all") is True
    assert is_win(HAND, rules="none") is False
    assert is_win(HAND[1:], rules="all") == ((HAND[1:],), {})
    for args, told in [
        ((HAND,), {}),
        ((HAND,), {"rules": "some"}),
        ((HAND,), {"rules": Text("all")}),
        ((HAND,), {"rules": ["all"]}),
        ((HAND,), {"rule": "all"}),
        ((HAND,), {"rules": "all", "ready": True}),
        ((HAND, "all"), {}),
        ((), {"rules": "all"}),
    ]:
        assert is_win(*args, **told) == (args, told)
    judges.clear()
    assert is_win(HAND, rules="all") == ((HAND,), {"rules": "all"})


@pytest.mark.parametrize(("pure", "runs"), [("", "native"), ("0", "native"), ("1", "pure Python")])
def test_the_extension_runs_unless_it_is_turned_off(pure: str, runs: str) -> None:
    code = "from regexhu.speedups import RUNS; print(RUNS)"
    environ = {**os.environ, "REGEXHU_PURE": pure}
    assert (
        subprocess.run([sys.executable, "-c", code], env=environ, capture_output=True, text=True).stdout == f"{runs}\n"
    )
