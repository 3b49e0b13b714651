"""How a rule set judges: what it has to know of a hand, and its verdict by either engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Self

from regexhu.automaton.compiled import CompiledRules, sizes_of
from regexhu.automaton.suit_cache import Steps
from regexhu.errors import RuleError, TooManyStates
from regexhu.expression.matching import compiled, fits
from regexhu.hands.hand import Hand
from regexhu.hands.layout import Form, Layout
from regexhu.hands.tiles import ALL, NAMES, TileSet, spelling_named
from regexhu.rules.definition import Definition, taken_by
from regexhu.rules.examples import Example
from regexhu.syntax.facts import WaitsOn
from regexhu.syntax.tree import Or

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from regex import Pattern as Compiled


NO_KEYWORDS: Mapping[str, object] = {}


class Judge(Definition):
    """A rule set as a judge of hands: the regex engine and the automaton give the same verdicts."""

    @cached_property
    def compiled(self) -> CompiledRules:
        """The rule set compiled, as far as it has been asked."""
        return CompiledRules(self.pattern, self.most_states)

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The numbers of tiles that a winning hand may have, in ascending order."""
        return sizes_of(self.forms)

    @cached_property
    def needs(self) -> frozenset[str]:
        """The keywords that a hand has to come with to be judged: `winning_tile`, `self_draw`, `ready`, `wild` …"""
        asked = {keyword for fact in self.compiled.facts for keyword in fact.asks.split()}
        if self.compiled.asks_who_won:
            asked.add("winning_tile")
        return frozenset(asked - {"wild"} if isinstance(self.wild, TileSet) else asked)

    def met(self, hand: str | Hand, asked: Mapping[str, object] = NO_KEYWORDS) -> Hand:
        """The hand as this rule set meets it: with its fixed wild kinds, and all that it has to know of a hand.

        A `RuleError` names what was not given.
        """
        judged = Hand.of(hand, **asked)
        if isinstance(self.wild, TileSet) and judged.wild is None:
            judged = replace(judged, wild=self.wild)
        for keyword in sorted(self.needs):
            if getattr(judged, keyword) is None:
                raise RuleError(f"{self.who} has to know {keyword}: give {_ASKED[keyword]}")
        if judged.wild and self.wild is False:
            raise RuleError(f"{self.who} is played without wild tiles: leave out wild={str(judged.wild)!r}")
        return judged

    def sequence(self, hand: Hand, layout: Layout) -> str:
        """The canonical sequence of a layout in the rule set's spelling, with the waits where it asks for them."""
        return hand.sequence(layout, spelling_named(self.spelling)) + self._waits_of(hand)

    def _waits_of(self, hand: Hand) -> str:
        """The word of the context that names the hand's waits, the same for all its layouts."""
        waits = {kind for fact in self.compiled.facts if isinstance(fact, WaitsOn) for kind in fact.waits(hand)}
        tiles = spelling_named(self.spelling).tiles
        return f"@waits-{''.join(tiles[kind] for kind in sorted(waits))}" if waits else ""

    def check_tiles_suffice(self) -> None:
        """Raise a `RuleError` where the rule set asks for more than a hand's tiles and melds."""
        if isinstance(self.wild, TileSet):
            raise RuleError(f"{self.who} has wild tiles, so it judges hands one by one")
        if self.needs:
            raise RuleError(f"{self.who} has to know {' and '.join(sorted(self.needs))}, so it judges hands one by one")

    # --- verdicts

    @cached_property
    def _expression(self) -> Compiled[str]:
        return compiled(self.regex())

    @cached_property
    def _wild_expression(self) -> Compiled[str]:
        return compiled(self.regex(wild=True))

    @cached_property
    def _tiles_of(self) -> dict[Form, TileSet]:
        """For each form, the tiles that some branch of it takes: a hand with others need not be laid out."""
        found: dict[Form, TileSet] = {}
        for branch in self.played.parts if isinstance(self.played, Or) else (self.played,):
            for shape in branch.shapes:
                found[shape.form] = found.get(shape.form, TileSet()) | (shape.tiles & taken_by(branch))
        return found

    def is_overfull(self, hand: Hand) -> bool:
        """Whether the hand has more tiles of a wild kind than there are, which its layouts don't show."""
        return bool(hand.wild) and self.copies is not None and hand.wild_alike > self.copies

    def winning_layout(self, hand: Hand) -> Layout | None:
        """The first layout of the hand that wins by the regex, or None."""
        if self.is_overfull(hand):
            return None
        expression = self._wild_expression if hand.wilds else self._expression
        layouts = (layout for form in self.forms for layout in hand.layouts(form, self._tiles_of.get(form, ALL)))
        spelling, waits = spelling_named(self.spelling), None
        for layout in layouts:
            waits = self._waits_of(hand) if waits is None else waits
            if fits(expression, hand.sequence(layout, spelling) + waits):
                return layout
        return None

    def is_win(self, hand: str | Hand, engine: str = "auto", **asked: object) -> bool:
        """Whether the hand wins.

        `engine` is `regex`, `automaton` (a `RuleError` where the rule set doesn't compile), or `auto`: the automaton
        where there is one. Both give the same verdicts.

        >>> from regexhu import load
        >>> load("harbin").is_win("111s345s55s567s222m")
        True
        """
        if not asked and engine == "auto":
            # Split here and looked up in plain dictionaries: half of a verdict's time would go into calling.
            text: Any = hand
            try:
                m, found, rest = text.partition("m")
                if not found:
                    m, rest = "m", text
                p, found, left = rest.partition("p")
                if not found:
                    p, left = "p", rest
                s, found, honours = left.partition("s")
                if not found:
                    s, honours = "s", left
                return self._first[m][p][s][honours]  # type: ignore[no-any-return]
            except (KeyError, AttributeError, TypeError):
                pass
        return self._judge(hand, engine, asked)

    @cached_property
    def _plain(self) -> Steps | None:
        """What judges texts that are nothing but tiles, where the rule set asks for no more."""
        return None if isinstance(self.wild, TileSet) else self.compiled.plain

    @cached_property
    def _first(self) -> dict[str, Any]:
        """Where the remembered steps of plain texts begin; empty where the rule set asks for more than tiles."""
        return self._plain.first if self._plain else {}

    def _judge(self, hand: str | Hand, engine: str, asked: dict[str, object]) -> bool:
        if self._plain and isinstance(hand, str) and not asked and engine in ("auto", "automaton"):
            with suppress(TooManyStates):
                won = self._plain.read(hand)
                if won is not None:
                    return won
        judged = self.met(hand, asked)
        if engine == "regex":
            return self.winning_layout(judged) is not None
        if engine not in ("auto", "automaton"):
            raise ValueError(f"engine is one of auto, regex, automaton, not {engine!r}")
        try:
            if self.compiled.refusal:
                raise self.compiled.refusal
            if judged.size > self.sizes[-1] or self.is_overfull(judged):
                return False
            return self.compiled.is_win(judged)
        except RuleError:
            if engine == "automaton":
                raise
        return self.winning_layout(judged) is not None

    def reading(self, hand: Hand) -> Layout | None:
        """A layout in which the hand wins, or None; the automaton finds it where the rule set compiles."""
        if self.compiled.refusal or hand.size > self.sizes[-1] or self.is_overfull(hand):
            return self.winning_layout(hand)
        found = self.compiled.reading(hand)
        if found is None or any(group.won is not None for group in found):
            return found
        return next(hand.completing(found), found)

    def example_wins(self, example: Example, engine: str = "auto") -> bool:
        """The verdict on an example line, with the switches that it sets."""
        played, asked = self.asked_by(example)
        return played.is_win(example.hand, engine, **asked)

    def asked_by(self, example: Example) -> tuple[Self, dict[str, object]]:
        """The rule set with the switches that an example line sets, and the line's other keywords."""
        on = {name: value is True for name, value in example.asked.items() if name in self.switches}
        asked: dict[str, object] = {name: value for name, value in example.asked.items() if name not in on}
        return self.switched(**on) if on else self, asked

    def waits(self, hand: str | Hand, **asked: object) -> tuple[int, ...]:
        """The kinds that complete a hand which is one tile short; never one that it holds four times."""
        short = Hand.of(hand, **asked)
        held = Counter(tile for group in short.declared for tile in group.tiles)
        kinds = (kind for kind in range(34) if held[kind] + short.counts[kind] < 4)
        return tuple(kind for kind in kinds if self.is_win(short.drawing(NAMES[kind])))

    def match_many(self, hands: Any, errors: Literal["raise", "false"] = "raise") -> NDArray[np.bool_]:
        """The verdicts on many hands, as a boolean array: from counts, or from MPSZ texts. Needs NumPy.

        `hands` is an N × 34 array of whole numbers, one column for each kind, or a list, NumPy array or Arrow column
        of texts. Work goes in blocks, so memory stays bounded. A text that breaks the notation is a `NotationError`
        with its `row`, or with `errors="false"` a lost hand. Texts with melds or blanks are judged one by one.

        >>> from regexhu import load
        >>> load("riichi").match_many(["123m456p789s11122z", "123m456p789s1112z"]).tolist()
        [True, False]
        """
        try:
            from regexhu.rules import many
        except ModuleNotFoundError as error:
            if error.name != "numpy":
                raise
            raise RuleError("judging many hands at once needs NumPy: pip install 'regexhu[numpy]'") from None
        if errors not in ("raise", "false"):
            raise ValueError(f"errors is raise or false, not {errors!r}")
        return many.match(self, hands, errors == "raise")


_ASKED = {
    "winning_tile": "winning_tile='5p', or write it last and apart: 123m44p5p",
    "self_draw": "self_draw=True or self_draw=False",
    "ready": "ready=True or ready=False",
    "wild": "the kinds that are wild in this deal, such as wild='1z2z', or wild='' for none",
    "forbidden": "the kinds that may not be in a winning hand in this deal, such as forbidden='1z5z7z'",
}
