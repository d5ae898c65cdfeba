"""Boards as SVG, drawn from the same description as the text picture. Nothing here computes or knows a game.

Colours are `currentColor`, so a picture takes those of the page around it; classes let a page's style sheet do more.
What can be pointed at carries `data-item`: "row,column" of a cell, "pile,counter" of a counter, "node" of a node (all
from 1), with a label for screen readers.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from html import escape

from grundy.model.board import Board, Grid, Net, Piles
from grundy.show.svg_ground import ground_picture
from grundy.show.svg_items import NODE, Drawn, Spots, disc, item, text

CELL, STEP, ROW = 36, 22, 30  # a cell, from counter to counter, a pile's height
EDGE = 12  # around boards that stand alone
MOST_CELLS, MOST_PILES, MOST_COUNTERS, MOST_NODES, MOST_ARCS = 2_500, 40, 40, 60, 300
SAID = {"empty": "empty", "full": "full", "blocked": "blocked"}


def board_svg(board: Board, title: str, notes: Sequence[str] = (), pointed: bool = False) -> str:
    """One board as an <svg> element; '' where it is too large to be looked at.

    Args:    title: what a screen reader calls the picture.
             notes: a remark for each pile, row or token, such as its nim-value; others are left out.
             pointed: items can be focused and pressed, with labels; else the picture is one image.

    >>> board_svg(Piles((2,)), "two").count("<circle")
    2
    """
    match board:
        case Grid(rows):
            size, body = _grid(rows, notes, pointed)
        case Piles(sizes, each):
            size, body = _piles(sizes, each, notes, pointed)
        case Net():
            size, body = _net(board, notes, pointed)
    if not size:
        return ""
    width, height = size
    kind = type(board).__name__.lower()
    role = f'role="group" aria-label="{escape(title)}"' if pointed else 'role="img"'
    name = "" if pointed else f"<title>{escape(title)}</title>"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="board {kind}" {role} viewBox="0 0 {width:g} {height:g}"'
    head += f' width="{width:g}" height="{height:g}" font-family="system-ui, sans-serif" font-size="13">'
    return f"{head}{name}{''.join(body)}</svg>"


def stacked(pictures: Sequence[str]) -> str:
    """Some <svg> elements, one below the other, as one picture that stands alone: black on white.

    >>> two = stacked([board_svg(Piles((2,)), "two"), board_svg(Piles((1, 1)), "one and one")])
    >>> two.count("<circle"), two.count("<svg")
    (4, 3)
    """
    sizes = [tuple(map(float, re.findall(r' (?:width|height)="([0-9.]+)"', picture)[:2])) for picture in pictures]
    width = max(wide for wide, _ in sizes) + 2 * EDGE
    top, body = float(EDGE), []
    for picture, (_, high) in zip(pictures, sizes, strict=True):
        body.append(picture.replace("<svg ", f'<svg x="{EDGE}" y="{top:g}" ', 1))
        top += high + EDGE
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {top:g}" width="{width:g}" height="{top:g}"'
    return f'{head} color="#1f2328"><rect width="100%" height="100%" fill="#fff"/>{"".join(body)}</svg>'


def _grid(rows: Sequence[Sequence[str]], notes: Sequence[str], pointed: bool) -> Drawn:
    columns = len(rows[0]) if rows else 0
    if not columns or len(rows) * columns > MOST_CELLS:
        return None, []
    left = top = 22
    body = []
    every = 1 if columns <= 30 else 5
    body += [text(left + (c + 0.5) * CELL, 11, str(c + 1), "axis") for c in range(columns) if not (c + 1) % every]
    for r, row in enumerate(rows):
        body.append(text(11, top + (r + 0.5) * CELL, str(r + 1), "axis"))
        for c, kind in enumerate(row):
            x, y = left + c * CELL, top + r * CELL
            pointer = item(f"{r + 1},{c + 1}", f"row {r + 1}, column {c + 1}, {SAID[kind]}", pointed)
            body.append(f'<g class="cell {kind}" {pointer}>{_square(x, y)}{_mark(kind, x, y)}</g>')
    right = left + columns * CELL + 2
    if len(notes) != len(rows):
        return (right, top + len(rows) * CELL + 2), body
    body += [text(right + 6, top + (r + 0.5) * CELL, note, "note", "start") for r, note in enumerate(notes)]
    return (right + 12 + _wide(notes), top + len(rows) * CELL + 2), body


def _wide(notes: Sequence[str]) -> float:
    """The pixels that the longest remark takes."""
    return 7.2 * max((len(note) for note in notes), default=0)


def _square(x: float, y: float) -> str:
    place = f'x="{x + 1:g}" y="{y + 1:g}" width="{CELL - 2}" height="{CELL - 2}" rx="4"'
    return f'<rect class="square" {place} fill="currentColor" fill-opacity="0.06"/>'


def _mark(kind: str, x: float, y: float) -> str:
    match kind:
        case "full":
            place = f'x="{x + 6:g}" y="{y + 6:g}" width="{CELL - 12}" height="{CELL - 12}" rx="5"'
            return f'<rect class="piece" {place} fill="currentColor"/>'
        case "blocked":
            low, high = 8, CELL - 8
            lines = f"M{x + low:g} {y + low:g}l{high - low} {high - low}m0 {low - high}l{low - high} {high - low}"
            return f'<path class="bar" d="{lines}" fill="none" stroke="currentColor" stroke-width="2.5"/>'
    return ""


def _piles(sizes: Sequence[int], each: str, notes: Sequence[str], pointed: bool) -> Drawn:
    if not sizes or len(sizes) > MOST_PILES:
        return None, []
    left = 16 + 7.2 * len(f"{each} {len(sizes)}")
    drawn = [min(size, MOST_COUNTERS) if size <= MOST_COUNTERS else 0 for size in sizes]
    tail = [left + STEP * count if count or not size else left + 120 for count, size in zip(drawn, sizes, strict=True)]
    noted = 16 + _wide(notes) if any(notes) else 0
    body = []
    for number, size in enumerate(sizes, 1):
        y = ROW * (number - 0.5) + 2
        body.append(text(left - 10, y, f"{each} {number}", "axis", "end"))
        whole = f"{each} {number}, {size:,} in all"
        body.append(f'<g class="pile" {item(str(number), whole, False)}>')
        if size > MOST_COUNTERS:
            place = f'x="{left:g}" y="{y - 9:g}" width="112" height="18" rx="9"'
            pointer = item(f"{number},{size}" if size < 2**53 else str(number), whole, pointed)
            body.append(f'<rect class="heap" {pointer} {place} fill="currentColor" fill-opacity="0.16"/>')
            shown = f"{size:,}" if size < 10**9 else f"{len(str(size))} digits"
            body.append(text(left + 56, y, shown, "count"))
        for counter in range(1, drawn[number - 1] + 1):
            pointer = item(f"{number},{counter}", f"{each} {number}, counter {counter} of {size}", pointed)
            place = f'cx="{left + STEP * (counter - 0.5):g}" cy="{y:g}" r="8.5"'
            body.append(f'<circle class="counter" {pointer} {place} fill="currentColor"/>')
        if not size:
            body.append(text(left + 4, y, "–", "none", "start"))
        if number <= len(notes) and notes[number - 1]:
            end = max(tail[number - 1], left + STEP)
            body.append(text(end + 10, y, notes[number - 1], "note", "start"))
        body.append("</g>")
    return (max(*tail, left + STEP) + noted + 6, ROW * len(sizes) + 4), body


def _net(net: Net, notes: Sequence[str], pointed: bool) -> Drawn:
    if not net.nodes or len(net.nodes) > MOST_NODES or len(net.arcs) > MOST_ARCS:
        return None, []
    if net.ground is not None:
        return ground_picture(net, pointed)
    arcs = list(dict.fromkeys(net.arcs))
    places = _layers(len(net.nodes), arcs) if net.directed else None
    spots = _around(len(net.nodes)) if places is None else _on_layers(places, arcs)
    width = max(x for x, _ in spots) + NODE + 14
    height = max(y for _, y in spots) + NODE + 14
    if net.directed:
        body = [_arc(spots[start], spots[end], (end, start) in arcs) for start, end in arcs if start != end]
    else:
        body = [_line(spots[start], spots[end]) for start, end in arcs]
    tokens: dict[int, list[int]] = {}
    for number, node in enumerate(net.tokens, 1):
        tokens.setdefault(node, []).append(number)
    for node, (x, y) in enumerate(spots):
        held = tokens.get(node, [])
        said = f"node {net.nodes[node]}" + (f", {len(held)} token{'s' * (len(held) > 1)}" if held else "")
        pointer = item(str(node + 1), said, pointed)
        kind = "node held" if held else "node"
        body.append(f'<g class="{kind}" {pointer}>')
        body.append(disc(x, y, net.nodes[node]))
        if held:
            ring = f'cx="{x:g}" cy="{y:g}" r="{NODE + 3}"'
            body.append(f'<circle class="token" {ring} fill="none" stroke="currentColor" stroke-width="3"/>')
        if len(held) > 1:
            body.append(text(x + NODE + 2, y - NODE, f"×{len(held)}", "axis", "start"))
        body.append("</g>")
        if held and len(notes) == len(net.tokens):
            remark = ", ".join(dict.fromkeys(notes[number - 1] for number in held))
            body.append(text(x + NODE + 8, y, remark, "note", "start"))
            width = max(width, x + NODE + 14 + _wide([remark]))
    return (width, height), body


def _line(start: tuple[float, float], end: tuple[float, float]) -> str:
    """A line from the edge of one node to that of the other."""
    (x1, y1), (x2, y2) = start, end
    long = math.hypot(x2 - x1, y2 - y1) or 1.0
    dx, dy = (x2 - x1) / long * (NODE + 1), (y2 - y1) / long * (NODE + 1)
    ends = f'x1="{x1 + dx:.1f}" y1="{y1 + dy:.1f}" x2="{x2 - dx:.1f}" y2="{y2 - dy:.1f}"'
    return f'<line class="line" {ends} stroke="currentColor"/>'


def _layers(count: int, arcs: Sequence[tuple[int, int]]) -> list[list[int]] | None:
    """Nodes by the longest way to an end, the furthest first; None if there is a cycle."""
    after: list[list[int]] = [[] for _ in range(count)]
    before: list[list[int]] = [[] for _ in range(count)]
    for start, end in arcs:
        after[start].append(end)
        before[end].append(start)
    missing = [len(ends) for ends in after]
    ready = [node for node in range(count) if not missing[node]]
    depth = [0] * count
    for node in ready:  # grows while it is read
        for start in before[node]:
            depth[start] = max(depth[start], depth[node] + 1)
            missing[start] -= 1
            if not missing[start]:
                ready.append(start)
    if len(ready) < count:
        return None
    layers: list[list[int]] = [[] for _ in range(max(depth) + 1)]
    for node in range(count):
        layers[max(depth) - depth[node]].append(node)
    spot = {node: place / len(layer) for layer in layers for place, node in enumerate(layer, 1)}
    for layer in layers[1:]:  # below what leads to it
        layer.sort(key=lambda node: sum(spot[start] for start in before[node]) / max(1, len(before[node])))
        spot |= {node: place / len(layer) for place, node in enumerate(layer, 1)}
    return layers


LEANS = (14, 0, 32, 48, 64)  # by how much every second layer may be moved aside


def _on_layers(layers: Sequence[Sequence[int]], arcs: Sequence[tuple[int, int]]) -> Spots:
    """Places in rows; every second row leans aside, so that an arc which skips one keeps away from its nodes."""
    best, least = None, 0
    for lean in (64,) if max(map(len, layers)) == 1 else LEANS:
        spots = _leaning(layers, lean)
        met = _met(spots, arcs)
        if best is None or met < least:
            best, least = spots, met
        if not met:
            break
    assert best is not None
    return best


def _leaning(layers: Sequence[Sequence[int]], lean: float) -> Spots:
    widest = max(map(len, layers))
    spots: dict[int, tuple[float, float]] = {}
    for depth, layer in enumerate(layers):
        gap = 78.0 * widest / len(layer)
        for place, node in enumerate(layer):
            spots[node] = (gap * (place + 0.5) + lean * (depth % 2) + 8, 70 * depth + NODE + 12)
    return [spots[node] for node in range(len(spots))]


def _met(spots: Spots, arcs: Sequence[tuple[int, int]]) -> int:
    """How often an arc runs over a node that it does not touch."""
    found = 0
    for start, end in arcs:
        (x, y), (u, v) = spots[start], spots[end]
        length = math.hypot(u - x, v - y)
        for node, (a, b) in enumerate(spots):
            if node in (start, end) or not min(y, v) < b < max(y, v):
                continue
            found += abs((u - x) * (b - y) - (a - x) * (v - y)) < length * (NODE + 3)
    return found


def _around(count: int) -> list[tuple[float, float]]:
    radius = max(62, 20 * count / math.pi)
    middle = radius + NODE + 12
    turn = 2 * math.pi / count
    return [(middle + radius * math.sin(turn * n), middle - radius * math.cos(turn * n)) for n in range(count)]


def _arc(start: tuple[float, float], end: tuple[float, float], both: bool) -> str:
    """A line with an arrow's head; of two that go to and fro each bends to its side."""
    (x1, y1), (x2, y2) = start, end
    long = math.hypot(x2 - x1, y2 - y1) or 1.0
    ux, uy = (x2 - x1) / long, (y2 - y1) / long
    bend = 16 if both else 0
    mx, my = (x1 + x2) / 2 - uy * bend, (y1 + y2) / 2 + ux * bend
    ax, ay = x1 + ux * (NODE + 4) - uy * bend / 4, y1 + uy * (NODE + 4) + ux * bend / 4
    bx, by = x2 - ux * (NODE + 6) - uy * bend / 4, y2 - uy * (NODE + 6) + ux * bend / 4
    dx, dy = bx - mx, by - my
    far = math.hypot(dx, dy) or 1.0
    dx, dy = dx / far, dy / far
    head = f"M{bx - 8 * dx - 4 * dy:.1f} {by - 8 * dy + 4 * dx:.1f}L{bx:.1f} {by:.1f}"
    head += f"L{bx - 8 * dx + 4 * dy:.1f} {by - 8 * dy - 4 * dx:.1f}"
    line = f"M{ax:.1f} {ay:.1f}Q{mx:.1f} {my:.1f} {bx:.1f} {by:.1f}"
    stroke = 'fill="none" stroke="currentColor" stroke-width="1.5" stroke-opacity="0.55"'
    return f'<path class="arc" d="{line}{head}" {stroke}/>'


