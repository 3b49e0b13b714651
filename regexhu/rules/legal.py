"""What a rule set is made with: what its keywords may be, and what they hold every hand to before any rule."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from regexhu.errors import RuleError
from regexhu.hands.layout import Form
from regexhu.hands.tiles import ALL, TileSet, spelling_named
from regexhu.regextext.writer import MOST_TILES
from regexhu.syntax.counts import Count, Surplus, Tiles
from regexhu.syntax.facts import switches_in
from regexhu.syntax.groups import GroupClass
from regexhu.syntax.tree import Pattern, is_whole


def check_win(win: object, forms: object) -> tuple[Form, ...] | None:
    """The forms; a `RuleError` where no rule set can be made of the pattern, or where it tells the forms itself."""
    if not isinstance(win, Pattern) or isinstance(win, GroupClass):
        raise RuleError(f"a rule set is made of a pattern such as 4 * meld + pair & two_suits, not {win!r}")
    given = tuple(forms) if isinstance(forms, Iterable) else ()
    if forms is not None and not (given and all(isinstance(form, Form) for form in given)):
        raise RuleError(f"forms are layouts to try, such as [Form(4, 1)], not {forms!r}")
    switches_in(win)
    if win.shapes and given:
        raise RuleError(f"the shape {win.shapes[0]!r} tells which layouts to try: leave out forms")
    if not win.shapes and not given:
        raise RuleError(f"{win!r} has no shape: add one, such as 4 * meld + pair")
    return given or None


def check_keywords(copies: object, wild_copies: object, wild: object, spelling: str, most_states: object) -> None:
    """Raise a `RuleError` that names a keyword whose value has no meaning."""
    for keyword, number in (("copies", copies), ("wild_copies", wild_copies)):
        if number is not None and not (is_whole(number) and 1 <= number <= MOST_TILES):
            limits = f"a whole number from 1 to {MOST_TILES}, or None for any number"
            raise RuleError(f"{keyword} is {limits}, not {number!r}")
    if copies is None and wild_copies not in (4, None):
        raise RuleError("wild_copies limits nothing where copies is None: leave it out")
    if not isinstance(wild, bool | str | TileSet):
        raise RuleError(f"wild is True, False or the kinds that are always wild, such as '5z', not {wild!r}")
    if not is_whole(most_states) or most_states < 1:
        raise RuleError(f"most_states is a whole number from 1 up, not {most_states!r}")
    spelling_named(spelling)


def legal(tiles: TileSet, copies: int | None, wild_copies: int | None) -> tuple[Pattern, ...]:
    """What every hand is held to: the tiles of the game, how many of each, how many where wild ones stand for some."""
    found: list[Pattern] = []
    if tiles != ALL:
        found.append(Count(Tiles(~tiles), 0, 0, f"only({str(tiles)!r})", f"only tiles of {tiles}"))
    if copies is not None:
        alike = f"at most {'four' if copies == 4 else copies} tiles alike"
        among: Literal["all", "real"] = "all" if wild_copies == copies else "real"
        found.append(Count(Surplus(copies, among), 0, 0, "at_most_four_alike", alike))
        if among == "real" and wild_copies is not None:
            alike = f"at most {wild_copies} tiles alike where wild tiles stand for some"
            found.append(Count(Surplus(wild_copies, "helped"), 0, 0, "at_most_alike_with_wild", alike))
    return tuple(found)
