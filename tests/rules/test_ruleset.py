"""Rule sets: their own examples, how they are found and loaded, and what they have to know of a hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from strategies import made, rule_file

from regexhu import RuleError, RuleSet, UnknownRules, explain, is_win, load, rule_sets, waits
from regexhu.blocks import meld, pair, self_draw

# Each line of each rule file


def examples(wild: bool) -> list[Any]:
    """The example lines of all shipped rule files, those with wild tiles among them or not."""
    return [
        pytest.param(name, example, id=f"{name}:{example.line} {example.verdict} {example.hand}")
        for name in rule_sets()
        for example in load(name).examples
        if wild or "wild" not in example.asked
    ]


@pytest.mark.parametrize(("name", "example"), examples(wild=True))
def test_an_example_of_a_rule_file_is_judged_as_it_says(name: str, example: Any) -> None:
    won = load(name).example_wins(example)
    assert {"win": won, "lose": not won, "todo": True}[example.verdict], example.reason


@pytest.mark.parametrize(("name", "example"), examples(wild=False))
def test_the_regex_judges_an_example_alike(name: str, example: Any) -> None:
    """Wild tiles are left to the automaton here: the regex engine tries each thing that they may stand for."""
    assert load(name).example_wins(example, engine="regex") == load(name).example_wins(example)


def missing_from(rules: RuleSet) -> set[str]:
    """What a rule file has to have, and this one has not."""
    has = {
        "a title": rules.title,
        "a source": rules.source,
        "win lines": [example for example in rules.examples if example.verdict == "win"],
        "lose lines": [example for example in rules.examples if example.verdict == "lose"],
    }
    return {what for what, found in has.items() if not found}


@pytest.mark.parametrize("name", rule_sets())
def test_a_rule_file_has_a_title_a_source_and_examples_both_ways(name: str) -> None:
    assert not missing_from(load(name))


def test_a_rule_file_with_examples_one_way_only_does_not_pass(tmp_path: Path) -> None:
    assert missing_from(load(rule_file(tmp_path, examples="win 11m123m456p789s111z"))) == {"lose lines"}
    assert missing_from(load(rule_file(tmp_path, examples="lose 11m"))) == {"win lines"}
    assert missing_from(load(rule_file(tmp_path, doc="Nothing but a title"))) == {"a source", "win lines", "lose lines"}


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


# Finding rule sets


def test_the_shipped_rule_sets() -> None:
    assert {"article", "harbin", "riichi", "standard"} <= set(rule_sets())
    assert rule_sets() == sorted(rule_sets())


@pytest.mark.parametrize(
    ("name", "near"),
    [("harbni", ["harbin"]), ("Riichi", ["riichi"]), ("stand", ["standard"]), ("xyzzy", []), ("", []), ("../q", [])],
)
@pytest.mark.parametrize("call", [is_win, explain, waits])
def test_an_unknown_name_raises_with_the_names_most_like_it(name: str, near: list[str], call: Any) -> None:
    with pytest.raises(UnknownRules) as caught:
        call("11m", rules=name)
    assert (caught.value.name, caught.value.near[:1]) == (name, near)
    assert f"no rule set named {name!r}" in str(caught.value)


def test_a_name_is_loaded_once() -> None:
    assert load("harbin") is load("harbin")
    assert load(load("harbin")) is load("harbin")


@pytest.mark.parametrize("kind", [str, Path])
def test_a_rule_file_is_loaded_by_its_path(tmp_path: Path, kind: type) -> None:
    path = kind(rule_file(tmp_path, win="7 * pair & distinct(pair)"))
    rules = load(path)
    assert (rules.name, rules.title, rules.source) == ("own", "Own 自家", "the rules at my table.")
    assert is_win("1133m5577p2299s55z", rules=path)
    assert not is_win("123m456p789s11122z", rules=rules)
    assert [file.name for file in tmp_path.iterdir()] == ["own.py"]


def test_a_rule_file_that_is_not_there_is_unknown(tmp_path: Path) -> None:
    with pytest.raises(UnknownRules, match=r"no such file: .*nowhere\.py"):
        load(tmp_path / "nowhere.py")
    with pytest.raises(UnknownRules):
        load(tmp_path)


def test_nothing_is_loaded_from_the_working_directory_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rule_file(tmp_path)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnknownRules):
        load("own")
    assert load("own.py").name == "own"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1\n", "defines no rule set: end it with rules = RuleSet"),
        ("rules = 'harbin'\n", "defines no rule set: end it with rules = RuleSet"),
        ("rules = \n", "bad.py:1\n    rules = \n            \\^\nthis is no Python: invalid syntax"),
        ("import no_such_module\n", "No module named 'no_such_module'"),
        ("from regexhu.blocks import *\nrules = 0 * meld\n", "a whole number of groups from 1 up, not 0"),
    ],
)
def test_a_file_that_makes_no_rule_set_is_a_rule_error(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "bad.py").write_text(text, encoding="utf-8")
    with pytest.raises(RuleError, match=message):
        load(tmp_path / "bad.py")


# What a rule set is made of


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("meld", "made of a pattern such as .*, not meld"),
        ("'4 * meld'", r"made of a pattern such as .*, not '4 \* meld'"),
        ("has('1m')", r"has\('1m'\) has no shape: add one, such as 4 \* meld \+ pair"),
    ],
)
def test_a_rule_set_is_a_pattern_with_a_shape(code: str, message: str) -> None:
    with pytest.raises(RuleError, match=message):
        RuleSet(made(code))


def test_a_bad_set_of_tiles_is_shown_with_a_caret() -> None:
    with pytest.raises(RuleError, match=r"^19mps8z\n      \^\nbad tile set: 8z is no tile"):
        RuleSet(4 * meld + pair, tiles="19mps8z")


def test_a_rule_set_prints_as_the_code_that_made_it() -> None:
    assert repr(RuleSet(4 * meld + pair, tiles="19mps7z", name="few")) == (
        "RuleSet(4 * meld + pair, tiles='19mps7z', name='few')"
    )


def test_tiles_outside_the_set_and_five_alike_lose_whatever_the_rule_says() -> None:
    suited = RuleSet(4 * meld + pair, tiles="123456789mps")
    assert suited.is_win("123m456p789s11122p")
    assert not suited.is_win("123m456p789s11122z")
    assert not suited.is_win("11m123p123s111p,111-m")
    assert RuleSet(4 * meld + pair, copies=None).is_win("11m123p123s111p,111-m")


# What a rule set has to know


HAND = "123m456p789s111z22z"


@pytest.mark.parametrize(
    ("code", "needs"),
    [
        ("self_draw", {"self_draw"}),
        ("~discard", {"self_draw"}),
        ("ready | has('1m')", {"ready"}),
        ("ready.named('declared', '听') & self_draw", {"ready", "self_draw"}),
        ("winning('5p')", {"winning_tile"}),
        ("some(sequence.won(wait='middle'))", {"winning_tile"}),
        ("every((meld | pair).won())", {"winning_tile"}),
        ("distinct(meld) & some(meld.open)", set()),
    ],
)
def test_a_rule_set_knows_what_it_needs_to_know(code: str, needs: set[str]) -> None:
    assert RuleSet(made(f"4 * meld + pair & ({code})")).needs == needs


def test_a_shape_of_won_groups_needs_the_winning_tile() -> None:
    assert RuleSet(made("3 * meld + meld.won() + pair")).needs == {"winning_tile"}


@pytest.mark.parametrize(
    ("code", "keyword"),
    [("self_draw", "self_draw"), ("discard", "self_draw"), ("ready", "ready"), ("winning('1z')", "winning_tile")],
)
@pytest.mark.parametrize("call", [is_win, explain])
def test_a_rule_set_that_is_not_told_raises_and_names_the_keyword(code: str, keyword: str, call: Any) -> None:
    rules = RuleSet(made(f"4 * meld + pair & {code}"), name="mine")
    with pytest.raises(RuleError, match=f"mine has to know {keyword}: give {keyword}="):
        call(HAND, rules=rules)


@pytest.mark.parametrize("engine", ["auto", "regex"])
@pytest.mark.parametrize(
    ("code", "asked", "wins"),
    [
        ("self_draw", {"self_draw": True}, True),
        ("self_draw", {"self_draw": False}, False),
        ("discard", {"self_draw": False}, True),
        ("~ready", {"ready": False}, True),
        ("~ready", {"ready": True}, False),
        ("self_draw & ready", {"self_draw": True, "ready": True}, True),
        ("winning('123m')", {"winning_tile": "3m"}, True),
        ("winning('123m')", {"winning_tile": "4p"}, False),
        ("some(sequence.won(wait='middle'))", {"winning_tile": "5p"}, True),
        ("some(sequence.won(wait='middle'))", {"winning_tile": "4p"}, False),
        ("some(sequence.won(wait='edge'))", {"winning_tile": "3m"}, True),
        ("some(sequence.won(wait='side'))", {"winning_tile": "4p"}, True),
        ("some(pair.won())", {"winning_tile": "2z"}, True),
        ("some(triplet.won())", {"winning_tile": "2z"}, False),
    ],
)
def test_a_rule_set_that_is_told_judges_by_it(code: str, asked: dict[str, Any], wins: bool, engine: str) -> None:
    assert is_win(HAND, rules=RuleSet(made(f"4 * meld + pair & {code}")), engine=engine, **asked) is wins


def test_a_winning_tile_that_stands_apart_is_told_as_well() -> None:
    rules = RuleSet(made("4 * meld + pair & some(pair.won())"))
    assert rules.is_win("123m456p789s1112z2z")
    assert not rules.is_win("123m456p789s1122z1z")


def test_waiting_hands_are_judged_with_the_tile_that_they_draw_as_the_winning_one() -> None:
    shanpon = "123m456p789s11z22z"
    assert waits(shanpon, rules=RuleSet(4 * meld + pair)) == ["1z", "2z"]
    assert waits(shanpon, rules=RuleSet(made("4 * meld + pair & winning('2z')"))) == ["2z"]
    with pytest.raises(RuleError, match="has to know self_draw"):
        waits(shanpon, rules=RuleSet(4 * meld + pair & self_draw))
    assert waits(shanpon, rules=RuleSet(4 * meld + pair & self_draw), self_draw=True) == ["1z", "2z"]


def test_a_rule_set_that_needs_nothing_takes_what_it_is_told() -> None:
    assert RuleSet(4 * meld + pair).is_win(HAND, self_draw=True, ready=False, winning_tile="1z", seat_wind="3z")
    assert not RuleSet(4 * meld + pair & self_draw).is_win(HAND, self_draw=False)
