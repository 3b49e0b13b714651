"""Sichuan 四川血战到底: four melds and a pair or seven pairs, of at most two suits.

There is no minimum of fan: a plain hand wins. Three suits; no chi; kongs are declared; in seven pairs four tiles alike
are two pairs. Where each player declares the suit to be without 定缺, switch `declared_void` on and give that suit as
`forbidden="123456789s"`; the form for two against two has no such declaration, and neither has the default.

Source: MIL 四川麻将（SBR）竞赛规则（试行2025版）, articles 6, 7, 9 and 10 and the annex for two against two. Local fans
(龙七对, 将对, 全幺九 …) change what a hand is worth, not whether it wins.
"""

from regexhu.blocks import kong, meld, no, no_forbidden, pair, sequence, suits, switch
from regexhu.rules import RuleSet

declared_void = switch("declared_void", False, "the hand holds no tile of the suit declared void 定缺")

a_suit_missing = suits(1, 2).named("at most two suits", "缺一门")
void_kept = ~declared_void | no_forbidden

standard = 4 * meld + pair & no(sequence.open) & no(kong.undeclared)
seven_pairs = 7 * pair

rules = RuleSet(
    a_suit_missing & void_kept & (standard | seven_pairs),
    tiles="123456789mps",
    examples="""
        win  12345556789m123p winning_tile=3p discard     # two suits, plain
        win  12345556789m123m                             # one suit 清一色
        win  1111m22335577p88p winning_tile=8p self_draw  # 七对, four alike as two pairs
        win  99m,11-1m,33-3m,55-5p,77-7p winning_tile=9m discard  # 金钩钓
        win  234m99p,1111+m,3-333p,555=5p                 # kongs of every kind
        win  12345556789m123p declared_void forbidden=123456789s
        lose 12345556789m123p declared_void forbidden=123456789p  # dots were declared void
        lose 456p789s11223355m winning_tile=5m self_draw  # complete, but three suits
        lose 1122m3355p778899s                            # so are these pairs
        lose 12345678955m,1-23p winning_tile=5m discard   # no chi
        lose 1122335588m9p,11-1p winning_tile=9p self_draw # pairs beside a claimed triplet
        lose 123456789m11122z                             # no honours
        lose 1111234678m55p456p                           # a kong has to be declared
    """,
)
