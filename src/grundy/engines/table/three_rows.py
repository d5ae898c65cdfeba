"""Boards of up to three rows from which a corner is bitten: Chomp on 3 x n, the nim-values of all its positions.

Three sets of values tell each position, in plain Python (`planes`) and compiled: far beyond what a search reaches.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from itertools import count, islice
from typing import TYPE_CHECKING, Any

from grundy.engines.engine import Answer, Stepwise, listed
from grundy.engines.options import SearchOptions
from grundy.errors import OutOfReach
from grundy.model.evidence import Evidence
from grundy.model.rule import Rule
from grundy.model.shapes import Moves, Staircase, Subsets
from grundy.runs.chunk import Chunk
from grundy.runs.memory import require_memory

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BY = Evidence("computed", "all boards of three rows below it, each from three sets of values")
MOST_ROWS = 3
MOST_COLUMNS = 1_000  # 9 s of a processor and 0.5 GB
FEW_COLUMNS = 60  # sooner done in plain Python than compiled code is loaded
STEP = 20  # first rows between two looks at limits and Ctrl-C
Lengths = tuple[int, int, int]


def planes() -> Iterator[list[int]]:
    """For a = 1, 2, 3, ... the nim-values of (a, b, c), at place b (b + 1) / 2 + c.

    >>> list(islice(planes(), 3))    # a row of a is a pile of a - 1; 1, 2 and 3 rows of 3 are worth 2, 4 and 5
    [[0, 1, 2], [1, 0, 3, 2, 0, 4], [2, 3, 0, 0, 1, 3, 4, 3, 1, 5]]
    """
    upper: list[int] = []
    squares: list[list[int]] = [[]]  # of each a the values of (a, a, c)
    corners: list[int] = []
    for a in count(1):
        upper += [0] * ((a + 1) * (a + 2) // 2 - len(upper))
        middle = [0] * (a + 1)
        values: list[int] = []
        corners = []
        for b in range(a + 1):
            if b > 1:
                for c, value in enumerate(squares[b - 1]):
                    middle[c] |= 1 << value
            lower = 0
            for c in range(b + 1):
                if c > 1:
                    lower |= 1 << squares[c - 1][c - 1]
                if c:
                    lower |= 1 << corners[c - 1]
                met = upper[len(values)] | middle[c] | lower
                value = (~met & met + 1).bit_length() - 1
                upper[len(values)] |= 1 << value
                middle[c] |= 1 << value
                lower |= 1 << value
                values.append(value)
            corners.append(value)
        squares.append(values[-a - 1 :])
        yield values


def filled(most: int, table: NDArray[np.uint16]) -> Generator[int, None, NDArray[np.int64]]:
    """Fill the values of boards of up to three rows and `most` columns, or none where the table is empty.

    Yields how many columns are done, and returns the values of 3 x 0, 3 x 1, ... (of 3 x 0: 0, without meaning).
    Raises: OutOfReach: a value does not fit.
    """
    import numpy as np

    from grundy.engines.table.kernels import three_rows

    rows, words = most + 1, (9 * most // 4 >> 6) + 3  # values are below 2.2 n
    upper = np.zeros((rows * (rows + 1) // 2, words), np.int64)
    middle, lower = np.zeros((rows, words), np.int64), np.zeros(words, np.int64)
    begin = np.zeros(rows + len(upper), np.int64)
    diagonal, corner = np.zeros((rows, rows), np.int64), np.zeros(rows, np.int64)
    for first in range(1, rows, STEP):
        last = min(first + STEP, rows)
        if three_rows(upper, middle, lower, begin, diagonal, corner, table, first, last) < 0:
            raise OutOfReach(f"a board of three rows and {last - 1:,} columns: a value does not fit")
        yield last - 1
    return diagonal.diagonal().copy()


class ThreeRows:
    """The values of boards of up to three rows, as far as they were asked for."""

    def __init__(self, memory: int | None) -> None:
        self._memory = memory
        self._planes = planes()
        self._few: list[list[int]] = [[0]]
        self._columns = 0
        self._table: Any = None

    def fill(self, columns: int) -> Generator[Chunk, None, None]:
        """Find the values of boards of so many columns. Raises OutOfReach: of too many."""
        if columns > MOST_COLUMNS:
            raise OutOfReach(
                f"a board of {columns:,} columns, and nim-values of three rows are tabled up to {MOST_COLUMNS:,}; "
                "fewer would help"
            )
        if columns > FEW_COLUMNS and columns > self._columns:
            try:
                import numpy as np
            except ImportError:  # in a browser
                pass
            else:
                size = (columns + 1) * (columns + 2) * (columns + 3) // 6
                need = 2 * size + 8 * (columns + 1) * (columns + 2) // 2 * (columns * 9 // 256 + 4)
                what = f"a table of three rows and {columns:,} columns"
                require_memory(need, need if self._memory is None else self._memory, what, "fewer columns")
                table = np.zeros(size, np.uint16)
                for done in filled(columns, table):
                    yield Chunk(done, columns, "columns", {}, f"the values of 3 x 1 to 3 x {done}", kept=0)
                self._table, self._columns = table, columns
        if columns > self._columns:
            self._few.extend(islice(self._planes, max(0, columns + 1 - len(self._few))))

    def value(self, lengths: Lengths) -> int:
        """The value of a board whose columns were filled."""
        a, b, c = lengths
        line = b * (b + 1) // 2 + c
        if a < len(self._few):
            return self._few[a][line]
        return int(self._table[a * (a + 1) * (a + 2) // 6 + line])


def after(lengths: Lengths, row: int, column: int) -> Lengths:
    """What a bite at a cell, counted from 0, leaves."""
    a, b, c = (min(cells, column) if at >= row else cells for at, cells in enumerate(lengths))
    return a, b, c


def lengths_in(staircase: Staircase) -> Lengths:
    """Its rows as three."""
    a, b, c = (*staircase.rows, 0, 0)[:MOST_ROWS]
    return a, b, c


def engine(rule: Rule, options: SearchOptions) -> Stepwise[Sequence[Any], Answer]:
    """Values of boards of up to three rows, and the bites to a value."""
    assert isinstance(rule.shape, Subsets) and rule.shape.staircase
    staircase, boards = rule.shape.staircase, ThreeRows(options.memory if options.bounded else None)

    def board_of(state: Any) -> Staircase:
        board = staircase(state)
        assert board
        return board

    def moves_to(state: Any, rest: int) -> Moves:
        board = board_of(state)
        bites = [(row, column) for row, cells in enumerate(board.rows) for column in range(cells) if row + column]
        lengths = lengths_in(board)
        return listed([board.label(*bite) for bite in bites if boards.value(after(lengths, *bite)) == rest])

    def work(states: Sequence[Any], saved: Mapping[str, Any] | None) -> Generator[Chunk, None, Answer]:
        lengths = [lengths_in(board_of(state)) for state in states]
        yield from boards.fill(max((a for a, _, _ in lengths), default=0))
        return Answer([boards.value(board) for board in lengths], BY, moves_to)

    return Stepwise(work)
