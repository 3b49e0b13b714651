"""Riichi 立直: the shapes of Japanese mahjong; yaku are not judged.

Four melds and a pair, where kongs are declared; seven different pairs 七対子; thirteen orphans 国士無双: each of the
thirteen terminals and honours, one of them twice. The last two are closed.

Source: EMA riichi rules 2016, sections 3.3 and 4.2.
"""

from regexhu.blocks import distinct, kong, meld, no, pair, thirteen_orphans
from regexhu.rules import RuleSet

standard = 4 * meld + pair & no(kong.undeclared)
seven_pairs = 7 * pair & distinct(pair)

rules = RuleSet(
    standard | seven_pairs | thirteen_orphans,
    examples="""
        win  123m456p789s11122z
        win  22p123678s666z,1-23p
        win  66p345p234m567s,5-67s       # all simples
        win  55p,11-1m,33-33p,55-5s,77-7m  # four open triplets, one of them a kong
        win  123m789p456s33z99s9s ready  # riichi is its only yaku
        win  1133m5577p2299s55z          # seven pairs
        win  1122334m556677p4m           # four melds and a pair, seven pairs too
        win  223344m556677p88s           # two readings, one of them seven pairs
        win  19m19p19s12345677z          # thirteen orphans
        win  123456789p22s,1111+m        # a concealed kong
        todo 234m345p55777s,7-89m        # open and without a yaku: yaku are not judged
        todo 66p345p234m567s,5-67s       # no yaku where all simples has to be closed: yaku are not judged
        lose 11113355778899m             # a quad is not two different pairs
        lose 1111m234567p789s55z         # a kong has to be declared
        lose 1133m5577p229s,55-5z        # seven pairs are closed
        lose 119m19p19s12345z,777-z      # so are the orphans
        lose 19m19p19s11134567z          # one orphan is missing
    """,
)
