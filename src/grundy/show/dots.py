"""A board of Dots and Boxes, as SVG and as text: a line that can still be drawn is a line of the graph of its boxes."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from grundy.model.board import Net
from grundy.model.boxes import Side, box_of, sides
from grundy.model.scene import Item, arc_items
from grundy.show.markup import Drawn, ItemState, text

BOX, MARGIN, DOT = 48, 14, 5  # a box's side, round the picture, a dot's radius
WIDE = 3  # characters of text from dot to dot


def dots_picture(net: Net, state: ItemState) -> Drawn:
    """The boxes, their sides and the dots; a line carries the name of the line of the graph that a move cuts."""
    rows, columns = net.boxes
    body = []
    for node, name in enumerate(net.nodes):
        if node != net.ground:
            row, column = box_of(name)
            x, y = MARGIN + column * BOX, MARGIN + row * BOX
            kind = state.classes("box", str(node + 1))
            place = f'x="{x + 5}" y="{y + 5}" width="{BOX - 10}" height="{BOX - 10}" rx="4"'
            shade = 0.25 if "gone" in kind.split() else 0
            face = f'<rect class="face" {place} fill="currentColor" fill-opacity="{shade}"/>'
            body.append(
                f'<g class="{kind}" {state.pointer(str(node + 1), f"box {name}")}>{face}'
                f"{text(x + BOX / 2, y + BOX / 2, name, 'axis')}</g>"
            )
    for item_name, side in zip(arc_items(net), sides(net), strict=True):
        kind = state.classes("edge side", item_name)
        body.append(
            f'<g class="{kind}" {state.pointer(item_name, side.words)}>{_line(side, "gone" in kind.split())}</g>'
        )
    dots = [
        f'<circle cx="{MARGIN + column * BOX}" cy="{MARGIN + row * BOX}" r="{DOT}"/>'
        for row in range(rows + 1)
        for column in range(columns + 1)
    ]
    body.append(f'<g class="dot" fill="currentColor" pointer-events="none">{"".join(dots)}</g>')
    return (2 * MARGIN + columns * BOX, 2 * MARGIN + rows * BOX), body


def _line(side: Side, is_drawn: bool) -> str:
    """A side with an area that a finger can hit; a line that can still be drawn is dotted."""
    x, y, half = MARGIN + side.column * BOX, MARGIN + side.row * BOX, BOX / 2
    cx, cy = (x + half, y) if side.across else (x, y + half)
    reach = half - 1
    area = f"M{cx - reach:g} {cy:g}L{cx:g} {cy - reach:g}L{cx + reach:g} {cy:g}L{cx:g} {cy + reach:g}Z"
    path = f"M{x + DOT + 2} {y}h{BOX - 2 * DOT - 4}" if side.across else f"M{x} {y + DOT + 2}v{BOX - 2 * DOT - 4}"
    how = 'stroke-width="4"' if is_drawn else 'stroke-width="1.5" stroke-dasharray="2 5"'
    return (
        f'<path d="{area}" fill="none" pointer-events="all"/>'
        f'<path class="stem" d="{path}" fill="none" stroke="currentColor" {how}/>'
    )


def dots_lines(net: Net, gone: Collection[Item], plain: bool) -> Iterator[str]:
    """The board as text: the drawn lines, and the names of boxes that nobody has yet.

    >>> net = Net(("a1", "ground"), ((0, 1),) * 4, (), ground=1, boxes=(1, 1))
    >>> print("\\n".join(dots_lines(net, {"1,2", "1,2,3"}, plain=True)))
      +---+
      |a1
      +   +
    """
    rows, columns = net.boxes
    drawn = {side[:3] for item_name, side in zip(arc_items(net), sides(net), strict=True) if item_name in gone}
    left = {name for node, name in enumerate(net.nodes) if str(node + 1) not in gone}
    dot, across, down, taken = ("+", "-", "|", "#") if plain else ("·", "─", "│", "■")
    for row in range(rows + 1):
        line = [dot + (across if (row, column, True) in drawn else " ") * WIDE for column in range(columns)]
        yield f"  {''.join(line)}{dot}"
        if row == rows:
            return
        cells = []
        for column in range(columns + 1):
            name = f"{chr(ord('a') + column)}{row + 1}"
            inside = "" if column == columns else name if name in left else taken * WIDE
            cells.append((down if (row, column, False) in drawn else " ") + inside.ljust(WIDE))
        yield f"  {''.join(cells).rstrip()}"
