"""How the C extension is called and taught: what it hands over, what it refuses, and that it holds nothing for ever."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import weakref
from collections.abc import Callable
from typing import Any

import pytest

from regexhu.errors import NotationError

native: Any = pytest.importorskip("regexhu._speedups", reason="the C extension isn't built")

FALLBACK = "fallback"


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
    judges: list[Any] = []
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
    numbers = [judge.teach_context((("deal",), deal), 0, -2, []) for deal in range(4_200)]
    assert numbers == [*range(1, 4_097), *[-1] * 104]
    for number in numbers[:4_096]:
        judge.teach_root(number, 14, 0, 0, -1, 1)
    assert [judge(HAND, deal=deal) for deal in range(4_200)] == [*[True] * 4_096, *range(4_096, 4_200)]


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
        ("teach_context", (None, 0, -2, [(0, 0, 0, 0)] * 9)),
    ],
)
def test_what_a_judge_can_not_hold_is_refused(method: str, args: Any) -> None:
    with pytest.raises((ValueError, OverflowError), match=r"is a number from|byte integer"):
        getattr(a_judge(), method)(*args)


@pytest.mark.parametrize("key", ["wild", ["wild", 1], 1])
def test_a_key_is_a_tuple_or_none(key: Any) -> None:
    with pytest.raises(TypeError, match="a key is None or a tuple"):
        a_judge().teach_context(key, 0, -2, [])


@pytest.mark.parametrize("key", [(), (("wild",),), (("wild",), 1, 2), ("wild", 1), (("wild", "wild"), 1)])
def test_a_key_that_no_call_has_is_never_met(key: Any) -> None:
    judge = a_judge(lambda *args, **told: FALLBACK)
    judge.teach_root(judge.teach_context(key, 0, -2, []), 14, 0, 0, -1, 1)
    assert judge(HAND, wild=1) == FALLBACK


@pytest.mark.parametrize("tests", [(), [1], [(1, 2)], [("1", 2, 3, 4)]])
def test_tests_are_tuples_of_masks(tests: Any) -> None:
    with pytest.raises(TypeError):
        a_judge().teach_context(None, 0, -2, tests)


class Key:
    """A value of a keyword whose comparison makes the judge forget, and learn some other key."""

    def __init__(self, judge: Any, other: tuple[Any, ...] | None = None) -> None:
        self.judge, self.other = judge, other

    def __hash__(self) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        self.judge.forget()
        if self.other is not None:
            self.judge.teach_context(self.other, 0, -2, [])
        return True


@pytest.mark.parametrize("other", [None, (), ((),), ("deal", 1), (("deal",), 1)])
def test_a_judge_may_be_made_to_forget_while_it_looks_for_a_context(other: tuple[Any, ...] | None) -> None:
    judge = a_judge(lambda *args, **told: FALLBACK)
    for _ in range(3):
        judge.teach_context((("deal",), Key(judge, other)), 0, -2, [])
    assert judge(HAND, deal=Key(judge, other)) == FALLBACK


@pytest.mark.parametrize("other", [(), ((),), ("deal", 1), ((), 1), (("ready",), True), (("deal",), 1)])
def test_a_call_like_the_last_one_has_another_meaning_once_the_judge_has_learned_anew(other: tuple[Any, ...]) -> None:
    judge = a_judge(lambda *args, **told: FALLBACK)
    number = judge.teach_context((("deal",), True), 0, -2, [])
    judge.teach_root(number, 14, 0, 0, -1, 1)
    for _ in range(2):
        assert judge(HAND, deal=True) is True
    assert judge(HAND, ready=True) == judge(HAND, deal=False) == judge(HAND, deal=True, ready=True) == FALLBACK
    judge.forget()
    assert judge.teach_context(other, 0, -2, []) == number
    assert judge(HAND, deal=True) == FALLBACK


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
    assert is_win(HAND, rules="all", ready=True) == ((HAND,), {"ready": True})
    assert is_win(HAND, wild="1m", rules="all", ready=True) == ((HAND,), {"wild": "1m", "ready": True})
    many = {f"fact{number}": number for number in range(15)}
    assert is_win(HAND, **many, rules="all") == ((HAND,), many)
    calls: list[Any] = [
        ((HAND,), {}),
        ((HAND,), {"rules": "some"}),
        ((HAND,), {"rules": Text("all")}),
        ((HAND,), {"rules": ["all"]}),
        ((HAND,), {"rule": "all"}),
        ((HAND,), {"ready": True}),
        ((HAND,), {**many, "rules": "all", "ready": True}),
        ((HAND, "all"), {}),
        ((), {"rules": "all"}),
    ]
    for args, told in calls:
        assert is_win(*args, **told) == (args, told)
    judges.clear()
    assert is_win(HAND, rules="all") == ((HAND,), {"rules": "all"})


@pytest.mark.parametrize(("pure", "runs"), [("", "native"), ("0", "native"), ("1", "pure Python")])
def test_the_extension_runs_unless_it_is_turned_off(pure: str, runs: str) -> None:
    code = "from regexhu.speedups import RUNS; print(RUNS)"
    environ = {**os.environ, "REGEXHU_PURE": pure}
    assert subprocess.check_output([sys.executable, "-c", code], env=environ, text=True) == f"{runs}\n"


def test_waits_are_told_of_the_text_alone_or_not_at_all() -> None:
    judge = a_judge()
    assert judge.waits("123m456p789s1112z") == (1 << 34) - 1
    assert judge.waits("123m456p789s1111z") == (1 << 34) - 1 - (1 << 27)
    assert judge.waits(HAND) is judge.waits("123m456p789s1112z", ready=True) is None
    for args in ((), (HAND, HAND), (None,), (Text(HAND),), ("?",), (HAND + "é",)):
        assert judge.waits(*args) is None


def test_calls_keep_nothing_of_what_they_were_given() -> None:
    text, value, texts = "123m456p789s" + "1112" + "z", ("deal",), ["1m", "?"]
    judge = a_judge(lambda *args, **told: None)
    judge.teach_context((("deal",), value), 0, -2, [])
    is_win = native.IsWin({"all": judge}, judge.fallback)
    held = text, value, judge, judge.fallback, None, *texts

    def calls() -> None:
        judge(text), judge(text, deal=value), judge(text, deal=[]), judge(text, text), judge.waits(text)
        judge.waits(text, deal=value), is_win(text, rules="all"), is_win(text), native.are_texts(texts)
        native.counts(texts, 0, bytearray(68), bytearray(2))
        judge.teach_context((("deal",), value), 0, -2, [])

    calls()
    before = list(map(sys.getrefcount, held))
    for _ in range(100):
        calls()
    assert all(abs(now - then) < 50 for now, then in zip(map(sys.getrefcount, held), before, strict=True))
