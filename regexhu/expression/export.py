"""Rule sets written for other regex engines, and for those that have neither lookahead nor back-references.

An engine with lookahead takes a rule set as one expression. One without takes it in disjunctive normal form: a sequence
wins if for one of the alternatives each clause holds, a plain clause being an expression that is found in the sequence,
a negated one an expression that is not.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from functools import reduce
from itertools import product

from regexhu.errors import RuleError
from regexhu.expression.lines import joined, rule_lines
from regexhu.regextext.flavors import Flavor
from regexhu.regextext.writer import Clause, Writer
from regexhu.syntax.shapes import Shape
from regexhu.syntax.tree import Always, And, Condition, Named, Never, Not, Or, Pattern

MOST_ALTERNATIVES = 256

Alternative = tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Exported:
    """A rule set as another engine runs it over canonical sequences, and what to know of it there.

    Every expression begins with `^` and is to be searched for; the one of an engine with lookahead ends at the end.
    """

    flavor: str
    spelling: str
    alternatives: tuple[Alternative, ...]
    limits: tuple[str, ...]

    @property
    def expression(self) -> str:
        """The one expression; a `RuleError` where there are several."""
        if [[clause.negated for clause in every] for every in self.alternatives] != [[False]]:
            raise RuleError(f"for {self.flavor} this rule set is no single expression: read its .alternatives")
        return self.alternatives[0][0].text

    def __str__(self) -> str:
        """The one expression; or each after `+` (to be found) or `-` (not to be), alternatives divided by `or`."""
        try:
            return self.expression
        except RuleError:
            return "\nor\n".join("\n".join(map(_line, every)) for every in self.alternatives)

    def to_dict(self) -> dict[str, object]:
        """The same as JSON holds it."""
        alternatives = [[asdict(clause) for clause in every] for every in self.alternatives]
        named = {"flavor": self.flavor, "spelling": self.spelling}
        return {**named, "alternatives": alternatives, "limits": list(self.limits)}


def export(pattern: Pattern, flavor: Flavor, spelling: str, wild: bool = False, title: str = "") -> Exported:
    """The pattern for an engine; a `RuleError` names the block that it has no way to say."""
    if flavor.lookahead:
        text = joined(rule_lines(pattern, spelling, wild, flavor))
        found: list[Alternative] = [(Clause(flavor.finish(text), words=title),)]
    else:
        writer = Writer(spelling, wild=wild, flavor=flavor)
        writer.refuse_unmarked("where a group ends")
        legal = () if pattern.shapes else (Clause(writer.legal, words="a canonical sequence"),)
        apart = both([legal], alternatives(pattern, writer))
        found = [tuple(replace(clause, text=f"^{clause.text}") for clause in every) for every in apart]
    return Exported(flavor.name, spelling, tuple(found), flavor.limits)


def _line(clause: Clause) -> str:
    words = clause.words.replace("\n", " ")
    return f"# {words}\n{'-' if clause.negated else '+'} {clause.text}"


def alternatives(pattern: Pattern, writer: Writer, holds: bool = True, words: str = "") -> list[Alternative]:
    """The pattern, or where it isn't to hold its opposite, in disjunctive normal form."""
    match pattern:
        case Always() | Never():
            return [()] if isinstance(pattern, Always) is holds else []
        case Named():
            return alternatives(pattern.part, writer, holds, pattern.words)
        case Not():
            return alternatives(pattern.part, writer, not holds, words)
        case And() | Or():
            in_order = pattern.in_order if isinstance(pattern, And) else pattern.parts
            parts = [alternatives(part, writer, holds) for part in in_order]
            if isinstance(pattern, And) is not holds:
                return either(parts)
            return reduce(both, parts)
        case Shape():
            ahead = [alternatives(count, writer) for count in pattern.lookaheads]
            body = Clause(pattern.body(writer) + writer.context + writer.flavor.end, words=words or pattern.words)
            return reduce(both, [*ahead, [(body,)]])
        case Condition():
            said = words or pattern.words
            clauses = pattern.clauses(writer)
            if holds:
                return [tuple(replace(clause, words=said) for clause in clauses)]
            return [(replace(clause.opposite, words=f"not: {said}"),) for clause in clauses]
    raise RuleError(f"{pattern.words} can't be written for {writer.flavor.name}: its regex isn't made of clauses")


def both(these: list[Alternative], those: list[Alternative]) -> list[Alternative]:
    """An alternative of these and one of those, without what contradicts itself or is covered by another."""
    if len(these) * len(those) > MOST_ALTERNATIVES:
        reached = len(these) * len(those)
        raise RuleError(
            f"{reached:,} alternatives for an engine without lookahead, of at most {MOST_ALTERNATIVES:,}: "
            "leave out conditions joined with |, or take an engine with lookahead"
        )
    joined = (tuple(dict.fromkeys((*this, *that))) for this, that in product(these, those))
    return _uncovered(every for every in joined if not any(clause.opposite in every for clause in every))


def either(parts: list[list[Alternative]]) -> list[Alternative]:
    """An alternative of any of the parts; those of one plain clause become one expression."""
    found = list(dict.fromkeys(every for part in parts for every in part))
    plain = [every for every in found if len(every) == 1 and not every[0].negated]
    if len(plain) > 1:
        text = "|".join(clause.text for (clause,) in plain)
        joined = Clause(f"(?:{text})", words=" or ".join(clause.words for (clause,) in plain))
        found = [(joined,), *(every for every in found if every not in plain)]
    return _uncovered(found)


def _uncovered(found: Iterable[Alternative]) -> list[Alternative]:
    """Without those that say no more than another and something beside."""
    kept: list[Alternative] = []
    for every in sorted(found, key=len):
        if not any(set(fewer) <= set(every) for fewer in kept):
            kept.append(every)
    return kept
