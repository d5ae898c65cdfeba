"""Boards as SVG, drawn from the same description as the text picture. Nothing here computes or knows a game."""

from __future__ import annotations

import re
from collections.abc import Sequence

from grundy.model.board import Board, Cell, Grid, Net, Pieces, Piles
from grundy.model.curves import Curves
from grundy.show.markup import Drawn, escape, item, text, text_width
from grundy.show.svg_curves import curves_picture
from grundy.show.svg_net import Plain, net_picture

# Pieces as they look in a game: pins, coins, crosses, chocolate, dominoes, stones, nodes; games/pieces.py lists whose.
#
# Every shape has the class by which what is pointed at is coloured: `piece` on a cell, `counter` in a pile.

CELL = 36  # pixels of a cell

SAID: dict[Pieces, dict[Cell, str]] = {
    "": {"empty": "empty", "full": "full", "white": "white", "blocked": "blocked"},
    "coins": {"empty": "tails", "full": "heads", "blocked": "blocked"},
    "crosses": {"empty": "empty", "full": "a cross", "blocked": "blocked"},
    "chocolate": {"empty": "chocolate", "full": "full", "blocked": "eaten"},
    "dominoes": {"empty": "empty", "full": "full", "blocked": "covered"},
    "stones": {"empty": "empty", "full": "a black stone", "white": "a white stone", "blocked": "blocked"},
    "nodes": {"empty": "a node", "full": "full", "white": "white", "blocked": "taken"},
}


def cell_words(pieces: Pieces, kind: Cell, row: int, column: int) -> str:
    """What a cell has on it, in words."""
    if pieces == "chocolate" and kind == "empty" and row == column == 1:
        return "the poisoned square"
    return SAID.get(pieces, SAID[""])[kind]


def pin(x: float, y: float, pointer: str) -> str:
    """A skittle, as wide as a counter."""
    low, high = y + 9, y - 14
    path = f"M{x - 5:g} {low:g}c-3 -6 -2 -9 1.6 -12c-1.6 -3 -2.6 -11 3.4 -11s5 8 3.4 11c3.6 3 4.6 6 1.6 12z"
    neck = f'<path d="M{x - 3.4:g} {high + 8.4:g}h6.8" stroke="#fff" stroke-width="1.6" stroke-opacity="0.7"/>'
    return f'<g class="counter pin" {pointer} fill="currentColor"><path d="{path}"/>{neck}</g>'


def mark(pieces: Pieces, kind: Cell, x: float, y: float, first: bool) -> str | None:
    """What lies on the cell at (x, y), `first` the one at the top left; None: nothing of the game's own."""
    middle = f'cx="{x + CELL / 2:g}" cy="{y + CELL / 2:g}"'
    match pieces, kind:
        case "coins", "full":
            rim = f'<circle {middle} r="9.5" fill="none" stroke="#fff" stroke-opacity="0.55"/>'
            return f'<circle class="piece" {middle} r="12.5" fill="currentColor"/>{rim}'
        case "coins", "empty":
            rim = 'fill="currentColor" fill-opacity="0.04" stroke="currentColor" stroke-opacity="0.55"'
            return f'<circle class="tails" {middle} r="12.5" {rim} stroke-dasharray="3 2"/>'
        case "crosses", "full":
            lines = f"M{x + 9:g} {y + 9:g}l18 18m0 -18l-18 18"
            return f'<path class="stroke" d="{lines}" stroke="currentColor" stroke-width="4" stroke-linecap="round"/>'
        case "chocolate", "empty":
            place = f'x="{x + 1.5:g}" y="{y + 1.5:g}" width="33" height="33" rx="3"'
            inner = f'x="{x + 7:g}" y="{y + 7:g}" width="22" height="22" rx="2"'
            body = f'<rect {place} fill="#6b3f22"/><rect {inner} fill="#82512f" stroke="#54301a"/>'
            return body + (_poison(x, y) if first else "")
        case "stones", ("full" | "white"):
            # colours of their own, each with a rim of the other: black and white on a light page and on a dark one
            fill, rim = ("#17191b", "#a9ada8") if kind == "full" else ("#fdfcf7", "#5f635f")
            return f'<circle class="stone" {middle} r="12.5" fill="{fill}" stroke="{rim}" stroke-width="2"/>'
        case ("chocolate", "blocked") | ("dominoes", "blocked"):
            return ""
    return None


def _poison(x: float, y: float) -> str:
    """A skull."""
    eyes = "".join(f'<circle cx="{x + at:g}" cy="{y + 16:g}" r="2" fill="#54301a"/>' for at in (14.5, 21.5))
    head = f'<path d="M{x + 11:g} {y + 20:g}a7.5 7.5 0 1 1 14 0v2h-3v4h-8v-4h-3z" fill="#f3e9dc"/>'
    return head + eyes


