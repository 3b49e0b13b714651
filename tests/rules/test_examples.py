"""The example lines of a rule file."""

from __future__ import annotations

from typing import Any

import pytest

from regexhu import RuleError, RuleSet
from regexhu.blocks import meld, pair


@pytest.mark.parametrize(
    ("line", "hand", "asked", "reason"),
    [
        ("win 11m,222-2p # why", "11m,222-2p", {}, "why"),
        ("lose 11m 222p   winning_tile=2p self_draw", "11m 222p", {"winning_tile": "2p", "self_draw": True}, ""),
        ("todo 11m discard ready seat_wind=1z", "11m", {"self_draw": False, "ready": True, "seat_wind": "1z"}, ""),
    ],
)
def test_an_example_line_is_a_verdict_a_hand_keywords_and_a_reason(
    line: str, hand: str, asked: dict[str, Any], reason: str
) -> None:
    (example,) = RuleSet(4 * meld + pair, examples=f"\n  # a comment\n\n  {line}\n").examples
    assert (example.hand, example.asked, example.reason, example.line) == (hand, asked, reason, 4)
    assert line.startswith(example.verdict)


@pytest.mark.parametrize("line", ["wins 11m", "win", "11m", "win # 11m", "lose self_draw"])
def test_a_line_that_is_no_example_is_shown_with_its_number(line: str) -> None:
    with pytest.raises(RuleError, match=r"example line 2: write win or lose \(or todo\), a hand, and # a reason") as no:
        RuleSet(4 * meld + pair, examples=f"win 11m\n{line}\n")
    assert str(no.value).startswith(line)
