"""Rule sets: a pattern met with the tiles it is played with, its examples, and the regex that judges a hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from copy import copy
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, lru_cache
from math import comb
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from regexhu.automaton import MOST_STATES, Automaton, Nearest, difference
from regexhu.compiled import CompiledRules, sizes_of
from regexhu.conditions import Count, Surplus, Tiles
from regexhu.errors import RuleError, TooManyStates
from regexhu.examples import Example
from regexhu.facts import Switch, WaitsOn, set_switches, switched
from regexhu.flavors import PYTHON, Flavor, flavor_named
from regexhu.groups import GroupClass
from regexhu.hand import Hand, text_of
from regexhu.layout import Form, Layout
from regexhu.pattern import And, Or, Pattern
from regexhu.regextext import Line, Writer
from regexhu.steps import Steps
from regexhu.tiles import ALL, NAMES, TileSet, spelling_named

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from regex import Match
    from regex import Pattern as Compiled

    from regexhu.export import Exported

NO_KEYWORDS: Mapping[str, object] = {}
MATCH_SECONDS = 1.0
"""How long one match may take before it is given up; a shipped rule set needs less than a thousandth of it."""


class RuleSet:
    """Decides which hands win: a pattern over the hand's layouts, played with a set of tiles.

    Every hand is first met with "legal hand": only the rule set's tiles, at most `copies` of each (None: any number).
    `win` may hold several shapes, each with conditions of its own, joined with `|`. `wild` says whether a call may name
    wild kinds, or which kinds are always wild; `wild_copies` is how many tiles of a kind there may be when wild tiles
    stand for some. `spelling` is the one in which hands are matched, `forms` the layouts that are tried where `win` has
    no shape to tell, `most_states` the size at which the automaton is given up.
    """

    def __init__(
        self,
        win: Pattern,
        *,
        tiles: str | Iterable[int] = ALL,
        name: str = "",
        title: str = "",
        source: str = "",
        examples: str = "",
        copies: int | None = 4,
        wild: bool | str = True,
        wild_copies: int | None = 4,
        spelling: str = "glyph",
        forms: Iterable[Form] | None = None,
        most_states: int = MOST_STATES,
    ) -> None:
        if not isinstance(win, Pattern) or isinstance(win, GroupClass):
            raise RuleError(f"a rule set is made of a pattern such as 4 * meld + pair & two_suits, not {win!r}")
        self.win = win
        self.tiles = TileSet.parse(tiles)
        self.name, self.title, self.source = name, title, source
        self.path: Path | None = None
        self.examples = Example.parse_all(examples)
        self.spelling = spelling
        self.most_states = most_states
        self.copies, self.wild_copies = copies, None if copies is None else wild_copies
        self.wild = TileSet.parse(wild) if isinstance(wild, str) else wild
        self._forms = None if forms is None else tuple(forms)
        if not win.shapes and not self._forms:
            raise RuleError(f"{win!r} has no shape: add one, such as 4 * meld + pair")

    def __repr__(self) -> str:
        return f"RuleSet({self.win!r}, tiles={str(self.tiles)!r}, name={self.name!r})"

    @cached_property
    def switches(self) -> dict[str, Switch]:
        """The rule set's switches by name, each with its default or as it has been set."""
        return {leaf.name: leaf for leaf in self.win.leaves if isinstance(leaf, Switch)}

    def switched(self, **on: bool) -> RuleSet:
        """The same rule set with some switches set; a `RuleError` names those that it has."""
        for name in on:
            if name not in self.switches:
                known = ", ".join(self.switches) or "none"
                raise RuleError(f"{self._who} has no switch {name!r}; its switches: {known}")
        changed = self.with_win(set_switches(self.win, on))
        flags = "&".join(name if value else f"{name}=off" for name, value in on.items())
        changed.name = f"{self.name}?{flags}" if flags else self.name
        return changed

    def with_win(self, win: Pattern) -> RuleSet:
        """The same rule set with another pattern."""
        changed = copy(self)
        for cached in [name for name in vars(changed) if isinstance(getattr(RuleSet, name, None), cached_property)]:
            del changed.__dict__[cached]
        changed.win = win
        return changed

    @cached_property
    def played(self) -> Pattern:
        """`win` as it is played: switches decided, and what they leave out left out."""
        return switched(self.win)

    @cached_property
    def forms(self) -> tuple[Form, ...]:
        """The forms of layout that may win."""
        return self._forms or tuple(dict.fromkeys(shape.form for shape in self.played.shapes))

    @property
    def legal(self) -> tuple[Pattern, ...]:
        """What every hand is held to before any rule: the tiles of the game, and how many there are of each."""
        found: list[Pattern] = []
        if self.tiles != ALL:
            found.append(Count(Tiles(~self.tiles), 0, 0, f"only({str(self.tiles)!r})", f"only tiles of {self.tiles}"))
        if self.copies is not None:
            words = "at most four tiles alike" if self.copies == 4 else f"at most {self.copies} tiles alike"
            real = self.wild_copies != self.copies
            found.append(Count(Surplus(self.copies, real), 0, 0, "at_most_four_alike", words))
        return tuple(found)

    @property
    def pattern(self) -> Pattern:
        """The whole rule: legal hand, and `win`."""
        return And.of(*self.legal, self.played)

    def lines(self, spelling: str = "glyph", wild: bool = False, flavor: Flavor = PYTHON) -> Iterator[Line]:
        """The whole regex, a line for each block."""
        writer = Writer(spelling, wild=wild, flavor=flavor)
        yield Line(0, f"^(?={writer.legal})", "a canonical sequence")
        yield from self.pattern.lines(writer, 1)
        if not self.played.shapes:
            yield Line(0, ".*", "whatever its shape")
        yield Line(0, writer.context + flavor.end, "the context")

    def regex(self, spelling: str | None = None, verbose: bool = False, wild: bool = False) -> str:
        """The rule set as one regex over canonical sequences; `verbose` lays it out with a comment for each block.

        It is for the `regex` module (and, in glyph or mpsz spelling, for `re`, but for named groups that repeat).
        With `wild` it reads hands in which wild tiles stand for others. A match captures its groups as `sequence`,
        `triplet`, `kong`, `pair` and `single`.
        """
        lines = list(self.lines(spelling or self.spelling, wild))
        if not verbose:
            return "".join(line.text for line in lines)
        width = min(60, max(len(line.text) for line in lines))
        laid_out = [("  " * line.depth + line.text, line.comment.replace("\n", " ")) for line in lines]
        return "(?x)\n" + "\n".join(f"{text:{width}}  # {comment}" if comment else text for text, comment in laid_out)

    def export(self, flavor: str = "python", spelling: str | None = None, wild: bool = False) -> Exported:
        """The rule set for another regex engine, in a spelling, to be run over canonical sequences.

        `flavor` is python (the regex module), re, pcre2 (Perl and PHP too), javascript, java, dotnet, or re2, which
        serves Go, Rust, Polars and DuckDB too. A hand wins when one of its canonical sequences does, which `normalize`
        spells; with `wild` tiles that wild ones stand for are read, as always where the rule set has wild kinds.

        re2 takes several expressions (`alternatives`), every other engine one (`expression`). Only python and dotnet
        capture groups, only python takes `matches`, and re2 no article spelling: a `RuleError` names the block that
        an engine has no way to say. `limits` says what to know of each.

        >>> from regexhu import load, normalize
        >>> exported = load("standard").export("re", "mpsz")
        >>> import re
        >>> [bool(re.match(exported.expression, sequence)) for sequence in normalize("123m456p789s11122z", "mpsz")]
        [True]
        """
        from regexhu.export import exported

        return exported(self, flavor_named(flavor), spelling or self.spelling, wild or isinstance(self.wild, TileSet))

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
                raise RuleError(f"{self._who} has to know {keyword}: give {_ASKED[keyword]}")
        if judged.wild and self.wild is False:
            raise RuleError(f"{self._who} is played without wild tiles: leave out wild={str(judged.wild)!r}")
        return judged

    def sequence(self, hand: Hand, layout: Layout) -> str:
        """The canonical sequence of a layout in the rule set's spelling, with the waits where it asks for them."""
        spelling = spelling_named(self.spelling)
        waits = [kind for fact in self.compiled.facts if isinstance(fact, WaitsOn) for kind in fact.waits(hand)]
        tail = "".join(spelling.tiles[kind] for kind in sorted(set(waits)))
        return hand.sequence(layout, spelling) + (f"@waits-{tail}" if tail else "")

    def check_tiles_suffice(self) -> None:
        """Raise a `RuleError` where the rule set asks for more than a hand's tiles and melds."""
        if self.needs:
            raise RuleError(
                f"{self._who} has to know {' and '.join(sorted(self.needs))}, so it judges hands one by one"
            )

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
            taken = ALL
            for part in branch.parts if isinstance(branch, And) else ():
                if isinstance(part, Count) and isinstance(part.of, Tiles) and part.most == 0:
                    taken -= part.of.tiles
            for shape in branch.shapes:
                found[shape.form] = found.get(shape.form, TileSet()) | (shape.tiles & taken)
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
        return next((layout for layout in layouts if fits(expression, self.sequence(hand, layout))), None)

    def is_win(self, hand: str | Hand, engine: str = "auto", **asked: object) -> bool:
        """Whether the hand wins.

        `engine` is `regex`, `automaton` (a `RuleError` where the rule set doesn't compile), or `auto`: the automaton
        where there is one. Both give the same verdicts.

        >>> from regexhu import load
        >>> load("harbin").is_win("111s345s55s567s222m")
        True
        """
        if not asked and engine == "auto":
            won = self.remembered(hand)
            if won is not None:
                return won
        return self._judge(hand, engine, asked)

    @cached_property
    def _plain(self) -> Steps | None:
        """What judges texts that are nothing but tiles, where the rule set asks for no more."""
        return None if isinstance(self.wild, TileSet) else self.compiled.plain

    @cached_property
    def remembered(self) -> Callable[[object], bool | None]:
        """The verdict on a plain text whose steps are all remembered; None for any other hand."""
        return self._plain.remembered if self._plain else lambda hand: None

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

    def asked_by(self, example: Example) -> tuple[RuleSet, dict[str, object]]:
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
            from regexhu import many
        except ModuleNotFoundError as error:
            if error.name != "numpy":
                raise
            raise RuleError("judging many hands at once needs NumPy: pip install 'regexhu[numpy]'") from None
        if errors not in ("raise", "false"):
            raise ValueError(f"errors is raise or false, not {errors!r}")
        return many.match(self, hands, errors == "raise")

    # --- answers about all hands

    @cached_property
    def compiled(self) -> CompiledRules:
        """The rule set compiled, as far as it has been asked."""
        return CompiledRules(self.pattern, self.most_states)

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The numbers of tiles that a winning hand may have, in ascending order."""
        return sizes_of(self.forms)

    def automaton(self, tiles: int | None = None, **asked: object) -> Automaton:
        """The minimal automaton of the concealed hands of so many tiles (the fewest that can win) that win.

        A rule set that asks for more than tiles has to be given it here (`self_draw=True`); wild tiles are left out.
        """
        given = self.met("", asked)
        return self.compiled.automaton(self.sizes[0] if tiles is None else tiles, given=given)

    def count(self, tiles: int | None = None, weighted: bool = False, **asked: object) -> int:
        """How many distinct concealed hands of so many tiles win; weighted, how many sets of physical tiles.

        >>> from regexhu import load
        >>> load("standard").count(tiles=14), load("standard").count(tiles=14, weighted=True)
        (11498658, 11353128141498)
        """
        return self.automaton(tiles, **asked).count(weighted)

    def probability(self, tiles: int | None = None, **asked: object) -> Fraction:
        """The chance that so many tiles, dealt from the rule set's own, are a winning hand."""
        dealt = self.sizes[0] if tiles is None else tiles
        return Fraction(self.count(dealt, weighted=True, **asked), comb(4 * len(self.tiles), dealt))

    def hands(self, tiles: int | None = None, **asked: object) -> Iterator[str]:
        """Every winning concealed hand of so many tiles as MPSZ text, lazily, those with more low tiles first."""
        return map(text_of, self.automaton(tiles, **asked).hands())

    def sample(self, k: int = 1, *, seed: int | None = None, tiles: int | None = None, **asked: object) -> list[str]:
        """`k` winning concealed hands, each drawn from all with the same chance; the same seed gives the same hands.

        >>> from regexhu import load
        >>> load("harbin").is_win(load("harbin").sample(1, seed=7)[0])
        True
        """
        automaton, random = self.automaton(tiles, **asked), Random(seed)
        if automaton.is_empty():
            raise RuleError(f"{self._who} wins no hand of that size, so there is none to sample")
        return [text_of(automaton.sample(random)) for _ in range(k)]

    def is_empty(self, **asked: object) -> bool:
        """Whether no concealed hand of any size wins."""
        return all(self.automaton(tiles, **asked).is_empty() for tiles in self.sizes)

    def equivalent(self, other: RuleSet, **asked: object) -> bool:
        """Whether both rule sets win the same concealed hands, of every size."""
        found = self.difference(other, None, **asked)
        return not found.only_first and not found.only_second

    def difference(self, other: RuleSet, tiles: int | None = None, **asked: object) -> Difference:
        """What only this and what only the other rule set wins among concealed hands, of one size or of every size.

        >>> from regexhu import load
        >>> load("standard").difference(load("riichi"), tiles=14)
        Difference(only_first=0, only_second=5374961, first_witness=None, second_witness='11223344557788m')
        """
        sizes = sorted({*self.sizes, *other.sizes}) if tiles is None else [tiles]
        found = [difference(self.automaton(size, **asked), other.automaton(size, **asked)) for size in sizes]
        witnesses = [
            next((w for w in side if w is not None), None) for side in zip(*(d[2:] for d in found), strict=True)
        ]
        first, second = (text_of(witness) if witness else None for witness in witnesses)
        return Difference(sum(d.only_first for d in found), sum(d.only_second for d in found), first, second)

    def nearest(self, hand: str | Hand, **asked: object) -> Nearest:
        """How far a hand is from winning, what brings it nearer, and a nearest win; melds stay as they are declared."""
        judged = self.met(hand, asked)
        if judged.wilds:
            raise RuleError("how near a hand is can't be told with wild tiles in it: leave out wild")
        melded = Counter(tile for group in judged.declared for tile in group.tiles)
        free = [4 - melded[kind] for kind in range(34)]
        for tiles in self.sizes:
            if tiles >= judged.size:
                found = self.compiled.automaton(tiles, judged.declared, judged).nearest(judged.counts, free)
                if found.distance is not None:
                    return found
        raise RuleError(f"{self._who} wins no hand of {judged.size} tiles or more beside these melds")

    def distance(self, hand: str | Hand, **asked: object) -> int:
        """The fewest tiles of the concealed part to exchange, or to draw where it is short, until the hand wins.

        0 is a win; for `riichi` it is shanten and one more.

        >>> from regexhu import load
        >>> load("riichi").distance("123m456p789s1122z"), load("riichi").distance("123m456p789s11222z")
        (1, 0)
        """
        distance = self.nearest(hand, **asked).distance
        assert distance is not None
        return distance

    def next_tiles(self, hand: str | Hand, **asked: object) -> dict[str, int]:
        """The draws that bring the hand nearer to a win, and how many copies of each it doesn't hold itself.

        >>> from regexhu import load
        >>> load("riichi").next_tiles("123m456p789s1122z")
        {'1z': 2, '2z': 2}
        """
        judged = Hand.of(hand, **asked)
        held = Counter(tile for group in judged.declared for tile in group.tiles)
        nearer = self.nearest(judged).nearer
        return {NAMES[kind]: 4 - held[kind] - judged.counts[kind] for kind in nearer}

    @property
    def _who(self) -> str:
        return f"rule set {self.name}" if self.name else "the rule set"


