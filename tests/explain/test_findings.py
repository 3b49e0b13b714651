"""What an explanation says of each block: which alternative is nearest, what was told and what is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import oracle
import pytest
from strategies import TILES, made, random_hands

from regexhu import Hand, RuleSet, explain, load, rule_sets
from regexhu.explain.findings import LaidOut, known_facts
from regexhu.expression.matching import compiled, fits
from regexhu.regextext.writer import Writer
from regexhu.syntax.tree import And, Pattern


def failing(hand: str, rules: RuleSet | str, **asked: Any) -> dict[str, str]:
    """The blocks that fail, each with its reason."""
    return {finding.block: finding.reason for finding in explain(hand, rules, **asked).findings if not finding.holds}


def advice(hand: str, rules: RuleSet | str, **asked: Any) -> str:
    """The last line of the explanation."""
    return str(explain(hand, rules, **asked)).split("\n")[-1].strip()


WINS = "123m456p78922s777p"

# Facts


@pytest.mark.fault(21)
@pytest.mark.parametrize(
    ("fact", "asked", "reason", "told"),
    [
        ("self_draw", {"self_draw": False}, "told: won on a discard; asked: won by self-draw", "won by self-draw"),
        ("discard", {"self_draw": True}, "told: won by self-draw; asked: won on a discard", "won on a discard"),
        ("ready", {"ready": False}, "told: not declared ready; asked: declared ready", "declared ready"),
        ("~ready", {"ready": True}, "told: declared ready; asked: not declared ready", "not declared ready"),
        ("event", {}, "told: no event; asked: won by a special event", "event kong-draw"),
        ("~event", {"event": "last-tile"}, "told: event last-tile; asked: not won by a special event", "no event"),
        (
            "by_event('heaven', 'earth')",
            {"event": "last-tile"},
            "told: event last-tile; asked: won by heaven or earth",
            "event heaven",
        ),
        (
            "no_forbidden",
            {"forbidden": "7p5z"},
            "told: forbidden 7p5z; asked: no forbidden tile; here: 777p",
            "forbidden 5z",
        ),
        (
            "winning('7s')",
            {"winning_tile": "9s"},
            "told: winning tile 9s; asked: winning tile of 7s",
            "winning tile 7s",
        ),
        (
            "ready.named('called', '报听')",
            {"ready": False},
            "told: not declared ready; asked: declared ready",
            "declared ready",
        ),
    ],
)
def test_a_fact_that_fails_says_what_was_told_and_what_is_asked_and_what_would_win(
    fact: str, asked: dict[str, Any], reason: str, told: str
) -> None:
    rules = RuleSet(made(f"4 * meld + pair & {fact}"))
    assert list(failing(WINS, rules, **asked).values()) == [reason]
    assert advice(WINS, rules, **asked) == f"it would win if told: {told}"
    (otherwise,) = explain(WINS, rules, **asked).to_dict()["otherwise"].items()  # type: ignore[attr-defined]
    assert rules.is_win(WINS, **{**asked, otherwise[0]: otherwise[1]})


@pytest.mark.parametrize(
    ("fact", "asked", "reason"),
    [
        ("no_wild", {"wild": "7p5z"}, "told: wild 7p5z; asked: no wild tile; here: 777p"),
        ("wild_kong", {"wild": "5z"}, "told: wild 5z; asked: a declared kong of wild tiles"),
        ("wild_among('1z')", {"wild": "5z"}, "told: wild 5z; asked: a wild kind of 1z"),
        ("wild_among('1z')", {"wild": ""}, "told: nothing wild; asked: a wild kind of 1z"),
        (
            "winning_wild",
            {"wild": "5z", "winning_tile": "9s"},
            "told: winning tile 9s, wild 5z; asked: the winning tile is wild",
        ),
    ],
)
def test_a_fact_of_wild_tiles_says_what_was_told(fact: str, asked: dict[str, Any], reason: str) -> None:
    assert list(failing(WINS, RuleSet(made(f"4 * meld + pair & {fact}")), **asked).values()) == [reason]


@pytest.mark.fault(26)
@pytest.mark.parametrize(
    ("rules", "hand", "asked", "held"),
    [
        (load("wuhan", must_open=False), "123m456p78922s77p2z", {"wild": "2z", "forbidden": "2z"}, "2z"),
        ("sichuan?declared_void", "34m345p345678p99p1s", {"wild": "1s", "forbidden": "123456789s"}, "1s"),
    ],
)
def test_a_wild_tile_of_a_forbidden_kind_is_named_where_it_loses(
    rules: RuleSet | str, hand: str, asked: dict[str, Any], held: str
) -> None:
    told = f"told: forbidden {asked['forbidden']}; asked: no forbidden tile; here: {held}"
    assert failing(hand, rules, **asked) == {"no forbidden tile": told}


def test_two_facts_may_have_to_be_told_otherwise() -> None:
    rules = RuleSet(made("4 * meld + pair & self_draw & ready"))
    assert advice(WINS, rules, self_draw=False, ready=False) == "it would win if told: won by self-draw, declared ready"
    assert advice(WINS, rules, self_draw=False, ready=True) == "it would win if told: won by self-draw"


def test_no_exchange_is_told_where_drawing_the_tile_oneself_would_win() -> None:
    rules = RuleSet(made("4 * meld + pair & (self_draw | only('19m123p'))"))
    verdict = explain(WINS, rules, self_draw=False)
    assert (verdict.otherwise, verdict.nearest) == ({"self_draw": True}, None)
    assert "from a win" not in str(verdict)
    assert explain("123m456p78922s778p", rules, self_draw=True).nearest
    assert explain(WINS, rules, self_draw=True).otherwise == {}


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", rule_sets())
def test_no_reason_ends_in_a_dangling_word(name: str, lang: str) -> None:
    rules = load(name)
    asked: dict[str, Any] = {"self_draw": False, "ready": False, "wild": "", "forbidden": "7z", "winning_tile": "7z"}
    for hand in ("11122233344477z", "147m258p369s12347z", "1111m2222p3333s77z", "123m456p789s1112z7z"):
        given = {keyword: asked[keyword] for keyword in rules.needs}
        for line in explain(hand, rules, **given).text(lang=lang).split("\n"):
            assert not line.startswith("  ✘") or not line.endswith(("here", "现有", "told:", "asked:")), line
            assert not line.startswith("  ✘") or "  " in line[4:].strip(), line


# Alternatives


def test_a_block_that_fails_inside_alternatives_is_told_by_the_nearest_of_them() -> None:
    rules = RuleSet(made("4 * meld + pair & (at_least(3, kong) | at_least(2, triplet) | has('1z') & has('2z'))"))
    name = "at least 3 kongs or at least 2 triplets or a tile of 1z and a tile of 2z"
    assert failing(WINS, rules) == {name: "the nearest", "at least 2 triplets": "here 1: 777p"}
    assert [finding.depth for finding in explain(WINS, rules).findings if not finding.holds] == [0, 1]


def test_alternatives_within_alternatives_are_told_each_below_the_other() -> None:
    rules = RuleSet(
        made(
            "4 * meld + pair & (at_least(3, kong) | has('1m') & (has('1z') | at_least(3, '5z')).named('x')).named('y')"
        )
    )
    assert failing(WINS, rules) == {"y": "the nearest", "x": "the nearest", "a tile of 1z": "here 0"}
    assert [finding.depth for finding in explain(WINS, rules).findings if not finding.holds] == [0, 1, 2]


def test_what_an_author_named_names_what_it_lacks_and_tells_it_below() -> None:
    rules = RuleSet(made("4 * meld + pair & (has('1m') & some(kong) & self_draw).named('mine')"))
    found = explain(WINS, rules, self_draw=False).findings[2:]
    assert [(finding.block, finding.holds, finding.depth) for finding in found] == [
        ("mine", False, 0),
        ("a tile of 1m", True, 1),
        ("at least one kong", False, 1),
        ("won by self-draw", False, 1),
    ]
    assert found[0].reason == "lacks at least one kong, won by self-draw"


def test_a_condition_that_counts_nothing_says_none() -> None:
    assert failing("11122233344455z", RuleSet(made("4 * meld + pair & suits(2)"))) == {
        "2 to 3 suits 2至3门": "here none"
    }


def test_a_regex_of_the_author_s_own_shows_the_text_that_it_was_held_against() -> None:
    assert failing(WINS, RuleSet(made("4 * meld + pair & matches('[^@]*🀄')"))) == {
        "matches [^@]*🀄": "here 🀇🀈🀉,🀜🀝🀞,🀟🀟🀟,🀖🀗🀘,🀑🀑,"
    }


def test_substitutes_that_are_too_many_are_shown_with_their_groups() -> None:
    rules = RuleSet(made("4 * meld + pair & substitutes(1)"))
    assert failing("123m456p78922s5z77z", rules, wild="7z") == {
        "at most 1 wild tiles standing for others": "here 2: 5*5*5z"
    }


# An explanation wherever there is a verdict


@pytest.mark.fault(27)
@pytest.mark.parametrize("most_states", [5, 200_000])
@pytest.mark.parametrize(
    "win",
    [
        "4 * meld + pair & (self_draw | distinct(sequence))",
        "4 * meld + pair & (~self_draw | distinct(sequence))",
        "4 * meld + pair & (self_draw | matches('.*'))",
        "4 * meld + pair & (ready | self_draw & distinct(meld))",
        "4 * meld + pair & some(triplet)",
        "4 * meld + pair & some(sequence.won(wait='middle')) & self_draw",
    ],
)
def test_a_hand_is_explained_wherever_it_is_judged(win: str, most_states: int) -> None:
    rules = RuleSet(made(win), most_states=most_states)
    for hand in ("123m456p7822s9s,11-1z", "123m456p123123s1z1z", "123m456p78s1122z2z"):
        for self_draw in (True, False):
            asked: dict[str, Any] = {"self_draw": self_draw, "ready": False}
            verdict = explain(hand, rules, **asked)
            assert verdict.win == rules.is_win(hand, **asked) == rules.is_win(hand, "regex", **asked)
            assert verdict.win == all(finding.holds for finding in verdict.findings)
            assert str(verdict) and verdict.to_dict()


@pytest.mark.fault(28)
@pytest.mark.parametrize(
    "win",
    [
        "4 * meld + pair & switch('abc', False, 'x')",
        "(4 * meld + pair | 7 * pair) & ~switch('abc', True, 'x')",
        "4 * meld + pair & switch('abc', False, 'x') | 7 * pair & switch('abc', False, 'x')",
    ],
)
def test_a_rule_set_of_which_the_switches_leave_nothing_loses_and_says_so(win: str) -> None:
    rules = RuleSet(made(win))
    for hand in ("123m456p78922s,11-1z", "", "1m", "11m22m33m44m55m66m77m", "147m258p369s12345z,1-23m,1-23m,1-23m"):
        for engine in ("auto", "regex", "automaton"):
            assert not rules.is_win(hand, engine)
        verdict = explain(hand, rules)
        assert not verdict
        assert [finding.reason for finding in verdict.findings if not finding.holds] == ["the switches leave no form"]
        assert "the switches leave no form" in str(verdict) and verdict.nearest is None
    assert rules.waits("123m456p7892s,11-1z") == []


# What the findings are held to


def matcher(rules: RuleSet, block: Pattern, wild: bool) -> Callable[[str], bool]:
    """Whether the block's own regex holds for a canonical sequence."""
    writer = Writer(rules.spelling, wild=wild)
    regex = "".join(line.text for line in block.lines(writer))
    expression = compiled(f"{regex}{f'{writer.context}$' if block.shapes else '.*'}")
    return lambda text: fits(expression, text) is not None


