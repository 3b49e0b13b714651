"""What a hand that is one tile short of a win may draw, and how many tiles it has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from regexhu.errors import RuleError
from regexhu.hands.hand import Hand
from regexhu.hands.layout import Form, Group
from regexhu.hands.tiles import NAMES
from regexhu.syntax.counts import Count, Groups
from regexhu.syntax.shapes import Shape
from regexhu.syntax.tree import And, Named, Never, Or, Pattern


def drawn(short: Hand, copies: int | None) -> list[str]:
    """The kinds of which a hand may draw one more tile, where there are so many (None: any number)."""
    held = Counter(tile for group in short.declared for tile in group.tiles)
    held.update(dict(enumerate(short.counts)))
    return [name for kind, name in enumerate(NAMES) if copies is None or held[kind] < copies]


def check_size(who: str, pattern: Pattern, forms: Iterable[Form], short: Hand, wild: bool) -> None:
    """Raise a `RuleError` where the hand is not one tile short of a form."""
    sizes = short_sizes(pattern, forms, short, wild)
    if sizes and short.size not in sizes:
        takes = " or ".join(map(str, sizes))
        beside = " beside these melds" if short.melds else ""
        raise RuleError(f"{who} waits with {takes} tiles{beside}, one short of a win; this hand has {short.size}")


def short_sizes(pattern: Pattern, forms: Iterable[Form], hand: Hand, wild: bool) -> list[int]:
    """The sizes that a hand with these melds may have, one tile short of a form, in ascending order.

    Each kong is one tile more: the declared ones, and those that may lie in the hand, with the tile that is drawn or
    with `wild` tiles, where the pattern allows any.
    """
    declared = sum(group.type == "kong" for group in hand.declared)
    in_hand = len(hand.tiles) if wild else sum((copies + 1) // 4 for copies in hand.counts)
    if not any(_may_hold(pattern, Group("kong", (kind,) * 4)) for kind in range(34)):
        in_hand = 0
    found = {
        form.size + kongs - 1
        for form in forms
        if len(hand.melds) <= form.melds
        for kongs in range(declared, min(form.melds, declared + in_hand) + 1)
    }
    return sorted(found)


def _may_hold(pattern: Pattern, group: Group) -> bool:
    """Whether there may be such a group, as far as shapes and what is forbidden beside them tell."""
    match pattern:
        case Named(part):
            return _may_hold(part, group)
        case And(parts):
            return all(_may_hold(part, group) for part in parts)
        case Or(parts):
            return any(_may_hold(part, group) for part in parts)
        case Shape(terms):
            return any(groups.holds(group) for _, groups in terms)
        case Count(Groups(groups), _, 0):
            return not groups.holds(group)
    return not isinstance(pattern, Never)
