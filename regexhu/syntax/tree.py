"""The pattern tree and three of its operators: `&` and, `|` or, `~` not.

The two others, `*` and `+`, make shapes of groups. Python's precedence of the five (`~` `*` `+` `&` `|`) is that of
regexes. A pattern is a tree, never a string; it is immutable, compared by value, and its `repr` reads as the code that
made it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NoReturn, TypeGuard

from regexhu.errors import RuleError
from regexhu.regextext.writer import Clause, Line, Writer

if TYPE_CHECKING:
    from regexhu.syntax.shapes import Shape

MOST_DEEP = 40
"""How deep a pattern may be nested: `&` and `|` side by side take any number of parts, one inside the other do not."""


class Pattern:
    """What a rule is made of. Truth, length and iteration have no meaning for a pattern and raise with a hint."""

    __slots__ = ()

    depth = 0
    """How deep the pattern is nested."""

    def __and__(self, other: object) -> Pattern:
        return _shallow(And.of(self.beside("&"), _condition(other, "&")))

    def __or__(self, other: object) -> Pattern:
        return _shallow(Or.of(self.beside("|"), _condition(other, "|")))

    def __invert__(self) -> Pattern:
        return _shallow(Not(self.beside("~")))

    def __mul__(self, times: object) -> Pattern:
        raise RuleError(f"{self!r} can't be multiplied: * makes shapes of groups, as in 4 * meld + pair")

    __rmul__ = __mul__

    def __add__(self, other: object) -> Pattern:
        raise RuleError(f"{self!r} can't be added: + makes shapes of groups; write & to join conditions")

    def __bool__(self) -> NoReturn:
        raise RuleError("a pattern is neither true nor false by itself: write & | ~ instead of and, or, not")

    def __len__(self) -> NoReturn:
        raise RuleError("a pattern has no length; to count tiles in a hand write count(14, 17)")

    def __iter__(self) -> NoReturn:
        raise RuleError("a pattern can't be iterated over; .parts holds the parts of & and |")

    def beside(self, operator: str) -> Pattern:
        """The pattern as a condition beside an operator; what is none says what to write."""
        return self

    def lines(self, writer: Writer, depth: int = 0) -> Iterator[Line]:
        """The lines of the pattern's regex, in order; joined they are the regex."""
        raise NotImplementedError

    def regex(self, spelling: str = "glyph") -> str:
        """The pattern's own piece of regex, a condition on the canonical sequence that follows it."""
        return "".join(line.text for line in self.lines(Writer(spelling)))

    @property
    def words(self) -> str:
        """What the pattern says, in words."""
        raise NotImplementedError

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """The shapes in the pattern."""
        return ()

    @property
    def leaves(self) -> tuple[Pattern, ...]:
        """The conditions and shapes at the ends of the tree, in order."""
        return (self,)

    def named(self, name: str, local: str = "") -> Pattern:
        """The same condition under the author's own name; `local` is its name where the game is played."""
        if not isinstance(name, str) or not isinstance(local, str):
            raise RuleError(f"a name is text, not {(name if isinstance(local, str) else local)!r}")
        return _shallow(Named(self, name, local))


class Condition(Pattern):
    """A pattern at an end of the tree that looks ahead in the canonical sequence."""

    __slots__ = ()

    def clauses(self, writer: Writer) -> tuple[Clause, ...]:
        """What it looks for from the start of the sequence, and what it must not find."""
        raise NotImplementedError

    def lines(self, writer: Writer, depth: int = 0) -> Iterator[Line]:
        yield Line(depth, "".join(clause.lookahead for clause in self.clauses(writer)), self.words)


def _condition(pattern: object, operator: str) -> Pattern:
    if not isinstance(pattern, Pattern):
        raise RuleError(f"{pattern!r} is no pattern and can't stand beside {operator}")
    return pattern.beside(operator)


def is_whole(number: object) -> TypeGuard[int]:
    """Whether it is a whole number, which True and False are not meant to be."""
    return isinstance(number, int) and not isinstance(number, bool)


def _shallow(pattern: Pattern) -> Pattern:
    if pattern.depth > MOST_DEEP:
        raise RuleError(f"a rule is nested at most {MOST_DEEP} deep: join its parts side by side, as in a & b & c")
    return pattern


def _parts(kind: type[And | Or], patterns: Iterable[Pattern]) -> tuple[Pattern, ...]:
    return tuple(part for pattern in patterns for part in (pattern.parts if isinstance(pattern, kind) else (pattern,)))


@dataclass(frozen=True, slots=True, repr=False)
class Nested(Pattern):
    """A pattern made of others."""

    depth: int = field(init=False, compare=False)

    def _nest(self, *parts: Pattern) -> None:
        object.__setattr__(self, "depth", 1 + max(part.depth for part in parts))


