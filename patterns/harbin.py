"""Harbin 哈尔滨: the eight conditions of the article that began this, done right.

Four melds and one pair, one tile more for each kong; at least one triplet or kong; at most three kongs; at least two
of the three suits; not all simples; the suited tiles and the red dragon.

Source: the article's conditions 1 to 8: count, structure, 必有杠刻, 至多三杠, 仅一对, 两门, 不断幺, at most four
alike.
"""

from regexhu.blocks import at_most_three_kongs, count, kong, meld, no_all_simples, pair, some, triplet, two_suits
from regexhu.rules import RuleSet

structure = 4 * meld + pair
a_triplet_or_kong = some(triplet | kong).named("at least one triplet or kong", "必有杠刻")

rules = RuleSet(
    count(14, 17) & a_triplet_or_kong & at_most_three_kongs & two_suits & no_all_simples & structure,
    tiles="123456789mps7z",
    examples="""
        win  111s345s55s567s222m         # the hand of the README
        win  111s345567s111m99m          # the article's first: the pair is 9m, not 5s
        win  111s34555567s222m           # the article's second: the pair is 5s
        win  123m456p77z,5-67s,22-2p     # the red dragon as the pair saves it from all simples
        win  55p,1111+s,222-2p,333=3s,5-67m # three kongs, seventeen tiles
        lose 123m456p789s11p234s         # no triplet or kong
        lose 111s345s55s567s222s         # one suit only
        lose 222s345s55s567s333m         # all simples
        lose 1111s2222s3333p99m          # E1: three kongs and a pair are only three melds
        lose 111222s333444p555m99m       # E2: five melds, seventeen tiles
        lose 111s23s555m777m99p          # 23s is no group
        lose 11s345s567s222m999m,111-s   # E4: five of one tile
        lose 111s345s55s567s222z         # the east wind is not in the set of tiles
        lose 11p,1111+s,2222+s,3333+p,4444+m  # four kongs
    """,
)
