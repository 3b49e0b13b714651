"""A rule set described: its title, source and tiles, what it asks and leaves open, its blocks in words."""

from __future__ import annotations

from collections.abc import Iterator

from regexhu.errors import columns
from regexhu.explain.wording import Wording
from regexhu.hands.told import EVENTS, TOLD
from regexhu.rules.ruleset import RuleSet
from regexhu.syntax.facts import Switch, events_in
from regexhu.syntax.tree import And, Named, Not, Or, Pattern


def describe(rules: RuleSet, lang: str = "en") -> str:
    """All but the regex, in English or Chinese (`en`, `zh`).

    >>> from regexhu import load
    >>> print(describe(load("standard")).partition("\\n\\n")[2])
    all of
      at most four tiles alike
      4 melds and 1 pair
    """
    wording = Wording(lang)
    facts = {"source": rules.source, "tiles": str(rules.tiles), "win": repr(rules.win)}
    width = max(columns(wording.say(label)) for label in facts) + 1
    lines = [rules.title]
    for label, fact in facts.items():
        lines.append(f"{_padded(wording.say(label) + ':', width)} {fact}")
    if rules.switches:
        lines += ["", wording.say("switches")]
        width = max(map(len, rules.switches))
        for name, switch in rules.switches.items():
            state = _padded(wording.say("on" if switch.on else "off"), 3)
            lines.append(f"  {name:{width}}  {state}  {switch.saying}")
    for section, rows in (("facts", _facts(rules, wording)), ("events", _events(rules, wording))):
        if rows:
            lines += ["", wording.say(section), *_table(rows)]
    lines += ["", wording.say("all of")]
    lines += ["  " + line for block in (*rules.legal, rules.win) for line in _lines(block, wording)]
    return "\n".join(lines)


def choices(rules: RuleSet, lang: str = "en") -> list[str]:
    """A line for each switch as it stands, each fact that a call has to give, each event that is read."""
    wording = Wording(lang)
    switches = [(f"{name}={'on' if switch.on else 'off'}", switch.saying) for name, switch in rules.switches.items()]
    events = [(f"{TOLD['event'].option} {name}", meaning) for name, meaning in _events(rules, wording)]
    return _table([*switches, *_facts(rules, wording), *events])


def summary(rules: RuleSet) -> dict[str, object]:
    """The same as plain data."""
    return {
        "name": rules.name,
        "title": rules.title,
        "source": rules.source,
        "tiles": str(rules.tiles),
        "switches": {name: {"on": switch.on, "saying": switch.saying} for name, switch in rules.switches.items()},
        "facts": {keyword: TOLD[keyword].meaning for keyword in TOLD if keyword in rules.needs},
        "events": dict(_events(rules, Wording())),
        "win": repr(rules.win),
    }


def _facts(rules: RuleSet, wording: Wording) -> list[tuple[str, str]]:
    """The facts that a call has to give, as options of the command line, and what each says."""
    asked = (told for keyword, told in TOLD.items() if keyword in rules.needs)
    return [(told.written, told.chinese if wording.lang == "zh" else told.meaning) for told in asked]


def _events(rules: RuleSet, wording: Wording) -> list[tuple[str, str]]:
    """The events that the rule set reads, and what each means; one of the author's own has no other words."""
    found = []
    for name in events_in(rules.win):
        meaning, chinese = EVENTS.get(name, ("", ""))
        found.append((name, chinese if wording.lang == "zh" else f"{meaning} {chinese}".strip()))
    return found


def _table(rows: list[tuple[str, str]]) -> list[str]:
    width = max((len(first) for first, _ in rows), default=0)
    return [f"  {first:{width}}  {second}".rstrip() for first, second in rows]


def _padded(text: str, width: int) -> str:
    return text + " " * (width - columns(text))


def _lines(block: Pattern, wording: Wording) -> Iterator[str]:
    """The block in words, a line for each condition."""
    match block:
        case And(parts):
            for part in parts:
                yield from _lines(part, wording)
        case Or(parts):
            yield wording.say("one of")
            for part in parts:
                first, *others = _lines(part, wording)
                yield f"  - {first}"
                yield from (f"    {line}" for line in others)
        case Not(Switch(name)):
            yield wording.say("{} is off", name)
        case Not(part) if isinstance(part, And | Or):
            yield wording.say("not")
            yield from (f"  {line}" for line in _lines(part, wording))
        case Named(part, name, _, code):
            details = [] if code else list(_lines(part, wording))
            if len(details) == 1:
                yield wording.block(block) + (f": {details[0]}" if details != [name] else "")
            else:
                yield wording.block(block)
                yield from (f"  {line}" for line in details)
        case Switch(name):
            yield wording.say("{} is on", name)
        case _:
            yield wording.block(block)
