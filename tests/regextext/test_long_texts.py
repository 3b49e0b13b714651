"""No regex is slow on any text, however long."""

from __future__ import annotations

import random
from functools import cache

import pytest
import regex
from statements import STATEMENTS
from strategies import few_or_many, made

from regexhu import RuleError, RuleSet, load, normalize, rule_sets
from regexhu.blocks import matches, meld, pair
from regexhu.expression import matching
from regexhu.hands.tiles import SPELLINGS


@cache
def hostile_texts(spelling: str, length: int) -> dict[str, str]:
    """Texts of so many characters, and some that are as long as a canonical sequence may be."""
    tiles = SPELLINGS[spelling].tiles
    a, b, c = tiles[:3]
    units = {
        "one tile": a,
        "two tiles": a + b,
        "single tiles": a + ",",
        "pairs alike": a + a + ",",
        "pairs of all kinds": "".join(f"{tile}{tile}," for tile in tiles),
        "triplets": a * 3 + "-",
        "triplets of all kinds": "".join(f"{tile * 3}," for tile in tiles),
        "kongs": a * 4 + "+",
        "sequences": a + b + c + ",",
        "winning tiles": f"{a}!{a},",
        "marks": ",",
        "winning tiles of nothing": a + "!",
        "context": "@ready",
        "empty context": "@",
        "letters": "x",
        "lines": a + "\n",
        "halves of tiles": a[0] + b[-1],
    }
    found = {kind: (unit * length)[:length] for kind, unit in units.items()}
    found["noise"] = "".join(random.Random(4).choices([*tiles, *"-,=+!@*"], k=length))[:length]
    found["groups and one letter"] = (f"{a * 4}," * length)[: length - 1] + "x"
    found["a context that breaks off"] = f"{a}{a}," + ("@self-draw" * length)[: length - 10] + "!"
    found["24 tiles alike"] = a * 24
    found["24 pairs alike"] = f"{a}{a}," * 24
    found["24 kongs alike and one letter"] = f"{a * 4}," * 24 + "x"
    return found


@few_or_many(2_000, 10_000)
@pytest.mark.parametrize("name", rule_sets())
def test_a_rule_set_is_done_with_any_long_text_in_no_time(name: str, number: int) -> None:
    for spelling in SPELLINGS if load(name).spelling == "article" else ("glyph", "mpsz"):
        expression = regex.compile(load(name).regex(spelling))
        for text in hostile_texts(spelling, number).values():
            assert expression.fullmatch(text, timeout=1.0) is None


@few_or_many(2_000, 10_000)
@pytest.mark.parametrize("code", STATEMENTS)
def test_a_block_is_done_with_any_long_text_in_no_time(code: str, number: int) -> None:
    expression = regex.compile(made(code).regex("mpsz"))
    for kind, text in hostile_texts("mpsz", number).items():
        try:
            expression.match(text, timeout=1.0)
        except TimeoutError:
            pytest.fail(f"{code} backtracks on {kind}")


def test_a_match_that_takes_too_long_is_given_up_with_a_word_on_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matching, "MATCH_SECONDS", 0.05)
    slow = RuleSet(matches(r"(?:.|..)*[xy]") & 4 * meld + pair, name="slow", spelling="mpsz")
    with pytest.raises(RuleError, match=r"took longer than 0.05 s .* your own in matches\(…\) backtracks; make its"):
        slow.is_win("123m111456p789s55z")
    assert normalize("123m111456p789s55z", "mpsz") == ["1m2m3m,1p1p1p,4p5p6p,7s8s9s,5z5z,"]
