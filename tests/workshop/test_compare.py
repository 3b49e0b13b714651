"""The diff command: how two rule sets differ, with a hand of each."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest
from command import printed, run
from strategies import long, made, rule_file

from regexhu import RuleSet, explain, load
from regexhu.workshop.compare import compare
from regexhu.workshop.witness import wins, witness_among_examples


def test_diff_counts_both_ways_and_explains_a_hand_of_each(here: Path) -> None:
    result = run("diff", "standard", "riichi", "--tiles", "14")
    assert result.exit_code == 1
    assert result.stdout.startswith(
        "only standard wins: 0 concealed hands\n"
        "only riichi wins: 5,374,961 concealed hands, such as 1133m5577p2299s55z\n"
    )
    assert str(explain("1133m5577p2299s55z", rules="standard")) in result.stdout
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


# The examples of both are tried first


FOUR_ALIKE = load("tianjin", four_alike=True)


def test_an_example_shows_a_difference_that_no_search_finds() -> None:
    """Wild tiles are left out of every search; the author of tianjin shows a fifth 3z."""
    found = witness_among_examples(load("tianjin"), FOUR_ALIKE)
    assert found
    assert str(found) == "123m456p789s33331z wild=1z2z winning_tile=3z self_draw"
    comparison = compare(load("tianjin"), FOUR_ALIKE)
    assert comparison.differ
    assert "at most four tiles alike" in str(comparison.first)


def test_the_keywords_of_an_example_are_kept_and_what_else_is_asked_is_told() -> None:
    drawn = RuleSet(made("4 * meld + pair & self_draw"), examples="win 123m456p789s11122z self_draw")
    middle = RuleSet(made("4 * meld + pair & some(sequence.won(wait='middle'))"))
    found = witness_among_examples(drawn, middle)
    assert found
    assert (found.hand, found.asked["self_draw"]) == ("123m456p789s11122z", True)
    assert wins(drawn, found.hand, found.asked)
    assert not wins(middle, found.hand, found.asked)
    assert witness_among_examples(drawn, middle, given={"self_draw": False}) is None
    assert witness_among_examples(drawn, middle, tiles=13) is None


def test_an_example_that_sets_a_switch_comes_last() -> None:
    switch = "4 * meld + pair & (~switch('east', False, '') | has('1z'))"
    lines = "win 123m456p789s22233z\nlose 123m456p789s22233z east\nwin 123m456p789s11122z east"
    first, second = RuleSet(made(switch), examples=lines), RuleSet(made("4 * meld + pair"))
    assert witness_among_examples(second, first) is None
    comparison = compare(second, first)
    assert str(comparison.first.witness) == "123m456p789s22233z east"
    assert "✘ a tile of 1z" in str(comparison.first)
    assert comparison.second.witness is None
    comparison = compare(second, RuleSet(made(f"{switch} & some(sequence)"), examples=lines))
    assert comparison.first.witness
    assert comparison.first.witness.switches == {}


def test_an_example_that_can_not_be_judged_is_passed_over() -> None:
    broken = RuleSet(made("4 * meld + pair"), examples="todo 1m2\nwin 123m456p789s11122z wild=9s\nwin 11m")
    assert witness_among_examples(broken, RuleSet(made("4 * meld + pair"), wild=False)) is None


@pytest.mark.parametrize(
    ("first", "second"), [("tianjin", "harbin"), long("harbin_local", "wuhan"), long("shanxi", "hebei")]
)
def test_two_rule_sets_that_ask_for_much_are_compared_in_seconds(first: str, second: str) -> None:
    begun = process_time()
    assert compare(load(first), load(second)).differ
    assert process_time() - begun < 5
