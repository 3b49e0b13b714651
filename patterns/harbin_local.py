"""Harbin 哈尔滨麻将 (黑): the local checklist that a hand has to pass before it may be declared ready and win 穷和.

Four melds and one pair, opened, with a terminal, a triplet and a sequence, at least two suits and at most three melds
on the table; the player has declared ready 报听. No minimum of points is judged. The three suits and four red dragons:
a red dragon passes for a terminal, a pair of them for a triplet, and none stands for another tile. Two of them in a
winning hand are always a pair or a triplet, so 红中满天飞 changes no verdict. `harbin` has the article's conditions.

Source: the Harbin rule files of a Tuyou 途游 server (two versions), where an independent class for the north-east
differs the switches say so; the "HLR Harbin Limiting Rules" of the International Mahjong League; for seven pairs and
four triplets the sibling game of Jixi 鸡西.
"""

from regexhu.blocks import (
    at_least,
    at_most,
    has,
    kong,
    meld,
    no,
    pair,
    ready,
    sequence,
    some,
    suits,
    switch,
    triplet,
    winning,
)
from regexhu.rules import RuleSet

must_open = switch("must_open", True, "at least one meld has to be open, but for seven pairs 开门")
kong_opens = switch("kong_opens", False, "a concealed kong opens too")
red_counts = switch("red_counts", True, "the red dragon passes for a terminal, a pair of it for a triplet")
hard_terminal = switch("hard_terminal", False, "the terminal has to be there before the winning tile comes 硬幺九")
one_suit = switch("one_suit", False, "one suit may win 清一色可听")
three_suits = switch("three_suits", False, "all three suits have to be there 三门")
all_triplets = switch("all_triplets", False, "four triplets may win 飘")
seven_pairs = switch("seven_pairs", False, "seven pairs may win 七对")
middle_wait = switch("middle_wait", False, "the winning tile has to be the middle one of a sequence 夹起步")
edge_wait = switch("edge_wait", False, "with middle_wait: 3 finishing 12 or 7 finishing 89 will do 边")
pair_wait = switch("pair_wait", True, "with middle_wait: completing the pair will do 单吊")

terminals = "19mps"
middle, edge, alone = sequence.won(wait="middle"), sequence.won(wait="edge"), pair.won()

opened = (~must_open | some(meld.open) | kong_opens & some(kong.declared)).named("opened", "开门")
a_terminal = (has(terminals) | red_counts & has("7z")).named("a terminal or a red dragon", "幺九")
in_time = ~hard_terminal | ~winning(terminals) | at_least(2, terminals) | red_counts & has("7z")
a_triplet = (some(triplet | kong) | red_counts & some(pair.of("7z"))).named("a triplet or a red pair", "刻子")
a_sequence = (some(sequence) | all_triplets).named("a sequence", "顺子")
enough_suits = ((suits(2) | one_suit) & (~three_suits | suits(3))).named("not one suit", "不清一色")
not_down_to_one = at_most(3, meld.declared).named("at most three melds on the table", "禁手把一")
well_won = ~middle_wait | some(middle) | edge_wait & some(edge) | pair_wait & some(alone)
declared_ready = ready.named("declared ready", "报听")

structure = 4 * meld + pair & no(kong.undeclared) & opened & a_triplet & a_sequence
checks = a_terminal & in_time & enough_suits & not_down_to_one & well_won & declared_ready

rules = RuleSet(
    (structure | 7 * pair & seven_pairs) & checks,
    tiles="123456789mps7z",
    examples="""
        win  234567m34588p,11-1s winning_tile=5p discard ready  # opened by a pung, which is triplet and terminal
        win  345678m456p77z,2-34s winning_tile=6p ready         # the red pair is terminal and triplet; opened by chi
        win  111m456p33s,6-78s,3-45p winning_tile=1m ready      # a two-pair wait: winning makes the triplet
        lose 123456m789p55s,1111+s winning_tile=5s ready        # a concealed kong does not open
        lose 234567m666p88s,3-45s winning_tile=4m ready         # no 1, 9 or red dragon
        lose 111999m55p,33-3s,77-7p winning_tile=1m ready       # no sequence
        lose 1199m2255p3377s77z winning_tile=9m ready           # seven pairs is not a form
        lose 234567m34588p,11-1s winning_tile=5p ready middle_wait  # 5p ends 345p
        win  234567m34588p,11-1s winning_tile=4p ready middle_wait  # 4p is the middle of 345p
        lose 234567m34588p,11-1s ready=off                      # not declared ready
        lose 123m456p789s11122p ready                           # closed
        win  123m456p789s11122p ready must_open=off
        win  123456m789p55s,1111+s ready kong_opens
        lose 234567m34588p,1-23s ready                          # no triplet
        lose 234678m22299m,3-45m ready                          # one suit
        win  234678m22299m,3-45m ready one_suit
        lose 234567m34588p,11-1m ready three_suits              # no bamboo
        lose 88p,11-1s,2-34m,5-67m,3-45p ready                  # four melds on the table
        lose 88p,11-1s,2-34m,5-67m,3333+p ready                 # a concealed kong is one of them
        lose 4444m234567p88s,1-23s ready                        # a kong has to be declared
        lose 345678m456p77z,2-34s ready red_counts=off          # neither terminal nor triplet
        lose 345678m456p11z,22-2s ready                         # there are no winds
        win  123567m88p,5-67p,44-4s winning_tile=1m ready       # the terminal comes with the winning tile
        lose 123567m88p,5-67p,44-4s winning_tile=1m ready hard_terminal
        win  123567m88p,5-67p,44-4s winning_tile=8p ready hard_terminal
        win  111999m55p,33-3s,77-7p ready all_triplets
        win  1199m2255p3377s77z ready seven_pairs
        lose 123567m88p,5-67p,44-4s winning_tile=3m ready middle_wait
        win  123567m88p,5-67p,44-4s winning_tile=3m ready middle_wait edge_wait
        win  123567m88p,5-67p,44-4s winning_tile=8p ready middle_wait
        lose 123567m88p,5-67p,44-4s winning_tile=8p ready middle_wait pair_wait=off
    """,
)
