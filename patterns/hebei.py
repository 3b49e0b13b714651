"""Hebei 河北麻将 (冀): any complete hand wins 推倒胡, Shijiazhuang 石家庄 among its rooms.

Four melds and one pair, without claimed sequences; seven pairs (four alike are two of them); thirteen orphans. No
minimum of points is judged. What rooms add stands as switches. The wild kind 混儿 of a deal, if there is one, is given
in the call: the tile after the one turned up. A wild tile counts as the tile that it stands for.

Source: running game code of several publishers: a Go package of a Hebei game (forms, multipliers, wild tile), the rule
page of QQ Games, the Shijiazhuang, Cangzhou, Baoding and Hengshui rooms of the "gfplay" server (chi, 缺一门, 打八张),
a Shijiazhuang engine in Lua (winds off, 报听), and the Hebei part of a rule-design document.
"""

from regexhu.blocks import (
    HONORS,
    SUITED,
    at_least,
    at_most,
    distinct,
    kong,
    meld,
    no,
    only,
    pair,
    ready,
    self_draw,
    sequence,
    single,
    suits,
    switch,
    thirteen_orphans,
)
from regexhu.rules import RuleSet

chi = switch("chi", False, "sequences may be claimed 可吃牌")
winds = switch("winds", True, "played with winds and dragons, 136 tiles 带风")
dragon_run = switch("dragon_run", False, "the three dragons make a sequence 中发白")
missing_suit = switch("missing_suit", False, "at most two of the three suits 缺一门")
eight_tiles = switch("eight_tiles", False, "at least eight tiles of one suit, or of honours 打八张")
must_be_ready = switch("must_be_ready", False, "the hand has to be declared ready 报听")
self_draw_only = switch("self_draw_only", False, "no win on a discard 自摸胡")

eight_alike = at_least(8, "123456789m") | at_least(8, "123456789p") | at_least(8, "123456789s") | at_least(8, HONORS)
twice_each = at_most(2, single.of("5z")) & at_most(2, single.of("6z")) & at_most(2, single.of("7z"))

structure = 4 * meld + pair
with_one_run = 3 * meld + pair + 3 * single.of("567z") & distinct(single)
with_two_runs = 2 * meld + pair + 6 * single.of("567z") & twice_each  # three are three triplets
melded = (structure | dragon_run & (with_one_run | with_two_runs)) & no(kong.undeclared) & (chi | no(sequence.open))
seven_pairs = 7 * pair

room = (
    (winds | only(SUITED))
    & (~missing_suit | suits(0, 2).named("at most two suits", "缺一门"))
    & (~eight_tiles | eight_alike.named("eight tiles of one suit or of honours", "打八张"))
    & (~must_be_ready | ready)
    & (~self_draw_only | self_draw)
)

rules = RuleSet(
    (melded | seven_pairs | thirteen_orphans) & room,
    examples="""
        win  123m456p78922s,77-7z winning_tile=9s discard  # any complete hand
        win  19m19p19s12345677z winning_tile=7z     # thirteen orphans
        win  123456789m55s,33-3p winning_tile=9m    # a straight 一条龙
        lose 123m456p22s,7-89s,77-7z winning_tile=2s  # no chi
        win  123m456p22s,7-89s,77-7z winning_tile=2s chi
        lose 198m19p19s1234567z winning_tile=8m     # 8m is no orphan, and none lies twice
        lose 123m456p78922s,77-7z winning_tile=9s missing_suit  # three suits
        win  12345699m789p,33-3z winning_tile=9p eight_tiles  # eight characters
        lose 123m456p789s11122z eight_tiles         # five honours are the most
        win  123m11122244455z eight_tiles           # eleven honours
        win  5555m3344p556699s                      # seven pairs, four alike are two of them
        lose 5555m3344p55669s                       # thirteen tiles
        lose 1111m234567p789s55z                    # a kong has to be declared
        win  234567p789s55z,1111+m
        lose 123m456p78921s,77-7z                   # 21s is no pair
        lose 123m456p78922s,77-7z winds=off
        win  123m456p78922s,77-7p winds=off
        lose 19m19p19s12345677z winds=off
        win  123456789m55p,33-3p missing_suit       # honours are no suit, two are enough
        lose 19m19p19s12345677z missing_suit
        lose 123m456p78922s567z                     # dragons make no sequence
        win  123m456p78922s567z dragon_run
        win  123m78922s556677z dragon_run           # two of them
        lose 123m78922s555667z dragon_run
        lose 123m456p78922s123z dragon_run          # winds make none
        win  123m456p78922s,77-7z must_be_ready ready
        lose 123m456p78922s,77-7z must_be_ready ready=off
        win  123m456p78922s,77-7z self_draw_only self_draw
        lose 123m456p78922s,77-7z self_draw_only discard
        win  124m456p78922s,77-7z wild=4m           # 4m as 3m
    """,
)
