"""Two rule sets compared: how many hands only one of them wins, and a hand of each, explained block by block."""

from __future__ import annotations

from dataclasses import dataclass

from regexhu.errors import RuleError
from regexhu.explain.verdict import Verdict, explain
from regexhu.rules.ruleset import RuleSet
from regexhu.workshop.witness import Witness, set_in, witness, witness_among_examples


@dataclass(frozen=True, slots=True)
class OnlyOne:
    """What only one rule set wins: how many concealed hands (None: not told), and one hand, if there is any."""

    wins: RuleSet
    loses: RuleSet
    number: int | None
    witness: Witness | None

    def __str__(self) -> str:
        number = "" if self.number is None else f"{self.number:,} concealed hands"
        if self.witness is None:
            return f"only {self.wins.name} wins: {number or 'no hand was found'}"
        such = f"{number}, such as {self.witness}" if self.number else f"{self.witness}"
        return f"only {self.wins.name} wins: {such}\n\n{self._lost(self.witness)}\n"

    def _lost(self, witness: Witness) -> Verdict:
        """What the losing rule set says of the hand."""
        return explain(witness.hand, set_in(self.loses, witness.switches), **witness.asked)

    def to_dict(self) -> dict[str, object]:
        """The same as plain data; of the hand also what the losing rule set says."""
        if self.witness is None:
            return {"rules": self.wins.name, "number": self.number, "hand": None}
        lost = self._lost(self.witness).to_dict()
        return {"rules": self.wins.name, "number": self.number, "hand": str(self.witness), "lost": lost}


@dataclass(frozen=True, slots=True)
class Comparison:
    """What only the first and what only the second of two rule sets wins; `untold` is why hands weren't counted."""

    first: OnlyOne
    second: OnlyOne
    untold: RuleError | None = None

    @property
    def differ(self) -> bool:
        """Whether a hand is known that one of them wins and the other loses."""
        return bool(self.first.witness or self.second.witness)

    def __str__(self) -> str:
        note = f"\nhow many concealed hands differ isn't told: {self.untold}" if self.untold else ""
        if not self.differ:
            return f"no hand is known on which {self.first.wins.name} and {self.second.wins.name} differ{note}"
        return f"{self.first}\n{self.second}{note}"

    def to_dict(self) -> dict[str, object]:
        """The comparison as plain data."""
        return {
            "differ": self.differ,
            "only": [self.first.to_dict(), self.second.to_dict()],
            "untold": str(self.untold or ""),
        }


def compare(first: RuleSet, second: RuleSet, tiles: int | None = None, **asked: object) -> Comparison:
    """The comparison, of hands of one size or of every size.

    Concealed hands are counted, in the context that is given. A hand is looked for among the examples of both, then
    among those that were counted, then with melds, winning tile and context as they come, and at last among the
    examples that set switches.
    """
    counts: list[int | None] = [None, None]
    counted: list[str | None] = [None, None]
    untold = None
    try:
        found = first.difference(second, tiles, **asked)
        counts, counted = [found.only_first, found.only_second], [found.first_witness, found.second_witness]
    except RuleError as error:
        untold = error
    sides = []
    for number, hand, (wins, loses) in zip(counts, counted, ((first, second), (second, first)), strict=True):
        shown = witness_among_examples(wins, loses, tiles, asked) or (Witness(hand, asked, {}) if hand else None)
        if not shown and not tiles:
            shown, _ = witness(wins, loses, asked)
        shown = shown or witness_among_examples(wins, loses, tiles, asked, switches=True)
        sides.append(OnlyOne(wins, loses, number, shown))
    return Comparison(sides[0], sides[1], untold)
