"""The graph of a game as SVG: positions as boxes, moves as arrows, P-positions filled, the nim-value beside each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grundy.model.board import Board, Grid
from grundy.model.rule import shortened
from grundy.show.layout import Point, layered
from grundy.show.markup import curve, escape, text

CELL, MOST_CELLS = 9, 40  # of a small board
LETTER, LINE = 7.0, 22.0  # the width of a letter, and the height of a box with one line
BETWEEN = 46.0  # rows
EDGE = 14.0
LOST = "#1f9682"  # a P-position; seen on light and dark


@dataclass(frozen=True)
class Node:
    """A position to be drawn: its name, its board if that is small, and its value."""

    name: str
    board: Board | None
    value: str
    lost: bool

    @property
    def cells(self) -> tuple[tuple[str, ...], ...]:
        match self.board:
            case Grid(rows) if 0 < sum(map(len, rows)) <= MOST_CELLS:
                return rows
        return ()

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of its box, the value beside the name in it."""
        value = LETTER * len(self.value) + 12
        if self.cells:
            return CELL * len(self.cells[0]) + value + 12, max(LINE, CELL * len(self.cells) + 10.0)
        return LETTER * len(shortened(self.name, 18)) + value + 14, LINE


def game_graph_svg(nodes: Sequence[Node], arcs: Sequence[tuple[int, int]], title: str) -> str:
    """The graph as an <svg> element, in the colours of the page around it."""
    tall = max(node.size[1] for node in nodes)
    layers = layered(len(nodes), arcs, [node.size[0] for node in nodes], tall + BETWEEN)
    width, height = layers.width + 2 * EDGE, (layers.rows - 1) * (tall + BETWEEN) + tall + 2 * EDGE
    body = [_arrow(layers.routes[place], nodes[end], nodes[start], tall) for place, (start, end) in enumerate(arcs)]
    body += [_box(node, *layers.spots[place], tall) for place, node in enumerate(nodes)]
    size = f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}"'
    font = 'font-family="system-ui, sans-serif" font-size="12"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="game-graph" role="img" {size} {font}>'
    move = f'<g transform="translate({EDGE:g} {EDGE + tall / 2:g})">{"".join(body)}</g>'
    return f"{head}<title>{escape(title)}</title>{move}</svg>"


def _box(node: Node, x: float, y: float, tall: float) -> str:
    wide, high = node.size
    fill = f'fill="{LOST}" fill-opacity="0.35" stroke="{LOST}" stroke-width="2"'
    plain = 'fill="currentColor" fill-opacity="0.05" stroke="currentColor" stroke-opacity="0.45"'
    place = f'x="{x - wide / 2:.1f}" y="{y - high / 2:.1f}" width="{wide:.1f}" height="{high:.1f}" rx="6"'
    parts = [f"<rect {place} {fill if node.lost else plain}/>"]
    right = x + wide / 2 - 7
    parts.append(
        text(round(right, 1), round(y, 1), node.value, "value", "end").replace("<text ", '<text font-weight="700" ', 1)
    )
    left = x - wide / 2 + 7
    if node.cells:
        parts += _small(node.cells, left, y - CELL * len(node.cells) / 2)
    else:
        parts.append(text(round(left, 1), round(y, 1), shortened(node.name, 18), "name", "start"))
    kind = "position lost" if node.lost else "position"
    return f'<g class="{kind}"><title>{escape(node.name)}: {escape(node.value)}</title>{"".join(parts)}</g>'


LOOKS = {
    "empty": 'fill="none" stroke="currentColor" stroke-opacity="0.6"',
    "full": 'fill="currentColor"',
    "white": 'fill="currentColor" fill-opacity="0.3" stroke="currentColor"',
}


def _small(rows: Sequence[Sequence[str]], x: float, y: float) -> list[str]:
    """A board of tiny cells, without those that are blocked."""
    drawn = []
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            if cell in LOOKS:
                place = f'x="{x + CELL * c + 1:.1f}" y="{y + CELL * r + 1:.1f}" width="{CELL - 2}" height="{CELL - 2}"'
                drawn.append(f"<rect {place} {LOOKS[cell]}/>")
    return drawn


def _arrow(route: Sequence[Point], end: Node, start: Node, tall: float) -> str:
    """A move: from the lower edge of one box past others to the upper edge of another. To a P-position it is bold."""
    path = curve(route, (start.size[1] / 2, end.size[1] / 2 + 2), tall / 2 + 4)
    look = f'stroke="{LOST}" stroke-width="1.8"' if end.lost else 'stroke="currentColor" stroke-opacity="0.4"'
    return f'<path class="move" d="{path}" fill="none" {look}/>'
