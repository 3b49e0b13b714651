"""Finding rule sets: the shipped ones by name, others by the path of their file."""

from __future__ import annotations

import importlib.util
import sys
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from types import ModuleType

from regexhu.errors import RuleError, UnknownRules
from regexhu.rules import RuleSet

Rules = str | Path | RuleSet
"""A rule set, its name, or the path of its file."""

LOADED: dict[object, RuleSet] = {}
"""The shipped rule sets that have been loaded, by name."""


def rule_sets() -> list[str]:
    """The names of the shipped rule sets, sorted."""
    files = (file for folder in import_module("regexhu.patterns").__path__ for file in Path(folder).glob("[a-z]*.py"))
    return sorted(file.stem for file in files)


def load(rules: Rules, **switches: bool) -> RuleSet:
    """The rule set of that name, or of the rule file at that path (a text that ends in `.py`), its switches set.

    Switches can stand behind the name too: `harbin_local?seven_pairs&opened=off`.

    A rule file is Python and is run: load only files that you trust. Nothing is loaded from the working directory by
    name alone. A name that is not there raises `UnknownRules` with the names most like it.

    >>> load("harbin").title
    'Harbin 哈尔滨'
    """
    if not isinstance(rules, RuleSet):
        name, _, flags = str(rules).partition("?")
        found = _load_file(Path(name)) if name.endswith(".py") else _load_name(name)
        return load(found, **{**_flags(flags), **switches})
    return rules.switched(**switches) if switches else rules


def _flags(text: str) -> dict[str, bool]:
    """The switches in `seven_pairs&opened=off`."""
    found = {}
    for flag in filter(None, text.split("&")):
        name, _, value = flag.partition("=")
        if value not in ("", "on", "off"):
            raise RuleError(f"a switch is on or off, not {value!r}: write {name} or {name}=off")
        found[name] = value != "off"
    return found


def _load_name(name: str) -> RuleSet:
    if name not in LOADED:
        if name not in rule_sets():
            raise UnknownRules(name, get_close_matches(name, rule_sets()))
        LOADED[name] = _rules_of(import_module(f"regexhu.patterns.{name}"))
    return LOADED[name]


def _load_file(path: Path) -> RuleSet:
    if not path.is_file():
        raise UnknownRules(str(path))
    spec = importlib.util.spec_from_file_location(f"regexhu_rules_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise RuleError(f"{path} can't be read as a rule file: it ends in .py and is Python")
    module = importlib.util.module_from_spec(spec)
    wrote, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        spec.loader.exec_module(module)
    except RuleError:
        raise
    except Exception as error:
        raise RuleError(f"{path} doesn't run: {type(error).__name__}: {error}") from error
    finally:
        sys.dont_write_bytecode = wrote
    return _rules_of(module)


def _rules_of(module: ModuleType) -> RuleSet:
    """The module's `rules`, named after its file and described by its docstring."""
    rules = getattr(module, "rules", None)
    if not isinstance(rules, RuleSet):
        raise RuleError(f"{module.__file__} defines no rule set: end it with rules = RuleSet(…)")
    first, _, rest = (module.__doc__ or "").partition("\n")
    rules.name = rules.name or Path(module.__file__ or module.__name__).stem
    rules.title = rules.title or first.partition(":")[0].strip().rstrip(".")
    rules.source = rules.source or rest.partition("Source:")[2].strip()
    return rules
