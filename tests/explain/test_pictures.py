"""Showing hands and rule sets: as pictures, as diagrams, in words; in English and in Chinese."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from command import run

from regexhu import RuleError, RuleSet, Verdict, explain, load, rule_sets
from regexhu.blocks import meld, pair, substitutes
from regexhu.errors import columns
from regexhu.explain.chinese import chinese
from regexhu.explain.describe import describe
from regexhu.explain.diagram import railroad_svg
from regexhu.explain.pictures import hand_svg
from regexhu.explain.tileart import tile_svg
from regexhu.hands.tiles import NAMES
from regexhu.syntax.facts import Event, Switch
from regexhu.syntax.tree import And, Named, Not, Or, Pattern

SVG = "{http://www.w3.org/2000/svg}"
WINS, LOSES = "111s345s55s567s222m", "111s345s55s567s222s"
NO_SUBSTITUTE = RuleSet(4 * meld + pair & substitutes(0), title="No substitute")
SHOWN = {
    "a win": explain(WINS, "harbin"),
    "a loss": explain(LOSES, "harbin"),
    "alternatives": explain("19m19p19s11134567z", "riichi"),
    "every kind of meld": explain("55p,1111+s,222-2p,333=3s,5-67m", "harbin"),
    "melds only": explain("55-5z", "standard"),
    "a winning tile": explain("234567m34588p,11-1s", "harbin_local", winning_tile="4p", ready=True),
    "wild tiles": explain("123m456p79s11566z1z", "standard", wild="1z"),
    "wild tiles of three kinds": explain("123m456p79s12566z3z", "standard", wild="123z"),
    "wild tiles as themselves": explain("123m456p789s11122z", NO_SUBSTITUTE, wild="1z"),
    "no tiles": explain("", "standard"),
}
every_verdict = pytest.mark.parametrize("verdict", SHOWN.values(), ids=SHOWN)


def drawn(verdict: Verdict, **how: str) -> ElementTree.Element:
    return ElementTree.fromstring(hand_svg(verdict, **how))


def texts(picture: ElementTree.Element) -> list[str]:
    return ["".join(text.itertext()) for text in picture.iter(f"{SVG}text")]


def used(picture: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    """The tiles of the picture whose name begins so, in order."""
    return [use for use in picture.iter(f"{SVG}use") if use.attrib["href"].startswith(f"#{name}-")]


def kinds(uses: list[ElementTree.Element]) -> Counter[str]:
    return Counter(use.attrib["href"][-2:] for use in uses)


# Tiles


def test_each_of_the_34_tiles_has_a_face_of_its_own() -> None:
    faces = [tile_svg(kind) for kind in range(34)]
    assert len(set(faces)) == 34
    for face in faces:
        ElementTree.fromstring(f"<svg>{face}</svg>")


def test_tiles_are_drawn_without_any_font() -> None:
    assert not any("<text" in tile_svg(kind) for kind in range(34))


@pytest.mark.parametrize(("suit", "shape"), [("p", "dot"), ("s", "stick")])
def test_dots_and_bamboo_show_their_rank(suit: str, shape: str) -> None:
    for rank in range(2, 10):
        face = tile_svg(NAMES.index(f"{rank}{suit}"))
        assert (face.count("<circle") / 3 if shape == "dot" else face.count("<g")) == rank


# Pictures of hands


@every_verdict
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_picture_has_a_tick_or_a_cross_for_each_block(verdict: Verdict, lang: str) -> None:
    signs = [path.attrib["class"] for path in drawn(verdict, lang=lang).iter(f"{SVG}path") if "class" in path.attrib]
    expected = [verdict.win, *(finding.holds for finding in verdict.findings)]
    assert signs == ["tick" if holds else "cross" for holds in expected]


@every_verdict
def test_a_picture_says_what_the_text_says(verdict: Verdict) -> None:
    shown = texts(drawn(verdict))
    for finding in verdict.findings:
        assert finding.block in shown
        assert finding.reason in ["", *shown]
    assert str(verdict.hand) in ["", *shown]
    assert shown[0] == f"{'wins' if verdict.win else 'does not win'}: {verdict.rules.title}"


def test_a_picture_of_a_loss_names_the_nearest_win() -> None:
    assert texts(drawn(SHOWN["a loss"]))[-1] == str(SHOWN["a loss"]).split("\n")[-1].strip()
    assert "from a win" in texts(drawn(SHOWN["a loss"]))[-1]


@every_verdict
def test_a_picture_has_the_tiles_of_the_hand(verdict: Verdict) -> None:
    picture = drawn(verdict)
    hand = Counter(verdict.hand.tiles) + Counter(tile for meld in verdict.hand.melds for tile in meld.tiles)
    whole = [use for use in used(picture, "tile") if "transform" not in use.attrib]
    assert kinds(whole) + kinds(used(picture, "wild")) == hand
    named = {group.attrib["id"] for group in picture.iter(f"{SVG}g") if "id" in group.attrib}
    assert {use.attrib["href"][1:] for use in picture.iter(f"{SVG}use")} <= named


def test_declared_melds_lie_apart_to_the_right() -> None:
    picture = drawn(SHOWN["every kind of meld"])
    trays = [tray for tray in picture.iter(f"{SVG}rect") if tray.attrib.get("height") == "98"]
    assert len(trays) == 4
    ends = [(float(tray.attrib["x"]), float(tray.attrib["x"]) + float(tray.attrib["width"])) for tray in trays]
    assert all(before[1] < after[0] for before, after in pairwise(ends))
    in_hand = [use for use in used(picture, "tile") if float(use.attrib["x"]) < ends[0][0]]
    assert kinds(in_hand) == {"5p": 2}
    captions = ["567m, claimed", "2222p, claimed", "1111s, concealed", "3333s, added"]
    assert [text for text in texts(picture) if text in captions] == captions


def test_the_winning_tile_is_outlined_where_it_completes_its_group() -> None:
    picture = drawn(SHOWN["a winning tile"])
    (outline,) = [rect for rect in picture.iter(f"{SVG}rect") if rect.attrib.get("stroke") == "#e08a00"]
    (marked,) = [use for use in used(picture, "tile") if use.attrib["x"] == outline.attrib["x"]]
    assert marked.attrib["href"] == "#tile-4p"
    assert "345p, 4p wins" in texts(picture)
    assert "#e08a00" not in hand_svg(SHOWN["a win"])


def standing(picture: ElementTree.Element) -> list[tuple[str, str]]:
    """The wild tiles, each with the tile that it stands for."""
    small = [use for use in used(picture, "tile") if "transform" in use.attrib]
    return [
        (wild.attrib["href"][-2:], stood.attrib["href"][-2:])
        for wild, stood in zip(used(picture, "wild"), small, strict=True)
    ]


def test_a_wild_tile_bears_the_tile_that_it_stands_for() -> None:
    assert standing(drawn(SHOWN["wild tiles"])) == [("1z", "8s"), ("1z", "6z"), ("1z", "5z")]
    assert standing(drawn(SHOWN["wild tiles of three kinds"])) == [("3z", "8s"), ("1z", "6z"), ("2z", "5z")]


def test_a_wild_tile_that_is_itself_is_a_tile_like_others() -> None:
    verdict = SHOWN["wild tiles as themselves"]
    assert verdict.win
    assert used(drawn(verdict), "wild") == []


def test_titles_and_names_are_escaped() -> None:
    rules = RuleSet((4 * meld + pair).named("<4 & 1>"), title="Tom & <Jerry>")
    shown = texts(drawn(explain("123m456p789s11122z", rules)))
    assert shown[0] == "wins: Tom & <Jerry>"
    assert "<4 & 1>" in shown


# Text in other words


@pytest.mark.parametrize(
    ("tiles", "lines"),
    [
        ("glyph", ["  🀈🀈🀈  🀐🀐🀐  🀒🀓🀔  🀔🀕🀖  🀔🀔", "  222m  111s  345s  567s  55s"]),
        ("mpsz", ["  222m  111s  345s  567s  55s"]),
        ("zh", ["  二二二万  一一一条  三四五条  五六七条  五五条"]),
    ],
)
@pytest.mark.parametrize("verb", ["win", "explain"])
def test_tiles_are_written_as_the_terminal_can_show_them(verb: str, tiles: str, lines: list[str]) -> None:
    shown = run(verb, WINS, "--tiles", tiles).stdout.split("\n")
    assert shown[2 : 3 + len(lines)] == [*lines, ""]
    assert [line for line in shown if "🀈" in line] == (lines[:1] if tiles == "glyph" else [])


def test_honours_and_wild_tiles_in_chinese() -> None:
    assert SHOWN["wild tiles"].text(tiles="zh").split("\n")[2] == "  一二三万  四五六筒  七*八九条  发发*发  白*白"


def test_an_explanation_in_chinese() -> None:
    assert run("explain", LOSES, "--lang", "zh", "--tiles", "zh").stdout.split("\n")[:12] == [
        "11122234555567s  不和: Harbin 哈尔滨",
        "",
        "  一一一条  二二二条  三四五条  五六七条  五五条",
        "",
        "  ✔ 不含东南西北白发",
        "  ✔ 同种牌最多4张",
        "  ✔ 14至17张牌",
        "  ✔ 必有杠刻          一一一条 二二二条",
        "  ✔ 至多三杠",
        "  ✘ 两门              现有: 一一一二二二三四五五五五六七条",
        "  ✔ 不断幺            一一一条",
        "  ✔ 4个面子加1个对子  一一一条 二二二条 三四五条 五六七条 五五条",
    ]


@every_verdict
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_reasons_stand_in_one_column_though_chinese_is_wide(verdict: Verdict, lang: str) -> None:
    lines = [line for line in verdict.text(lang=lang).split("\n") if line[2:3] in ("✔", "✘")]
    found = [re.fullmatch(r"(  . (?:  )*\S.*?  +)(\S.*)", line) for line in lines]
    assert len({columns(match[1]) for match in found if match}) <= 1


def test_an_unknown_language_is_an_error_that_names_the_known() -> None:
    with pytest.raises(ValueError, match=r"lang is en or zh, tiles glyph, mpsz or zh, not 'fr' and 'mpsz'"):
        SHOWN["a win"].text(tiles="mpsz", lang="fr")


def unnamed(pattern: Pattern) -> list[Pattern]:
    """The parts of a pattern whose words are the library's, not the author's."""
    match pattern:
        case Named(part, code=""):
            return unnamed(part)
        case And(parts) | Or(parts):
            return [found for part in parts for found in unnamed(part)]
        case Not(part):
            return unnamed(part)
        case Switch():
            return []
    return [] if type(pattern).__module__.startswith("regexhu.patterns.") else [pattern]


@pytest.mark.parametrize("name", rule_sets())
def test_every_block_of_the_shipped_rules_has_chinese_words(name: str) -> None:
    for pattern in unnamed(load(name).pattern):
        words = chinese(pattern)
        if isinstance(pattern, Event):
            words = re.sub("|".join(pattern.names), "", words)
        assert re.search("[一-鿿]", words), pattern
        assert not re.search("[a-zA-Z]{2}", words), (pattern, words)


# --svg


def test_svg_writes_the_picture_beside_the_text(tmp_path: Path) -> None:
    file = tmp_path / "hand.svg"
    result = run("explain", LOSES, "--svg", str(file))
    assert (result.exit_code, result.stdout) == (1, f"{explain(LOSES)}\n\n")
    assert file.read_text("utf-8") == hand_svg(explain(LOSES))
    run("explain", LOSES, "--svg", str(file), "--lang", "zh", "--tiles", "zh")
    assert file.read_text("utf-8") == hand_svg(explain(LOSES), tiles="zh", lang="zh")


@pytest.mark.parametrize("hands", [[WINS, LOSES], ["-"]])
def test_svg_draws_one_hand(tmp_path: Path, hands: list[str]) -> None:
    result = run("explain", *hands, "--svg", str(tmp_path / "hand.svg"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--svg draws one HAND" in result.stderr


def test_a_picture_that_cannot_be_written_is_bad_input(tmp_path: Path) -> None:
    result = run("explain", WINS, "--svg", str(tmp_path / "nowhere" / "hand.svg"))
    assert result.exit_code == 2
    assert "can't be written: No such file or directory" in result.stderr


# show


def test_show_tells_the_switches_and_the_blocks_with_alternatives_indented(tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text(
        '"""Own 自家: the rules at my table."""\n'
        "from regexhu.blocks import *\n"
        "from regexhu.rules import RuleSet\n"
        'must_open = switch("must_open", True, "a meld has to be open 开门")\n'
        'opened = (~must_open | some(meld.open)).named("opened", "开门")\n'
        'few = at_most(1, kong).named("few kongs", "少杠")\n'
        'rules = RuleSet((4 * meld + pair & opened | 7 * pair & ~(two_suits & has("7z"))) & few, tiles="19m7z")\n',
        encoding="utf-8",
    )
    assert run("show", str(own)).stdout.split("\n\n")[1:-1] == [
        "switches\n  must_open  on   a meld has to be open 开门",
        "all of\n"
        "  only tiles of 19m7z\n"
        "  at most four tiles alike\n"
        "  one of\n"
        "    - 4 melds and 1 pair\n"
        "      opened 开门\n"
        "        one of\n"
        "          - must_open is off\n"
        "          - at least one open meld\n"
        "    - 7 pairs\n"
        "      not\n"
        "        at least two suits 两门\n"
        "        a tile of 7z\n"
        "  few kongs 少杠: at most 1 kong",
    ]
    assert "must_open  off" in run("show", str(own), "--set", "must_open=off").stdout
    assert "  少杠: 最多1个杠" in run("show", str(own), "--lang", "zh").stdout


@pytest.mark.parametrize("name", rule_sets())
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_rule_set_is_described(name: str, lang: str) -> None:
    rules = load(name)
    shown = describe(rules, lang)
    assert shown.startswith(rules.title)
    for switch in rules.switches.values():
        assert re.search(rf"^  {switch.name} +(on |off|开|关) +{re.escape(switch.saying)}$", shown, re.MULTILINE)


def test_show_as_regex_is_the_regex_alone() -> None:
    assert run("show", "harbin", "--as", "regex").stdout == f"{load('harbin').regex()}\n"
    assert run("show", "harbin", "--as", "regex", "--spelling", "mpsz").stdout == f"{load('harbin').regex('mpsz')}\n"
    assert run("show", "harbin", "--as", "verbose").stdout == f"{load('harbin').regex(verbose=True)}\n"
    assert run("show", "harbin", "--as", "text").stdout == run("show", "harbin").stdout


def test_show_as_json_has_the_switches() -> None:
    shown = run("show", "sichuan", "--as", "json").stdout
    assert shown == run("show", "sichuan", "--json").stdout
    assert json.loads(shown)["switches"]["declared_void"]["on"] is False


# Railroad diagrams


@pytest.mark.parametrize("name", rule_sets())
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_rule_set_runs_as_a_railroad(name: str, lang: str) -> None:
    if load(name).played.shapes:
        diagram = ElementTree.fromstring(railroad_svg(load(name), lang))
        assert load(name).title in texts(diagram)
        assert float(diagram.attrib["width"]) < 1600


def test_the_railroad_of_harbin_fits_on_a_page_and_names_every_block() -> None:
    diagram = ElementTree.fromstring(run("show", "harbin", "--as", "railroad").stdout)
    assert float(diagram.attrib["width"]) < 1000
    assert float(diagram.attrib["height"]) < 300
    pattern = load("harbin").pattern
    assert isinstance(pattern, And)
    assert set(texts(diagram)) == {
        "Harbin 哈尔滨",
        *(block.words for block in pattern.parts[:-1]),
        *("sequence", "triplet", "kong", "4 times", "pair"),
    }


def test_without_its_package_a_railroad_asks_for_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "railroad", None)
    with pytest.raises(RuleError, match="pip install railroad-diagrams"):
        railroad_svg(load("harbin"))
    result = run("show", "harbin", "--as", "railroad")
    assert (result.exit_code, result.stdout) == (2, "")
