"""Boards whose moves clear sets of cells: each part by a formula or a table."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from grundy.engines.engine import Answer, Direct, DirectValues, Summand, listed
from grundy.engines.options import DEFAULT_OPTIONS, SearchOptions
from grundy.model.convention import nim_sum
from grundy.model.option import Labels, State
from grundy.model.result import Evidence
from grundy.model.rule import Rule
from grundy.model.shapes import Masks, Moves, Square
from grundy.runs.chunk import Chunk, mapped

if TYPE_CHECKING:
    from grundy.engines.bitsliced import SlicedValues
    from grundy.engines.table.masks import MaskTable


# ---- The parts of boards whose moves clear sets of cells: a formula for lines, tables for the rest


MOST_CELLS = 25  # a table of 2**25 values
MOST_SLICED = 30  # a table of 2**30 values, half a byte each for every 15 of them
BoardPiece = tuple[Square, ...]


def by(board: Masks) -> str:
    """How the value of a board is known, but for that of the parts that are no lines."""
    return f"components add by XOR; {board.line_source}; other components"


@lru_cache(maxsize=4096)
def part_value(board: Masks, part: BoardPiece, options: SearchOptions = DEFAULT_OPTIONS) -> int:
    """The nim-value of a part in the corner, of up to MOST_SLICED cells or in a line."""
    return len(part) if is_line(part) else _Table(board, part, options).value()


def largest_part(board: Masks, state: State) -> int:
    """The cells of the largest part of a board that is no line; 0 if all are. Above MOST_CELLS it is long work."""
    return max((len(part) for part in parts(board, state) if not is_line(part)), default=0)


@lru_cache(maxsize=4)  # what chooses the engine, the value and the moves ask for the same
def parts(board: Masks, state: State) -> tuple[BoardPiece, ...]:
    """The full cells in groups that moves join, each sorted; nothing is ever set, so groups never meet again."""
    cells = set(board.cells(state))
    groups = []
    while cells:
        group = set()
        edge = [cells.pop()]
        while edge:
            r, c = edge.pop()
            group.add((r, c))
            for near in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                if near in cells:
                    cells.remove(near)
                    edge.append(near)
        groups.append(tuple(sorted(group)))
    return tuple(sorted(groups))


def shape(part: BoardPiece) -> BoardPiece:
    """A part moved to the corner: the same shape has the same value wherever it stands."""
    top, left = min(r for r, _ in part), min(c for _, c in part)
    return tuple((r - top, c - left) for r, c in part)


def is_line(part: BoardPiece) -> bool:
    """Whether the cells stand in one row or one column."""
    return len({r for r, _ in part}) == 1 or len({c for _, c in part}) == 1


def part_moves(board: Masks, part: BoardPiece, target: int, options: SearchOptions = DEFAULT_OPTIONS) -> list[Labels]:
    """The moves in a part that leave it worth `target`."""
    if is_line(part):
        # leave a cells before and b = a XOR target behind
        size = len(part)
        ends = ((a, size - (a ^ target)) for a in range(size))
        return [board.label((part[a], part[end - 1])) for a, end in ends if a < end <= size]
    table = _Table(board, part, options)
    return [board.label(move) for move, mask in table.masks if table.value(mask) == target]


@lru_cache(maxsize=2)
def _values(masks: tuple[int, ...], cells: int, options: SearchOptions) -> MaskTable | SlicedValues:
    """The nim-values of all sets of so many cells."""
    if cells <= MOST_CELLS:
        from grundy.engines.table.masks import table

        return table(masks, cells)
    from grundy.engines import bitsliced

    def work(saved: Mapping[str, Any] | None) -> Generator[Chunk, None, SlicedValues]:
        def not_kept(chunk: Chunk) -> Chunk:
            known = f"{chunk.known} (the table takes too much room to be kept: going on begins anew)"
            return Chunk(chunk.done, chunk.total, chunk.unit, {}, known)

        moves = [(mask, 0, mask, 0) for mask in masks]
        return mapped(not_kept, bitsliced.making_values(moves, cells, memory=options.memory))

    found: SlicedValues = options.run(work)
    return found


def masks(board: Masks, part: BoardPiece) -> list[tuple[frozenset[Square], int]]:
    """The moves in a part, each with the set of its cells, the i-th cell of the part as bit i."""
    bit = {cell: 1 << number for number, cell in enumerate(part)}
    return [(move, sum(bit[cell] for cell in move)) for move in board.moves(part)]


class _Table:
    """The nim-values of all subsets of a part; bit i is its i-th cell."""

    def __init__(self, board: Masks, part: BoardPiece, options: SearchOptions) -> None:
        self.masks = masks(board, part)
        self.full = (1 << len(part)) - 1
        cells = len(part)
        self.table = _values(
            tuple(mask for _, mask in self.masks), cells, options if cells > MOST_CELLS else DEFAULT_OPTIONS
        )

    def value(self, cleared: int = 0) -> int:
        """The nim-value of the part with these cells cleared."""
        return self.table.value(self.full & ~cleared)


def engine(rule: Rule, options: SearchOptions) -> DirectValues:
    """The engine for boards no part of which is too large for a table."""
    assert isinstance(rule.shape, Masks)
    board = rule.shape

    def value(state: State) -> int:
        return nim_sum(part_value(board, shape(part), options) for part in parts(board, state))

    def moves_to(state: State, rest: int) -> Moves:
        found = parts(board, state)
        worths = [part_value(board, shape(part), options) for part in found]
        total = nim_sum(worths)
        labels: list[Labels] = []
        for part, worth in zip(found, worths, strict=True):
            labels += part_moves(board, part, rest ^ total ^ worth, options)
        return listed(labels)

    def summands(state: State) -> list[Summand]:
        return [(_where(part), part_value(board, shape(part), options)) for part in parts(board, state)]

    evidence = Evidence("computed", f"{by(board)} by tables of all their subsets")

    def answer(states: Sequence[State]) -> Answer:
        return Answer([value(state) for state in states], evidence, moves_to, summands)

    return Direct(answer)


def _where(part: BoardPiece) -> str:
    r, c = part[0]
    return f"the {len(part)} cell{'s' * (len(part) > 1)} from ({r + 1}, {c + 1})"
