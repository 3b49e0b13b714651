"""The two pictures, as SVG written by hand: a few dots and lines that follow the reader's light or dark mode."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

from benchmarks.plan import Points
from benchmarks.report import times
from benchmarks.timing import Times

_STYLE = """
    text { font: 13px system-ui, sans-serif; fill: #24292f }
    .title { font-weight: 600; font-size: 15px }
    .small { font-size: 11px; fill: #6e7781 }
    .grid { stroke: #d0d7de; stroke-width: 1 }
    .line { fill: none; stroke-width: 2 }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3 } .small { fill: #8d96a0 } .grid { stroke: #30363d }
    }
"""
_OURS = ("#0f9d76", "#d9480f", "#0969da", "#9a6700", "#c2255c", "#5f3dc4")
_PEERS = ("#8c959f", "#a08b7a", "#7f8fa9", "#9a8fa8", "#8fa38a", "#b0a070")
_WIDTH = 860


def ratios(taken: Mapping[str, Mapping[str, Times]], baseline: str) -> str:
    """Nanoseconds a hand for each contestant, fastest first, with how many times as fast as the baseline that is."""
    kinds = list(taken)
    names = sorted(taken[kinds[0]], key=lambda name: taken[kinds[0]][name].median)
    left, right, top, step = 150, 170, 78, 30
    bottom = top + step * len(names)
    figures = [taken[kind][name].median for kind in kinds for name in names]
    low, high = _decades(figures)

    def across(value: float) -> float:
        return left + (_WIDTH - left - right) * _share(value, low, high)

    parts = [_text(16, 26, "One call from MPSZ text, nanoseconds a hand (log scale)", "title")]
    for i, kind in enumerate(kinds):
        parts += [_dot(22 + 110 * i, 48, i, "#0f9d76"), _text(34 + 110 * i, 52, kind)]
    beside = baseline in taken[kinds[0]]
    if beside:
        parts.append(_text(_WIDTH - right + 14, 52, f"times as fast as {baseline}", "small"))
    for decade in _powers(low, high):
        parts += [_grid(across(decade), top - 12, across(decade), bottom - 8)]
        parts.append(_text(across(decade), bottom + 10, _si(decade), "small", "middle"))
    for row, name in enumerate(names):
        y = top + step * row + 8
        colour = _OURS[0] if name.startswith("regexhu") else _PEERS[0]
        spots = [across(taken[kind][name].median) for kind in kinds]
        parts.append(_text(left - 14, y + 4, name, anchor="end"))
        parts.append(f'<path class="line" stroke="{colour}" opacity=".5" d="M{min(spots):.1f} {y}H{max(spots):.1f}"/>')
        parts += [_dot(spot, y, i, colour) for i, spot in enumerate(spots)]
        against = [times(taken[kind][baseline].ratio(taken[kind][name])) for kind in kinds] if beside else []
        parts.append(_text(_WIDTH - right + 14, y + 4, " · ".join(against), "small"))
    return _svg(bottom + 24, parts)


def growth(curves: Mapping[str, Mapping[str, Points]]) -> str:
    """A panel for each thing that grows: nanoseconds a hand against it."""
    panel, height = _WIDTH / len(curves), 400
    parts = [_text(16, 26, "Nanoseconds a hand (log scale)", "title")]
    for number, (title, lines) in enumerate(curves.items()):
        parts += _panel(title, lines, panel * number + 56, panel * (number + 1) - 124, height)
    return _svg(height, parts)


def _panel(title: str, lines: Mapping[str, Points], left: float, right: float, height: float) -> Iterator[str]:
    top, bottom = 62, height - 50
    points = [point for line in lines.values() for point in line]
    if not points:
        return
    low, high = _decades([y for _, y in points])
    first, last = min(x for x, _ in points), max(x for x, _ in points)
    logarithmic = first > 0 and last >= 1000

    def at(x: float, y: float) -> tuple[float, float]:
        share = _share(x, first, last) if logarithmic else (x - first) / max(last - first, 1)
        return left + (right - left) * share, bottom - (bottom - top) * _share(y, low, high)

    for decade in _powers(low, high):
        y = at(first, decade)[1]
        yield _grid(left, y, right, y)
        yield _text(left - 8, y + 4, _si(decade), "small", "end")
    for x in sorted({x for x, _ in points}):
        yield _text(at(x, low)[0], bottom + 18, _si(x), "small", "middle")
    yield _text((left + right) / 2, bottom + 38, title, anchor="middle")
    ends = []
    palettes = {True: iter(_OURS), False: iter(_PEERS)}
    for name, line in lines.items():
        colour = next(palettes[name.startswith("regexhu") or name in ("regex", "automaton")])
        spots = [at(x, y) for x, y in line]
        yield f'<path class="line" stroke="{colour}" d="M{" L".join(f"{x:.1f} {y:.1f}" for x, y in spots)}"/>'
        yield from (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{colour}"/>' for x, y in spots)
        ends.append((spots[-1][1], spots[-1][0], name, colour))
    yield from _end_labels(ends, right + 8)


def _end_labels(ends: Iterable[tuple[float, float, str, str]], x: float) -> Iterator[str]:
    """The name of each line beside its end, moved down where it would lie on the one before."""
    free = -math.inf
    for y, _, name, colour in sorted(ends):
        free = max(y + 4, free)
        yield f'<text x="{x:.1f}" y="{free:.1f}" style="font-size:11px;fill:{colour}">{escape(name)}</text>'
        free += 13


def _decades(values: Sequence[float]) -> tuple[float, float]:
    """The powers of ten around the values."""
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return 10.0**low, 10.0 ** max(high, low + 1)


def _powers(low: float, high: float) -> list[float]:
    return [10.0**n for n in range(round(math.log10(low)), round(math.log10(high)) + 1)]


def _share(value: float, low: float, high: float) -> float:
    return math.log(value / low) / math.log(high / low)


def _si(value: float) -> str:
    """`100`, `10k`, `1M`."""
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:g}{letter}"
    return f"{value:g}"


def _text(x: float, y: float, text: str, style: str = "", anchor: str = "start") -> str:
    return f'<text class="{style}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _grid(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line class="grid" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _dot(x: float, y: float, kind: int, colour: str) -> str:
    """A mark for each kind of hands: filled, ring, diamond."""
    if kind == 2:
        return f'<path fill="{colour}" d="M{x:.1f} {y - 6} l6 6 -6 6 -6 -6z"/>'
    fill = colour if kind == 0 else "none"
    return f'<circle cx="{x:.1f}" cy="{y}" r="5" fill="{fill}" stroke="{colour}" stroke-width="2"/>'


def _svg(height: float, parts: Iterable[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height:.0f}" role="img">\n'
        f"<style>{_STYLE}</style>\n" + "\n".join(parts) + "\n</svg>\n"
    )
