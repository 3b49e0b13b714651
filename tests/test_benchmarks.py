"""The benchmarks run, and a wrong engine fails them. No time is held to anything here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

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
    assert "regexhu bound" in printed
    assert "| harbin |" in page.read_text()
    assert (tmp_path / "ratios.svg").read_text().startswith("<svg")


@pytest.mark.parametrize("answer", [True, False])
def test_a_wrong_engine_ends_the_run_with_its_name_and_the_hand(
    answer: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from benchmarks import peers
    from benchmarks.timing import Contestant

    def judge(texts: Sequence[str]) -> list[bool]:
        return [answer] * len(texts)

    def contestants() -> Iterator[Contestant]:
        yield Contestant("liar", "always the same", judge)

    monkeypatch.setattr(peers, "PEERS", (peers.Peer("regex", contestants, ""),))
    assert run(tmp_path, "single") == 1
    printed = capsys.readouterr().err
    assert "liar: 20 of 20" in printed
    assert "which wins by riichi" in printed or "which does not win by riichi" in printed


def test_a_missing_answer_is_a_wrong_one(tmp_path: Path) -> None:
    from benchmarks import hands, timing

    short = timing.Contestant("short", "forgets the last", lambda texts: [True] * (len(texts) - 1))
    with pytest.raises(timing.WrongAnswerError, match="short: 19 answers for 20 hands"):
        timing.race([short], [hands.winning(20)] * 2)


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
