"""regexhu: mahjong rule sets as regular expressions composed from building blocks.

>>> import regexhu
>>> regexhu.is_win("111s345s55s567s222m", rules="harbin")
True
"""

import os.path

# Installed, the rule sets are `regexhu/patterns`; in a checkout they lie beside the package, and are found there too.
if not os.path.isdir(os.path.join(__path__[0], "patterns")):
    __path__.append(os.path.dirname(__path__[0]))

from regexhu.errors import NotationError, RuleError, TooManyStates, UnknownRules
from regexhu.hand import Hand, normalize
from regexhu.library import load, rule_sets
from regexhu.mpsz import parse
from regexhu.rules import RuleSet
from regexhu.verdict import Verdict, explain, is_win, is_win_many, waits
from regexhu.version import __version__

__all__ = [
    "Hand",
    "NotationError",
    "RuleError",
    "RuleSet",
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
