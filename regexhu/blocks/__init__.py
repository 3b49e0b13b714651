"""The vocabulary of rule sets: what an author imports to write a rule.

Shapes are made of group classes (`4 * meld + pair`), conditions are made by the functions below and joined with
`&`, `|` and `~`. Tile sets are written as ranks and suits: `"19mps7z"`.
"""

from regexhu.blocks.deal import by_event, discard, event, no_forbidden, ready, self_draw, waits_on, winning
from regexhu.blocks.groups import kong, meld, pair, sequence, single, triplet
from regexhu.blocks.on_groups import at_least, at_most, at_most_three_kongs, distinct, every, exactly, no, some
from regexhu.blocks.on_tiles import at_most_four_alike, count, has, has_each, no_all_simples, only, suits, two_suits
from regexhu.blocks.others import loose, matches, switch, thirteen_orphans
from regexhu.blocks.wild import no_wild, substitutes, wild_among, wild_claimed, wild_kong, winning_wild
from regexhu.hands.tiles import ALL, DRAGONS, HONORS, ORPHANS, SIMPLES, SUITED, TERMINALS, WINDS

__all__ = [
    "ALL", "DRAGONS", "HONORS", "ORPHANS", "SIMPLES", "SUITED", "TERMINALS", "WINDS", "at_least", "at_most",
    "at_most_four_alike", "at_most_three_kongs", "by_event", "count", "discard", "distinct", "event", "every",
    "exactly", "has", "has_each", "kong", "loose", "matches", "meld", "no", "no_all_simples", "no_forbidden", "no_wild",
    "only", "pair", "ready", "self_draw", "sequence", "single", "some", "substitutes", "suits", "switch",
    "thirteen_orphans", "triplet", "two_suits", "waits_on", "wild_among", "wild_claimed", "wild_kong", "winning",
    "winning_wild",
]  # fmt: skip
