"""The C extension and NumPy judge many hands alike."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import oracle
import pytest
from strategies import few_or_many, random_hands

from regexhu import RuleSet, load, speedups
from regexhu.automaton.tables import match_counts
from regexhu.blocks import meld, pair
from regexhu.hands.columns import counts_of, texts_of
from regexhu.rules.answers import Asked

native: Any = pytest.importorskip("regexhu._speedups", reason="the C extension isn't built")


@pytest.fixture(params=["native", "NumPy"])
def _way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speedups, "native", native if request.param == "native" else None)


def rows_of(rng: random.Random, number: int) -> Any:
    """Counts of hands: winning and not, of any size, with too many tiles of a kind, and of no hand at all."""
    rows = np.array([counts for counts, _ in random_hands(seed=rng.randrange(1 << 20), number=number)])
    for row in rows:
        for _ in range(rng.choice([0, 0, 0, 1, 3])):
            row[rng.randrange(34)] += rng.choice([-1, 1, 1, 3])
    rows[rng.randrange(number)] = rng.choice([0, 1, 4, 5, 200])
    return np.maximum(rows, 0)


@pytest.mark.parametrize("rules", [load("riichi"), load("taiwan"), RuleSet(2 * meld + pair), RuleSet(21 * meld + pair)])
@few_or_many(1_000, 30_000)
def test_counts_are_judged_alike(rules: RuleSet, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = rows_of(random.Random(number), number)
    tables, verdicts = Asked.of_all(rules, {}).range.tables, {}
    for way in (native, None):
        monkeypatch.setattr(speedups, "native", way)
        for dtype in (np.int64, np.uint8):
            verdicts[way, dtype] = match_counts(rows.astype(dtype), tables, rules.sizes).tolist()
    assert len({tuple(found) for found in verdicts.values()}) == 1
    assert rules.sizes[0] > 20 or 0 < sum(verdicts[None, np.uint8]) < number


TEXTS = [
    "", "1m", "0m", "05m5m", "123m123m", "1z7z", "0z", "8z", "12", "m", "1mm", "m1", "1m ", "1 m", "1x", "0x", "1-23m",
    "1m,2m", "1,m", ",1m,", "1mé", "１m", "1m\0", "\n1m", "9" * 198 + "s", "9" * 200 + "s", "1m" * 99,
]  # fmt: skip


@pytest.mark.usefixtures("_way")
def test_texts_that_are_plain_are_read_right_and_all_others_left() -> None:
    counts, plain = counts_of(["?", *TEXTS], 1, 1 + len(TEXTS))
    read = {text for text, is_plain in zip(TEXTS, plain.tolist(), strict=True) if is_plain}
    hands = {text for text in TEXTS if set(text) <= set("0123456789mpsz,") and len(text) <= 200}
    hands -= {"0z", "8z", "12", "m", "1mm", "m1", "1,m"}
    assert read == hands if speedups.native else read == {text for text in hands if "," not in text}
    for text, row in zip(TEXTS, counts.tolist(), strict=True):
        if text in read:
            assert sum(row) == sum(char.isdigit() for char in text), text
    assert counts[TEXTS.index("05m5m")].tolist() == [0, 0, 0, 0, 3] + [0] * 29
    assert counts[TEXTS.index("1z7z")].tolist() == [0] * 27 + [1, 0, 0, 0, 0, 0, 1]


@pytest.mark.usefixtures("_way")
def test_texts_are_judged_as_one_by_one() -> None:
    rules = load("harbin")
    texts = [oracle.to_mpsz(counts, melds) for counts, melds in random_hands(seed=3, number=500)] + ["1m", "1-23m"]
    assert rules.match_many(texts).tolist() == [rules.is_win(text) for text in texts]


@pytest.mark.usefixtures("_way")
def test_a_list_of_texts_stays_as_it_is_and_others_are_copied() -> None:
    class Text(str):
        pass

    hands: list[Any] = ["1m", Text("2m"), None]
    assert texts_of(hands) == (["1m", "2m", ""], [2])
    assert list(map(type, texts_of(hands)[0])) == [str] * 3
    assert hands == ["1m", "2m", None]
    with pytest.raises(TypeError, match="row 1: a hand is MPSZ text, not int"):
        texts_of(["1m", 2])


def test_a_list_that_shrinks_is_not_read_beyond_its_end() -> None:
    counts, plain = np.empty((4, 34), dtype=np.uint8), np.empty(4, dtype=np.bool_)
    native.counts(["1m", "2m"], 1, counts, plain)
    assert plain.tolist() == [True, False, False, False]
    native.counts(["1m", "2m"], -1, counts, plain)
    assert plain.tolist() == [False, True, True, False]
    native.counts(["1m", b"2m", None, 3], 0, counts, plain)
    assert plain.tolist() == [True, False, False, False]


def test_threads_judge_at_once() -> None:
    rules, rng = load("riichi"), random.Random(4)
    parts = [rows_of(rng, 2_000).astype(np.uint8) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(rules.match_many, parts * 3))
    assert [verdicts.tolist() for verdicts in found] == [rules.match_many(rows).tolist() for rows in parts] * 3


@pytest.mark.parametrize("args", [(), ([], 0, b"", b""), ((), 0, bytearray(), bytearray()), ([], "0", bytearray(), 1)])
def test_what_is_no_list_or_no_place_to_write_is_refused(args: Any) -> None:
    with pytest.raises((TypeError, BufferError)):
        native.counts(*args)


@pytest.mark.long
def test_everything_about_many_hands_is_true_without_the_extension() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/rules/test_many.py"]
    subprocess.run(command, env={**os.environ, "REGEXHU_PURE": "1"}, check=True)
