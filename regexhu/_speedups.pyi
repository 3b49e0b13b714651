"""The C extension. What is here only hands over what it doesn't know, and says of nothing that it is wrong."""

from collections.abc import Callable
from typing import Any

class Judge:
    """Verdicts on MPSZ text by a growing automaton; what it can't answer goes to `fallback` as it was called.

    `real`, `own` and `marks` give the columns of a state, as in `automaton.table.Letters`, and five melds come after
    those. A hand with more than `alike` tiles of one kind is lost (-1: no limit), as is one that has no column.
    """

    fallback: Callable[..., Any]

    def __new__(cls, fallback: Callable[..., Any], real: int, own: int, marks: bool, alike: int) -> Judge: ...
    def __call__(self, hand: Any, /, **told: Any) -> bool: ...
    def waits(self, hand: Any, /, **told: Any) -> int | None:
        """The set of kinds, bit by bit, which make a hand win when they are drawn; None where that isn't known."""
    def teach_context(
        self,
        key: tuple[Any, ...] | None,
        wild: int,
        winner: int,
        tests: list[tuple[int, int, int, int]],
        /,
    ) -> int:
        """The number of a context, -1 where there are too many: calls with the names and values of `key`.

        `key` is `(names, value, value …)`, as they stand in the call; None is a call without keywords. `wild` is the
        set of wild kinds, bit by bit. `winner` is the kind of the winning tile, -1 where it is read off the text, -2
        where nothing asks for it. A test `(held, claimed, kong, won)` is true of a hand with a concealed tile in
        `held`, a tile of a claimed or added meld in `claimed`, a concealed kong in `kong`, or its winning tile in
        `won`.
        """
    def teach_root(self, context: int, size: int, wilds: int, bits: int, wild_winner: int, state: int, /) -> None:
        """A word begins in `state` for hands of so many tiles (a kong's as three), so many of them concealed and of
        wild kinds, with these tests true, and a winning tile of that wild kind (-1: not of a wild kind, or not read).
        """
    def teach(self, state: int, column: int, target: int, /) -> None:
        """A column leads from a state to another. State 0 is lost and 1 has won, after the last kind."""
    def forget(self) -> None:
        """Forget every context, root and step."""

class IsWin:
    """`is_win(text, rules=name, …)` by the callable of that name in `loaded`; any other call goes to `fallback`."""

    fallback: Callable[..., Any]

    def __new__(cls, loaded: dict[str, Any], fallback: Callable[..., Any]) -> IsWin: ...
    def __call__(self, *args: Any, **told: Any) -> bool: ...

def are_texts(texts: list[Any], /) -> bool:
    """Whether it is a list of str, none of them of a class of its own."""

def counts(texts: list[str], start: int, counts: Any, plain: Any, /) -> None:
    """Fill in the counts of the texts from a start on, and which of them were read: bytes, one for a text and kind.

    Left out are texts with declared melds, with blanks or face-down tiles, long ones, and those that are no hand.
    """

def verdicts(counts: Any, verdicts: Any, size: int, classes: tuple[Any, ...], compose: tuple[Any, ...], /) -> int:
    """Fill in the verdicts on the counts that hold so many tiles, at most four of a kind; the others stay as they are.

    The tables are those of `automaton.tables.Tables`. The result is the set of the other numbers of tiles that there
    are, bit by bit; bit 63 is any number from there on.
    """
