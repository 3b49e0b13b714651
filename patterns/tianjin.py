"""Tianjin 天津麻将 (津): by self-draw, two wild kinds 混儿, and at least one pattern.

Four melds and a pair; no claimed sequences, kongs are declared. The call gives the wild kinds of the deal: the tile
turned up and the next one. Wild tiles stand for any tile, a fifth of its kind too, in any number; they are never
claimed, but may be a concealed kong. The minimum 起胡 is judged, which is one pattern: no wild tile 素; the winning
tile paired with a wild one, or two wild ones where it is wild itself 混儿吊; it and two wild ones as a meld 双混儿吊;
the winning 5m as the middle of 4m5m6m 捉五; a dragon of three sequences 龙; a concealed kong of wild tiles 金杠; or an
event: kong-draw 杠开, heaven 天胡, earth 地胡.

Source: the Tianjin rule set, its tests and tutorial in the project riichi_advanced, a program in JavaScript, summer
(PlayerCardsInfoTJ, HuWithHun: a drawn wild tile as the 5m), a program in PHP, a simple engine (neither 混儿吊 nor
双混儿吊 will do) and a client's list of wins (七对, 豪华七对).
"""

from regexhu.blocks import (
    at_most_four_alike,
    by_event,
    kong,
    meld,
    no,
    no_wild,
    pair,
    self_draw,
    sequence,
    some,
    switch,
    wild_claimed,
    wild_kong,
    winning_wild,
)
from regexhu.rules import RuleSet

four_alike = switch("four_alike", False, "a wild tile is never a fifth tile of its kind")
seven_pairs = switch("seven_pairs", False, "seven pairs are a form, and pattern enough 七对")
waiting_wild = switch("waiting_wild", True, "混儿吊 and 双混儿吊 will do for the minimum")
wild_5m = switch("wild_5m", False, "a wild tile that is drawn may be the 5m of 捉五")
plain = switch("plain", True, "素 will do for the minimum")

wild_pair = some(pair.won().wild(1)) & ~winning_wild | some(pair.won().wild(2))
wild_meld = some(meld.won().wild(2)) & ~winning_wild | some(meld.won().wild(3))
caught_5m = some(sequence.of("456m").won("5m", wait="middle"))
drawn_as_5m = some(sequence.of("456m").won().wild_as("5m")) & winning_wild
dragon_m = some(sequence.of("123m")) & some(sequence.of("456m")) & some(sequence.of("789m"))
dragon_p = some(sequence.of("123p")) & some(sequence.of("456p")) & some(sequence.of("789p"))
dragon_s = some(sequence.of("123s")) & some(sequence.of("456s")) & some(sequence.of("789s"))

any_pattern = (
    plain & no_wild.named("no wild tile", "素")
    | waiting_wild & wild_pair.named("a wild tile waits for its pair", "混儿吊")
    | waiting_wild & wild_meld.named("two wild tiles wait for a third", "双混儿吊")
    | caught_5m.named("5m caught between 4m and 6m", "捉五")
    | wild_5m & drawn_as_5m.named("a wild tile drawn as the 5m between 4m and 6m", "捉五")
    | (dragon_m | dragon_p | dragon_s).named("dragon", "龙")
    | wild_kong.named("a concealed kong of wild tiles", "金杠")
    | by_event("kong-draw", "heaven", "earth").named("drawn after a kong or at once", "杠开天胡地胡")
)
pattern = any_pattern.named("a pattern for the minimum", "起胡")

rules = RuleSet(
    (4 * meld + pair & pattern | 7 * pair & seven_pairs)
    & self_draw
    & no(sequence.open)
    & no(kong.undeclared)
    & ~wild_claimed
    & (~four_alike | at_most_four_alike),
    wild_copies=None,
    examples="""
        win  456m123p78922s,77-7z wild=1z2z winning_tile=5m self_draw   # 捉五 and 素
        win  123m456p7898s1z,55-5z wild=1z2z winning_tile=8s self_draw  # 混儿吊
        win  5m123p78922s12z,77-7z wild=1z2z winning_tile=5m self_draw  # 双混捉五: wild 4m, 6m
        lose 12m456p78922s1z,77-7z wild=1z2z winning_tile=9s self_draw  # complete, but no pattern
        lose 456m123p78922s,77-7z wild=1z2z winning_tile=5m discard     # no win on a discard
        win  123m456p789s33331z wild=1z2z winning_tile=3z self_draw     # 混儿吊: a fifth 3z
        lose 123m456p789s33331z wild=1z2z winning_tile=3z self_draw four_alike
        lose 1155m2288p3399s77z wild=1z2z winning_tile=7z self_draw     # seven pairs are no form
        win  1155m2288p3399s77z wild=1z2z winning_tile=7z self_draw seven_pairs
        win  123m456p78922s,77-7z wild=1z2z winning_tile=9s self_draw   # 素
        lose 123m456p78922s,77-7z wild=1z2z winning_tile=9s self_draw plain=off
        lose 123m456p7898s1z,55-5z wild=1z2z winning_tile=8s self_draw waiting_wild=off
        lose 123m456p7889s1z,55-5z wild=1z2z winning_tile=1z self_draw  # the wild tile came last
        win  123m456p789s12z,55-5z wild=1z2z winning_tile=2z self_draw  # 混儿吊 by two wild tiles
        win  123m456p88s12z3z,55-5z wild=1z2z winning_tile=3z self_draw # 双混儿吊
        lose 123m456p88s13z2z,55-5z wild=1z2z winning_tile=2z self_draw # 3z was there before
        lose 46m123p78922s1z,77-7z wild=1z2z winning_tile=1z self_draw  # a wild tile as the 5m
        win  46m123p78922s1z,77-7z wild=1z2z winning_tile=1z self_draw wild_5m
        lose 45m123p78922s1z,77-7z wild=1z2z winning_tile=1z self_draw wild_5m  # as the 6m
        win  1235678m99s12z,77-7z wild=1z2z winning_tile=3m self_draw   # 龙: 4m and 9m are wild
        lose 123m56p7899s12z,77-7z wild=1z2z winning_tile=3m self_draw  # three suits make no dragon
        win  12m456p78999s1z,2222+z wild=1z2z winning_tile=9s self_draw # 金杠
        lose 12m456p78999s1z,7777+z wild=1z2z winning_tile=9s self_draw
        win  12m456p78922s1z,77-7z wild=1z2z winning_tile=9s self_draw event=kong-draw  # 杠开
        lose 12m456p78922s1z,77-7z wild=1z2z winning_tile=9s self_draw event=last-tile
        lose 123m456p22s,7-89s,77-7z wild=1z2z winning_tile=2s self_draw  # no chi
        lose 123m456p78922s,11-1z wild=1z2z winning_tile=9s self_draw   # wild tiles are never claimed
        lose 1111m234567p789s55z wild=1z2z winning_tile=9s self_draw    # a kong has to be declared
    """,
)
