"""Changsha 长沙: a small win with a pair of 2, 5 or 8, or a big win without one.

Small win 小胡: four melds and a pair of 2, 5 or 8. Big wins 大胡, with any pair: all triplets, one suit, four claimed
melds, seven pairs (four tiles alike are two pairs), all tiles of 2, 5 and 8 in no order at all, and a win by an event.
There is no minimum beyond that. Three suits; chi, pung and kong are allowed, kongs are declared. An `event` is 天胡,
地胡, 海底, 杠上开花, 杠上炮 or 抢杠胡; name none for the tile drawn after a mere supplement 补张. Wins on the tiles
dealt 起手胡 are paid on the side and not judged.

Source: 长沙麻将经典双鸟规则书 of 2026-07-09, sections 1 to 7, which two implementations follow: the program
open_mahjong_unity (changsha_hepai_check.py) and a React game, whose 全求人 is for discards only. At some tables an
event multiplies and does no more, at some all 2, 5 and 8 have to be melds and a pair, or seven pairs.
"""

from regexhu.blocks import discard, event, exactly, kong, loose, meld, no, only, pair, sequence, some, suits, switch
from regexhu.rules import RuleSet

event_waives_258 = switch("event_waives_258", True, "a win by an event is a big win, with any pair")
jiangjiang_structured = switch("jiangjiang_structured", False, "all 2, 5 and 8 need melds and a pair 将将胡")
quanqiuren_on_discard = switch("quanqiuren_on_discard", False, "four claimed melds count on a discard only 全求人")

pair_of_258 = some(pair.of("258mps")).named("the pair is 2, 5 or 8", "二五八将")
all_triplets = no(sequence).named("triplets and kongs only", "碰碰胡")
one_suit = suits(1, 1).named("one suit", "清一色")
all_claimed = exactly(4, meld.open).named("four claimed melds", "全求人") & (~quanqiuren_on_discard | discard)

small_or_big = pair_of_258 | all_triplets | one_suit | all_claimed | event & event_waives_258

standard = 4 * meld + pair & no(kong.undeclared) & small_or_big
seven_pairs = 7 * pair
all_258 = loose(14) & only("258mps").named("tiles of 2, 5 and 8 only", "将将胡")

rules = RuleSet(
    standard | seven_pairs | all_258 & ~jiangjiang_structured,
    tiles="123456789mps",
    examples="""
        win  122334m345p789s22p winning_tile=2p discard   # the rule book's own small win
        lose 122334m345p789s33p                           # its pair is 3p
        win  122334m345p789s33p event=kong-draw           # 杠上开花
        lose 122334m345p789s33p event=kong-draw event_waives_258=off
        win  333p444666s11199m winning_tile=9m discard    # 碰碰胡, any pair
        lose 345p444666s11199m                            # a sequence among them
        win  12345678999m,1-23m                           # 清一色, any pair
        win  1133m4466p117799s winning_tile=9s discard    # 七小对
        win  1111m4466p117799s                            # 豪华七小对
        win  2225588m2558p258s winning_tile=8s discard    # 将将胡
        lose 2225588m2558p258s jiangjiang_structured
        win  22588m255p,88-8s,2222+s                      # 将将胡 beside a claimed triplet and a kong
        lose 2225588m2558p259s                            # 9s is not 2, 5 or 8
        win  99m,1-23p,4-56p,77-7s,2-34s winning_tile=9m discard  # 全求人
        win  99m,1-23p,4-56p,77-7s,2-34s self_draw        # by self-draw too
        lose 99m,1-23p,4-56p,77-7s,2-34s self_draw quanqiuren_on_discard
        win  99m,1-23p,4-56p,77-7s,2-34s discard quanqiuren_on_discard
        lose 99m,1-23p,4-56p,7777+s,2-34s                 # a concealed kong is not claimed
        lose 1133557799m8s,22-2p winning_tile=8s discard  # pairs beside a claimed triplet
        lose 22123456789m111z winning_tile=1z discard     # honours are not in the set
        lose 1111234678m55p456s                           # a kong has to be declared
    """,
)
