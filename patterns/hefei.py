"""Hefei 合肥: four melds and a pair or seven pairs, with eight tiles of one suit.

Every such hand wins: the game has no minimum of 嘴. It is played with 84 tiles, ranks 2 to 8 of the three suits. The
eight tiles 八支 may lie anywhere in the hand, in melds too, the winning tile among them. No chi; kongs are declared; in
seven pairs four tiles alike are two pairs.

Source: the Hefei rules of the program riichi_advanced (hefei.majs, hefei_rules.majs and their tests), which follow
baike.baidu.com/item/合肥麻将/10108229; two implementations in Lua (HuTypeConst, CountHuType) and Go agree on tiles and
suit. They differ on two points, which are the switches.
"""

from regexhu.blocks import at_least, kong, meld, no, pair, sequence, some, switch
from regexhu.rules import RuleSet

CHARACTERS, DOTS, BAMBOOS = "2345678m", "2345678p", "2345678s"

structural = switch("structural", False, "a kong counts as three tiles of the eight, not four")
only_concealed_kong = switch("only_concealed_kong", False, "kongs are never open 只许暗杠")

eight_of_one_suit = (at_least(8, CHARACTERS) | at_least(8, DOTS) | at_least(8, BAMBOOS)).named(
    "eight tiles of one suit", "八支"
)
eight_in_groups = (
    at_least(3, meld.of(CHARACTERS))
    | at_least(3, meld.of(DOTS))
    | at_least(3, meld.of(BAMBOOS))
    | at_least(2, meld.of(CHARACTERS)) & some(pair.of(CHARACTERS))
    | at_least(2, meld.of(DOTS)) & some(pair.of(DOTS))
    | at_least(2, meld.of(BAMBOOS)) & some(pair.of(BAMBOOS))
).named("two melds and the pair of one suit, or three melds")

standard = (
    4 * meld + pair
    & no(sequence.open)
    & no(kong.undeclared)
    & (~only_concealed_kong | no(kong.open))
    & (~structural | eight_in_groups)
)
seven_pairs = 7 * pair

rules = RuleSet(
    eight_of_one_suit & (standard | seven_pairs),
    tiles="2345678mps",
    examples="""
        win  23456788m345p,66-6m winning_tile=5p  # eleven characters, a claimed triplet
        win  23456755m234888m winning_tile=8m     # one suit alone 清一色
        win  678p34522s,5555+m,7777+m winning_tile=5s  # two concealed kongs are eight characters
        lose 678p34522s,5555+m,7777+m structural  # but six where a kong counts three
        win  678p22234m,5555+m,7777+m structural  # a sequence and the pair make up for it
        win  678p34522s,5-555m,777=7m             # kongs may be open
        lose 678p34522s,5-555m,777=7m only_concealed_kong
        win  22334466m5588p77s                    # seven pairs, four of them characters
        win  22224466m5588p77s                    # four alike are two pairs
        lose 2233m5566p447788s                    # seven pairs, but six bamboos at most
        lose 234567m345678p88s winning_tile=8p    # six characters, six dots, two bamboos
        lose 12345688m345p678s winning_tile=8s    # there is no 1m in the set
        lose 22356788m345p678s winning_tile=8s    # eight characters, but 22 3 567 88 is no melds and pair
        lose 22334455m678p66s,2-34m               # no chi
        lose 5555m23466788m345p                   # a kong has to be declared
        lose 22334466m558p,77-7s                  # seven pairs are closed
    """,
)