class Difference(NamedTuple):
    """Hands that only the first rule set wins, and only the second: how many, and the smallest of each as MPSZ text."""

    only_first: int
    only_second: int
    first_witness: str | None
    second_witness: str | None


_ASKED = {
    "winning_tile": "winning_tile='5p', or write it last and apart: 123m44p5p",
    "self_draw": "self_draw=True or self_draw=False",
    "ready": "ready=True or ready=False",
    "wild": "the kinds that are wild in this deal, such as wild='1z2z', or wild='' for none",
    "forbidden": "the kinds that may not be in a winning hand in this deal, such as forbidden='1z5z7z'",
}


@lru_cache(maxsize=256)
def compiled(text: str) -> Compiled[str]:
    """The expression compiled; kept, up to a number."""
    import regex

    return regex.compile(text)


def fits(expression: Compiled[str], sequence: str) -> Match[str] | None:
    """The match of the whole sequence, or None; a `RuleError` if it takes longer than `MATCH_SECONDS`."""
    try:
        return expression.fullmatch(sequence, timeout=MATCH_SECONDS)
    except TimeoutError:
        raise RuleError(
            f"a match took longer than {MATCH_SECONDS} s and was given up: a regex of your own in matches(…) "
            "backtracks; make its walks deterministic, or leave it to blocks"
        ) from None
