"""What a rule set says: its pattern, tiles, switches and examples, and the regex that they print as."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self

from regexhu.automaton.minimal import MOST_STATES
from regexhu.errors import RuleError
from regexhu.hands.layout import Form
from regexhu.hands.tiles import ALL, TileSet
from regexhu.regextext.flavors import PYTHON, Flavor, flavor_named
from regexhu.regextext.writer import Line, Writer
from regexhu.rules.examples import Example
from regexhu.syntax.counts import Count, Surplus, Tiles
from regexhu.syntax.facts import Switch, set_switches, switched
from regexhu.syntax.groups import GroupClass
from regexhu.syntax.tree import And, Pattern

if TYPE_CHECKING:
    from regexhu.expression.export import Exported


class Definition:
    """What a rule set says: a pattern over a hand's layouts, the tiles it is played with, and both as one regex.

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
        self.switches  # noqa: B018 - two that differ are an error where they are written

    def __repr__(self) -> str:
        return f"RuleSet({self.win!r}, tiles={str(self.tiles)!r}, name={self.name!r})"

    @cached_property
    def switches(self) -> dict[str, Switch]:
        """The rule set's switches by name, each with its default or as it has been set."""
        found: dict[str, Switch] = {}
        for leaf in self.win.leaves:
            if isinstance(leaf, Switch) and found.setdefault(leaf.name, leaf).on is not leaf.on:
                raise RuleError(f"the switch {leaf.name!r} is written twice, once on and once off: name it once")
        return found

    def switched(self, **on: bool) -> Self:
        """The same rule set with some switches set; a `RuleError` names those that it has."""
        for name in on:
            if name not in self.switches:
                known = ", ".join(self.switches) or "none"
                raise RuleError(f"{self.who} has no switch {name!r}; its switches: {known}")
        changed = self.with_win(set_switches(self.win, on))
        flags = "&".join(name if value else f"{name}=off" for name, value in on.items())
        changed.name = f"{self.name}?{flags}" if flags else self.name
        return changed

    def with_win(self, win: Pattern) -> Self:
        """The same rule set with another pattern."""
        changed = copy(self)
        for cached in [name for name in vars(changed) if isinstance(getattr(type(self), name, None), cached_property)]:
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
    def dealt(self) -> TileSet:
        """The kinds of the game: its tiles, without those that the rule, as its switches stand, allows in no hand."""
        return self.tiles & taken_by(self.played)

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
        from regexhu.expression.export import exported

        return exported(self, flavor_named(flavor), spelling or self.spelling, wild or isinstance(self.wild, TileSet))

    @property
    def who(self) -> str:
        """The rule set as messages name it."""
        return f"rule set {self.name}" if self.name else "the rule set"


def taken_by(pattern: Pattern) -> TileSet:
    """The tiles that a pattern takes, by the conditions that it joins with `&` at its top."""
    taken = ALL
    for part in pattern.parts if isinstance(pattern, And) else (pattern,):
        if isinstance(part, Count) and isinstance(part.of, Tiles) and part.most == 0:
            taken -= part.of.tiles
    return taken
