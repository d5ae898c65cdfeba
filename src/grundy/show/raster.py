"""The SVG pictures that grundy draws, as PNG by matplotlib (the extra `plot`).

What grundy writes is read here and nothing else: rectangles, circles, lines, paths and texts, in groups that may be
moved. A picture has two dots for each of its units.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias
from xml.etree import ElementTree

from grundy.show.chart import DOTS, check_form, encoded, own_settings

if TYPE_CHECKING:
    from matplotlib.figure import Figure

UNITS = DOTS / 2  # of the picture in an inch
POINT = 72 / UNITS  # printer's points in a unit
INHERITED = ("color", "fill", "stroke", "font-size", "font-weight", "text-anchor")
START = {"color": "#000", "fill": "#000", "stroke": "none", "font-size": "13", "text-anchor": "start"}
ANCHORS = {"start": "left", "middle": "center", "end": "right"}
SILENT = ("title", "desc")
WORD = re.compile(r"[a-zA-Z]|-?(?:\d+\.?\d*|\.\d+)")
MOVED = re.compile(r"translate\(([-\d.]+)[ ,]+([-\d.]+)\)")
COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "C": 6, "S": 4, "A": 7, "Z": 0}  # numbers of a command
ARC_STEPS = 24

Point: TypeAlias = tuple[float, float]
Steps: TypeAlias = list[tuple[int, Point]]  # a code of matplotlib's paths and where it leads
MOVE, LINE, BEND, CURVE, CLOSE = 1, 2, 3, 4, 79


def picture_bytes(svg: str, path: Path, note: str = "") -> bytes:
    """A picture in the form that the name of its file says: as it is, or as PNG, which `note` then describes.

    Raises:  BadText: the ending is neither .svg nor .png. GrundyError: PNG, and matplotlib is not installed.
    """
    check_form(path)
    return svg.encode("utf-8") if path.suffix.lower() == ".svg" else encoded(drawn(svg), path, note)


def drawn(svg: str) -> Figure:
    """The picture as a figure of matplotlib."""
    root = ElementTree.fromstring(svg)
    width, height = _number(root, "width"), _number(root, "height")
    with own_settings():
        from matplotlib.figure import Figure

        figure = Figure(figsize=(width / UNITS, height / UNITS), facecolor="white")
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_axis_off()
        axes.set_xlim(0, width)
        axes.set_ylim(height, 0)
        _draw(axes, root, START, (0.0, 0.0), (width, height))
    return figure


def _draw(axes: Any, element: ElementTree.Element, above: Mapping[str, str], at: Point, size: Point) -> None:
    """An element and all in it; `at` is where its zero lies, `size` that of the picture round it."""
    kind = element.tag.rpartition("}")[2]
    look = {**above, **{name: element.get(name, "") for name in INHERITED if element.get(name)}}
    if kind in ("svg", "g"):
        if kind == "svg":
            at = at[0] + _number(element, "x"), at[1] + _number(element, "y")
            size = _number(element, "width"), _number(element, "height")
        if moved := element.get("transform"):
            shift = MOVED.fullmatch(moved)
            if shift is None:
                raise ValueError(f"expected translate(x y), found {moved}")
            at = at[0] + float(shift[1]), at[1] + float(shift[2])
        for child in element:
            _draw(axes, child, look, at, size)
    elif kind == "text":
        _write(axes, element, look, at)
    elif kind not in SILENT:
        _trace(axes, element, look, [(code, (x + at[0], y + at[1])) for code, (x, y) in _outline(element, kind, size)])


def _write(axes: Any, element: ElementTree.Element, look: Mapping[str, str], at: Point) -> None:
    from matplotlib.patheffects import withStroke

    rim = element.get("paint-order") == "stroke"  # before the letters, so that they stand on it
    wide = _number(element, "stroke-width", 1.0) * POINT
    axes.text(
        at[0] + _number(element, "x"),
        at[1] + _number(element, "y"),
        "".join([element.text or "", *(child.tail or "" for child in element)]),  # without the title inside it
        fontsize=float(look["font-size"]) * POINT * 0.92,  # DejaVu Sans is broader than a browser's letters
        fontfamily="DejaVu Sans",
        fontweight="bold" if look.get("font-weight") in ("600", "700", "bold") else "normal",
        color=_colour(element, look, "fill"),
        ha=ANCHORS[look["text-anchor"]],
        va="center_baseline" if element.get("dominant-baseline") == "central" else "baseline",
        parse_math=False,
        path_effects=[withStroke(linewidth=wide, foreground=_colour(element, look, "stroke"))] if rim else None,
    )


def _trace(axes: Any, element: ElementTree.Element, look: Mapping[str, str], steps: Steps) -> None:
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path as Outline

    wide = _number(element, "stroke-width", 1.0)
    dashes = [float(dash) / wide for dash in element.get("stroke-dasharray", "").replace(",", " ").split()]
    axes.add_patch(
        PathPatch(
            Outline([point for _, point in steps], [code for code, _ in steps]),
            facecolor="none" if element.tag.endswith("line") else _colour(element, look, "fill"),
            edgecolor=_colour(element, look, "stroke"),
            linewidth=wide * POINT,
            linestyle=(0, dashes) if dashes else "-",
            capstyle="round" if element.get("stroke-linecap") == "round" else "butt",
            joinstyle="miter",
            clip_on=False,
        )
    )


def _colour(element: ElementTree.Element, look: Mapping[str, str], kind: str) -> Any:
    from matplotlib.colors import to_rgba

    name = look["color"] if look[kind] == "currentColor" else look[kind]
    return "none" if name == "none" else to_rgba(name, _number(element, f"{kind}-opacity", 1.0))


def _number(element: ElementTree.Element, name: str, usual: float = 0.0, whole: float = 0.0) -> float:
    """An attribute; a share of `whole` where it says so."""
    text = element.get(name)
    if text is None:
        return usual
    return float(text[:-1]) / 100 * whole if text.endswith("%") else float(text)


def _outline(element: ElementTree.Element, kind: str, size: Point) -> Steps:
    """The outline of a shape."""
    match kind:
        case "line":
            x1, y1, x2, y2 = (_number(element, name) for name in ("x1", "y1", "x2", "y2"))
            return [(MOVE, (x1, y1)), (LINE, (x2, y2))]
        case "circle":
            x, y, r = (_number(element, name) for name in ("cx", "cy", "r"))
            return list(_path(f"M{x - r} {y}A{r} {r} 0 1 1 {x + r} {y}A{r} {r} 0 1 1 {x - r} {y}Z"))
        case "rect":
            x, y, r = (_number(element, name) for name in ("x", "y", "rx"))
            wide, high = (
                _number(element, name, whole=full) for name, full in zip(("width", "height"), size, strict=True)
            )
            r = min(r, wide / 2, high / 2)
            corners = (
                f"A{r} {r} 0 0 1 {a} {b}"
                for a, b in ((x + wide, y + r), (x + wide - r, y + high), (x, y + high - r), (x + r, y))
            )
            sides = (f"M{x + r} {y}H{x + wide - r}", f"V{y + high - r}", f"H{x + r}", f"V{y + r}")
            return list(_path("".join(side + corner for side, corner in zip(sides, corners, strict=True)) + "Z"))
        case "path":
            return list(_path(element.get("d", "")))
    raise ValueError(f"expected a shape that grundy draws, found <{kind}>")


def _path(text: str) -> Iterator[tuple[int, Point]]:
    """The steps of the text of a path."""
    words = WORD.findall(text)
    at = start = last = (0.0, 0.0)  # last: what a smooth curve goes on from
    place, command = 0, "M"
    while place < len(words):
        if words[place].isalpha():
            command, place = words[place], place + 1
        elif command in "Mm":
            command = "L" if command == "M" else "l"
        kind = command.upper()
        numbers = [float(word) for word in words[place : place + COUNTS[kind]]]
        place += COUNTS[kind]
        if command.islower() and kind == "A":
            numbers[-2:] = [numbers[-2] + at[0], numbers[-1] + at[1]]
        elif command.islower():
            numbers = [number + at[1 if kind == "V" else axis % 2] for axis, number in enumerate(numbers)]
        ends = list(zip(numbers[::2], numbers[1::2], strict=False))
        match kind:
            case "M":
                at = start = ends[0]
                yield MOVE, at
            case "Z":
                at = start
                yield CLOSE, at
            case "A":
                yield from ((LINE, point) for point in _arc(at, numbers))
                at = numbers[-2], numbers[-1]
            case "H" | "V":
                at = (numbers[0], at[1]) if kind == "H" else (at[0], numbers[0])
                yield LINE, at
            case _:
                if kind == "S":
                    ends.insert(0, (2 * at[0] - last[0], 2 * at[1] - last[1]))
                yield from (({"L": LINE, "Q": BEND}.get(kind, CURVE), end) for end in ends)
                at = ends[-1]
        last = ends[-2] if kind in "CS" else at


def _arc(start: Point, numbers: list[float]) -> Iterator[Point]:
    """Points of an arc of a circle."""
    r, _, _, large, sweep, *end = numbers
    (x, y), (u, v) = start, end
    if not r or (x, y) == (u, v):
        yield u, v
        return
    half = math.hypot(u - x, v - y) / 2
    r = max(r, half)
    far = math.sqrt(r * r - half * half) * (1 if bool(large) != bool(sweep) else -1)
    cx, cy = (x + u) / 2 - far * (v - y) / (2 * half), (y + v) / 2 + far * (u - x) / (2 * half)
    first, last = math.atan2(y - cy, x - cx), math.atan2(v - cy, u - cx)
    turn = (last - first) % (2 * math.pi) if sweep else -((first - last) % (2 * math.pi))
    for step in range(1, ARC_STEPS + 1):
        angle = first + turn * step / ARC_STEPS
        yield cx + r * math.cos(angle), cy + r * math.sin(angle)
