"""Taiwan 台湾麻将: sixteen tiles in hand, five melds and a pair of seventeen; tai are not judged.

Kongs are declared and count as three tiles. The switch `eight_and_a_half_pairs` 嚦咕嚦咕 adds seven pairs and a triplet
八对半, closed, a quad being two pairs. No minimum of tai is asked for. Flowers are set aside before a hand is judged;
wins by flowers alone (八仙過海, 七搶一) need no hand and are left out.

Source: SML 2026 one-page table (台湾麻将台数表), cross-checked with the Taiwan Mahjong Association's pages memu015 and
mjking; the closed form of seven pairs and a triplet as open_mahjong_unity implements it.
"""

from regexhu.blocks import kong, meld, no, pair, switch, triplet
from regexhu.rules import RuleSet

eight_and_a_half_pairs = switch("eight_and_a_half_pairs", False, "seven pairs and a triplet win as well 嚦咕嚦咕")

standard = 5 * meld + pair & no(kong.undeclared)
pairs_and_triplet = 7 * pair + triplet.undeclared & eight_and_a_half_pairs

rules = RuleSet(
    standard | pairs_and_triplet,
    examples="""
        win  11z123456789m123456p
        win  55z,1-23m,4-56m,7-89m,11-1z,22-2z   # all five melds are open
        win  123m456p55s,1111+z,22-22z,333=3z    # three kongs, still five melds and a pair
        lose 123456789m11122z                    # a complete hand of 14 is three tiles short
        lose 123456789m123457p11z                # 457p is no meld
        lose 123456789m123p11z,4-56p,7-89p       # six melds are twenty tiles
        lose 1133m5577p2299s66z,55-5z eight_and_a_half_pairs  # the triplet has to be closed
        win  1133m5577p2299s55566z eight_and_a_half_pairs     # seven pairs and a triplet
        lose 1133m5577p2299s55566z               # which the table doesn't play by default
        win  11113m3m577p5p2299s666z eight_and_a_half_pairs   # a quad is two pairs
        lose 1133m5577p2299s5566z1s eight_and_a_half_pairs    # eight pairs and a single tile
        lose 113m333577p577s55566z eight_and_a_half_pairs     # three triplets
        lose 1111m123456789p1122z                # a kong has to be declared
        lose 22m123m123456p123s,111-m,4-56s      # an extra pair
        lose 123p456p789p123s11m,111-m           # five of one tile
    """,
)
