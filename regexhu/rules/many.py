"""The verdicts of a rule set on many hands: in tables where those tell, and one by one where they don't."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from regexhu.automaton.rows import distinct, holds, walk
from regexhu.automaton.tables import MOST_ALIKE, ROWS, Verdicts, check_counts, match_counts
from regexhu.errors import MissingFacts, NotationError, RuleError, TooManyStates
from regexhu.hands.columns import TEXTS, counts_of, texts_of
from regexhu.hands.hand import text_of
from regexhu.rules.answers import Asked
from regexhu.rules.byrow import NOT_TOLD, ByRow, by_row
from regexhu.syntax.reads import reads

if TYPE_CHECKING:
    from regexhu.automaton.table import Table
    from regexhu.rules.ruleset import RuleSet

Errors = Literal["raise", "false", "null"]

WORTH_TABLES, WORTH_A_TABLE = 2_000, 20_000
"""How many hands are judged one by one before tables of concealed hands, or one of whole hands, are made for them."""

MOST_GROUPS = 1_000
"""How many groups of rows, each told other things, are known at once."""


class Many:
    """Judges many hands: by tables in the context of each, or one by one by `is_win`.

    One by one go hands with melds in their text, those of which a text tells the winning tile, those that are few for a
    table that is not there, and all where the rule set doesn't compile. `errors` says what becomes of a hand that can't
    be read: an error, a lost hand, or a masked verdict.
    """

    def __init__(self, rules: RuleSet, errors: Errors, keywords: Mapping[str, object]) -> None:
        self._rules, self._errors, self._keywords = rules, errors, keywords
        self._groups: dict[int, _Group] = {}
        self._by: Any = None

    def judge(self, hands: Any) -> Verdicts:
        """The verdicts on counts (N × 34) or MPSZ texts."""
        if isinstance(hands, np.ndarray) and (hands.ndim != 1 or hands.dtype.kind in "iub"):
            check_counts(hands)
            told = self._told(len(hands))
            verdicts, bad = (np.zeros(len(hands), dtype=np.bool_) for _ in range(2))
            for start in range(0, len(hands), ROWS):
                counts = hands[start : start + ROWS]
                for row in self._by_tables(counts, told, start, verdicts).tolist():
                    self._judge(text_of(counts[row].tolist()), told, start + row, verdicts, bad)
        else:
            texts, missing = texts_of(hands)
            if missing and self._errors == "raise":
                raise TypeError(f"row {missing[0]} has no hand: with errors='null' it has no verdict either")
            told = self._told(len(texts))
            verdicts, bad = (np.zeros(len(texts), dtype=np.bool_) for _ in range(2))
            bad[missing] = True
            for start in range(0, len(texts), TEXTS):
                counts, plain = counts_of(texts, start, start + TEXTS)
                others = np.flatnonzero(~plain)
                counts[others] = 0
                left = self._by_tables(counts, told, start, verdicts)
                if others.size:
                    left = np.union1d(left, others)
                for row in left[~bad[start + left]].tolist():
                    self._judge(texts[start + row], told, start + row, verdicts, bad)
            verdicts &= ~bad
        return np.ma.MaskedArray(verdicts, bad) if self._errors == "null" else verdicts

    def _told(self, rows: int) -> ByRow:
        """What is told of each row; those that are told the same, as far as the rule set asks, are judged together."""
        told = by_row(self._keywords, rows)
        self._by = told.group
        if len(told.groups) == 1:
            self._group(told, 0, 0)
        elif len(told.groups) <= MOST_GROUPS:
            first = np.zeros(len(told.groups), dtype=np.int64)
            first[told.group[::-1]] = np.arange(rows)[::-1]
            keys: dict[object, int] = {}
            made = (self._group(told, row, number) for number, row in enumerate(first.tolist()))
            judges = [keys.setdefault(group.key, number) for number, group in enumerate(made)]
            self._by = np.array(judges, dtype=np.int64)[told.group]
        return told

    def _by_tables(self, counts: Any, told: ByRow, start: int, verdicts: Verdicts) -> Any:
        """The rows of a block that tables can't judge; the verdicts on all others are filled in."""
        block = slice(start, start + len(counts))
        won, groups, left = told.kinds(block), self._by[block], []
        if len(told.groups) == 1:
            verdicts[block], is_left = self._group(told, start, 0).judge(counts, won)
            return np.flatnonzero(is_left)
        numbers = np.flatnonzero(np.bincount(groups)).tolist()
        for number in numbers:
            rows: Any = slice(None) if len(numbers) == 1 else np.flatnonzero(groups == number)
            group = self._group(told, start if len(numbers) == 1 else start + int(rows[0]), number)
            verdicts[block][rows], is_left = group.judge(counts[rows], None if won is None else won[rows])
            left.append(np.arange(len(counts))[rows][is_left])
        return np.sort(np.concatenate(left)) if left else np.arange(0)

    def _group(self, told: ByRow, row: int, number: int) -> _Group:
        if number not in self._groups:
            if len(self._groups) >= MOST_GROUPS:
                self._groups.clear()
            try:
                self._groups[number] = _Group(Asked.of_all(self._rules, told.groups[number]))
            except MissingFacts:
                given = {keyword: value for keyword, value in told.groups[number].items() if keyword != "melds"}
                self._rules.meet("", given, of_all=bool(told.winning))
                raise
            except RuleError as error:
                if len(told.groups) == 1:
                    raise
                raise error.at_row(row) from None
        return self._groups[number]

    def _judge(self, text: str, told: ByRow, row: int, verdicts: Verdicts, bad: Verdicts) -> None:
        keywords, melds = told.keywords(row), told.melds(row)
        try:
            verdicts[row] = self._rules.is_win(f"{text},{melds}" if melds else text, **keywords)
        except NotationError as error:
            if self._errors == "raise":
                raise NotationError(text, error.kind, error.position, error.expected, row) from None
            bad[row] = True


