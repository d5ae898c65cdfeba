"""Pieces as they look in a game: pins, coins, crosses, chocolate, dominoes, stones; games/pieces.py lists whose.

Every shape has the class by which what is pointed at is coloured: `piece` on a cell, `counter` in a pile.
"""

from __future__ import annotations

from collections.abc import Sequence

from grundy.model.board import Cell, Pieces

CELL = 36  # pixels of a cell

SAID: dict[Pieces, dict[Cell, str]] = {
    "": {"empty": "empty", "full": "full", "white": "white", "blocked": "blocked"},
    "coins": {"empty": "tails", "full": "heads", "blocked": "blocked"},
    "crosses": {"empty": "empty", "full": "a cross", "blocked": "blocked"},
    "chocolate": {"empty": "chocolate", "full": "full", "blocked": "eaten"},
    "dominoes": {"empty": "empty", "full": "full", "blocked": "covered"},
    "stones": {"empty": "empty", "full": "a black stone", "white": "a white stone", "blocked": "blocked"},
}


def said(pieces: Pieces, kind: Cell, row: int, column: int) -> str:
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
