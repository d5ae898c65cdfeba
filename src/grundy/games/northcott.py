"""Northcott's game: in each row of squares a black piece and a white one, which go towards each other.

On a real board each player has the pieces of one colour, so that the players have not the same moves. But only the gaps
count, and both players can make a gap smaller by as much: that is Nim. A piece may go back, too; the other player's
piece follows by as many squares, and the gap is what it was. A row is finite and each such retreat brings its end
nearer, so retreats change nothing; they are left out here.
"""

from __future__ import annotations

from collections.abc import Iterator

from grundy.games.entry import Fact, Game, no_parameters
from grundy.model.board import Board, Cell, Grid
from grundy.model.option import Option, State, to
from grundy.model.rule import Rule
from grundy.model.shapes import Moves, Theory
from grundy.model.space import Space, States
from grundy.text.notation import read_board
from grundy.text.reader import Text

LOOKS: dict[str, Cell] = {".": "empty", "x": "full", "o": "white"}
MOST_DRAWN = 100_000  # squares of a board that anybody would look at


def northcott_options(row: str) -> Iterator[Option]:
    """Move a piece any number of squares towards the other one, over free squares.

    A row without two pieces is one that is being set up; nobody can move there.
    """
    pieces = [square for square, piece in enumerate(row) if piece != "."]
    if len(pieces) < 2:
        return
    left, right = pieces
    for start, ends in ((left, range(left + 1, right)), (right, range(right - 1, left, -1))):
        for end in ends:
            squares = list(row)
            squares[start], squares[end] = ".", row[start]
            yield to("".join(squares), **{"from": start + 1, "to": end + 1})


def _places(row: str) -> tuple[int, int]:
    """The squares of the two pieces, counted from 1; two neighbours that nobody can move, if there are not two."""
    squares = row.find("x") + 1, row.find("o") + 1
    return (min(squares), max(squares)) if all(squares) else (1, 2)


def gap(row: str) -> int:
    """How many squares are between the two pieces."""
    left, right = _places(row)
    return right - left - 1


def northcott_moves(row: str, target: int) -> Moves:
    """Either piece makes the gap as small as the nim-value that is to be left."""
    left, right = _places(row)
    take = gap(row) - target
    ends = [(left, left + take), (right, right - take)] if take > 0 else []
    return Moves(len(ends), lambda: ((("from", start), ("to", end)) for start, end in ends))


def _is_row(state: State) -> bool:
    return isinstance(state, str) and not state.strip(".xo") and state.count("x") <= 1 and state.count("o") <= 1


def _read(text: Text) -> States:
    rows = read_board(text, ".xo", "a square")
    for number, row in enumerate(rows, 1):
        if not text.findings and not _is_row(row):
            text.report_at(0, f"at most one 'x' and one 'o' in row {number}", repr(row))
    return rows


def _draw(states: States) -> Board | None:
    rows = [str(state) for state in states]
    width = max(map(len, rows), default=0)
    if len(rows) * width > MOST_DRAWN:
        return None
    padding: tuple[Cell, ...] = ("blocked",)
    return Grid(tuple(tuple(LOOKS[square] for square in row) + padding * (width - len(row)) for row in rows))


northcott = Rule(
    "northcott",
    northcott_options,
    space=Space("row", "row", _is_row, _read, lambda states: "/".join(map(str, states)), _draw),
    theory=Theory(
        "Winning Ways, ch. 3: the gaps are heaps of Nim, and a retreat can be followed",
        gap,
        northcott_moves,
    ),
    format_move="row {row}: from {from} to {to}".format_map,
)

WAYS = "Winning Ways, ch. 3: Northcott's game"

HEADING = "Several heaps, pairs and strips"
GAMES = (
    Game(
        "northcott",
        "Move a piece of a row any number of squares towards the other one (going back does not help).",
        "rows of squares between '/': '.' free, one 'x' and one 'o' in each (a row that lacks one has no moves)",
        no_parameters(northcott),
        ("northcott", "x...o../.x.o.../o.....x"),
        WAYS,
        (
            Fact("northcott", "x...o", f"{WAYS}: a gap of 3", nim_value=3, winner="first", winning_moves=2),
            Fact("northcott", "xo/ox", f"{WAYS}: no gaps", nim_value=0, winner="second"),
            Fact("northcott", "x.o../x..o./x...o", f"{WAYS}: 1 XOR 2 XOR 3", nim_value=0, winner="second"),
        ),
        title="Northcott's game",
    ),
)
