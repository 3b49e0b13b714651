"""Which layouts of a hand a pattern may win with, as far as that shows before its expression is matched.

Counts only grow while groups are laid out, so a bound that is passed stays passed, and groups that pass one are laid
out no further. Which tiles are wild, and which group the winning tile completes, is told apart where a block looks at
it, and left open where none does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from typing import Literal

from regexhu.hands.layout import SECTION_OF, Form, Group, Layout
from regexhu.hands.splitting import Wanted
from regexhu.hands.tiles import starts_sequence
from regexhu.syntax.counts import Count, Groups, Repeats, Substitutes, Surplus, Tiles
from regexhu.syntax.facts import Fact, NoForbidden, NoWild, rewritten
from regexhu.syntax.shapes import Shape
from regexhu.syntax.terms import Term
from regexhu.syntax.tree import Always, And, Named, Never, Not, Or, Pattern


class Prospects(Wanted):
    """The layouts of one form that a pattern may win with."""

    def __init__(self, pattern: Pattern, form: Form) -> None:
        def in_form(leaf: Pattern) -> Pattern:
            return Never() if isinstance(leaf, Shape) and leaf.form != form else leaf

        self._pattern = rewritten(pattern, in_form)
        self._outlook = _outlook(self._pattern)
        self._taken: dict[tuple[int, ...], bool] = {}
        self._used: dict[int, bool] = {}

    def takes(self, tiles: tuple[int, ...]) -> bool:
        if tiles not in self._taken:
            alike = {1: "single", 2: "pair", 3: "triplet", 4: "kong"}[len(tiles)]
            self._taken[tiles] = self.bears((Group(alike if len(set(tiles)) == 1 else "sequence", tiles),))
        return self._taken[tiles]

    def uses(self, kind: int) -> bool:
        if kind not in self._used:
            firsts = (first for first in range(max(kind - 2, 0), kind + 1) if starts_sequence(first))
            groups = [(kind,) * copies for copies in range(1, 5)] + [(at, at + 1, at + 2) for at in firsts]
            self._used[kind] = any(map(self.takes, groups))
        return self._used[kind]

    def bears(self, groups: Layout) -> bool:
        return self._outlook(groups)[0]

    @cached_property
    def _looks(self) -> tuple[list[Term], list[Pattern]]:
        """The terms of groups that the pattern looks at, and its leaves."""
        leaves = [_bare(leaf) for leaf in self._pattern.leaves]
        return [term for leaf in leaves for term in _terms(leaf)], leaves

    @cached_property
    def stars(self) -> Literal["none", "kinds", "places"]:  # type: ignore[override]
        terms, leaves = self._looks
        if any(term.asks_wild for term in terms) or any(map(_reads_text, leaves)):
            return "places"
        return "kinds" if any(map(_counts_wild, leaves)) else "none"

    @cached_property
    def winner(self) -> bool:  # type: ignore[override]
        terms, leaves = self._looks
        return any(term.won is not None for term in terms) or any(map(_reads_text, leaves))


def _bare(leaf: Pattern) -> Pattern:
    return _bare(leaf.part) if isinstance(leaf, Named | Not) else leaf


def _terms(leaf: Pattern) -> tuple[Term, ...]:
    if isinstance(leaf, Shape):
        return tuple(term for _, groups in leaf.terms for term in groups.looked_at)
    return leaf.of.of.looked_at if isinstance(leaf, Count) and isinstance(leaf.of, Groups | Repeats) else ()


def _reads_text(leaf: Pattern) -> bool:
    """Whether it may read anything of a sequence, as a regex of the author's own does."""
    return not isinstance(leaf, Count | Shape | Fact | Always | Never)


def _counts_wild(leaf: Pattern) -> bool:
    """Whether it looks at how many wild tiles stand for others, or for which kinds."""
    if isinstance(leaf, Count):
        return isinstance(leaf.of, Substitutes) or (isinstance(leaf.of, Surplus) and leaf.of.among != "all")
    return isinstance(leaf, NoForbidden | NoWild)


