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


def is_one_short(text: str, forms: Iterable[Form]) -> bool:
    """Whether a text that reads has no melds, and one tile less than a form."""
    tiles = len(text) - sum(map(text.count, "mpsz"))
    return "," not in text and any(form.size == tiles + 1 for form in forms)


def check_size(who: str, kongs: bool, forms: Iterable[Form], short: Hand, wild: bool) -> None:
    """Raise a `RuleError` where the hand is not one tile short of a form; `kongs` may lie in it, or none may."""
    sizes = short_sizes(kongs, forms, short, wild)
    if sizes and short.size not in sizes:
        takes = " or ".join(map(str, sizes))
        beside = " beside these melds" if short.melds else ""
        raise RuleError(f"{who} waits with {takes} tiles{beside}, one short of a win; this hand has {short.size}")


def short_sizes(kongs: bool, forms: Iterable[Form], hand: Hand, wild: bool) -> list[int]:
    """The sizes that a hand with these melds may have, one tile short of a form, in ascending order.

    Each kong is one tile more: the declared ones, and those that may lie in the hand, with the tile that is drawn or
    with `wild` tiles, where `kongs` says that any may.
    """
    declared = sum(group.type == "kong" for group in hand.declared)
    in_hand = len(hand.tiles) if wild else sum((copies + 1) // 4 for copies in hand.counts)
    if not kongs:
        in_hand = 0
    found = {
        form.size + number - 1
        for form in forms
        if len(hand.melds) <= form.melds
        for number in range(declared, min(form.melds, declared + in_hand) + 1)
    }
    return sorted(found)


def may_hold_kongs(pattern: Pattern) -> bool:
    """Whether an undeclared kong may lie in a hand."""
    return any(_may_hold(pattern, Group("kong", (kind,) * 4)) for kind in range(34))


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
