"""regexhu: mahjong rule sets as regular expressions composed from building blocks.

>>> import regexhu
>>> regexhu.is_win("111s345s55s567s222m", rules="harbin")
True
"""

from typing import TYPE_CHECKING, Any

from regexhu.errors import NotationError, RuleError, TooManyStates, UnknownRules
from regexhu.explain.verdict import Verdict, explain, is_win, is_win_many, waits
from regexhu.hands.hand import Hand, normalize
from regexhu.hands.mpsz import parse
from regexhu.rules import RuleSet
from regexhu.rules.library import load, rule_sets
from regexhu.version import __version__

if TYPE_CHECKING:
    from regexhu.rules.table import Table

__all__ = [
    "Hand",
    "NotationError",
    "RuleError",
    "RuleSet",
    "Table",
    "TooManyStates",
    "UnknownRules",
    "Verdict",
    "__version__",
    "explain",
    "is_win",
    "is_win_many",
    "load",
    "normalize",
    "parse",
    "rule_sets",
    "waits",
]


def __getattr__(name: str) -> Any:
    """`Table`, loaded where it is asked for: few processes do, and all start sooner."""
    if name == "Table":
        from regexhu.rules.table import Table

        return Table
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
