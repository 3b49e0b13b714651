"""What is printed: tables, as text and as GitHub markdown, and what they were measured on."""

from __future__ import annotations

import os
import platform
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

Cell = str | float | None
WIDTH = 110


@dataclass(frozen=True)
class Table:
    """A table; its first column holds names, its others figures or words."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]

    def text(self) -> str:
        """Columns in line, for a terminal."""
        cells = [list(self.columns), *([_cell(value) for value in row] for row in self.rows)]
        widths = [max(len(row[i]) for row in cells) for i in range(len(self.columns))]
        right = [self._is_figures(i) for i in range(len(self.columns))]
        lines = ["  ".join(_set(*cell) for cell in zip(row, widths, right, strict=True)).rstrip() for row in cells]
        return "\n".join([lines[0], "  ".join("─" * width for width in widths), *lines[1:]])

    def markdown(self) -> str:
        """The table as GitHub reads it."""
        rule = ["---:" if self._is_figures(i) else "---" for i in range(len(self.columns))]
        cells = [self.columns, rule, *([_cell(value) for value in row] for row in self.rows)]
        return "\n".join(f"| {' | '.join(row)} |" for row in cells)

    def _is_figures(self, column: int) -> bool:
        return any(isinstance(row[column], float) for row in self.rows)


@dataclass(frozen=True)
class Section:
    """A group of tables, with a paragraph on what they say and on what they leave out."""

    title: str
    analysis: str
    tables: Sequence[Table]
    notes: Sequence[str] = ()

    def text(self) -> str:
        """For a terminal."""
        return "\n\n".join([f"{self.title}\n{'═' * len(self.title)}", *self._parts(markdown=False)])

    def markdown(self) -> str:
        """For a page on GitHub."""
        return "\n\n".join([f"## {self.title}", *self._parts(markdown=True)])

    def _parts(self, markdown: bool) -> Iterator[str]:
        paragraph = " ".join(self.analysis.split())
        yield paragraph if markdown else textwrap.fill(paragraph, WIDTH)
        for table in self.tables:
            yield table.markdown() if markdown else table.text()
        if self.notes:
            yield "\n".join(f"- {note}" for note in self.notes)


def machine(core: int | None, versions: Iterable[tuple[str, str]]) -> list[str]:
    """The machine, the Python and the versions, a line each."""
    pinned = f"all on core {core}" if core is not None else "not pinned to a core"
    return [
        f"{_cpu()}, {os.cpu_count()} cores ({pinned}); {platform.system()} {platform.machine()}",
        f"{platform.python_implementation()} {platform.python_version()}",
        ", ".join(f"{name} {number}" for name, number in versions),
    ]


def short_machine() -> str:
    """The processor and the Python."""
    return f"{_cpu()}, {platform.python_implementation()} {platform.python_version()}"


def times(ratio: float) -> str:
    """A ratio in three figures: `0.014×`, `1.42×`, `14.2×`, `142×`."""
    return (
        f"{ratio:.3f}×"
        if ratio < 0.1
        else f"{ratio:.2f}×"
        if ratio < 10
        else f"{ratio:.1f}×"
        if ratio < 100
        else f"{ratio:,.0f}×"
    )


def listed(words: Sequence[str]) -> str:
    """`a, b and c`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _cpu() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def _cell(value: Cell) -> str:
    if value is None:
        return "–"
    if isinstance(value, str):
        return value
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def _set(text: str, width: int, right: bool) -> str:
    return text.rjust(width) if right else text.ljust(width)
