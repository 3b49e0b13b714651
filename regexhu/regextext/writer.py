"""The words of regex text: tiles, groups, and what skips to them in a canonical sequence, in any spelling.

A `Writer` writes one expression from left to right, so that its back-references are numbered as they stand. Whatever
skips is deterministic (at each step one continuation fits), so no expression made of it can backtrack badly. An engine
without lookahead follows all continuations at once; for it there is none to choose, and tiles alike come one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import NamedTuple

from regexhu.errors import RuleError
from regexhu.hands.layout import MARKS
from regexhu.hands.tiles import ALL, Spelling, TileSet, spelling_named
from regexhu.regextext.flavors import PYTHON, Flavor
from regexhu.regextext.own import captures_of, renumber

MOST_GROUPS = 24
"""The most groups in a canonical sequence."""

MOST_TILES = 4 * MOST_GROUPS
"""The most tiles in a canonical sequence: all its groups kongs."""

LONG_NUMBER = 100
"""The first capture whose plain back-reference an engine may read as an octal escape."""

MARK = f"[{MARKS}]"
_CONTEXT = "(?:@[^@]+)*"
ANY_GROUP = f"[^{MARKS}@]+{MARK}"
REPEATS = {"single": 1, "pair": 2, "triplet": 3, "kong": 4}
TYPES = ("sequence", "triplet", "kong", "pair", "single")


class Line(NamedTuple):
    """One line of a laid-out expression: how deep it stands, its regex text, the author's words for it."""

    depth: int
    text: str
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Clause:
    """Regex text to be found from the start of a sequence or, negated, not to be found; the author's words for it."""

    text: str
    negated: bool = False
    words: str = field(default="", compare=False)

    @property
    def lookahead(self) -> str:
        """The clause as a lookahead."""
        return f"(?{'!' if self.negated else '='}{self.text})"

    @property
    def opposite(self) -> Clause:
        """What holds when the clause does not."""
        return replace(self, negated=not self.negated)


