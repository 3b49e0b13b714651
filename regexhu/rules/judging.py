"""Single verdicts of a rule set: on text as far as that goes, else on the hand that it is read as.

Where the C extension runs, its judge answers what it has been taught here: the states that hands have met, and what the
keywords of a call mean. It asks here for everything else.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from inspect import getattr_static
from types import MethodType
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec

from regexhu.automaton.engine import AutomatonEngine
from regexhu.errors import TooManyStates
from regexhu.expression.engine import RegexEngine
from regexhu.hands.hand import Hand
from regexhu.hands.layout import Layout
from regexhu.hands.tiles import INDEX, NAMES, TileSet
from regexhu.rules.context import check_one_of
from regexhu.speedups import native
from regexhu.syntax.reads import Reads, is_told, reads

if TYPE_CHECKING:
    from regexhu._speedups import Judge

P = ParamSpec("P")
ENGINES = ("auto", "regex", "automaton")
NO_TILES = TileSet()
NOT_READ, OFF_THE_TEXT = -2, -1
"""What a judge is told of the winning tile where it is no kind."""


class Judging:
    """The verdicts of both engines. `meet` makes of a hand and keywords a hand that tells all that the rules ask.

    `first` is where texts that are nothing but tiles begin, see `automaton.texts`; empty where the rule set asks for
    more, or `takes_text` says that it does. `fallback` is what the judge in C asks.
    """

    def __init__(
        self,
        regex: RegexEngine,
        automaton: AutomatonEngine,
        meet: Callable[[str | Hand, Mapping[str, object]], Hand],
        takes_text: bool,
        fallback: Callable[..., bool],
    ) -> None:
        self._regex, self._automaton, self._meet = regex, automaton, meet
        self._texts = automaton.texts if takes_text and native is None else None
        self.first: Mapping[Any, Any] = self._texts.first if self._texts else {}
        self._fallback = fallback

    def is_win(self, hand: str | Hand, engine: str, asked: Mapping[str, object]) -> bool:
        """Whether the hand wins."""
        check_one_of("engine", engine, ENGINES)
        if engine == "regex":
            return self._regex.is_win(self._meet(hand, asked))
        if engine == "automaton":
            return self._automaton.is_win(self._meet(hand, asked))
        try:
            if self._texts and not asked and isinstance(hand, str):
                won = self._texts.read(hand)
                if won is not None:
                    return won
            met = self._meet(hand, asked)
            if not self._automaton.refusal:
                won = self._automaton.is_win(met)
                if self.judge and isinstance(hand, str):
                    self._teach(self.judge, met, asked)
                return won
        except TooManyStates:
            met = self._meet(hand, asked)
        return self._regex.is_win(met)

    def layout(self, hand: Hand) -> Layout | None:
        """A layout in which the hand wins, or None; the automaton finds it where the rule set compiles."""
        if not self._automaton.refusal:
            with suppress(TooManyStates):
                return self._automaton.layout(hand)
        return self._regex.layout(hand)

    def waits_on_text(self, text: str | Hand, asked: Mapping[str, Any]) -> list[str] | None:
        """The kinds that make a hand win when they are drawn; None where the judge in C doesn't know them."""
        left = self.judge.waits(text, **asked) if self.judge else None
        if left is None:
            return None
        found = []
        while left:
            found.append(NAMES[(left & -left).bit_length() - 1])
            left &= left - 1
        return found

    def waits(self, short: Hand, names: Sequence[str], asked: Mapping[str, object] | None = None) -> list[str]:
        """Those of the kinds that make a hand win when they are drawn.

        Where the hand was a text, `asked` are the keywords that came with it: the judge learns what they mean.
        """
        if not self._automaton.refusal and names:
            first = self._meet(short.drawing(names[0]), {})
            others = () if self._automaton.tells_alike(first) else names[1:]
            drawn = [first, *(self._meet(short.drawing(name), {}) for name in others)]
            with suppress(TooManyStates):
                kinds = [INDEX[name] for name in names]
                found = self._automaton.waits(first.without_winning_tile(), kinds, drawn)
                if self.judge and asked is not None:
                    for hand in drawn:
                        self._teach(self.judge, hand, asked)
                return [NAMES[kind] for kind in found]
        return [name for name in names if self._regex.is_win(self._meet(short.drawing(name), {}))]

    # --- the judge in C

    @cached_property
    def judge(self) -> Judge | None:
        """What judges texts in C, and asks here what it doesn't know; None where it can't or doesn't run."""
        if native is None or self._automaton.refusal:
            return None
        states = self._automaton.states
        letters = states.letters
        judge: Judge = native.Judge(self._fallback, letters.real, letters.own, letters.marks, letters.real)
        self._contexts: dict[tuple[object, ...] | None, int] = {}
        with states.lock:
            states.teach, states.forget = judge.teach, partial(self._forget, judge)
            self._teach_all(judge)
        return judge

    def _forget(self, judge: Judge) -> None:
        self._contexts.clear()
        judge.forget()

    def _teach_all(self, judge: Judge) -> None:
        """Teach the judge, which knows of nothing, the cells that are known."""
        for cell in self._automaton.states.cells():
            judge.teach(*cell)

    def _teach(self, judge: Judge, hand: Hand, asked: Mapping[str, object]) -> None:
        """Teach the judge what such a call means, and in which state the word of such a hand begins."""
        engine = self._automaton
        facts = [fact for fact in engine.facts if not is_told(fact)]
        tests = [reads(fact, hand.wild or NO_TILES, hand.forbidden or NO_TILES) for fact in facts]
        word = engine.word_of(hand)
        if None in tests or word is None:
            return
        with engine.states.lock:
            context = self._context(judge, hand, asked, [test for test in tests if test is not None])
            bits = sum(
                (fact.known(hand) is test.holds) << place
                for place, (fact, test) in enumerate(zip(facts, tests, strict=True))
                if test is not None
            )
            winner = -1 if word.winner is None else word.winner
            judge.teach_root(context, word.size, word.wilds, bits, winner, engine.root_of(hand, word))

    def _context(self, judge: Judge, hand: Hand, asked: Mapping[str, object], tests: list[Reads]) -> int:
        """The judge's number for what such a call tells."""
        key = (tuple(asked), *asked.values()) if asked else None
        if key not in self._contexts:
            told = asked.get("winning_tile") is not None
            winner = hand.won if told else OFF_THE_TEXT if self._automaton.reads_winner else NOT_READ
            masks = [(_bits(test.concealed), _bits(test.claimed), _bits(test.kong), _bits(test.won)) for test in tests]
            wild = _bits(hand.wild or NO_TILES)
            number = judge.teach_context(key, wild, winner, masks)
            if number < 0:
                self._forget(judge)
                self._teach_all(judge)
                number = judge.teach_context(key, wild, winner, masks)
            self._contexts[key] = number
        return self._contexts[key]


class judged(Generic[P]):  # noqa: N801
    """A method of a rule set that gives verdicts: where the C extension runs, a judge that falls back on it."""

    def __init__(self, method: Callable[Concatenate[Any, P], bool]) -> None:
        self._method = method
        self.__name__, self.__doc__, self.__module__ = method.__name__, method.__doc__, method.__module__

    def __get__(self, rules: Any, owner: type | None = None) -> Callable[P, bool]:
        if rules is None:
            return self._method  # type: ignore[return-value]
        method: Callable[P, bool] = MethodType(self._method, rules)
        if getattr_static(type(rules), self.__name__) is not self:
            return method
        found: Callable[P, bool] = rules.judging.judge or method
        return rules.__dict__.setdefault(self.__name__, found)  # type: ignore[no-any-return]


def _method_of(judge: Judge) -> tuple[Callable[..., object], tuple[object, ...]]:
    """How a judge is copied and pickled: as what the rule set has by that name, wherever it is loaded."""
    method = judge.fallback
    return getattr, (method.__self__, method.__name__)  # type: ignore[attr-defined]


if native is not None:
    copyreg.pickle(native.Judge, _method_of)


def _bits(kinds: TileSet) -> int:
    return sum(1 << kind for kind in kinds)
