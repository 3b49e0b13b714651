"""What each block of a rule says of a hand laid out: whether it holds, by which groups or tiles, and what is amiss."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from regexhu.explain.context import held_by, told_of
from regexhu.explain.wording import PLAIN, Wording
from regexhu.expression.matching import compiled, fits
from regexhu.hands.hand import Hand
from regexhu.hands.layout import Form, Layout
from regexhu.hands.tiles import ALL
from regexhu.regextext.writer import Writer
from regexhu.rules.ruleset import RuleSet
from regexhu.syntax.counts import Count, Groups, Measure, Repeats, Substitutes, Surplus, Tiles
from regexhu.syntax.facts import Fact
from regexhu.syntax.shapes import Shape
from regexhu.syntax.tree import Always, And, Named, Never, Not, Or, Pattern

NO_LIMIT = 1 << 30


@dataclass(frozen=True, slots=True)
class Finding:
    """What one block says of a layout: whether it holds, the groups or tiles that decide it, and what is amiss."""

    block: str
    holds: bool
    by: tuple[str, ...]
    missing: str = ""
    depth: int = 0

    @property
    def reason(self) -> str:
        """What decides the block: what is amiss, and the groups or tiles."""
        return ": ".join(filter(None, (self.missing, " ".join(self.by))))

    def to_dict(self) -> dict[str, object]:
        """The finding as plain data."""
        return {"block": self.block, "holds": self.holds, "by": list(self.by), "missing": self.missing}


def known_facts(rules: RuleSet, hand: Hand) -> dict[Fact, bool]:
    """For each fact that the rule set asks for, whether it holds for the hand."""
    return {leaf: leaf.known(hand) for leaf in dict.fromkeys(rules.pattern.leaves) if isinstance(leaf, Fact)}


@dataclass(frozen=True)
class LaidOut:
    """A hand laid out in one way, as the blocks of a rule set see it; `facts` says which facts hold for the hand."""

    rules: RuleSet
    hand: Hand
    facts: Mapping[Fact, bool]
    layout: Layout

    @cached_property
    def text(self) -> str:
        """The canonical sequence of the layout."""
        return self.rules.regex_engine.sequence(self.hand, self.layout)

    def gap(self, block: Pattern, limit: int = NO_LIMIT) -> int:
        """How far a block is from holding: by how many groups or tiles where it counts them, else 1; 0 if it holds.

        What is not below `limit` may be told as less than it is.
        """
        match block:
            case Named(part):
                return self.gap(part, limit)
            case And(parts):
                gap = 0
                for part in parts:
                    if gap >= limit:
                        break
                    gap += self.gap(part, limit - gap)
                return gap
            case Or(parts):
                for part in parts:
                    if not limit:
                        break
                    limit = min(limit, self.gap(part, limit))
                return limit
            case Not(part):
                return int(not self.gap(part))
            case Shape():
                return self._gap_to(block, limit)
            case Count(_, least, most):
                number = self.number(block)
                return max(0, least - number, 0 if most is None else number - most)
            case Fact():
                return int(not self.facts[block])
            case Always() | Never():
                return int(isinstance(block, Never))
        return int(not self._is_read_by(block))

    def _gap_to(self, shape: Shape, limit: int) -> int:
        """The groups too many or too few, and those that fit no term; 1 where they only can't be dealt out."""
        form, dealt = _asked_by(shape)
        gap = sum(abs(here - wanted) for here, wanted in zip(self._form, form, strict=True))
        if gap >= limit:
            return gap
        gap += sum(not any(groups.holds(group) for _, groups in shape.terms) for group in self.layout)
        return gap or int(not all(count.holds(self.layout) for count in dealt))

    @cached_property
    def _form(self) -> Form:
        return Form.of(self.layout)

    def number(self, count: Count) -> int:
        """How many there are of what is counted; of wild tiles alike the hand may hold more than its layout shows."""
        number = count.of.count(self.layout)
        if isinstance(count.of, Surplus) and count.of.among != "helped":
            return max(number, self.hand.wild_alike - count.of.copies)
        return number

    def _is_read_by(self, block: Pattern) -> bool:
        """Whether the regex of a block that nothing but its regex tells holds for the layout."""
        writer = Writer(self.rules.spelling, wild=bool(self.hand.wilds))
        regex = "".join(line.text for line in block.lines(writer))
        return fits(compiled(f"{regex}.*"), self.text) is not None


@lru_cache
def _asked_by(shape: Shape) -> tuple[Form, tuple[Count, ...]]:
    """The form of a shape, and the conditions that its groups can be dealt out to its terms."""
    return shape.form, shape.assignment


def the_nearest(every: Iterator[LaidOut]) -> LaidOut:
    """The first of those that are the nearest to a win."""
    found = next(every)
    limit = found.gap(found.rules.pattern)
    for laid in every:
        if (gap := laid.gap(laid.rules.pattern, limit)) < limit:
            found, limit = laid, gap
    return found


def findings(laid: LaidOut, wording: Wording = PLAIN) -> tuple[Finding, ...]:
    """What each block says of a layout, in the order in which the rule names them."""
    return tuple(_findings(laid, laid.rules.pattern, 0, wording))