@dataclass(frozen=True, slots=True, repr=False)
class And(Nested):
    """Holds when all its parts hold."""

    parts: tuple[Pattern, ...]

    def __post_init__(self) -> None:
        self._nest(*self.parts)

    @classmethod
    def of(cls, *patterns: Pattern) -> And:
        """The patterns joined; at most one part may hold a shape."""
        parts = _parts(And, patterns)
        shaped = [part for part in parts if part.shapes]
        if len(shaped) > 1:
            raise RuleError(f"{shaped[0]!r} and {shaped[1]!r} contradict: a hand is laid out in one shape; write |")
        return cls(parts)

    def __repr__(self) -> str:
        return " & ".join(f"({part!r})" if isinstance(part, Or) else repr(part) for part in self.parts)

    @property
    def in_order(self) -> tuple[Pattern, ...]:
        """The parts, the one that holds the shape last."""
        return tuple(sorted(self.parts, key=lambda part: bool(part.shapes)))

    def lines(self, writer: Writer, depth: int = 0) -> Iterator[Line]:
        for part in self.in_order:
            yield from part.lines(writer, depth)

    @property
    def words(self) -> str:
        return " and ".join(part.words for part in self.parts)

    @property
    def shapes(self) -> tuple[Shape, ...]:
        return tuple(shape for part in self.parts for shape in part.shapes)

    @property
    def leaves(self) -> tuple[Pattern, ...]:
        return tuple(leaf for part in self.parts for leaf in part.leaves)


@dataclass(frozen=True, slots=True, repr=False)
class Or(Nested):
    """Holds when one of its parts holds."""

    parts: tuple[Pattern, ...]

    def __post_init__(self) -> None:
        self._nest(*self.parts)

    @classmethod
    def of(cls, *patterns: Pattern) -> Or:
        """The patterns joined; either all parts hold a shape or none does."""
        parts = _parts(Or, patterns)
        if len({bool(part.shapes) for part in parts}) > 1:
            with_shape, without = (next(p for p in parts if bool(p.shapes) is has) for has in (True, False))
            raise RuleError(
                f"{without!r} has no shape beside {with_shape!r}: each alternative of | needs one, or none does"
            )
        return cls(parts)

    def __repr__(self) -> str:
        return " | ".join(repr(part) for part in self.parts)

    def lines(self, writer: Writer, depth: int = 0) -> Iterator[Line]:
        if not self.shapes:
            texts = ("".join(line.text for line in part.lines(writer)) for part in self.parts)
            yield Line(depth, f"(?:{'|'.join(texts)})", self.words)
            return
        yield Line(depth, "(?:", "one of")
        for number, part in enumerate(self.parts):
            if number:
                yield Line(depth, "|")
            yield from part.lines(writer, depth + 1)
        yield Line(depth, ")")

    @property
    def words(self) -> str:
        return " or ".join(part.words for part in self.parts)

    @property
    def shapes(self) -> tuple[Shape, ...]:
        return tuple(shape for part in self.parts for shape in part.shapes)

    @property
    def leaves(self) -> tuple[Pattern, ...]:
        return tuple(leaf for part in self.parts for leaf in part.leaves)


@dataclass(frozen=True, slots=True, repr=False)
class Not(Nested):
    """Holds when its part does not."""

    part: Pattern

    def __post_init__(self) -> None:
        self._nest(self.part)
        if self.part.shapes:
            raise RuleError(f"~ can't stand before the shape {self.part.shapes[0]!r}: a shape is the body of the regex")

    def __invert__(self) -> Pattern:
        return self.part

    def __repr__(self) -> str:
        return f"~({self.part!r})" if isinstance(self.part, And | Or) else f"~{self.part!r}"

    def lines(self, writer: Writer, depth: int = 0) -> Iterator[Line]:
        yield Line(depth, f"(?!{''.join(line.text for line in self.part.lines(writer))})", self.words)

    @property
    def words(self) -> str:
        return f"not: {self.part.words}"

    @property
    def leaves(self) -> tuple[Pattern, ...]:
        return self.part.leaves


@dataclass(frozen=True, slots=True)
class Always(Pattern):
    """Holds for every hand."""

    def lines(self, writer: Writer, depth: int = 0) -> Iterator[Line]:
        yield Line(depth, "", self.words)

    @property
    def words(self) -> str:
        return "always"


@dataclass(frozen=True, slots=True)
class Never(Pattern):
    """Holds for no hand."""

    def lines(self, writer: Writer, depth: int = 0) -> Iterator[Line]:
        yield Line(depth, writer.never, self.words)

    @property
    def words(self) -> str:
        return "never"


@dataclass(frozen=True, slots=True, repr=False)
class Named(Nested):
    """A pattern under the author's own name."""

    part: Pattern
    name: str
    local: str = ""
    code: str = field(compare=False, default="")

    def __post_init__(self) -> None:
        self._nest(self.part)

    def __repr__(self) -> str:
        binds_weaker = isinstance(self.part, And | Or | Not) or self.part in self.part.shapes
        part = f"({self.part!r})" if binds_weaker else repr(self.part)
        return self.code or f"{part}.named({self.name!r}{f', {self.local!r}' if self.local else ''})"

    def lines(self, writer: Writer, depth: int = 0) -> Iterator[Line]:
        first, *others = self.part.lines(writer, depth)
        if others:
            yield Line(depth, "", self.words)
            yield first
            yield from others
        else:
            yield first._replace(comment=self.words)

    @property
    def words(self) -> str:
        return f"{self.name} {self.local}".strip()

    @property
    def shapes(self) -> tuple[Shape, ...]:
        return self.part.shapes

    @property
    def leaves(self) -> tuple[Pattern, ...]:
        return self.part.leaves
