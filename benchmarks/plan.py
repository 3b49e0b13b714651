"""How much is measured, and what a section gives back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from benchmarks.report import Section
from benchmarks.timing import Times

Points = list[tuple[float, float]]


@dataclass(frozen=True)
class Plan:
    """How much is measured."""

    hands: int = 40_000
    """New hands for single calls; half as many others are judged before them, and a tenth of them comes once more."""
    processes: int = 3
    """How often single calls are measured, each time in fresh processes."""
    passes: int = 3
    """How often hands that were met come again, in each of those processes."""
    rounds: int = 5
    """Timed rounds of what is measured in one process."""
    batch: int = 1_000_000
    sizes: tuple[int, ...] = (1, 10, 100, 1_000, 10_000, 100_000)
    blocks: tuple[int, ...] = (0, 1, 2, 4, 8, 16)
    cold: int = 7
    wilds: bool = True
    """Whether every rule set is also compiled with wild tiles."""

    @property
    def warm(self) -> int:
        """The hands that are judged before any is timed."""
        return max(self.hands // 2, 1)

    @property
    def small(self) -> int:
        """The new hands that come again by themselves."""
        return max(self.hands // 10, 1)

    @property
    def few(self) -> int:
        """Hands where each takes long."""
        return min(max(self.hands // 4, 1), 10_000)


QUICK = Plan(2_000, 1, 2, 3, 20_000, (1, 100, 10_000), (0, 2, 8), 1, False)


@dataclass(frozen=True)
class Result:
    """A section, its figures by name for the readme, and what of it goes into a chart."""

    section: Section
    figures: Mapping[str, float] = field(default_factory=dict)
    single: Mapping[str, Mapping[str, Times]] | None = None
    curves: Mapping[str, Mapping[str, Points]] | None = None
