"""Rule sets on other regex engines: each engine that is here gives the verdicts of the library."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import oracle
import pytest
from click.testing import CliRunner
from statements import STATEMENTS
from strategies import any_layouts, made, spelled

from regexhu import Hand, RuleError, RuleSet, load, rule_sets
from regexhu.blocks import distinct, has, matches, meld, pair, triplet
from regexhu.cli import main
from regexhu.examples import Example
from regexhu.export import Exported, alternatives
from regexhu.flavors import FLAVORS
from regexhu.layout import Layout
from regexhu.regextext import Clause, Writer
from regexhu.tiles import SPELLINGS

Batch = list[tuple[str, list[str]]]
"""Expressions, each with the texts that it is searched for in."""
Answers = list[list[bool]]
Engine = Callable[[Batch], Answers]


# The engines


def module(name: str) -> Engine:
    """An engine that is a Python module like `re`."""

    def run(batch: Batch) -> Answers:
        engine = pytest.importorskip(name, reason=f"no {name} on this machine")
        return [list(map(bool, map(engine.compile(expression).search, texts))) for expression, texts in batch]

    return run


def polars(batch: Batch) -> Answers:
    engine = pytest.importorskip("polars", reason="no polars on this machine")
    return [engine.Series(texts).str.contains(expression).to_list() for expression, texts in batch]


def process(*command: str, needs: str = "", flags: str = "") -> Engine:
    """An engine that reads the whole batch from its standard input, each expression after a `/`."""

    def run(batch: Batch) -> Answers:
        program = needs or command[0]
        if shutil.which(program) is None:
            pytest.skip(f"no {program} on this machine")
        lines = [line for expression, texts in batch for line in (f"/{expression}{flags}", *texts)]
        told = "".join(f"{line}\n" for line in lines)
        done = subprocess.run(command, input=told, capture_output=True, encoding="utf-8", cwd=SCRIPTS, check=False)
        assert done.returncode == 0, done.stderr
        answers = iter(done.stdout)
        return [[next(answers) == "1" for _ in texts] for _, texts in batch]

    return run


SCRIPTS = Path(__file__).parent / "engines"
ENGINES: dict[str, tuple[str, Engine]] = {
    "regex": ("python", module("regex")),
    "re": ("re", module("re")),
    "pcre2": ("pcre2", module("pcre2")),
    "perl": ("pcre2", process("perl", "judge.pl")),
    "node": ("javascript", process("node", "judge.js", flags="/u")),
    "java": ("java", process("java", "Judge.java", needs="javac")),
    "google-re2": ("re2", module("re2")),
    "polars": ("re2", polars),
}


def verdicts(engine: Engine, jobs: list[tuple[Exported, list[str]]]) -> Answers:
    """What the engine says of the sequences by each rule set, from the clauses of its alternatives."""
    texts = [list(dict.fromkeys(clause.text for every in rules.alternatives for clause in every)) for rules, _ in jobs]
    answers = iter(engine([(text, jobs[at][1]) for at, of_rules in enumerate(texts) for text in of_rules]))

    def wins(every: tuple[Clause, ...], held: dict[str, list[bool]], at: int) -> bool:
        return all(held[clause.text][at] != clause.negated for clause in every)

    found = []
    for (rules, sequences), of_rules in zip(jobs, texts, strict=True):
        held = {text: next(answers) for text in of_rules}
        found.append([any(wins(every, held, at) for every in rules.alternatives) for at in range(len(sequences))])
    return found


# Whole rule sets, on thousands of hands

JOBS = [(name, spelling) for name in ("standard", "riichi", "harbin") for spelling in ("glyph", "mpsz")]


@cache
def hands() -> list[Hand]:
    """Hands, every other one four melds and a pair; half are of Harbin's tiles, half have a winning tile."""
    rng, found = random.Random(16), []
    for number in range(5000):
        tiles = load("harbin").tiles if number % 4 < 2 else range(oracle.KINDS)
        text = oracle.to_mpsz(*oracle.random_hand(rng, tiles, winning=number % 2 == 0))
        concealed = Hand.parse(text).tiles
        won = rng.choice(concealed) if concealed and number % 8 < 4 else None
        found.append(Hand.parse(text, winning_tile=won, self_draw=(None, True, False)[number % 3]))
    return found


