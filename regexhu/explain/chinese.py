"""The words of patterns and tiles in Chinese. A name that an author gave a block stays the author's.

>>> from regexhu.blocks import at_least, kong, meld, pair, triplet
>>> chinese(4 * meld + pair & at_least(1, triplet | kong))
'4个面子加1个对子，且至少1个刻子或杠'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from regexhu.hands.tiles import (
    ALL,
    BAMBOO,
    CHARACTERS,
    DOTS,
    DRAGONS,
    HONOR_NAMES,
    HONORS,
    SIMPLES,
    SUIT_NAMES,
    SUITED,
    TERMINALS,
    WINDS,
    TileSet,
)
from regexhu.syntax.counts import Count, Groups, Matches, Measure, Repeats, Substitutes, Surplus, Tiles
from regexhu.syntax.facts import (
    Event,
    NoForbidden,
    NoWild,
    Switch,
    WaitsOn,
    WildAmong,
    WildClaimed,
    WildKong,
    Winning,
    WinningWild,
    Word,
)
from regexhu.syntax.groups import GroupClass, with_melds
from regexhu.syntax.shapes import Shape
from regexhu.syntax.terms import DECLARED, HIDDEN, OPEN, Term
from regexhu.syntax.tree import Always, And, Named, Never, Not, Or, Pattern

GROUPS = {"sequence": "顺子", "triplet": "刻子", "kong": "杠", "pair": "对子", "single": "单张", "meld": "面子"}
_CAME = {OPEN: "明", DECLARED: "亮出的", HIDDEN: "暗", ",": "手中的", "+": "亮出的暗", "": "又明又暗的"}
_WAITS = {"middle": "嵌张", "edge": "边张", "side": "两面"}
_WORDS = {"self-draw": "自摸", "discard": "点炮", "ready": "报听", "event": "特殊和牌"}
_SETS = {
    CHARACTERS: "万子",
    DOTS: "筒子",
    BAMBOO: "条子",
    SUITED: "数牌",
    WINDS: "风牌",
    DRAGONS: "箭牌",
    HONORS: "字牌",
    TERMINALS: "幺九牌",
    TERMINALS | HONORS: "幺九字牌",
    SIMPLES: "中张牌",
}

PHRASES = {
    "wins": "和牌",
    "does not win": "不和",
    "one of {} forms": "{}种牌型之一",
    "the nearest": "最接近的",
    "here": "现有",
    "here none": "现有无",
    "told: {}; asked: {}": "已知：{}；要求：{}",
    "; here": "；现有",
    "not {}": "并非{}",
    ", ": "、",
    "won by self-draw": "自摸",
    "won on a discard": "点炮",
    "declared ready": "已报听",
    "not declared ready": "未报听",
    "event {}": "事件 {}",
    "no event": "无特殊事件",
    "winning tile {}": "和{}",
    "wild {}": "百搭牌{}",
    "nothing wild": "无百搭牌",
    "forbidden {}": "禁牌{}",
    "nothing forbidden": "无禁牌",
    "the switches leave no form": "选项没有留下任何牌型",
    "it would win if told: {}": "若为{}则和牌",
    "here {}": "现有{}",
    "here {} wild tiles alike": "现有{}张相同的百搭牌",
    "lacks {}": "缺{}",
    ", left over {}": "，剩下{}",
    "{} meld{} and {} pair{}": "{0}个面子和{2}个对子",
    "{} tile{} from a win": "差{0}张",
    "draw {}": "摸{}",
    "exchange {} for {}": "用{}换{}",
    "claimed": "明",
    "added": "补",
    "concealed": "暗",
    "{} wins": "和{}",
    "source": "出处",
    "tiles": "用牌",
    "win": "规则",
    "switches": "选项",
    "facts": "须说明的情况",
    "events": "特殊和牌",
    "{} is on": "选项 {} 打开",
    "{} is off": "选项 {} 关闭",
    "{} times": "{}次",
    "on": "开",
    "off": "关",
    "all of": "条件全部成立",
    "one of": "以下之一",
    "not": "并非",
}
"""What is said of verdicts and rule sets, English to Chinese."""


def chinese(pattern: Pattern) -> str:
    """What the pattern says, in Chinese; a class of pattern that an author wrote says its own words."""
    say = _SAID.get(type(pattern))
    return pattern.words if say is None else say(pattern)


def _all(pattern: And) -> str:
    each = [part.of.tiles for part in pattern.parts if _is_one_kind(part)]  # type: ignore[attr-defined]
    if len(each) == len(pattern.parts):
        return f"每种{set_name(TileSet(kind for kinds in each for kind in kinds))}都有"
    return "，且".join(map(chinese, pattern.parts))


def _is_one_kind(part: Pattern) -> bool:
    return isinstance(part, Count) and isinstance(part.of, Tiles) and len(part.of.tiles) == part.least == 1


def _tiles(count: Count, tiles: TileSet) -> str:
    if tiles == ALL:
        return f"{_bounds(count)}张牌"
    if count.most == 0:
        return f"不含{set_name(tiles)}" if len(tiles) <= len(ALL) // 2 else f"只用{set_name(~tiles)}"
    return f"有{set_name(tiles)}" if (count.least, count.most) == (1, None) else f"{_bounds(count)}张{set_name(tiles)}"


def _groups(count: Count, groups: GroupClass) -> str:
    if count.most == 0:
        return f"每组都是{class_name(groups.outside)}" if groups.outside is not None else f"没有{class_name(groups)}"
    return f"{_bounds(count)}个{class_name(groups)}"


_COUNTED: Mapping[type[Measure], Callable[[Count, Any], str]] = {
    Tiles: lambda count, of: _tiles(count, of.tiles),
    Groups: lambda count, of: _groups(count, of.of),
    Repeats: lambda count, of: f"{class_name(of.of)}各不相同",
    Surplus: lambda count, of: f"{'有百搭牌代替的' if of.among == 'helped' else ''}同种牌最多{of.copies}张",
    Substitutes: lambda count, of: f"{_bounds(count)}张百搭牌代替别的牌",
}

_SAID: Mapping[type[Pattern], Callable[[Any], str]] = {
    Named: lambda named: named.local or (chinese(named.part) if named.code else named.name),
    And: _all,
    Or: lambda either: "，或".join(map(chinese, either.parts)),
    Not: lambda negation: f"并非{chinese(negation.part)}",
    Count: lambda count: _COUNTED[type(count.of)](count, count.of),
    GroupClass: lambda groups: class_name(groups),
    Shape: lambda shape: "加".join(f"{times}个{class_name(groups)}" for times, groups in shape.terms),
    Word: lambda word: _WORDS[word.word],
    Winning: lambda fact: f"和{set_name(fact.tiles)}",
    NoForbidden: lambda fact: "不含禁牌",
    NoWild: lambda fact: "不含百搭牌",
    WildKong: lambda fact: "亮出百搭杠",
    WildClaimed: lambda fact: "明副露含百搭牌",
    WinningWild: lambda fact: "和百搭牌",
    Event: lambda fact: f"以{'或'.join(fact.names)}和牌",
    WildAmong: lambda fact: f"百搭牌属于{set_name(fact.tiles)}",
    WaitsOn: lambda fact: f"听{set_name(fact.tiles)}",
    Switch: lambda switch: f"选项 {switch.name}",
    Matches: lambda own: f"符合正则 {own.text}",
    Always: lambda _: "总是成立",
    Never: lambda _: "从不成立",
}
"""What each class of pattern of the library says."""


def _bounds(count: Count) -> str:
    least, most = count.least, count.most
    if most is None:
        return f"至少{least}"
    return f"最多{most}" if not least else f"恰好{least}" if least == most else f"{least}至{most}"


def class_name(groups: GroupClass) -> str:
    """A class of groups in Chinese."""
    if groups.outside is not None:
        return f"不是{class_name(groups.outside)}"
    names: dict[str, list[str]] = {}
    for term in groups.terms:
        names.setdefault(_narrowed(term), []).append(term.type)
    listed = (narrowed + "或".join(GROUPS[kind] for kind in with_melds(kinds)) for narrowed, kinds in names.items())
    return "或".join(listed)


def _narrowed(term: Term) -> str:
    words = "" if term.won is None else "和牌的" if term.won == ALL else f"和{set_name(term.won)}的"
    words += f"{_WAITS[term.wait]}" if term.wait else ""
    words += "" if term.stars is None else f"含{term.stars}张百搭的"
    words += "".join(f"以百搭作{set_name(tiles)}的" for tiles in term.wild_as)
    words += "".join(f"带{set_name(tiles)}的" for tiles in term.touching)
    words += "" if term.tiles == ALL else f"{set_name(term.tiles)}的"
    words += "".join(f"不是{_narrowed(excluded)}的" for excluded in term.unless)
    return words + _CAME.get(term.marks, "")


def set_name(tiles: TileSet) -> str:
    """A set of tiles in Chinese: its name, where it has one, or its ranks and suits.

    >>> set_name(TileSet.parse("19mps7z")), set_name(TileSet.parse("19mps"))
    ('19万筒条和中', '幺九牌')
    """
    if tiles in _SETS:
        return _SETS[tiles]
    found = []
    for ranks, suits in re.findall(r"(\d+)([mpsz]+)", str(tiles)):
        found += [ranks + "".join(SUIT_NAMES[suit] for suit in suits if suit != "z")] if suits != "z" else []
        found += ["".join(HONOR_NAMES[int(rank) - 1] for rank in ranks)] if "z" in suits else []
    return "和".join(found)
