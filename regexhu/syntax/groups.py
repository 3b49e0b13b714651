"""Classes of groups: terms joined with `|`, which `*` and `+` make shapes of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import product
from operator import and_
from typing import TYPE_CHECKING

from regexhu.errors import RuleError
from regexhu.hands.layout import Group
from regexhu.hands.tiles import ALL, TileSet
from regexhu.regextext.writer import ANY_GROUP, TYPES, Line, Writer
from regexhu.syntax.terms import DECLARED, HIDDEN, OPEN, WAITS, Term
from regexhu.syntax.tree import Pattern, is_whole

if TYPE_CHECKING:
    from regexhu.syntax.shapes import Shape

_MELDS = {"sequence", "triplet", "kong"}


@dataclass(frozen=True, slots=True, repr=False)
class GroupClass(Pattern):
    """A class of groups: some types, narrowed; joined with `|`; `4 * meld + pair` makes a shape of classes."""

    terms: tuple[Term, ...]
    code: str = field(compare=False, default="")
    joined: bool = field(compare=False, default=False)
    outside: GroupClass | None = field(compare=False, default=None)

    def __repr__(self) -> str:
        return self.code

    def __or__(self, other: object) -> GroupClass:
        if not isinstance(other, GroupClass):
            raise RuleError(f"{self!r} is a class of groups and joins only others by |: write some({self!r}) | …")
        return GroupClass(tuple(dict.fromkeys(self.terms + other.terms)), f"{self!r} | {other!r}", joined=True)

    def __rmul__(self, times: object) -> Shape:
        from regexhu.syntax.shapes import Shape

        if not is_whole(times) or times < 1:
            raise RuleError(f"a shape takes a whole number of groups from 1 up, not {times!r}")
        return Shape(((times, self),))

    __mul__ = __rmul__

    def __add__(self, other: object) -> Shape:
        return 1 * self + other

    @property
    def operand(self) -> str:
        """The code of the class where something that binds more strongly than `|` follows or precedes it."""
        return f"({self.code})" if self.joined else self.code

    def named(self, name: str, local: str = "") -> Pattern:
        raise RuleError(f"{self!r} is a class of groups: name a condition such as some({self!r}), or the whole shape")

    def beside(self, operator: str) -> Pattern:
        raise RuleError(f"{self!r} is a class of groups, not a condition: write some({self!r}) beside {operator}")

    def _narrow(self, code: str, term: Term) -> GroupClass:
        """Those that are of the term too, whatever their type."""
        return GroupClass(tuple(of & term for of in self.terms), self.operand + code)

    def of(self, tiles: str | Iterable[int]) -> GroupClass:
        """Those made of these tiles only.

        >>> from regexhu.blocks import meld, pair
        >>> from regexhu.rules import RuleSet
        >>> RuleSet(4 * meld + pair.of("258mps")).is_win("111m234567p789s55s")
        True
        >>> RuleSet(4 * meld + pair.of("258mps")).is_win("123m456p789s11122z")
        False
        """
        chosen = tiles_given(".of", tiles)
        return self._narrow(f".of({str(chosen)!r})", Term("", tiles=chosen))

    def touching(self, tiles: str | Iterable[int]) -> GroupClass:
        """Those that hold at least one of these tiles.

        >>> from regexhu.blocks import meld, pair
        >>> from regexhu.rules import RuleSet
        >>> RuleSet(4 * meld.touching("19mps1234567z") + pair).is_win("123m789p111s999s55z")
        True
        >>> RuleSet(4 * meld.touching("19mps1234567z") + pair).is_win("123m456p789s11122z")
        False
        """
        chosen = tiles_given(".touching", tiles)
        return self._narrow(f".touching({str(chosen)!r})", Term("", touching=(chosen,)))

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
        return self._narrow(".open", Term("", marks=OPEN))

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
        return self._narrow(".declared", Term("", marks=DECLARED))

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
        return self._narrow(".concealed", Term("", marks=HIDDEN))

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
        return self._narrow(".undeclared", Term("", marks=","))

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
        chosen = tiles_given(".won", tiles)
        code = ", ".join(([] if chosen == ALL else [repr(str(chosen))]) + ([f"wait={wait!r}"] if wait else []))
        type_ = None if wait is None else wait if wait in ("pair", "triplet") else "sequence"
        terms = tuple(term for term in self.terms if type_ in (None, term.type))
        if not terms:
            raise RuleError(f"{self!r} never waits for its {wait} tile: that is a {type_}'s")
        narrowed = Term("", won=chosen, wait=wait if type_ == "sequence" else None)
        return replace(self, terms=terms)._narrow(f".won({code})", narrowed)

    @property
    def others(self) -> GroupClass:
        """All groups that are not of the class."""
        terms: list[Term] = []
        for type_ in TYPES:
            outside = [tuple(term.outside) for term in self.terms if term.type == type_]
            terms += (reduce(and_, chosen, Term(type_)) for chosen in product(*outside))
        return GroupClass(tuple(dict.fromkeys(terms)), f"{self.operand}.others", outside=self)

    def wild(self, number: int) -> GroupClass:
        """Those in which so many wild tiles stand for others.

        >>> from regexhu.blocks import meld, pair, some, triplet
        >>> from regexhu.rules import RuleSet
        >>> RuleSet(4 * meld + pair & some(triplet.wild(1))).is_win("123m456p789s1122z5z", wild="5z")
        True
        >>> RuleSet(4 * meld + pair & some(triplet.wild(1))).is_win("123m456p79s11122z5z", wild="5z")
        False
        """
        if not is_whole(number) or not 0 <= number <= 4:
            raise RuleError(f"{self.operand}.wild takes a number of wild tiles from 0 to 4, not {number!r}")
        return self._narrow(f".wild({number})", Term("", stars=number))

    def wild_as(self, tiles: str | Iterable[int]) -> GroupClass:
        """Those in which a wild tile stands for one of these tiles."""
        chosen = tiles_given(".wild_as", tiles)
        return self._narrow(f".wild_as({str(chosen)!r})", Term("", wild_as=(chosen,)))

    def holds(self, group: Group) -> bool:
        """Whether the group is one of these."""
        return any(term.holds(group) for term in self.terms)

    def meets(self, other: GroupClass) -> bool:
        """Whether a group may be of both classes; True, too, where that can't be told."""
        return any(
            not (here & there).is_empty for here in self.terms for there in other.terms if here.type == there.type
        )

    def within(self, other: GroupClass) -> bool:
        """Whether each group of this class is of the other; False, too, where that can't be told type by type."""
        return all(term.is_empty or any(term.within(there) for there in other.terms) for term in self.terms)

    @property
    def looked_at(self) -> tuple[Term, ...]:
        """The terms, and those that they exclude."""
        return self.terms + tuple(excluded for term in self.terms for excluded in term.unless)

    @property
    def excludes(self) -> bool:
        """Whether a term excludes some of its groups, so that it takes a lookahead to write."""
        return any(term.unless for term in self.terms)

    @property
    def by_type(self) -> Iterator[GroupClass]:
        """The class, type by type."""
        for type_ in dict.fromkeys(term.type for term in self.terms):
            yield replace(self, terms=tuple(term for term in self.terms if term.type == type_))

    @property
    def each(self) -> Iterator[GroupClass]:
        """The class by the tiles of the group: for any that it has, those of its groups that are made of them."""
        found: dict[tuple[int, ...], list[Term]] = {}
        for term in self.terms:
            for tiles in term.made_of:
                found.setdefault(tiles, []).append(replace(term, tiles=TileSet(tiles), touching=()))
        return (replace(self, terms=tuple(terms)) for terms in found.values())

    @property
    def _by_narrowing(self) -> Iterator[tuple[Term, list[str]]]:
        """Each way in which types are narrowed, as a term of no type, and the types that are narrowed so."""
        found: dict[Term, list[str]] = {}
        for term in self.terms:
            unless = tuple(replace(excluded, type="") for excluded in term.unless)
            found.setdefault(replace(term, type="", unless=unless), []).append(term.type)
        yield from found.items()

    def write(self, writer: Writer) -> str:
        """One group of the class as regex text."""
        if self.excludes:
            writer.need_lookahead(repr(self))
        parts = [narrowed.write_as(types, writer) for narrowed, types in self._by_narrowing]
        return parts[0] if len(parts) == 1 else writer.one_of(parts)

    def any_group(self, writer: Writer, other: bool = False) -> str:
        """Any one group; without marks, whatever reads as a meld or a pair, `other` than the types of this class."""
        if writer.marked:
            return ANY_GROUP
        these = {term.type for term in self.terms} if other else set()
        return GroupClass(tuple(Term(type_) for type_ in TYPES[:4] if type_ not in these)).write(writer)

    def captured(self, writer: Writer) -> str:
        """One group of the class, captured under the name of its type where the engine keeps all of them."""
        if not writer.flavor.capture:
            return f"(?:{self.write(writer)})"
        parts = [writer.named(term.type, lambda term=term: term.write(writer)) for term in self.terms]  # type: ignore[misc]
        return parts[0] if len(parts) == 1 else f"(?:{'|'.join(parts)})"

    def lines(self, writer: Writer, depth: int = 0) -> Iterator[Line]:
        yield Line(depth, self.write(writer), self.words)

    @property
    def words(self) -> str:
        return self.number_of(1)

    def number_of(self, number: int) -> str:
        """The class in words, in the plural if the number asks for it."""
        if self.outside is not None:
            return f"other than {self.outside.number_of(number)}"
        return " or ".join(
            narrowed.words(" or ".join(type_ + "s" * (number != 1) for type_ in with_melds(types)))
            for narrowed, types in self._by_narrowing
        )


def tiles_given(asked_by: str, tiles: object, for_groups: str = "") -> TileSet:
    """The tiles that an author gives what `asked_by` names; `for_groups` is what to write instead for a class."""
    if isinstance(tiles, GroupClass) and for_groups:
        raise RuleError(f"{asked_by} takes tiles; for groups write {for_groups.format(tiles)}")
    if isinstance(tiles, Pattern):
        raise RuleError(f"{asked_by} takes tiles, as in {asked_by}('19mps7z'), not {tiles!r}")
    return TileSet.parse(tiles)  # type: ignore[arg-type]


def with_melds(types: Sequence[str]) -> list[str]:
    """The types of groups, with "meld" in place of all three that are melds.

    >>> with_melds(["sequence", "triplet", "kong", "pair"]), with_melds(["kong", "pair", "single"])
    (['meld', 'pair'], ['kong', 'pair', 'single'])
    """
    if not _MELDS.issubset(types):
        return list(types)
    return ["meld", *(type_ for type_ in types if type_ not in _MELDS)]
