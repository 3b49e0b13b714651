"""Conditions on what comes with a hand: the winning tile, how it came, tile roles of the deal; and a rule's switches.

A fact is true or false of the whole hand, whatever its layout. What it reads stands in the context tail of the
canonical sequence (`@self-draw@ready@wild-1z2z`), which is where its regex looks. `asks` names the keywords that a call
has to give: nothing is assumed silently.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from regexhu.errors import RuleError
from regexhu.hands.hand import FORBIDDEN_WILD, Hand
from regexhu.hands.layout import ADDED, CLAIMED, CONCEALED_KONG, MARKS
from regexhu.hands.tiles import INDEX, TileSet, kind_of
from regexhu.hands.told import EVENTS
from regexhu.regextext.writer import MOST_GROUPS, Clause, Line, Writer
from regexhu.syntax.tree import Always, And, Condition, Named, Never, Not, Or, Pattern


class Waiting(Protocol):
    """What tells the waits of a hand: a rule set."""

    win: Pattern

    def completing(self, short: Hand) -> list[str]:
        """The names of the kinds that make a hand win when they are drawn."""


class Fact(Condition):
    """A condition that is settled once the hand is known."""

    __slots__ = ()

    asks: frozenset[str] = frozenset()
    """The keywords that a call has to give."""
    events: tuple[str, ...] = ()
    """The events that it tells from others, or from none."""

    def known(self, hand: Hand) -> bool:
        """Whether it holds for a hand that was given what the fact asks for."""
        raise NotImplementedError

    def lines(self, writer: Writer, depth: int = 0) -> Iterator[Line]:
        writer.refuse_unmarked("what came with the hand")
        yield from super().lines(writer, depth)


_HOLDS: dict[str, tuple[str | None, Callable[[Hand], bool]]] = {
    "self-draw": ("self_draw", lambda hand: hand.self_draw is True),
    "discard": ("self_draw", lambda hand: hand.self_draw is False),
    "ready": ("ready", lambda hand: hand.ready is True),
    "event": (None, lambda hand: hand.event is not None),
}


@dataclass(frozen=True, slots=True, repr=False)
class Word(Fact):
    """Holds when the context has the word: self-draw, discard, ready, or event for any win by a special event."""

    word: str

    def __repr__(self) -> str:
        return self.word.replace("-", "_")

    @property
    def asks(self) -> frozenset[str]:  # type: ignore[override]
        keyword, _ = _HOLDS[self.word]
        return frozenset([keyword] if keyword else [])

    @property
    def events(self) -> tuple[str, ...]:  # type: ignore[override]
        return tuple(EVENTS) if self.word == "event" else ()

    def known(self, hand: Hand) -> bool:
        return _HOLDS[self.word][1](hand)

    def clauses(self, writer: Writer) -> tuple[Clause, ...]:
        return (Clause(writer.skip_to_word(self.word) + ("-" if self.word == "event" else writer.end)),)

    @property
    def words(self) -> str:
        return {"self-draw": "won by self-draw", "discard": "won on a discard", "ready": "declared ready"}.get(
            self.word, "won by a special event"
        )


@dataclass(frozen=True, slots=True, repr=False)
class Winning(Fact):
    """Holds when the winning tile is one of a set."""

    tiles: TileSet

    asks = frozenset({"winning_tile"})

    def __repr__(self) -> str:
        return f"winning({str(self.tiles)!r})"

    def known(self, hand: Hand) -> bool:
        return hand.winning_tile is not None and kind_of(hand.winning_tile) in self.tiles

    def clauses(self, writer: Writer) -> tuple[Clause, ...]:
        return (Clause(f"[^!]*!{writer.tile_set(self.tiles)}"),)

    @property
    def words(self) -> str:
        return f"winning tile of {self.tiles.words}"


@dataclass(frozen=True, slots=True, repr=False)
class NoForbidden(Fact):
    """Holds when the hand has no tile of the kinds that this deal forbids."""

    asks = frozenset({"forbidden"})

    def __repr__(self) -> str:
        return "no_forbidden"

    def known(self, hand: Hand) -> bool:
        return hand.forbidden is not None and hand.forbidden.isdisjoint(hand.kinds)

    def clauses(self, writer: Writer) -> tuple[Clause, ...]:
        held_wild = Clause(writer.skip_to_word(FORBIDDEN_WILD) + writer.end)
        return _holding("forbidden", writer).opposite, held_wild.opposite

    @property
    def words(self) -> str:
        return "no forbidden tile"


@dataclass(frozen=True, slots=True, repr=False)
class NoWild(Fact):
    """Holds when the hand has no tile of the wild kinds, not even as itself."""

    asks = frozenset({"wild"})

    def __repr__(self) -> str:
        return "no_wild"

    def known(self, hand: Hand) -> bool:
        return hand.wild is not None and hand.wild.isdisjoint(hand.kinds)

    def clauses(self, writer: Writer) -> tuple[Clause, ...]:
        return Clause(r"[^@]*\*", negated=True), _holding("wild", writer).opposite

    @property
    def words(self) -> str:
        return "no wild tile"


@dataclass(frozen=True, slots=True, repr=False)
class WildKong(Fact):
    """Holds when a concealed kong of a wild kind has been declared 金杠."""

    asks = frozenset({"wild"})

    def __repr__(self) -> str:
        return "wild_kong"

    def known(self, hand: Hand) -> bool:
        kongs = [group.tiles[0] for group in hand.declared if group.mark == CONCEALED_KONG]
        return hand.wild is not None and not hand.wild.isdisjoint(kongs)

    def clauses(self, writer: Writer) -> tuple[Clause, ...]:
        return (_holding("wild", writer, r"{}{3}\+"),)

    @property
    def words(self) -> str:
        return "a declared kong of wild tiles"


@dataclass(frozen=True, slots=True, repr=False)
class WildClaimed(Fact):
    """Holds when a claimed meld, or an added kong, holds a tile of a wild kind."""

    asks = frozenset({"wild"})

    def __repr__(self) -> str:
        return "wild_claimed"

    def known(self, hand: Hand) -> bool:
        claimed = {tile for group in hand.declared if group.mark in (CLAIMED, ADDED) for tile in group.tiles}
        return hand.wild is not None and not hand.wild.isdisjoint(claimed)

    def clauses(self, writer: Writer) -> tuple[Clause, ...]:
        return (_holding("wild", writer, f"[^{MARKS}!@]*[{CLAIMED}{ADDED}]"),)

    @property
    def words(self) -> str:
        return "a wild tile in a claimed meld"


@dataclass(frozen=True, slots=True, repr=False)
class WinningWild(Fact):
    """Holds when the winning tile is of a wild kind, whatever it stands for."""

    asks = frozenset({"winning_tile", "wild"})

    def __repr__(self) -> str:
        return "winning_wild"

    def known(self, hand: Hand) -> bool:
        return hand.wild is not None and hand.winning_tile is not None and kind_of(hand.winning_tile) in hand.wild

    def clauses(self, writer: Writer) -> tuple[Clause, ...]:
        return (_holding("wild", writer, before="!"),)

    @property
    def words(self) -> str:
        return "the winning tile is wild"


@dataclass(frozen=True, slots=True, repr=False)
class Event(Fact):
    """Holds when the win came by one of these events."""

    names: tuple[str, ...]

    def __repr__(self) -> str:
        return f"by_event({', '.join(map(repr, self.names))})"

    @property
    def events(self) -> tuple[str, ...]:  # type: ignore[override]
        return self.names

    def known(self, hand: Hand) -> bool:
        return hand.event in self.names

    def clauses(self, writer: Writer) -> tuple[Clause, ...]:
        return (Clause(f"{writer.skip_to_word('event-')}{writer.one_of(self.names)}{writer.end}"),)

    @property
    def words(self) -> str:
        return f"won by {' or '.join(self.names)}"


@dataclass(frozen=True, slots=True, repr=False)
class WildAmong(Fact):
    """Holds when a wild kind of this deal is one of a set, whether or not the hand has it."""

    tiles: TileSet

    asks = frozenset({"wild"})

    def __repr__(self) -> str:
        return f"wild_among({str(self.tiles)!r})"

    def known(self, hand: Hand) -> bool:
        return hand.wild is not None and not hand.wild.isdisjoint(self.tiles)

    def clauses(self, writer: Writer) -> tuple[Clause, ...]:
        return (Clause(f"{writer.skip_to_word('wild-')}[^@]*?{writer.tile_set(self.tiles)}"),)

    @property
    def words(self) -> str:
        return f"a wild kind of {self.tiles.words}"


@dataclass(frozen=True, slots=True, repr=False)
class WaitsOn(Fact):
    """Holds when the hand without its winning tile waits, by other rules, on at least one tile of a set."""

    tiles: TileSet
    by: Waiting

    asks = frozenset({"winning_tile"})

    def __repr__(self) -> str:
        return f"waits_on({str(self.tiles)!r}, by={self.by!r})"

    @property
    def events(self) -> tuple[str, ...]:  # type: ignore[override]
        return events_in(self.by.win)

    def waits(self, hand: Hand) -> tuple[int, ...]:
        """The kinds that the hand waited for; an event that only these rules read is none for the others."""
        short = hand.without_winning_tile()
        known = short if short.event in self.events else replace(short, event=None)
        return tuple(INDEX[name] for name in self.by.completing(known))

    def known(self, hand: Hand) -> bool:
        return not self.tiles.isdisjoint(self.waits(hand))

    def clauses(self, writer: Writer) -> tuple[Clause, ...]:
        return (Clause(f"{writer.skip_to_word('waits-')}[^@]*?{writer.tile_set(self.tiles)}"),)

    @property
    def words(self) -> str:
        return f"waits on a tile of {self.tiles.words}"


def events_in(pattern: Pattern) -> tuple[str, ...]:
    """The events that the pattern tells from others, in order."""
    return tuple(dict.fromkeys(name for leaf in pattern.leaves if isinstance(leaf, Fact) for name in leaf.events))


def _holding(role: str, writer: Writer, after: str = "", before: str = "") -> Clause:
    """A tile of a kind that has the role in this deal, with what stands after it (`{}` is the same tile) or before.

    A tile that a wild tile stands for is none. What is skipped is bounded, since the `regex` module remembers
    where an unbounded skip failed and holds that against the next tile too.
    """
    start = "(?:[^@]*[^*@])?" if writer.star and not before else f"[^@]*{before}"
    skip = (
        f"[^@]{{0,{MOST_GROUPS * 16}}}(?:@[^@]+){{0,9}}?@{role}-[^@]{{0,68}}"
        if writer.flavor.lookahead
        else f"{writer.skip_to_word(f'{role}-')}[^@]*"
    )

    def named_again(tile: str, same: str) -> str:
        return start + tile + after.replace("{}", same) + skip + same

    return Clause(writer.same(writer.tiles, named_again))


@dataclass(frozen=True, slots=True, repr=False)
class Switch(Pattern):
    """A choice that a rule set leaves to the table; it stands in the rule as a condition that holds when it is on."""

    name: str
    on: bool
    saying: str

    def __repr__(self) -> str:
        return f"switch({self.name!r}, {self.on}, {self.saying!r})"

    def lines(self, writer: Writer, depth: int = 0) -> Iterator[Line]:
        yield Line(depth, "" if self.on else writer.never, self.words)

    @property
    def words(self) -> str:
        return f"switch {self.name}"


def rewritten(pattern: Pattern, leaf: Callable[[Pattern], Pattern]) -> Pattern:
    """The pattern with every leaf replaced, and without what is thereby always or never so."""
    match pattern:
        case Named():
            part = rewritten(pattern.part, leaf)
            return part if isinstance(part, Always | Never) else Named(part, pattern.name, pattern.local, pattern.code)
        case Not():
            part = rewritten(pattern.part, leaf)
            return Never() if isinstance(part, Always) else Always() if isinstance(part, Never) else Not(part)
        case And() | Or():
            kind, settled, idle = (And, Never, Always) if isinstance(pattern, And) else (Or, Always, Never)
            parts = [rewritten(part, leaf) for part in pattern.parts]
            if any(isinstance(part, settled) for part in parts):
                return settled()
            parts = [part for part in parts if not isinstance(part, idle)]
            return idle() if not parts else parts[0] if len(parts) == 1 else kind(tuple(parts))
    return leaf(pattern)


def switches_in(pattern: Pattern) -> dict[str, Switch]:
    """The switches of a pattern by name; a `RuleError` where one is written once on and once off."""
    found: dict[str, Switch] = {}
    for leaf in pattern.leaves:
        if isinstance(leaf, Switch) and found.setdefault(leaf.name, leaf).on is not leaf.on:
            raise RuleError(f"the switch {leaf.name!r} is written twice, once on and once off: name it once")
    return found


def set_switches(pattern: Pattern, on: Mapping[str, bool]) -> Pattern:
    """The pattern with some of its switches set."""
    return rewritten(
        pattern, lambda leaf: replace(leaf, on=on.get(leaf.name, leaf.on)) if isinstance(leaf, Switch) else leaf
    )


def switched(pattern: Pattern) -> Pattern:
    """The pattern with its switches decided."""
    return rewritten(pattern, lambda leaf: (Always() if leaf.on else Never()) if isinstance(leaf, Switch) else leaf)
