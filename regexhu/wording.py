"""How verdicts are told: in English or Chinese, with tiles as glyphs, MPSZ or Chinese names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from regexhu.chinese import chinese
from regexhu.layout import Form, Group
from regexhu.pattern import Pattern
from regexhu.tiles import HONOR_NAMES, NAMES, RANK_NAMES, SUIT_NAMES, SUIT_OF

TILES = ("glyph", "mpsz", "zh")
"""The ways to write a hand: glyphs with MPSZ below them, MPSZ alone, Chinese names."""

_RANK = {"mpsz": [name[0] for name in NAMES], "zh": [*RANK_NAMES * 3, *HONOR_NAMES]}
_SUIT = {"mpsz": {suit: suit for suit in "mpsz"}, "zh": {**SUIT_NAMES, "z": ""}}


@dataclass(frozen=True, slots=True)
class Language:
    """The words of a verdict in one language; `block` gives those of a pattern."""

    block: Callable[[Pattern], str]
    wins: str
    loses: str
    one_of: str
    nearest: str
    here: str
    lacks: str
    left_over: str
    wild_alike: str
    form: Callable[[Form], str]


def _english_form(form: Form) -> str:
    melds, pairs, _ = form
    return f"{melds} meld{'s' * (melds != 1)} and {pairs} pair{'s' * (pairs != 1)}"


def _chinese_form(form: Form) -> str:
    return f"{form.melds}个面子加{form.pairs}个对子"


ENGLISH = Language(
    lambda pattern: pattern.words,
    wins="wins",
    loses="does not win",
    one_of="one of {} forms",
    nearest="the nearest",
    here="here",
    lacks="lacks",
    left_over="left over",
    wild_alike="wild tiles alike",
    form=_english_form,
)
CHINESE = Language(
    chinese,
    wins="和牌",
    loses="不和",
    one_of="{}种牌型之一",
    nearest="最接近的",
    here="现有",
    lacks="缺",
    left_over="剩下",
    wild_alike="张相同的百搭牌",
    form=_chinese_form,
)
LANGUAGES = {"en": ENGLISH, "zh": CHINESE}


@dataclass(frozen=True, slots=True)
class Wording:
    """A language, and how tiles are written in its sentences: `mpsz` or `zh`."""

    language: Language = ENGLISH
    tiles: str = "mpsz"

    def group(self, group: Group) -> str:
        """The group as text, `*` before each tile that a wild tile stands for.

        >>> Wording().group(Group("triplet", (1, 1, 1))), Wording(tiles="zh").group(Group("triplet", (1, 1, 1)))
        ('222m', '二二二万')
        """
        ranks = ("*" * (place in group.wild) + _RANK[self.tiles][tile] for place, tile in enumerate(group.tiles))
        return "".join(ranks) + _SUIT[self.tiles][SUIT_OF[group.tiles[0]]]

    def kinds(self, tiles: Sequence[int]) -> str:
        """The tiles as text, suit by suit."""
        by_suit = groupby(sorted(tiles), key=lambda tile: SUIT_OF[tile])
        return "".join(
            "".join(_RANK[self.tiles][tile] for tile in same) + _SUIT[self.tiles][suit] for suit, same in by_suit
        )


PLAIN = Wording()
"""English, with tiles in MPSZ."""
