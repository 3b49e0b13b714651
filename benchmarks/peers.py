"""The peers: what a user would pick instead, each asked as its manual says and as cheaply as we know how.

A peer that isn't installed is left out by name. Where a peer reads no MPSZ text its user has to write a conversion,
so the conversion is counted; the "own input" contestants show what remains without it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version

from benchmarks.hands import ONE_HAND, Hands, text_of
from benchmarks.timing import Contestant

_OFFSET = {ord(suit): 9 * number - ord("1") for number, suit in enumerate("mpsz")}


def counts_of(text: str) -> list[int]:
    """The 34 counts of a concealed hand: the fastest of six ways tried to write this in Python."""
    counts, offset = [0] * 34, 0
    for char in reversed(text.encode()):
        if char > 57:
            offset = _OFFSET[char]
        else:
            counts[offset + char] += 1
    return counts


@dataclass(frozen=True)
class Peer:
    """A library: its distribution, its contestants (imported when called), and its first answer in a new process."""

    package: str
    contestants: Callable[[], Iterator[Contestant]]
    cold: str

    @property
    def version(self) -> str:
        """The installed version, or nothing."""
        try:
            return version(self.package)
        except PackageNotFoundError:
            return ""


def _riichienv() -> Iterator[Contestant]:
    from riichienv import calculate_shanten, parse_hand
    from riichienv._riichienv import HandEvaluator

    def judge(texts: Sequence[str]) -> list[bool]:
        return [calculate_shanten(parse_hand(text)[0]) == -1 for text in texts]

    def judge_tiles(hands: Sequence[list[int]]) -> list[bool]:
        return [calculate_shanten(tiles) == -1 for tiles in hands]

    def tiles(hands: Hands) -> list[list[int]]:
        return [parse_hand(text)[0] for text in hands.texts]

    def judge_waits(texts: Sequence[str]) -> list[list[int]]:
        return [HandEvaluator(*parse_hand(text)).get_waits() for text in texts]

    def judge_distance(texts: Sequence[str]) -> list[int]:
        return [calculate_shanten(parse_hand(text)[0]) + 1 for text in texts]

    def sets(answers: Iterable[Sequence[int]]) -> Iterator[int]:
        return (sum(1 << kind for kind in kinds) for kinds in answers)

    asked = "calculate_shanten(parse_hand(text)[0])"
    yield Contestant("riichienv", f"{asked} == -1", judge)
    yield Contestant("riichienv, melds", f"{asked} == -1, its own texts", judge, _riichienv_texts, form="melds")
    yield Contestant("riichienv, tiles", "calculate_shanten(tiles) == -1", judge_tiles, tiles, form="own")
    yield Contestant("riichienv distance", f"{asked} + 1", judge_distance, rule="distance", form="distance", flat=iter)
    asked = "HandEvaluator(*parse_hand(text)).get_waits(), the one in Rust"
    yield Contestant("riichienv waits", asked, judge_waits, rule="waits", form="waits", flat=sets)


def _riichienv_texts(hands: Hands) -> list[str]:
    """Hands with melds as riichienv writes them: `55z(123m0)(p1p1)(k3s0)`."""
    letters = {"peng": "p{}1", "da-ming-gang": "k{}1", "an-gang": "k{}0", "jia-gang": "s{}1"}

    def meld_text(kind: str, first: int) -> str:
        rank, suit = first % 9 + 1, "mpsz"[first // 9]
        return f"({rank}{rank + 1}{rank + 2}{suit}0)" if kind == "chi" else f"({letters[kind].format(f'{rank}{suit}')})"

    return [
        text_of(counts) + "".join(meld_text(*meld) for meld in melds)
        for counts, melds in zip(hands.counts, hands.melds, strict=True)
    ]


def _xiangting() -> Iterator[Contestant]:
    from xiangting import PlayerCount, calculate_necessary_tiles, calculate_replacement_number

    four = PlayerCount.FOUR

    def judge(texts: Sequence[str]) -> list[bool]:
        return [calculate_replacement_number(counts_of(text), four) == 0 for text in texts]

    def judge_counts(hands: Sequence[list[int]]) -> list[bool]:
        return [calculate_replacement_number(counts, four) == 0 for counts in hands]

    def judge_necessary(texts: Sequence[str]) -> list[tuple[int, int]]:
        return [calculate_necessary_tiles(counts_of(text), four) for text in texts]

    def judge_distance(texts: Sequence[str]) -> list[int]:
        return [calculate_replacement_number(counts_of(text), four) for text in texts]

    def waits(answers: Iterable[tuple[int, int]]) -> Iterator[int]:
        return (kinds if number == 1 else 0 for number, kinds in answers)

    def necessary(answers: Iterable[tuple[int, int]]) -> Iterator[int]:
        return (kinds for _, kinds in answers)

    yield Contestant("xiangting", "calculate_replacement_number(counts_of(text), FOUR) == 0", judge)
    asked = "calculate_replacement_number(counts_of(text), FOUR)"
    yield Contestant("xiangting distance", asked, judge_distance, rule="distance", form="distance", flat=iter)
    for form, flat in (("waits", waits), ("next tiles", necessary)):
        asked = "calculate_necessary_tiles(counts_of(text), FOUR)"
        yield Contestant(f"xiangting {form}", asked, judge_necessary, rule=form, form=form, flat=flat)
    asked = "calculate_replacement_number(counts, FOUR) == 0"
    yield Contestant("xiangting, counts", asked, judge_counts, _lists, form="own")


def _mahjong() -> Iterator[Contestant]:
    from mahjong.agari import Agari
    from mahjong.tile import TilesConverter

    is_agari, parse = Agari.is_agari, TilesConverter.one_line_string_to_34_array

    def judge(texts: Sequence[str]) -> list[bool]:
        return [is_agari(parse(text)) for text in texts]

    def judge_cheaply(texts: Sequence[str]) -> list[bool]:
        return [is_agari(counts_of(text)) for text in texts]

    def judge_counts(hands: Sequence[list[int]]) -> list[bool]:
        return [is_agari(counts) for counts in hands]

    yield Contestant("mahjong", "Agari.is_agari(one_line_string_to_34_array(text))", judge)
    yield Contestant("mahjong, cheapest", "Agari.is_agari(counts_of(text))", judge_cheaply)
    yield Contestant("mahjong, counts", "Agari.is_agari(counts)", judge_counts, _lists, form="own")


def _guobiao() -> Iterator[Contestant]:
    """It scores the hand as well, and by guobiao shapes: it is held to those, and its time is for more work."""
    from MahjongGB import MahjongFanCalculator

    codes = {suit: {str(i): f"{letter}{i}" for i in range(1, 10)} for suit, letter in zip("mps", "WBT", strict=True)}
    codes["z"] = dict(zip("1234567", ("F1", "F2", "F3", "F4", "J3", "J2", "J1"), strict=True))

    def convert(text: str) -> tuple[str, ...]:
        tiles: list[str] = []
        for char in reversed(text):
            if char in codes:
                suit = codes[char]
            else:
                tiles.append(suit[char])
        return tuple(tiles)

    def wins(tiles: tuple[str, ...]) -> bool:
        try:
            MahjongFanCalculator((), tiles[1:], tiles[0], 0, True, False, False, False, 0, 0)
        except TypeError as error:
            if str(error) == "ERROR_NOT_WIN":
                return False
            raise
        return True

    def judge(texts: Sequence[str]) -> list[bool]:
        return [wins(convert(text)) for text in texts]

    def judge_tiles(hands: Sequence[tuple[str, ...]]) -> list[bool]:
        return [wins(tiles) for tiles in hands]

    def tiles(hands: Hands) -> list[tuple[str, ...]]:
        return [convert(text) for text in hands.texts]

    asked = "MahjongFanCalculator((), tiles[1:], tiles[0], …) raises or not"
    yield Contestant("PyMahjongGB", asked, judge, rule="guobiao")
    yield Contestant("PyMahjongGB, tiles", asked, judge_tiles, tiles, rule="guobiao", form="own")


def _mahjax() -> Iterator[Contestant]:
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    import jax
    import numpy as np
    from mahjax.no_red_mahjong.hand import Hand

    can_win = jax.jit(jax.vmap(Hand.can_tsumo))

    def judge(rows: np.ndarray) -> np.ndarray:
        return np.asarray(can_win(rows))

    yield Contestant("mahjax", "jit(vmap(Hand.can_tsumo))(rows)", judge, lambda hands: hands.rows, form="rows")


def _lists(hands: Hands) -> list[list[int]]:
    return [list(counts) for counts in hands.counts]


_COUNTS = f"""
counts, suit = [0] * 34, 0
for char in reversed("{ONE_HAND}"):
    if char in "mpsz":
        suit = 9 * "mpsz".index(char)
    else:
        counts[suit + int(char) - 1] += 1
