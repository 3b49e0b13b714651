"""The article's eleven expressions: the library's against the article's own, and what the article gets wrong."""

from __future__ import annotations

import random
import re
from functools import cache
from itertools import count

import oracle
import pytest
import regex
from strategies import few_or_many

from regexhu import is_win, normalize
from regexhu.hands.tiles import NAMES, SPELLINGS
from regexhu.patterns.article import EXPRESSIONS, MOST_TILES

# The article's text, its lost group names restored; in `re`, where each capture needs a name of its own

T = "(?:幺鸡|一筒|幺万|红中|[二三四五六七八九][条筒万])"
numbers = count()


def alike(times: str) -> str:
    name = f"x{next(numbers)}"
    return f"(?P<{name}>{T})(?P={name}){times}"


def run(first: str, second: str, third: str) -> str:
    name = f"x{next(numbers)}"
    return f"{first}(?P<{name}>[条筒万]){second}(?P={name}){third}(?P={name})"


def sequence() -> str:
    runs = [run(*ranks) for ranks in ("二三四", "三四五", "四五六", "五六七", "六七八", "七八九")]
    return f"(?:幺鸡二条三条|一筒二筒三筒|幺万二万三万|{'|'.join(runs)})"


def triplet_or_kong() -> str:
    return alike("{2,3}")


def pair() -> str:
    return alike("")


TWO_SUITS = "(?:[鸡条].*[万筒]|筒.*[万条鸡]|万.*[筒条鸡])"
LITERAL = {
    1: f"^{T}{{14,17}}$",
    2: triplet_or_kong(),
    3: sequence(),
    4: pair(),
    5: TWO_SUITS,
    6: "[幺一九中]",
    7: f"^(?:(?:{pair()})?(?:{sequence()}|{triplet_or_kong()})(?:{pair()})?)+$",
    8: f"^(?:{triplet_or_kong()}|{sequence()}|{pair()})*(?:{triplet_or_kong()})"
    f"(?:{triplet_or_kong()}|{sequence()}|{pair()})*$",
    9: f"^(?!(?:.*{alike('{3}')}.*){{4,}}).*$",
    10: f"^(?:{sequence()}|{triplet_or_kong()})*(?:{pair()})(?:{sequence()}|{triplet_or_kong()})*$",
}
LITERAL[11] = (
    f"^(?=^{T}{{14,17}}$)(?=.*{TWO_SUITS}.*)(?=.*[幺一九中].*)"
    f"(?=^(?:{triplet_or_kong()}|{sequence()}|{pair()})*(?:{triplet_or_kong()})"
    f"(?:{triplet_or_kong()}|{sequence()}|{pair()})*$)"
    f"(?=^(?!(?:.*{alike('{3}')}.*){{4,}}).*$)"
    f"(?:(?:{sequence()}|{triplet_or_kong()})*(?:{pair()})(?:{sequence()}|{triplet_or_kong()})*)$"
)
FRAGMENTS = (2, 3, 4)

TILES = [SPELLINGS["article"].tiles[NAMES.index(name)] for name in [*NAMES[:27], "7z"]]
HARBIN_TILES = [*range(27), oracle.RED]


def groups(rng: random.Random, tiles: list[str]) -> list[str]:
    """Up to seven groups of these tiles as the article writes them."""
    runs = ["".join(TILES[at : at + 3]) for at in range(25) if at % 9 < 7 and TILES[at] in tiles]
    found = []
    for _ in range(rng.randint(0, 7)):
        if runs and rng.random() < 0.4:
            found.append(rng.choice(runs))
        else:
            found.append(rng.choice(tiles) * rng.choice((2, 2, 3, 3, 3, 4)))
    return found


