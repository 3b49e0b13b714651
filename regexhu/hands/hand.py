"""A hand: its concealed tiles, its declared melds, its winning tile, its context; and its canonical sequences.

A canonical sequence is one way to lay the hand out in groups, as text. Each group ends with a mark that says how it
came about (`,` concealed, `-` claimed, `=` added kong, `+` concealed kong), `!` and the winning tile stand before the
mark of the group which that tile completes, and the context follows as `@self-draw@ready`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from regexhu.errors import NotationError
from regexhu.hands.layout import ADDED, CLAIMED, CONCEALED, CONCEALED_KONG, Form, Group, Layout, in_order
from regexhu.hands.mpsz import Part, PartType, parse, winning_part
from regexhu.hands.readings import completed, readings
from regexhu.hands.splitting import EVERY, MOST_LAYOUTS, Wanted, fewest_singles, layouts, too_many
from regexhu.hands.tiles import NAMES, SUITS, Spelling, TileSet, kind_of, spelling_named
from regexhu.hands.told import TOLD, context, read

_MELDS: dict[PartType, tuple[str, str]] = {
    "chi": ("sequence", CLAIMED),
    "peng": ("triplet", CLAIMED),
    "da-ming-gang": ("kong", CLAIMED),
    "jia-gang": ("kong", ADDED),
    "an-gang": ("kong", CONCEALED_KONG),
}


MOST_WILDS = 4
FORBIDDEN_WILD = "forbidden-wild"
"""The word of the context for a wild tile of a forbidden kind: what it stands for hides it in its group."""


class Declared(NamedTuple):
    """A declared meld: its type, its tiles (of a chi the claimed one first), where the claimed tile lay."""

    type: PartType
    tiles: tuple[str, ...]
    pos: int | None = None

    @property
    def group(self) -> Group:
        """The meld as a group of a layout."""
        kind, mark = _MELDS[self.type]
        return Group(kind, tuple(sorted(map(kind_of, self.tiles))), mark)

    def __str__(self) -> str:
        digits, suit = [tile[0] for tile in self.tiles], self.tiles[0][1]
        mark = {"jia-gang": "=", "an-gang": "+"}.get(self.type, "-")
        place = 3 if self.type == "an-gang" else self.pos or 0
        return "".join(digits[: place + 1]) + mark + "".join(digits[place + 1 :]) + suit


@dataclass(frozen=True)
class Hand:
    """A hand as it is judged. What is None was not given, and a rule that asks for it says so.

    `tiles` are the concealed tiles, sorted, the winning tile among them; `winning_tile` is one of them; `self_draw`
    says how it came, `ready` whether the hand was declared ready (听), the winds are `1z`..`4z`; `wild` are the kinds
    that may stand for any tile in this deal, `forbidden` those that may not be in a winning hand; `event` names what
    the win came by (`kong-draw`, `last-tile`, `robbed-kong` …), and None means nothing special.
    """

    tiles: tuple[str, ...]
    melds: tuple[Declared, ...] = ()
    winning_tile: str | None = None
    self_draw: bool | None = None
    ready: bool | None = None
    seat_wind: str | None = None
    round_wind: str | None = None
    wild: TileSet | None = None
    forbidden: TileSet | None = None
    event: str | None = None

    @classmethod
    def parse(cls, text: str, winning_tile: str | None = None, **asked: object) -> Hand:
        """Read MPSZ text; the last concealed tile is the winning one where it stands alone (`3456s3s`).

        The keywords are the fields from `winning_tile` on; a kind set may be a text such as `1z2z`.

        >>> hand = Hand.parse("3456s3s,55-5z", self_draw=True)
        >>> hand.winning_tile, str(hand)
        ('3s', '3456s3s,55-5z')
        """
        parts = parse(text)
        for part in parts:
            if "0x" in part.tiles:
                expected = "face-down tiles can't be judged: write the tile, or leave it out"
                raise NotationError(text, "face_down", part.start, expected)
        tiles = tuple(sorted((part.tile for part in parts if part.type == "single"), key=_by_kind))
        melds = tuple(Declared(part.type, part.tiles, part.pos) for part in parts if part.type in _MELDS)
        told = read({"winning_tile": winning_tile, **asked})
        return cls(tiles, melds, **{**told, "winning_tile": _winning(text, parts, tiles, told["winning_tile"])})

    @classmethod
    def of(cls, hand: str | Hand, **asked: object) -> Hand:
        """The hand that a text or a `Hand` and the keywords beside it describe."""
        if not isinstance(hand, Hand):
            return cls.parse(hand, **asked)  # type: ignore[arg-type]
        if not asked:
            return hand
        return cls.parse(str(hand), **{**hand.told, **asked})

    def __str__(self) -> str:
        """MPSZ text; it reads back as the same hand, but for a winning tile that is alone in its suit."""
        tiles = list(self.tiles)
        if self.winning_tile:
            tiles.remove(self.winning_tile)
        suits = {suit: "".join(tile[0] for tile in tiles if tile[1] == suit) for suit in (*SUITS, "z")}
        text = "".join(ranks + suit for suit, ranks in suits.items() if ranks) + (self.winning_tile or "")
        return ",".join([text, *map(str, self.melds)])

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """How many concealed tiles there are of each of the 34 kinds."""
        counts = [0] * 34
        for tile in self.tiles:
            counts[kind_of(tile)] += 1
        return tuple(counts)

    @cached_property
    def natural(self) -> tuple[int, ...]:
        """The concealed counts without the tiles of wild kinds."""
        return tuple(0 if kind in (self.wild or ()) else copies for kind, copies in enumerate(self.counts))

    @cached_property
    def _wild_kinds(self) -> Counter[int]:
        """How many concealed tiles there are of each wild kind that is held."""
        return Counter({kind: self.counts[kind] for kind in self.wild or () if self.counts[kind]})

    @property
    def wilds(self) -> int:
        """How many concealed tiles are of wild kinds."""
        return sum(self.counts) - sum(self.natural)

    @property
    def won(self) -> int:
        """The kind of the winning tile, which has to be known."""
        if self.winning_tile is None:
            raise ValueError("the winning tile of this hand is not known")
        return kind_of(self.winning_tile)

    @cached_property
    def declared(self) -> Layout:
        """The declared melds as groups."""
        return tuple(meld.group for meld in self.melds)

    @cached_property
    def kinds(self) -> TileSet:
        """The kinds of tile that the hand holds, those of declared melds among them."""
        declared = {tile for group in self.declared for tile in group.tiles}
        return TileSet(declared.union(kind for kind, copies in enumerate(self.counts) if copies))

    @cached_property
    def wild_alike(self) -> int:
        """How many tiles of one wild kind the hand holds at most, those of declared melds among them."""
        declared = Counter(tile for group in self.declared for tile in group.tiles)
        return max((self.counts[kind] + declared[kind] for kind in self.wild or ()), default=0)

    @property
    def size(self) -> int:
        """All tiles, those of declared melds among them."""
        return len(self.tiles) + sum(len(meld.tiles) for meld in self.melds)

    @property
    def told(self) -> dict[str, Any]:
        """What is known of the hand beside its tiles, by keyword; None is not known."""
        return {keyword: getattr(self, keyword) for keyword in TOLD}

    @property
    def context(self) -> str:
        """The context tail in MPSZ: what is known, in a fixed order."""
        return context(self.told, spelling_named("mpsz"))

    @property
    def forms(self) -> tuple[Form, ...]:
        """The usual forms that a hand of this size can have: melds and one pair, or pairs alone.

        Four melds and a pair are 14 tiles and one more for each kong, five are 17; a smaller hand has fewer melds.
        """
        size = self.size - sum(group.type == "kong" for group in self.declared)
        melds = [n for n in (4, 5) if 0 <= size - (3 * n + 2) <= n]
        if size < 14 and size % 3 == 2:
            melds = [size // 3]
        pairs = [Form(0, self.size // 2)] if self.size % 2 == 0 and self.size > 2 else []
        return tuple(Form(n, 1) for n in melds) + tuple(pairs)

    def layouts(self, form: Form, wanted: Wanted = EVERY) -> Iterator[Layout]:
        """Every way to lay the hand out in that form that is wanted, declared melds as they are; no repeats.

        The order is fixed. With a winning tile there is one layout for each group that it may complete. A `RuleError`
        if wild tiles could stand in too many ways.
        """
        if not all(wanted.uses(kind) for kind, copies in enumerate(self.natural) if copies):
            return
        number, concealed_form = 0, form._replace(melds=form.melds - len(self.melds))
        for concealed in layouts(self.natural, concealed_form, self.wilds, wanted, self.declared):
            if not self.wilds:
                yield from islice(self.completing(in_order(concealed + self.declared)), None if wanted.winner else 1)
                continue
            won = None if self.winning_tile is None else self.won
            for reading in readings(in_order(concealed), self.natural, self._wild_kinds, won, wanted):
                number += 1
                if number > MOST_LAYOUTS:
                    raise too_many(self.wilds, MOST_LAYOUTS)
                yield in_order(reading + self.declared)

    def completing(self, layout: Layout) -> Iterator[Layout]:
        """The layout once for each group that the winning tile may complete; as it is, where that tile isn't known."""
        faces = Counter(
            tile
            for group in layout
            if group.mark == CONCEALED
            for place, tile in enumerate(group.tiles)
            if place not in group.wild
        )
        return completed(layout, None if self.winning_tile is None else self.won, self._wild_kinds - faces)

    def towards(self, form: Form) -> Layout:
        """The hand laid out towards a form it can't have: at most so many melds and pairs, the fewest single tiles."""
        melds = len(self.declared)
        return in_order(fewest_singles(self.counts, max(0, form.melds - melds), form.pairs) + self.declared)

    def drawing(self, tile: str) -> Hand:
        """The hand with one more tile, which is the winning tile."""
        return replace(self, tiles=tuple(sorted((*self.tiles, tile), key=_by_kind)), winning_tile=tile)

    def without_winning_tile(self) -> Hand:
        """The hand as it was before it won."""
        tiles = list(self.tiles)
        if self.winning_tile:
            tiles.remove(self.winning_tile)
        return replace(self, tiles=tuple(tiles), winning_tile=None)

    def sequence(self, layout: Layout, spelling: Spelling) -> str:
        """The canonical sequence of a layout of this hand."""
        text = "".join(group.text(spelling) for group in layout)
        if not spelling.marked:
            return text
        forbids_wild = self.forbidden and not self.forbidden.isdisjoint(self._wild_kinds)
        return text + context(self.told, spelling) + (f"@{FORBIDDEN_WILD}" if forbids_wild else "")


