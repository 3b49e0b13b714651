"""The benchmarks run, and a wrong engine fails them. No time is held to anything here."""

from __future__ import annotations

import re
from contextlib import nullcontext
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

from regexhu import rule_sets

ROOT = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def _benchmarks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The benchmarks are found beside the tests, and leave the process on all its cores."""
    monkeypatch.syspath_prepend(ROOT)
    monkeypatch.setattr("benchmarks.timing.pin", lambda: None)


def run(tmp_path: Path, *arguments: str) -> int:
    from benchmarks.__main__ import main

    return main(["--quick", "--hands", "20", "--rounds", "2", "--charts", str(tmp_path), *arguments])


def test_a_short_run_prints_a_table_and_draws_a_chart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.md"
    assert run(tmp_path, "single", "rules", "--markdown", str(page)) == 0
    printed = capsys.readouterr().out
    assert "regexhu bound, pure" in printed
    assert "| harbin |" in page.read_text()
    assert (tmp_path / "ratios.svg").read_text().startswith("<svg")


@pytest.mark.long
def test_every_other_section_runs_with_all_its_answers_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ("melds", "own", "told", "nearest", "batch", "lookup", "cold")
    assert run(tmp_path, *names) == 0, capsys.readouterr().err


LIAR = """
from benchmarks.timing import Contestant

def contestants():
    yield Contestant("liar", "always the same", lambda texts: [{answer}] * len(texts))
