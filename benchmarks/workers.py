"""Contestants in processes of their own.

There none has met a hand through another one, a memory is as old as we say, and the C extension can be left out.
`python -m benchmarks.workers` is such a process: it judges what it is sent, and tells the time and the answers.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import IO, Any

import regexhu.speedups
from benchmarks.hands import Hands
from benchmarks.plan import Plan
from benchmarks.timing import Contestant, Times, WrongAnswerError, measure

PURE = ", pure"
"""Ends the name of a contestant without the C extension."""
TURNS = 4
"""The turns that contestants take on one list of hands, so that all meet the same noise."""


class Worker:
    """A process that judges for one contestant."""

    def __init__(self, contestant: Contestant) -> None:
        paths = [str(Path(__file__).parents[1]), *filter(None, sys.path)]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "REGEXHU_PURE": str(int(contestant.pure))}
        command = [sys.executable, "-m", "benchmarks.workers", contestant.source, contestant.name.removesuffix(PURE)]
        self.contestant = contestant
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        if contestant.threads > 1 and hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(self.process.pid, range(os.cpu_count() or 1))

    def take(self, hands: Hands) -> None:
        """Make ready what the contestant is given for the hands."""
        self._ask("take", hands)

    def judge(self, start: int, stop: int, twice: bool = False) -> tuple[int, list[Any]]:
        """The nanoseconds for those hands, and the answers; `twice`: they are judged once more before, untimed."""
        spent, answers = self._ask("judge", start, stop, twice)
        return spent, answers

    def close(self) -> None:
        """End the process."""
        with contextlib.suppress(BrokenPipeError):
            self.process.communicate()

    def _ask(self, *message: Any) -> Any:
        assert self.process.stdin is not None and self.process.stdout is not None
        try:
            pickle.dump(message, self.process.stdin)
            self.process.stdin.flush()
            return pickle.load(self.process.stdout)
        except (EOFError, BrokenPipeError):
            raise WrongAnswerError(f"{self.contestant.name}: its process ended without an answer") from None


@contextlib.contextmanager
def working(contestants: Sequence[Contestant], hands: Mapping[str, Hands]) -> Iterator[dict[str, Worker]]:
    """A fresh process for each contestant, with its hands."""
    workers: dict[str, Worker] = {}
    try:
        for one in contestants:
            workers[one.name] = Worker(one)
            workers[one.name].take(hands[one.name])
        yield workers
    finally:
        for worker in workers.values():
            worker.close()


def in_both(contestants: Sequence[Contestant]) -> list[Contestant]:
    """Ours with the C extension, where there is one, and without; the others as they are."""
    found: list[Contestant] = []
    for one in contestants:
        if not one.ours or regexhu.speedups.native:
            found.append(one)
    found += [replace(one, name=one.name + PURE, pure=True) for one in contestants if one.ours and one.threads == 1]
    return found


def lap(
    workers: Mapping[str, Worker], hands: Mapping[str, Hands], stretch: tuple[int, int], twice: bool = False
) -> dict[str, float]:
    """Nanoseconds a hand on the hands from start to stop, by name; in turns, or all at once and `twice`."""
    start, stop = stretch
    spent = dict.fromkeys(workers, 0)
    names = list(workers)
    size = stop - start if twice else -(-(stop - start) // TURNS)
    for turn, first in enumerate(range(start, stop, size)):
        last = min(first + size, stop)
        for place in range(len(names)):
            name = names[(place + turn) % len(names)]
            taken, answers = workers[name].judge(first, last, twice)
            workers[name].contestant.check(hands[name], answers, first, last)
            spent[name] += taken
    return {name: total / (stop - start) for name, total in spent.items()}


def laps(
    contestants: Sequence[Contestant], hands: Hands | Mapping[str, Hands], plan: Plan
) -> dict[str, dict[str, Times]]:
    """Times by kind and contestant: on `new` hands, then on all of those `again`, then `small`, on a part of them.

    The plan says how many hands are judged before, untimed, and how often all of it is done, in fresh processes.
    """
    of = hands if isinstance(hands, Mapping) else {one.name: hands for one in contestants}
    stop = min(map(len, of.values()))
    warm = stop - plan.hands
    kinds = {"new": (warm, stop), "again": (warm, stop), "small": (warm, warm + plan.small)}
    times = {kind: {one.name: Times() for one in contestants} for kind in kinds}
    for _ in range(plan.processes):
        with working(contestants, of) as workers:
            lap(workers, of, (0, warm))
            for kind, stretch in kinds.items():
                for _pass in range(1 if kind == "new" else plan.passes):
                    for name, taken in lap(workers, of, stretch, twice=kind == "small").items():
                        times[kind][name].rounds.append(taken)
    return times


def serve(source: str, name: str, asked: IO[bytes], answered: IO[bytes]) -> None:
    """Judge for the contestant of that name, until nothing more is asked."""
    module, _, function = source.partition(":")
    contestant = next(one for one in getattr(import_module(module), function)() if one.name == name)
    data: Any = None
    while True:
        try:
            message = pickle.load(asked)
        except EOFError:
            return
        if message[0] == "take":
            data, reply = contestant.prepare(message[1]), None
        else:
            _, start, stop, twice = message
            if twice:
                contestant.judge(data[start:stop])
            spent, answers = measure(contestant, data[start:stop])
            reply = spent, list(contestant.flat(answers))
        pickle.dump(reply, answered)
        answered.flush()


if __name__ == "__main__":
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as pipe:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        serve(sys.argv[1], sys.argv[2], sys.stdin.buffer, pipe)