def dominoes(rows: Sequence[Sequence[Cell]], left: float, top: float) -> list[str]:
    """Dominoes on the cells that are covered, as they may lie: neighbours in pairs, and what has no partner alone."""
    free = {(r, c) for r, row in enumerate(rows) for c, kind in enumerate(row) if kind == "blocked"}
    body = []
    for r, c in sorted(free):
        if (r, c) not in free:
            continue
        partners = [cell for cell in ((r, c + 1), (r + 1, c)) if cell in free]
        partners.sort(key=lambda cell: sum(other in free for other in _around(*cell)))
        free -= {(r, c), *partners[:1]}
        down, across = (partners[0][0] - r, partners[0][1] - c) if partners else (0, 0)
        x, y = left + c * CELL + 4, top + r * CELL + 4
        size = f'width="{CELL * (1 + across) - 8}" height="{CELL * (1 + down) - 8}"'
        body.append(f'<rect class="tablet" x="{x:g}" y="{y:g}" {size} rx="5" fill="currentColor" fill-opacity="0.75"/>')
    return body


def _around(r: int, c: int) -> tuple[tuple[int, int], ...]:
    return ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))


# Boards as SVG, drawn from the same description as the text picture. Nothing here computes or knows a game.
#
# Colours are `currentColor`, so a picture takes those of the page around it; classes let a page's style sheet do more.
# What can be pointed at carries `data-item`: "row,column" of a cell, "pile,counter" of a counter, "node" of a node
# (all from 1), with a label for screen readers.

STEP, ROW = 22, 30  # from counter to counter, a pile's height
PINS = 27, 46  # the same of pins
EDGE = 12  # around boards that stand alone
BELOW = 'font-size="11" class="label"'  # the name of a node, where it is long: lines may run through it
HALO = 'stroke="#fff" stroke-width="3" stroke-linejoin="round" paint-order="stroke"'
MOST_CELLS, MOST_PILES, MOST_COUNTERS, MOST_NODES, MOST_ARCS = 2_500, 40, 40, 60, 300


def board_svg(board: Board, title: str, notes: Sequence[str] = (), pointed: bool = False, pieces: Pieces = "") -> str:
    """One board as an <svg> element; '' where it is too large to be looked at.

    Args:    title: what a screen reader calls the picture.
             notes: a remark for each pile, row or token, such as its nim-value; others are left out.
             pointed: items can be focused and pressed, with labels; else the picture is one image.
             pieces: what lies on it looks like this.

    >>> board_svg(Piles((2,)), "two").count("<circle")
    2
    """
    if too_large(board):
        return ""
    match board:
        case Grid(rows):
            size, body = _grid(rows, notes, pointed, pieces)
        case Piles(sizes, each):
            size, body = _piles(sizes, each, notes, pointed, pieces)
        case Net():
            size, body = net_picture(board, notes, pointed)
        case Curves():
            size, body = curves_picture(board, Plain(pointed), False)
    if not size:
        return ""
    width, height = size
    kind = type(board).__name__.lower()
    role = f'role="group" aria-label="{escape(title)}"' if pointed else 'role="img"'
    name = "" if pointed else f"<title>{escape(title)}</title>"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="board {kind}" {role} viewBox="0 0 {width:g} {height:g}"'
    head += f' width="{width:g}" height="{height:g}" font-family="system-ui, sans-serif" font-size="13">'
    return f"{head}{name}{''.join(body)}</svg>"


def too_large(board: Board) -> bool:
    """Whether a board is not drawn, since nobody could look at it.

    >>> too_large(Piles((1,) * 40)), too_large(Piles((1,) * 41))
    (False, True)
    """
    match board:
        case Grid(rows):
            return sum(map(len, rows)) > MOST_CELLS
        case Piles(sizes):
            return len(sizes) > MOST_PILES
        case Net(nodes, arcs):
            return len(nodes) > MOST_NODES or len(arcs) > MOST_ARCS
        case Curves():
            return False  # none is made that is


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
        body.append(picture.replace("<svg ", f'<svg x="{EDGE}" y="{top:g}" ', 1).replace(BELOW, f"{BELOW} {HALO}"))
        top += high + EDGE
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {top:g}" width="{width:g}" height="{top:g}"'
    return f'{head} color="#1f2328"><rect width="100%" height="100%" fill="#fff"/>{"".join(body)}</svg>'