def broken(rng: random.Random, text: str) -> str:
    """The text with a tile dropped, doubled, exchanged or moved."""
    tiles = re.findall("..", text) or [rng.choice(TILES)]
    at, tile = rng.randrange(len(tiles)), rng.choice(TILES)
    how = rng.choice(("drop", "double", "exchange", "move"))
    tile = tiles[at] if how in ("double", "move") else tile
    tiles[at : at + (how != "double")] = [] if how in ("drop", "move") else [tile]
    if how == "move":
        tiles.insert(rng.randint(0, len(tiles)), tile)
    return "".join(tiles)


@cache
def texts(number: int) -> list[str]:
    """Groups in a row, real hands in any order of their groups, both broken, single groups; at most 18 tiles each."""
    rng = random.Random(11)
    found = ["", *TILES, "东风" * 3, "幺鸡", "鸡", "幺鸡幺鸡\n"]
    found += [tile * n for tile in TILES for n in (2, 3, 4, 5)]
    found += ["".join(TILES[at : at + 3]) for at in range(25)]
    for _ in range(number):
        kongs = "".join(tile * 4 for tile in rng.sample(TILES, rng.choice((3, 4))))
        some = rng.choice((TILES, rng.sample(TILES, 6), TILES[:9], TILES[16:20]))
        text = "".join(groups(rng, some))
        counts, melds = oracle.random_hand(rng, HARBIN_TILES)
        reading = oracle.standard_readings(counts, melds)[0]
        laid_out = [*reading, *map(oracle.meld_tiles, melds)]
        rng.shuffle(laid_out)
        hand = "".join(TILES[min(tile, 27)] for group in laid_out for tile in group)
        found += [text, broken(rng, text), kongs + text[:8], hand, broken(rng, hand), broken(rng, broken(rng, hand))]
    return [text for text in dict.fromkeys(found) if len(text) <= 2 * MOST_TILES]


@few_or_many(100, 1_000)
@pytest.mark.parametrize("which", EXPRESSIONS)
def test_an_expression_finds_what_the_article_s_own_finds(which: int, number: int) -> None:
    literal = re.compile(LITERAL[which])
    finds = literal.fullmatch if which in FRAGMENTS else literal.search
    expected = {text: finds(text) is not None for text in texts(number)}
    assert len(expected) > 4 * number
    assert {text: EXPRESSIONS[which].matches(text) for text in texts(number)} == expected
    assert min(list(expected.values()).count(verdict) for verdict in (True, False)) > number // 100


@pytest.mark.parametrize("number", set(EXPRESSIONS) - set(FRAGMENTS))
def test_an_expression_s_regex_can_be_used_by_itself(number: int) -> None:
    expression = regex.compile(EXPRESSIONS[number].regex)
    for text in texts(100):
        assert (expression.search(text) is not None) == EXPRESSIONS[number].matches(text)


def test_the_expressions_have_the_article_s_names() -> None:
    assert [f"{number} {expression.name}" for number, expression in EXPRESSIONS.items()] == [
        "1 张数 count",
        "2 杠刻 triplet or kong",
        "3 顺子 sequence",
        "4 对子 pair",
        "5 两门 two suits",
        "6 不断幺 not all simples",
        "7 结构 structure",
        "8 必有杠刻 at least one triplet or kong",
        "9 至多三杠 at most three kongs",
        "10 仅一对 exactly one pair",
        "11 和牌 win",
    ]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("红中红中红中", 2),
        ("红中红中红中红中", 2),
        ("幺鸡二条三条", 3),
        ("七筒八筒九筒", 3),
        ("一筒一筒", 4),
    ],
)
def test_a_fragment_matches_one_whole_group(text: str, number: int) -> None:
    assert [n for n in FRAGMENTS if EXPRESSIONS[n].matches(text)] == [number]
    assert not any(
        EXPRESSIONS[n].matches(wrong) for n in FRAGMENTS for wrong in (text + "六万", "六万" + text, text[:-1])
    )


# The article's worked examples


