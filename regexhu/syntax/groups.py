"""Classes of groups: terms joined with `|`, which `*` and `+` make shapes of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from regexhu.errors import RuleError
from regexhu.hands.layout import Group
from regexhu.hands.tiles import ALL, TileSet
from regexhu.regextext.writer import ANY_GROUP, KINDS, Line, Writer
from regexhu.syntax.terms import DECLARED, HIDDEN, OPEN, WAITS, Term
from regexhu.syntax.tree import Pattern

if TYPE_CHECKING:
    from regexhu.syntax.shapes import Shape


@dataclass(frozen=True, slots=True, repr=False)
class GroupClass(Pattern):
    """A class of groups: some kinds, narrowed; joined with `|`; `4 * meld + pair` makes a shape of classes."""

    terms: tuple[Term, ...]
    code: str = field(compare=False, default="")
    outside: bool = False

    def __repr__(self) -> str:
        return self.code

    def __or__(self, other: object) -> GroupClass:
        if not isinstance(other, GroupClass):
            raise RuleError(f"{self!r} is a class of groups and joins only others by |: write some({self!r}) | …")
        return GroupClass(tuple(dict.fromkeys(self.terms + other.terms)), f"{self!r} | {other!r}")

    def __rmul__(self, times: object) -> Shape:
        if not isinstance(times, int) or times < 1:
            raise RuleError(f"a shape takes a whole number of groups from 1 up, not {times!r}")
        from regexhu.syntax.shapes import Shape

        return Shape(((times, self),))

    __mul__ = __rmul__

    def __add__(self, other: object) -> Shape:
        return 1 * self + other

    def beside(self, operator: str) -> Pattern:
        raise RuleError(f"{self!r} is a class of groups, not a condition: write some({self!r}) beside {operator}")

    def _narrow(self, code: str, **changes: object) -> GroupClass:
        is_union = " | " in re.sub(r"\([^()]*\)", "", self.code)
        operand = f"({self.code})" if is_union else self.code
        return GroupClass(tuple(replace(term, **changes) for term in self.terms), operand + code)  # type: ignore[arg-type]

    def of(self, tiles: str | Iterable[int]) -> GroupClass:
        """Those made of these tiles only.

        >>> from regexhu.blocks import meld, pair
        >>> from regexhu.rules import RuleSet
        >>> RuleSet(4 * meld + pair.of("258mps")).is_win("111m234567p789s55s")
        True
        >>> RuleSet(4 * meld + pair.of("258mps")).is_win("123m456p789s11122z")
        False
        """
        chosen = TileSet.parse(tiles)
        return self._narrow(f".of({str(chosen)!r})", tiles=chosen)

    def touching(self, tiles: str | Iterable[int]) -> GroupClass:
        """Those that hold at least one of these tiles.

        >>> from regexhu.blocks import meld, pair
        >>> from regexhu.rules import RuleSet
        >>> RuleSet(4 * meld.touching("19mps1234567z") + pair).is_win("123m789p111s999s55z")
        True
        >>> RuleSet(4 * meld.touching("19mps1234567z") + pair).is_win("123m456p789s11122z")
        False
        """
        chosen = TileSet.parse(tiles)
        return self._narrow(f".touching({str(chosen)!r})", touching=chosen)

    @property
    def open(self) -> GroupClass:
        """Those claimed from another player, an added kong among them.

        >>> from regexhu.blocks import meld, pair, some
        >>> from regexhu.rules import RuleSet
        >>> RuleSet(4 * meld + pair & some(meld.open)).is_win("123m456p789s22z,11-1z")
        True
        >>> RuleSet(4 * meld + pair & some(meld.open)).is_win("123m456p789s11122z")
        False
        """
        return self._narrow(".open", marks=OPEN)

    @property
    def declared(self) -> GroupClass:
        """Those laid on the table, concealed kongs among them.

        >>> from regexhu.blocks import meld, pair, some
        >>> from regexhu.rules import RuleSet
        >>> RuleSet(4 * meld + pair & some(meld.declared)).is_win("123m456p789s22z,1111+z")
        True
        >>> RuleSet(4 * meld + pair & some(meld.declared)).is_win("123m456p789s11122z")
        False
        """
        return self._narrow(".declared", marks=DECLARED)

    @property
    def concealed(self) -> GroupClass:
        """Those made without a claim, declared concealed kongs among them.

        >>> from regexhu.blocks import meld, pair
        >>> from regexhu.rules import RuleSet
        >>> RuleSet(4 * meld.concealed + pair).is_win("123m456p789s22z,1111+z")
        True
        >>> RuleSet(4 * meld.concealed + pair).is_win("123m456p789s22z,11-1z")
        False
        """
        return self._narrow(".concealed", marks=HIDDEN)

    @property
    def undeclared(self) -> GroupClass:
        """Those that lie in the hand.

        >>> from regexhu.blocks import kong, meld, no, pair
        >>> from regexhu.rules import RuleSet
        >>> RuleSet(4 * meld + pair & no(kong.undeclared)).is_win("123m456p789s22z,1111+z")
        True
        >>> RuleSet(4 * meld + pair & no(kong.undeclared)).is_win("123m456p789s111122z")
        False
        """
        return self._narrow(".undeclared", marks=",")

    def won(self, tiles: str | Iterable[int] = ALL, wait: str | None = None) -> GroupClass:
        """Those that the winning tile completes; `wait` is how: middle, edge or side of a sequence, pair, triplet.

        >>> from regexhu.blocks import meld, pair, sequence, some
        >>> from regexhu.rules import RuleSet
        >>> rules = RuleSet(4 * meld + pair & some(sequence.won(wait="middle")))
        >>> rules.is_win("123m456p789s11122z", winning_tile="5p")
        True
        >>> rules.is_win("123m456p789s11122z", winning_tile="4p")
        False
        """
        if wait is not None and wait not in WAITS:
            raise RuleError(f"no wait named {wait!r}; write one of {', '.join(WAITS)}")
        chosen = TileSet.parse(tiles)
        code = ", ".join(([] if chosen == ALL else [repr(str(chosen))]) + ([f"wait={wait!r}"] if wait else []))
        kind = None if wait is None else wait if wait in ("pair", "triplet") else "sequence"
        terms = tuple(term for term in self.terms if kind in (None, term.kind))
        if not terms:
            raise RuleError(f"{self!r} never waits for its {wait} tile: that is a {kind}'s")
        return replace(self, terms=terms)._narrow(
            f".won({code})", won=chosen, wait=wait if kind == "sequence" else None
        )

    @property
    def others(self) -> GroupClass:
        """All groups that are not of the class."""
        return replace(self, outside=not self.outside, code=f"other than {self!r}")

    def wild(self, number: int) -> GroupClass:
        """Those in which so many wild tiles stand for others.

        >>> from regexhu.blocks import meld, pair, some, triplet
        >>> from regexhu.rules import RuleSet
        >>> RuleSet(4 * meld + pair & some(triplet.wild(1))).is_win("123m456p789s1122z5z", wild="5z")
        True
        >>> RuleSet(4 * meld + pair & some(triplet.wild(1))).is_win("123m456p79s11122z5z", wild="5z")
        False
        """
        return self._narrow(f".wild({number})", stars=number)

    def wild_as(self, tiles: str | Iterable[int]) -> GroupClass:
        """Those in which a wild tile stands for one of these tiles."""
        chosen = TileSet.parse(tiles)
        return self._narrow(f".wild_as({str(chosen)!r})", wild_as=chosen)

    def holds(self, group: Group) -> bool:
        """Whether the group is one of these."""
        return self.outside is not any(term.holds(group) for term in self.terms)

    @property
    def by_kind(self) -> Iterator[GroupClass]:
        """The class, kind by kind; one of all groups but some is left whole."""
        for kind in [""] if self.outside else dict.fromkeys(term.kind for term in self.terms):
            yield replace(self, terms=tuple(term for term in self.terms if kind in ("", term.kind)))

    @property
    def each(self) -> Iterator[GroupClass]:
        """The class by the tiles of the group: for any that it has, those of its groups that are made of them."""
        found: dict[tuple[int, ...], list[Term]] = {}
        for term in self.terms:
            for tiles in term.made_of(term.kind):
                found.setdefault(tiles, []).append(replace(term, tiles=TileSet(tiles), touching=None))
        return (replace(self, terms=tuple(terms)) for terms in found.values())

    def write(self, writer: Writer) -> str:
        """One group of the class as regex text."""
        if self.outside:
            writer.need_lookahead(repr(self))
        kinds: dict[Term, list[str]] = {}
        for term in self.terms:
            alike = replace(term, kind="sequence" if term.wait else "any")
            kinds.setdefault(alike, []).append(term.kind)
        parts = [term.write_with(chosen, writer) for term, chosen in kinds.items()]
        text = parts[0] if len(parts) == 1 else f"(?:{'|'.join(parts)})"
        return f"(?!{text}){self.any_group(writer)}" if self.outside else text

    def any_group(self, writer: Writer, other: bool = False) -> str:
        """Any one group; without marks, whatever reads as a meld or a pair, `other` than the kinds of this class."""
        if writer.marked:
            return ANY_GROUP
        these = {term.kind for term in self.terms} if other else set()
        return GroupClass(tuple(Term(kind) for kind in KINDS[:4] if kind not in these)).write(writer)

    def captured(self, writer: Writer) -> str:
        """One group of the class, captured under the name of its kind where the engine keeps all of them."""
        if not writer.flavor.capture:
            return f"(?:{self.write(writer)})"
        parts = [writer.named(term.kind, lambda term=term: term.write(writer)) for term in self.terms]  # type: ignore[misc]
        return parts[0] if len(parts) == 1 else f"(?:{'|'.join(parts)})"

    def lines(self, writer: Writer, depth: int = 0) -> Iterator[Line]:
        yield Line(depth, self.write(writer), self.words)

    @property
    def words(self) -> str:
        return ("other than " if self.outside else "") + self.number_of(1)

    def number_of(self, number: int) -> str:
        """The class in words, in the plural if the number asks for it."""
        kinds: dict[Term, list[str]] = {}
        for term in self.terms:
            kinds.setdefault(replace(term, kind=""), []).append(term.kind)
        return " or ".join(
            term.words(" or ".join(name + "s" * (number != 1) for name in (["meld"] if len(of) == 3 else of)))
            for term, of in kinds.items()
        )
