"""Chinese official 国标麻将: the five shapes of a winning hand; the minimum of 8 fan is not judged.

Four melds and a pair, where kongs are declared; seven pairs 七对, a quad being two of them; thirteen orphans 十三幺;
the knitted straight 组合龙, nine tiles that run 147, 258 and 369 through the three suits, beside a meld and a pair;
honours and knitted tiles 全不靠, fourteen different tiles out of one knitted set and the honours, with all seven
honours 七星不靠. Only the first and the knitted straight may have declared melds. Flowers are set aside before a hand
is judged.

Source: 中国麻将竞赛规则 (1998) as clarified by the MIL supplement of 2025, annex 1; PyMahjongGB reads it alike.
"""

from regexhu.blocks import distinct, kong, meld, no, pair, single, thirteen_orphans
from regexhu.rules import RuleSet

m147, m258, m369 = no(single.of("235689m")), no(single.of("134679m")), no(single.of("124578m"))
p147, p258, p369 = no(single.of("235689p")), no(single.of("134679p")), no(single.of("124578p"))
s147, s258, s369 = no(single.of("235689s")), no(single.of("134679s")), no(single.of("124578s"))
one_set = (
    (m147 & p258 & s369) | (m147 & p369 & s258) | (m258 & p147 & s369)
    | (m258 & p369 & s147) | (m369 & p147 & s258) | (m369 & p258 & s147)
).named("single tiles of one knitted set", "组合")  # fmt: skip
knitted = (distinct(single) & one_set).named("knitted tiles", "不靠")
three_of_each_suit = 3 * single.of("123456789m") + 3 * single.of("123456789p") + 3 * single.of("123456789s")

standard = 4 * meld + pair & no(kong.undeclared)
knitted_straight = three_of_each_suit + meld + pair & knitted & no(kong.undeclared)
honors_and_knitted = 14 * single & knitted
seven_pairs = 7 * pair

rules = RuleSet(
    standard | knitted_straight | honors_and_knitted | seven_pairs | thirteen_orphans,
    examples="""
        win  147m258p369s11155z          # knitted straight
        win  147m25p36s1234567z          # all seven honours and knitted tiles
        win  19m19p19s12345677z          # thirteen orphans
        win  33z456678p567s,1-23m        # a chicken hand, worth 8 fan on a discard
        win  1111m2233p5577s66z          # seven pairs, the quad being two of them
        todo 123456m234678p55z           # 7 fan by self-draw, one short: fan are not judged
        todo 33z456678p567s,1-23m self_draw  # self-draw spoils the chicken hand: fan are not judged
        lose 147m147p369s12345z          # two suits share a run
        win  258m147s36p123567z          # lesser honours and knitted tiles
        win  147m258s369p12345z          # all nine knitted tiles and five honours
        win  147m369s258p22z,6-78s       # knitted straight with an open sequence
        win  147m258s369p55z,1111+z      # knitted straight with a concealed kong
        win  13347s12369m258p3m          # 3m lies in the knitted tiles and in 123m
        lose 147m258p36s11115z2s         # 9s is missing from the knitted straight
        lose 147m258p369s11123z          # the knitted straight has no pair
        lose 147m258p369s9999p55z        # a kong has to be declared
        lose 147m258p36s123455z          # honours and knitted tiles are all different
        lose 147m25p36s1234z,777-z       # nothing is declared beside honours and knitted tiles
        lose 1111m234567p789s55z         # a kong has to be declared
        lose 1133m5577p229s,55-5z        # seven pairs are closed
        lose 19m19p19s11134567z          # one orphan is missing
        lose 119m19p19s12345z,777-z      # orphans are closed
        lose 11m123p123s111z,111-m       # five of one tile
    """,
)
