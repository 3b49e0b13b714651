"""Running a rule file, or a module that another package publishes as one."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from contextvars import ContextVar
from importlib import import_module
from importlib.util import decode_source
from itertools import count
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import NamedTuple

from regexhu.errors import RuleError, UnknownRules, from_here

MOST_KEPT = 100
"""How many rule files are kept as they ran."""


class Ran(NamedTuple):
    """A rule file that ran: what it held, the module that came of it, and the rule files that it loaded."""

    held: bytes
    module: ModuleType
    loaded: dict[Path, Ran]


_ran: dict[Path, Ran] = {}
_numbers = count(1)
_running: ContextVar[Mapping[Path, dict[Path, Ran]]] = ContextVar("_running", default=MappingProxyType({}))
"""The rule files that are being run, each with those that it has loaded."""


def run(path: Path) -> ModuleType:
    """The module that the rule file makes, as the file is now; it runs again when it, or one that it loads, changed.

    The module has a name of its own in `sys.modules`, so that its classes can be pickled. Nothing is written beside the
    file, and no state of the interpreter changes, so that threads may load at once.
    """
    held = read(path)
    file = path.absolute()
    if file in _running.get():
        raise RuleError(f"{from_here(file)} loads itself: take what it loads out")
    found = _ran.get(file)
    if found is None or not _is_current(found, held):
        _forget(file)
        found = _ran[file] = _run(file, held)
        for old in list(_ran)[:-MOST_KEPT]:
            _forget(old)
    for loaded in list(_running.get().values())[-1:]:
        loaded[file] = found
    return found.module


def read(path: Path) -> bytes:
    """What the file holds."""
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        raise UnknownRules(str(path)) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise RuleError(f"{from_here(path)} can't be read: {reason}") from None


def _is_current(ran: Ran, held: bytes) -> bool:
    try:
        return ran.held == held and all(_is_current(inner, read(path)) for path, inner in ran.loaded.items())
    except (RuleError, UnknownRules):
        return False


def _forget(file: Path) -> None:
    if old := _ran.pop(file, None):
        sys.modules.pop(old.module.__name__, None)


def _run(file: Path, held: bytes) -> Ran:
    module = ModuleType(re.sub(r"\W", "_", f"_regexhu_rules_{next(_numbers)}_{file.stem}"))
    module.__file__ = str(file)
    loaded: dict[Path, Ran] = {}
    outer = _running.set({**_running.get(), file: loaded})
    sys.modules[module.__name__] = module
    try:
        exec(compile(decode_source(held), str(file), "exec", dont_inherit=True), vars(module))
    except (Exception, SystemExit) as error:
        del sys.modules[module.__name__]
        # Imported when a file fails: what shows the place of a mistake takes longer to import than a file to run.
        from regexhu.rules.mistakes import located

        raise located(error, file, held) from error
    finally:
        _running.reset(outer)
    return Ran(held, module, loaded)


def publish(name: str) -> ModuleType:
    """The module of that name in another package, whose entry point says that it is a rule file."""
    try:
        return import_module(name)
    except (Exception, SystemExit) as error:
        from regexhu.rules.mistakes import file_in, located

        raise located(error, file_in(error, name)) from error