def normalize(hand: str | Hand, spelling: str = "glyph", **asked: object) -> list[str]:
    """Every canonical sequence of the hand: as melds and one pair, and as pairs alone.

    A hand that can be laid out in neither way has one sequence, of its declared melds and single tiles.

    >>> normalize("111s345s55s567s222m", spelling="mpsz")
    ['2m2m2m,1s1s1s,3s4s5s,5s6s7s,5s5s,']
    >>> normalize("3456s3s", spelling="mpsz", self_draw=True)
    ['4s5s6s,3s3s!3s,@self-draw']
    """
    judged, spelled = Hand.of(hand, **asked), spelling_named(spelling)
    if judged.wilds > MOST_WILDS:
        raise ValueError(f"normalize lists the readings of at most {MOST_WILDS} wild tiles, not {judged.wilds}")
    forms = judged.forms
    found = [layout for form in forms for layout in judged.layouts(form)]
    if not found:
        found = list(judged.layouts(Form(len(judged.declared), 0, len(judged.tiles))))
    return list(dict.fromkeys(judged.sequence(layout, spelled) for layout in found))


def text_of(counts: Sequence[int]) -> str:
    """The MPSZ text of a concealed hand with these 34 counts.

    >>> text_of([3, 1, 1, *[0] * 29, 0, 2])
    '11123m77z'
    """
    ranks = dict.fromkeys((*SUITS, "z"), "")
    for name, copies in zip(NAMES, counts, strict=True):
        ranks[name[1]] += name[0] * copies
    return "".join(text + suit for suit, text in ranks.items() if text)


def _by_kind(tile: str) -> tuple[int, bool]:
    return kind_of(tile), tile[0] != "0"


def _winning(text: str, parts: list[Part], tiles: tuple[str, ...], named: str | None) -> str | None:
    """The winning tile as it is held, so that it is red when only a red five is there."""
    if named is None:
        shown = winning_part(parts)
        return shown.tile if shown else None
    held = [tile for tile in tiles if kind_of(tile) == kind_of(named)]
    if not held:
        expected = f"the winning tile {named} is one of the concealed tiles; the text has no {named} among them"
        raise NotationError(text, "winning_tile", 0, expected)
    return named if named in held else held[0]
