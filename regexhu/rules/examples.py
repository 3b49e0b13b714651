"""The example lines of a rule file: hands that win, hands that lose, and why."""

from __future__ import annotations

import re
from dataclasses import dataclass

from regexhu.errors import RuleError


@dataclass(frozen=True, slots=True)
class Example:
    """One line of a rule file's examples: a hand that wins, one that loses, or one still to do."""

    verdict: str
    hand: str
    asked: dict[str, str | bool]
    reason: str
    line: int

    @classmethod
    def parse_all(cls, text: str) -> tuple[Example, ...]:
        """The examples in a text of lines such as `win 11m…z winning_tile=5p self_draw  # why`.

        The words after the hand are keywords of the call (`discard` is `self_draw=off`) and switches (`seven_pairs`,
        `must_open=off`).
        """
        lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
        return tuple(cls._parse(number, line) for number, line in lines if line and not line.startswith("#"))

    @classmethod
    def _parse(cls, number: int, line: str) -> Example:
        code, _, reason = line.partition("#")
        verdict, *words = code.split()
        asked: dict[str, str | bool] = {}
        hand = []
        for word in words:
            keyword = re.fullmatch(r"([a-z]{2}[a-z0-9_]*)(?:=(\S+))?", word)
            if keyword is None:
                hand.append(word)
            elif keyword[1] == "discard":
                asked["self_draw"] = False
            else:
                asked[keyword[1]] = {None: True, "on": True, "off": False}.get(keyword[2], keyword[2])
        if verdict not in ("win", "lose", "todo") or not hand:
            raise RuleError(f"example line {number}: write win or lose (or todo), a hand, and # a reason.", line)
        return cls(verdict, " ".join(hand), asked, reason.strip(), number)