def sequence_svg(values: Sequence[int], period: int | None = None, start: int = 0) -> str:
    """Nim-values over heaps as dots; the stretch before `start`, where a period begins, is marked off.

    >>> sequence_svg([0, 1, 2]).count("<circle")
    3
    """
    if not values:
        return ""
    high = max(max(values), 1)
    wide = max(2.0, min(14.0, 680 / len(values)))
    tall = max(3.0, min(14.0, 200 / high))
    left, bottom = 34, 16 + tall * high
    radius = max(1.2, min(3.5, wide * 0.32))
    right = left + wide * len(values)
    body = []
    if period is not None and 0 < start < len(values):
        place = f'x="{left - wide / 2:g}" y="6" width="{wide * start:g}" height="{bottom - 2:g}"'
        body.append(f'<rect class="before" {place} fill="currentColor" fill-opacity="0.07"/>')
    step = max(1, -(-high // 8))
    for value in range(0, high + 1, step):
        y = bottom - tall * value
        line = f'x1="{left - 6:g}" x2="{right:g}" y1="{y:g}" y2="{y:g}"'
        body.append(f'<line class="rule" {line} stroke="currentColor" stroke-opacity="0.12"/>')
        body.append(text(left - 10, y, str(value), "axis", "end"))
    each = next(size for size in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10**9) if size * wide >= 34)
    for n in range(0, len(values), each):
        body.append(text(left + wide * n, bottom + 16, str(n), "axis"))
    for n, value in enumerate(values):
        body.append(f'<circle cx="{left + wide * n:.1f}" cy="{bottom - tall * value:.1f}" r="{radius:g}"/>')
    size = f'viewBox="0 0 {right + 10:g} {bottom + 28:g}" width="{right + 10:g}" height="{bottom + 28:g}"'
    title = f"<title>Nim-values of heaps 0 to {len(values) - 1}</title>"
    font = 'font-family="system-ui, sans-serif" font-size="11"'
    space = 'xmlns="http://www.w3.org/2000/svg"'
    return f'<svg {space} class="plot" role="img" {size} {font} fill="currentColor">{title}{"".join(body)}</svg>'
