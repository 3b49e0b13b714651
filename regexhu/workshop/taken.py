"""A rule without one of its blocks: what is left, and for which layouts that makes a difference."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from regexhu.syntax.facts import rewritten, set_switches, switched
from regexhu.syntax.shapes import Shape
from regexhu.syntax.tree import And, Named, Not, Or, Pattern


@dataclass(frozen=True, slots=True)
class Taken:
    """A block that can be taken out of a rule, and what is left then; `wider` when more hands win without it.

    It makes a difference for a layout for which all of `beside` and none of `instead` holds: what is joined with the
    block, and with what it is a part of, by `&` and by `|`.
    """

    block: Pattern
    left: Pattern
    wider: bool
    beside: tuple[Pattern, ...]
    instead: tuple[Pattern, ...]

    @property
    def label(self) -> str:
        """The block in its author's words."""
        if isinstance(self.block, Named) and not self.block.code:
            return self.block.words
        return re.sub(r"switch\('(\w+)', \w+, (?:'[^']*'|\"[^\"]*\")\)", r"\1", repr(self.block))

    def matters(self, on: Mapping[str, bool]) -> tuple[Pattern, Pattern]:
        """Where the block makes a difference with some switches set, first without a word on what holds instead."""
        block = as_counts(self.block)
        beside = And.of(*map(as_counts, self.beside), Not(block) if self.wider else block)
        exactly = And.of(beside, *(Not(as_counts(other)) for other in self.instead))
        first, second = (switched(set_switches(pattern, on)) for pattern in (beside, exactly))
        return first, second


def take_out(pattern: Pattern) -> Iterator[Taken]:
    """The pattern without each of its blocks: the conditions of an `&`, the alternatives of an `|`."""
    if isinstance(pattern, Named) and not pattern.code and pattern.shapes:
        pattern = pattern.part
    if not isinstance(pattern, And | Or):
        return
    wider = isinstance(pattern, And)
    for number, part in enumerate(pattern.parts):
        before, after = pattern.parts[:number], pattern.parts[number + 1 :]
        others = (*before, *after)
        beside, instead = (others, ()) if wider else ((), others)
        if not (wider and part.shapes):
            yield Taken(part, _joined(pattern, others), wider, beside, instead)
        if part.shapes or wider:
            for inner in take_out(part):
                left = _joined(pattern, (*before, inner.left, *after))
                yield replace(inner, left=left, beside=beside + inner.beside, instead=instead + inner.instead)


def _joined(like: And | Or, parts: tuple[Pattern, ...]) -> Pattern:
    return parts[0] if len(parts) == 1 else type(like)(parts)


def as_counts(pattern: Pattern) -> Pattern:
    """The pattern with its shapes as conditions that count, so that it can be denied."""
    return rewritten(pattern, lambda leaf: And.of(*leaf.counts) if isinstance(leaf, Shape) else leaf)