def _grid(rows: Sequence[Sequence[Cell]], notes: Sequence[str], pointed: bool, pieces: Pieces) -> Drawn:
    columns = len(rows[0]) if rows else 0
    if not columns:
        return None, []
    left = top = 22
    body = []
    every = 1 if columns <= 30 else 5
    body += [text(left + (c + 0.5) * CELL, 11, str(c + 1), "axis") for c in range(columns) if not (c + 1) % every]
    for r, row in enumerate(rows):
        body.append(text(11, top + (r + 0.5) * CELL, str(r + 1), "axis"))
        for c, kind in enumerate(row):
            x, y = left + c * CELL, top + r * CELL
            pointer = item(
                f"{r + 1},{c + 1}", f"row {r + 1}, column {c + 1}, {cell_words(pieces, kind, r + 1, c + 1)}", pointed
            )
            own = mark(pieces, kind, x, y, r == c == 0)
            shape = plain_mark(kind, x, y) if own is None else own
            body.append(f'<g class="cell {kind}" {pointer}>{_square(x, y)}{shape}</g>')
    if pieces == "dominoes":
        body += dominoes(rows, left, top)
    right = left + columns * CELL + 2
    if len(notes) != len(rows):
        return (right, top + len(rows) * CELL + 2), body
    body += [text(right + 6, top + (r + 0.5) * CELL, note, "note", "start") for r, note in enumerate(notes)]
    return (right + 12 + text_width(notes), top + len(rows) * CELL + 2), body


def _square(x: float, y: float) -> str:
    place = f'x="{x + 1:g}" y="{y + 1:g}" width="{CELL - 2}" height="{CELL - 2}" rx="4"'
    return f'<rect class="square" {place} fill="currentColor" fill-opacity="0.06"/>'


def plain_mark(kind: str, x: float, y: float) -> str:
    """What lies on a cell where the game has no pieces of its own."""
    match kind:
        case "full":
            place = f'x="{x + 6:g}" y="{y + 6:g}" width="{CELL - 12}" height="{CELL - 12}" rx="5"'
            return f'<rect class="piece" {place} fill="currentColor"/>'
        case "white":
            place = f'x="{x + 7:g}" y="{y + 7:g}" width="{CELL - 14}" height="{CELL - 14}" rx="4"'
            return f'<rect class="piece" {place} fill="none" stroke="currentColor" stroke-width="2"/>'
        case "blocked":
            low, high = 8, CELL - 8
            lines = f"M{x + low:g} {y + low:g}l{high - low} {high - low}m0 {low - high}l{low - high} {high - low}"
            return f'<path class="bar" d="{lines}" fill="none" stroke="currentColor" stroke-width="2.5"/>'
    return ""


def _piles(sizes: Sequence[int], each: str, notes: Sequence[str], pointed: bool, pieces: Pieces) -> Drawn:
    if not sizes:
        return None, []
    step, high = PINS if pieces == "pins" else (STEP, ROW)
    left = 16 + 7.2 * len(f"{each} {len(sizes)}")
    drawn = [min(size, MOST_COUNTERS) if size <= MOST_COUNTERS else 0 for size in sizes]
    tail = [left + step * count if count or not size else left + 120 for count, size in zip(drawn, sizes, strict=True)]
    noted = 16 + text_width(notes) if any(notes) else 0
    body = []
    for number, size in enumerate(sizes, 1):
        y = high * (number - 0.5) + 2
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
            x = left + step * (counter - 0.5)
            place = f'cx="{x:g}" cy="{y:g}" r="8.5"'
            counted = f'<circle class="counter" {pointer} {place} fill="currentColor"/>'
            body.append(pin(x, y, pointer) if pieces == "pins" else counted)
        if not size:
            if pointed:  # something may be put there
                place = f'cx="{left + step / 2:g}" cy="{y:g}" r="8.5"'
                pointer = item(f"{number},0", f"{each} {number}, empty", pointed)
                body.append(f'<circle class="hollow" {pointer} {place} fill="currentColor" fill-opacity="0.08"/>')
            body.append(text(left + 4, y, "–", "none", "start"))
        if number <= len(notes) and notes[number - 1]:
            end = max(tail[number - 1], left + step)
            body.append(text(end + 10, y, notes[number - 1], "note", "start"))
        body.append("</g>")
    return (max(*tail, left + step) + noted + 6, high * len(sizes) + 4), body


def sequence_svg(values: Sequence[int], period: int | None = None, start: int = 0) -> str:
    """Nim-values over heaps as dots; the stretch before `start` is marked off; each period has a bracket.

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
    low = bottom + 28
    if period is not None and period * wide >= 6 and start + period <= len(values):
        for first in range(start, len(values) - period + 1, period):
            x, long = left + wide * (first - 0.5), wide * period
            line = f"M{x + 1.5:.1f} {low - 1:g}v6h{long - 3:.1f}v-6"
            body.append(f'<path class="bracket" d="{line}" fill="none" stroke="currentColor" stroke-width="1.2"/>')
        body.append(text(left + wide * (start - 0.5) + 2, low + 14, f"period {period}", "axis", "start"))
        low += 24
    size = f'viewBox="0 0 {right + 10:g} {low:g}" width="{right + 10:g}" height="{low:g}"'
    title = f"<title>Nim-values of heaps 0 to {len(values) - 1}</title>"
    font = 'font-family="system-ui, sans-serif" font-size="11"'
    space = 'xmlns="http://www.w3.org/2000/svg"'
    return f'<svg {space} class="plot" role="img" {size} {font} fill="currentColor">{title}{"".join(body)}</svg>'
