"""Where a move touches the board of its component: by its labels, which are data of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from grundy.api.turns import TurnChoice
from grundy.games.pieces import pieces_of
from grundy.model.board import Board, Grid, Net, Piles, usual_board
from grundy.model.option import State
from grundy.model.rule import Component, Rule
from grundy.model.scene import MOST_COUNTERS, Item
from grundy.text.edge_lists import name_text

Way = list[Item]


def board_of(rule: Rule, states: tuple[State, ...]) -> Board | None:
    """The picture of a component: its game's, or counters and squares where the game says nothing."""
    board = rule.space.board(states)
    return usual_board(states, rule.space.part_name or "number") if board is None else board


def ways_of(before: Component, left: Sequence[Component], choice: TurnChoice, place: int) -> list[Way]:
    """The items of a component's own board that a move touches, in one way or more; see `Played.ways`."""
    board = board_of(before.rule, before.states)
    after = board_of(left[0].rule, left[0].states) if len(left) == 1 else None
    labels = dict(choice.move.labels)
    match board:
        case Piles(sizes):
            if before.rule.space.part_name:
                pins = pieces_of(before.rule.spec) == "pins"
                return _of_pile(place, choice.part.state, choice.left, pins)
            return _of_numbers(sizes, after, labels)
        case Grid() if labels.keys() & {"nodes", "elements", "edges"}:
            return [_of_nodes(board, left, labels)]
        case Grid(rows):
            return _of_grid(rows, after, labels)
        case Net() if board.is_cut:
            return edge_of(board, labels)
        case Net(nodes, tokens=(token,)) if type(choice.part.state) is not int and "to" in labels:
            return [[str(nodes.index(name_text(labels["to"])) + 1), str(token + 1)]]
        case Net(nodes):
            gone = _of_nodes(board, left, labels)
            if gone:
                return [gone]
            state, target = choice.part.state, choice.left[:1]
            if type(state) is int and target and type(target[0]) is int:
                return [[str(state + 1), str(target[0] + 1)]]
    return []


def _of_pile(place: int, size: State, left: tuple[State, ...], pins: bool) -> list[Way]:
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
    return [[f"{place},{first + counter}" for counter in range(1, taken + 1)] for first in firsts(parts, taken, pins)]


def firsts(parts: list[int], taken: int, pins: bool) -> list[int]:
    """For each way of a move the counters that stay before those that are taken, or before the cut."""
    if taken <= 0:
        return [min(parts, default=0)]
    if len(parts) > 1:
        return list(dict.fromkeys(parts))
    return list(dict.fromkeys([sum(parts), 0] if pins else [sum(parts)]))


def _of_numbers(sizes: tuple[int, ...], after: Board | None, labels: Mapping[str, Any]) -> list[Way]:
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


def edge_of(board: Net, labels: Mapping[str, Any]) -> list[Way]:
    """The edge that a move cuts; the second of parallel ones has an item of its own."""
    match labels:
        case {"edges": [ends], **rest}:
            a, b = sorted(board.nodes.index(name_text(end)) + 1 for end in ends)
            copy = f",{rest['copy']}" if "copy" in rest else ""
            return [[f"{a},{b}{copy}"]]
    return []


def named_nodes(board: Board | None) -> Iterator[tuple[Item, str]]:
    """The items of a board that are nodes, with the names by which its moves tell them."""
    match board:
        case Grid(rows):
            cells = ((f"{r},{c}", kind, (r, c)) for r, row in enumerate(rows, 1) for c, kind in enumerate(row, 1))
            yield from ((item, name_text(cell)) for item, kind, cell in cells if kind != "blocked")
        case Net(nodes):
            yield from ((str(number), name) for number, name in enumerate(nodes, 1))


def _of_nodes(board: Board | None, left: Sequence[Component], labels: Mapping[str, Any]) -> Way:
    """The nodes that a move names, and then those that are gone after it."""
    told: Sequence[Any] = ()
    match labels:
        case {"edges": edges} if isinstance(edges, list | tuple):
            told = [node for edge in edges for node in edge]
        case {"nodes": chosen} | {"elements": chosen} if isinstance(chosen, list | tuple):
            told = chosen
    items = {name: item for item, name in named_nodes(board)}
    stay = {name for component in left for _, name in named_nodes(board_of(component.rule, component.states))}
    touched = [*map(name_text, told), *(name for name in items if name not in stay)]
    return list(dict.fromkeys(items[name] for name in touched if name in items))


def _of_grid(rows: Sequence[Sequence[str]], after: Board | None, labels: Mapping[str, Any]) -> list[Way]:
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
    return []


def _named_first(items: Way, labels: Mapping[str, Any]) -> Way:
    """The items with those before the others that the move names, as (row, column) or as coins of a row."""
    names: list[Item] = []
    match labels:
        case {"cells": named} if isinstance(named, list | tuple):
            names = [f"{cell[0]},{cell[1]}" for cell in named if isinstance(cell, list | tuple) and len(cell) == 2]
        case {"coins": named} if isinstance(named, list | tuple):
            names = [f"1,{coin}" for coin in named]
    return list(dict.fromkeys([*(name for name in names if name in items), *items]))
