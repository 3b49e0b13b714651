"""Standard: four melds and a pair over all 34 kinds, nothing else.

A meld is a sequence, a triplet or a kong; a kong holds one tile more.

Source: the form that every variant has in common; counted in kinds it has 11,498,658 concealed hands of 14 tiles.
"""

from regexhu.blocks import meld, pair
from regexhu.rules import RuleSet

rules = RuleSet(
    4 * meld + pair,
    examples="""
        win  123m456p789s11122z
        win  22233334444555m             # four readings, the most there are
        win  33z,1111+z,5555+z,6666+z,7777+z
        win  1111m234567p789s55z         # fifteen tiles hold a kong
        lose 1133m5577p2299s55z          # seven pairs is no such form
        lose 123m456p789s1112z           # thirteen tiles
        lose 123z456p789s11122z          # winds make no sequence
        lose 11m123p123s111z,111-m       # five of one tile
    """,
)
