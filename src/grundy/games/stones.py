"""Clobber and NoGo as impartial games: both players move, or put, stones of either colour.

A board is rows of 'x' and 'o', the stones, and '.'.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product
from typing import Any

from grundy.games.board_game import field_of
from grundy.games.cells import MOST_CELLS, MOST_DRAWN, MOST_TOLD, Rows, Sides, grid_board, is_rows, of_sides, read_rows
from grundy.games.entry import Fact, Game, no_parameters
from grundy.games.placement import require_searched
from grundy.model.board import Board, Cell
from grundy.model.option import Option, State, to
from grundy.model.rule import Rule
from grundy.model.shapes import SubsetGame, Subsets
from grundy.model.space import Space, States, is_sizes
from grundy.text.board_data import BoardData, Masks, moved_set
from grundy.text.notation import read_board
from grundy.text.reader import Text, quote

MARKS = ".xo"
LOOKS: dict[str, Cell] = {".": "empty", "x": "full", "o": "white"}
MOST_FREE = 1_024  # cells of a part of NoGo, as of boards that a search takes
NEAR = ((0, 1), (1, 0), (0, -1), (-1, 0))


def read_stones(text: Text, chequered: bool) -> Rows:
    """A board: its rows, one row as a power, or the sides of a board without stones, or full of both in turn."""
    if re.match(r"[ \t]*\(", text.string):
        return _read_power(text)
    if not re.match(r"[ \t]*-?[0-9]", text.string):
        return tuple(row.lower() for row in read_board(text, MARKS + "XO"))
    rows = read_rows(text, MARKS, board="a board full of stones" if chequered else "a board without stones")
    return chequers(len(rows), len(rows[0])) if rows and chequered else rows


def _read_power(text: Text) -> Rows:
    """A board of one row, the same cells again and again: (CELLS)^TIMES."""
    power = re.fullmatch(r"[ \t]*\(([.xoXO]+)\)\^([1-9][0-9]*)[ \t\r\n]*", text.string)
    if power is None:
        start = text.string.index("(")
        expected = "the cells of a row and how many times they stand there, as in (xo)^40"
        text.report_at(start, expected, quote(text.string))
        return ()
    if len(power[2]) > 9:
        text.report_at(power.start(2), MOST_TOLD, "one of more")
        return ()
    cells, times = power[1].lower(), int(power[2])
    if len(cells) * times > MOST_CELLS:
        text.report_at(power.start(2), MOST_TOLD, f"one of {len(cells) * times:,}")
        return ()
    return (cells * times,)


def chequers(rows: int, columns: int) -> Rows:
    """A full board on which neighbours differ.

    >>> chequers(2, 3)
    ('xox', 'oxo')
    """
    lines = ("xo" * (columns // 2 + 1), "ox" * (columns // 2 + 1))
    return tuple(lines[r % 2][:columns] for r in range(rows))


def picture(rows: Rows) -> Board | None:
    """The picture of a board, if anybody would look at it."""
    return grid_board(rows, LOOKS) if sum(map(len, rows)) <= MOST_DRAWN else None


# Clobber.


def clobber_rule(name: str, sides: Sides | None = None) -> Rule:
    """Move a stone onto a neighbouring one of the other colour, which is taken; with `sides` a number n is a board."""

    def rows_of(state: Any) -> Rows:
        return chequers(*sides(state)) if sides is not None and isinstance(state, int) else state

    def options(state: Any) -> Iterator[Option]:
        rows = rows_of(state)
        stones = {(r, c): stone for r, row in enumerate(rows) for c, stone in enumerate(row) if stone != "."}
        for (r, c), stone in stones.items():
            for end in ((r + down, c + right) for down, right in NEAR):
                if stones.get(end, stone) != stone:
                    left = {**stones, (r, c): ".", end: stone}
                    moved = ("".join(left.get((i, j), ".") for j in range(len(row))) for i, row in enumerate(rows))
                    yield to(tuple(moved), cells=((r + 1, c + 1), (end[0] + 1, end[1] + 1)))

    def field(state: Any) -> tuple[SubsetGame, Callable[[Any], int]]:
        rows = rows_of(state)
        require_searched(name, rows, layers=2)
        game, at = field_of(clobber_board(len(rows), len(rows[0]) if rows else 0))
        return game, lambda below: moved_set(stones_of(rows_of(below)), at)

    return Rule(name, options, space=_clobber_space(sides), shape=Subsets(field), format_move=_clobber_words)


def stones_of(rows: Rows) -> int:
    """The places of a board: cell i is black, place i, and has a stone, place i + the number of cells."""
    cells = "".join(rows)
    black, stones = (sum(1 << i for i, cell in enumerate(cells) if cell in kinds) for kinds in ("x", "xo"))
    return black | stones << len(cells)


@lru_cache(maxsize=64)
def clobber_board(rows: int, columns: int) -> BoardData:
    """The moves of Clobber as data, with two places on each cell; see `stones_of`."""
    at = {cell: i for i, cell in enumerate(product(range(rows), range(columns)))}
    count = len(at)
    moves: list[Masks] = []
    for (r, c), i in at.items():
        for j in (at[end] for end in ((r + down, c + right) for down, right in NEAR) if end in at):
            both = 1 << count + i | 1 << count + j
            moves.append((both | 1 << i, 1 << j, 1 << count + i | 1 << i, 1 << j))  # black takes white
            moves.append((both | 1 << j, 1 << i, 1 << count + i, 1 << j))
    return BoardData(tuple(range(2 * count)), tuple(moves), 2 * tuple(at), (), (1 << 2 * count) - 1)


def _clobber_space(sides: Sides | None) -> Space:
    def holds(state: State) -> bool:
        return (sides is not None and type(state) is int and state >= 0) or is_rows(state, MARKS)

    def read(text: Text) -> States:
        number = re.fullmatch(r"[ \t]*([0-9]{1,9})[ \t\r\n]*", text.string) if sides else None
        if number is None or sides is None:
            return (read_stones(text, chequered=True),)
        rows, columns = sides(int(number[1]))
        if rows * columns > MOST_CELLS:
            text.report_at(number.start(1), MOST_TOLD, f"one of {rows * columns:,}")
        return (int(number[1]),)

    def write(states: States) -> str:
        return str(states[0]) if isinstance(states[0], int) else "/".join(states[0])  # type: ignore[arg-type]

    def board(states: States) -> Board | None:
        rows: Any = chequers(*sides(states[0])) if sides and isinstance(states[0], int) else states[0]
        return picture(rows)

    def named(states: States) -> str:
        rows: Any = states[0]
        full = not isinstance(rows, int) and rows and rows == chequers(len(rows), len(rows[0]))
        return f"{len(rows)}x{len(rows[0])}" if full else ""

    return Space("board of x, o and .", "", holds, read, write, board, named=named)


def _clobber_words(labels: dict[str, Any]) -> str:
    start, end = labels["cells"]
    return f"the stone on {start} takes the one on {end}"


# NoGo. A state is rows, columns, and the sets of cells without a black and without a white stone: whole numbers that
# fall with every move, so that the rule is compiled. A cell with both is a lasting liberty: it stays free for ever,
# and only parts of boards have such cells.
#
# What can never be played again. A stone of a colour may not be put on a free cell if its group would then be beside
# no free cell, or a group of the other colour whose only liberty the cell is. Both stay so: the liberties of a group
# only change by stones on them, and a group whose only liberty is this cell gets no stone before that. So a cell on
# which neither colour may be put is free for ever, and every group beside it has a liberty for ever: it is safe.
#
# Parts. Two cells that can still be played are joined if they are neighbours, or beside one group that is not safe.
# Whether a stone may be put on a cell depends on its neighbours and on other liberties of the groups beside it. All of
# these lie in its part, or last for ever: liberties of a group that is not safe are in one part by definition, and of
# a safe group nothing is asked. A stone that is put joins groups of its part to each other, or to safe ones, and they
# are safe then; so this stays true after every move, and the parts are a sum.


def near(cells: int, columns: int, last: int) -> int:
    """The cells beside some cells; `last` are those of the last column."""
    below = (1 << (last >> columns).bit_length()) - 1  # all but the last row, so that no bit is beyond the board
    return (cells & below) << columns | cells >> columns | (cells & ~last) << 1 | (cells >> 1) & ~last


def last_column(rows: int, columns: int) -> int:
    """The cells of the last column."""
    last = 0
    for r in range(rows):
        last |= 1 << r * columns + columns - 1
    return last


def groups_of(seeds: int, stones: int, columns: int, last: int) -> int:
    """The groups of stones that have one of some seeds."""
    group = seeds
    grown = 0
    while group != grown:
        grown = group
        group |= stones & near(group, columns, last)
    return group


def liberties(stones: int, air: int, columns: int, last: int) -> tuple[int, int]:
    """The liberties that are the only one of a group of stones, and those of groups that have several."""
    only, several = 0, 0
    rest = stones
    while rest:
        group = groups_of(rest & -rest, stones, columns, last)
        beside = air & near(group, columns, last)
        if beside & (beside - 1):
            several |= beside
        else:
            only |= beside
        rest &= ~group
    return only, several


def playable(rows: int, columns: int, no_black: int, no_white: int) -> tuple[int, int]:
    """The cells on which a black and on which a white stone may be put."""
    last = last_column(rows, columns)
    free = no_black & no_white
    air = free | ((1 << rows * columns) - 1) & ~(no_black | no_white)
    black_only, black_several = liberties(no_white & ~no_black, air, columns, last)
    white_only, white_several = liberties(no_black & ~no_white, air, columns, last)
    beside = near(air, columns, last)
    return free & ~white_only & (beside | black_several), free & ~black_only & (beside | white_several)


FEW_MOVES = 8


def counts_left(
    rows: int, columns: int, no_black: int, no_white: int, black: int, white: int
) -> tuple[int, int, int, int, int, int]:
    """How many moves are left after each move of one colour, in binary: for each digit the moves that have it as a 1.

    Args:    black, white: the moves of one colour, and none of the other.
    """
    ones, twos, fours, eights, sixteens, rest = 0, 0, 0, 0, 0, 0
    while black | white:
        on_black, on_white = black & -black, white & -white
        black &= ~on_black
        white &= ~on_white
        left, right = playable(rows, columns, no_black & ~on_black, no_white & ~on_white)
        count = left.bit_count() + right.bit_count()
        move = on_black | on_white
        ones |= move if count & 1 else 0
        twos |= move if count & 2 else 0
        fours |= move if count & 4 else 0
        eights |= move if count & 8 else 0
        sixteens |= move if count & 16 else 0
        rest |= move if count & 32 else 0
    return ones, twos, fours, eights, sixteens, rest


def of_count(moves: int, count: int, ones: int, twos: int, fours: int, eights: int, sixteens: int, rest: int) -> int:
    """The moves after which so many are left, by the digits of `counts_left`."""
    moves &= (ones if count & 1 else ~ones) & (twos if count & 2 else ~twos)
    moves &= (fours if count & 4 else ~fours) & (eights if count & 8 else ~eights)
    return moves & (sixteens if count & 16 else ~sixteens) & (rest if count & 32 else ~rest)


def nogo_options(rows: int, columns: int, no_black: int, no_white: int) -> Iterator[Option]:
    """Put a stone on a free cell, such that every group of stones of one colour is still beside a free cell.

    Of many options, those that have the fewest themselves come first: a search of them is short. (64 count as none.)
    Of a few that is not counted, for their order saves less than it takes.
    """
    black, white = playable(rows, columns, no_black, no_white)
    many = black.bit_count() + white.bit_count() > FEW_MOVES
    a, b, c, d, e, f = counts_left(rows, columns, no_black, no_white, black if many else 0, 0)
    u, v, w, x, y, z = counts_left(rows, columns, no_black, no_white, 0, white if many else 0)
    count = 0
    while black | white:
        some = of_count(black, count, a, b, c, d, e, f)
        others = of_count(white, count, u, v, w, x, y, z)
        black &= ~some
        white &= ~others
        count += 1
        while some:
            move = some & -some
            some &= ~move
            i = move.bit_length() - 1
            cell = (i // columns + 1, i % columns + 1)
            yield to((rows, columns, no_black & ~move, no_white), cells=(cell,), stone="x")
        while others:
            move = others & -others
            others &= ~move
            i = move.bit_length() - 1
            cell = (i // columns + 1, i % columns + 1)
            yield to((rows, columns, no_black, no_white & ~move), cells=(cell,), stone="o")


def nogo_parts(state: tuple[int, int, int, int]) -> Iterator[tuple[int, int, int, int]]:
    """The parts of a board, each as a board: all other cells are lasting liberties, but for the stones beside it."""
    rows, columns, no_black, no_white = state
    last = last_column(rows, columns)
    black_moves, white_moves = playable(rows, columns, no_black, no_white)
    alive = black_moves | white_moves
    lasting = ((1 << rows * columns) - 1) & ~(no_black | no_white) | no_black & no_white & ~alive
    black, white = no_white & ~no_black, no_black & ~no_white
    beside = near(lasting, columns, last)
    unsafe_black = black & ~groups_of(black & beside, black, columns, last)
    unsafe_white = white & ~groups_of(white & beside, white, columns, last)
    rest = alive
    while rest:
        part = rest & -rest
        grown = 0
        while part != grown:
            grown = part
            part |= near(part & alive, columns, last) & (alive | unsafe_black | unsafe_white)
            part |= near(part & unsafe_black, columns, last) & (alive | unsafe_black)
            part |= near(part & unsafe_white, columns, last) & (alive | unsafe_white)
        rest &= ~part
        bordered = part | near(part, columns, last)
        left, right = part & alive | white & bordered, part & alive | black & bordered
        if rows == 1:
            yield shrunk(columns, part, left, right)
        else:
            yield cropped(rows, columns, left, right)


def shrunk(columns: int, part: int, no_black: int, no_white: int) -> tuple[int, int, int, int]:
    """A part of one row without what makes no difference: stones of a group but one, and what a group at its end is
    beside."""
    low, high = 0, columns - 1
    while not part >> low & 1:
        low += 1
    while not part >> high & 1:
        high -= 1
    if no_black & no_white & 1 << low and low > 0:
        low -= 1
        if (no_black | no_white) >> low & 1:
            low -= 1
    if no_black & no_white & 1 << high and high < columns - 1:
        high += 1
        if (no_black | no_white) >> high & 1:
            high += 1
    size, black, white, before = 0, 0, 0, 3
    for i in range(low, high + 1):
        cell = no_black >> i & 1 | (no_white >> i & 1) << 1
        if cell == 3 or cell != before:
            black |= (cell & 1) << size
            white |= (cell >> 1) << size
            size += 1
        before = cell
    return 1, size, black, white


def cropped(rows: int, columns: int, no_black: int, no_white: int) -> tuple[int, int, int, int]:
    """A board without the lines at its sides that are, as the next one is, lasting liberties alone."""
    low, wide = 0, columns
    line = (1 << columns) - 1
    while rows > 1 and not (no_black | no_white) & (line | line << columns):
        no_black, no_white, rows = no_black >> columns, no_white >> columns, rows - 1
    while rows > 1 and not (no_black | no_white) >> (rows - 2) * columns:
        rows -= 1
    first = last_column(rows, columns) >> columns - 1
    while wide > 1 and not (no_black | no_white) & (first | first << 1) << low:
        low, wide = low + 1, wide - 1
    while wide > 1 and not (no_black | no_white) & (first | first << 1) << low + wide - 2:
        wide -= 1
    black, white = 0, 0
    for r in range(rows):
        black |= (no_black >> r * columns + low & (1 << wide) - 1) << r * wide
        white |= (no_white >> r * columns + low & (1 << wide) - 1) << r * wide
    return rows, wide, black, white


def turned(rows: int, columns: int, cells: int, turn: int) -> int:
    """Cells turned over top to bottom (1) and left to right (2), and then transposed (4)."""
    image = 0
    for r in range(rows):
        for c in range(columns):
            if cells >> r * columns + c & 1:
                down = rows - 1 - r if turn & 1 else r
                right = columns - 1 - c if turn & 2 else c
                image |= 1 << (right * rows + down if turn & 4 else down * columns + right)
    return image


def nogo_form(state: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """The least of the images of a board, turned over and with the colours changed."""
    rows, columns, no_black, no_white = state
    if rows > columns:
        no_black, no_white = turned(rows, columns, no_black, 4), turned(rows, columns, no_white, 4)
        rows, columns = columns, rows
    least_black, least_white = no_black, no_white
    for turn in range(8 if rows == columns else 4):
        if rows > 1 or turn == 0 or turn == 2:
            black, white = turned(rows, columns, no_black, turn), turned(rows, columns, no_white, turn)
            if black > white:
                black, white = white, black
            if black < least_black or (black == least_black and white < least_white):
                least_black, least_white = black, white
    return rows, columns, least_black, least_white


def nogo_rows(state: Any) -> Rows:
    """The board of a state.

    >>> nogo_rows(nogo_state((".x", "o.")))
    ('.x', 'o.')
    """
    rows, columns, no_black, no_white = state
    marks = "-ox."  # by what a cell is without: neither, a lasting liberty, in parts alone
    cells = "".join(marks[no_black >> i & 1 | (no_white >> i & 1) << 1] for i in range(rows * columns))
    return tuple(cells[r * columns : (r + 1) * columns] for r in range(rows))


def nogo_state(rows: Rows) -> tuple[int, int, int, int]:
    """The state of a board."""
    cells = "".join(rows)
    digits = cells[::-1] or "."
    no_black = int(digits.translate({ord("x"): "0", ord("o"): "1", ord("."): "1"}), 2)  # no bit at a time: 10^6 cells
    no_white = int(digits.translate({ord("x"): "1", ord("o"): "0", ord("."): "1"}), 2)
    return len(rows), len(rows[0]) if rows else 0, no_black if cells else 0, no_white if cells else 0


def _nogo_space() -> Space:
    def read(text: Text) -> States:
        rows = read_stones(text, chequered=False)
        cells = sum(map(len, rows))
        if not text.findings and cells > MOST_DRAWN:
            text.report_at(0, f"a board of at most {MOST_DRAWN:,} cells", f"one of {cells:,}")
        if text.findings:
            return ()
        state = nogo_state(rows)
        columns, no_black, no_white = state[1:]
        last, free = last_column(len(rows), columns), no_black & no_white
        stones = (free ^ no_black, free ^ no_white)
        if any(some & ~groups_of(some & near(free, columns, last), some, columns, last) for some in stones):
            text.report_at(0, "every group of stones beside a free cell", "one that is not")
            return ()
        for part in nogo_parts(state):
            if (free := (part[2] & part[3]).bit_count()) > MOST_FREE:
                expected = f"parts of at most {MOST_FREE:,} free cells, which a search takes"
                text.report_at(0, expected, f"one of {free:,}")
                return ()
        return (state,)

    def named(states: States) -> str:
        board = nogo_rows(states[0])
        return f"{len(board)}x{len(board[0])}" if board and not "".join(board).strip(".") else ""

    return Space(
        "board of x, o and .",
        "",
        is_sizes,
        read,
        lambda states: "/".join(nogo_rows(states[0])),
        lambda states: picture(nogo_rows(states[0])),
        named=named,
    )


nogo = Rule(
    "nogo",
    nogo_options,
    arity=4,
    space=_nogo_space(),
    canonical=nogo_form,
    split=nogo_parts,
    format_move=lambda labels: f"put {labels['stone']} on {labels['cells'][0]}",
)

NOTATION = "rows of 'x', 'o' and '.' with '/' between them; or the sides of a board"
MCGS = "Folkersen, Müller & Du 2025, MCGS computational results"
LISTED = "computed by CGSuite, in the tests of MCGS 2025"

HEADING = "Boards"
GAMES = (
    Game(
        "clobber",
        "Move a stone onto a neighbouring one of the other colour, which is taken; both players move both colours.",
        f"{NOTATION} full of stones in turn, as in 3x4",
        of_sides(clobber_rule, "clobber"),
        ("clobber", "1x7"),
        "Albert, Grossman, Nowakowski & Wolfe 2005, An introduction to Clobber",
        (
            Fact("clobber", "1x7", LISTED, nim_value=2),
            Fact("clobber", "1x11", LISTED, nim_value=5),
            Fact("clobber", "1x15", LISTED, nim_value=0),
            Fact("clobber", "xxoxxoxxoxxoxxoxxoxxo", LISTED, nim_value=8),
            Fact("clobber", "xoo.xo.xoxoox.oxo", LISTED, nim_value=6),
            Fact("clobber", "2x2", LISTED, nim_value=0),
            Fact("clobber", "3x3", LISTED, nim_value=1),
        ),
        "boards that grow with N, as in 2xN",
    ),
    Game(
        "nogo",
        "Put a stone of either colour on a free cell, so that every group of one colour is beside a free cell.",
        f"{NOTATION} without stones, as in 3x4",
        no_parameters(nogo),
        ("nogo", "2x3"),
        "Chou, Teytaud & Yen 2011, Revisiting Monte-Carlo tree search on a normal form game: NoGo",
        (
            Fact("nogo", "1x1", "a stone would be beside no free cell", nim_value=0),
            Fact("nogo", "1x5", MCGS, nim_value=2),
            Fact("nogo", "1x11", MCGS, nim_value=3),
            Fact("nogo", "2x4", MCGS, nim_value=0),
            Fact("nogo", "3x3", MCGS, nim_value=0),
            Fact("nogo", "2x3", MCGS, nim_value=1),
        ),
        title="NoGo",
    ),
)  # fmt: skip
