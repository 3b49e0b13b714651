"""What can be told of a rule set without being told what it should say: blocks that do nothing, examples that lack.

A block is taken out, and a hand is looked for on which the verdict changes: among the examples first, then among all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from regexhu.errors import RuleError
from regexhu.rules.examples import Example
from regexhu.rules.ruleset import RuleSet
from regexhu.rules.source import Source, file_of
from regexhu.syntax.counts import Count, Substitutes
from regexhu.syntax.facts import Fact, Switch
from regexhu.syntax.shapes import terms_of
from regexhu.syntax.tree import Pattern
from regexhu.workshop.scaffold import SOURCE
from regexhu.workshop.taken import Taken, take_out
from regexhu.workshop.witness import is_void, wins, witness_of

MOST_TURNED = 2
"""How many switches are turned at once to find a hand on which a block matters."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that the author of a rule set may want to know; `serious` when the rule set is of no use so."""

    place: str
    message: str
    serious: bool = False

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"

    def to_dict(self) -> dict[str, object]:
        """The remark as plain data."""
        return {"place": self.place, "message": self.message, "serious": self.serious}


def check(rules: RuleSet) -> Iterator[Remark]:
    """All that is to say of a rule set, what is serious first."""
    file, source = file_of(rules), Source(rules.path) if rules.path else None

    def at(block: Pattern) -> str:
        return f"{file}:{source.line_of(block)}" if source else f"{file}, {block!r}"

    if not rules.source or rules.source == SOURCE:
        yield Remark(f"{file}:1", "names no source: write Source: and where the rules stand into the docstring", True)
    if not {"win", "lose"} <= {example.verdict for example in rules.examples}:
        yield Remark(file, "lacks examples: give hands that win and hands that lose", True)
    for name, line in source.unused_names() if source else ():
        yield Remark(f"{file}:{line}", f"{name} is not used")
    if rules.automaton_engine.refusal:
        yield Remark(file, f"what its blocks do can't be told: {rules.automaton_engine.refusal}")
        return
    taken = [found for found in take_out(rules.win) if _is_judged(found.block)]
    right = [example for example in rules.examples if _is_right(rules, example)]
    if all(example.verdict != "win" for example in right) and is_void(rules):
        clashing = [found for found in taken if found.wider and not is_void(rules.with_(win=found.left))]
        for found in clashing:
            yield Remark(at(found.block), f"nothing wins: {found.label} can't hold beside the other blocks", True)
        if not clashing:
            yield Remark(at(rules.win), "nothing wins", True)
        return
    unshown = (found for found in taken if not _is_shown(rules, right, found))
    yield from dict.fromkeys(Remark(at(found.block), _without(rules, found)) for found in unshown)


def _is_judged(block: Pattern) -> bool:
    """Whether a block is more than switches, and looks at nothing that only wild tiles change."""
    return not all(isinstance(leaf, Switch) for leaf in block.leaves) and not _asks_wild(block)


def _asks_wild(pattern: Pattern) -> bool:
    return any(
        (isinstance(leaf, Fact) and "wild" in leaf.asks)
        or (isinstance(leaf, Count) and isinstance(leaf.of, Substitutes))
        or any(term.asks_wild for term in terms_of(leaf))
        for leaf in pattern.leaves
    )


# --- what a block does ------------------------------------------------------------------------------------------------


def _without(rules: RuleSet, taken: Taken) -> str:
    """What is to say of a block that is taken out, when no example shows what it does."""
    left = rules.with_(win=taken.left)
    verdict, alone = ("lose", "fails by it alone") if taken.wider else ("win", "wins by it alone")
    try:
        more, fewer = (left, rules) if taken.wider else (rules, left)
        found, is_certain = witness_of(more, fewer, taken.matters, MOST_TURNED)
    except RuleError as error:
        return f"{taken.label}: no {verdict} line {alone}; whether a hand does can't be told: {error}"
    if found:
        return f"{taken.label}: no {verdict} line {alone}, as this one would: {verdict} {found}"
    if is_certain:
        others = "the other blocks imply it" if taken.wider else "the other alternatives cover it"
        wild = ", as far as no tile is wild" if _asks_wild(rules.win) else ""
        return f"{taken.label} never changes a verdict: {others}{wild}"
    return f"{taken.label}: no hand was found that {alone}"


def _is_right(rules: RuleSet, example: Example) -> bool:
    with suppress(ValueError):
        return rules.example_wins(example) is (example.verdict == "win")
    return False


def _is_shown(rules: RuleSet, examples: Sequence[Example], taken: Taken) -> bool:
    """Whether an example changes its verdict without the block."""
    left = rules.with_(win=taken.left)
    played: dict[tuple[str, ...], RuleSet] = {}
    for example in examples:
        if example.verdict != ("lose" if taken.wider else "win"):
            continue
        on = {name: value is True for name, value in example.asked.items() if name in left.switches}
        asked = {name: value for name, value in example.asked.items() if name not in rules.switches}
        key = tuple(f"{name}={value}" for name, value in on.items())
        played.setdefault(key, left.switched(**on))
        with suppress(ValueError):
            if wins(played[key], example.hand, asked) is taken.wider:
                return True
    return False
