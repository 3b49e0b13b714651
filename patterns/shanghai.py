"""Shanghai 上海清混碰: four melds and a pair in one suit (honours may join it), or all triplets; or all honours.

The minimum of flowers for a win on a discard 无花果 is not judged: flowers are set aside, and no hand shows them.
Dragons are ordinary tiles. Chi, pung and kong are allowed, kongs are declared; a plain hand 平胡 never wins. Fourteen
honours win in no order at all 乱风向, a declared meld counting three. The city's other game is `shanghai_qiaoma`.

Source: the Shanghai rules of the program open_mahjong_unity (qinghunpeng.py and its tests, after the rule book
上海清混碰规则), the card types of the server cn.worldwalker (ShQhpCardTypeEnum) and a third implementation, 上海敲麻;
all three accept honours in no order. The third offers seven pairs, the first rejects them; none says of them whether
four alike are two pairs, here they are.
"""

from regexhu.blocks import HONORS, kong, loose, meld, no, only, pair, sequence, suits, switch
from regexhu.rules import RuleSet

loose_honors = switch("loose_honors", True, "honours alone win in no order 乱风向")
seven_pairs = switch("seven_pairs", False, "seven pairs win, whatever their suits 七对")

one_suit = suits(1, 1).named("one suit, alone or with honours", "清一色 混一色")
all_triplets = no(sequence).named("triplets and kongs only", "碰碰胡")

standard = 4 * meld + pair & no(kong.undeclared) & (one_suit | all_triplets)
all_honors = loose(14) & only(HONORS).named("honours only", "乱风向")

rules = RuleSet(
    standard | all_honors & loose_honors | 7 * pair & seven_pairs,
    examples="""
        win  123456789m11122z winning_tile=2z discard     # 混一色
        win  11112233456789m winning_tile=9m self_draw    # 清一色: 11 123 123 456 789
        win  55z,1-23m,4-56m,7-89m,11-1z winning_tile=5z discard  # 混一色, one tile in hand
        win  111222m444555p77s                            # 碰碰胡
        win  111z77m,3333+p,22-2s,555=5z                  # 碰碰胡 with kongs
        win  111222333z44455z                             # 全风向: all honours, all triplets
        win  12345671234567z                              # 乱风向
        win  12334455z,66-6z,7777+z                       # 乱风向 beside a claimed triplet and a kong
        lose 12345671234567z loose_honors=off
        lose 1234567123456z1m                             # one tile is no honour
        lose 112233m456p789s11z winning_tile=1z self_draw # melds and a pair, but three suits and sequences
        lose 111222m34444555p winning_tile=5p self_draw   # two suits, and the only split has 345p
        lose 11m666z,1-23m,444=4m,77-7p winning_tile=6z discard  # 1-23m is claimed, 777p a second suit
        lose 1133557799m1133z                             # no seven pairs
        win  1133557799m1133z seven_pairs
        lose 1133557799m33z,11-1z seven_pairs             # seven pairs are closed
        lose 1111234567899m5z                             # no pair
        lose 1111234567899m55z                            # a kong has to be declared
    """,
)
