"""Shanxi 山西麻将 (晋), the game 扣点 (koudian): the winning tile has to be worth enough.

Four melds and a pair, seven pairs (four alike are two of them), or thirteen orphans, with no condition on suits,
triplets or terminals. A tile is worth its rank, an honour 10: by self-draw the winning tile has to be worth 3 or more,
on a discard 6 or more. The hand has to be declared ready 报听, for which it has to wait on a tile worth 6 or more. No
claimed sequences; kongs are declared.

Source: MIL competition rules 山西麻将（推广）竞赛规则（试行2023版）, sections 2, 3, 5, 7 and 8, published by the
project open_mahjong_unity; thresholds and forms also in the program summer (PlayerCardsInfoKD) and the matrix of
variants of the project yuncheng-mahjong. Thirteen orphans stand in the table of scores alone, so they are a switch.
"""

from regexhu.blocks import (
    discard,
    kong,
    meld,
    no,
    pair,
    ready,
    self_draw,
    sequence,
    switch,
    thirteen_orphans,
    waits_on,
    winning,
)
from regexhu.rules import RuleSet

orphans_win = switch("thirteen_orphans", True, "thirteen orphans are a form 十三幺")
thresholds = switch("thresholds", True, "the winning tile is worth 3 by self-draw, 6 on a discard")
worthy_wait = switch("worthy_wait", True, "the hand waits on a tile worth 6 or more, or can't have been ready")

worth_3 = "3456789mps1234567z"
worth_6 = "6789mps1234567z"

standard = 4 * meld + pair & no(kong.undeclared) & no(sequence.open)
seven_pairs = 7 * pair
complete = RuleSet(standard | seven_pairs | thirteen_orphans)

worth_enough = (self_draw & winning(worth_3) | discard & winning(worth_6)).named("winning tile worth enough", "扣点")
could_be_ready = waits_on(worth_6, by=complete).named("waits on a tile worth 6 or more", "可报听")

rules = RuleSet(
    (standard | seven_pairs | thirteen_orphans & orphans_win)
    & ready
    & (~thresholds | worth_enough)
    & (~worthy_wait | could_be_ready),
    examples="""
        win  123m456p78922s,77-7z winning_tile=9s discard ready    # 9 points
        win  1199m2288p3377s44z winning_tile=4z discard ready      # seven pairs, an honour is worth 10
        win  11123467899p,55-5p winning_tile=9p discard ready      # one suit: 111 234 678 99 beside 555
        lose 345m456p78922s,77-7z winning_tile=3m discard ready    # 3 is less than 6
        win  345m456p78922s,77-7z winning_tile=3m self_draw ready  # enough by self-draw, and 6m would do too
        lose 123m456p22s,7-89s,77-7z winning_tile=2s self_draw ready  # no chi
        lose 123m456p1789s2244z winning_tile=9s self_draw ready    # two pairs and a single tile
        lose 123m456p78922s,77-7z winning_tile=9s discard ready=off  # not declared ready
        lose 123m456p78922s,77-7z winning_tile=2s self_draw ready  # 2 is never enough
        win  123m456p78966s,77-7z winning_tile=6s discard ready thresholds=off
        lose 345m456p78922s,77-7z winning_tile=5p discard ready
        win  345m456p78922s,77-7z winning_tile=3m discard ready thresholds=off
        lose 345m123p78922s,77-7z winning_tile=4m self_draw ready  # 4m is all it waited on
        win  345m123p78922s,77-7z winning_tile=4m self_draw ready worthy_wait=off
        lose 345m123p78922s,77-7z winning_tile=4m discard ready worthy_wait=off
        win  19m19p19s12345677z winning_tile=7z discard ready      # thirteen orphans
        lose 19m19p19s12345677z winning_tile=7z discard ready thirteen_orphans=off
        lose 19m19p19s12345677z winning_tile=1m self_draw ready    # 1 is never enough
        win  5555m3344p556699s winning_tile=9s discard ready       # four alike are two pairs
        lose 1111m234567p789s55z winning_tile=9s discard ready     # a kong has to be declared
        win  234567p789s55z,1111+m winning_tile=9s discard ready
    """,
)
