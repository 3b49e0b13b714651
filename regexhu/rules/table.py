"""A rule set as one flat table that judges hands, here and wherever its bytes are read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from regexhu.automaton.joined import Joined
from regexhu.automaton.layers import MELDS
from regexhu.errors import RuleError
from regexhu.hands.hand import Hand
from regexhu.hands.layout import CONCEALED_KONG
from regexhu.hands.tiles import INDEX, TileSet, kind_of
from regexhu.rules.context import check_no_winner, check_told
from regexhu.rules.waits import drawn
from regexhu.syntax.tree import is_whole

if TYPE_CHECKING:
    from typing import Self

WHERE = ("concealed", "claimed", "kong", "won")
"""Where a fact may look for tiles: concealed, in claimed melds and added kongs, in concealed kongs, the winning one."""
ROLES = ("wild", "forbidden")
"""Kinds that a deal names."""


@dataclass(frozen=True)
class Reading:
    """What a fact reads, and whether it `holds` where that is so or where it isn't.

    `reads` is `self_draw` or `ready` (told so), `event` (one of `events`; any where it is None), `wild` (a wild kind is
    one of `kinds`), `tiles` (one of `kinds`, or of a role, lies at one of `where`), or `waits` (without its winning
    tile the hand wins from the state `root` with one more tile of `kinds`, of which there are `copies`).
    """

    name: str
    reads: str
    holds: bool = True
    kinds: tuple[int, ...] | str = ()
    where: tuple[str, ...] = ()
    events: tuple[str, ...] | None = ()
    root: int = 0
    copies: int | None = None


@dataclass(frozen=True)
class Roots:
    """The states in which words begin: for each number of wild tiles, class of winning tile and truth of the facts.

    `winners` gives each kind the class of a winning tile of that kind which is wild; class 0 is one that isn't.
    """

    wilds: int
    winners: tuple[int, ...]
    states: tuple[int, ...]

    def at(self, wilds: int, winner: int, facts: int) -> int:
        """The state for so many wild tiles, a class of winning tile, and the facts that hold (bits, the first is 1)."""
        classes = max(self.winners, default=0) + 1
        return self.states[(wilds * classes + winner) * (len(self.states) // ((self.wilds + 1) * classes)) + facts]


@dataclass(frozen=True)
class Table:
    """A rule set compiled for hands with at most `roots.wilds` wild tiles; `told` is fixed, all else a call tells.

    `about` says which rule set it is, `needs` which keywords a hand has to come with, `events` which events it reads.
    `most_alike` is how many tiles of a kind a hand may hold, `copies` how many there are to draw from (None: any).
    `takes_wild` says whether a call may name wild kinds, `counts_wild` whether it may say only how many wild tiles
    there are. `bytes(table)` is what `from_bytes` reads; `docs/table.md` describes it.
    """

    about: Mapping[str, Any]
    automaton: Joined
    roots: Roots
    sizes: tuple[int, ...] = ()
    facts: tuple[Reading, ...] = ()
    told: Mapping[str, Any] = field(default_factory=dict)
    needs: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    most_alike: int | None = None
    copies: int | None = None
    takes_wild: bool = True
    counts_wild: bool = True

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """The table in these bytes; a `RuleError` where they are broken in any way.

        >>> from regexhu import Table, load
        >>> table = Table.from_bytes(bytes(load("standard").table()))
        >>> table.wins("123m456p789s11122z"), table.waits("123m456p789s1122z")
        (True, ['1z', '2z'])
        """
        from regexhu.rules.tablebytes import from_bytes

        return from_bytes(cls, data)

    def __bytes__(self) -> bytes:
        from regexhu.rules.tablebytes import to_bytes

        return to_bytes(self)

    @property
    def who(self) -> str:
        """The table as messages name it."""
        return f"the table of {self.about['rules'] or 'the rule set'}"

    @property
    def limits(self) -> tuple[str, ...]:
        """What the table can't say, in sentences."""
        most = self.roots.wilds
        held = "without wild tiles" if not most else f"with at most {most} wild {'tile' if most == 1 else 'tiles'}"
        found = [f"It judges hands {held}."]
        found += [f"It judges hands with {keyword}={_shown(value)} alone." for keyword, value in self.told.items()]
        if self.takes_wild and not self.counts_wild and self.roots.wilds:
            found.append("It has to know which kinds are wild; a number of wild tiles won't do.")
        if any(fact.reads == "waits" for fact in self.facts):
            found.append("It judges hands of deals without wild kinds, since it asks what a hand waits for.")
        return (*found, "It gives no layout and no reasons, and counts no hands.")

    def wins(self, hand: str | Hand, wilds: int = 0, **asked: object) -> bool:
        """Whether a hand wins that holds so many wild tiles of no kind beside its own; the keywords are of `is_win`."""
        return self._judge(self._meet(Hand.of(hand, **asked), self.needs), self._wild_tiles(wilds))

    def waits(self, hand: str | Hand, wilds: int = 0, **asked: object) -> list[str]:
        """The kinds that complete a hand which is one tile short, in MPSZ order; none that it holds every copy of."""
        check_no_winner("each tile that is drawn is the winning one in turn", asked)
        needs = [keyword for keyword in self.needs if keyword != "winning_tile"]
        short, wilds = self._meet(Hand.of(hand, **asked), needs), self._wild_tiles(wilds)
        return [name for name in drawn(short, self.copies) if self._judge(short.drawing(name), wilds)]

    def _wild_tiles(self, number: object) -> int:
        if not is_whole(number) or number < 0:
            raise ValueError(f"wilds is a whole number from 0 up, not {number!r}")
        if number and not self.counts_wild:
            raise RuleError(f"{self.who} has to know which kinds are wild: give wild='1z2z' in place of wilds={number}")
        return number

    def _meet(self, hand: Hand, needs: Sequence[str]) -> Hand:
        """The hand with what is fixed; a `RuleError` where it was told otherwise, or not all that is needed."""
        for keyword, fixed in self.told.items():
            given = getattr(hand, keyword)
            if given not in (None, fixed):
                raise RuleError(f"{self.who} is made for {keyword}={_shown(fixed)}, not {_shown(given)}")
        met = replace(hand, **self.told)
        check_told(self.who, met, needs, self.events, self.takes_wild)
        if met.wild and any(fact.reads == "waits" for fact in self.facts):
            raise RuleError(f"{self.who} asks what a hand waits for, which it can't say where kinds are wild")
        return met

    def _judge(self, hand: Hand, wilds: int) -> bool:
        wild = hand.wild or TileSet()
        if hand.wilds + wilds > self.roots.wilds:
            raise RuleError(f"{self.who} takes wild tiles up to {self.roots.wilds}, this hand has {hand.wilds + wilds}")
        if self.most_alike is not None and _most_alike(hand) > self.most_alike:
            return False
        columns, won = self.automaton.columns, hand.winning_tile
        winner = -1 if won is None else kind_of(won)
        row = []
        for kind, number in enumerate(hand.counts):
            letters = columns[(kind in wild) + 2 * (kind == winner)]
            if number >= len(letters):
                return False
            row.append(letters[number])
        facts = sum(1 << at for at, fact in enumerate(self.facts) if self._known(fact, hand, row))
        root = self.roots.at(hand.wilds + wilds, self.roots.winners[winner] if winner in wild else 0, facts)
        return self.automaton.wins(root, _melds(hand), row)

    def _known(self, fact: Reading, hand: Hand, row: Sequence[int]) -> bool:
        match fact.reads:
            case "self_draw" | "ready":
                found = bool(getattr(hand, fact.reads))
            case "event":
                found = hand.event is not None if fact.events is None else hand.event in fact.events
            case "wild":
                found = not (hand.wild or TileSet()).isdisjoint(_kinds(fact, hand))
            case "tiles":
                found = not _kinds(fact, hand).isdisjoint(_tiles(hand, fact.where))
            case _:
                found = self._waits(fact, hand, row)
        return found is fact.holds

    def _waits(self, fact: Reading, hand: Hand, row: Sequence[int]) -> bool:
        """Whether the hand without its winning tile waits on one of the fact's kinds."""
        short, real = hand.without_winning_tile(), self.automaton.columns.real
        could = {INDEX[name] for name in drawn(short, fact.copies)}.intersection(_kinds(fact, hand))
        for kind in could:
            counts = [number + (at == kind) for at, number in enumerate(short.counts)]
            if max(counts) < len(real) and self.automaton.wins(fact.root, _melds(hand), [real[n] for n in counts]):
                return True
        return False


