"""A rule set as a railroad diagram: a hand wins if it can run from the left end to the right one.

The rule is drawn, not its regex: each condition is a round station, shapes are tracks of groups that repeat,
alternatives are branches. Needs the `railroad-diagrams` package.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from regexhu.errors import RuleError, columns
from regexhu.explain.wording import Wording
from regexhu.rules.ruleset import RuleSet
from regexhu.syntax.facts import Switch
from regexhu.syntax.groups import GroupClass
from regexhu.syntax.shapes import Shape
from regexhu.syntax.tree import And, Named, Not, Or, Pattern

if TYPE_CHECKING:
    from railroad import DiagramItem

_LONGEST = 820
"""How wide a row of stations may be before the next row begins."""

_STYLE = """
svg.railroad-diagram { background-color: #f3f6f1; }
svg.railroad-diagram path { stroke-width: 2; stroke: #6b7280; fill: none; }
svg.railroad-diagram text { font: 14px monospace; text-anchor: middle; fill: #22262b; }
svg.railroad-diagram text.comment { font: italic 12px monospace; fill: #6b7280; }
svg.railroad-diagram rect { stroke-width: 2; stroke: #1f7a3f; fill: #fffdf5; }
svg.railroad-diagram g.group rect { stroke: #24508f; fill: #dde7f5; }
svg.railroad-diagram g.not rect { stroke: #c8332b; }
svg.railroad-diagram g.switch rect { stroke: #e08a00; stroke-dasharray: 5 3; }
svg.railroad-diagram rect.group-box { stroke: #9ca3af; stroke-dasharray: 6 4; fill: none; }
"""


def railroad_svg(rules: RuleSet, lang: str = "en") -> str:
    """The diagram as a standalone SVG document, in English or Chinese (`en`, `zh`)."""
    try:
        import railroad
    except ModuleNotFoundError as error:
        if error.name != "railroad":
            raise
        raise RuleError("railroad diagrams need railroad-diagrams: pip install railroad-diagrams") from None
    wording = Wording(lang)
    stations = [_track(block, wording) for block in (*rules.legal, *_parts(rules.win))]
    written: list[str] = []
    diagram = railroad.Diagram(railroad.Start("complex", rules.title), _rows(stations), type="complex")
    diagram.writeStandalone(written.append, _STYLE)
    return "".join(written)


def _parts(pattern: Pattern) -> tuple[Pattern, ...]:
    """What has to hold, the shape last."""
    return pattern.in_order if isinstance(pattern, And) else (pattern,)


def _rows(items: Iterable[DiagramItem]) -> DiagramItem:
    """The stations in a sequence, in as many rows as it takes."""
    from railroad import Sequence, Stack

    rows: list[list[DiagramItem]] = [[]]
    for item in items:
        if rows[-1] and sum(here.width + 20 for here in rows[-1]) + item.width > _LONGEST:
            rows.append([])
        rows[-1].append(item)
    return Stack(*(Sequence(*row) for row in rows)) if len(rows) > 1 else Sequence(*rows[0])


def _track(pattern: Pattern, wording: Wording) -> DiagramItem:
    """A pattern as a piece of track."""
    from railroad import Choice, Group, Sequence

    match pattern:
        case And():
            return _rows(_track(part, wording) for part in pattern.in_order)
        case Or(parts):
            return Choice(0, *(_track(part, wording) for part in parts))
        case Shape(terms):
            return Sequence(*(_groups(times, groups, wording) for times, groups in terms))
        case Named(part, code="") if isinstance(part, And | Or | Shape):
            return Group(_track(part, wording), wording.block(pattern))
        case Not(Switch(name)):
            return _station(wording.say("{} is off", name), "switch")
        case Switch(name):
            return _station(wording.say("{} is on", name), "switch")
        case Not():
            return _station(wording.block(pattern), "not")
    return _station(wording.block(pattern), "condition")


def _groups(times: int, groups: GroupClass, wording: Wording) -> DiagramItem:
    """So many groups of a class: its kinds as branches, with the number on the way back."""
    from railroad import Choice, Comment, OneOrMore

    kinds = [_station(wording.block(GroupClass((term,))), "group") for term in groups.terms]
    one = kinds[0] if len(kinds) == 1 else Choice(0, *kinds)
    return one if times == 1 else OneOrMore(one, Comment(wording.say("{} times", times)))


def _station(text: str, cls: str) -> DiagramItem:
    from railroad import NonTerminal, Terminal

    station = (NonTerminal if cls == "group" else Terminal)(text, cls=cls)
    station.width += 8.5 * (columns(text) - len(text))
    return station
