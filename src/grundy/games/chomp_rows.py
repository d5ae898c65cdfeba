"""Chomp on boards of up to four rows or columns: who wins, at lengths of which a search sees no end.

A board is x >= y >= z >= w, how many cells each row has. For y, z and w there is at most one x that makes a P-position:
from a longer first row one can bite down to it. It is the least x that no bite into another row brings to a P-position;
and there is none if some bite into the first row reaches one with fewer than y columns. So the P-positions are found
one by one, each from three sets of bits: what bites into each of these rows leave.
"""

from __future__ import annotations

from functools import cache

from grundy.games.cells import Rows, Sides, as_rows
from grundy.model.option import Labels
from grundy.model.shapes import Moves, Staircase, Theory

Lengths = tuple[int, int, int, int]
FirstRows = list[list[list[int]]]
MOST_ROWS = 4
MOST_COLUMNS = (1_000, 300)  # of boards of up to three rows, and of four
FEWEST_CELLS = 90  # with fewer, a search finds the nim-value too
TABLED_COLUMNS = 500  # of three rows, whose nim-values a table has within a second
STEP = 64  # by which tables grow
NONE = 0


@cache
def first_rows(size: int, last: int) -> FirstRows:
    """For y below `size`, z up to y, and w up to z and `last`, the x that makes a P-position; 0 where none does.

    What a bite into the second row leaves depends on z and w alone, once the second row is shorter than y; of the third
    one on y and w, of the fourth on y and z. So each set grows while y, z or w does. Where a longer row is cut off
    below another one, both are as long: those begin as the sets of boards with two or three rows alike.

    >>> [[x for (x,) in row] for row in first_rows(4, 0)]    # x of (x, 0, 0); of (x, 1, 0) and (x, 1, 1); ...
    [[1], [2, 3], [3, 2, 4], [4, 0, 5, 6]]
    """
    rows_by_y: FirstRows = []
    second: list[list[tuple[int, bool]]] = []  # the bits, and whether a bite into the first row reaches a P-position
    two_alike: list[tuple[int, bool]] = []
    three_alike = (0, False)
    for y in range(size):
        two_alike.append(three_alike)
        second.append(two_alike[: min(y, last) + 1])
        rows: list[list[int]] = []
        third: list[int] = []
        alike = 0
        for z in range(y + 1):
            third.append(alike)
            fourth = (1 << max(1, y)) - 1
            row: list[int] = []
            for w in range(min(z, last) + 1):
                bits, lost = second[z][w]
                taken = bits | third[w] | fourth
                x = NONE if lost else (~taken & taken + 1).bit_length() - 1
                row.append(x)
                fourth |= _bit(x)
                third[w] |= _bit(x)
                second[z][w] = _with(second[z][w], x, y)
            alike |= _bit(row[z]) if z <= last else 0
            rows.append(row)
        for w, x in enumerate(rows[y]):
            two_alike[w] = _with(two_alike[w], x, y)
        three_alike = _with(three_alike, rows[y][y], y) if y <= last else three_alike
        rows_by_y.append(rows)
    return rows_by_y


def _bit(x: int) -> int:
    return 1 << x if x else 0


def _with(bits_and_lost: tuple[int, bool], x: int, y: int) -> tuple[int, bool]:
    return bits_and_lost[0] | _bit(x), bits_and_lost[1] or x == y > 0


def lengths_of(rows: Rows) -> Lengths | None:
    """The cells of each row, or of each column where there are fewer columns; None where this is no such board.

    >>> lengths_of(("...", "..#")), lengths_of(("..", "..", "..", "..", ".#")), lengths_of((".#.",))
    ((3, 2, 0, 0), (5, 4, 0, 0), None)
    """
    cells = [len(row.rstrip("#")) for row in rows]
    if not cells or not cells[0] or sorted(cells, reverse=True) != cells or any("#" in row.rstrip("#") for row in rows):
        return None
    cells = [length for length in cells if length]
    if len(cells) > MOST_ROWS:
        cells = [sum(length > column for length in cells) for column in range(cells[0])]
    if len(cells) > MOST_ROWS or cells[0] > MOST_COLUMNS[len(cells) == MOST_ROWS]:
        return None
    x, y, z, w = (*cells, 0, 0, 0)[:MOST_ROWS]
    return x, y, z, w


def is_large(rows: Rows) -> bool:
    """Whether this is such a board, of which a search may see no end, and no table has the nim-value soon."""
    lengths = lengths_of(rows) if sum(row.count(".") for row in rows) > FEWEST_CELLS else None
    return lengths is not None and (lengths[3] > 0 or lengths[0] > TABLED_COLUMNS)


