"""A new rule file to start from: it passes its own examples, and shows what a rule file is made of."""

from __future__ import annotations

import re
from pathlib import Path

from regexhu.errors import RuleError

SOURCE = "where these rules stand: the rule book, page or player that says so."
"""The source that a new file names until its author names one."""

_TEMPLATE = '''"""{title} 地名: four melds and a pair of 2, 5 or 8; seven pairs where the table plays them.

Say here what is judged and what is not. No minimum of points is judged.

Source: {source}
"""

from regexhu.blocks import kong, meld, no, pair, some, switch
from regexhu.rules import RuleSet

# Name the parts. `*` and `+` make shapes of groups; `some`, `no`, `exactly`, `has`, `suits` … are conditions on them.
# `.named(…)` gives a condition the words that `regexhu explain` shows, also those of your players.
structure = 4 * meld + pair & no(kong.undeclared)
pair_of_258 = some(pair.of("258mps")).named("the pair is 2, 5 or 8", "二五八将")

# A switch is a choice that is left to the table: its name, its default, what it means.
seven_pairs = switch("seven_pairs", False, "seven pairs may win 七对")

# One expression says what wins: `~` not, `&` and, `|` or, in this order. `tiles` are those of the game.
# Examples are tested one by one: `regexhu test {name}.py`. A word behind a hand sets a switch, or says what is known
# of the hand (winning_tile=5p, self_draw, ready). Give each condition a hand that loses by it alone.
rules = RuleSet(
    structure & pair_of_258 | 7 * pair & seven_pairs,
    tiles="123456789mps",
    examples="""
        win  123m456p78922s,77-7p             # the pair is 2s
        win  345m678m22p,9999+s,11-1p         # a declared kong
        lose 123m456p78933s,77-7p             # the pair is 3s
        lose 9999s345678m22p,11-1p            # a kong has to be declared
        lose 123m45677p122789s                # two pairs and a single tile are left over
        lose 123m456p78922s,77-7z             # no honours in this game
        win  1133m4466p779966s seven_pairs    # seven pairs, where they are played
        lose 1133m4466p779966s                # and where they are not
        todo 1111m4466p779966s seven_pairs    # are four alike two pairs? todo lines are reported and never fail
    """,
)
'''


def new_file(name: str, folder: Path) -> Path:
    """Write the rule file `name`.py in the folder; a file that is there already is left as it is."""
    stem = name.removesuffix(".py")
    if not re.fullmatch("[a-z][a-z0-9_]*", stem):
        raise RuleError(f"a rule set is named in small letters, digits and _, such as changsha, not {name!r}")
    file = folder / f"{stem}.py"
    title = stem.replace("_", " ").title()
    try:
        with file.open("x", encoding="utf-8") as opened:
            opened.write(_TEMPLATE.format(title=title, name=stem, source=SOURCE))
    except FileExistsError:
        raise RuleError(f"{file} is there already: take another name, or delete it") from None
    return file
