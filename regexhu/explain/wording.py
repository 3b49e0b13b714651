"""How verdicts and rule sets are told: in English or Chinese, with tiles in MPSZ or by their Chinese names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from regexhu.hands.layout import Form, Group
from regexhu.hands.tiles import HONOR_NAMES, NAMES, RANK_NAMES, SUIT_NAMES, SUIT_OF
from regexhu.syntax.tree import Pattern

TILES = ("glyph", "mpsz", "zh")
"""The ways to show a hand: glyphs with MPSZ below them, MPSZ alone, Chinese names."""

LANGUAGES = ("en", "zh")

_RANK: dict[str, list[str]] = {"mpsz": [name[0] for name in NAMES], "zh": [*RANK_NAMES * 3, *HONOR_NAMES]}
_SUIT: dict[str, dict[str, str]] = {"mpsz": {suit: suit for suit in "mpsz"}, "zh": {**SUIT_NAMES, "z": ""}}


@dataclass(frozen=True, slots=True)
class Wording:
    """A language (`en`, `zh`), and how tiles are written in its sentences (`zh`; `mpsz` and `glyph` write MPSZ)."""

    lang: str = "en"
    tiles: str = "mpsz"

    def __post_init__(self) -> None:
        if self.lang not in LANGUAGES or self.tiles not in TILES:
            raise ValueError(f"lang is en or zh, tiles glyph, mpsz or zh, not {self.lang!r} and {self.tiles!r}")

    def say(self, phrase: str, *values: object) -> str:
        """The phrase, given in English, with its values."""
        if self.lang == "zh":
            from regexhu.explain.chinese import PHRASES  # verdicts alone, and English, start sooner without it

            phrase = PHRASES[phrase]
        return phrase.format(*values)

    def block(self, pattern: Pattern) -> str:
        """What a pattern says."""
        if self.lang == "zh":
            from regexhu.explain.chinese import chinese

            return chinese(pattern)
        return pattern.words

    def form(self, form: Form) -> str:
        """How many melds and pairs there are."""
        melds, pairs, _ = form
        return self.say("{} meld{} and {} pair{}", melds, "s" * (melds != 1), pairs, "s" * (pairs != 1))

    def group(self, group: Group) -> str:
        """The group as text, `*` before each tile that a wild tile stands for.

        >>> Wording().group(Group("triplet", (1, 1, 1))), Wording(tiles="zh").group(Group("triplet", (1, 1, 1)))
        ('222m', '二二二万')
        """
        ranks = ("*" * (place in group.wild) + self._rank(tile) for place, tile in enumerate(group.tiles))
        return "".join(ranks) + self._suit(group.tiles[0])

    def kinds(self, tiles: Sequence[int]) -> str:
        """The tiles as text, suit by suit."""
        by_suit = (list(same) for _, same in groupby(sorted(tiles), key=lambda tile: SUIT_OF[tile]))
        return "".join("".join(map(self._rank, same)) + self._suit(same[0]) for same in by_suit)

    def _rank(self, tile: int) -> str:
        return _RANK["zh" if self.tiles == "zh" else "mpsz"][tile]

    def _suit(self, tile: int) -> str:
        return _SUIT["zh" if self.tiles == "zh" else "mpsz"][SUIT_OF[tile]]


PLAIN = Wording()
"""English, with tiles in MPSZ."""
