"""A game that is played as SVG: every board as at its start, with what moves took, changed and laid told by classes.

Two pictures of one game differ in attributes alone, and in the pieces that were laid between them: a page draws the
board once, and moves it from one picture to the next. Classes: `gone` for what is taken, `last` for what the last move
touched, `chosen` for where that was taken hold of, `p1` and `p2` for whose piece it is, `part1`, `part2`, … for what is
independent of the rest. Colours are of the page; without its style sheet all is `currentColor`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from grundy.model.board import Grid, Net, Piles
from grundy.model.curves import Curves
from grundy.model.scene import MOST_COUNTERS, Item, Laid, Scene
from grundy.show.markup import Drawn, escape, item, text
from grundy.show.svg import CELL, cell_words, mark, pin, plain_mark, too_large
from grundy.show.svg_curves import curves_picture
from grundy.show.svg_net import net_picture

STEP, ROW, RADIUS = 23, 29, 10  # from counter to counter, a pile's height, a counter
PIN_STEP, PIN_ROW = 27, 48
PARTS = 6  # that have a class of their own


@dataclass(frozen=True, slots=True)
class ShownScene:
    """What each item of a scene is."""

    scene: Scene
    last: Sequence[Item]
    pointed: bool = True

    def classes(self, kind: str, item_name: Item) -> str:
        """The classes of an item of a kind."""
        classes = [kind]
        if item_name in self.scene.gone:
            classes.append("gone")
        if item_name in self.last:
            classes.append("last")
            if item_name == self.last[0]:
                classes.append("chosen")
        if len(self.scene.parts) > 1:
            classes += [f"part{n % PARTS + 1}" for n, part in enumerate(self.scene.parts) if item_name in part][:1]
        return " ".join(classes)

    def pointer(self, item_name: Item, label: str) -> str:
        """The attributes by which an item can be pointed at; of what is gone nothing can."""
        if not self.pointed:
            return item(item_name, label, False)
        return (
            item(item_name, label, True)
            if item_name not in self.scene.gone
            else f'data-item="{item_name}" aria-hidden="true"'
        )


def scene_svg(scene: Scene, title: str, last: Sequence[Item] = (), pointed: bool = True) -> str:
    """One board as an <svg> element; '' where it has no picture, or is too large to be looked at.

    Args:    title: what a screen reader calls it. last: what the last move touched, first where it was taken hold of.
             pointed: items can be focused and pressed, with labels; else the picture is one image.

    >>> from grundy.model.scene import items_of
    >>> board = Piles((2,))
    >>> picture = scene_svg(Scene("nim", board, items_of(board), frozenset({"1,2"})), "Nim")
    >>> picture.count('class="counter"'), picture.count('class="counter gone"')
    (1, 1)
    """
    board = scene.board
    if board is None or too_large(board):
        return ""
    shown = ShownScene(scene, last, pointed)
    match board:
        case Grid():
            size, body = _grid(board, shown)
        case Piles():
            size, body = _piles(board, shown)
        case Net():
            size, body = net_picture(board, (), pointed, shown)
        case Curves():
            size, body = curves_picture(board, shown, bool(last))
    if not size:
        return ""
    width, height = size
    kind = f"board {type(board).__name__.lower()}" + (f" {scene.pieces}" if scene.pieces else "")
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" role="{"group" if pointed else "img"}"'
    view = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    view += f' aria-label="{escape(title)}"'
    return f'{head} {view} font-family="system-ui, sans-serif" font-size="13">{"".join(body)}</svg>'


def _grid(board: Grid, shown: ShownScene) -> Drawn:
    columns = len(board.rows[0]) if board.rows else 0
    if not columns:
        return None, []
    left = top = 22
    pieces = shown.scene.pieces
    body = []
    every = 1 if columns <= 30 else 5
    body += [text(left + (c + 0.5) * CELL, 11, str(c + 1), "axis") for c in range(columns) if not (c + 1) % every]
    for r, row in enumerate(board.rows):
        body.append(text(11, top + (r + 0.5) * CELL, str(r + 1), "axis"))
        for c, kind in enumerate(row):
            one, x, y = f"{r + 1},{c + 1}", left + c * CELL, top + r * CELL
            label = f"row {r + 1}, column {c + 1}, {cell_words(pieces, kind, r + 1, c + 1)}"
            none = kind == "blocked" and one not in shown.scene.items  # there never was a cell
            if none:
                pointer = f'data-item="{one}"' + (f' role="img" aria-label="{escape(label)}"' if shown.pointed else "")
            else:
                pointer = shown.pointer(one, label)
            own = mark(pieces, kind, x, y, r == c == 0)
            inside = "" if kind == "blocked" and not none else plain_mark(kind, x, y) if own is None else own
            if none and pieces in ("chocolate", "dominoes"):
                inside = plain_mark(kind, x, y)
            place = _node(r, c, shown.scene.items) if pieces == "nodes" else _square(x, y)
            body.append(f'<g class="{shown.classes(f"cell {kind}", one)}" {pointer}>{place}{inside}</g>')
    body.append(f'<g class="laid">{"".join(piece_svg(one, shown.last) for one in shown.scene.laid)}</g>')
    return (left + columns * CELL + 4, top + len(board.rows) * CELL + 4), body


def _node(r: int, c: int, items: Collection[Item]) -> str:
    """A node with its half of each line to a neighbour; nothing where there never was one."""
    if f"{r + 1},{c + 1}" not in items:
        return ""
    x, y, half, around = 22 + (c + 0.5) * CELL, 22 + (r + 0.5) * CELL, CELL / 2, ((0, 1), (0, -1), (1, 0), (-1, 0))
    near = [(down, right) for down, right in around if f"{r + down + 1},{c + right + 1}" in items]
    ties = "".join(f"M{x:g} {y:g}l{right * half:g} {down * half:g}" for down, right in near)
    lines = f'<path class="tie" d="{ties}" stroke="currentColor" stroke-width="2"/>' if ties else ""
    hit = f'<rect x="{x - half:g}" y="{y - half:g}" width="{CELL}" height="{CELL}" fill="none" pointer-events="all"/>'
    disc = f'<circle class="square" cx="{x:g}" cy="{y:g}" r="11" fill="#fff" stroke="currentColor" stroke-width="2"/>'
    return f"{hit}{lines}{disc}"


def _square(x: float, y: float) -> str:
    place = f'x="{x + 1:g}" y="{y + 1:g}" width="{CELL - 2}" height="{CELL - 2}" rx="4"'
    return f'<rect class="square" {place} fill="currentColor" fill-opacity="0.06"/>'


def piece_svg(piece: Laid, last: Collection[Item] = ()) -> str:
    """A piece with round pips of player 1, or square ones of player 2, on the cells that it covers."""
    cells = [tuple(map(int, cell.split(","))) for cell in piece.items]
    rows, columns = [r for r, _ in cells], [c for _, c in cells]
    x, y = 22 + (min(columns) - 1) * CELL, 22 + (min(rows) - 1) * CELL
    width, height = (max(columns) - min(columns) + 1) * CELL, (max(rows) - min(rows) + 1) * CELL
    halo = f'x="{x + 2:g}" y="{y + 2:g}" width="{width - 4:g}" height="{height - 4:g}" rx="7"'
    face = f'x="{x + 4:g}" y="{y + 4:g}" width="{width - 8:g}" height="{height - 8:g}" rx="6"'
    drawn = [
        f'<rect class="halo" {halo} fill="none"/>',
        f'<rect class="face" {face} fill="none" stroke="currentColor" stroke-width="2"/>',
    ]
    if len(cells) == 2:
        middle = f"M{x + width / 2:g} {y + 11:g}V{y + height - 11:g}"
        if height > width:
            middle = f"M{x + 11:g} {y + height / 2:g}H{x + width - 11:g}"
        drawn.append(f'<path class="seam" d="{middle}" stroke="currentColor"/>')
    for r, c in cells:
        px, py = 22 + (c - 0.5) * CELL, 22 + (r - 0.5) * CELL
        if piece.player == 1:
            drawn.append(f'<circle class="pip" cx="{px:g}" cy="{py:g}" r="3.4" fill="currentColor"/>')
        else:
            place = f'x="{px - 3:g}" y="{py - 3:g}" width="6" height="6" rx="1"'
            drawn.append(f'<rect class="pip" {place} fill="currentColor"/>')
    newest = " last" if set(piece.items) <= set(last) else ""
    return f'<g class="domino p{piece.player}{newest}" data-move="{piece.move}">{"".join(drawn)}</g>'


def _piles(board: Piles, shown: ShownScene) -> Drawn:
    if not board.sizes:
        return None, []
    pins = shown.scene.pieces == "pins"
    step, high = (PIN_STEP, PIN_ROW) if pins else (STEP, ROW)
    left = 18 + 7.2 * len(f"{board.each} {len(board.sizes)}")
    body, wide = [], left + 5 * step
    for pile, size in enumerate(board.sizes, 1):
        y = high * (pile - 0.5) + 2
        called = f"{board.each} {pile}"
        body.append(f'<g class="pile" data-item="{pile}">{text(left - 10, y, called, "axis", "end")}')
        if size > MOST_COUNTERS:
            body.append(_bar(shown, f"{pile},{size}", f"{called}, {size:,} in all", left, y, size))
            wide = max(wide, left + 120)
        else:
            body += [_counter(shown, pile, n, size, left + step * (n - 0.5), y, called) for n in range(1, size + 1)]
            wide = max(wide, left + step * size)
        if all(f"{pile},{n}" in shown.scene.gone for n in range(1, min(size, MOST_COUNTERS) + 1)):
            # something may be put there
            pointer = shown.pointer(f"{pile},0", f"{called}, empty")
            place = f'cx="{left + step / 2:g}" cy="{y:g}" r="{RADIUS}"'
            body.append(f'<circle class="hollow" {pointer} {place} fill="currentColor" fill-opacity="0.08"/>')
        body.append(f"{_cuts(shown, pile, size, left, y, step, high)}</g>")
    return (wide + 8, high * len(board.sizes) + 4), body


def _counter(shown: ShownScene, pile: int, number: int, size: int, x: float, y: float, called: str) -> str:
    item_name = f"{pile},{number}"
    there = sum(f"{pile},{n}" not in shown.scene.gone for n in range(1, size + 1))
    pointer = shown.pointer(item_name, f"{called}, counter {number} of {there}")
    if shown.scene.pieces == "pins":
        hit = f'<rect class="spot" x="{x - 13:g}" y="{y - 22:g}" width="26" height="44" fill="none"/>'
        fallen = f'<path class="fallen" d="M{x - 8:g} {y + 9:g}h16" stroke="currentColor" stroke-width="5"/>'
        return f'<g class="{shown.classes("counter", item_name)}" {pointer}>{hit}{pin(x, y, "")}{fallen}</g>'
    place = f'cx="{x:g}" cy="{y:g}"'
    circles = (
        f'<circle class="spot" {place} r="11.5" fill="none"/>'
        f'<circle class="disc" {place} r="{RADIUS}" fill="currentColor"/>'
        f'<circle class="ring" {place} r="6" fill="none"/>'
    )
    return f'<g class="{shown.classes("counter", item_name)}" {pointer}>{circles}</g>'


def _bar(shown: ShownScene, item_name: Item, label: str, left: float, y: float, size: int) -> str:
    """A pile that is too large to be drawn counter by counter, with its number."""
    place = f'x="{left:g}" y="{y - 11:g}" width="112" height="22" rx="11"'
    number = f"{size:,}" if size < 10**9 else f"{len(str(size))} digits"
    bar = f'<rect class="heap" {place} fill="currentColor" fill-opacity="0.16"/>'
    whole = bar + text(left + 56, y, number, "count")
    return f'<g class="{shown.classes("bar", item_name)}" {shown.pointer(item_name, label)}>{whole}</g>'


def _cuts(shown: ShownScene, pile: int, size: int, left: float, y: float, step: float, high: float) -> str:
    """A line between neighbours that belong to different parts."""
    part = {item_name: n for n, items in enumerate(shown.scene.parts) for item_name in items}
    cuts = [
        f"M{left + step * n:g} {y - high / 2 + 3:g}v{high - 6:g}"
        for n in range(1, min(size, MOST_COUNTERS))
        if f"{pile},{n}" in part and f"{pile},{n + 1}" in part and part[f"{pile},{n}"] != part[f"{pile},{n + 1}"]
    ]
    return f'<path class="cut" d="{"".join(cuts)}" stroke="currentColor" stroke-width="2" stroke-dasharray="3 3"/>'
