"""Timings to trust: CPU time on one core, contestants interleaved, medians, and every answer checked."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import median
from time import perf_counter_ns, process_time_ns
from typing import Any

from benchmarks.hands import Hands

Rounds = Sequence[Hands] | Mapping[str, Sequence[Hands]]
"""The hands of each round, for all contestants or, by name, for each its own."""


class WrongAnswerError(Exception):
    """A contestant said other than the expected answer: whatever time it took is worth nothing."""


def _booleans(answers: Iterable[Any]) -> Iterable[bool]:
    return map(bool, answers)


@dataclass(frozen=True)
class Contestant:
    """One way to ask one library.

    `judge` is what is timed: it takes what `prepare` made of the hands (by itself nothing: their texts) and gives an
    answer for each. It holds the loop, so that no contestant pays for a call that its user would not write.
    """

    name: str
    asked: str
    judge: Callable[[Any], Any]
    prepare: Callable[[Hands], Any] = field(default=lambda hands: hands.texts)
    rule: str = "riichi"
    form: str = "text"
    """What it is given and asked: verdicts on a "text" or its "own" input one by one, on texts with "melds", or on a
    whole batch of "rows" or "strings"; its "waits", "next" tiles or "distance" from a text."""
    version: str = ""
    flat: Callable[[Any], Iterable[Any]] = _booleans
    """Makes answers, a hand each, of what `judge` gave; not timed."""
    source: str = ""
    """Where another process finds it: the module and the function that yields it, as `module:function`."""
    pure: bool = False
    """Whether it is asked in a process without the C extension."""
    threads: int = 1
    """How many threads it runs in; where there are more than one, the time is a clock's and not the processor's."""

    @property
    def ours(self) -> bool:
        """Whether it is regexhu."""
        return self.name.startswith("regexhu")

    def check(self, hands: Hands, given: Sequence[Any], start: int = 0, stop: int | None = None) -> None:
        """Raise a `WrongAnswerError` with the first hand from start to stop that was answered wrongly, if there is one.

        Where the right answer isn't known (None), the first one that is given counts as right.
        """
        expected = hands.expected[self.rule][start:stop]
        if list(given) == list(expected):
            return
        if len(given) != len(expected):
            raise WrongAnswerError(f"{self.name}: {len(given)} answers for {len(expected)} hands ({hands.name})")
        pairs = list(zip(expected, given, strict=True))
        wrong = [i for i, (right, said) in enumerate(pairs) if right is not None and right != said]
        if wrong:
            right, said = pairs[wrong[0]]
            raise WrongAnswerError(
                f"{self.name}: {len(wrong)} of {len(expected)} {hands.name} hands answered wrongly; the first is "
                f"{hands.texts[start + wrong[0]]}, {_told(right, said, self.rule)}"
            )
        hands.expected[self.rule][start:stop] = given

    def in_chunks(self, n: int) -> Contestant:
        """The same, asked for n hands at a time."""

        def prepare(hands: Hands) -> list[Any]:
            data = self.prepare(hands)
            return [data[start : start + n] for start in range(0, len(data), n)]

        def judge(chunks: list[Any]) -> list[Any]:
            return [self.judge(chunk) for chunk in chunks]

        def flat(answers: list[Any]) -> Iterable[bool]:
            return (answer for chunk in answers for answer in self.flat(chunk))

        return replace(self, judge=judge, prepare=prepare, flat=flat)


def _told(right: Any, said: Any, rule: str) -> str:
    if isinstance(right, bool):
        return f"which {'wins' if right else 'does not win'} by {rule} rules"
    return f"of which it says {said!r} and not {right!r}"


@dataclass
class Times:
    """What one contestant took, in nanoseconds a hand, for each round."""

    rounds: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        """The middle round: neighbours on the machine make single rounds slow, never fast."""
        return median(self.rounds)

    def ratio(self, other: Times) -> float:
        """How many times as long this takes as the other: the median over rounds, so both met the same noise."""
        return median(mine / its for mine, its in zip(self.rounds, other.rounds, strict=True))


def race(contestants: Iterable[Contestant], rounds: Rounds) -> dict[str, Times]:
    """The times of all contestants, by name: in each round all of them judge its hands, one after the other.

    The first round warms up and is not timed. Every round begins with another contestant, so that none always
    follows the same one. Hands that come again in a later round are prepared once, and judged once more just before
    they are timed, so that everybody finds the processor's caches as it left them.
    """
    runners = list(contestants)
    by_name = rounds if isinstance(rounds, Mapping) else {runner.name: rounds for runner in runners}
    times = {runner.name: Times() for runner in runners}
    prepared: dict[str, tuple[Hands, Any]] = {}
    for number in range(min(map(len, by_name.values()))):
        for place in range(len(runners)):
            runner = runners[(place + number) % len(runners)]
            hands = by_name[runner.name][number]
            if runner.name not in prepared or prepared[runner.name][0] is not hands:
                prepared[runner.name] = hands, runner.prepare(hands)
            else:
                runner.judge(prepared[runner.name][1])
            spent, answers = measure(runner, prepared[runner.name][1])
            runner.check(hands, list(runner.flat(answers)))
            if number:
                times[runner.name].rounds.append(spent / len(hands))
    return times


def measure(contestant: Contestant, data: Any) -> tuple[int, Any]:
    """The time of one round and its answers, without the collector, which is left with as little as can be."""
    clock = process_time_ns if contestant.threads == 1 else perf_counter_ns
    gc.collect(0)
    gc.disable()
    try:
        start = clock()
        answers = contestant.judge(data)
        return clock() - start, answers
    finally:
        gc.enable()


def pin() -> int | None:
    """Keep this process, and those it starts, on one core; its number, or None where that can't be asked for."""
    if not hasattr(os, "sched_setaffinity"):
        return None
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return core
