"""Finding rule sets: those that are shipped or installed by name, others by the path of their file."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from regexhu.errors import RuleError, UnknownRules
from regexhu.rules.ruleset import RuleSet
from regexhu.syntax.tree import Pattern

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

PUBLISHED = "regexhu.patterns"
"""The group of entry points by which other packages publish rule sets: `name = "package.module"`."""

Rules = str | Path | RuleSet
"""A rule set, its name, or the path of its file."""

LOADED: dict[object, RuleSet] = {}
"""The rule sets that have been loaded by name."""


def rule_sets() -> list[str]:
    """The names of the rule sets that are shipped, or published by other packages that are installed; sorted."""
    return sorted({*shipped(), *_published().names})


def shipped() -> list[str]:
    """The names of the rule sets that regexhu has itself, sorted."""
    files = (file for folder in import_module("regexhu.patterns").__path__ for file in Path(folder).glob("[a-z]*.py"))
    return sorted(file.stem for file in files)


def load(rules: Rules, **switches: bool) -> RuleSet:
    """The rule set of that name, or of the rule file at that path (a text that ends in `.py`), its switches set.

    Switches can stand behind the name too: `harbin_local?seven_pairs&must_open=off`.

    A rule file is Python and is run: load only files that you trust. Nothing is loaded from the working directory by
    name alone; a package publishes a rule set under a name by an entry point in the group `regexhu.patterns`, and a
    shipped rule set comes first. A name that is not there raises `UnknownRules` with the names most like it.

    >>> load("harbin").title
    'Harbin 哈尔滨'
    """
    if not isinstance(rules, RuleSet):
        name, _, own = str(rules).partition("?")
        found = _load_file(Path(name)) if name.endswith(".py") else _load_name(name)
        return load(found, **{**flags(own), **switches})
    return rules.switched(**switches) if switches else rules


def flags(text: str) -> dict[str, bool]:
    """The switches that a text such as `seven_pairs&opened=off` sets."""
    found = {}
    for flag in filter(None, text.split("&")):
        name, _, value = flag.partition("=")
        if value not in ("", "on", "off"):
            raise RuleError(f"a switch is on or off, not {value!r}: write {name} or {name}=off")
        found[name] = value != "off"
    return found


def _load_name(name: str) -> RuleSet:
    if name not in LOADED:
        LOADED[name] = _load_shipped(name) if name in shipped() else _load_published(name)
    return LOADED[name]


def _load_shipped(name: str) -> RuleSet:
    return _rules_of(import_module(f"regexhu.patterns.{name}"))


def _published() -> EntryPoints:
    from importlib.metadata import entry_points

    return entry_points(group=PUBLISHED)


def _load_published(name: str) -> RuleSet:
    entry = next(iter(_published().select(name=name)), None)
    if entry is None:
        raise UnknownRules(name, get_close_matches(name, rule_sets(), cutoff=0.7))
    from regexhu.rules.rulefile import publish

    return _rules_of(publish(entry.module), name)


def _load_file(path: Path) -> RuleSet:
    from regexhu.rules.rulefile import run

    return _rules_of(run(path))


def _rules_of(module: ModuleType, name: str = "") -> RuleSet:
    """The module's `rules`, named after its file if nothing else, and described by its docstring."""
    rules = getattr(module, "rules", None)
    if not isinstance(rules, RuleSet):
        from regexhu.rules.source import from_here

        raise RuleError(f"{from_here(Path(module.__file__ or module.__name__))} {_without_rules(module)}")
    first, _, rest = (module.__doc__ or "").partition("\n")
    rules.path = Path(module.__file__ or module.__name__)
    rules.name = name or rules.name or rules.path.stem
    rules.title = rules.title or first.partition(":")[0].strip().rstrip(".")
    rules.source = rules.source or rest.partition("Source:")[2].strip()
    return rules


def _without_rules(module: ModuleType) -> str:
    """What a module lacks that has no `rules`, and what to write."""
    if isinstance(pattern := getattr(module, "rules", None), Pattern):
        return f"defines no rule set: write rules = RuleSet({pattern!r})"
    named = next((name for name, value in vars(module).items() if isinstance(value, RuleSet)), None)
    return f"defines no rule set: {f'write rules = {named}' if named else 'end it with rules = RuleSet(…)'}"
