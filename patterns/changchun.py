"""Changchun 长春麻将 (吉): three suits, a terminal or honour, and a triplet 三门齐 带幺九 至少一刻.

Four melds and one pair, or seven pairs (four alike that are not declared as a kong are two of them). All three suits
and a 1, a 9 or an honour; in four melds and a pair also a triplet, a kong or a pair of dragons. A hand with a claimed
sequence keeps more than one concealed tile. It need be neither opened nor declared ready. No minimum of points is
judged. The special kongs of different tiles 幺杠 九杠 旋风杠 喜杠 are left out: the notation has no such melds.

Source: 长春麻将（推广）竞赛规则 (trial edition 2024) of the International Mahjong League, sections 2, 5.4, 7.1 and 8.1;
for the switches two app implementations of Changchun (opening, seven pairs, dragons, terminals) and a text on the
rules of Yingkou 营口 (suits).
"""

from regexhu.blocks import HONORS, TERMINALS, at_most, has, kong, meld, no, pair, sequence, some, suits, switch, triplet
from regexhu.rules import RuleSet

must_open = switch("must_open", False, "at least one meld has to be open, but for seven pairs 开门")
seven_pairs = switch("seven_pairs", True, "seven pairs may win 七对")
dragon_pair = switch("dragon_pair", True, "a pair of dragons passes for the triplet 中发白将")
honours_count = switch("honours_count", True, "an honour passes for the terminal 字牌算幺九")
lone_suit = switch("lone_suit", False, "one suit alone, or none, may win as well: only two suits lose")

three_suits = (suits(3) | lone_suit & suits(0, 1)).named("all three suits", "三门齐")
a_terminal = (has(TERMINALS) | honours_count & has(HONORS)).named("a terminal or honour", "带幺九")
a_triplet = (some(triplet | kong) | dragon_pair & some(pair.of("567z"))).named("a triplet or dragon pair", "至少一刻")
not_down_to_one = (no(sequence.open) | at_most(3, meld.open)).named("no chi with four open melds", "吃牌不手把一")
opened = ~must_open | some(meld.open)

structure = 4 * meld + pair & no(kong.undeclared) & a_triplet & not_down_to_one & opened

rules = RuleSet(
    (structure | 7 * pair & seven_pairs) & three_suits & a_terminal,
    examples="""
        win  123m456p789s11155z winning_tile=9s     # closed; the triplet is east; three suits
        win  1122m3344p556699s winning_tile=9s      # seven pairs; 1m and 9s; three suits
        win  345m678p22s,1111+z,5-67s winning_tile=8p  # a concealed kong is triplet and honour
        lose 123456789m111p55z winning_tile=1p      # no bamboo
        lose 123456m234p678s11z winning_tile=1z     # a pair of winds does not replace the triplet
        lose 1122334455m66p77z winning_tile=7z      # seven pairs, but bamboo is missing
        win  99s,11-1m,44-4p,77-7m,55-5z winning_tile=9s  # four open pungs may leave one tile
        lose 99s,1-23m,44-4p,77-7m,55-5z winning_tile=9s  # a chi and four open melds may not
        win  99s,1-23m,44-4p,77-7m,5555+z           # a concealed kong counts as concealed tiles
        win  123456m234p678s55z                     # a pair of dragons does
        lose 123456m234p678s55z dragon_pair=off
        lose 234m567p345s22266m                     # no 1, 9 or honour
        win  234m567p345s22255z                     # honours for the terminal, the triplet among them
        lose 234m567p345s22255z honours_count=off
        lose 234m567p345s222m11z honours_count=off
        win  234m567p345s222m11z
        win  1111m3344p556699s                      # four alike are two pairs
        lose 3344m3344p556688s                      # seven pairs need a terminal too
        lose 1122m3344p556699s seven_pairs=off
        lose 123m456p789s111155z                    # a kong has to be declared
        win  123m456p789s55z,1111+z
        lose 123m456p789s11155z must_open
        win  123m456p11155z,7-89s must_open
        win  1122m3344p556699s must_open
        lose 123456789m111p55z lone_suit            # two suits
        win  123456789m11155z lone_suit             # one suit
        lose 123456789m11155z
        win  11122233344455z lone_suit              # no suit
        lose 19m19p19s12345677z                     # thirteen orphans are no form here
    """,
)
