"""Boards on which the second player answers each move with its image under a symmetry.

The theorem: let s be a half turn or a reflection of the board that leaves the free cells as they are and turns each
piece into one of the pieces. If no way to put a piece down takes a cell that its image covers, the position is a
P-position. For after any move its image can still be made, and what is left is the same again after s; so the second
player always has an answer, and play ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from grundy.engines.engine import Answer, Direct, DirectValues, Spent
from grundy.engines.options import SearchOptions
from grundy.engines.search.board import as_sets
from grundy.model.option import Labels
from grundy.model.result import Evidence
from grundy.model.rule import Rule
from grundy.model.shapes import Moves, Piece, Placing, Square

MOST_MIDDLE = 100
"""Moves in the middle that are tried."""
ALL_CELLS = 10_000
"""Cells of a board beyond which the first of these that wins is enough: each takes a look at the whole board."""
NO_MOVES = Moves(0, lambda: iter(()))


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A half turn or a reflection of boards; of cells, each direction is kept (1) or turned round (-1)."""

    name: str
    down: int
    right: int

    def board(self, rows: Sequence[str]) -> tuple[str, ...]:
        """The image of a board."""
        turned = [row[:: self.right] for row in rows]
        return tuple(turned[:: self.down])

    def piece(self, one: Piece) -> Piece:
        """The image of a piece, from its own first cell on."""
        own, along = ([(self.down * r, self.right * c) for r, c in cells] for cells in one)
        top, left = min(own)
        moved = (tuple(sorted((r - top, c - left) for r, c in cells)) for cells in (own, along))
        return tuple(moved)  # type: ignore[return-value]


SYMMETRIES = (
    Symmetry("a half turn", -1, -1),
    Symmetry("the reflection of left and right", 1, -1),
    Symmetry("the reflection of top and bottom", -1, 1),
)


def answered_by(board: Placing) -> Symmetry | None:
    """A symmetry under which the second player can answer each move with its image, if there is one.

    >>> domino = (((0, 0), (0, 1)), ())
    >>> [answered_by(Placing(("....",) * n, (domino,))) is not None for n in (1, 2, 3)]
    [False, True, False]
    """
    return next((s for s in SYMMETRIES if _keeps(s, board) and next(_touching(s, board), None) is None), None)


def _keeps(symmetry: Symmetry, board: Placing) -> bool:
    """Whether the free cells are the same, and the pieces."""
    pieces = {(tuple(sorted(own)), tuple(sorted(along))) for own, along in board.pieces}
    if {symmetry.piece(one) for one in pieces} != pieces:
        return False
    image = symmetry.board(board.rows)
    return all(_free(row) == _free(other) for row, other in zip(board.rows, image, strict=True))


def _free(row: str) -> list[bool] | str:
    return row if not row.strip(".#") else [cell == "." for cell in row]


def _touching(symmetry: Symmetry, board: Placing) -> Iterator[tuple[Square, ...]]:
    """The free cells that a piece may cover so that its image covers a cell that it takes.

    Two cells of a piece at (r, c) are images of each other only if r and c are those of the middle: both for a half
    turn, one of them for a reflection, and then the cells lie in one row or column.
    """
    rows, height, width = board.rows, len(board.rows), len(board.rows[0]) if board.rows else 0
    for own, along in board.pieces:
        tops = {
            (r, c)
            for one in own
            for other in (*own, *along)
            for r in _firsts(symmetry.down, one[0], other[0], height)
            for c in _firsts(symmetry.right, one[1], other[1], width)
        }
        for r, c in sorted(tops):
            cells = tuple((r + down, c + right) for down, right in own)
            if all(0 <= i < height and 0 <= j < width and rows[i][j] == "." for i, j in cells):
                yield cells


def _firsts(turn: int, one: int, other: int, side: int) -> range:
    """Where a piece may begin in a direction so that its cells `one` and `other` further are images of each other."""
    if turn == 1:
        return range(-side, side) if one == other else range(0)
    first, odd = divmod(side - 1 - one - other, 2)
    return range(0) if odd else range(first, first + 1)


def _placing(rule: Rule) -> Callable[[Any], Placing]:
    sets = as_sets(rule.shape)
    assert sets and sets.placing
    return sets.placing


def _evidence(symmetry: Symmetry, before: str = "") -> Evidence:
    reason = f"{before}{symmetry.name} keeps the board and its moves, and no move touches its image, which answers it"
    return Evidence("proved", reason)


def engine(rule: Rule, options: SearchOptions) -> DirectValues:
    """Boards that are worth 0 by the theorem."""
    placing = _placing(rule)

    def answer(states: Sequence[Any]) -> Answer | Spent:
        pairings = [answered_by(placing(state)) for state in states]
        if not pairings or None in pairings:
            return Spent(for_good=False)
        assert pairings[0]
        return Answer([0] * len(states), _evidence(pairings[0]), lambda state, rest: NO_MOVES)

    return Direct(answer)


def after_a_move(rule: Rule, options: SearchOptions) -> DirectValues:
    """A board on which a move in the middle leaves one that is worth 0 by the theorem.

    That leaves the value open, so whoever gives the search a limit or a method has it asked instead.
    """
    placing = _placing(rule)
    wants_value = options.bounded or options.method != "auto"

    def answer(states: Sequence[Any]) -> Answer | Spent:
        if len(states) != 1:
            return Spent(for_good=False)
        (state,) = states
        board = placing(state)
        wanted = None if sum(map(len, board.rows)) <= ALL_CELLS else 1
        winning = [] if wants_value else list(islice(after_opening(board), wanted))
        if not winning:
            return Spent(for_good=False)
        labels: list[Labels] = [(("cells", tuple((r + 1, c + 1) for r, c in cells)),) for cells, _ in winning]
        moves = Moves(len(labels), lambda: iter(labels), exact=False)
        return Answer([None], _evidence(winning[0][1], "after the move "), lambda state, rest: moves)

    return Direct(answer)


def after_opening(board: Placing) -> Iterator[tuple[tuple[Square, ...], Symmetry]]:
    """Moves that touch their own images, and leave a board that is worth 0 by the theorem."""
    tried = 0
    seen = set()
    for symmetry in SYMMETRIES:
        if not _keeps(symmetry, board):
            continue
        for cells in _touching(symmetry, board):
            tried += 1
            if tried > MOST_MIDDLE:
                return
            if cells in seen:
                continue
            seen.add(cells)
            for left in _after(board, cells):
                pairing = answered_by(left)
                if pairing:
                    yield cells, pairing


def _after(board: Placing, cells: tuple[Square, ...]) -> Iterator[Placing]:
    """The board once a piece covers these cells."""
    (top, left), *_ = cells
    for own, along in board.pieces:
        if tuple((top + r, left + c) for r, c in own) == cells:
            rows = list(board.rows)
            gone = {*cells, *((top + r, left + c) for r, c in along)}
            for r in {r for r, _ in gone if 0 <= r < len(rows)}:
                row = board.rows[r]
                rows[r] = "".join("#" if (r, c) in gone else cell for c, cell in enumerate(row))
            yield Placing(tuple(rows), board.pieces)
