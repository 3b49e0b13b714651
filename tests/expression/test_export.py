"""Rule sets on other regex engines: each engine that is here gives the verdicts of the library."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from functools import cache, reduce
from operator import and_

import oracle
import pytest
from click.testing import CliRunner
from regex_engines import ENGINES, dotnet, verdicts
from statements import STATEMENTS
from strategies import any_layouts, few_or_many, long, made, spelled

from regexhu import Hand, RuleError, RuleSet, load, rule_sets
from regexhu.blocks import distinct, has, matches, meld, pair, some, triplet
from regexhu.cli.main import main
from regexhu.expression.export import Exported, alternatives
from regexhu.hands.layout import Form, Layout
from regexhu.hands.tiles import SPELLINGS
from regexhu.regextext.flavors import FLAVORS
from regexhu.regextext.writer import Clause, Writer
from regexhu.syntax.tree import Pattern

# Whole rule sets, on thousands of hands

JOBS = [(name, spelling) for name in ("standard", "riichi", "harbin") for spelling in ("glyph", "mpsz")]


@cache
def hands(number: int) -> list[Hand]:
    """Hands, every other one four melds and a pair; half are of Harbin's tiles, half have a winning tile."""
    rng, found = random.Random(16), []
    for n in range(number):
        tiles = load("harbin").tiles if n % 4 < 2 else range(oracle.KINDS)
        text = oracle.to_mpsz(*oracle.random_hand(rng, tiles, winning=n % 2 == 0))
        concealed = Hand.parse(text).tiles
        won = rng.choice(concealed) if concealed and n % 8 < 4 else None
        found.append(Hand.parse(text, winning_tile=won, self_draw=(None, True, False)[n % 3]))
    return found


@cache
def layouts(name: str, number: int) -> list[tuple[int, Layout]]:
    """Every layout of the hands that the rule set tries, beside the number of its hand."""
    forms = load(name).forms
    return [(n, layout) for n, hand in enumerate(hands(number)) for form in forms for layout in hand.layouts(form)]


@cache
def sequences(name: str, spelling: str, number: int) -> list[str]:
    return [hands(number)[n].sequence(layout, SPELLINGS[spelling]) for n, layout in layouts(name, number)]


@cache
def winning(name: str, number: int) -> set[int]:
    """The numbers of the hands that win by the library's automaton."""
    return {n for n, hand in enumerate(hands(number)) if load(name).is_win(hand, engine="automaton")}


@few_or_many(400, 5_000)
@pytest.mark.parametrize("name", ENGINES)
def test_an_engine_gives_the_verdicts_of_the_library_on_many_hands(name: str, number: int) -> None:
    flavor, engine = ENGINES[name]
    jobs = [(load(rules).export(flavor, spelling), sequences(rules, spelling, number)) for rules, spelling in JOBS]
    for (rules, spelling), answers in zip(JOBS, verdicts(engine, jobs), strict=True):
        found = {n for (n, _), wins in zip(layouts(rules, number), answers, strict=True) if wins}
        assert len(found) > number // 10
        assert found == winning(rules, number), (rules, spelling)


@few_or_many(400, 5_000)
def test_dotnet_gives_them_on_an_engine_that_reads_utf_16_too(number: int) -> None:
    jobs = [(load(rules).export("dotnet", spelling), sequences(rules, spelling, number)) for rules, spelling in JOBS]
    for (rules, _), answers in zip(JOBS, verdicts(dotnet, jobs), strict=True):
        assert {n for (n, _), wins in zip(layouts(rules, number), answers, strict=True) if wins} == winning(
            rules, number
        )


@pytest.mark.parametrize("name", [name for name, (flavor, _) in ENGINES.items() if flavor != "re2"])
def test_the_article_goes_where_there_is_lookahead(name: str) -> None:
    flavor, engine = ENGINES[name]
    texts = {
        "幺鸡幺鸡幺鸡三条四条五条五条六条七条幺万幺万幺万九万九万": True,
        "幺鸡幺鸡幺鸡幺鸡二条二条二条二条三条三条三条三条九筒九筒九万九万": False,
        "二条二条二条三条四条五条五条六条七条三万三万三万五条五条": False,
        "": False,
    }
    assert verdicts(engine, [(load("article").export(flavor), list(texts))]) == [list(texts.values())]


# Every block, on groups at random


@few_or_many(60, 300)
@pytest.mark.parametrize("name", ENGINES)
def test_a_block_holds_on_an_engine_where_its_statement_does(name: str, number: int) -> None:
    flavor, engine = ENGINES[name]
    layouts = any_layouts()[:number]
    texts = [spelled(layout, "mpsz") for layout in layouts]

    def exported(code: str) -> Exported:
        writer = Writer("mpsz", flavor=FLAVORS[flavor])
        found = alternatives(made(code), writer)
        if writer.flavor.lookahead:
            found = [(Clause("".join(line.text for line in made(code).lines(Writer("mpsz", flavor=writer.flavor)))),)]
        anchored = (tuple(replace(clause, text=f"^{clause.text}") for clause in every) for every in found)
        return Exported(flavor, "mpsz", tuple(anchored), ())

    answers = verdicts(engine, [(exported(code), texts) for code in STATEMENTS])
    for (code, holds), found in zip(STATEMENTS.items(), answers, strict=True):
        assert found == [holds(layout) for layout in layouts], code


