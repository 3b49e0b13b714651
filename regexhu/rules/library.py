"""Finding rule sets: those that are shipped or installed by name, others by the path of their file."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from regexhu.errors import RuleError, UnknownRules, close_to, from_here
from regexhu.rules.ruleset import RuleSet
from regexhu.syntax.tree import Pattern

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

PUBLISHED = "regexhu.patterns"
"""The group of entry points by which other packages publish rule sets: `name = "package.module"`."""

CHECKOUT = Path(__file__).parents[2]
"""The folder that holds the package `regexhu`."""

Rules = str | Path | RuleSet
"""A rule set, its name, or the path of its file."""

LOADED: dict[object, RuleSet] = {}
"""The rule sets that have been loaded by name."""

_MADE: WeakKeyDictionary[ModuleType, RuleSet] = WeakKeyDictionary()
"""The rule sets of files, as long as the files are kept as they ran."""


def rule_sets() -> list[str]:
    """The names of the rule sets that are shipped, or published by other packages that are installed; sorted."""
    return sorted({*shipped(), *_published()})


def shipped() -> list[str]:
    """The names of the rule sets that regexhu has itself, sorted."""
    return sorted(file.stem for folder in _folders() for file in folder.glob("[a-z]*.py"))


def _folders() -> list[Path]:
    """Where the shipped rule sets are: the package `regexhu.patterns`, or a folder where no package is installed."""
    package = _package()
    return [Path(folder) for folder in package.__path__] if package else [CHECKOUT / "patterns"]


def _package() -> ModuleType | None:
    try:
        return import_module("regexhu.patterns")
    except ModuleNotFoundError as error:
        if error.name != "regexhu.patterns":
            raise
        return None


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
    if _package():
        return _rules_of(import_module(f"regexhu.patterns.{name}"))
    return _load_file(CHECKOUT / "patterns" / f"{name}.py")


def _published() -> dict[str, EntryPoint]:
    """What other packages publish, by name; a package whose entry points can't be read publishes nothing."""
    # Imported where a name is none of the shipped ones: it takes longer to import than a rule set to load.
    from importlib.metadata import distributions

    found: dict[str, EntryPoint] = {}
    for package in distributions():
        with suppress(Exception):
            for entry in package.entry_points.select(group=PUBLISHED):
                found.setdefault(entry.name, entry)
    return found


def _load_published(name: str) -> RuleSet:
    entry = _published().get(name)
    if entry is None:
        raise UnknownRules(name, close_to(name, rule_sets(), cutoff=0.7))
    try:
        module = entry.module
    except AttributeError:
        raise RuleError(f"{name} is published as {entry.value!r}, which names no module") from None
    from regexhu.rules.rulefile import publish  # shipped rule sets are found sooner without it

    return _rules_of(publish(module), name)


def _load_file(path: Path) -> RuleSet:
    from regexhu.rules.rulefile import run

    try:
        module = run(path)
    except UnknownRules:
        raise UnknownRules(str(path), _near(path)) from None
    if module not in _MADE:
        _MADE[module] = _rules_of(module)
    return _MADE[module]


def _near(path: Path) -> list[str]:
    """The rule files in the folder whose names are most like the path's, and the rule set that is named so."""
    with suppress(OSError, ValueError):
        files = {file.name: str(file) for file in path.parent.glob("*.py")}
        near = [files[name] for name in close_to(path.name, files)]
        return near + [path.stem] * (path.stem in rule_sets())
    return []


def _rules_of(module: ModuleType, name: str = "") -> RuleSet:
    """The module's `rules`, named after its file if nothing else, and described by its docstring."""
    rules, path = getattr(module, "rules", None), Path(module.__file__ or module.__name__)
    if not isinstance(rules, RuleSet):
        raise RuleError(f"{from_here(path)} {_without_rules(module)}")
    first, _, rest = (module.__doc__ or "").partition("\n")
    return rules.with_(
        path=path,
        name=name or (rules.name if rules.path in (None, path) else "") or path.stem,
        title=rules.title or first.partition(":")[0].strip().rstrip("."),
        source=rules.source or rest.partition("Source:")[2].strip(),
    )


def _without_rules(module: ModuleType) -> str:
    """What a module lacks that has no `rules`, and what to write."""
    if isinstance(pattern := getattr(module, "rules", None), Pattern):
        return f"defines no rule set: write rules = RuleSet({pattern!r})"
    named = next((name for name, value in vars(module).items() if isinstance(value, RuleSet)), None)
    return f"defines no rule set: {f'write rules = {named}' if named else 'end it with rules = RuleSet(…)'}"