class _Group:
    """Judges by tables the rows of which the same is told, their winning tiles aside."""

    def __init__(self, asked: Asked) -> None:
        if asked.melds is None:
            raise RuleError("match_many judges hands as they are: give the melds of each, not melds='any'")
        self._asked, self._range, self._engine = asked, asked.range, asked.engine
        self.key = self._range.key
        self._is_given_up = bool(self._engine.refusal)
        self._melded = sum(len(meld.tiles) for meld in self._range.melds or ())
        self._kongs = sum(meld.type == "kong" for meld in self._range.melds or ())

    def judge(self, counts: Any, won: Any) -> tuple[Verdicts, Any]:
        """The verdicts on rows of counts, and which rows have to be judged one by one."""
        left = np.zeros(len(counts), dtype=np.bool_)
        if won is not None:
            left |= counts[np.arange(len(counts)), won] == 0
        if self._range.marked:
            left |= won is None or won == NOT_TOLD
        elif won is not None:
            left &= won != NOT_TOLD
        if not self._is_given_up and not left.all():
            try:
                return self._plain(counts, left) if self._asked.is_plain else self._whole(counts, won, left)
            except TooManyStates:
                self._is_given_up = True
        return np.zeros(len(counts), dtype=np.bool_), np.ones(len(counts), dtype=np.bool_)

    def _plain(self, counts: Any, left: Any) -> tuple[Verdicts, Any]:
        """Concealed hands, by the tables of their automaton."""
        met: Counter[object] = self._engine.kept("met", "concealed", Counter)
        met[self.key] += len(counts)
        if met[self.key] < WORTH_TABLES:
            return np.zeros_like(left), np.ones_like(left)
        if self._range.copies > MOST_ALIKE:
            left |= (counts > MOST_ALIKE).any(axis=1)
        return match_counts(counts, self._range.tables, self._asked.rules.sizes), left

    def _whole(self, counts: Any, won: Any, left: Any) -> tuple[Verdicts, Any]:
        """Whole hands, by walking the table of each size, number of wild tiles, truth of the facts and wild winner."""
        verdicts = np.zeros(len(counts), dtype=np.bool_)
        facts = self._facts(counts, won)
        if facts is None:
            return verdicts, np.ones(len(counts), dtype=np.bool_)
        wild = sorted(self._range.wild)
        sizes = counts.sum(axis=1) + self._melded
        wilds = counts[:, wild].sum(axis=1) if wild else np.zeros(len(counts), dtype=np.int64)
        winner = np.full(len(counts), NOT_TOLD)
        if self._range.marked and won is not None and wild:
            winner = np.where(np.isin(won, wild), won, NOT_TOLD)
        rows = np.flatnonzero(~left & np.isin(sizes, self._asked.rules.sizes))
        parts = [part[rows].astype(np.int64) for part in (sizes, wilds, winner, *facts)]
        combinations, which = distinct(*parts)
        for number, (size, held, kind, *known) in enumerate(combinations):
            here = rows[which == number]
            table = self._table(size, held, None if kind == NOT_TOLD else kind, tuple(map(bool, known)), len(here))
            if table is None:
                left[here] = True
            else:
                winners = None if won is None else won[here]
                verdicts[here] = walk(table, counts[here], self._range.wild, winners, self._range.melds or ())
        return verdicts, left

    def _table(self, size: int, held: int, winner: int | None, known: tuple[bool, ...], number: int) -> Table | None:
        """The table for so many hands; None where it is not there, and too few hands have come for it so far."""
        machine = self._engine.machine(known, size - self._kongs, winner)
        if not machine.has_table(held):
            met: Counter[object] = self._engine.kept("met", machine, Counter)
            met[held] += number
            if met[held] < WORTH_A_TABLE:
                return None
        return machine.table(held)

    def _facts(self, counts: Any, won: Any) -> list[Any] | None:
        """Which rows each fact is true of; None where one reads more than tiles."""
        found = []
        for fact in self._engine.facts:
            settled = self._range.settled(fact)
            if settled is not None:
                found.append(np.full(len(counts), settled))
                continue
            read = reads(fact, self._range.wild, self._range.forbidden)
            if read is None:
                return None
            is_met = holds(counts, sorted(read.concealed))
            if won is not None:
                is_met |= np.isin(won, sorted(read.won))
            found.append(is_met == read.holds)
        return found
