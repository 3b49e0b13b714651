"""The section on calls that tell more than the hand: wild tiles, the winning tile, facts, as times the plain call."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import regexhu
from benchmarks import hands as made
from benchmarks.hands import Hands
from benchmarks.plan import Plan, Result
from benchmarks.report import Cell, Section, Table, times
from benchmarks.timing import Contestant
from benchmarks.workers import PURE, in_both, laps

PLAIN = "regexhu plain"
WILD, WILD_KIND = "5z", 31
MOST_WILD = 4
CALLS: dict[str, tuple[str, dict[str, Any]]] = {
    PLAIN: ("riichi", {}),
    **{f"regexhu wild {n}": ("riichi", {"wild": WILD}) for n in range(MOST_WILD + 1)},
    "regexhu ready": ("harbin_local", {"ready": True}),
    "regexhu self_draw": ("hangzhou", {"self_draw": True}),
    "regexhu winning tile": ("shanxi", {"self_draw": True, "ready": True}),
    "regexhu all of it": ("tianjin", {"self_draw": True, "wild": WILD}),
}
"""The calls: a rule set that reads what is told, and the keywords; the winning tile is another for each hand."""

SAMPLE = 50
"""So many hands are held against the regex engine, which takes long where tiles are wild."""


def contestants() -> Iterator[Contestant]:
    """A contestant for each call."""
    for name, (rule, asked) in CALLS.items():
        rules = regexhu.load(rule)
        words = [rule, *(f"{keyword}={value!r}" for keyword, value in asked.items())]
        words += ["winning_tile=…"] * ("winning_tile" in rules.needs)
        judge = _with_winner(rules, asked) if "winning_tile" in rules.needs else _judge(rules, asked)
        prepare = _with_winners if "winning_tile" in rules.needs else _texts
        yield Contestant(name, ", ".join(words), judge, prepare, name, source="benchmarks.told:contestants")


def told(_: Sequence[Contestant], plan: Plan) -> Result:
    """Each call beside the plain one, on new hands and on hands that come again, native and pure."""
    plan = replace(plan, hands=max(plan.few // 5, 1), processes=1)
    warm = plan.hands
    drawn = made.mixed(warm + plan.hands)
    by_name = {one.name: one for one in contestants()}
    rows: list[list[Cell]] = []
    figures: dict[str, float] = {}
    for name, one in by_name.items():
        if name == PLAIN:
            continue
        asked = in_both([by_name[PLAIN], one])
        own = with_wild(drawn, int(name[-1])) if name.startswith("regexhu wild") else drawn
        hands = {PLAIN: _known(drawn, by_name[PLAIN]), name: _known(own, one)}
        taken = laps(asked, {one.name: hands[one.name.removesuffix(PURE)] for one in asked}, plan)
        cells: list[Cell] = []
        for end in ("", PURE):
            for kind in ("new", "again"):
                found = taken[kind].get(name + end)
                ratio = found.ratio(taken[kind][PLAIN + end]) if found else None
                cells.append(times(ratio) if ratio else None)
                if ratio:
                    figures[f"{name}{end}|{kind}|plain"] = ratio
        rows.append([name.removeprefix("regexhu "), one.asked, *cells])
    analysis = f"""
        How many times as long a call takes as `load("riichi").is_win(text)` on its own hands, beside it in turns:
        {plan.hands:,} new hands after {warm:,} others, then the same again. Half of the hands win before tiles are
        made wild: in the row `wild 2` two tiles of each hand were exchanged for {WILD}, which is wild. Native and pure
        have to agree on every hand, and with the regex engine on the first {SAMPLE}. Bias: other rule sets read other
        hands, so the ratios compare calls and not rules.
    """
    columns = ["a call beside the plain one", "asked as", "new", "again", "new, pure", "again, pure"]
    return Result(Section("Wild tiles, winning tile, facts", analysis, [Table(columns, rows)]), figures)


def _judge(rules: regexhu.RuleSet, asked: dict[str, Any]) -> Callable[[Any], list[bool]]:
    bound = rules.is_win
    if not asked:
        return lambda texts: [bound(text) for text in texts]
    return lambda texts: [bound(text, **asked) for text in texts]


def _with_winner(rules: regexhu.RuleSet, asked: dict[str, Any]) -> Callable[[Any], list[bool]]:
    bound = rules.is_win
    return lambda pairs: [bound(text, winning_tile=tile, **asked) for text, tile in pairs]


def _texts(hands: Hands) -> list[str]:
    return hands.texts


def _with_winners(hands: Hands) -> list[tuple[str, str]]:
    """Each text with one of the hand's tiles as the winning one."""
    choose = random.Random(1).choice
    kinds = [
        [f"{kind % 9 + 1}{made.SUITS[kind // 9]}" for kind in range(34) if counts[kind]] for counts in hands.counts
    ]
    return list(zip(hands.texts, map(choose, kinds), strict=True))


def with_wild(hands: Hands, n: int) -> Hands:
    """The hands with n tiles of the wild kind, exchanged for others; nothing is known of whether they win."""
    rng = random.Random(2)
    changed = []
    for counts in hands.counts:
        held = list(counts)
        while held[WILD_KIND] > n:
            held[WILD_KIND] -= 1
            held[rng.choice([kind for kind in range(34) if kind != WILD_KIND and held[kind] < 4])] += 1
        while held[WILD_KIND] < n:
            held[rng.choice([kind for kind in range(34) if kind != WILD_KIND for _ in range(held[kind])])] -= 1
            held[WILD_KIND] += 1
        changed.append(bytes(held))
    return Hands(f"wild {n}", changed, {"riichi": [None] * len(hands)})


def _known(hands: Hands, one: Contestant) -> Hands:
    """The hands with what the regex engine says of the first of them, and nothing of the others."""
    rule, asked = CALLS[one.name]
    rules = regexhu.load(rule)
    winners = _with_winners(hands) if "winning_tile" in rules.needs else None
    said = []
    for place in range(min(SAMPLE, len(hands))):
        tile = {"winning_tile": winners[place][1]} if winners else {}
        said.append(rules.is_win(hands.texts[place], engine="regex", **asked, **tile))
    return Hands(hands.name, hands.counts, {one.name: [*said, *[None] * (len(hands) - len(said))]})
