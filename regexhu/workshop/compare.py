"""Two rule sets compared: how many hands only one of them wins, and a hand of each, explained block by block."""

from __future__ import annotations

from dataclasses import dataclass

from regexhu.errors import RuleError
from regexhu.explain.verdict import explain
from regexhu.rules.ruleset import RuleSet
from regexhu.workshop.witness import Witness, witness


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
        verdict = explain(self.witness.hand, self.loses, **self.witness.asked)
        return f"only {self.wins.name} wins: {such}\n\n{verdict}\n"

    def to_dict(self) -> dict[str, object]:
        """The same as plain data; of the hand also what the losing rule set says."""
        if self.witness is None:
            return {"rules": self.wins.name, "number": self.number, "hand": None}
        lost = explain(self.witness.hand, self.loses, **self.witness.asked)
        return {"rules": self.wins.name, "number": self.number, "hand": str(self.witness), "lost": lost.to_dict()}


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


def compared(first: RuleSet, second: RuleSet, tiles: int | None = None, **asked: object) -> Comparison:
    """The comparison, of hands of one size or of every size.

    Concealed hands are counted, in the context that is given. Where that tells no difference, or where the rule sets
    ask for more than a context, a hand is looked for with melds, winning tile and context as they come.
    """
    counts: list[int | None] = [None, None]
    hands: list[str | None] = [None, None]
    untold = None
    try:
        found = first.difference(second, tiles, **asked)
        counts, hands = [found.only_first, found.only_second], [found.first_witness, found.second_witness]
    except RuleError as error:
        untold = error
    sides = []
    for number, hand, (wins, loses) in zip(counts, hands, ((first, second), (second, first)), strict=True):
        shown = Witness(hand, asked, {}) if hand else None if tiles else witness(wins, loses, given=asked)[0]
        sides.append(OnlyOne(wins, loses, number, shown))
    return Comparison(sides[0], sides[1], untold)
