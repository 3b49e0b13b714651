"""Running a rule file. What goes wrong in it is shown at its place: file, line, the author's own line, a caret."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import re
import sys
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path
from traceback import FrameSummary, extract_tb
from types import ModuleType

from regexhu import blocks
from regexhu.errors import RuleError, UnknownRules
from regexhu.rules.ruleset import RuleSet
from regexhu.rules.source import Source, Span
from regexhu.syntax.tree import Pattern

_BETWEEN = re.compile(r"#[^\n]*|\band\b|\bor\b|[^\s()#\w]+")
_KINDS = {"GroupClass": "a class of groups", "Shape": "a shape", "int": "a number", "str": "a text"}


def run(path: Path) -> ModuleType:
    """The module that a rule file makes; nothing is written beside the file."""
    if not path.is_file():
        raise UnknownRules(str(path))
    spec = importlib.util.spec_from_file_location(f"regexhu_rules_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise RuleError(f"{path} can't be read as a rule file: it ends in .py and is Python")
    module = importlib.util.module_from_spec(spec)
    wrote, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise located(error, path) from error
    finally:
        sys.dont_write_bytecode = wrote
    return module


def publish(name: str) -> ModuleType:
    """The module of that name in another package, whose entry point says that it is a rule file."""
    try:
        return importlib.import_module(name)
    except (Exception, SystemExit) as error:
        frames = [frame.filename for frame in extract_tb(error.__traceback__)]
        file = next((file for file in reversed(frames) if Path(file).stem == name.rpartition(".")[2]), "")
        raise located(error, Path(file or name)) from error


def located(error: BaseException, path: Path) -> RuleError:
    """What went wrong while the rule file ran, as its author meets it."""
    try:
        source = Source(path)
    except (OSError, SyntaxError, ValueError):
        return RuleError(f"{path} doesn't run: {error}")
    file = str(path.absolute())
    if isinstance(error, SyntaxError) and error.filename == file and error.lineno:
        at = source.offset(error.lineno, 0) + max((error.offset or 1) - 1, 0)
        return RuleError(f"{source.shown(Span(at, at))}\nthis is no Python: {error.msg}")
    frames = extract_tb(error.__traceback__)
    own = [number for number, frame in enumerate(frames) if frame.filename == file]
    if not own:
        return RuleError(f"{path} doesn't run: {type(error).__name__}: {error}")
    frame, *inner = frames[own[-1] :]
    return RuleError(f"{source.shown(_fault(error, source, frame))}\n{_words(error, inner)}")


def _fault(error: BaseException, source: Source, frame: FrameSummary) -> Span:
    """What the carets point at: a place in a text of the author's, an operator, or all the code that failed."""
    failed = source.span(frame)
    if isinstance(error, RuleError) and error.text:
        at = source.text.find(error.text, failed.start, failed.end)
        if at >= 0:
            return Span(at + error.position, at + error.position)
    for node in ast.walk(source.tree):
        if isinstance(node, ast.BinOp | ast.BoolOp) and source.span(node) == failed:
            left, right = (node.left, node.right) if isinstance(node, ast.BinOp) else node.values[:2]
            between = _BETWEEN.finditer(source.text, source.span(left).end, source.span(right).start)
            return next((Span(*found.span()) for found in between if found[0][0] != "#"), failed)
    return failed


def _words(error: BaseException, inner: Sequence[FrameSummary]) -> str:
    """What is wrong and what to write instead; `inner` are the frames that the author's line led to."""
    match error:
        case RuleError():
            return re.sub(r"<function (\w+) at \w+>", r"\1 without its (…)", error.message)
        case NameError(name="RuleSet"):
            return "RuleSet isn't imported: write from regexhu.rules import RuleSet"
        case NameError(name=str(name)) if name in blocks.__all__:
            return f"{name} isn't imported: write from regexhu.blocks import {name}"
        case NameError(name=str(name)):
            return f"nothing is named {name}{_near(name, blocks.__all__)}"
        case ImportError(name="regexhu.blocks") if found := re.search("import name '(.+?)'", str(error)):
            return f"regexhu.blocks has no {found[1]}{_near(found[1], blocks.__all__)}"
        case AttributeError(name=str(name), obj=Pattern() as pattern) if not inner:
            return f"{pattern!r} has no .{name}{_near(name, (known for known in dir(pattern) if known[0] != '_'))}"
        case TypeError() if not inner:
            return _plain(str(error))
    if inner and (block := getattr(blocks, inner[0].name, None)):
        call = f"{inner[0].name}({', '.join(inspect.signature(block).parameters)})"
        return f"{call} takes something else: {(block.__doc__ or '').partition(chr(10))[0]}"
    return f"{type(error).__name__}: {error}"


def _near(name: str, known: Iterable[str]) -> str:
    near = get_close_matches(name, known)
    return f"; did you mean {' or '.join(near)}?" if near else ""


def _plain(message: str) -> str:
    """A message of Python's about types, with an author's words for what has its name only inside the library."""
    conditions = {kind.__name__ for kind in _kinds(Pattern)}

    def kind(quoted: re.Match[str]) -> str:
        return _KINDS.get(quoted[1], "a condition" if quoted[1] in conditions else quoted[0])

    said = re.sub(
        r"'(\w+)'(?: object)?", kind, message.replace("Definition.__init__()", "RuleSet()").replace(".__init__()", "()")
    )
    if operator := re.search(r"unsupported operand type\(s\) for (\S+): (.+)", said):
        return (
            f"{operator[1]} can't stand between {operator[2]}: * and + make shapes of groups, as in 4 * meld + pair; "
            "& | ~ join conditions"
        )
    wrong = re.search(r"^RuleSet.+unexpected keyword argument '(.+?)'", said)
    return said + (_near(wrong[1], inspect.signature(RuleSet).parameters) if wrong else "")


def _kinds(kind: type[Pattern]) -> list[type[Pattern]]:
    return [kind, *(below for child in kind.__subclasses__() for below in _kinds(child))]
