"""A rule set as counters: what each group adds to them, and what of the rule is still open.

Every condition is a count with bounds, so a rule set is a formula over a few saturating counters. Walking the 34 kinds
in order, counters only grow: a bound that is passed, or that no later tile can change, is settled, and settled parts
leave the formula. What remains, the open formula and the counters that it still reads, is the state of a `Path`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from typing import NamedTuple

from regexhu.automaton.formulas import Formula, Test, both, either, neither, settled, tests
from regexhu.errors import RuleError
from regexhu.hands.layout import CONCEALED, Group
from regexhu.hands.tiles import ALL, starts_sequence
from regexhu.syntax.counts import Count, Groups, Measure, Repeats, Substitutes, Surplus, Tiles
from regexhu.syntax.facts import Fact
from regexhu.syntax.groups import GroupClass
from regexhu.syntax.shapes import Shape
from regexhu.syntax.terms import DECLARED, Term
from regexhu.syntax.tree import Always, And, Named, Never, Not, Or, Pattern

Known = Mapping[Fact, bool | Count]
"""Which facts hold; one that depends on the tiles is told as a count of them."""
NOTHING: Known = {}
LAID_DOWN = Groups(GroupClass((Term("kong", marks=DECLARED),), "kong.declared"))
IN_HAND = Groups(GroupClass((Term("kong", marks=CONCEALED),), "kong.undeclared"))


class Path(NamedTuple):
    """What is open of the rule after some groups, and the counters that it reads (the others are 0)."""

    formula: Formula
    counters: tuple[int, ...]


class Reads(NamedTuple):
    """What a formula reads: how many tests it has, for each counter the least value that settles one, and the bits of
    these counters in `Counters.open_bits` and `Counters.seen_bits`."""

    tests: int
    settling: dict[int, int]
    open_bits: int
    seen_bits: int


SETTLING, STEPPING, MEASURING = 8, 4, 2
"""How much work it is to settle a test, to step from a reading of a hand, and to measure groups: some 0.2 µs each."""

Effect = tuple[tuple[int, int], ...]
"""What is added to which counters, without those that stay as they are."""

DEAD = -1


class Caps(NamedTuple):
    """How many tiles of a kind a hand may hold, and how many with wild tiles that stand for it; None: any number.

    Wild tiles that are of the kind themselves stand for nothing.
    """

    real: int | None
    standing: int | None

    @classmethod
    def of(cls, pattern: Pattern) -> Caps:
        """What a pattern says of every hand, by conditions that it joins with `&` at its top."""
        parts = pattern.parts if isinstance(pattern, And) else (pattern,)
        bare = (part.part if isinstance(part, Named) else part for part in parts)
        limits = [part.of for part in bare if isinstance(part, Count) and isinstance(part.of, Surplus)]
        return cls(
            min((limit.copies for limit in limits if limit.among != "helped"), default=None),
            min((limit.copies for limit in limits if limit.among != "real"), default=None),
        )

    def imply(self, surplus: Surplus) -> bool:
        """Whether no hand within these limits has such a surplus."""
        alone = self.real is not None and self.real <= surplus.copies
        helped = self.standing is not None and self.standing <= surplus.copies
        return {"all": alone and helped, "real": alone, "helped": helped}[surplus.among]

    def most_alike(self, tiles: int) -> int:
        """The most tiles of a kind in a hand of so many, wild ones that stand for it aside."""
        return tiles if self.real is None else min(self.real, tiles)


class Counters:
    """The counters of a pattern, and the paths that groups lead along; paths are numbered as they are met.

    `known` says which facts of the hand hold; `size` fixes the size of the hand, every declared kong as three tiles,
    which settles how many melds are undeclared kongs; `winner` is the kind of a winning tile that is wild. A
    `RuleError` says what of the pattern counters can't tell.
    """

    def __init__(
        self,
        pattern: Pattern,
        known: Known = NOTHING,
        caps: Caps | None = None,
        size: int | None = None,
        winner: int | None = None,
    ) -> None:
        self._known, self._size, self._winner = known, size, winner
        self._most_alike = Caps.of(pattern) if caps is None else caps
        self.measures: list[Measure] = []
        self._counter_of: dict[Measure, int] = {}
        self._caps: list[int] = []
        self.work = 0
        formula = self._formula(pattern)
        self._paths: list[Path] = []
        self._path_reads: list[Reads] = []
        self._numbers: dict[Path, int] = {}
        self._added: dict[tuple[int, Effect, int], int] = {}
        self._grown: dict[tuple[int, Effect, int], int] = {}
        self._reads: dict[Formula, Reads] = {}
        self.open = self._open_after()
        self.start = self._number(self._settle(formula, [0] * len(self.measures), 0, -1))

    # --- from pattern to formula

    def _formula(self, pattern: Pattern) -> Formula:
        match pattern:
            case Named():
                return self._formula(pattern.part)
            case And():
                return both(self._formula(part) for part in pattern.parts)
            case Or():
                return either(self._formula(part) for part in pattern.parts)
            case Not():
                return neither(self._formula(pattern.part))
            case Shape():
                return both([*map(self._count, pattern.counts), self._kongs(pattern)])
            case Count():
                return self._count(pattern)
            case Fact() if pattern in self._known:
                known = self._known[pattern]
                return known if isinstance(known, bool) else self._count(known)
            case Always():
                return True
            case Never():
                return False
        if isinstance(pattern, Fact):
            raise RuleError(f"{pattern!r} is known only for a hand that is judged, not for all hands at once")
        raise RuleError(f"{pattern!r} is text, which only the regex engine reads")

    def _kongs(self, shape: Shape) -> Formula:
        if self._size is None:
            return True
        kongs = self._size - shape.form.size
        return self._test(IN_HAND, kongs, kongs)

    def _count(self, count: Count) -> Formula:
        match count.of:
            case Surplus():
                if not self._most_alike.imply(count.of):
                    raise RuleError(f"{count!r} holds for some hands only, which the regex engine alone tells")
                return True
            case Tiles(tiles) if tiles == ALL and self._size is not None:
                most = None if count.most is None else count.most - self._size
                return self._test(LAID_DOWN, max(0, count.least - self._size), most)
            case Groups(groups) if any(term.asks_wild and term.won is None for term in groups.looked_at):
                raise RuleError(f"{count!r} looks for wild tiles in any group, which only the regex engine does")
            case Repeats(groups) if any(term.type not in ("pair", "single") for term in groups.terms):
                raise RuleError(f"{count!r} compares melds, which only the regex engine does")
        return self._test(count.of, count.least, count.most)

    def _test(self, measure: Measure, least: int, most: int | None) -> Formula:
        if most is not None and most < max(least, 0):
            return False
        counter = self._counter_of.setdefault(measure, len(self.measures))
        if counter == len(self.measures):
            self.measures.append(measure)
            self._caps.append(0)
        self._caps[counter] = max(self._caps[counter], least if most is None else most + 1)
        return Test(counter, least, most) if least > 0 or most is not None else True

    # --- from group to group

    def effect(self, groups: Sequence[Group], tiles: Sequence[int], substitutes: int = 0) -> Effect:
        """What tiles, so many of them substitutes, add to the counters with the groups that begin at them."""
        self.work += len(self.measures) * MEASURING
        added = (
            sum(tile in measure.tiles for tile in tiles)
            if isinstance(measure, Tiles)
            else substitutes
            if isinstance(measure, Substitutes)
            else measure.count(groups)
            for measure in self.measures
        )
        return tuple((counter, more) for counter, more in enumerate(added) if more)

    def add(self, path: int, effect: Effect, layer: int) -> int:
        """The path after groups of that effect, when the kinds from `layer` on are still to come; `DEAD` if lost."""
        key = path, effect, self.open_number[layer]
        if key not in self._added:
            self.work += STEPPING
            reads = self._path_reads[path]
            added = tuple([(counter, more) for counter, more in effect if counter in reads.settling])
            told = path, added, self.open_bits[layer] & reads.open_bits
            if told not in self._grown:
                self._grown[told] = self._number(self._grow(path, added, layer))
            self._added[key] = self._grown[told]
        return self._added[key]

    def _grow(self, path: int, effect: Effect, layer: int) -> Path:
        (formula, counters), reads = self._paths[path], self._path_reads[path]
        grown = list(counters)
        settling = reads.open_bits & ~self.open_bits[layer]
        for counter, more in effect:
            grown[counter] = min(grown[counter] + more, self._caps[counter])
            if grown[counter] >= reads.settling[counter]:
                settling |= 1 << counter
        if not settling:
            return Path(formula, tuple(grown))
        self.work += reads.tests * SETTLING
        return self._settle(formula, grown, layer, settling)

    def outlook(self, path: int, kind: int) -> object:
        """What the path sees of a kind: equal where all that begins there leads to the same."""
        reads = self._path_reads[path]
        return self.seen_bits[kind] & reads.seen_bits, self.open_bits[kind + 1] & reads.open_bits

    def wins(self, path: int) -> bool:
        """Whether the rule holds whatever comes."""
        return self._paths[path].formula is True

    def _number(self, path: Path) -> int:
        if path.formula is False:
            return DEAD
        if path not in self._numbers:
            self._numbers[path] = len(self._paths)
            self._paths.append(path)
            self._path_reads.append(self._reads_of(path.formula))
        return self._numbers[path]

    def _settle(self, formula: Formula, counters: Sequence[int], layer: int, touched: int) -> Path:
        left = settled(formula, counters, self.open[layer], touched)
        kept = [0] * len(counters)
        for counter in self._reads_of(left).settling:
            kept[counter] = counters[counter]
        return Path(left, tuple(kept))

    def _reads_of(self, formula: Formula) -> Reads:
        if formula not in self._reads:
            number, settling, seen = 0, dict[int, int](), 0
            for counter, least, most in tests(formula):
                number += 1
                reach = least if most is None else most + 1
                settling[counter] = min(settling.get(counter, reach), reach)
                seen |= self._sights[counter]
            read = 0 if isinstance(formula, bool) else formula.reads
            self._reads[formula] = Reads(number, settling, read, seen)
        return self._reads[formula]

    # --- which counters the kinds to come can change

    def _open_after(self) -> list[tuple[bool, ...]]:
        found = [tuple(False for _ in self.measures)]
        for seen in reversed(self.seen_at):
            found.append(tuple(later or any(here) for later, here in zip(found[-1], seen, strict=True)))
        return found[::-1]

    @cached_property
    def seen_at(self) -> list[tuple[tuple[bool, ...], ...]]:
        """For each kind what every measure sees of its tiles, and of the groups that begin at it."""
        return [tuple(self._seen(measure, kind) for measure in self.measures) for kind in range(34)]

    @cached_property
    def open_bits(self) -> list[int]:
        """For each layer the open counters as the bits of a number."""
        return [_bits(set_) for set_ in self.open]

    @cached_property
    def seen_bits(self) -> list[int]:
        """`seen_at` as the bits of a number for each kind."""
        return [_bits(here for seen in row for here in seen) for row in self.seen_at]

    @cached_property
    def _sights(self) -> list[int]:
        """The bits of each measure in `seen_bits`."""
        ends = list(accumulate(map(len, self.seen_at[0]), initial=0))
        return [(1 << end) - (1 << start) for start, end in pairwise(ends)]

    @cached_property
    def open_number(self) -> list[int]:
        """For each layer the number of its set of open counters, equal for equal sets."""
        return [self.open.index(set_) for set_ in self.open]

    def _seen(self, measure: Measure, kind: int) -> tuple[bool, ...]:
        if isinstance(measure, Tiles):
            return (kind in measure.tiles,)
        if isinstance(measure, Surplus | Substitutes):
            return (True,)
        return tuple(seen for term in measure.of.looked_at for seen in self._seen_by(term, kind))

    def _seen_by(self, term: Term, kind: int) -> Iterator[bool]:
        """Whether a group that begins at the kind may be of the term; then where the term asks for the winning tile or
        for wild ones, which of its places may be theirs."""
        run = (kind, kind + 1, kind + 2)
        tiles = run if term.type == "sequence" else (kind,)
        fits = (starts_sequence(kind) or term.type != "sequence") and term.fits(tiles)
        yield fits
        if term.won is not None:
            winners = term.winners(kind)
            yield from (fits and tile in winners for tile in (*tiles, self._winner))
        for kinds in term.wild_as:
            yield from (fits and tile in kinds for tile in tiles)


def _bits(set_: Iterable[bool]) -> int:
    return int("".join(map("01".__getitem__, set_))[::-1] or "0", 2)


def refusal_of(pattern: Pattern) -> str:
    """What of the pattern counters can't tell, whatever facts hold; empty where they can tell all."""
    caps = Caps.of(pattern)
    for leaf in pattern.leaves:
        if not isinstance(leaf, Fact):
            try:
                Counters(leaf, caps=caps)
            except RuleError as error:
                return str(error)
    return ""