def _kinds(fact: Reading, hand: Hand) -> TileSet:
    """The kinds that a fact looks for."""
    return getattr(hand, fact.kinds) or TileSet() if isinstance(fact.kinds, str) else TileSet(fact.kinds)


def _tiles(hand: Hand, where: Sequence[str]) -> set[int]:
    """The kinds of the tiles that lie there."""
    found = {kind for kind, number in enumerate(hand.counts) if number} if "concealed" in where else set()
    for group in hand.declared:
        if ("kong" if group.mark == CONCEALED_KONG else "claimed") in where:
            found.update(group.tiles)
    if "won" in where and hand.winning_tile is not None:
        found.add(kind_of(hand.winning_tile))
    return found


def _most_alike(hand: Hand) -> int:
    """How many tiles of one kind the hand holds at most, those of declared melds among them."""
    held = list(hand.counts)
    for group in hand.declared:
        for tile in group.tiles:
            held[tile] += 1
    return max(held)


def _melds(hand: Hand) -> list[list[int]]:
    """For each kind the numbers of the declared melds that begin there."""
    found: list[list[int]] = [[] for _ in range(34)]
    for group in hand.declared:
        found[group.tiles[0]].append(MELDS.index((group.type, group.mark)))
    return found


def _shown(value: object) -> str:
    return repr(str(value) if isinstance(value, TileSet) else value)
