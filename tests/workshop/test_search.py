"""What stands behind check, diff and the nearest win: searches whose every answer is proved by other means."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import oracle
import pytest
from strategies import long, made, random_hands

from regexhu import Hand, RuleSet, explain, load
from regexhu.explain.exchange import fewest_exchanged
from regexhu.hands.hand import text_of
from regexhu.workshop.witness import is_void, witness

RULES = {
    "standard": load("standard"),
    "riichi": load("riichi"),
    "harbin": load("harbin"),
    "seven different pairs": RuleSet(made("7 * pair & distinct(pair)")),
    "a pair of 2, 5 or 8": RuleSet(made("4 * meld + pair & some(pair.of('258mps'))")),
    "closed": RuleSet(made("4 * meld + pair & no(meld.open)")),
    "no chi": RuleSet(made("4 * meld + pair & no(sequence.open)")),
    "one suit": RuleSet(made("4 * meld + pair & suits(1, 1)")),
    "a terminal in every group": RuleSet(made("4 * meld + pair & every((meld | pair).touching('19mps1234567z'))")),
    "won in the middle": RuleSet(made("4 * meld + pair & some(sequence.won(wait='middle'))")),
    "won on a pair": RuleSet(made("4 * meld + pair & some(pair.won())")),
    "won on a single tile": RuleSet(made("pair + 11 * single + single.won() & has_each('19mps1234567z')")),
    "drawn": RuleSet(made("4 * meld + pair & self_draw")),
}


# A hand that one rule set wins and another doesn't


@pytest.mark.parametrize(
    ("more", "fewer"),
    [
        long("standard", "harbin"),
        ("standard", "closed"),
        ("riichi", "standard"),
        ("seven different pairs", "harbin"),
        ("a pair of 2, 5 or 8", "one suit"),
        ("no chi", "closed"),
        ("one suit", "a pair of 2, 5 or 8"),
        ("a terminal in every group", "no chi"),
        ("won in the middle", "won on a pair"),
        ("won on a pair", "won in the middle"),
        ("won on a single tile", "standard"),
        ("drawn", "closed"),
        ("closed", "drawn"),
    ],
)
def test_a_witness_wins_by_one_rule_set_and_loses_by_the_other_on_both_engines(more: str, fewer: str) -> None:
    found, _ = witness(RULES[more], RULES[fewer])
    assert found
    for engine in ("automaton", "regex"):
        assert RULES[more].is_win(found.hand, engine, **found.asked)
        assert not RULES[fewer].is_win(found.hand, engine, **found.asked)


INCLUDED = [
    long("harbin", "standard"),
    ("closed", "standard"),
    ("no chi", "standard"),
    ("closed", "no chi"),
    long("won in the middle", "standard"),
    ("drawn", "standard"),
    ("standard", "riichi and undeclared kongs"),
]


@pytest.mark.parametrize(("fewer", "more"), INCLUDED)
def test_one_rule_set_within_another_has_no_witness_and_that_is_certain(fewer: str, more: str) -> None:
    wider = RULES.get(more) or RuleSet(made("4 * meld + pair | 7 * pair"))
    assert witness(RULES[fewer], wider) == (None, True)
    assert witness(wider, RULES[fewer])[0]


@pytest.mark.parametrize("more", ["standard", "a pair of 2, 5 or 8", "one suit", "seven different pairs"])
@pytest.mark.parametrize("fewer", ["standard", "riichi", "a terminal in every group"])
def test_where_the_automata_know_a_concealed_difference_there_is_a_witness(more: str, fewer: str) -> None:
    differ = RULES[more].difference(RULES[fewer], 14).only_first > 0
    found, is_certain = witness(RULES[more], RULES[fewer])
    assert (found is not None) or not differ
    assert not (is_certain and differ)


@pytest.mark.parametrize(
    ("code", "void"),
    [
        ("4 * meld + pair & exactly(2, pair)", True),
        ("4 * meld + pair & only('19m')", True),
        ("4 * meld + pair & only('1234m')", False),
        ("7 * pair & distinct(pair) & only('123456m')", True),
        ("7 * pair & distinct(pair) & only('1234567m')", False),
        ("7 * pair & only('123456m')", False),
        ("4 * meld + pair & at_least(3, kong.open) & at_least(2, sequence)", True),
        ("4 * meld + pair & at_least(3, kong.open) & at_least(1, sequence)", False),
        ("4 * meld + pair & self_draw & discard", True),
        ("4 * meld + pair & ~ready & ~self_draw", False),
        ("4 * meld + pair & some(sequence.won(wait='middle')) & some(pair.won())", True),
        ("4 * sequence.of('123m') + pair.of('1m')", True),
        ("4 * sequence.of('123m') + pair.of('1z')", False),
        ("5 * triplet.of('1m') + pair", True),
    ],
)
def test_a_rule_set_that_nothing_wins_is_void_however_the_hand_is_dealt(code: str, void: bool) -> None:
    assert is_void(RuleSet(made(code))) is void


# The nearest win


def near_wins(number: int) -> Iterator[Hand]:
    """Hands in which one to four tiles of a hand in standard form, or near it, have been exchanged."""
    rng = random.Random(15)
    for tiles, melds in random_hands(15, number):
        changed = list(tiles)
        for _ in range(rng.randrange(1, 5)):
            changed[rng.choice([kind for kind in range(34) if changed[kind]])] -= 1
            changed[rng.choice([kind for kind in range(34) if changed[kind] < 3])] += 1
        yield Hand.parse(oracle.to_mpsz(tuple(changed), melds))


@pytest.mark.parametrize("name", ["standard", "riichi", long("harbin")])
def test_the_exchange_is_as_short_as_the_automaton_says_and_leads_to_a_win(name: str) -> None:
    rules = RULES[name]
    losing = [hand for hand in near_wins(60) if not rules.is_win(hand) and hand.size in (14, 15)]
    found = [(hand, exchange) for hand in losing if (exchange := fewest_exchanged(rules, hand))]
    assert len(found) > 20
    for hand, exchange in found:
        if not hand.melds:
            assert len(exchange.drawn) == rules.distance(hand)
        assert rules.is_win(exchange.hand, "regex")
        held = list(hand.counts)
        for kind in exchange.given:
            held[kind] -= 1
        for kind in exchange.drawn:
            held[kind] += 1
        assert exchange.hand == ",".join([text_of(held), *map(str, hand.melds)])


def test_a_loss_tells_what_to_exchange_and_a_hand_that_is_short_what_to_draw() -> None:
    assert str(explain("111s345s55s567s222s")).endswith(
        "  2 tiles from a win: exchange 22s for 99p -> 99p111234555567s"
    )
    drawn = explain("1133m5577p2299s5z", rules="riichi")
    assert str(drawn).endswith("  1 tile from a win: draw 5z -> 1133m5577p2299s55z")
    assert drawn.to_dict()["nearest"] == {"distance": 1, "give": [], "draw": ["5z"], "hand": "1133m5577p2299s55z"}


@pytest.mark.parametrize(
    ("rules", "hand", "asked", "change"),
    [
        (
            "sichuan?declared_void",
            "11p12p3s,11-1m,22-2m,33-3m",
            {"forbidden": "123456789s"},
            "1 tile from a win: exchange 3s for 3p -> 11123p,11-1m,22-2m,33-3m",
        ),
        (
            "wuhan",
            "123m456p788s1z,77-7p",
            {"wild": "", "forbidden": "1z"},
            "2 tiles from a win: exchange 1z for 89s -> 123m456p78889s,77-7p",
        ),
    ],
)
def test_an_exchange_leads_to_no_forbidden_tile(rules: str, hand: str, asked: dict[str, Any], change: str) -> None:
    verdict = explain(hand, rules, **asked)
    assert verdict.nearest
    assert str(verdict).endswith(change)
    assert load(rules).is_win(verdict.nearest.hand, "regex", **asked)


@pytest.mark.parametrize(
    ("rules", "hand", "asked"),
    [
        pytest.param("harbin", "111s345s55s567s222m", {}, id="it wins"),
        pytest.param("standard", "123m456p789s1122z", {"wild": "7z2z"}, id="wild tiles"),
        pytest.param("won on a pair", "123m456p789s12233z3z", {}, id="the winning tile is asked for"),
        pytest.param("harbin", "147m258p369s12345z", {}, id="it is too far"),
        pytest.param("drawn", "123m456p789s11123z", {"self_draw": False}, id="the context lets nothing win"),
        pytest.param("standard", "123m456p789s11122233344z", {}, id="too many tiles"),
        pytest.param("article", "123m456p789s11p234s", {}, id="only the regex reads it"),
    ],
)
def test_no_exchange_is_told_where(rules: str, hand: str, asked: dict[str, Any]) -> None:
    verdict = explain(hand, rules=RULES.get(rules, rules), **asked)
    assert verdict.nearest is None
    assert verdict.to_dict()["nearest"] is None
    assert "from a win" not in str(verdict)
