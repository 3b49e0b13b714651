"""Waits: names, of hands that are one tile short; a hand of another size is told which sizes are taken."""

from __future__ import annotations

import pytest
from command import run
from strategies import made

from regexhu import RuleError, RuleSet, explain, load, waits
from regexhu.blocks import meld, pair, waits_on

SHORT = ", one short of a win"
BESIDE = f" beside these melds{SHORT}"


@pytest.mark.fault(8)
def test_both_waits_give_names() -> None:
    assert load("hebei").waits("1231234456789s") == waits("1231234456789s", "hebei") == ["1s", "4s", "7s"]


@pytest.mark.fault(16)
@pytest.mark.parametrize(
    ("rules", "hand", "says"),
    [
        pytest.param("riichi", "123m456p789s1112z3z", f"13 tiles{SHORT}; this hand has 14", id="one too many"),
        pytest.param("riichi", "123m456p789s112z", f"13 tiles{SHORT}; this hand has 12", id="one too few"),
        pytest.param("riichi", "", f"13 tiles{SHORT}; this hand has 0", id="none"),
        pytest.param("standard", "123m", f"13 tiles{SHORT}; this hand has 3", id="far too few"),
        pytest.param("taiwan", "123m456p789s1112z", f"16 tiles{SHORT}; this hand has 13", id="five melds"),
        pytest.param("riichi", "123m456p12z,1111+s", f"14 tiles{BESIDE}; this hand has 12", id="a declared kong"),
        pytest.param("riichi", "123m456p112z,1111+s", f"14 tiles{BESIDE}; this hand has 13", id="it counts one more"),
        pytest.param("standard", "123m456p789s1111222z", f"13 or 14 or 15 tiles{SHORT}; this hand has 16", id="kongs"),
        pytest.param("sichuan", "1133m4466p7799s2s7p", f"13 tiles{SHORT}; this hand has 14", id="pairs"),
    ],
)
def test_a_hand_of_the_wrong_size_is_told_which_sizes_are_taken(rules: str, hand: str, says: str) -> None:
    with pytest.raises(RuleError) as caught:
        waits(hand, rules)
    assert str(caught.value) == f"rule set {rules} waits with {says}"
    with pytest.raises(RuleError, match=says):
        load(rules).waits(hand)


@pytest.mark.parametrize(
    ("rules", "hand", "tiles"),
    [
        pytest.param("standard", "123m456p789s1112z", "2z", id="thirteen"),
        pytest.param("standard", "123m456p789s11122z", "1z", id="a kong in the hand is completed"),
        pytest.param("standard", "123m456p789s11112z", "2z", id="a kong lies in the hand"),
        pytest.param("standard", "123m456p789s11123z", "", id="a kong in the hand may be"),
        pytest.param("riichi", "123m456p1122z,1111+s", "1z 2z", id="a declared kong is a tile more"),
        pytest.param("riichi", "123m456p1113z,1111+s", "3z", id="it waits for the pair"),
        pytest.param("riichi", "123m456p1357z,1111+s", "", id="it waits for nothing"),
    ],
)
def test_a_hand_of_the_right_size_is_told_its_waits(rules: str, hand: str, tiles: str) -> None:
    assert waits(hand, rules) == tiles.split()


def test_wild_tiles_may_be_kongs_in_the_hand() -> None:
    assert waits("123m456p789s111z77z", "standard", wild="7z") != []
    with pytest.raises(RuleError, match="waits with 13 tiles"):
        waits("123m456p789s111z77z", RuleSet(made("4 * meld + pair & no(kong.undeclared)")), wild="7z")


def test_a_rule_that_asks_for_waits_judges_hands_of_every_size() -> None:
    rules = RuleSet(4 * meld + pair & waits_on("1z", by=RuleSet(4 * meld + pair)))
    for hand in ("11z", "123m456p78922s111z", "123m456p789s1112233z", "147m258p369s12345z1z1z"):
        for engine in ("regex", "automaton"):
            assert rules.is_win(hand, engine, winning_tile="1z") is (hand == "123m456p78922s111z")
        assert bool(explain(hand, rules, winning_tile="1z")) is (hand == "123m456p78922s111z")


def test_the_command_says_so_too() -> None:
    result = run("waits", "123m456p789s1112z3z", "-r", "riichi")
    assert result.exit_code == 2
    assert "rule set riichi waits with 13 tiles, one short of a win; this hand has 14" in result.stderr
