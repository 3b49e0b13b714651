"""Long runs stay flat: whatever is called again and again, no call leaves anything behind."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

import oracle
import pytest
from strategies import long, random_hands, rule_file

from regexhu import Hand, NotationError, RuleError, RuleSet, UnknownRules, explain, is_win, load, waits
from regexhu.blocks import matches, meld, pair

STANDARD, TIANJIN = load("standard"), load("tianjin")
OWN = RuleSet(4 * meld + pair & matches("[^@]*🀄"))
HANDS = random_hands(seed=6, number=40)
CONCEALED = cycle([oracle.to_mpsz(*hand) for hand in HANDS if not hand[1]])
TEXTS = cycle([oracle.to_mpsz(*hand) for hand in HANDS])
PARSED = cycle([Hand.parse(oracle.to_mpsz(*hand)) for hand in HANDS])
SHORT = cycle(["123m456p789s1112z", "1112345678999m", "19m19p19s1234567z", "2344m,55-5z,1111+s,666=6z"])
FILE = "the path of a rule file"


def refused(error: type[Exception], call: Callable[[], object]) -> None:
    with pytest.raises(error):
        call()


CALLS: dict[str, tuple[Callable[[], object], int]] = {
    "a text": (lambda: STANDARD.is_win(next(CONCEALED)), 10**6),
    "a text, by the rules' name": (lambda: is_win(next(CONCEALED), "riichi"), 10**6),
    "a text with melds": (lambda: STANDARD.is_win(next(TEXTS)), 200_000),
    "a hand": (lambda: STANDARD.is_win(next(PARSED)), 10**6),
    "keywords": (lambda: TIANJIN.is_win("123m456p789s11122z", self_draw=True, wild="1z", winning_tile="2m"), 30_000),
    "the regex engine": (lambda: STANDARD.is_win(next(TEXTS), engine="regex"), 30_000),
    "a regex of one's own": (lambda: OWN.is_win(next(TEXTS)), 50_000),
    "why a hand wins": (lambda: str(explain("123m456p789s11122z", "standard")), 8_000),
    "why a hand loses": (lambda: str(explain("123m456p78s111122z", "standard")), 2_000),
    "waits": (lambda: waits(next(SHORT), "standard"), 5_000),
    "a distance": (lambda: STANDARD.distance(next(SHORT)), 5_000),
    "a batch": (lambda: STANDARD.match_many([next(TEXTS), next(TEXTS)]), 20_000),
    "a count": (lambda: STANDARD.count(14), 300_000),
    "a sample": (lambda: STANDARD.sample(1), 100_000),
    "a rule file by its path": (lambda: is_win(next(TEXTS), FILE), 5_000),
    "a text that does not read": (lambda: refused(NotationError, lambda: STANDARD.is_win("123")), 10**6),
    "rules that are not there": (lambda: refused(UnknownRules, lambda: load("harbni")), 2_000),
    "what is not told": (lambda: refused(RuleError, lambda: TIANJIN.is_win(next(TEXTS))), 100_000),
    "an engine that it has not": (lambda: refused(RuleError, lambda: OWN.is_win(next(TEXTS), "automaton")), 100_000),
}
"""Each kind of call, and how often the long suite makes it: a million times, or as often as some seconds allow."""


def settled(call: Callable[[], object]) -> int:
    """How many blocks of memory there are once calls leave few more, and what many hands are judged by is there."""
    STANDARD.match_many([next(TEXTS) for _ in range(3_000)])
    after = 0
    for _ in range(40):
        before = after
        for _ in range(100):
            call()
        gc.collect()
        after = sys.getallocatedblocks()
        if after - before < 250:
            return after
    pytest.fail("what is remembered never fills")


@pytest.fixture
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "FILE", str(rule_file(tmp_path)))


@pytest.mark.fault(7)
@pytest.mark.usefixtures("_in_a_folder")
@pytest.mark.parametrize(
    ("kind", "number"), [case for kind, (_, many) in CALLS.items() for case in ((kind, 200), long(kind, many))]
)
def test_memory_stays_flat(kind: str, number: int) -> None:
    """No call leaves a block of memory behind, of however few bytes, once what is remembered has filled."""
    call, _ = CALLS[kind]
    before = settled(call)
    for _ in range(number):
        call()
    gc.collect()
    assert sys.getallocatedblocks() - before < 500 + number // 1_000
