"""The diff command: how two rule sets differ, with a hand of each."""

from __future__ import annotations

from pathlib import Path

from command import printed, run
from strategies import rule_file

from regexhu import explain


def test_diff_counts_both_ways_and_explains_a_hand_of_each(here: Path) -> None:
    result = run("diff", "standard", "riichi", "--tiles", "14")
    assert result.exit_code == 1
    assert result.stdout.startswith(
        "only standard wins: 0 concealed hands\nonly riichi wins: 5,374,961 concealed hands, such as 11223344557788m\n"
    )
    assert str(explain("11223344557788m", rules="standard")) in result.stdout
    (_, seven_pairs) = printed("diff", "standard", "riichi", "--tiles", "14")["only"]
    assert (seven_pairs["number"], seven_pairs["lost"]["win"]) == (5374961, False)


def test_rule_sets_that_win_the_same_do_not_differ(here: Path) -> None:
    rule_file(here, "4 * meld + pair & count(14, 18)")
    result = run("diff", "own.py", "standard")
    assert result.exit_code == 0
    assert result.stdout == "no hand is known on which own and standard differ\n"


def test_a_difference_that_takes_melds_or_a_context_is_found_too(here: Path) -> None:
    rule_file(here, "4 * meld + pair & no(sequence.open)")
    closed = printed("diff", "standard", "own.py")
    assert [side["number"] for side in closed["only"]] == [0, 0]
    assert "-" in closed["only"][0]["hand"]
    rule_file(here, "4 * meld + pair & self_draw")
    drawn = printed("diff", "standard", "own.py")
    assert drawn["only"][0]["hand"].endswith(" discard")
    assert "has to know self_draw" in drawn["untold"]
    assert printed("diff", "standard", "own.py", "--self-draw")["differ"] is False
