"""Starts of boards of cells as data from which a page makes the start of any smaller one, also with holes (grids.js).

A cell, a move and what these look like depend on where they are, not on the sides of the board. So the widest boards
are drawn, and what they tell of the same cell or move is put together; where two of them differ, there is no such data.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from grundy.api.scenes import initial_scenes
from grundy.api.turns import Turn, choices
from grundy.errors import GrundyError, OutOfReach
from grundy.model.rule import Position, Rule
from grundy.text.reader import Text
from grundy.web.starts import MOST_PLACES, drawn, split, start_of

LONGEST = 12  # cells of a row or a column
MOST_MOVES = 120  # of one of the boards that are drawn
TIES = "{ties}"  # stands in a drawing for the lines to neighbours
_TIE = re.compile(r'<path class="tie" d="([^"]*)"[^>]*/>')
_ITEM = re.compile(r'data-item="([^"]+)"')
_VIEW = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
_AROUND = ((0, 1), (0, -1), (1, 0), (-1, 0))  # a cell's neighbours, in the order of its lines to them
Item = str


class _Differ(Exception):
    """Two boards tell different things of the same cell or move."""


@dataclass(frozen=True, slots=True)
class _Notation:
    """How a board is written: with marks of a cell and a hole, or None: as a list of neighbours; what precedes RxC."""

    marks: tuple[str, str] | None
    sizes: str

    def whole(self, rows: int, columns: int) -> str:
        return f"{self.sizes}{rows}x{columns}"

    def half(self, rows: int, columns: int, odd: int) -> str:
        """Every second cell, like the fields of one colour of a chess board; '' where there is none."""
        grid = [[(r + c) % 2 == odd for c in range(columns)] for r in range(rows)]
        if self.marks:
            return "/".join("".join(self.marks[not there] for there in row) for row in grid)
        return ", ".join(f"({r},{c})" for r, row in enumerate(grid, 1) for c, there in enumerate(row, 1) if there)


@dataclass(slots=True)
class _Merged:
    """What the boards tell of each cell, by its name, and of each move, by its text."""

    there: dict[Item, str] = field(default_factory=dict)
    gone: dict[Item, str] = field(default_factory=dict)
    holes: dict[Item, str] = field(default_factory=dict)
    ties: dict[Item, dict[Item, str]] = field(default_factory=dict)
    never: set[Item] = field(default_factory=set)  # that no move clears
    columns: dict[int, str] = field(default_factory=dict)
    rows: dict[int, str] = field(default_factory=dict)
    moves: dict[str, dict[str, Any]] = field(default_factory=dict)
    tie: str = ""


def many_cells(rule: Rule) -> dict[str, Any] | None:
    """The starts of all boards of at most 12 cells a side and 50 in all as one; None where the game has no such boards.

    Returns
    -------
    dict or None
        `most`: the columns of the widest board of 1, 2, ... rows; `marks`: of a cell that is there and of a hole, or
        None where neighbours are listed; `sizes`: what stands before RxC in a text; `board` and `ask` as `game` answers
        them (handlers.py); `head` of the picture with its `wide` and `high` by columns and rows, `columns` and `rows`
        with the numbers at its side; by their name `cells`, each as it is there, gone and missing, with the lines to
        its neighbours; `never`, the cells that no move clears; `moves`, each with the cells that it needs and clears.

    Examples
    --------
    >>> from grundy.notation.expression import parse_rule
    >>> found = many_cells(parse_rule("chomp"))
    >>> found["most"][:5], found["marks"], found["never"], found["moves"][0]["text"]
    ([12, 12, 12, 12, 10], ['.', '#'], ['1,1'], 'cells ((1, 2),)')
    """
    notation = _notation(rule)
    if notation is None:
        return None
    merged, most = _Merged(), [0] * (LONGEST + 1)
    first: dict[str, Any] = {}
    try:
        for rows in range(LONGEST, 0, -1):
            columns, start = _widest(rule, rows, most[rows], notation)
            most[rows - 1] = columns
            if start is not None:
                first = start
                _add_cells(merged, rows, columns, start)
                _add_moves(merged, columns, start)
                _add_holes(merged, rule, rows, columns, notation)
    except _Differ:
        return None
    most = [columns for columns in most if columns]
    if not first or set(merged.holes) < set(merged.there) - merged.never:
        return None
    return {
        "components": [[rule.spec, ""]],
        "most": most,
        "marks": list(notation.marks) if notation.marks else None,
        "sizes": notation.sizes,
        "board": first["board"],
        "ask": first["ask"],
        "head": first["picture"]["head"],
        "wide": [_view(rule, notation.whole(1, n))[0] for n in range(1, most[0] + 1)],
        "high": [_view(rule, notation.whole(n, 1))[1] for n in range(1, len(most) + 1)],
        "columns": [merged.columns[n + 1] for n in range(most[0])],
        "rows": [merged.rows[n + 1] for n in range(len(most))],
        "tie": merged.tie,
        "cells": {cell: _drawings(merged, cell) for cell in merged.there},
        "never": sorted(merged.never),
        "moves": sorted(merged.moves.values(), key=_order),
    }


def _drawings(merged: _Merged, cell: Item) -> list[Any]:
    ties = sorted(merged.ties.get(cell, {}).items(), key=lambda pair: _AROUND.index(_way(cell, pair[0])))
    return [merged.there[cell], merged.gone.get(cell, ""), merged.holes.get(cell, ""), [list(pair) for pair in ties]]


def _place(cell: Item) -> tuple[int, int]:
    row, column = cell.split(",")
    return int(row), int(column)


def _way(cell: Item, other: Item) -> tuple[int, int]:
    (r, c), (u, v) = _place(cell), _place(other)
    return u - r, v - c


def _order(move: dict[str, Any]) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", move["text"])]


def _position(rule: Rule, text: str) -> Position | None:
    """A position of one board; None where the text is none of this game."""
    source = Text(text, "<board>")
    try:
        states = rule.space.read(source)
        return None if source.findings else rule(*states)
    except (GrundyError, ValueError):
        return None


def _start(rule: Rule, text: str) -> dict[str, Any] | None:
    position = _position(rule, text)
    return None if position is None else start_of(position)


def _notation(rule: Rule) -> _Notation | None:
    for sizes in ("", "grid:"):
        start = _start(rule, f"{sizes}3x3")
        edit = start["board"]["edit"] if start else None
        if start and edit and edit["kind"] == "cells" and len(edit["marks"]) == 2:
            there = start["board"]["text"][-1]
            (hole,) = (mark for mark in edit["marks"] if mark != there)
            return _Notation((there, hole), sizes)
        if edit and edit["kind"] == "squares" and edit["join"] == "-":
            return _Notation(None, sizes)
    return None


def _widest(rule: Rule, rows: int, more: int, notation: _Notation) -> tuple[int, dict[str, Any] | None]:
    """The columns of the widest board of so many rows, and its start; None where it is part of one of more rows."""
    for columns in range(min(LONGEST, MOST_PLACES // rows), more, -1):
        text = notation.whole(rows, columns)
        start = _start(rule, text) if _has_few_moves(_position(rule, text)) else None
        if start is not None:
            return columns, start
    return more, None


def _has_few_moves(position: Position | None) -> bool:
    try:
        return position is not None and bool(choices(Turn(position), MOST_MOVES))
    except OutOfReach:
        return False


def _view(rule: Rule, text: str) -> tuple[str, str]:
    position = _position(rule, text)
    assert position is not None  # of a game with larger boards
    match = _VIEW.search(drawn(initial_scenes(position).scenes[0]))
    assert match is not None
    return match[1], match[2]


def _put(place: dict[Any, str], key: Any, text: str) -> None:
    if place.setdefault(key, text) != text:
        raise _Differ


def _rows_of(parts: Sequence[str], rows: int, columns: int) -> tuple[Sequence[str], list[Sequence[str]]]:
    """The numbers of the columns, and for each row its number and its cells."""
    if len(parts) != columns + rows * (columns + 1) + 1 or parts[-1] != '<g class="laid"></g>':
        raise _Differ
    own = [parts[at : at + columns + 1] for at in range(columns, len(parts) - 1, columns + 1)]
    for r, row in enumerate(own, 1):
        items = [_ITEM.findall(part) for part in row]
        if items != [[], *([f"{r},{c}"] for c in range(1, columns + 1))]:
            raise _Differ
    return parts[:columns], own


def _add_cells(merged: _Merged, rows: int, columns: int, start: dict[str, Any]) -> None:
    """What the picture of a whole board consists of."""
    parts = start["picture"]["parts"]
    above, own = _rows_of([old for old, *_ in parts], rows, columns)
    later = {old: more[0] for old, *more in parts if more}
    for c, text in enumerate(above, 1):
        _put(merged.columns, c, text)
    for r, (beside, *cells) in enumerate(own, 1):
        _put(merged.rows, r, beside)
        for c, old in enumerate(cells, 1):
            cell = f"{r},{c}"
            _put(merged.there, cell, _untied(merged, cell, old))
            if old in later:
                _put(merged.gone, cell, _untied(merged, cell, later[old]))
            if not start["set"] >> ((r - 1) * columns + c - 1) & 1:
                merged.never.add(cell)


def _untied(merged: _Merged, cell: Item, drawing: str) -> str:
    """A drawing without the lines to neighbours, which are told by themselves."""
    match = _TIE.search(drawing)
    if not match:
        return drawing
    r, c = _place(cell)
    for segment in re.findall("M[^M]*", match[1]):
        right, down = map(float, re.findall(r"l(\S+) (\S+)", segment)[0])
        other = f"{r + (down > 0) - (down < 0)},{c + (right > 0) - (right < 0)}"
        _put(merged.ties.setdefault(cell, {}), other, segment)
    merged.tie = match[0].replace(match[1], "")
    return drawing.replace(match[0], TIES)


def _add_holes(merged: _Merged, rule: Rule, rows: int, columns: int, notation: _Notation) -> None:
    """What is drawn where no cell is."""
    for odd in (0, 1):
        text = notation.half(rows, columns, odd)
        position = _position(rule, text) if text else None
        if position is None:
            continue
        for part in split(drawn(initial_scenes(position).scenes[0]))[1]:
            for cell in _ITEM.findall(part):
                if sum(_place(cell)) % 2 != odd:
                    _put(merged.holes, cell, part)


def _add_moves(merged: _Merged, columns: int, start: dict[str, Any]) -> None:
    """The moves of a whole board: of what they clear, more on others."""
    moves = start["moves"]
    if [_order(move) for move in moves] != sorted(map(_order, moves)):
        raise _Differ
    for move in moves:
        need, clear = (_items(move[key], columns) for key in ("need", "clear"))
        told = {**move, "need": need, "clear": clear}
        old = merged.moves.setdefault(move["text"], told)
        if any(old.get(key) != told.get(key) for key in ("says", "need", "laid")):
            raise _Differ
        if len(old["spots"]) != len(told["spots"]) or any(way != _way_of(way) for way in told["spots"]):
            raise _Differ
        old["clear"] = sorted({*old["clear"], *clear}, key=_place)
        old["spots"] = [_way_of([*a, *b]) for a, b in zip(old["spots"], told["spots"], strict=True)]


def _way_of(items: Sequence[Item]) -> list[Item]:
    """Items, each once: first the one by which a move is taken hold of, then the others by row and column."""
    return [*items[:1], *sorted({*items} - {*items[:1]}, key=_place)]


def _items(places: int, columns: int) -> list[Item]:
    return [f"{at // columns + 1},{at % columns + 1}" for at in range(places.bit_length()) if places >> at & 1]
