"""Rule sets: what one says, and what it answers about a hand and about all hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, partial
from itertools import islice
from pathlib import Path
from types import MethodType
from typing import TYPE_CHECKING, Any, Literal

from regexhu.automaton.engine import MOST_STATES, AutomatonEngine
from regexhu.errors import TooManyStates
from regexhu.expression.engine import RegexEngine, tiles_taken
from regexhu.expression.lines import joined, laid_out, rule_lines
from regexhu.hands.hand import Hand
from regexhu.hands.layout import Form, Layout
from regexhu.hands.tiles import ALL, TileSet
from regexhu.regextext.flavors import flavor_named
from regexhu.rules import answers, context
from regexhu.rules.answers import Asked, Difference
from regexhu.rules.examples import Example
from regexhu.rules.judging import Judging, judged
from regexhu.rules.legal import check_keywords, check_win, legal
from regexhu.rules.waits import check_size, drawn, is_one_short, may_hold_kongs
from regexhu.syntax.facts import Switch, events_in, set_switches, switched, switches_in
from regexhu.syntax.tree import And, Pattern

if TYPE_CHECKING:
    from fractions import Fraction

    from regexhu.automaton.concealed import Automaton, Nearest
    from regexhu.automaton.tables import Verdicts
    from regexhu.expression.export import Exported
    from regexhu.rules.table import Table


class RuleSet:
    """Decides which hands win: a pattern over a hand's layouts, and the tiles that it is played with.

    Every hand is first met with "legal hand": only the rule set's tiles, at most `copies` of each (None: any number).
    `win` may hold several shapes, each with conditions of its own, joined with `|`. `wild` says whether a call may name
    wild kinds, or which kinds are always wild; `wild_copies` is how many tiles of a kind there may be when wild tiles
    stand for some of them (any number, where `copies` is None). `spelling` is the one in which hands are matched,
    `forms` the layouts that are tried where `win` has no shape to tell, `most_states` the size at which the automaton
    is given up. A rule set doesn't change.
    """

    def __init__(
        self,
        win: Pattern,
        *,
        tiles: str | Iterable[int] = ALL,
        name: str = "",
        title: str = "",
        source: str = "",
        examples: str | tuple[Example, ...] = "",
        copies: int | None = 4,
        wild: bool | str | TileSet = True,
        wild_copies: int | None = 4,
        spelling: str = "glyph",
        forms: Iterable[Form] | None = None,
        most_states: int = MOST_STATES,
        path: Path | None = None,
    ) -> None:
        said: dict[str, Any] = {keyword: value for keyword, value in locals().items() if keyword != "self"}
        self._forms = check_win(win, forms)
        check_keywords(copies, wild_copies, wild, spelling, most_states)
        self.win = win
        self.tiles = TileSet.parse(tiles)
        self.name, self.title, self.source, self.path = name, title, source, path
        self.examples = Example.parse_all(examples) if isinstance(examples, str) else examples
        self.copies, self.wild_copies = copies, None if copies is None else wild_copies
        self.wild = TileSet.parse(wild) if isinstance(wild, str) else wild
        self.spelling, self.most_states = spelling, most_states
        said |= {"tiles": self.tiles, "examples": self.examples, "wild": self.wild, "forms": self._forms}
        self._said = said

    def with_(self, **changes: Any) -> RuleSet:
        """The same rule set with some of its keywords, or `win`, changed."""
        return RuleSet(**{**self._said, **changes})

    def __reduce__(self) -> tuple[object, ...]:
        return partial(RuleSet, **self._said), ()

    def __repr__(self) -> str:
        return f"RuleSet({self.win!r}, tiles={str(self.tiles)!r}, name={self.name!r})"

    @property
    def who(self) -> str:
        """The rule set as messages name it."""
        return f"rule set {self.name}" if self.name else "the rule set"

    @cached_property
    def switches(self) -> dict[str, Switch]:
        """The rule set's switches by name, each with its default or as it has been set."""
        return switches_in(self.win)

    def switched(self, **on: bool) -> RuleSet:
        """The same rule set with some switches set; a `RuleError` names those that it has."""
        context.check_switches(self.who, self.switches, on)
        if not on:
            return self
        flags = "&".join(name if value else f"{name}=off" for name, value in on.items())
        return self.with_(win=set_switches(self.win, on), name=f"{self.name}?{flags}")

    @cached_property
    def played(self) -> Pattern:
        """`win` as it is played: switches decided, and what they leave out left out."""
        return switched(self.win)

    @cached_property
    def forms(self) -> tuple[Form, ...]:
        """The forms of layout that may win."""
        return self._forms or tuple(dict.fromkeys(shape.form for shape in self.played.shapes))

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The numbers of tiles that a winning hand may have, in ascending order: one more for each kong."""
        return tuple(sorted({form.size + kongs for form in self.forms for kongs in range(form.melds + 1)}))

    @property
    def dealt(self) -> TileSet:
        """The kinds of the game: its tiles, without those that the rule, as its switches stand, allows in no hand."""
        return self.tiles & tiles_taken(self.played)

    @property
    def legal(self) -> tuple[Pattern, ...]:
        """What every hand is held to before any rule: the tiles of the game, and how many there are of each."""
        return legal(self.tiles, self.copies, self.copies if self.wild is False else self.wild_copies)

    @cached_property
    def pattern(self) -> Pattern:
        """The whole rule: legal hand, and `win`."""
        return And.of(*self.legal, self.played)

    def regex(self, spelling: str | None = None, verbose: bool = False, wild: bool = False) -> str:
        """The rule set as one regex over canonical sequences; `verbose` lays it out with a comment for each block.

        It is for the `regex` module (and, in glyph or mpsz spelling, for `re`, but for named groups that repeat).
        With `wild` it reads hands in which wild tiles stand for others. A match captures its groups as `sequence`,
        `triplet`, `kong`, `pair` and `single`.
        """
        return (laid_out if verbose else joined)(rule_lines(self.pattern, spelling or self.spelling, wild))

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
        reads_wild = wild or isinstance(self.wild, TileSet)
        from regexhu.expression.export import export

        return export(self.pattern, flavor_named(flavor), spelling or self.spelling, reads_wild, self.title)

    def example_wins(self, example: Example, engine: str = "auto") -> bool:
        """The verdict on an example line, with the switches that it sets."""
        played, asked = self.asked_by(example)
        return played.is_win(example.hand, engine, **asked)

    def asked_by(self, example: Example) -> tuple[RuleSet, dict[str, object]]:
        """The rule set with the switches that an example line sets, and the line's other keywords."""
        on: dict[str, Any] = {name: value for name, value in example.asked.items() if name in self.switches}
        asked: dict[str, object] = {name: value for name, value in example.asked.items() if name not in on}
        return self.switched(**on), asked

    @cached_property
    def regex_engine(self) -> RegexEngine:
        """The rule as one expression, matched against a hand's canonical sequences."""
        return RegexEngine(self.pattern, self.forms, self.spelling, self.copies)

    @cached_property
    def automaton_engine(self) -> AutomatonEngine:
        """The rule compiled, as far as it has been asked."""
        return AutomatonEngine(self.pattern, max(self.sizes, default=0), self.copies, self.most_states)

    @cached_property
    def needs(self) -> frozenset[str]:
        """The keywords that a hand has to come with to be judged: `winning_tile`, `self_draw`, `ready`, `wild` …"""
        return context.needs_of(self.automaton_engine, isinstance(self.wild, TileSet))

    @cached_property
    def events(self) -> tuple[str, ...]:
        """The events that it tells from others, or from none; a call may name any usual one beside them."""
        return events_in(self.win)

    def meet(self, hand: str | Hand, asked: Mapping[str, object] | None = None, of_all: bool = False) -> Hand:
        """The hand as this rule set meets it: with its fixed wild kinds, and all that it has to know of a hand.

        A `RuleError` names what was not given; the winning tile is not asked for where all hands are met (`of_all`).
        """
        judged = Hand.of(hand, **asked or {})
        if isinstance(self.wild, TileSet) and judged.wild is None:
            judged = Hand.of(judged, wild=self.wild)
        needs = self.needs - {"winning_tile"} if of_all else self.needs
        context.check_told(self.who, judged, needs, self.events, self.wild is not False)
        return judged

    @judged
    def is_win(self, /, hand: str | Hand, engine: str = "auto", **asked: object) -> bool:
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
            except TooManyStates:
                return self.regex_engine.is_win(self.meet(hand))
        return self.judging.is_win(hand, engine, asked)

    @cached_property
    def judging(self) -> Judging:
        """What gives single verdicts."""
        takes_text = not isinstance(self.wild, TileSet)
        fallback: Any = MethodType(RuleSet.is_win, self)
        return Judging(self.regex_engine, self.automaton_engine, self.meet, takes_text, fallback)

    @cached_property
    def _first(self) -> Mapping[Any, Any]:
        return self.judging.first

    def layout(self, hand: Hand) -> Layout | None:
        """A layout in which the hand wins, or None; the automaton finds it where the rule set compiles."""
        return self.judging.layout(hand)

    def waits(self, hand: str | Hand, **asked: object) -> list[str]:
        """The kinds that complete a hand which is one tile short, in MPSZ order; none that it holds every copy of.

        >>> from regexhu import load
        >>> load("standard").waits("1112345678999m")
        ['1m', '2m', '3m', '4m', '5m', '6m', '7m', '8m', '9m']
        """
        context.check_no_winner("each tile that is drawn is the winning one in turn", asked)
        found = self.judging.waits_on_text(hand, asked)
        if found or (found is not None and is_one_short(str(hand), self.forms)):
            return found
        short = Hand.of(hand, **asked)
        if found is None:
            found = self.completing(short, asked if isinstance(hand, str) else None)
        if not found:
            check_size(
                self.who, self._may_hold_kongs, self.forms, short, bool(short.wild or isinstance(self.wild, TileSet))
            )
        return found

    @cached_property
    def _may_hold_kongs(self) -> bool:
        return may_hold_kongs(self.pattern)

    def completing(self, short: Hand, asked: Mapping[str, object] | None = None) -> list[str]:
        """The kinds that make a hand win when they are drawn, none where it is not one tile short."""
        return self.judging.waits(short, drawn(short, self.copies), asked)

    def match_many(self, hands: Any, errors: Literal["raise", "false", "null"] = "raise", **asked: object) -> Verdicts:
        """The verdicts on many hands, as a boolean array: from counts, or from MPSZ texts. Needs NumPy.

        `hands` is an N × 34 array of whole numbers, one column for each kind, or a list, NumPy array or Arrow column
        of texts. Keywords are those of `is_win`, and `melds` for a text of melds to add: one value for all hands, or a
        column with one for each (`self_draw=[True, False]`, `wild=["1z", ""]`). Work goes in blocks, so memory stays
        bounded. A text that breaks the notation is a `NotationError` with its `row`, and a row without a text (None,
        NaN) a `TypeError`; with `errors="false"` they are lost hands, with `errors="null"` verdicts that are masked in
        a `numpy.ma.MaskedArray`. Texts with melds or blanks are judged one by one.

        >>> from regexhu import load
        >>> load("riichi").match_many(["123m456p789s11122z", "123m456p789s1112z", "8z"], errors="null").tolist()
        [True, False, None]
        """
        context.check_one_of("errors", errors, ("raise", "false", "null"))
        context.check_numpy()
        from regexhu.rules.many import Many

        return Many(self, errors, asked).judge(hands)

    def table(self, wilds: int | None = None, **told: object) -> Table:
        """One flat table that judges hands with up to so many wild tiles; `bytes(table)` runs anywhere.

        It is made for what is `told` alone. By default `wilds` is 4 where the rule set has wild kinds or asks for them.
        """
        from regexhu.rules.tabling import table

        return table(self, wilds, told)

    def automaton(self, tiles: int | None = None, **asked: object) -> Automaton:
        """The minimal automaton of the concealed hands of so many tiles (the fewest that can win), none wild."""
        return answers.automaton(Asked.of_all(self, asked), tiles)

    def count(self, tiles: int | None = None, weighted: bool = False, **asked: object) -> int:
        """How many distinct hands of so many tiles win; weighted, how many sets of physical tiles.

        They are concealed, or have these `melds` (a text, or "any"); with their winning tile where the rule reads it.

        >>> from regexhu import load
        >>> load("standard").count(tiles=14), load("standard").count(tiles=14, weighted=True)
        (11498658, 11353128141498)
        """
        return answers.count(Asked.of_all(self, asked), tiles, weighted)

    def counted(self, **asked: object) -> str:
        """What `count` counts with these keywords, in words.

        >>> from regexhu import load
        >>> load("shanxi").counted(self_draw=True, ready=True, melds="any")
        'hands with any melds and their winning tile'
        """
        return Asked.of_all(self, asked).counted

    def probability(self, tiles: int | None = None, **asked: object) -> Fraction:
        """The chance that so many tiles, dealt from the rule set's own, are a winning hand."""
        return answers.probability(Asked.of_all(self, asked), tiles)

    def hands(self, tiles: int | None = None, **asked: object) -> Iterator[str]:
        """Every hand that `count` counts as MPSZ text, lazily, those with more low tiles first."""
        return answers.hands(Asked.of_all(self, asked), tiles)

    def draws(self, *, seed: int | None = None, tiles: int | None = None, **asked: object) -> Iterator[str]:
        """Winning concealed hands without end, each drawn from all with the same chance."""
        return answers.draws(Asked.of_all(self, asked), seed, tiles)

    def sample(self, k: int = 1, *, seed: int | None = None, tiles: int | None = None, **asked: object) -> list[str]:
        """`k` winning concealed hands, each drawn from all with the same chance; the same seed gives the same hands."""
        return list(islice(self.draws(seed=seed, tiles=tiles, **asked), context.number_of("k", k)))

    def is_empty(self, **asked: object) -> bool:
        """Whether no hand of any size wins: no concealed one, or none with these `melds`."""
        return answers.is_empty(Asked.of_all(self, asked))

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
        context.check_other(self, other)
        return answers.difference(Asked.of_all(self, asked), Asked.of_all(other, asked), tiles)

    def nearest(self, hand: str | Hand, **asked: object) -> Nearest:
        """How far a hand is from winning, what brings it nearer, and a nearest win; melds stay as they are declared."""
        return answers.nearest(Asked.of_short(self, hand, asked))

    def distance(self, hand: str | Hand, **asked: object) -> int:
        """The fewest tiles of the concealed part to exchange, or to draw where it is short, until the hand wins.

        0 is a win; for `riichi` it is shanten and one more.

        >>> from regexhu import load
        >>> load("riichi").distance("123m456p789s1122z"), load("riichi").distance("123m456p789s11222z")
        (1, 0)
        """
        return self.nearest(hand, **asked).distance

    def next_tiles(self, hand: str | Hand, **asked: object) -> dict[str, int]:
        """The draws that bring the hand nearer to a win, and how many copies of each it doesn't hold itself.

        >>> from regexhu import load
        >>> load("riichi").next_tiles("123m456p789s1122z")
        {'1z': 2, '2z': 2}
        """
        return answers.next_tiles(Asked.of_short(self, hand, asked))
