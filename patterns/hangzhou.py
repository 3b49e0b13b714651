"""Hangzhou 杭州麻将 (浙): self-draw, and the white dragon 财神 stands for any tile.

Four melds and a pair, or seven pairs (four alike are two of them), won by self-draw alone; any such hand will do,
since there is no minimum of points (平和). Whites are always wild, as themselves too, may be a fifth tile of a kind,
and are never claimed or konged. The hand could win on any tile 爆头 if four melds, or six pairs, lay beside a white
before the draw: the pair holds a white, and the winning tile or, where that is a white itself, another one.

Not judged: Ten winds 十风 and drifting whites 财飘, which lie in the discards.

Source: MIL competition rules 杭州麻将（推广）竞赛规则（试行2025版）, sections 2, 3, 5, 7 and 8, and their reference
implementation in the project open_mahjong_unity; the platform rules of the 2026 AI contest (at most two claimed
sequences, 有财必拷), and an app's rules (a discard wins in the third term 三老).
"""

from regexhu.blocks import (
    at_most,
    at_most_four_alike,
    kong,
    meld,
    no,
    no_wild,
    pair,
    self_draw,
    sequence,
    some,
    switch,
    winning,
)
from regexhu.rules import RuleSet

four_alike = switch("four_alike", False, "a wild tile is never a fifth tile of its kind")
third_term = switch("third_term", False, "the dealer's third term in a row: a discard wins too 三老")
two_sequences = switch("two_sequences", False, "at most two claimed sequences 吃两摊")
any_tile_or_no_white = switch("any_tile_or_no_white", False, "with a white, only if any tile would do 有财必拷")

white_and_the_winning_tile = some(pair.won().wild(1)) & ~winning("5z") | some(pair.won().wild(2))
any_tile_wins = white_and_the_winning_tile.named("any tile completes the hand", "爆头")

melds = 4 * meld + pair & no(kong.undeclared) & no(meld.declared.touching("5z"))
seven_pairs = 7 * pair

rules = RuleSet(
    (melds | seven_pairs)
    & (self_draw | third_term)
    & (~four_alike | at_most_four_alike)
    & (~two_sequences | at_most(2, sequence.open))
    & (~any_tile_or_no_white | no_wild | any_tile_wins),
    wild="5z",
    wild_copies=None,
    examples="""
        win  123456m123p123s66z winning_tile=6z self_draw    # four melds and a pair, without a white
        win  1144m1144p1144s51z winning_tile=1z self_draw    # seven pairs, the white with the East
        win  1144m1144p1144s55z winning_tile=5z self_draw    # two whites are the seventh pair
        win  123m456p789s15551z winning_tile=1z self_draw    # three whites are the fourth meld
        win  123m456p789s11115z winning_tile=1z self_draw    # the white is a fifth East
        lose 123m456p789s11115z winning_tile=1z self_draw four_alike
        lose 147m258p369s12354z winning_tile=4z self_draw    # one white can't mend this
        lose 1133m5577p229s,11-1z winning_tile=9s self_draw  # seven pairs are closed
        lose 135m135p135s12346z winning_tile=6z self_draw    # no melds, no whites
        lose 123456m123p123s66z winning_tile=6z discard      # no win on a discard
        win  123456m123p123s66z winning_tile=6z discard third_term
        lose 12399m456p789s,55-5z self_draw                  # whites are never claimed
        lose 12399m456p789s,5555+z self_draw                 # nor konged
        lose 1111m234567p789s66z self_draw                   # a kong has to be declared
        win  234567p789s66z,1111+m self_draw
        win  123m66z,4-56m,1-23p,1-23s self_draw             # three claimed sequences
        lose 123m,4-56m,1-23p,1-23s66z self_draw two_sequences
        win  123456m66z,1-23p,1-23s self_draw two_sequences
        win  12m456p789s111225z winning_tile=2z self_draw    # the white is 3m
        lose 12m456p789s111225z winning_tile=2z self_draw any_tile_or_no_white  # only 2z would do
        win  123456m123p123s66z winning_tile=6z self_draw any_tile_or_no_white  # no white
        win  1144m1144p1144s51z winning_tile=1z self_draw any_tile_or_no_white  # six pairs and a white
        win  123m456p789s11155z winning_tile=5z self_draw any_tile_or_no_white  # four melds and a white
        lose 123m456p789s11125z winning_tile=5z self_draw any_tile_or_no_white  # the white came last
    """,
)
