"""The faces of the 34 kinds of tile as SVG, drawn with circles, sticks and strokes: no font is needed to see them.

A tile is 60 wide and 80 high. The characters 一 to 九, 万 and those of the honours are strokes on a square of 100.
"""

from __future__ import annotations

from regexhu.hands.tiles import HONOR_NAMES, NAMES, RANK_NAMES

WIDTH, HEIGHT = 60, 80
GREEN, RED, BLUE, INK = "#1f7a3f", "#c8332b", "#24508f", "#22262b"

_STROKES = {
    "一": "M10 50H90",
    "二": "M22 26H78M8 76H92",
    "三": "M18 18H82M26 50H74M8 82H92",
    "四": "M14 22H86V84H14ZM38 22Q38 50 24 62M62 22V52Q62 60 84 60",
    "五": "M16 16H84M48 16Q46 50 34 86M24 48H74Q74 66 70 86M6 86H94",
    "六": "M44 6L56 22M8 38H92M36 54Q30 76 10 92M62 54Q78 72 90 92",
    "七": "M6 48L92 34M42 10V74Q42 86 54 86H80Q90 86 90 68",
    "八": "M38 22Q34 62 8 88M56 14Q64 62 94 88",
    "九": "M38 8Q42 62 8 92M12 34H68Q66 58 66 76Q66 88 76 88H84Q93 88 93 70",
    "万": "M8 14H92M44 14Q46 62 10 92M42 44H82Q80 74 74 86Q70 92 56 86",
    "东": "M14 20H86M46 4Q38 30 22 48H84M54 32V86Q54 94 40 88M34 62Q28 74 12 84M70 62Q82 72 90 84",
    "南": "M12 18H88M50 4V34M16 94V36H84V84Q84 94 72 91M36 46L42 57M64 46L58 57M34 60H66M30 75H70M50 60V92",
    "西": "M8 14H92M14 36H86V90H14ZM39 14V42Q38 58 24 66M61 14V56Q61 63 69 63H84",
    "北": "M36 10V90M10 36H36M6 80L36 66M86 26L60 44M60 10V76Q60 87 70 87H84Q93 87 93 70",
    "中": "M16 28H84V64H16ZM50 4V96",
    "发": "M30 10Q26 24 18 36H92M48 6Q44 62 8 94M38 56H76Q64 82 32 94M42 58Q56 82 94 94M66 8L80 22",
}
_HONOR_COLOURS = {**dict.fromkeys("东南西北", INK), "发": GREEN, "中": RED}

# the middles of the dots, and of the sticks with their tilt in degrees; the colour stands last
_DOTS = {
    2: [(30, 24, GREEN), (30, 56, BLUE)],
    3: [(15, 18, BLUE), (30, 40, RED), (45, 62, GREEN)],
    4: [(18, 24, BLUE), (42, 24, GREEN), (18, 56, GREEN), (42, 56, BLUE)],
    5: [(16, 20, BLUE), (44, 20, GREEN), (30, 40, RED), (16, 60, GREEN), (44, 60, BLUE)],
    6: [(19, 17, GREEN), (41, 17, GREEN), (19, 42, RED), (41, 42, RED), (19, 63, RED), (41, 63, RED)],
    7: [(14, 14, GREEN), (30, 21, GREEN), (46, 28, GREEN), (19, 46, RED), (41, 46, RED), (19, 65, RED), (41, 65, RED)],
    8: [(x, y, BLUE) for x in (19, 41) for y in (14, 31, 49, 66)],
    9: [(x, y, colour) for y, colour in ((16, GREEN), (40, RED), (64, BLUE)) for x in (14, 30, 46)],
}
_STICKS = {
    2: [(30, 23, 0, GREEN), (30, 57, 0, BLUE)],
    3: [(30, 23, 0, BLUE), (18, 57, 0, GREEN), (42, 57, 0, GREEN)],
    4: [(18, 23, 0, BLUE), (42, 23, 0, GREEN), (18, 57, 0, GREEN), (42, 57, 0, BLUE)],
    5: [(14, 23, 0, GREEN), (46, 23, 0, BLUE), (30, 40, 0, RED), (14, 57, 0, BLUE), (46, 57, 0, GREEN)],
    6: [(x, y, 0, colour) for y, colour in ((23, GREEN), (57, BLUE)) for x in (14, 30, 46)],
    7: [(30, 16, 0, RED)]
    + [(x, y, 0, colour) for y in (40, 64) for x, colour in ((14, GREEN), (30, BLUE), (46, GREEN))],
    8: [(12, 23, 0, GREEN), (24, 23, 25, GREEN), (36, 23, -25, GREEN), (48, 23, 0, GREEN)]
    + [(12, 57, 0, BLUE), (24, 57, -25, BLUE), (36, 57, 25, BLUE), (48, 57, 0, BLUE)],
    9: [(x, y, 0, colour) for y in (16, 40, 64) for x, colour in ((14, GREEN), (30, RED), (46, BLUE))],
}  # fmt: skip


