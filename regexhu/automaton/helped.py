"""Words with wild tiles, from the minimal automaton of the tiles as they lie.

That one reads at each kind how many tiles lie there and, where the rule asks, how many of them are wild ones standing
for it, and which is the winning tile. A state here is one of it with what is owed: the wild tiles that are left to
place, and so on; each step guesses how many are placed at the kind. No group is looked at: that is what makes it fast.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from regexhu.automaton.configurations import Configurations, Laid, Letter
from regexhu.automaton.layers import LOST, MELDS, Layer, Minimal, Targets
from regexhu.automaton.minimize import determined
from regexhu.automaton.placements import NO_WINNER, WON, WON_STAR

Melded = tuple[int, int, int]
"""How many tiles declared melds have of a kind and the next two, as far as it matters while wild tiles are left."""

NONE: Melded = (0, 0, 0)
ADDED_BY = [(1, 1, 1) if name == "sequence" else (3 if name == "triplet" else 4, 0, 0) for name, _ in MELDS]


class Owed(NamedTuple):
    """The wild tiles left to place, those that stand for other tiles so far, how many of these some wild kind needs to
    be there in the end, and whether the winning tile is one of them, of a kind that is still to come (`is_away`)."""

    wilds: int
    stars: int = 0
    worst: int = 0
    is_star_winner: bool = False
    is_away: bool = False


State = tuple[int, Melded, Owed]
"""A state of the automaton of tiles as they lie, the tiles of declared melds, and what is owed."""

Choice = tuple[int, Owed]
"""How the tiles of a kind lie, by the column of these, and what is owed then."""


class Help:
    """So many wild tiles, of which no kind gets more than the configurations' caps allow.

    `laid` are the letters of the automaton of tiles as they lie, with at most `most` tiles of a kind that are
    themselves.
    """

    def __init__(self, configurations: Configurations, most: int, wilds: int) -> None:
        placements, self._caps = configurations.placements, configurations.caps
        self._wilds, self._has_star_winner = wilds, placements.wild_winner is not None
        self._faces_matter = placements.faces_matter
        self._sees_own = self._faces_matter or self._caps.real != self._caps.standing
        self.laid: list[Laid] = []
        self._columns: dict[Laid, int] = {}
        winners = (NO_WINNER, WON, WON_STAR)[: 1 + placements.asks_winner + self._has_star_winner]
        standing = self._caps.standing
        for won in winners:
            for stars in range(wilds + 1):
                for real in range(most + 1):
                    if not stars or standing is None or real + stars <= standing:
                        one = Laid(real, stars, won)
                        shown = one if placements.sees_stars else Laid(real + stars, 0, won)
                        if shown not in self._columns:
                            self._columns[shown] = len(self.laid)
                            self.laid.append(shown)
                        self._columns[one] = self._columns[shown]

    def automaton(self, plain: Minimal, letters: Sequence[Letter], limit: int) -> Minimal:
        """The minimal automaton of the words that the plain one takes once the wild tiles are placed.

        More than `limit` subsets are a `TooManyStates`.
        """
        if plain.root == LOST:
            return plain
        told = letters if self._sees_own else [letter._replace(own=0) for letter in letters]
        distinct = list(dict.fromkeys(told))
        found = self._helped(plain, distinct, limit) if self._wilds else self._alone(plain, distinct)
        return found.spread([distinct.index(letter) for letter in told])

    def _alone(self, plain: Minimal, letters: Sequence[Letter]) -> Minimal:
        """The plain automaton, told the letters."""
        return plain.spread([next(self._choices(0, Owed(0), letter))[0] for letter in letters])

    def _helped(self, plain: Minimal, letters: Sequence[Letter], limit: int) -> Minimal:
        starts = [Owed(self._wilds)]
        if self._has_star_winner:
            starts.append(Owed(self._wilds, is_star_winner=True, is_away=True))
        place: dict[State, int] = {(plain.root, NONE, owed): at for at, owed in enumerate(starts)}
        layers = []
        known: dict[tuple[int, Owed], list[list[Choice]]] = {}
        for layer in plain.layers:
            melds, tiles = list(zip(*layer.melds, strict=True)), list(zip(*layer.tiles, strict=True))
            order = list(place)
            meld_rows: list[tuple[Targets, ...]] = []
            for state, melded, owed in order:
                row: list[Targets] = []
                for target, added in zip(melds[state], ADDED_BY, strict=True):
                    now = self._with(melded, added, owed)
                    if target == LOST or now is None:
                        row.append(())
                        continue
                    key = target, now, owed
                    at = place.setdefault(key, len(order))
                    if at == len(order):
                        order.append(key)
                    row.append((at,))
                meld_rows.append(tuple(row))
            after: dict[State, int] = {}
            tile_rows = []
            for state, melded, owed in order:
                row, onward, later = [], tiles[state], (melded[1], melded[2], 0)
                told = melded[0], owed
                if told not in known:
                    known[told] = [list(self._choices(*told, letter)) for letter in letters]
                for choices in known[told]:
                    found = []
                    for column, then in choices:
                        target = onward[column]
                        if target != LOST:
                            key = target, later if then[0] else NONE, then
                            found.append(after.setdefault(key, len(after)))
                    row.append(tuple(found))
                tile_rows.append(tuple(row))
            layers.append(Layer(list(zip(*meld_rows, strict=True)), list(zip(*tile_rows, strict=True))))
            place = after
        ends = [owed.wilds == 0 and owed.worst == 0 and not owed.is_away for _, _, owed in place]
        return determined(layers, ends, len(starts), limit)

    def _with(self, melded: Melded, added: Melded, owed: Owed) -> Melded | None:
        """The tiles of declared melds with one meld more; None where they are too many."""
        if not owed.wilds or self._caps.standing is None:
            return NONE
        now = melded[0] + added[0], melded[1] + added[1], melded[2] + added[2]
        return None if self._caps.real is not None and max(now) > self._caps.real else now

    def _choices(self, melded: int, owed: Owed, letter: Letter) -> Iterator[Choice]:
        """How the tiles of a kind may lie, with some of the wild ones that are left."""
        for placed in range(owed.wilds + 1):
            most_own = min(letter.own, placed)
            for own in range(most_own, -1, -1) if self._faces_matter else (most_own,):
                most = self._caps.real if own == placed else self._caps.standing
                if most is None or letter.real + melded + placed <= most:
                    yield from self._lying(owed, letter, placed, own)

    def _lying(self, owed: Owed, letter: Letter, placed: int, own: int) -> Iterator[Choice]:
        """With so many wild tiles placed, `own` of which are of the kind: each way in which the winning one may lie."""
        stars, left, is_away = placed - own, owed.wilds - placed, owed.is_away
        if not owed.is_star_winner:
            winners = [WON if letter.marked else NO_WINNER]
        elif letter.marked:
            winners, is_away = [NO_WINNER] if is_away and own < letter.own else [], False
        else:
            winners = [NO_WINNER, WON_STAR] if stars else [NO_WINNER]
        for won in winners:
            worst = owed.worst
            if self._faces_matter and own < letter.own:
                elsewhere = owed.is_star_winner and not letter.marked and won != WON_STAR
                worst = max(worst, letter.own - own + stars + elsewhere)
            standing = owed.stars + stars if self._faces_matter else 0
            if worst <= standing + left:
                then = Owed(left, standing, worst if worst > standing else 0, owed.is_star_winner, is_away)
                yield self._columns[Laid(letter.real + own, stars, won)], then