# Shapes of several terms, wild tiles, facts

RULES = [
    "2 * sequence + sequence.of('456789mps') + triplet + pair",
    "sequence.of('123mps') + 2 * sequence.touching('5mps') + meld.touching('19mps1234567z') + pair",
    "4 * meld + pair & distinct(meld) & substitutes(1)",
    "4 * meld + pair & some((triplet | pair).wild(1)) & ~some(sequence.wild(2))",
    "4 * meld + pair & every(meld.concealed | pair)",
    "4 * meld + pair & at_least(2, (meld.concealed | pair).others)",
    "4 * meld + pair & no_forbidden & (self_draw | ready)",
    "4 * meld + pair & (no_wild | winning('19mps') | some(sequence.won(wait='middle').wild(1)))",
    "4 * meld + pair & ~wild_kong & (wild_among('1z') | ~self_draw & ~event)",
]


@cache
def dealt(number: int) -> list[Hand]:
    """Hands with all that a rule may ask for; a few wild tiles stand for others."""
    rng = random.Random(17)
    found: list[Hand] = []
    while len(found) < number:
        text = oracle.to_mpsz(*oracle.random_hand(rng, winning=rng.random() < 0.8))
        concealed = Hand.parse(text).tiles
        hand = Hand.parse(
            text,
            winning_tile=rng.choice(concealed),
            self_draw=rng.random() < 0.5,
            ready=rng.random() < 0.5,
            event=rng.choice([None, "kong-draw"]),
            wild=rng.choice(["", "1z", "5m", "19p"]),
            forbidden=rng.choice(["", "7z", "258s"]),
        )
        if hand.wilds <= 2:
            found.append(hand)
    return found


@few_or_many(60, 300)
@pytest.mark.parametrize("name", ["re", "google-re2"])
@pytest.mark.parametrize("code", RULES)
def test_a_rule_gives_the_verdicts_of_the_library_on_an_engine(code: str, name: str, number: int) -> None:
    flavor, engine = ENGINES[name]
    rules, hands = RuleSet(made(code)), dealt(number)
    laid = [(n, layout) for n, hand in enumerate(hands) for layout in hand.layouts(Form(4, 1))]
    sequences = [rules.regex_engine.sequence(hands[n], layout) for n, layout in laid]
    (answers,) = verdicts(engine, [(rules.export(flavor, wild=True), sequences)])
    found = {n for (n, _), wins in zip(laid, answers, strict=True) if wins}
    assert len(found) < number and (found or number < 300)
    assert found == {n for n, hand in enumerate(hands) if rules.is_win(hand)}


# Facts, wild tiles and switches: the examples of every rule set


@cache
def examples() -> list[tuple[bool, RuleSet, Hand]]:
    """Those of the rule sets with marks, but for hands with so many wild tiles that they lie in thousands of ways."""
    found = []
    for rules in [load(name) for name in rule_sets() if load(name).spelling != "article"]:
        for example in rules.examples:
            asked = dict(example.asked)
            judge = rules.switched(
                **{name: asked.pop(name) is True for name in example.asked if name in rules.switches}
            )
            hand = judge.meet(example.hand, asked)
            if example.verdict != "todo" and hand.wilds <= 2:
                found.append((example.verdict == "win", judge, hand))
    return found


@pytest.mark.parametrize("every", [5, long(1)])
@pytest.mark.parametrize("name", ["re", "google-re2"])
def test_the_examples_of_every_rule_set_win_and_lose_on_an_engine(name: str, every: int) -> None:
    flavor, engine = ENGINES[name]
    jobs = [
        (
            judge.export(flavor, wild=bool(hand.wilds)),
            [judge.regex_engine.sequence(hand, layout) for form in judge.forms for layout in hand.layouts(form)],
        )
        for _, judge, hand in examples()[::every]
    ]
    for (wins, judge, hand), found in zip(examples()[::every], verdicts(engine, jobs), strict=True):
        assert any(found) == wins, (judge.name, str(hand))


# What an export holds


def test_an_engine_with_lookahead_takes_one_expression_that_spans_the_sequence() -> None:
    sequence = "1m1m1m,4p5p6p,7p8p9p,7s8s9s,5z5z,"
    exported = load("standard").export("re", "mpsz")
    assert re.match(exported.expression, sequence)
    assert str(exported) == exported.expression
    for more in (sequence + "\n", sequence + "5z,", "5z," + sequence):
        assert not re.search(exported.expression, more)


def test_only_an_engine_that_keeps_every_repetition_of_a_capture_captures_groups() -> None:
    named = {flavor for flavor in FLAVORS if re.search(r"<pair>", str(load("riichi").export(flavor)))}
    assert named == {"python", "dotnet"}
    assert load("riichi").export("python").expression == load("riichi").regex()