def _looks_at_placing(count: Count) -> bool:
    """Whether it looks at wild tiles or at the winning one, which are placed once all groups are laid out."""
    return _counts_wild(count) or any(term.asks_wild or term.won is not None for term in _terms(count))


Outlook = tuple[bool, bool]
"""Whether a pattern can hold of a layout that has some groups, and whether it holds whatever else the layout has."""

_OPEN: Outlook = (True, False)


def _outlook(pattern: Pattern) -> Callable[[Layout], Outlook]:
    """What groups that are laid out make of the pattern's outlook."""
    match pattern:
        case Named(part):
            return _outlook(part)
        case Not(part):
            of_part = _outlook(part)
            return lambda groups: tuple(not holds for holds in reversed(of_part(groups)))  # type: ignore[return-value]
        case And():
            return partial(_of_all, [_outlook(part) for part in reversed(pattern.in_order)])
        case Or(parts):
            return partial(_of_any, [_outlook(part) for part in parts])
        case Shape():
            return partial(_of_all, [_at_most(*limit) for limit in _misfits(pattern)])
        case Count(Tiles() | Groups() as measure, least, most) if not _looks_at_placing(pattern):
            number = _Number(lambda group: measure.count((group,)))
            return lambda groups: (most is None or number(groups) <= most, most is None and number(groups) >= least)
        case Count(Repeats(of), _, most) if not _looks_at_placing(pattern):
            return partial(_repeats, _Number(of.holds), most)
        case Count(Surplus() as surplus, _, most) if not _looks_at_placing(pattern):
            return lambda groups: (most is None or surplus.count(groups) <= most, False)
        case Always() | Never():
            settled = isinstance(pattern, Always), isinstance(pattern, Always)
            return lambda groups: settled
    return lambda groups: _OPEN


def _of_all(parts: list[Callable[[Layout], Outlook]], groups: Layout) -> Outlook:
    must = True
    for part in parts:
        can_hold, must_hold = part(groups)
        if not can_hold:
            return False, False
        must = must and must_hold
    return True, must


def _of_any(parts: list[Callable[[Layout], Outlook]], groups: Layout) -> Outlook:
    can = False
    for part in parts:
        can_hold, must_hold = part(groups)
        if must_hold:
            return True, True
        can = can or can_hold
    return can, False


class _Number:
    """How much groups count for, each looked at once."""

    def __init__(self, of: Callable[[Group], int]) -> None:
        self._of = of
        self._known: dict[Group, int] = {}

    def __call__(self, groups: Layout) -> int:
        number = 0
        for group in groups:
            if (of := self._known.get(group)) is None:
                of = self._known[group] = self._of(group)
            number += of
        return number


def _at_most(number: _Number, most: int) -> Callable[[Layout], Outlook]:
    return lambda groups: (number(groups) <= most, False)


def _repeats(is_one: _Number, most: int | None, groups: Layout) -> Outlook:
    tiles = [group.tiles for group in groups if is_one((group,))]
    return most is None or len(tiles) - len(set(tiles)) <= most, False


def _misfits(shape: Shape) -> Iterator[tuple[_Number, int]]:
    """Groups that some of the shape's classes have no place for, and how many the other classes can take."""
    for count in shape.assignment:
        if isinstance(count.of, Groups):
            terms = count.of.of.terms
            section = SECTION_OF[terms[0].type]
            yield _Number(partial(_is_misfit, section, terms)), shape.form[section] - count.least


def _is_misfit(section: int, terms: tuple[Term, ...], group: Group) -> bool:
    return SECTION_OF[group.type] == section and not any(_fits(term, group) for term in terms)


def _fits(term: Term, group: Group) -> bool:
    """Whether the group may be of the term, as far as that is known before wild and winning tiles are placed."""
    return term.type == group.type and group.mark in term.marks and term.fits(group.tiles)