def is_p(lengths: Lengths) -> bool:
    """Whether the second player wins; the first cell is poisoned.

    >>> [one for one in ((1, 0, 0, 0), (3, 2, 0, 0), (2, 2, 1, 0), (4, 1, 1, 1), (3, 3, 3, 3)) if is_p(one)]
    [(1, 0, 0, 0), (3, 2, 0, 0), (2, 2, 1, 0), (4, 1, 1, 1)]
    """
    x, y, z, w = lengths
    size = (y // STEP + 1) * STEP
    return first_rows(size, size if w else 0)[y][z][w] == x


def bites(lengths: Lengths) -> list[tuple[int, int]]:
    """The (row, column), counted from 0, of each bite that leaves a P-position."""
    winning = []
    for row, length in enumerate(lengths):
        for column in range(length):
            x, y, z, w = (min(cells, column) if at >= row else cells for at, cells in enumerate(lengths))
            if x and is_p((x, y, z, w)):
                winning.append((row, column))
    return winning


def is_full(rows: Rows) -> bool:
    """Whether no cell is bitten off a board that is no square, has no table, and of which a search may see no end.

    The first player wins it: if the bite of the last cell is answered by a bite that wins, that bite could be made at
    once, and leaves the same board. Nobody knows which bite wins. (In a square it is that of the second cell of the
    diagonal, as a symmetry shows.)

    >>> is_full(("." * 12,) * 11), is_full(("." * 12,) * 12), is_full(("." * 12,) * 10 + ("." * 11 + "#",))
    (True, False, False)
    """
    cells = sum(map(len, rows))
    is_whole = not any("#" in row or len(row) == len(rows) for row in rows)
    return cells > FEWEST_CELLS and is_whole and lengths_of(rows) is None


def is_decided(rows: Rows) -> bool:
    """Whether it is known who wins: few rows, or a board of two cells or more of which none is bitten off.

    >>> is_decided(("...", "..#")), is_decided(("." * 5,) * 5), is_decided(("." * 5,) * 4 + ("....#",)), is_decided(())
    (True, True, False, False)
    """
    return lengths_of(rows) is not None or (sum(map(len, rows)) > 1 and not any("#" in row for row in rows))


def _lengths(rows: Rows) -> Lengths:
    lengths = lengths_of(rows)
    assert lengths is not None
    return lengths


def _is_turned(rows: Rows, lengths: Lengths) -> bool:
    """Whether the columns were taken for rows."""
    return lengths[0] != len(rows[0].rstrip("#")) or sum(map(bool, lengths)) != sum("." in row for row in rows)


def staircase(rows: Rows) -> Staircase | None:
    """Such a board as rows, for engines; the columns where there are fewer. None of any other.

    >>> staircase(("..", "..", "..", "..", ".#")).rows
    (5, 4)
    """
    lengths = lengths_of(rows)
    if lengths is None:
        return None
    turned = _is_turned(rows, lengths)

    def label(row: int, column: int) -> Labels:
        return (("cells", ((column + 1, row + 1) if turned else (row + 1, column + 1),)),)

    return Staircase(tuple(length for length in lengths if length), label)


def _moves_to(rows: Rows) -> Moves:
    """The bites to P-positions; of a full board that has no table there is one, which nobody knows."""
    if lengths_of(rows) is None:
        return Moves(1, lambda: iter(()), exact=False)
    lengths = _lengths(rows)
    winning = bites(lengths)
    if _is_turned(rows, lengths):
        winning = sorted((column, row) for row, column in winning)
    labels: list[Labels] = [(("cells", ((row + 1, column + 1),)),) for row, column in winning]
    return Moves(len(labels), lambda: iter(labels))


def few_rows(sides: Sides | None) -> Theory:
    """What is known of boards of few rows; with `sides` a number stands for a full one."""
    return Theory(
        "by induction: to each one to three rows there is at most one longer row that makes a P-position; and a full "
        "board is won (strategy stealing), for whatever answers the bite of the last cell could be bitten at once",
        is_p=lambda state: _is_p(as_rows(state, sides)),
        moves_to=lambda state, target: _moves_to(as_rows(state, sides)),
        decides=lambda state: is_decided(as_rows(state, sides)),
        covers=lambda state: is_large(as_rows(state, sides)) or is_full(as_rows(state, sides)),
    )


def _is_p(rows: Rows) -> bool:
    lengths = lengths_of(rows)
    return lengths is not None and is_p(lengths)
