"""Wuhan 武汉麻将 (鄂): a small win has a pair of 2, 5 or 8, a big win may do without.

Small win 屁胡: four melds and a pair of 2, 5 or 8, at most one wild tile 癞子 standing for another. Big wins, at most
two such: one suit 清一色, all triplets 碰碰胡, all honours 风一色 and all 2, 5 and 8 将一色 in no order at all, and,
with a pair of 2, 5 or 8, a win by an event (杠上开花 kong-draw, 海底捞月 last-tile, 抢杠 robbed-kong). Four claimed
melds won on a discard 全求人 are a small win as well, so they need no line. A hand wins only opened: with a claimed
meld.

The deal fixes the wild kind and the kinds that no winning hand holds (the skins 皮 and the red dragon 红中); the call
gives both. They are never claimed, nor is the wild kind konged. Not judged: the minimum 起胡, which depends on the
other players' melds too.

Source: the rule text and program of the project PettingZooMahjongRLEnv (wuhan_mahjong_rules, win_detector,
score_calculator), a Go engine with tests, and the options of three publishers' rooms (必须开口, 七皮四癞).
"""

from regexhu.blocks import (
    HONORS,
    SUITED,
    event,
    kong,
    loose,
    meld,
    no,
    no_forbidden,
    only,
    pair,
    some,
    substitutes,
    suits,
    switch,
    triplet,
    wild_claimed,
    wild_kong,
)
from regexhu.rules import RuleSet

must_open = switch("must_open", True, "at least one meld has to be claimed 开口")
two_in_small_win = switch("two_in_small_win", False, "a small win may have two wild tiles standing for others")
loose_wins = switch("loose_wins", True, "all honours and all 2, 5 and 8 need no shape")

at_most_one = substitutes(1) | two_in_small_win & substitutes(2)
pair_of_258 = pair.of("258mps")
structure = 4 * meld + pair

small_win = 4 * meld + pair_of_258 & at_most_one
by_event = 4 * meld + pair_of_258 & event
one_suit = structure & suits(1, 1) & only(SUITED)
all_triplets = 4 * (triplet | kong) + pair
all_honours = (structure | loose(14) & loose_wins) & only(HONORS)
all_258 = (structure | loose(14) & loose_wins) & only("258mps")
big_win = (by_event | one_suit | all_triplets | all_honours | all_258) & substitutes(2)

opened = some(meld.open).named("opened", "开口")

rules = RuleSet(
    (small_win | big_win) & (~must_open | opened) & no_forbidden & no(kong.undeclared) & ~wild_claimed & ~wild_kong,
    examples="""
        win  123m456p22s,7-89s,77-7p wild=2z forbidden=1z5z7z winning_tile=2s discard  # no wild tile 硬胡
        win  111m999p33s,44-4m,77-7p wild=2z forbidden=1z5z7z winning_tile=3s discard  # 碰碰胡
        win  2258m2558p258s,55-5s wild=2z forbidden=1z5z7z winning_tile=8s discard  # 将一色
        win  55m,1-23m,4-56p,7-89s,77-7p wild=2z forbidden=1z5z7z winning_tile=5m discard  # 全求人
        lose 123m456p78922s777p wild=2z forbidden=1z5z7z winning_tile=9s discard  # never opened
        lose 1m456p55s22z,7-89s,77-7p wild=2z forbidden=1z5z7z winning_tile=5s discard  # two wild tiles
        lose 111z456p22s,7-89s,77-7p wild=2z forbidden=1z5z7z winning_tile=2s discard  # a skin in the hand
        win  123m456p78922s777p wild=2z forbidden=1z5z7z must_open=off
        win  1m456p55s22z,7-89s,77-7p wild=2z forbidden=1z5z7z two_in_small_win
        win  1m456p55s22z,7-89s,77-7p wild=2z forbidden=1z5z7z event=kong-draw  # a big win 杠上开花
        lose 1m456p5s222z,7-89s,77-7p wild=2z forbidden=1z5z7z event=kong-draw loose_wins=off  # three wild tiles
        win  13m456p55s2z,7-89s,77-7p wild=2z forbidden=1z5z7z  # one wild tile 软胡
        lose 123m456p33s,7-89s,77-7p wild=2z forbidden=1z5z7z  # a pair of 3
        win  456p55s222z,7-89s,77-7p wild=2z forbidden=1z5z7z  # the wild kind as itself
        win  1239m2z,4-56m,7-89m,55-5m wild=2z forbidden=1z5z7z  # 清一色
        lose 1239m2z,4-56m,7-89m,55-5p wild=2z forbidden=1z5z7z  # two suits
        win  22346666z,33-3z,44-4z wild=2z forbidden=1z5z7z  # 风一色
        lose 22346666z,33-3z,44-4z wild=2z forbidden=1z5z7z loose_wins=off  # in order they are not
        lose 22346666z,99-9m,44-4z wild=2z forbidden=1z5z7z  # 9m is no honour
        lose 2258m2558p258s,55-5s wild=2z forbidden=1z5z7z loose_wins=off
        lose 2259m2558p258s,55-5s wild=2z forbidden=1z5z7z  # a 9 among them
        lose 123m456p22s,7-89s,7777+p wild=7p forbidden=1z5z7z  # the wild kind is never konged
        lose 123m456p22s,7-89s,77-7p wild=7p forbidden=1z5z7z  # nor claimed
        lose 1111m456p22s,7-89s,77-7p wild=2z forbidden=1z5z7z  # a kong has to be declared
    """,
)
