"""The classes of groups that shapes and conditions are made of."""

from __future__ import annotations

from regexhu.syntax.groups import GroupClass
from regexhu.syntax.terms import Term

sequence = GroupClass((Term("sequence"),), "sequence")
"""Three tiles of a suit in a row 顺子.

>>> from regexhu.rules import RuleSet
>>> RuleSet(4 * sequence + pair).is_win("123m456p123789s22z")
True
>>> RuleSet(4 * sequence + pair).is_win("123m456p789s11122z")
False
"""


triplet = GroupClass((Term("triplet"),), "triplet")
"""Three tiles alike 刻子.

>>> from regexhu.rules import RuleSet
>>> RuleSet(4 * triplet + pair).is_win("111m222p333s44455z")
True
>>> RuleSet(4 * triplet + pair).is_win("123m456p789s11122z")
False
"""


kong = GroupClass((Term("kong"),), "kong")
"""Four tiles alike 杠, declared or not; a hand holds one tile more for each.

>>> from regexhu.rules import RuleSet
>>> RuleSet(3 * sequence + kong + pair).is_win("123m456p789s22z,1111+z")
True
>>> RuleSet(3 * sequence + kong + pair).is_win("123m456p789s11122z")
False
"""


pair = GroupClass((Term("pair"),), "pair")
"""Two tiles alike 对子.

>>> from regexhu.rules import RuleSet
>>> RuleSet(7 * pair).is_win("1133m5577p2299s55z")
True
>>> RuleSet(7 * pair).is_win("123m456p789s11122z")
False
"""


single = GroupClass((Term("single"),), "single")
"""One tile by itself 单张.

>>> from regexhu.rules import RuleSet
>>> RuleSet(14 * single & distinct(single)).is_win("147m258p369s12345z")
True
>>> RuleSet(14 * single & distinct(single)).is_win("123m456p789s11122z")
False
"""


meld = GroupClass((sequence | triplet | kong).terms, "meld")
"""A sequence, a triplet or a kong 面子.

>>> from regexhu.rules import RuleSet
>>> RuleSet(4 * meld + pair).is_win("123m456p789s11122z")
True
>>> RuleSet(4 * meld + pair).is_win("1133m5577p2299s55z")
False
"""