def test_re2_takes_alternatives_of_clauses_to_be_found_or_not() -> None:
    rules = RuleSet((4 * meld + pair & has("1m")) | (7 * pair & distinct(pair)), copies=None)
    first, second = rules.export("re2").alternatives
    assert [(clause.negated, clause.words) for clause in first] == [
        (False, "a tile of 1m"),
        (False, "4 melds and 1 pair"),
    ]
    assert [(clause.negated, clause.words) for clause in second] == [(True, "no two pairs alike"), (False, "7 pairs")]
    with pytest.raises(RuleError, match=r"for re2 this rule set is no single expression: read its \.alternatives"):
        rules.export("re2").expression  # noqa: B018


def test_no_expression_for_re2_looks_around_or_back() -> None:
    for name in rule_sets():
        if load(name).spelling != "article":
            assert not re.search(r"\(\?[=!<P]|\\[1-9]", str(load(name).export("re2"))), name


def test_a_condition_of_alternatives_is_one_expression_for_re2_where_it_can_be() -> None:
    rules = RuleSet(4 * meld + pair & (has("1m") | has("9m") | some(triplet)) & ~(has("1z") | has("2z")), copies=None)
    (every,) = rules.export("re2", "mpsz").alternatives
    assert every[0].text.startswith("^(?:[^@]*1m|[^@]*9m|")
    assert [clause.words for clause in every[1:]] == ["not: a tile of 1z", "not: a tile of 2z", "4 melds and 1 pair"]


# What can't be exported


@pytest.mark.parametrize("flavor", [flavor for flavor in FLAVORS if flavor != "python"])
def test_a_regex_of_your_own_stays_with_python(flavor: str) -> None:
    rules = RuleSet(4 * meld + pair & matches("1m"), spelling="mpsz")
    assert "1m" in rules.export("python").expression
    with pytest.raises(RuleError, match=rf"matches\('1m'\) is written for Python's regex module, not for {flavor}"):
        rules.export(flavor)


@pytest.mark.parametrize(
    ("win", "message"),
    [
        (
            4 * meld + pair & distinct(meld.open.others),
            r"meld\.open\.others can't be written for re2",
        ),
        (load("article").win, r"张数 count can't be written for re2: its regex isn't made of clauses"),
    ],
)
def test_what_re2_has_no_way_to_say_is_named(win: Pattern, message: str) -> None:
    with pytest.raises(RuleError, match=message):
        RuleSet(win, forms=None if win.shapes else load("article").forms).export("re2")


def test_without_marks_nothing_goes_to_re2() -> None:
    with pytest.raises(RuleError, match="the article spelling has no marks, so it can't say where a group ends"):
        load("article").export("re2")


def test_alternatives_without_number_are_refused() -> None:
    choices = [has(f"{rank}m") & has(f"{rank}p") | has(f"{rank}s") & has("1z") for rank in range(1, 10)]
    rules = RuleSet(4 * meld + pair & reduce(and_, choices))
    assert rules.export("re")
    with pytest.raises(RuleError, match=r"512 alternatives for an engine without lookahead, of at most 256: leave out"):
        rules.export("re2")


def test_an_unknown_flavor_is_refused() -> None:
    with pytest.raises(
        RuleError, match="no flavor named 'ruby'; write one of python, re, pcre2, javascript, java, dotnet"
    ):
        load("harbin").export("ruby")


# The command line


def test_export_prints_the_expression_and_its_limits_apart() -> None:
    done = CliRunner().invoke(main, ["export", "harbin", "--flavor", "javascript", "--spelling", "mpsz"])
    assert done.exit_code == 0
    assert done.stdout == load("harbin").export("javascript", "mpsz").expression + "\n"
    assert "javascript: glyphs need the flag u; m may not be set" in done.stderr


def test_export_prints_clauses_under_the_words_of_their_blocks() -> None:
    done = CliRunner().invoke(main, ["export", "harbin", "--flavor", "re2"])
    assert done.stdout.startswith("# only tiles of 123456789mps7z\n- ^[^@]*[")
    assert done.stdout.count("\nor\n") == 2


def test_export_prints_json() -> None:
    done = CliRunner().invoke(main, ["export", "standard", "--flavor", "re2", "--spelling", "mpsz", "--json"])
    found = json.loads(done.stdout)
    assert (found["name"], found["flavor"], found["spelling"]) == ("standard", "re2", "mpsz")
    assert found["limits"] == list(FLAVORS["re2"].limits)
    assert [[clause["negated"] for clause in every] for every in found["alternatives"]] == [[True, False]]


def test_export_says_what_cannot_be_exported() -> None:
    done = CliRunner().invoke(main, ["export", "article", "--flavor", "re2"])
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("the article spelling has no marks")
    done = CliRunner().invoke(main, ["export", "article", "--flavor", "re2", "--json"])
    assert (done.exit_code, json.loads(done.stdout)["name"]) == (2, "article")