def tile_svg(kind: int, body: str = "#fffdf5") -> str:
    """A tile of the kind as SVG elements, its top left corner at the origin; `body` is the colour of the tile.

    >>> tile_svg(0).count("<path")
    2
    """
    back = f'<rect x="1" y="5" width="{WIDTH - 2}" height="{HEIGHT - 1}" rx="8" fill="#2f6b4f"/>'
    front = f'<rect x=".75" y=".75" width="{WIDTH - 1.5}" height="{HEIGHT - 1.5}" rx="8" fill="{body}"'
    return f'{back}{front} stroke="#b9b29c" stroke-width="1.5"/>{_face(kind)}'


def _face(kind: int) -> str:
    rank, suit = int(NAMES[kind][0]), NAMES[kind][1]
    if suit == "m":
        return _character(RANK_NAMES[rank - 1], INK, 15, 8, 30) + _character("万", RED, 14, 42, 32)
    if suit == "z":
        name = HONOR_NAMES[rank - 1]
        return _character(name, _HONOR_COLOURS[name], 9, 19, 42) if name in _STROKES else _frame()
    if rank == 1:
        return _wheel() if suit == "p" else _bird()
    if suit == "p":
        radius = {2: 12, 3: 10, 4: 11, 5: 9.5, 6: 9.5}.get(rank, 8 if rank != 9 else 7.5)
        return "".join(_dot(x, y, radius, colour) for x, y, colour in _DOTS[rank])
    length = 31 if rank not in (7, 9) else 22
    return "".join(_stick(x, y, tilt, length, colour) for x, y, tilt, colour in _STICKS[rank])


def _character(character: str, colour: str, x: float, y: float, size: float) -> str:
    strokes = f'fill="none" stroke="{colour}" stroke-width="10" stroke-linecap="round" stroke-linejoin="round"'
    return f'<path transform="translate({x} {y}) scale({size / 100})" d="{_STROKES[character]}" {strokes}/>'


def _circle(x: float, y: float, radius: float, fill: str, more: str = "") -> str:
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}"{more}/>'


def _dot(x: float, y: float, radius: float, colour: str) -> str:
    ring = f' stroke="#fffdf5" stroke-width="{radius / 6:.2f}"'
    return (
        _circle(x, y, radius, colour)
        + _circle(x, y, radius * 0.6, colour, ring)
        + _circle(x, y, radius * 0.2, "#fffdf5")
    )


def _stick(x: float, y: float, tilt: float, length: float, colour: str) -> str:
    turned = f' transform="rotate({tilt} {x} {y})"' if tilt else ""
    top, end = y - length / 2, y + length / 2
    right = f"q5 0 4 4L{x + 3} {y:g}L{x + 4} {end - 4:g}q1 4-4 4"
    left = f"t-4-4L{x - 3} {y:g}L{x - 4} {top + 4:g}q-1-4 4-4Z"
    joints = f"M{x - 4} {y:g}h8M{x - 1} {top + 5:g}V{y - 4:g}M{x - 1} {y + 4:g}V{end - 5:g}"
    light = 'stroke="#fffdf5" stroke-width="1.6" stroke-linecap="round"'
    return f'<g{turned}><path d="M{x} {top:g}{right}{left}" fill="{colour}"/><path d="{joints}" {light}/></g>'


def _wheel() -> str:
    petals = "".join(
        f'<ellipse cx="30" cy="29" rx="3.2" ry="6" fill="#fffdf5" transform="rotate({angle} 30 40)"/>'
        for angle in range(0, 360, 45)
    )
    return _circle(30, 40, 23, GREEN) + _circle(30, 40, 19, BLUE) + petals + _circle(30, 40, 4.5, RED)


def _bird() -> str:
    tail = "".join(
        f'<path d="M26 50Q{x - 4} 60 {x} 73Q{x + 7} 64 32 52Z" fill="{colour}"/>'
        for x, colour in ((10, BLUE), (19, RED), (28, GREEN))
    )
    body = f'<path d="M20 46Q17 28 33 25Q47 27 44 42Q40 56 27 55Z" fill="{GREEN}"/>'
    wing = '<path d="M24 44Q26 33 38 36Q35 48 25 50Z" fill="#fffdf5"/>'
    head = _circle(39, 20, 8.5, GREEN) + _circle(41, 18, 2, "#fffdf5") + f'<path d="M46 17L55 21L46 24Z" fill="{RED}"/>'
    crest = f'<path d="M35 12Q33 8 28 9M38 11Q37 7 33 5" stroke="{RED}" stroke-width="2.2" fill="none"/>'
    legs = f'<path d="M36 53V66M41 50V63M36 66H43M41 63H48" stroke="{RED}" stroke-width="2.4" stroke-linecap="round"/>'
    return tail + legs + body + wing + crest + head


def _frame() -> str:
    outer = f'<rect x="12" y="14" width="36" height="52" rx="3" fill="none" stroke="{BLUE}" stroke-width="4"/>'
    return outer + f'<rect x="18" y="20" width="24" height="40" fill="none" stroke="{BLUE}" stroke-width="1.5"/>'