def _findings(laid: LaidOut, block: Pattern, depth: int, wording: Wording) -> Iterator[Finding]:
    """What a block says; what fails inside of it is told below it, of alternatives the nearest."""
    inside, gap = _inside(block), laid.gap(block)
    if isinstance(block, And):
        for part in block.parts:
            yield from _findings(laid, part, depth, wording)
    elif isinstance(inside, And) and gap:
        yield Finding(wording.block(block), False, (), _lacks(laid, inside, wording), depth)
        yield from _findings(laid, inside, depth + 1, wording)
    elif isinstance(inside, Or) and (gap or (inside is block and block.shapes)):
        is_forms = inside is block and block.shapes
        label = wording.say("one of {} forms", len(inside.parts)) if is_forms else wording.block(block)
        yield Finding(label, not gap, (), wording.say("the nearest") if gap else "", depth)
        yield from _findings(laid, min(inside.parts, key=laid.gap), depth + 1, wording)
    else:
        by = _looked_at(laid, block, wording)
        yield Finding(wording.block(block), not gap, by, _missing(laid, block, bool(by), wording) if gap else "", depth)


def _inside(block: Pattern) -> Pattern:
    """What an author's name stands for; the library's own names stand for themselves."""
    return _inside(block.part) if isinstance(block, Named) and not block.code else block


def _lacks(laid: LaidOut, block: And, wording: Wording) -> str:
    return wording.say("lacks {}", ", ".join(wording.block(part) for part in block.parts if laid.gap(part)))


def _missing(laid: LaidOut, block: Pattern, shows: bool, wording: Wording) -> str:
    """What keeps a block from holding, in a few words; `shows` says whether tiles or groups are shown beside them."""
    match block:
        case Named(part):
            return _missing(laid, part, shows, wording)
        case And():
            return _lacks(laid, block, wording)
        case Not(Named(part)):
            return _missing(laid, Not(part), shows, wording)
        case (Count() as count) | Not(Count() as count):
            if isinstance(count.of, Surplus) and count.of.count(laid.layout) < laid.number(count):
                return wording.say("here {} wild tiles alike", laid.hand.wild_alike)
            return wording.say("here {}", laid.number(count))
        case Shape():
            loose = [tile for group in laid.layout if group.type == "single" for tile in group.tiles]
            left = wording.say(", left over {}", wording.kinds(loose)) if loose else ""
            return wording.say("here {}", wording.form(Form.of(laid.layout))) + left
        case Never():
            return wording.say("the switches leave no form")
    leaves = block.leaves
    facts = [leaf for leaf in leaves if isinstance(leaf, Fact)]
    if facts:
        asked = wording.say("not {}", wording.block(block.part)) if isinstance(block, Not) else wording.block(block)
        told = wording.say("told: {}; asked: {}", told_of(facts, laid.hand, wording), asked)
        return told + wording.say("; here") if shows else told
    if not all(isinstance(leaf, Count | Shape) for leaf in leaves):
        return wording.say("here {}", laid.text)
    return wording.say("here") if shows else wording.say("here none")


# --- what a block looks at --------------------------------------------------------------------------------------------


def _looked_at(laid: LaidOut, block: Pattern, wording: Wording) -> tuple[str, ...]:
    """The groups or tiles that a block looks at, as texts."""
    found = [tuple(_by(laid, leaf, wording)) for leaf in block.leaves]
    return found[0] if len(found) == 1 else tuple(dict.fromkeys(text for texts in found for text in texts))


def _by(laid: LaidOut, leaf: Pattern, wording: Wording) -> Iterable[str]:
    if isinstance(leaf, Fact):
        return held_by(leaf, laid.hand, wording) if laid.facts[leaf] or "winning_tile" not in leaf.asks else ()
    if isinstance(leaf, Shape):
        return [wording.group(group) for group in laid.layout if group.type != "single" or leaf.form.singles]
    return _MEASURED[type(leaf.of)](leaf.of, laid.layout, wording) if isinstance(leaf, Count) else ()


def _all_tiles(layout: Layout) -> Iterator[int]:
    return (tile for group in layout for tile in group.tiles)


def _groups(measure: Groups, layout: Layout, wording: Wording) -> Iterable[str]:
    return [wording.group(group) for group in layout if measure.of.holds(group)]


def _tiles(measure: Tiles, layout: Layout, wording: Wording) -> Iterable[str]:
    tiles = [tile for tile in _all_tiles(layout) if tile in measure.tiles]
    return [wording.kinds(tiles)] if tiles and measure.tiles != ALL else ()


def _repeats(measure: Repeats, layout: Layout, wording: Wording) -> Iterable[str]:
    alike = Counter(group.tiles for group in layout if measure.of.holds(group))
    shown = {group.tiles: wording.group(group) for group in reversed(layout) if alike[group.tiles] > 1}
    return [shown[tiles] for tiles in alike if tiles in shown]


def _surplus(measure: Surplus, layout: Layout, wording: Wording) -> Iterable[str]:
    held = sorted(measure.held(layout).items())
    return [f"{wording.kinds([tile])} ×{copies}" for tile, copies in held if copies > measure.copies]


def _substitutes(measure: Substitutes, layout: Layout, wording: Wording) -> Iterable[str]:
    return [wording.group(group) for group in layout if group.wild]


_MEASURED: dict[type[Measure], Callable[[Any, Layout, Wording], Iterable[str]]] = {
    Groups: _groups,
    Tiles: _tiles,
    Repeats: _repeats,
    Surplus: _surplus,
    Substitutes: _substitutes,
}
