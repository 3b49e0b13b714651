"""A verdict as a picture: the hand laid out in groups, and below it what each block says.

Groups in the hand come first, declared ones lie apart on a tray. The winning tile is outlined; a wild tile is golden
and bears a small picture of the tile that it stands for. No font is needed to see the tiles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from html import escape

from regexhu.errors import columns
from regexhu.explain.findings import Finding
from regexhu.explain.tileart import GREEN, HEIGHT, INK, RED, WIDTH, tile_svg
from regexhu.explain.verdict import Verdict
from regexhu.explain.wording import Wording
from regexhu.hands.hand import Hand
from regexhu.hands.layout import ADDED, CLAIMED, CONCEALED, CONCEALED_KONG, Group, Layout
from regexhu.hands.tiles import NAMES

_MARGIN, _GAP, _APART, _ROW = 24, 16, 24, 24
_TILES_TOP = 104
_BLOCKS_TOP = _TILES_TOP + HEIGHT + 62
_GOLD, _WON, _GREY = "#ffe49a", "#e08a00", "#6b7280"
_CHAR = 8
"""About how wide a column of text is at the size of the blocks."""

_CAME = {CLAIMED: "claimed", ADDED: "added", CONCEALED_KONG: "concealed"}
_TICK, _CROSS = "M-5 0L-1.5 4L5-4.5", "M-4-4L4 4M4-4L-4 4"


def hand_svg(verdict: Verdict, tiles: str = "mpsz", lang: str = "en") -> str:
    """The verdict as a standalone SVG document in English or Chinese; its captions write tiles in MPSZ or Chinese."""
    wording = Wording(lang, tiles)
    row, row_width = _tiles(verdict, wording)
    findings = verdict.findings_in(wording)
    blocks, blocks_width = _blocks(findings)
    advice = verdict.advice(wording)
    title, hand = verdict.outcome(wording), str(verdict.hand)
    width = 2 * _MARGIN + max(
        row_width, blocks_width, 36 + 13 * columns(title), _CHAR * columns(advice), 10 * columns(hand)
    )
    advice_at = _BLOCKS_TOP + _ROW * len(findings) + 8
    height = advice_at + (_MARGIN if advice else -8)
    colour = GREEN if verdict.win else RED
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height}" width="{width:g}" height="{height}"'
        f' font-family="sans-serif" fill="{INK}" role="img">',
        f"<title>{escape(f'{hand} {title}')}</title>",
        _faces(verdict),
        f'<rect width="{width:g}" height="{height}" rx="12" fill="#f3f6f1"/>',
        f'<circle cx="{_MARGIN + 13}" cy="38" r="13" fill="{colour}"/>',
        _sign(verdict.win, _MARGIN + 13, 38, "#fff", 1.3),
        f'<text x="{_MARGIN + 36}" y="45" font-size="21" font-weight="bold">{escape(title)}</text>',
        f'<text x="{_MARGIN}" y="74" font-size="15" font-family="monospace" fill="{_GREY}">{escape(hand)}</text>',
        f'<g transform="translate({_MARGIN} {_TILES_TOP})">{row}</g>',
        f'<g transform="translate({_MARGIN} {_BLOCKS_TOP})">{blocks}</g>',
        f'<text x="{_MARGIN}" y="{advice_at}" font-size="15">{escape(advice)}</text>' if advice else "",
        "</svg>",
    ]
    return "\n".join(filter(None, parts)) + "\n"


def _faces(verdict: Verdict) -> str:
    """The tiles of the picture, each drawn once under a name."""
    kinds = sorted({tile for group in verdict.layout for tile in group.tiles} | set(verdict.hand.wild or ()))
    faces = [f'<g id="tile-{NAMES[kind]}">{tile_svg(kind)}</g>' for kind in kinds]
    faces += [f'<g id="wild-{NAMES[kind]}">{tile_svg(kind, _GOLD)}</g>' for kind in sorted(verdict.hand.wild or ())]
    return "\n".join(["<defs>", *faces, "</defs>"])


def _tiles(verdict: Verdict, wording: Wording) -> tuple[str, float]:
    """The groups in a row, and how wide it is."""
    standing = _standing(verdict.hand, verdict.layout)
    in_hand = [group for group in verdict.layout if group.mark == CONCEALED]
    declared = [group for group in verdict.layout if group.mark != CONCEALED]
    parts, x = [], 0.0
    for group in in_hand + declared:
        if group.mark != CONCEALED:
            x += _APART - _GAP if x else 0
            tray = f'x="{x - 7:g}" y="-7" width="{_width(group) + 14:g}" height="{HEIGHT + 18}" rx="11"'
            parts.append(f'<rect {tray} fill="#d5e0d3"/>')
        parts += _group(group, x, standing, wording)
        x += _width(group) + _GAP
    return "\n".join(parts), x - _GAP


def _width(group: Group) -> float:
    return len(group.tiles) * (WIDTH + 2) - 2


def _group(group: Group, left: float, standing: Iterator[int], wording: Wording) -> Iterator[str]:
    won = _won_at(group)
    for place, tile in enumerate(group.tiles):
        x = left + place * (WIDTH + 2)
        if place in group.wild:
            corner = f"translate({x + 34:g} 47) scale(.45)"
            yield f'<use href="#wild-{NAMES[next(standing)]}" x="{x:g}"/>'
            yield f'<use href="#tile-{NAMES[tile]}" transform="{corner}"/>'
        else:
            yield f'<use href="#tile-{NAMES[tile]}" x="{x:g}"/>'
        if place == won:
            outline = f'x="{x:g}" width="{WIDTH}" height="{HEIGHT}" rx="8"'
            yield f'<rect {outline} fill="none" stroke="{_WON}" stroke-width="4"/>'
            yield f'<path d="M{x + WIDTH / 2 - 8:g}-16h16l-8 10Z" fill="{_WON}"/>'
    words = [wording.group(group)]
    if group.mark != CONCEALED:
        words.append(wording.say(_CAME[group.mark]))
    if group.won is not None:
        words.append(wording.say("{} wins", wording.kinds([group.won])))
    caption = f'x="{left + _width(group) / 2:g}" y="{HEIGHT + 30}" text-anchor="middle" font-size="14" fill="{_GREY}"'
    yield f"<text {caption}>{escape(', '.join(words))}</text>"


def _won_at(group: Group) -> int | None:
    """The place of the winning tile in the group that it completes: one of its own kind, or a wild tile."""
    if group.won is None:
        return None
    own = [place for place, tile in enumerate(group.tiles) if tile == group.won and place not in group.wild]
    return (own or group.wild)[0]


def _standing(hand: Hand, layout: Layout) -> Iterator[int]:
    """The wild tiles that stand for others, in the order of their places in the layout."""
    themselves = Counter(
        tile
        for group in layout
        if group.mark == CONCEALED
        for place, tile in enumerate(group.tiles)
        if place not in group.wild
    )
    free = Counter({kind: hand.counts[kind] for kind in hand.wild or ()}) - themselves
    places = [(group, place) for group in layout for place in group.wild]
    chosen: dict[int, int] = {}
    for number in sorted(range(len(places)), key=lambda number: places[number][0].tiles[places[number][1]] not in free):
        group, place = places[number]
        kinds = sorted(free, key=lambda kind: (kind == group.tiles[place], kind != group.won))
        chosen[number] = kinds[0]
        free -= Counter(kinds[:1])
    return (chosen[number] for number in range(len(places)))


def _blocks(findings: tuple[Finding, ...]) -> tuple[str, float]:
    """A line for each block with its tick or cross, and how wide the lines are."""
    indents = [20 + 18 * finding.depth for finding in findings]
    reasons_at = max((i + _CHAR * columns(f.block) for i, f in zip(indents, findings, strict=True)), default=0) + 20
    parts = []
    for number, (indent, finding) in enumerate(zip(indents, findings, strict=True)):
        y, colour = _ROW * number, GREEN if finding.holds else RED
        parts.append(_sign(finding.holds, indent - 14, y - 5, colour))
        parts.append(f'<text x="{indent}" y="{y}" font-size="15">{escape(finding.block)}</text>')
        if finding.reason:
            text = f'x="{reasons_at:g}" y="{y}" font-size="15" fill="{_GREY if finding.holds else RED}"'
            parts.append(f"<text {text}>{escape(finding.reason)}</text>")
    return "\n".join(parts), reasons_at + _CHAR * max((columns(finding.reason) for finding in findings), default=0)


def _sign(holds: bool, x: float, y: float, colour: str, scale: float = 1) -> str:
    """A tick or a cross."""
    place = f'class="{"tick" if holds else "cross"}" transform="translate({x:g} {y:g}) scale({scale})"'
    stroke = f'fill="none" stroke="{colour}" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"'
    return f'<path {place} d="{_TICK if holds else _CROSS}" {stroke}/>'
