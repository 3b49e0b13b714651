"""The article 正则表达式与麻将: its eleven expressions, composed from building blocks, quirks and all.

They match the article's own text: tiles of two Chinese characters, laid out in groups, no marks between them. Unlike
`harbin`, expression 十一 takes three kongs and a pair for a hand (E1), and five melds (E2), lets a claimed triplet lend
a tile to its neighbour (E3), and has no word against five tiles alike (E4).

Source: the article's expressions 一 to 十一, with the group names restored that its transcript lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from regexhu.blocks import kong, pair, sequence, triplet, two_suits
from regexhu.expression.matching import compiled, fits
from regexhu.hands.layout import Form
from regexhu.hands.tiles import TileSet
from regexhu.regextext.writer import Line, Writer
from regexhu.rules import RuleSet
from regexhu.syntax.counts import Tiles
from regexhu.syntax.groups import GroupClass
from regexhu.syntax.tree import Pattern

TILES = TileSet.parse("123456789mps7z")
MOST_TILES = 18

triplet_or_kong = triplet | kong
meld = sequence | triplet_or_kong


@dataclass(frozen=True, slots=True, repr=False)
class Expression(Pattern):
    """One of the article's expressions; as a block it is a lookahead."""

    name: str
    write: Callable[[Writer], str]

    def __repr__(self) -> str:
        return f"Expression({self.name!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return _named, (self.name,)

    def lines(self, writer: Writer, depth: int = 0) -> Iterator[Line]:
        yield Line(depth, f"(?={self.write(writer)})", self.words)

    @property
    def words(self) -> str:
        return self.name

    @property
    def regex(self) -> str:  # type: ignore[override]
        """The expression as text for the `regex` module."""
        return self.write(Writer("article", TILES))

    def matches(self, text: str) -> bool:
        """Whether the expression finds its match in a text of at most `MOST_TILES` tiles; a longer one is no hand."""
        if len(text) > 2 * MOST_TILES:
            return False
        return fits(compiled(f"(?s:.*?)(?:{self.regex})(?s:.*)"), text) is not None


@dataclass(frozen=True, slots=True, repr=False)
class Fragment(Expression):
    """An expression that matches one whole group."""

    def matches(self, text: str) -> bool:
        """Whether the text is one such group."""
        return fits(compiled(self.regex), text) is not None


def _named(name: str) -> Expression:
    """The expression of that name, which is how it is pickled."""
    return next(expression for expression in EXPRESSIONS.values() if expression.name == name)


def _times(groups: GroupClass, writer: Writer) -> str:
    return f"(?:{groups.write(writer)})*"


EXPRESSIONS = {
    1: Expression("张数 count", lambda w: f"^{w.tile}{{14,17}}$"),
    2: Fragment("杠刻 triplet or kong", triplet_or_kong.write),
    3: Fragment("顺子 sequence", sequence.write),
    4: Fragment("对子 pair", pair.write),
    5: Expression("两门 two suits", lambda w: "".join(line.text for line in two_suits.lines(w))),
    6: Expression("不断幺 not all simples", lambda w: Tiles(TileSet.parse("19mps7z")).first(w)),
    7: Expression(
        "结构 structure",
        lambda w: f"^(?:(?:{pair.write(w)})?(?:{meld.write(w)})(?:{pair.write(w)})?)+$",
    ),
    8: Expression(
        "必有杠刻 at least one triplet or kong",
        lambda w: f"^{_times(meld | pair, w)}(?:{triplet_or_kong.write(w)}){_times(meld | pair, w)}$",
    ),
    9: Expression("至多三杠 at most three kongs", lambda w: f"^(?!(?:.*?(?:{kong.write(w)})){{4}}).*$"),
    10: Expression("仅一对 exactly one pair", lambda w: f"^{_times(meld, w)}(?:{pair.write(w)}){_times(meld, w)}$"),
}
CONDITIONS = (1, 5, 6, 8, 9)
EXPRESSIONS[11] = Expression(
    "和牌 win",
    lambda w: "^" + "".join(f"(?={EXPRESSIONS[n].write(w)})" for n in CONDITIONS) + EXPRESSIONS[10].write(w),
)

rules = RuleSet(
    EXPRESSIONS[1] & EXPRESSIONS[5] & EXPRESSIONS[6] & EXPRESSIONS[8] & EXPRESSIONS[9] & EXPRESSIONS[10],
    tiles=TILES,
    copies=None,
    spelling="article",
    forms=[Form(melds, 1) for melds in range(6)],
    examples="""
        win  111s345567s111m99m          # the article's first: the pair is 9m, not 5s
        win  111s34555567s222m           # the article's second: the pair is 5s
        win  1111s2222s3333p99m          # E1: three kongs and a pair are fourteen tiles
        win  111222s333444p555m99m       # E2: five melds are seventeen tiles
        win  111p345s567s222m99m,111-p   # E4, and seventeen tiles: six of one kind
        lose 111222333s44477s            # one suit
        lose 222s345s55s567s333m         # all simples
        lose 123m456p789s11p234s         # no triplet or kong
    """,
)