@cache
def layouts(name: str) -> list[tuple[int, Layout]]:
    """Every layout of the hands that the rule set tries, beside the number of its hand."""
    forms = load(name).forms
    return [(n, layout) for n, hand in enumerate(hands()) for form in forms for layout in hand.layouts(form)]


@cache
def sequences(name: str, spelling: str) -> list[str]:
    return [hands()[n].sequence(layout, SPELLINGS[spelling]) for n, layout in layouts(name)]


@cache
def winning(name: str) -> set[int]:
    """The numbers of the hands that win by the library's automaton."""
    return {n for n, hand in enumerate(hands()) if load(name).is_win(hand, engine="automaton")}


@pytest.mark.parametrize("name", ENGINES)
def test_an_engine_gives_the_verdicts_of_the_library_on_thousands_of_hands(name: str) -> None:
    flavor, engine = ENGINES[name]
    jobs = [(load(rules).export(flavor, spelling), sequences(rules, spelling)) for rules, spelling in JOBS]
    for (rules, spelling), answers in zip(JOBS, verdicts(engine, jobs), strict=True):
        found = {n for (n, _), wins in zip(layouts(rules), answers, strict=True) if wins}
        assert len(found) > 500
        assert found == winning(rules), (rules, spelling)


def test_dotnet_gives_them_on_an_engine_that_reads_utf_16_too() -> None:
    """.NET itself is not here: Node without the flag u reads the same units, and its numbers skip no named group."""
    jobs = []
    for rules, spelling in JOBS:
        exported = load(rules).export("dotnet", spelling)
        ((clause,),) = exported.alternatives
        text = re.sub(r"\(\?<[a-z]+>", "(?:", clause.text).replace(r"\z", "$")
        jobs.append((replace(exported, alternatives=((clause._replace(text=text),),)), sequences(rules, spelling)))
    for (rules, _), answers in zip(JOBS, verdicts(process("node", "judge.js", flags="/"), jobs), strict=True):
        assert {n for (n, _), wins in zip(layouts(rules), answers, strict=True) if wins} == winning(rules)


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


@pytest.mark.parametrize("name", ENGINES)
def test_a_block_holds_on_an_engine_where_its_statement_does(name: str) -> None:
    flavor, engine = ENGINES[name]
    layouts = any_layouts()[:300]
    texts = [spelled(layout, "mpsz") for layout in layouts]

    def exported(code: str) -> Exported:
        writer = Writer("mpsz", flavor=FLAVORS[flavor])
        if FLAVORS[flavor].lookahead:
            return Exported(flavor, "mpsz", ((Clause("^" + "".join(line.text for line in made(code).lines(writer))),),), ())
        found = alternatives(made(code), writer)
        return Exported(flavor, "mpsz", tuple(tuple(c._replace(text=f"^{c.text}") for c in every) for every in found), ())

    answers = verdicts(engine, [(exported(code), texts) for code in STATEMENTS])
    for (code, holds), found in zip(STATEMENTS.items(), answers, strict=True):
        assert found == [holds(layout) for layout in layouts], code


# Facts, wild tiles and switches: the examples of every rule set


def example_job(rules: RuleSet, example: Example, flavor: str) -> tuple[Exported, list[str]]:
    asked = dict(example.asked)
    judge = rules.switched(**{name: asked.pop(name) is True for name in list(asked) if name in rules.switches})
    hand = judge.met(example.hand, asked)
    found = [judge.sequence(hand, layout) for form in judge.forms for layout in hand.layouts(form)]
    return judge.export(flavor, wild=bool(hand.wilds)), found


@pytest.mark.parametrize("name", ["re", "google-re2"])
def test_the_examples_of_every_rule_set_win_and_lose_on_an_engine(name: str) -> None:
    flavor, engine = ENGINES[name]
    for rules in map(load, rule_sets()):
        if rules.spelling == "article":
            continue
        examples = [example for example in rules.examples if example.verdict != "todo"]
        answers = verdicts(engine, [example_job(rules, example, flavor) for example in examples])
        assert [any(found) for found in answers] == [example.verdict == "win" for example in examples], rules.name
