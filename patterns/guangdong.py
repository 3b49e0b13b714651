"""Guangdong 广东推倒胡: four melds and a pair, seven pairs or thirteen orphans, and nothing more is asked.

Minimums of fan and points are not judged: 推倒胡 has none, MIL 2023 asks for 2 fan and 4 points, 鸡平胡 for 3 fan. No
chi; kongs are declared; in seven pairs four tiles alike are two pairs. Ghosts 鬼 are the wild tiles of the call, as in
`wild="7z"`; for those of MIL 2023, which are flowers, name a kind that the hand doesn't use. A ghost never stands for a
fifth tile alike; MIL 2023 lets it where others of them are melds on the table, which is not judged.

Source: 网狐 广东麻将 (help page 99), 推倒胡 and 鸡平胡 of the program gd-mahjong-trainer, MIL 广东麻将（推广）竞赛规则
（试行2023版）articles 7 and 8, and MIL 推倒和麻将（推广）竞赛规则（试行2024版）articles 7, 8 and 12. The first four
switches are where they differ, the others what article 12 leaves to the organiser.
"""

from regexhu.blocks import (
    ORPHANS,
    distinct,
    has,
    kong,
    loose,
    meld,
    no,
    only,
    pair,
    sequence,
    single,
    some,
    substitutes,
    suits,
    switch,
    thirteen_orphans,
    triplet,
)
from regexhu.rules import RuleSet

chi = switch("chi", False, "sequences may be claimed 吃: 鸡平胡, MIL 推倒和")
orphans_win = switch("thirteen_orphans", True, "thirteen orphans may win 十三幺: not in the trainer")
knitted = switch("quanbukao", False, "fourteen different tiles, knitted and honours, may win 全不靠: MIL 推倒和")
four_ghosts = switch("four_ghosts_win", False, "four wild tiles win with whatever else there is 四鬼和: MIL 2023")
needs_triplet = switch("needs_triplet", False, "four melds and a pair need a triplet or kong")
needs_orphan = switch("needs_orphan", False, "melds or pairs need a terminal or honour")
pair_258 = switch("pair_258", False, "the pair has to be 2, 5 or 8, one of them among seven pairs")
missing_suit = switch("missing_suit", False, "melds or pairs are of at most two suits")

no_chi = chi | no(sequence.open)
asked = ((~needs_orphan | has(ORPHANS)) & (~pair_258 | some(pair.of("258mps"))) & (~missing_suit | suits(0, 2))).named(
    "what the organiser asks for"
)
one_knitting = (
    only("147m258p369s1234567z")
    | only("147m369p258s1234567z")
    | only("258m147p369s1234567z")
    | only("258m369p147s1234567z")
    | only("369m147p258s1234567z")
    | only("369m258p147s1234567z")
).named("147, 258 and 369, each in a suit of its own, and honours")

standard = 4 * meld + pair & no_chi & no(kong.undeclared) & (~needs_triplet | some(triplet | kong))
seven_pairs = 7 * pair
all_apart = 14 * single & distinct(single) & one_knitting
any_with_four_ghosts = loose(14) & no_chi & ~substitutes(3)

rules = RuleSet(
    (standard | seven_pairs) & asked
    | thirteen_orphans & orphans_win
    | all_apart & knitted
    | any_with_four_ghosts & four_ghosts,
    examples="""
        win  123m456p123789s55z winning_tile=5z discard   # 鸡胡, a chicken hand
        win  123m789s55z,22-2p,7777+z                     # a claimed triplet, a concealed kong
        lose 123m123789s55z,4-56p                         # no chi
        win  123m123789s55z,4-56p chi
        win  1133m5577p2299s55z winning_tile=5z self_draw # seven pairs
        win  1111m5577p2299s55z                           # four alike are two pairs
        lose 1133m5577p2299s5z,66-6z                      # pairs beside a claimed triplet
        win  19m19p19s12345677z winning_tile=7z discard   # thirteen orphans
        lose 19m19p19s12345677z thirteen_orphans=off
        lose 19m19p19s11134567z                           # one orphan is missing
        lose 124m456p123789s55z winning_tile=5z discard   # 124m is no meld
        lose 147m258p369s12345z winning_tile=5z self_draw # 全不靠 is no form here
        win  147m258p369s12345z winning_tile=5z self_draw quanbukao
        lose 147m258p369s12344z quanbukao                 # two tiles alike
        lose 147m258p368s12345z quanbukao                 # 8s is not of the knitting
        lose 1111m234567p789s55z                          # a kong has to be declared
        lose 123m456p123789s55z needs_triplet
        lose 234m456p345678s55p needs_orphan
        lose 123m456p123789s55z pair_258
        lose 123m456p123789s55z missing_suit
        win  1234444556677m1z wild=1z self_draw           # the ghost is 1m or 7m
        lose 124m456p123789s5z1z wild=1z self_draw        # one ghost for a meld and the pair
        win  39m2p111z21z,55-5z,7777+z wild=1z four_ghosts_win self_draw
        todo 123m456p123789s55z winning_tile=5z discard   # MIL 2023: 门清 1 alone is below 2 fan
        todo 4m123p456789s1z,44-4m wild=1z self_draw      # MIL 2023: 自摸 1 alone; the ghost may be a fifth 4m
    """,
)
