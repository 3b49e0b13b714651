"""Xi'an 西安麻将 (秦): melds without chi and a pair in the three suits, with the switches of Shaanxi 陕西.

Four melds and one pair of 108 suited tiles, sequences only concealed; it need not be opened. No minimum of points is
judged. Red dragons that are wild 红中癞子 are given in the call: `wild="7z"`; they may stand for any tile, and for
themselves only with winds. `xian?pair_258` is the common preset with 258硬将.

Source: game code that agrees on the list of switches: Java constants of a Shaanxi game, a C# win logic and its
settings (pair of 2, 5 or 8, seven pairs), Lua clients (缺一门), a JavaScript server, the "gfplay" Shaanxi class in PHP
(只炸不胡), method descriptions with the plain 108 tiles, and an option dictionary.
"""

from regexhu.blocks import HONORS, SUITED, kong, meld, no, only, pair, self_draw, sequence, some, suits, switch
from regexhu.rules import RuleSet

winds = switch("winds", False, "played with winds and dragons too, 136 tiles 带风")
seven_pairs = switch("seven_pairs", False, "seven pairs may win, four alike are two of them 可胡七对")
pair_258 = switch("pair_258", False, "the pair has to be 2, 5 or 8, one of them among seven pairs 258硬将")
honour_pair_ok = switch("honour_pair_ok", False, "with pair_258: a pair of honours will do in four melds and a pair")
missing_suit = switch("missing_suit", False, "at most two of the three suits 缺一门")
self_draw_only = switch("self_draw_only", False, "no win on a discard 只炸不胡")

a_258_pair = some(pair.of("258mps")).named("a pair of 2, 5 or 8", "258将")
an_honour_pair = honour_pair_ok & some(pair.of(HONORS))

structure = 4 * meld + pair & no(kong.undeclared) & no(sequence.open) & (~pair_258 | a_258_pair | an_honour_pair)
pairs = 7 * pair & seven_pairs & (~pair_258 | a_258_pair)
room = (
    (winds | only(SUITED))
    & (~missing_suit | suits(0, 2).named("at most two suits", "缺一门"))
    & (~self_draw_only | self_draw)
)

rules = RuleSet(
    (structure | pairs) & room,
    examples="""
        win  123m456p78922s,77-7p winning_tile=9s discard  # plain
        win  345m678m22p,9999+s,11-1p winning_tile=8m      # a concealed kong and an open pung
        win  123m456p78922s,77-7p winning_tile=9s pair_258  # pair 2s
        win  1122m3355p669988s winning_tile=8s seven_pairs
        lose 123m456p78933s,77-7p winning_tile=9s pair_258  # pair 3s
        win  123m456p78933s,77-7p winning_tile=9s
        lose 123m456p78922s,77-7p winning_tile=9s missing_suit  # three suits
        lose 123m45677p122789s winning_tile=1s             # two pairs and a single are left over
        lose 1133m4466p779966s winning_tile=6s seven_pairs pair_258  # no pair of 2, 5 or 8
        win  1133m4466p779966s winning_tile=6s seven_pairs
        win  1122m3355p669988s winning_tile=8s seven_pairs pair_258
        lose 1122m3355p669988s                             # seven pairs are off
        win  2222m3355p669988s seven_pairs                 # four alike are two pairs
        lose 123m456p22s,7-89s,77-7p                       # no chi
        lose 123m45677p789s2222s                           # a kong has to be declared
        win  123m456p22s,9999-s,77-7p
        lose 123m456p78922s,77-7z                          # no honours
        win  123m456p78922s,77-7z winds
        lose 123m456p789s11122z winds pair_258             # an honour pair is no 2, 5 or 8
        win  123m456p789s11122z winds pair_258 honour_pair_ok
        win  123456p78922s,77-7p missing_suit
        win  123m456p78922s,77-7p self_draw_only self_draw
        lose 123m456p78922s,77-7p self_draw_only discard
        win  127m456p78922s,77-7p wild=7m
        win  12m456p78922s7z,77-7p wild=7z                 # 红中癞子: 7z as 3m
        win  123m456p78s2s77z,77-7p wild=7z pair_258       # 7z as 9s and as 2s
        lose 12m456p78922s7z,77-7p                         # without, 7z is no tile of the game
    """,
)
