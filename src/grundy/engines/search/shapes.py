"""Rules of other shapes as sets of places, for what their own engines do not reach; and boards side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from grundy.engines.search.board import require_reach
from grundy.model.shapes import BitmaskMoves, Masks, Shape, Square, Strips, SubsetGame, Subsets


def as_sets(shape: Shape | None) -> Subsets | None:
    """The same moves on sets of places, or None where the shape has no such form."""
    match shape:
        case Subsets():
            return shape
        case Strips(sets=sets):
            return sets
        case Masks():
            return _of_masks(shape)
        case BitmaskMoves(bits, moves):
            field = SubsetGame(bits, moves)
            return Subsets(lambda state: (field, int))
    return None


def _of_masks(shape: Masks) -> Subsets:
    """Boards of cells: the field is the whole rectangle around the cells that are there."""

    @cache
    def whole(rows: int, columns: int) -> SubsetGame:
        require_reach(rows * columns)
        cells = [(r, c) for r in range(rows) for c in range(columns)]
        at = {cell: place for place, cell in enumerate(cells)}
        masks = [sum(1 << at[cell] for cell in move) for move in shape.moves(cells)]
        return SubsetGame(len(cells), tuple((mask, 0, mask, 0) for mask in masks), tuple(cells))

    def field(state: Any) -> tuple[SubsetGame, Callable[[Any], int]]:
        cells: Sequence[Square] = shape.cells(state) or [(0, 0)]
        top, left = min(r for r, _ in cells), min(c for _, c in cells)
        width = max(c for _, c in cells) - left + 1
        found = whole(max(r for r, _ in cells) - top + 1, width)
        return found, lambda below: sum(1 << (r - top) * width + c - left for r, c in shape.cells(below))

    return Subsets(field)


def side_by_side(boards: Sequence[SubsetGame]) -> SubsetGame:
    """Several boards as one, the places of each after those of the one before; equal boards may change places."""
    moves: list[tuple[int, int, int, int]] = []
    images: list[tuple[int, ...]] = []
    starts = [0]
    for field in boards:
        starts.append(starts[-1] + field.places)
    whole = list(range(starts[-1]))
    for number, field in enumerate(boards):
        start = starts[number]
        moves += [
            (need << start, off << start, clear << start, flip << start) for need, off, clear, flip in field.moves
        ]
        for image in field.images:
            images.append((*whole[:start], *(start + end for end in image), *whole[starts[number + 1] :]))
        for other in range(number + 1, len(boards)):
            if boards[other] is field:
                swapped = list(whole)
                for i in range(field.places):
                    swapped[start + i], swapped[starts[other] + i] = starts[other] + i, start + i
                images.append(tuple(swapped))
    return SubsetGame(starts[-1], tuple(moves), (), tuple(images))
