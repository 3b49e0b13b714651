"""Shanghai Qiaoma 上海敲麻: four melds and a pair of any kind, once the hand has been declared ready 敲.

The minimum of flowers for hands without a fan is not judged: flowers are set aside, so no hand shows them, and dragons
are flowers here. Played with the three suits and the winds. Chi, pung and kong are allowed, kongs are declared.

Source: MIL 上海麻将（推广）竞赛规则（试行2024版）, articles 7 to 9, as the program open_mahjong_unity implements it
(qiaoma.py and its tests). Its rules for a win are the defaults. Another implementation, 上海敲麻, lets winds win in no
order too; a Java server knows neither chi nor a win on a discard.
"""

from regexhu.blocks import WINDS, kong, loose, meld, no, only, pair, ready, self_draw, sequence, switch
from regexhu.rules import RuleSet

chi = switch("chi", True, "sequences may be claimed 吃")
self_draw_only = switch("self_draw_only", False, "only a self-drawn tile wins 自摸胡")
loose_honors = switch("loose_honors", False, "winds alone win in no order 风一色")

standard = 4 * meld + pair & no(kong.undeclared) & (chi | no(sequence.open))
all_winds = loose(14) & only(WINDS)

rules = RuleSet(
    ready & (~self_draw_only | self_draw) & (standard | all_winds & loose_honors),
    tiles="123456789mps1234z",
    examples="""
        win  123789m123p123s22z ready winning_tile=2z discard
        win  11m456p,1-23m,222-2z,7777+s ready            # melds of every kind
        lose 123789m123p123s22z ready=off                 # not declared ready
        lose 123789m123p123s55z ready winning_tile=5z discard  # the white dragon is a flower
        lose 11m456p,1-23m,22-2z,7777+s ready chi=off
        win  11m345666p,22-2z,7777+s ready chi=off        # sequences of one's own stay
        lose 123789m123p123s22z ready discard self_draw_only
        win  123789m123p123s22z ready self_draw self_draw_only
        lose 1133557799m1122z ready                       # no seven pairs
        lose 11112223334444z ready
        win  11112223334444z ready loose_honors           # fourteen winds
        lose 1111234567899m22z ready                      # a kong has to be declared
    """,
)
