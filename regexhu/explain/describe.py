"""A rule set described: its title, source, tiles and switches, and its blocks in words, alternatives indented."""

from __future__ import annotations

from collections.abc import Iterator

from regexhu.errors import columns
from regexhu.explain.wording import Wording
from regexhu.rules.ruleset import RuleSet
from regexhu.syntax.facts import Switch
from regexhu.syntax.tree import And, Named, Not, Or, Pattern


def described(rules: RuleSet, lang: str = "en") -> str:
    """All but the regex, in English or Chinese (`en`, `zh`).

    >>> from regexhu import load
    >>> print(described(load("standard")).partition("\\n\\n")[2])
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
    lines += ["", wording.say("all of")]
    lines += ["  " + line for block in (*rules.legal, rules.win) for line in _lines(block, wording)]
    return "\n".join(lines)


def summary(rules: RuleSet) -> dict[str, object]:
    """The same as plain data."""
    return {
        "name": rules.name,
        "title": rules.title,
        "source": rules.source,
        "tiles": str(rules.tiles),
        "switches": {name: {"on": switch.on, "saying": switch.saying} for name, switch in rules.switches.items()},
        "win": repr(rules.win),
    }


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
