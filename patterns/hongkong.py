"""Hong Kong old style 港式清章: the forms that win; the minimum of 3 fan is not judged.

Four melds and a pair, where kongs are declared; thirteen orphans 十三么, closed. The switch `seven_pairs` 七对子 adds
seven different pairs, which the association's list does not have and some tables play. Flowers are set aside before a
hand is judged; wins by seven or eight flowers (花糊, 大花糊) need no hand and are left out.

Source: the Hong Kong Mahjong Association's old style rules; seven pairs as in the HKMJ Cheat Sheet 1.0.
"""

from regexhu.blocks import distinct, kong, meld, no, pair, switch, thirteen_orphans
from regexhu.rules import RuleSet

seven_pairs = switch("seven_pairs", False, "seven different pairs win as well 七对子")

standard = 4 * meld + pair & no(kong.undeclared)
different_pairs = 7 * pair & distinct(pair) & seven_pairs

rules = RuleSet(
    standard | thirteen_orphans | different_pairs,
    examples="""
        win  11z123456789m222z
        win  19m19p19s12345677z          # thirteen orphans
        win  123m11z,55-5z,66-6z,77-7z   # big three dragons
        win  123m456p77z,55-5z,66-6z     # small three dragons
        lose 1122m3344p5566s77z          # seven pairs are no form of the association's
        lose 123m456p789s11235z          # honours never make a sequence
        win  55p,1-23m,4-56p,77-7s,2-34s # a chicken hand wins where no fan are asked for
        win  1122m3344p5566s77z seven_pairs
        lose 1111m3344p5566s77z seven_pairs      # a quad is not two different pairs
        lose 1133m5577p229s,55-5z seven_pairs    # seven pairs are closed
        win  11z456789m222z,1111+m       # a concealed kong
        lose 1111m234567p789s55z         # a kong has to be declared
        lose 119m19p19s12345z,777-z      # orphans are closed
        lose 19m19p19s11134567z          # one orphan is missing
        lose 123m456p789s1122z           # thirteen tiles
        lose 11m123p123s111z,111-m       # five of one tile
    """,
)
