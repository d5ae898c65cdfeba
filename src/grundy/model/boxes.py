"""Where the lines of a board of Dots and Boxes lie, and what people call them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from grundy.model.board import Net


class Side(NamedTuple):
    """Where a line lies, and how it is called.

    Attributes
    ----------
    row, column : int
        The dot at its left or upper end, from 0.
    across : bool
        Whether it leads to the right, else down.
    words : str
        It, told from the boxes beside it.
    """

    row: int
    column: int
    across: bool
    words: str


def box_of(name: str) -> tuple[int, int]:
    """The row and the column of a box, from 0.

    >>> box_of("c12")
    (11, 2)
    """
    return int(name[1:]) - 1, ord(name[0]) - ord("a")


def sides(net: Net) -> list[Side]:
    """Where each line of a board lies, in their order.

    Of the lines from a box to the outside, which the rule does not tell apart, the first lies above it, the next below
    it, to its left and to its right, as far as the outside is there.

    >>> [side[:3] for side in sides(Net(("a1", "ground"), ((0, 1),) * 4, (), ground=1, boxes=(1, 1)))]
    [(0, 0, True), (1, 0, True), (0, 0, False), (0, 1, False)]
    """
    rows, columns = net.boxes
    outside: dict[int, Iterator[Side]] = {}
    placed = []
    for a, b in net.arcs:
        if net.ground in (a, b):
            box = a if b == net.ground else b
            if box not in outside:
                outside[box] = _outside(net.nodes[box], rows, columns)
            placed.append(next(outside[box]))
        else:
            first, second = sorted((net.nodes[a], net.nodes[b]), key=box_of)
            row, column = box_of(second)
            placed.append(Side(row, column, box_of(first)[0] != row, f"line between {first} and {second}"))
    return placed


def _outside(name: str, rows: int, columns: int) -> Iterator[Side]:
    row, column = box_of(name)
    if not row:
        yield Side(row, column, True, f"line above {name}")
    if row == rows - 1:
        yield Side(row + 1, column, True, f"line below {name}")
    if not column:
        yield Side(row, column, False, f"line to the left of {name}")
    if column == columns - 1:
        yield Side(row, column + 1, False, f"line to the right of {name}")
