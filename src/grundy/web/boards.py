"""The boards of a game for the page: their pictures, and how pointing sets them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from string import ascii_letters, digits
from typing import Any

from grundy.errors import GrundyError
from grundy.model.board import Board, Grid, Net, Piles
from grundy.model.option import State
from grundy.model.rule import Component
from grundy.model.scene import Item, Scene
from grundy.model.space import Space
from grundy.show.scene_svg import scene_svg
from grundy.text.reader import Text

JOINS = ("-", "<")  # what stands between two nodes that are joined, or of which one lies below the other
_CELLS = f".#01{ascii_letters}{digits}*+-_"


def scene_json(number: int, scene: Scene, last: Sequence[Item], component: Component | None) -> dict[str, Any]:
    """A board of a game for the page.

    Args:    component: what lies on it, as long as no move was made; `edit` then says how its text follows from what is
             pointed at, and is None if it does not.
    """
    told: dict[str, Any] = {
        "game": scene.spec,
        "text": scene.text,
        "svg": scene_svg(scene, f"component {number}: {scene.spec}", last),
        "edit": None,
        "place": "",
    }
    if component is not None:
        space = component.rule.space
        board, text = space.board(component.states), space.write(component.states)
        told |= {"text": text, "edit": _edit(space, component.states, board, text), "place": space.part_name}
    return told


def _edit(space: Space, states: tuple[State, ...], board: Board | None, text: str) -> dict[str, Any] | None:
    """How a text is made from a board, found by trying the notation on the board itself."""
    match board:
        case Grid(rows):
            return _cells(space, rows, text) or _columns(rows, text) or _squares(space, states, rows)
        case Piles(sizes, each):
            if text == " ".join(map(str, sizes)):
                fixed = not _reads(space, f"{text} 1")
                return {"kind": "numbers", "numbers": list(map(str, sizes)), "each": each, "fixed": fixed}
        case Net() if board.boxes == (0, 0):
            return _tokens(text, board) or _token(text, board) or _lines(space, states, board)
        case None:
            if all(type(state) is int for state in states) and text == " ".join(map(str, states)):
                numbers = list(map(str, states))
                return {"kind": "numbers", "numbers": numbers, "each": space.part_name, "fixed": False}
    return None


def _reads(space: Space, string: str) -> bool:
    text = Text(string, "<board>")
    space.read(text)
    return not text.findings


def _cells(space: Space, rows: Sequence[Sequence[str]], text: str) -> dict[str, Any] | None:
    """A notation of one character a cell: which characters there are, and what they look like."""
    written = text.split("/") if text else []
    if [len(row) for row in written] != [len(row) for row in rows]:
        return None
    looks: dict[str, str] = {}
    for mark in dict.fromkeys((*"".join(written), *_CELLS)):
        kind = _look_of(space, mark)
        if kind is not None:
            looks[mark] = kind
    if any(
        looks.get(mark) != kind
        for line, row in zip(written, rows, strict=True)
        for mark, kind in zip(line, row, strict=True)
    ):
        return None
    marks: dict[str, str] = {}  # for each look one mark
    for mark, kind in looks.items():
        marks.setdefault(kind, mark)
    order = sorted(marks, key=["empty", "full", "white", "blocked"].index)
    return {"kind": "cells", "marks": [marks[kind] for kind in order], "names": order}


def _look_of(space: Space, mark: str) -> str | None:
    """What a board of one cell with this mark looks like; None if it is no board."""
    text = Text(mark, "<board>")
    try:
        states = space.read(text)
        if text.findings:
            return None
        match space.board(states):
            case Grid(((kind,),)):
                return kind
    except (GrundyError, ValueError, IndexError):
        pass
    return None


def _columns(rows: Sequence[Sequence[str]], text: str) -> dict[str, Any] | None:
    """A notation that lists the columns of the full cells, '-' for none."""
    lines = [",".join(str(c) for c, kind in enumerate(row, 1) if kind == "full") or "-" for row in rows]
    return {"kind": "columns", "width": len(rows[0]) if rows else 0} if "/".join(lines) == text else None


def _tokens(text: str, net: Net) -> dict[str, Any] | None:
    """A graph as JSON with its tokens."""
    try:
        data = json.loads(text)
        nodes, tokens = data["nodes"], data["tokens"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    if list(map(str, nodes)) != list(net.nodes) or [str(token) for token in tokens] != [
        net.nodes[t] for t in net.tokens
    ]:
        return None
    return {"kind": "tokens"}


def _token(text: str, net: Net) -> dict[str, Any] | None:
    """A graph in any notation, and behind it the node of its one token."""
    graph, at, name = text.rpartition(" @ ")
    if not at or [name] != [net.nodes[token] for token in net.tokens]:
        return None
    return {"kind": "token", "graph": graph, "nodes": list(net.nodes)}


def _lines(space: Space, states: tuple[State, ...], net: Net) -> dict[str, Any] | None:
    """A notation of lines between nodes, 'a-b, b-c' or 'a<b, b<c', a node without lines by its name alone."""
    drawn = [[net.nodes[start], net.nodes[end]] for start, end in net.arcs]
    for join in JOINS:
        if _says(space, states, _lined(net.nodes, drawn, join)):
            return {"kind": "lines", "join": join, "nodes": list(net.nodes), "lines": drawn}
    return None


def _squares(space: Space, states: tuple[State, ...], rows: Sequence[Sequence[str]]) -> dict[str, Any] | None:
    """The same notation for cells of a grid, which are joined where they are neighbours."""
    for kind in ("empty", "full"):
        cells = [(r, c) for r, row in enumerate(rows, 1) for c, mark in enumerate(row, 1) if mark == kind]
        there = set(cells)
        pairs = [[(r, c), end] for r, c in cells for end in ((r, c + 1), (r + 1, c)) if end in there]
        names, lines = [_cell(cell) for cell in cells], [[_cell(a), _cell(b)] for a, b in pairs]
        for join in JOINS if cells else ():
            if _says(space, states, _lined(names, lines, join)):
                return {"kind": "squares", "join": join, "cells": [list(cell) for cell in cells]}
    return None


def _cell(cell: tuple[int, int]) -> str:
    return f"({cell[0]},{cell[1]})"


def _lined(nodes: Sequence[str], lines: Sequence[Sequence[str]], join: str) -> str:
    joined = {node for pair in lines for node in pair}
    return ", ".join([*(join.join(pair) for pair in lines), *(node for node in nodes if node not in joined)])


def _says(space: Space, states: tuple[State, ...], string: str) -> bool:
    """Whether a text says just these states."""
    text = Text(string, "<board>")
    read_states = space.read(text)
    return not text.findings and read_states == states