def test_a_pair_of_five_bamboo_must_not_be_read_out_of_two_sequences() -> None:
    text = "幺鸡幺鸡幺鸡三条四条五条五条六条七条幺万幺万幺万九万九万"
    assert EXPRESSIONS[10].matches(text)
    assert EXPRESSIONS[11].matches(text)
    assert not EXPRESSIONS[10].matches(text.removesuffix("九万九万"))


def test_a_pair_of_five_bamboo_must_be_read_between_two_sequences() -> None:
    text = "幺鸡幺鸡幺鸡三条四条五条五条五条五条六条七条二万二万二万"
    assert EXPRESSIONS[10].matches(text)
    assert EXPRESSIONS[11].matches(text)
    assert not EXPRESSIONS[10].matches(text.replace("五条五条五条五条", "五条五条"))


# Where the article is wrong, and harbin is not


@pytest.mark.parametrize(
    ("text", "hand"),
    [
        pytest.param(
            "幺鸡" * 4 + "二条" * 4 + "三筒" * 4 + "九万" * 2, "1111s2222s3333p99m", id="E1: three kongs, three melds"
        ),
        pytest.param(
            "幺鸡" * 3 + "二条" * 3 + "三筒" * 3 + "四筒" * 3 + "五万" * 3 + "九万" * 2,
            "111222s333444p555m99m",
            id="E2: five melds",
        ),
        pytest.param(
            "幺鸡" * 3 + "二条三条" + "五万" * 3 + "七万" * 3 + "九筒" * 3,
            "23s555777m999p,11-1s",
            id="E3: a claimed triplet lends a tile",
        ),
        pytest.param(
            "一筒" * 3 + "一筒二筒三筒" * 2 + "九万" * 3 + "五条" * 2, "111112233p999m55s", id="E4: five of one tile"
        ),
    ],
)
def test_what_the_article_takes_for_a_win_and_harbin_does_not(text: str, hand: str) -> None:
    assert EXPRESSIONS[11].matches(text)
    assert re.search(LITERAL[11], text)
    assert not is_win(hand, rules="harbin")


def test_three_kongs_before_a_long_tail_are_read_in_no_time() -> None:
    """E5: the article's own ninth expression takes 150 ms at 175 tiles, and ever longer."""
    kongs = "幺鸡" * 4 + "二条" * 4 + "三筒" * 4
    tail = "".join(TILES) * 100
    ninth = regex.compile(EXPRESSIONS[9].regex)
    assert ninth.search(kongs + tail, timeout=1.0)
    assert not ninth.search(kongs + tail + "九万" * 4, timeout=1.0)
    assert not EXPRESSIONS[9].matches(kongs + tail)


@pytest.mark.parametrize("number", EXPRESSIONS)
def test_more_than_18_tiles_are_no_hand(number: int) -> None:
    assert not EXPRESSIONS[number].matches("幺鸡二条三条" * 6 + "一筒")


# The rule set


@few_or_many(200, 1_000)
def test_a_hand_wins_by_the_article_when_its_eleventh_expression_matches_one_of_its_sequences(number: int) -> None:
    rng = random.Random(12)
    verdicts = []
    for n in range(number):
        hand = oracle.to_mpsz(*oracle.random_hand(rng, HARBIN_TILES, winning=n % 2 == 0))
        verdicts.append(is_win(hand, rules="article"))
        assert verdicts[-1] == any(map(EXPRESSIONS[11].matches, normalize(hand, "article"))), hand
    assert min(verdicts.count(verdict) for verdict in (True, False)) > number // 4


@few_or_many(200, 1_000)
def test_the_article_wins_whatever_harbin_wins(number: int) -> None:
    rng = random.Random(13)
    for _ in range(number):
        hand = oracle.to_mpsz(*oracle.random_hand(rng, HARBIN_TILES))
        assert is_win(hand, rules="article") or not is_win(hand, rules="harbin"), hand


@pytest.mark.parametrize("hand", ["111s345s55s567s222z", "1111z222s333p55m123s"])
def test_the_article_has_no_winds(hand: str) -> None:
    assert not is_win(hand, rules="article")
