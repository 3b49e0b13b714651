"""Why a hand loses by a shape of fixed groups: its groups fit, but can't be dealt out to the terms."""

from __future__ import annotations

from regexhu import RuleSet, explain
from regexhu.blocks import pair


def test_groups_of_the_right_kinds_in_the_wrong_numbers_are_no_win() -> None:
    rules = RuleSet(pair.of("1s") + pair.of("2s") + pair.of("3s"))
    assert "✘" not in str(explain("112233s", rules=rules))
    lost = str(explain("111133s", rules=rules))
    assert "loses" in lost or "does not win" in lost
    assert "✘" in lost
