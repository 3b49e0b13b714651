"""What all rule files have in common: examples that are judged as they say, a title, a source."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from strategies import rule_file
from words import every_engine

from regexhu import RuleError, RuleSet, load, rule_sets

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


# What a rule set has to be told

NEEDS = {
    "harbin_local": {"ready"},
    "harbin_local?hard_terminal": {"ready", "winning_tile"},
    "harbin_local?middle_wait": {"ready", "winning_tile"},
    "hebei?must_be_ready": {"ready"},
    "hebei?self_draw_only": {"self_draw"},
    "xian?self_draw_only": {"self_draw"},
    "xian?pair_258&winds&honour_pair_ok": set[str](),
    "shanghai_qiaoma": {"ready"},
    "shanghai_qiaoma?self_draw_only": {"ready", "self_draw"},
    "changsha?quanqiuren_on_discard": {"self_draw"},
    "sichuan?declared_void": {"forbidden"},
    "taiwan?eight_and_a_half_pairs": set[str](),
    "hongkong?seven_pairs": set[str](),
    "tianjin": {"self_draw", "wild", "winning_tile"},
    "wuhan": {"wild", "forbidden"},
    "hangzhou": {"self_draw"},
    "hangzhou?any_tile_or_no_white": {"self_draw", "winning_tile"},
    "shanxi": {"self_draw", "ready", "winning_tile"},
}
"""By default the others need to know nothing."""


@pytest.mark.parametrize("name", [*NEEDS, *(name for name in rule_sets() if name not in NEEDS)])
def test_what_a_rule_set_has_to_be_told(name: str) -> None:
    assert load(name).needs == NEEDS.get(name, set())


@every_engine
@pytest.mark.parametrize("name", NEEDS)
def test_what_it_is_not_told_it_names(name: str, engine: str) -> None:
    told = {"self_draw": True, "wild": "1z2z", "winning_tile": "9s", "forbidden": "7z", "ready": True}
    told = {keyword: value for keyword, value in told.items() if keyword in NEEDS[name]}
    hand = "123m456p78922s777p"
    assert load(name).is_win(hand, engine, **told) in (True, False)
    for missing in NEEDS[name]:
        with pytest.raises(RuleError, match=f"has to know {missing}: give "):
            load(name).is_win(hand, engine, **{k: v for k, v in told.items() if k != missing})
