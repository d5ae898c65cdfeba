"""The boards of a position for the page: their pictures, how pointing sets them, and where a move touches them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from string import ascii_letters, digits
from typing import Any

from grundy.api.play import Choice
from grundy.errors import GrundyError
from grundy.games.pieces import pieces_of
from grundy.model.board import Board, Grid, Net, Piles
from grundy.model.convention import Value
from grundy.model.option import State
from grundy.model.rule import Component
from grundy.model.space import Space
from grundy.show.svg import MOST_COUNTERS, board_svg
from grundy.text.edge_lists import name_text
from grundy.text.reader import Text

Spot = list[str]
LONGEST_NOTE = 20  # digits
JOINS = ("-", "<")  # what stands between two nodes that are joined, or of which one lies below the other
_CELLS = f".#01{ascii_letters}{digits}*+-_"


def told_board(number: int, component: Component, values: Sequence[Value] | None) -> dict[str, Any]:
    """A component for the page. `edit` says how its text follows from what is pointed at, None if it cannot."""
    rule, space = component.rule, component.rule.space
    board = space.board(component.states)
    each = [str(value) for value in values or ()]
    notes = [f"= {_noted(value)}" for value in each] if space.part_name else []
    title, pieces = f"component {number}: {rule.spec}", pieces_of(rule.spec)
    svg = "" if board is None else board_svg(board, title, notes, pointed=True, pieces=pieces)
    text = space.write(component.states)
    return {
        "game": rule.spec,
        "text": text,
        "svg": svg,
        "edit": _edit(space, component.states, board, text),
        "place": space.part_name,
        "values": each,
    }


def _noted(value: str) -> str:
    """A value as it stands beside a pile: of a long one there is room for its length alone."""
    return value if len(value) <= LONGEST_NOTE or not value.isdigit() else f"a number of {len(value)} digits"


def _edit(space: Space, states: tuple[State, ...], board: Board | None, text: str) -> dict[str, Any] | None:
    """How a text is made from a board, found by trying the notation on the board itself."""
    match board:
        case Grid(rows):
            return _cells(space, rows, text) or _columns(rows, text) or _squares(space, states, rows)
        case Piles(sizes, each):
            if text == " ".join(map(str, sizes)):
                fixed = not _reads(space, f"{text} 1")
                return {"kind": "numbers", "numbers": list(map(str, sizes)), "each": each, "fixed": fixed}
        case Net():
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
        cells = [(r, c) for r, row in enumerate(rows, 1) for c, one in enumerate(row, 1) if one == kind]
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
    found = space.read(text)
    return not text.findings and found == states


def spots_of(before: Component, left: Sequence[Component], choice: Choice) -> list[Spot]:
    """Where a move touches its board: the items, as the picture names them; several ways if they look alike.

    The first item of a way is the one by which the move is taken hold of: pressed alone, it means this move before
    others that touch it too.
    """
    board = before.rule.space.board(before.states)
    after = left[0].rule.space.board(left[0].states) if len(left) == 1 else None
    labels = dict(choice.move.labels)
    match board:
        case Piles(sizes):
            if before.rule.space.part_name:
                row = pieces_of(before.rule.spec) == "pins"
                return _of_pile(choice.part.place, choice.part.state, choice.left, row)
            return _of_numbers(sizes, after, labels)
        case Grid(rows):
            return _of_grid(rows, left, after, labels)
        case Net() if board.ground is not None:
            return _of_edge(board, labels)
        case Net(nodes, tokens=(token,)) if type(choice.part.state) is not int and "to" in labels:
            return [[str(nodes.index(name_text(labels["to"])) + 1), str(token + 1)]]
        case Net(nodes):
            gone = _of_nodes(nodes, left, labels)
            if gone:
                return [gone]
            state, target = choice.part.state, choice.left[:1]
            if type(state) is int and target and type(target[0]) is int:
                return [[str(state + 1), str(target[0] + 1)]]
        case None if before.rule.space.part_name:
            return [[str(choice.part.place)]]
    return []


def _of_pile(place: int, size: State, left: tuple[State, ...], row: bool) -> list[Spot]:
    """Counters that are taken from between what is left, of a row from its beginning too; or, if none is taken, the
    smallest part.
    """
    if type(size) is not int or not all(type(part) is int for part in left):
        return []
    if size > MOST_COUNTERS:
        return [[f"{place},{size}"]]
    parts: list[int] = [part for part in left if isinstance(part, int)]
    taken = size - sum(parts)
    if taken <= 0:
        return [[f"{place},{counter}" for counter in range(1, min(parts, default=0) + 1)]]
    ways = dict.fromkeys(parts if len(parts) > 1 else [sum(parts), 0] if row else [sum(parts)])
    return [[f"{place},{first + counter}" for counter in range(1, taken + 1)] for first in ways]


def _of_numbers(sizes: tuple[int, ...], after: Board | None, labels: Mapping[str, Any]) -> list[Spot]:
    """The counters that a state of several numbers loses, and the place to which one of them goes."""
    match labels:
        case {"remove": "row"}:
            return [[f"1,{counter}" for counter in range(sizes[0], 0, -1)]]
        case {"remove": "column"}:
            return [[f"{number},1" for number in range(len(sizes), 0, -1)]]
        case {"from": int(start), "to": int(end)}:
            return [[f"{start},{sizes[start - 1]}", f"{end},{sizes[end - 1]}"]]
    if not isinstance(after, Piles) or len(after.sizes) != len(sizes):
        return []
    items = []
    for number, (old, new) in enumerate(zip(sizes, after.sizes, strict=True), 1):
        if new < old:
            items += [f"{number},{old}"] if old > MOST_COUNTERS else [f"{number},{n}" for n in range(new + 1, old + 1)]
    return [items] if items else []


def _of_edge(board: Net, labels: Mapping[str, Any]) -> list[Spot]:
    """The edge that a move cuts; the second of parallel ones has an item of its own."""
    match labels:
        case {"edges": [ends], **rest}:
            a, b = sorted(board.nodes.index(name_text(end)) + 1 for end in ends)
            copy = f",{rest['copy']}" if "copy" in rest else ""
            return [[f"{a},{b}{copy}"]]
    return []


def _of_nodes(nodes: Sequence[str], left: Sequence[Component], labels: Mapping[str, Any]) -> Spot:
    """The nodes that a move names, and then those that are gone after it."""
    named: list[str] = []
    match labels:
        case {"edges": edges} if isinstance(edges, list | tuple):
            named = [name_text(node) for edge in edges for node in edge]
        case {"nodes": chosen} | {"elements": chosen} if isinstance(chosen, list | tuple):
            named = [name_text(node) for node in chosen]
    boards = [component.rule.space.board(component.states) for component in left]
    gone: set[str] = set()
    if all(isinstance(board, Net) for board in boards):
        gone = set(nodes) - {name for board in boards if isinstance(board, Net) for name in board.nodes}
    return _held_by([name for name in named if name in nodes], [name for name in nodes if name in gone], nodes)


def _held_by(named: Sequence[str], touched: Sequence[str], nodes: Sequence[str]) -> Spot:
    """The items of nodes, those that are named first."""
    places = {name: str(place) for place, name in enumerate(nodes, 1)}
    return [places[name] for name in dict.fromkeys([*named, *touched])]


def _of_grid(
    rows: Sequence[Sequence[str]], left: Sequence[Component], after: Board | None, labels: Mapping[str, Any]
) -> list[Spot]:
    """The cells that change; where the board itself changes, those that the move names."""
    if isinstance(after, Grid) and [len(row) for row in after.rows] == [len(row) for row in rows]:
        pairs = enumerate(zip(rows, after.rows, strict=True), 1)
        changed = [
            f"{r},{c}" for r, (old, new) in pairs for c, (a, b) in enumerate(zip(old, new, strict=True), 1) if a != b
        ]
        if changed:
            return [_named_first(changed, labels)]
    match labels:
        case {"cells": cells} if isinstance(cells, list | tuple):
            return [[f"{row},{column}" for row, column in cells]]
        case {"row": int(row), "column": int(column)}:
            return [[f"{row},{column}"]]
        case {"top": int(top), "left": int(first), "bottom": int(bottom), "right": int(right)}:
            return [[f"{r},{c}" for r in range(top, bottom + 1) for c in range(first, right + 1)]]
        case {"elements": _} | {"nodes": _}:  # the cells that are there no more, wherever the board ends now
            kept = {
                f"{r},{c}"
                for component in left
                for board in [component.rule.space.board(component.states)]
                for r, row in enumerate(board.rows if isinstance(board, Grid) else (), 1)
                for c, kind in enumerate(row, 1)
                if kind == "empty"
            }
            cells = [f"{r},{c}" for r, row in enumerate(rows, 1) for c, kind in enumerate(row, 1) if kind == "empty"]
            return [_named_first([cell for cell in cells if cell not in kept], labels)]
    return []


def _named_first(items: Spot, labels: Mapping[str, Any]) -> Spot:
    """The items with those before the others that the move names as (row, column)."""
    match labels:
        case {"nodes": named} | {"elements": named} | {"cells": named} if isinstance(named, list | tuple):
            names = [f"{cell[0]},{cell[1]}" for cell in named if isinstance(cell, list | tuple) and len(cell) == 2]
            return list(dict.fromkeys([*(name for name in names if name in items), *items]))
    return items