class Writer:
    """Writes the pieces of one expression over canonical sequences of `tiles`, in one spelling, for one engine."""

    def __init__(
        self, spelling: str = "glyph", tiles: TileSet = ALL, wild: bool = False, flavor: Flavor = PYTHON
    ) -> None:
        self.flavor = flavor
        self.spelling: Spelling = flavor.spell(spelling_named(spelling))
        self.tiles = tiles
        self.marked = self.spelling.marked
        self.star = r"\*?" if wild else ""
        self.captures = 0
        self.names: set[str] = set()
        self.tile = self.tile_set(tiles)

    def tile_set(self, tiles: Iterable[int]) -> str:
        """One tile of the set; nothing at all where the set is empty."""
        texts = [self.spelling.tiles[kind] for kind in self.tiles & tiles]
        if not texts:
            return self.never
        if len(texts[0]) == 1:
            return _char_class(texts)
        first_chars: dict[str, list[str]] = {}
        for text in texts:
            first_chars.setdefault(text[1], []).append(text[0])
        seconds: dict[str, list[str]] = {}
        for second, firsts in first_chars.items():
            seconds.setdefault(_char_class(firsts), []).append(second)
        parts = [first + _char_class(second) for first, second in seconds.items()]
        return parts[0] if len(parts) == 1 else f"(?:{'|'.join(parts)})"

    def capture(self, text: str) -> tuple[str, str]:
        """`text` in a capture group, and the back-reference to it."""
        self.captures += 1
        opened = "(" if self.captures < LONG_NUMBER else self.flavor.long_capture.format(self.captures)
        return f"{opened}{text})", self.reference(self.captures)

    def reference(self, number: int) -> str:
        """The back-reference to a capture, by its number."""
        return f"\\{number}" if number < LONG_NUMBER else self.flavor.long_reference.format(number)

    def same(self, tiles: TileSet, write: Callable[[str, str], str]) -> str:
        """What `write` makes of a tile of the set and of the same tile again."""
        if self.flavor.lookahead:
            return write(*self.capture(self.tile_set(tiles)))
        texts = (self.spelling.tiles[kind] for kind in self.tiles & tiles)
        return self.one_of(write(tile, tile) for tile in (text if len(text) == 1 else f"(?:{text})" for text in texts))

    def one_of(self, texts: Iterable[str]) -> str:
        """One of the texts; nothing at all where there are none."""
        found = list(texts)
        return f"(?:{'|'.join(found)})" if found else self.never

    def named(self, name: str, write: Callable[[], str]) -> str:
        """What `write` writes, captured under a name; a name used again is the same group."""
        if name not in self.names:
            self.names.add(name)
            self.captures += self.flavor.numbers_names
        return f"{self.flavor.capture.format(name)}{write()})"

    def own(self, text: str) -> str:
        """An author's regex, its references renumbered to follow the captures before it."""
        if not self.flavor.own:
            raise RuleError(f"matches({text!r}) is written for Python's regex module, not for {self.flavor.name}")
        before, self.captures = self.captures, self.captures + captures_of(text)
        return renumber(text, before, self.reference)

    def alike(self, tiles: TileSet, least: int, most: int) -> str:
        """From `least` to `most` copies of one tile of the set."""
        if most == 1:
            return self.star + self.tile_set(tiles)
        if least == most and len(self.tiles & tiles) == 1:
            return (self.star + self.tile_set(tiles)) * most

        def copies(tile: str, same: str) -> str:
            if least == most <= 3:
                return self.star + tile + (self.star + same) * (least - 1)
            times = f"{{{least - 1}}}" if least == most else f"{{{least - 1},{most - 1}}}"
            return self.star + tile + (f"(?:{self.star}{same})" if self.star else same) + times

        return self.same(tiles, copies)

    def ending(self, won: Iterable[int] | None, marks: str) -> str:
        """The end of a group: the winning tile, if it is asked for or may stand here, and one of the marks."""
        suffix = f"(?:!{self.tile})?" if won is None else f"!{self.tile_set(won)}"
        return suffix + (marks.replace("+", r"\+") if len(marks) == 1 else f"[{marks}]")

    def runs(self, firsts: Iterable[int], won: Callable[[int], Iterable[int]] | None = None, marks: str = "") -> str:
        """A sequence that starts at one of the tiles, with the ending that each asks for."""
        texts = []
        for first in firsts:
            if first < 27 and first % 9 < 7 and {first, first + 1, first + 2} <= self.tiles:
                text = "".join(self.star + self.spelling.tiles[tile] for tile in range(first, first + 3))
                texts.append(text + (self.ending(won(first), marks) if won else ""))
        return self.one_of(texts)

    def skip_tiles(self, tiles: TileSet) -> str:
        """Regex that skips all but tiles of the set."""
        return self.skip_to(self.tile_set(tiles))

    def skip_to(self, stop: str, real: bool = False) -> str:
        """Regex that skips to the text `stop`; a winning tile named after `!` is no further tile, nor, where only real
        tiles are meant, is one that a wild tile stands for."""
        if not self.marked:
            return f"(?:(?!{stop}).)*"
        passed = r"!*" if real else "!"
        one = f"{self.unless(stop)}[^{passed}@]"
        if self.flavor.lookahead and stop.startswith("[") and len(self.spelling.tiles[0]) == 1:
            one = f"[^{passed}@{stop[1:-1]}]"
        return f"(?:{one}|{f'[{passed}]' if real else '!'}{self.tile})*"

    def unless(self, stop: str) -> str:
        """What keeps a regex from skipping `stop`, where the engine has to choose one way."""
        return f"(?!{stop})" if self.flavor.lookahead else ""

    @property
    def never(self) -> str:
        """What no text matches."""
        return "(?!)" if self.flavor.lookahead else r"[^\x00-\x{10FFFF}]"

    @property
    def end(self) -> str:
        """Where the tiles end and the context begins."""
        return f"(?:@|{self.flavor.end})" if self.marked else self.flavor.end

    @property
    def context(self) -> str:
        """The context tail."""
        return _CONTEXT if self.marked else ""

    @property
    def legal(self) -> str:
        """A canonical sequence at all, of a bounded number of groups, and its context."""
        if not self.marked:
            return f"(?:{self.tile}){{1,{MOST_GROUPS}}}{self.flavor.end}"
        groups = f"(?:{self.tiles_in_a_row}(?:!{self.tile})?{MARK}){{1,{MOST_GROUPS}}}"
        return f"{groups}{_CONTEXT}{self.flavor.end}"

    @property
    def tiles_in_a_row(self) -> str:
        """One to four tiles."""
        alone = self.tile[0] == "[" and len(self.spelling.tiles[0]) == 1 and not self.star
        return f"{self.tile if alone else f'(?:{self.star}{self.tile})'}{{1,4}}"

    def skip_to_word(self, word: str) -> str:
        """Regex that skips from before the context to a word of it, and consumes it."""
        return f"[^@]*(?:@[^@]+)*?@{word}"

    def refuse_unmarked(self, what: str) -> None:
        """Raise if the spelling has no marks, which `what` would need."""
        if not self.marked:
            raise RuleError(
                f"the {self.spelling.name} spelling has no marks, so it can't say {what}; use glyph or mpsz"
            )

    def need_lookahead(self, what: str) -> None:
        """Raise if the engine has no lookahead, which `what` would need."""
        if not self.flavor.lookahead:
            raise RuleError(f"{what} can't be written for {self.flavor.name}, which has no lookahead")


def _char_class(chars: Sequence[str]) -> str:
    """One of the characters, neighbours written as a range."""
    if len(set(chars)) == 1:
        return chars[0]
    runs = []
    for _, run in groupby(enumerate(sorted(set(chars))), key=lambda pair: ord(pair[1]) - pair[0]):
        members = "".join(char for _, char in run)
        runs.append(members if len(members) < 3 else f"{members[0]}-{members[-1]}")
    text = "".join(runs if len(runs) < len(set(chars)) else dict.fromkeys(chars))
    return f"[{text}]"