"""

PEERS = (
    Peer(
        "riichienv",
        _riichienv,
        f"from riichienv import *; print(calculate_shanten(parse_hand({ONE_HAND!r})[0]) == -1)",
    ),
    Peer(
        "xiangting",
        _xiangting,
        f"{_COUNTS}\nfrom xiangting import *\nprint(calculate_replacement_number(counts, PlayerCount.FOUR) == 0)",
    ),
    Peer(
        "mahjong",
        _mahjong,
        "from mahjong.agari import Agari\nfrom mahjong.tile import TilesConverter\n"
        f"print(Agari.is_agari(TilesConverter.one_line_string_to_34_array({ONE_HAND!r})))",
    ),
    Peer(
        "PyMahjongGB",
        _guobiao,
        "from MahjongGB import MahjongFanCalculator\n"
        "tiles = ('W1', 'W2', 'W3', 'B4', 'B5', 'B6', 'T7', 'T8', 'T9', 'F1', 'F1', 'F2', 'F2')\n"
        "print(bool(MahjongFanCalculator((), tiles, 'F2', 0, True, False, False, False, 0, 0)))",
    ),
    Peer(
        "mahjax",
        _mahjax,
        f"{_COUNTS}\nimport jax, jax.numpy as jnp\nfrom mahjax.no_red_mahjong.hand import Hand\n"
        "print(bool(jax.jit(Hand.can_tsumo)(jnp.array(counts))))",
    ),
)


def installed() -> tuple[list[Contestant], list[str]]:
    """The contestants of all peers that are here, and a line for each peer that isn't."""
    found, missing = [], []
    for peer in PEERS:
        if not peer.version:
            missing.append(f"{peer.package} is not installed and left out.")
            continue
        try:
            source = f"{peer.contestants.__module__}:{peer.contestants.__qualname__}"
            found += [replace(one, version=peer.version, source=source) for one in peer.contestants()]
        except ImportError as error:
            missing.append(f"{peer.package} {peer.version} can't be imported and is left out: {error}")
    return found, missing
