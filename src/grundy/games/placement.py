"""Games of putting pieces on a board. Each is an entry of data: the shapes of its pieces.

A shape is rows of characters with '/' between them: 'o' is a cell that must be free and is covered, 'x' one that is
taken away with it if it is free; '.' is left alone. Shapes are put down as they stand, not turned. So dominoes are
'oo' and 'o/o', and Treblecross, among players who never give a win away, is 'xxoxx'.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import Any

from grundy.errors import OutOfReach
from grundy.games.cells import Rows, Sides, as_rows, cells_space, of_sides, words_of
from grundy.games.entry import Fact, Game, ReadRule
from grundy.model.frozen import frozen
from grundy.model.option import Option, to
from grundy.model.rule import Rule
from grundy.model.shapes import BitmaskMove, Digits, Piece, Placing, Square, Strips, SubsetGame, Subsets
from grundy.text.reader import Text

MOST_LISTED = 10_000  # cells of a board whose moves are listed
MOST_SEARCHED, MOST_IN_ROW = 1_024, 8_192  # places of a board, and of one row, that a search takes
SIDES = "the sides of a full board, as in 5x8, or rows of '.' (free) and '#' (not) with '/' between them"


def piece(shape: str) -> Piece:
    """A shape's cells that must be free, and those taken with them, from the first of the former on.

    >>> piece("xox")
    (((0, 0),), ((0, -1), (0, 1)))
    """
    cells = [(r, c, mark) for r, row in enumerate(shape.split("/")) for c, mark in enumerate(row)]
    top, left = next((r, c) for r, c, mark in cells if mark == "o")
    return (
        tuple((r - top, c - left) for r, c, mark in cells if mark == "o"),
        tuple((r - top, c - left) for r, c, mark in cells if mark == "x"),
    )


def placements(rows: Rows, pieces: tuple[Piece, ...]) -> Iterator[tuple[tuple[Square, ...], tuple[Square, ...]]]:
    """Every way to put a piece down: the cells it needs, and those taken with them."""
    free = {(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == "."}
    for r, c in sorted(free):
        for needs, others in pieces:
            own = tuple((r + down, c + right) for down, right in needs)
            if all(cell in free for cell in own):
                along = ((r + down, c + right) for down, right in others)
                yield own, tuple(cell for cell in along if cell in free)


def without(rows: Rows, gone: set[Square]) -> Rows:
    """A board with some cells gone."""
    return tuple("".join("#" if (r, c) in gone else cell for c, cell in enumerate(row)) for r, row in enumerate(rows))


def free_cells(rows: Rows) -> int:
    """The free cells of a board, as places of the full one."""
    return sum(1 << place for place, cell in enumerate("".join(rows)) if cell == ".")


def require_listed(name: str, rows: Rows) -> None:
    """Refuse to list the moves of a board that no search would take. Raises: OutOfReach."""
    if sum(map(len, rows)) > MOST_LISTED:
        raise OutOfReach(f"{name}: a board of more than {MOST_LISTED:,} cells is only decided by a symmetry, if at all")


def require_searched(name: str, rows: Rows, layers: int = 1, longest_row: int = MOST_IN_ROW) -> None:
    """Refuse a board that no search would take before its moves are made, where a search alone could decide it.

    Args:    layers: places on each cell. longest_row: places of a board of one row or column that a search takes.
    Raises:  OutOfReach: more cells.
    """
    cells, is_row = sum(map(len, rows)), 1 in (len(rows), len(rows[0]) if rows else 0)
    most = (longest_row if is_row else MOST_SEARCHED) // layers
    if cells > most:
        raise OutOfReach(
            f"{name}: a {'row' if is_row else 'board'} of {cells:,} cells, more than the {most:,} that a search takes; "
            "a smaller one would help"
        )


def placement(name: str, *shapes: str, sides: Sides | None = None) -> Rule:
    """The rule of a game in which one of some shapes is put on free cells of a board.

    Args:    sides: from a number n, which is then a state too, to the sides of the full board that it stands for.

    >>> cram = placement("cram", "oo", "o/o")
    >>> [option.parts[0] for option in cram.options(("..", ".#"))]
    [('##', '.#'), ('#.', '##')]
    """
    pieces = tuple(map(piece, shapes))

    def options(state: Any, *, pieces: tuple[Piece, ...]) -> Iterator[Option]:
        rows = as_rows(state, sides)
        for own, along in placements(rows, pieces):
            yield to(without(rows, {*own, *along}), cells=tuple((r + 1, c + 1) for r, c in own))

    def field(state: Any) -> tuple[SubsetGame, Callable[[Any], int]]:
        rows = as_rows(state, sides)
        require_listed(name, rows)
        return full_field(len(rows), len(rows[0]) if rows else 0, pieces), lambda below: free_cells(
            as_rows(below, sides)
        )

    code = strip_code(shapes)
    sets = Subsets(field, lambda state: Placing(as_rows(state, sides), pieces))
    data: Subsets | Strips = sets
    if code:
        data = Strips(lambda state: runs(as_rows(state, sides), code[1]), *code, sets)
    return Rule(
        name, options, (("pieces", pieces),), space=cells_space(sides), shape=data, format_move=words_of("cover")
    )


@lru_cache(maxsize=64)
def full_field(rows: int, columns: int, pieces: tuple[Piece, ...]) -> SubsetGame:
    """The field of a full board: place r * columns + c is cell (r, c), from 0."""
    moves: list[BitmaskMove] = []
    for own, along in placements(("." * columns,) * rows, pieces):
        need = sum(1 << r * columns + c for r, c in own)
        moves.append((need, 0, need | sum(1 << r * columns + c for r, c in along), 0))
    return SubsetGame(rows * columns, tuple(moves), tuple((r, c) for r in range(rows) for c in range(columns)))


def strip_code(shapes: tuple[str, ...]) -> tuple[Digits, int] | None:
    """The octal code and the offset of a game on strips: n free neighbours are a heap of n + offset counters.

    That is so where every piece is a block of cells in a row with the same number of cells taken on either side: a
    block of k with g around takes k + g of n + g counters and leaves two heaps, each counting g of its neighbour's.

    >>> strip_code(("xxoxx",))  # Treblecross is 0.007, and a strip of n squares a heap of n + 2
    (Digits(digits=(0, 0, 0, 7), repeat=(), unequal=False), 2)
    """
    matches = [re.fullmatch(r"(x*)(o+)(x*)", shape) for shape in shapes]
    gaps = {len(match[k]) for match in matches if match for k in (1, 3)}
    if None in matches or len(gaps) != 1:
        return None
    gap = gaps.pop()
    takes = {len(match[2]) + gap for match in matches if match}
    return Digits(tuple(7 if k in takes else 0 for k in range(max(takes) + 1))), gap


@frozen
class Strip:
    """A game of pieces on a strip that has a name: n free neighbours are a heap of n + offset in an octal code."""

    shapes: tuple[str, ...]
    code: str
    offset: int
    summary: str


STRIPS = {
    "kayles": Strip(("o", "oo"), "0.77", 0, "one cell or two neighbours"),
    "dawsons-kayles": Strip(("oo",), "0.07", 0, "dominoes"),
    "dawsons-chess": Strip(("xox",), "0.07", 1, "a cell, which takes its neighbours away: Node Kayles on a path"),
    "apart": Strip(("xoox",), "0.007", 1, "dominoes that do not touch"),
    "trominoes": Strip(("ooo",), "0.007", 0, "three neighbours"),
    "treblecross": Strip(("xxoxx",), "0.007", 2, "a cell, and none within two of another: no win is given away"),
    "wide": Strip(("xxxoxxx",), "0.0007", 3, "a cell, and none within three of another"),
    "up-to-three": Strip(("o", "oo", "ooo"), "0.777", 0, "one, two or three neighbours"),
    "odd": Strip(("o", "ooo"), "0.707", 0, "one cell or three neighbours"),
}


def runs(rows: Rows, gap: int) -> tuple[int, ...] | None:
    """The lengths of all runs of free cells in the rows of a board; None if some lie so near that one takes of another.

    >>> runs(("..#...",), 1), runs(("..#...",), 2)
    ((2, 3), None)
    """
    near = re.compile(rf"\.#{{1,{gap - 1}}}\.") if gap > 1 else None
    if near and any(near.search(row) for row in rows):
        return None
    return tuple(len(run) for row in rows for run in re.findall(r"\.+", row))


def named(name: str, *shapes: str) -> ReadRule:
    """A game of its own name, on boards of any sides; after a colon, boards that grow with N."""
    return of_sides(lambda spec, sides: placement(spec, *shapes, sides=sides), name)


def _any_shapes(parameters: Text | None) -> Rule | None:
    """The rule of shapes given after the colon."""
    if parameters is None:
        return None
    if parameters.string in STRIPS:
        return _of_strip(parameters.string)
    shapes = parameters.string.split(",")
    at = 0
    for shape in shapes:
        if not re.fullmatch(r"[ox./]*o[ox./]*", shape):
            shaped = "a shape of 'o', 'x', '.' and '/' with at least one 'o', as in oo or xox"
            parameters.report_at(at, f"{shaped}; or one of {', '.join(STRIPS)}")
            return None
        at += len(shape) + 1
    return _of_shapes(parameters.string)


@cache
def _of_shapes(text: str) -> Rule:
    return placement(f"placement:{text}", *text.split(","))


@cache
def _of_strip(name: str) -> Rule:
    return placement(f"placement:{name}", *STRIPS[name].shapes)


cram = placement("cram", "oo", "o/o")
BELING = "Beling 2025, Cram nimbers"

HEADING = "Boards"
GAMES = (
    Game(
        "cram",
        "Put a domino on two free neighbouring cells.",
        SIDES,
        named("cram", "oo", "o/o"),
        ("cram", "3x5"),
        "Gardner 1974, Mathematical Games; Winning Ways, ch. 15",
        (
            Fact("cram", "4x4", "even by even: answer opposite (Winning Ways, ch. 15)", nim_value=0),
            Fact("cram", "4x5", BELING, nim_value=2),
            Fact("cram", "5x6", BELING, nim_value=2),
            Fact("cram", "5x7", BELING, nim_value=1),
            Fact("cram", "3x15", BELING, nim_value=1),
        ),
    ),
    Game(
        "placement",
        "Put a piece of one of some shapes on free cells, which takes away certain cells around it.",
        SIDES,
        _any_shapes,
        ("placement:xox", "1x9"),
        "Winning Ways, ch. 4 and 15",
        (
            Fact("placement:oo", "1x17", "OEIS A002187, n = 16: dominoes on a strip are Dawson's Kayles", nim_value=2),
            Fact("placement:xxoxx", "1x1", "Treblecross, Winning Ways, ch. 4: a strip of n is a heap of n + 2",
                  nim_value=1),
            Fact("placement:treblecross", "1x5", "Winning Ways, ch. 4: the middle of five leaves no move",
                  winner="first"),
            Fact("placement:o,oo", "1x70", "OEIS A002186 (Kayles)", nim_value=6),
            Fact("placement:oo,o/o", "5x5", BELING, nim_value=0),
        ),
        "shapes with ',' between them; o: a cell it covers, x: one it takes away, '/' between rows; or treblecross",
    ),
)  # fmt: skip
