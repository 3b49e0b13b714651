"""What went wrong while a rule file ran, shown at its place: file, line, the author's own line, a caret."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from traceback import FrameSummary, extract_tb

from regexhu import blocks
from regexhu.errors import RuleError, UnknownRules, close_to, from_here, guess
from regexhu.rules.ruleset import RuleSet
from regexhu.rules.source import Source, Span
from regexhu.syntax.tree import Pattern

_BETWEEN = re.compile(r"#[^\n]*|\band\b|\bor\b|[^\s()#\w]+")
_TEXTS = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"|#[^\n]*")
_LAST = re.compile(r"\w*\s*[&|]?$")
_INSTEAD = {"not": "~", "!": "~", "and": "&", "&&": "&", "or": "|", "||": "|"}
_WRONG = re.compile(r"\b(?i:not|and|or)\b|!(?!=)|&&|\|\|")
_WRITTEN = ("of", "touching", "open", "declared", "concealed", "undeclared", "won", "wild", "wild_as", "named")
"""What an author writes after the dot of a pattern."""

_CALL = re.compile(r"(?:(\w+)\.)?(\w+)\(\) (?:takes|missing|got an unexpected keyword argument '(.+?)')")
_KINDS = {"GroupClass": "a class of groups", "Shape": "a shape", "int": "a number", "str": "a text"}


def file_in(error: BaseException, module: str) -> Path:
    """The file of a module that failed while it was imported; its name, where no frame is of its file."""
    frames = [frame.filename for frame in extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError) and error.filename:
        return Path(error.filename)
    return Path(next((file for file in reversed(frames) if Path(file).stem == module.rpartition(".")[2]), module))


def located(error: BaseException, path: Path, held: bytes | None = None) -> RuleError:
    """What went wrong while the rule file, which held this, ran, as its author meets it."""
    try:
        source = Source(path, held)
    except (OSError, SyntaxError, ValueError):
        return RuleError(f"{from_here(path)} doesn't run: {error}")
    file = str(path.absolute())
    if isinstance(error, SyntaxError) and error.filename == file and error.lineno:
        return RuleError(_misspelt(error, source))
    frames = extract_tb(error.__traceback__)
    own = [number for number, frame in enumerate(frames) if frame.filename == file]
    if not own:
        return RuleError(f"{from_here(path)} doesn't run: {type(error).__name__}: {error}")
    frame, *inner = frames[own[-1] :]
    return RuleError(f"{source.shown(_fault(error, source, frame))}\n{_words(error, inner)}")


def _misspelt(error: SyntaxError, source: Source) -> str:
    """Where the text stops being Python, and the operator to write where another language's, or a word, stands."""
    start = source.offset(error.lineno or 1, 0) + max((error.offset or 1) - 1, 0)
    end = max(start, source.offset(error.end_lineno or error.lineno or 1, 0) + max((error.end_offset or 1) - 1, 0))
    code = _TEXTS.sub(lambda text: " " * len(text[0]), source.text)
    found = _WRONG.search(code, start - len(_LAST.search(code, 0, start)[0]), end)  # type: ignore[index]
    if found is None:
        return f"{source.shown(Span(start, start))}\nthis is no Python: {error.msg}"
    return f"{source.shown(Span(*found.span()))}\nwrite {_INSTEAD[found[0].lower()]} instead of {found[0]}"


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
        case UnknownRules():
            return str(error)
        case NameError(name="RuleSet"):
            return "RuleSet isn't imported: write from regexhu.rules import RuleSet"
        case NameError(name=str(name)) if name in blocks.__all__:
            return f"{name} isn't imported: write from regexhu.blocks import {name}"
        case NameError(name=str(name)):
            return f"nothing is named {name}{_near(name, blocks.__all__)}"
        case ImportError(name="regexhu.blocks") if found := re.search("import name '(.+?)'", str(error)):
            return f"regexhu.blocks has no {found[1]}{_near(found[1], blocks.__all__)}"
        case AttributeError(name=str(name), obj=Pattern() as pattern) if not inner:
            return f"{pattern!r} has no .{name}{_near(name, _WRITTEN)}"
        case TypeError() if not inner:
            return _plain(str(error))
    if inner and (block := getattr(blocks, inner[0].name, None)):
        call = f"{inner[0].name}({', '.join(inspect.signature(block).parameters)})"
        return f"{call} takes something else: {(block.__doc__ or '').partition(chr(10))[0]}"
    return f"{type(error).__name__}: {error}"


def _near(name: str, known: Iterable[str]) -> str:
    question = guess(close_to(name, known))
    return f"; {question}" if question else ""


def _plain(message: str) -> str:
    """A message of Python's about types, with an author's words for what has its name only inside the library."""
    if (called := _CALL.match(message)) and (said := _miscalled(*called.groups())):
        return said
    conditions = {kind.__name__ for kind in _kinds(Pattern)}

    def kind(quoted: re.Match[str]) -> str:
        return _KINDS.get(quoted[1], "a condition" if quoted[1] in conditions else quoted[0])

    said = re.sub(r"'(\w+)'(?: object)?", kind, message)
    if operator := re.search(r"unsupported operand type\(s\) for (\S+): (.+)", said):
        return (
            f"{operator[1]} can't stand between {operator[2]}: * and + make shapes of groups, as in 4 * meld + pair; "
            "& | ~ join conditions"
        )
    return said


def _miscalled(owner: str | None, name: str, keyword: str | None) -> str:
    """How a call is written that had other arguments; nothing where it is none of the library's."""
    if owner is None:
        shown, called = name, getattr(blocks, name, None)
    elif name == "__init__":
        shown, called = owner, RuleSet if owner == RuleSet.__name__ else None
    else:
        shown, called = (
            f".{name}",
            next((vars(kind).get(name) for kind in _kinds(Pattern) if kind.__name__ == owner), None),
        )
    if called is None:
        return ""
    taken = {key: parameter for key, parameter in inspect.signature(called).parameters.items() if key != "self"}
    if keyword:
        return f"{shown} has no keyword {keyword}{_near(keyword, taken)}"
    placed = [key for key, parameter in taken.items() if parameter.kind is not parameter.KEYWORD_ONLY]
    named = [f"{key}=…" for key in taken if key not in placed]
    return f"write {shown}({', '.join(placed + named[:2] + ['…'] * (len(named) > 2))})"


def _kinds(kind: type[Pattern]) -> list[type[Pattern]]:
    return [kind, *(below for child in kind.__subclasses__() for below in _kinds(child))]