def parts_of(pattern: Pattern) -> Iterator[Pattern]:
    """The blocks that a rule joins."""
    for part in pattern.parts if isinstance(pattern, And) else ():
        yield part
        yield from parts_of(part)


@pytest.mark.parametrize("name", rule_sets())
@pytest.mark.parametrize("wild", ["", "5s7z"])
def test_a_block_holds_for_a_layout_where_its_regex_does(name: str, wild: str) -> None:
    rules = load(name)
    if wild and rules.wild is False:
        pytest.skip("it is played without wild tiles")
    blocks = [(block, matcher(rules, block, wild=bool(wild))) for block in parts_of(rules.pattern)]
    for number, (counts, melds) in enumerate(random_hands(seed=3, number=30)):
        tiles = [TILES[kind] for kind, copies in enumerate(counts) if copies]
        hand = Hand.parse(
            oracle.to_mpsz(counts, melds),
            tiles[number % len(tiles)],
            self_draw=number % 2 == 0,
            ready=number % 3 == 0,
            wild=wild,
            forbidden="9s",
            event=[None, "kong-draw"][number % 2],
        )
        facts = known_facts(rules, hand)
        for layout in (layout for form in rules.forms for layout in islice(hand.layouts(form), 2)):
            laid = LaidOut(rules, hand, facts, layout)
            for block, matches in blocks:
                assert (laid.gap(block) == 0) == matches(laid.text), (str(hand), layout, block)


@pytest.mark.parametrize("limit", range(5))
def test_a_limit_leaves_every_gap_below_it_as_it_is(limit: int) -> None:
    for name in ("guobiao", "riichi", "tianjin", "hebei"):
        rules = load(name)
        for counts, melds in random_hands(seed=4, number=30):
            hand = Hand.parse(oracle.to_mpsz(counts, melds), wild="", self_draw=True, ready=True)
            hand = hand.drawing("1m") if "winning_tile" in rules.needs else hand
            laid = LaidOut(rules, hand, known_facts(rules, hand), hand.towards(rules.forms[0]))
            gap = laid.gap(rules.pattern)
            assert min(laid.gap(rules.pattern, limit), limit) == min(gap, limit)
