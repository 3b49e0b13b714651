"""Write docs/blocks.md from the docstrings of the blocks, and the pictures beside it: `python docs/generate.py`."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable
from pathlib import Path

from regexhu import blocks, explain, load
from regexhu.blocks import deal, groups, on_groups, on_tiles, others, wild
from regexhu.explain.diagram import railroad_svg
from regexhu.explain.pictures import hand_svg
from regexhu.hands.tiles import TileSet
from regexhu.syntax.groups import GroupClass

HERE = Path(__file__).parent

SECTIONS = {
    "Groups": "sequence triplet kong meld pair single",
    "Conditions on groups": "some no every exactly at_least at_most distinct at_most_three_kongs",
    "Conditions on tiles": "count has has_each only suits two_suits no_all_simples at_most_four_alike",
    "The deal": "winning waits_on self_draw discard ready event by_event no_forbidden",
    "Wild tiles": "substitutes wild_among no_wild wild_claimed wild_kong winning_wild",
    "The rest": "thirteen_orphans loose switch matches",
}
NARROWED = "of touching open declared concealed undeclared won wild"

HEAD = """\
# Building blocks

<!-- Written by docs/generate.py from the docstrings of regexhu.blocks and regexhu.syntax.groups. -->

A rule is composed of *group classes*, *shapes* and *conditions*:

| written | is | for example |
|---|---|---|
| `*` and `+` | a shape: so many groups of each class | `4 * meld + pair` |
| <code>&#124;</code> of classes | a wider class | <code>triplet &#124; kong</code> |
| `&` | both hold, in one and the same layout | `4 * meld + pair & two_suits` |
| <code>&#124;</code> of conditions | one holds; all have a shape, or none | <code>two_suits &#124; has("7z")</code> |
| `~` | the condition does not hold | `~has("7z")` |
| `.named(name, local)` | the same condition under a name of your own | `has("7z").named("a red dragon", "红中")` |

They bind as in a regex: `~` before `*` before `+` before `&` before `|`. Tiles are written as ranks and every suit that
they are meant in: `"19mps7z"` is the six terminals and the red dragon.

No hand has more than 24 groups or 96 tiles (24 kongs), so a rule that asks for more of them is an error where it is
written, as is one that is nested more than 40 deep.

Each block below is shown with a hand that wins by it and one that loses.

```pycon
>>> from regexhu import RuleSet
>>> from regexhu.blocks import *
```
"""


NARROWED_HEAD = """\
## Narrowed groups

A class of groups is narrowed by its tiles, by how its groups came about, by the winning tile. One narrowing after the
other leaves the groups that are of all: `kong.declared.concealed` are the concealed kongs that lie on the table.
"""


def page() -> str:
    """The text of the page."""
    described: dict[str, str | None] = {}
    for section in (groups, on_groups, on_tiles, deal, wild, others):
        described |= _described(section)
    parts = [HEAD]
    for title, names in SECTIONS.items():
        parts.append(f"## {title}\n")
        parts += [_entry(_signature(name), described[name]) for name in names.split()]
        if title == "Groups":
            parts.append(NARROWED_HEAD)
            for name in NARROWED.split():
                parts.append(_entry(f".{_called(name)}", inspect.getdoc(getattr(GroupClass, name))))
    return "\n".join([*parts, "## Sets of tiles\n", *_tile_sets()]) + "\n"


def documented() -> set[str]:
    """The names of all blocks that the page has a place for."""
    names = {name for section in SECTIONS.values() for name in section.split()}
    return names | {name for name in blocks.__all__ if isinstance(getattr(blocks, name), TileSet)}


def _described(module: object) -> dict[str, str]:
    """The docstrings of a module's functions and of its constants, which stand below them."""
    found = {}
    body = ast.parse(inspect.getsource(module)).body  # type: ignore[arg-type]
    for node, following in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.FunctionDef):
            found[node.name] = ast.get_docstring(node) or ""
        elif isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(following, ast.Expr):
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            found[ast.unparse(target)] = inspect.cleandoc(ast.literal_eval(following.value))
    return found


def _signature(name: str) -> str:
    block = getattr(blocks, name)
    if not inspect.isfunction(block):
        return name
    return name + _parameters(inspect.signature(block).parameters.values())


def _called(name: str) -> str:
    method = getattr(GroupClass, name)
    if isinstance(method, property):
        return name
    return name + _parameters(list(inspect.signature(method).parameters.values())[1:])


def _parameters(parameters: Iterable[inspect.Parameter]) -> str:
    shown = (("*" if one.kind is one.VAR_POSITIONAL else "") + one.name for one in parameters)
    return f"({', '.join(shown)})"


def _entry(heading: str, docstring: str | None) -> str:
    text, _, examples = (docstring or "").partition("\n\n")
    shown = [line for line in examples.splitlines() if not line.startswith(">>> from regexhu")]
    return f"### `{heading}`\n\n{text}\n\n```pycon\n" + "\n".join(shown) + "\n```\n"


def _tile_sets() -> list[str]:
    sets = {name: getattr(blocks, name) for name in blocks.__all__ if isinstance(getattr(blocks, name), TileSet)}
    return ["| name | tiles |", "|---|---|"] + [f"| `{name}` | `{tiles}` |" for name, tiles in sets.items()]


def written() -> dict[Path, str]:
    """Every file that is generated, with its text."""
    return {
        HERE / "blocks.md": page(),
        HERE / "win.svg": hand_svg(explain("111s345s55s567s222m", "harbin")),
        HERE / "win.zh.svg": hand_svg(explain("111s345s55s567s222m", "harbin"), lang="zh"),
        HERE / "lose.svg": hand_svg(explain("111s345s55s567s222s", "harbin")),
        HERE / "melds.svg": hand_svg(explain("234567m34588p,11-1s", "harbin_local", winning_tile="4p", ready=True)),
        HERE / "wild.svg": hand_svg(explain("123m456p79s11566z1z", "standard", wild="1z")),
        HERE / "harbin.svg": railroad_svg(load("harbin")),
    }


if __name__ == "__main__":
    for file, text in written().items():
        file.write_text(text, encoding="utf-8")