"""


@pytest.mark.parametrize("answer", [True, False])
def test_a_wrong_engine_ends_the_run_with_its_name_and_the_hand(
    answer: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from benchmarks import library, peers

    (tmp_path / f"liar_{answer}.py").write_text(LIAR.format(answer=answer))
    monkeypatch.syspath_prepend(tmp_path)
    liar = import_module(f"liar_{answer}")
    monkeypatch.setattr(peers, "PEERS", (peers.Peer("regex", liar.contestants, ""),))
    monkeypatch.setattr(library, "contestants", lambda: ())
    assert run(tmp_path, "single") == 1
    printed = capsys.readouterr().err
    assert re.search(r"wrong answer: liar: \d of \d mixed hands answered wrongly", printed)
    assert f"which {'does not win' if answer else 'wins'} by riichi rules" in printed


def test_a_contestant_whose_process_ends_is_a_wrong_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from benchmarks import hands, timing, workers

    nobody = timing.Contestant("nobody", "", list, source="benchmarks.library:nobody")
    with pytest.raises(timing.WrongAnswerError, match="nobody: its process ended"):
        workers.Worker(nobody).take(hands.winning(1))


def test_a_missing_answer_is_a_wrong_one(tmp_path: Path) -> None:
    from benchmarks import hands, timing

    short = timing.Contestant("short", "forgets the last", lambda texts: [True] * (len(texts) - 1))
    with pytest.raises(timing.WrongAnswerError, match="short: 19 answers for 20 hands"):
        timing.race([short], [hands.winning(20)] * 2)


def test_where_nobody_knows_the_answer_contestants_have_to_agree() -> None:
    from benchmarks import hands, timing

    asked = hands.Hands("asked", hands.winning(3).counts, {"waits": [7, None, None]})
    first = timing.Contestant("first", "", lambda _: [7, 1, 2], rule="waits", flat=iter)
    timing.race([first, replace(first, name="same")], [asked] * 2)
    other = replace(first, name="other", judge=lambda _: [7, 1, 3])
    with pytest.raises(timing.WrongAnswerError, match=r"other: 1 of 3 asked hands .* of which it says 3 and not 2"):
        timing.race([other], [asked] * 2)


def test_what_is_new_was_not_judged_before_and_comes_after_the_hands_that_warm_up() -> None:
    from benchmarks import hands, library, plan, workers

    judged: list[tuple[int, int, bool]] = []

    class Worker:
        contestant = next(one for one in library.contestants() if one.form == "text")

        def judge(self, start: int, stop: int, twice: bool) -> tuple[int, list[bool]]:
            judged.append((start, stop, twice))
            return 10 * (stop - start), drawn.expected["riichi"][start:stop]

    drawn = hands.mixed(60)
    one = Worker.contestant
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(workers, "working", lambda *_: nullcontext({one.name: Worker()}))
        taken = workers.laps([one], drawn, plan.Plan(hands=40, processes=1, passes=1))
    assert judged[:4] == [(start, start + 5, False) for start in (0, 5, 10, 15)]
    assert judged[4:8] == judged[8:12] == [(start, start + 10, False) for start in (20, 30, 40, 50)]
    assert judged[12:] == [(20, 24, True)]
    assert {kind: by_name[one.name].rounds for kind, by_name in taken.items()} == {
        "new": [10.0],
        "again": [10.0],
        "small": [10.0],
    }


def test_mirror_images_of_hands_win_as_the_hands_do() -> None:
    from benchmarks import hands

    drawn = hands.mirrored(600)
    assert len(set(drawn.counts)) > 500
    for rule, judge in (("riichi", hands.oracle.riichi), ("guobiao", hands.guobiao)):
        assert drawn.expected[rule] == [judge(tuple(counts)) for counts in drawn.counts]


def test_declared_melds_are_written_as_riichienv_reads_them() -> None:
    from benchmarks import hands, peers

    melds = (("chi", 0), ("peng", 33), ("da-ming-gang", 9), ("an-gang", 18))
    counts = hands.Hands("", [bytes([2] + [0] * 33)], {}, melds=[melds])
    assert peers._riichienv_texts(counts) == ["11m(123m0)(p7z1)(k1p1)(k1s0)"]
    assert peers._riichienv_texts(replace(counts, melds=[(("jia-gang", 9),)])) == ["11m(s1p1)"]


def test_the_speed_sections_of_both_readmes_are_written_from_figures(tmp_path: Path) -> None:
    from benchmarks import plan, readme

    for name in readme.PAGES:
        (tmp_path / name).write_text((ROOT / name).read_text(encoding="utf-8"), encoding="utf-8")
    figures = {
        "regexhu bound|new": 251.4,
        "regexhu bound|new|×": 5.0,
        "xiangting|new": 1300.0,
        "regexhu waits|new": 2500.0,
        "regexhu rows": 6.5,
        "regexhu rows|×": 100.0,
        "regexhu wild 1|new|plain": 1.25,
        **{f"{name}|0": 140.0 for name in rule_sets() if name != "article"},
        "tianjin|0": 900.0,
        "riichi|4": 1234.0,
    }
    for _ in range(2):
        dict(readme.write(figures, "a machine", plan.Plan(), {"xiangting": "6.0.2"}, tmp_path))
    for name in readme.PAGES:
        page = (tmp_path / name).read_text(encoding="utf-8")
        section = page.partition(readme.START)[2].partition(readme.END)[0]
        assert "(a machine)" in section or "（a machine）" in section
        assert "251 (5.00×) | – | – |" in section
        assert "| xiangting 6.0.2 | 1,300 | – | – |" in section
        assert "6.5 (1/100)" in section
        assert " 2.5 µs" in section
        assert "1.2–1.2" in section
        assert " 140 ms" in section and " 900 ms" in section and "1,234" not in section
        assert "mahjax" not in section and "{" not in section
        assert page.count(readme.START) == 1


def test_without_compilers_the_look_up_is_left_out_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    from benchmarks import lookup, plan

    monkeypatch.setattr("shutil.which", lambda tool: None if tool == "g++" else tool)
    assert lookup.lookup([], plan.QUICK).section.notes == ["g++ is not here: left out."]


def test_a_peer_that_is_not_installed_is_left_out_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    from benchmarks import peers

    monkeypatch.setattr(peers, "PEERS", (peers.Peer("no-such-mahjong", peers._mahjong, ""),))
    assert peers.installed() == ([], ["no-such-mahjong is not installed and left out."])


def test_expected_answers_know_the_shapes_that_only_guobiao_has() -> None:
    from benchmarks import hands, peers

    def counts(text: str) -> tuple[int, ...]:
        return tuple(peers.counts_of(text))

    knitted_straight, knitted_singles, quads = "147m258p369s123m55z", "147m258p36s123456z", "1111m2233p4455s66z"
    for text in (knitted_straight, knitted_singles, quads, "123m456p789s11222z"):
        assert hands.guobiao(counts(text)), text
    for text in ("147m258p369s124m55z", "147m258p14s123456z", "1112m2233p4455s66z"):
        assert not hands.guobiao(counts(text)), text
    assert not hands.oracle.riichi(counts(quads))
