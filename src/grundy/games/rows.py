"""Games in a row: sequential and staircase Nim, and chess rows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from grundy.errors import BadRule
from grundy.games.entry import Fact, Game, no_parameters
from grundy.model.board import Board, Grid
from grundy.model.convention import nim_sum
from grundy.model.given import plain
from grundy.model.option import Labels, Option, State, to
from grundy.model.rule import Rule
from grundy.model.shapes import NO_MOVES, Moves, Theory, one_move
from grundy.model.space import Space, States, read_some, vector
from grundy.text.notation import read_rows, write_rows
from grundy.text.numbers import short_repr
from grundy.text.reader import Text

Sizes = tuple[int, ...]
MOST_SQUARES = 1_000_000
MOST_DRAWN = 100_000  # squares of a board that anybody would look at
NARROW = 1_000  # squares of a row whose bits are looked at one by one


# Sequential Nim: the piles stand in a row, and only the first non-empty one may be touched.


def sequential_options(piles: Sizes) -> Iterator[Option]:
    """Take any number of counters from the first pile that is not empty."""
    for place, pile in enumerate(piles):
        if pile:
            for take in range(1, pile + 1):
                yield to((*piles[:place], pile - take, *piles[place + 1 :]), pile=place + 1, take=take)
            return


def sequential_value(piles: Sizes) -> int:
    """A pile a before a tail of value t: a if a > t, else a - 1; an empty pile changes nothing."""
    value = 0
    for pile in reversed(piles):
        if pile:
            value = pile if pile > value else pile - 1
    return value


def _first_pile(piles: Sizes) -> int | None:
    return next((place for place, pile in enumerate(piles) if pile), None)


def _sequential_moves(piles: Sizes, target: int) -> Moves:
    place = _first_pile(piles)
    if place is None:
        return NO_MOVES
    pile, tail = piles[place], sequential_value(piles[place + 1 :])
    if target == tail:
        left = 0
    else:
        left = target if target > tail else target + 1
    return one_move(("pile", place + 1), ("take", pile - left)) if left < pile else NO_MOVES


def _sequential_misere(piles: Sizes) -> tuple[bool, Moves]:
    """Whoever cannot move wins: with k leading ones the first player wins iff k is even."""
    sizes = [(place, pile) for place, pile in enumerate(piles, 1) if pile]

    def wins(start: int) -> bool:
        ones = 0
        while start + ones < len(sizes) and sizes[start + ones][1] == 1:
            ones += 1
        return ones % 2 == 0

    if not sizes:
        return True, NO_MOVES
    if not wins(0):
        return False, NO_MOVES
    place, pile = sizes[0]
    return True, one_move(("pile", place), ("take", pile if not wins(1) else pile - 1))


sequential_nim = Rule(
    "sequential-nim",
    sequential_options,
    space=vector(),
    theory=Theory(
        "backward induction over the piles (Codeforces 1382B)",
        sequential_value,
        _sequential_moves,
        misere=_sequential_misere,
        misere_source="the parity of the leading ones (Codeforces 1382B, in misère play)",
    ),
    format_move="take {take} from pile {pile}".format_map,
)


# Staircase Nim: counters step down; steps 1, 3, 5, ... are Nim heaps, the others only hold what passes.


def staircase_options(steps: Sizes) -> Iterator[Option]:
    """Move one or more counters from a step to the one below; from step 1 they leave the game."""
    for place, counters in enumerate(steps):
        for take in range(1, counters + 1):
            below = (*steps[: place - 1], steps[place - 1] + take) if place else ()
            yield to((*below, counters - take, *steps[place + 1 :]), step=place + 1, take=take)


def staircase_value(steps: Sequence[int]) -> int:
    """XOR of the odd steps."""
    return nim_sum(steps[0::2])


def staircase_moves(steps: Sequence[int], target: int) -> list[tuple[int, int]]:
    """The (place from 0, how many) of each move to a nim-value: at most one a step."""
    moves = []
    change = staircase_value(steps) ^ target
    for place, counters in enumerate(steps):
        if place % 2 == 0:
            take = counters - (counters ^ change)
        else:
            take = (steps[place - 1] ^ change) - steps[place - 1]
        if 1 <= take <= counters:
            moves.append((place, take))
    return moves


def _staircase_moves(steps: Sizes, target: int) -> Moves:
    moves = staircase_moves(steps, target)
    return Moves(len(moves), lambda: (_staircase_label(move) for move in moves))


def _staircase_label(move: tuple[int, int]) -> Labels:
    place, take = move
    return ("step", place + 1), ("take", take)


def _staircase_misere(steps: Sizes) -> tuple[bool, Moves]:
    """Where whoever cannot move wins: the odd steps as in misère Nim.

    What comes down to an odd step can be moved on at once, so it helps nobody; where all odd steps are empty, whoever
    is to move wins, as in Nim: with nothing on the even steps at once, else by moving one counter down.
    """
    odd = steps[0::2]
    total, large = nim_sum(odd), sum(counters > 1 for counters in odd)
    if total == (not large):
        return False, NO_MOVES
    moves = staircase_moves(steps, 0) if large else []
    if large < 2:  # a move may leave ones alone, of which there must then be an odd number
        moves = sorted(
            [
                *filter(lambda move: _leaves_large(steps, move, large), moves),
                *(move for move in staircase_moves(steps, 1) if not _leaves_large(steps, move, large)),
            ]
        )
    return True, Moves(len(moves), lambda: (_staircase_label(move) for move in moves))


def _leaves_large(steps: Sizes, move: tuple[int, int], large: int) -> bool:
    """Whether after a move an odd step has more than one counter, where `large` of them have before it."""
    place, take = move
    step, change = (place - 1, take) if place % 2 else (place, -take)
    return large - (steps[step] > 1) + (steps[step] + change > 1) > 0


staircase_nim = Rule(
    "staircase-nim",
    staircase_options,
    space=vector("step", "a number of counters"),
    theory=Theory(
        "staircase Nim: the XOR of the odd steps",
        staircase_value,
        _staircase_moves,
        summands=lambda steps: [(f"step {place}", steps[place - 1]) for place in range(1, len(steps) + 1, 2)],
        misere=_staircase_misere,
        misere_source="staircase Nim: the odd steps as in misère Nim, Bouton 1901",
    ),
    format_move="move {take} down from step {step}".format_map,
)


# Chess rows: state = a row as bits, bit 0 the square at the right edge.


def chess_options(row: int, *, width: int) -> Iterator[Option]:
    """Slide a piece right to the next square, or over a run of pieces to the first empty square beyond."""
    free = -1
    for bit in range(width):
        if not row >> bit & 1:
            free = bit
        elif free >= 0:
            yield to(row ^ 1 << bit ^ 1 << free, **{"from": width - bit, "to": width - free})


def _wide_options(row: int, *, width: int) -> Iterator[Option]:
    """The same, in time that grows with the width and not with its square."""
    free, bits = -1, _bits(row, width)
    for place in range(width - 1, -1, -1):
        if bits[place] == "0":
            free = place
        elif free >= 0:
            moved = 1 << width - 1 - place | 1 << width - 1 - free
            yield to(row ^ moved, **{"from": place + 1, "to": free + 1})


class PieceRun(NamedTuple):
    """A run of pieces: how many empty squares stand right of it, its pieces, and the column right of it."""

    number: int
    pieces: int
    edge: int


def chess_runs(row: int, width: int) -> list[PieceRun]:
    """The runs of pieces of a row, from the left; only those that have pieces.

    Number the empty squares from the right edge, 0 first, the left edge as the last: run i is the block
    just right of empty square i. A move carries 1 or more pieces from run i to run i - 1, so the row is
    staircase Nim on the runs 1, 2, 3, ...
    """
    runs = []
    empty = width - row.bit_count()
    left = 0  # pieces so far
    for match in re.finditer("1+", _bits(row, width)):
        left += match.end() - match.start()
        runs.append(PieceRun(empty - (match.end() - left), match.end() - match.start(), match.end() + 1))
    return runs


def _bits(row: int, width: int) -> str:
    return format(row, f"0{width}b") if width else ""


def _chess_value(row: int, width: int) -> int:
    if width > 100:
        return nim_sum(run.pieces for run in chess_runs(row, width) if run.number % 2)
    return nim_sum(map(len, _bits(row, width).split("0")[-2::-2]))  # the same in a third of the time


def _chess_summands(row: int, width: int) -> list[tuple[str, int]]:
    """The odd runs, by their columns."""
    odd = [run for run in chess_runs(row, width) if run.number % 2]
    return [(f"run {','.join(map(str, range(run.edge - run.pieces, run.edge)))}", run.pieces) for run in odd]


def _chess_moves(row: int, target: int, width: int) -> Moves:
    runs = chess_runs(row, width)
    pieces = {run.number: run.pieces for run in runs}
    change = target ^ nim_sum(size for number, size in pieces.items() if number % 2)
    moves = []  # the piece that is moved, and where it goes
    for number, size, edge in runs:
        if number % 2:
            take = size - (size ^ change)
        else:
            take = (pieces.get(number - 1, 0) ^ change) - pieces.get(number - 1, 0)
        if number and 1 <= take <= size:
            moves.append((edge - take, edge))
    return Moves(len(moves), lambda: ((("from", start), ("to", end)) for start, end in moves))


def chess_rows(width: int = 20) -> Rule:
    """The rule of sliding pieces right on rows of squares; a state is a row as bits, bit 0 at the right edge.

    Parameters
    ----------
    width : int, optional
        How many squares a row has, 1 to 1,000,000.

    Returns
    -------
    Rule

    Raises
    ------
    BadRule
        No such width.

    References
    ----------
    HDU 5724, Chess.

    Examples
    --------
    >>> print(chess_rows(20)(0b11, 0b10))
    chess-rows:20(19,20/19)
    """
    width = plain(width)
    if type(width) is not int or not 1 <= width <= MOST_SQUARES:
        raise BadRule(f"chess-rows: expected a width from 1 to {MOST_SQUARES:,}, found {short_repr(width)}")
    return _chess_rows(width)


@cache
def _chess_rows(width: int) -> Rule:
    def read(text: Text) -> States:
        return tuple([bits(row) for row in read_rows(text, width)])

    def bits(columns: Sequence[int]) -> int:
        squares = bytearray(b"0") * (width + 1)
        for column in columns:
            squares[column] = ord("1")
        return int(squares, 2)

    def columns(row: int) -> list[int]:
        return [column for run in chess_runs(row, width) for column in range(run.edge - run.pieces, run.edge)]

    def write(states: States) -> str:
        return write_rows([columns(row) for row in states])  # type: ignore[arg-type]

    def board(states: States) -> Board | None:
        if len(states) * width > MOST_DRAWN:
            return None
        return Grid(
            tuple(tuple("full" if bit == "1" else "empty" for bit in _bits(row, width)) for row in states)  # type: ignore[arg-type]
        )

    def holds(state: State) -> bool:
        return type(state) is int and state >= 0 and state.bit_length() <= width

    return Rule(
        f"chess-rows:{width}",
        chess_options if width <= NARROW else _wide_options,
        (("width", width),),
        space=Space(f"row of {width} squares", "row", holds, read, write, board),
        theory=Theory(
            "a row is staircase Nim on its runs of pieces: XOR of the odd runs",
            lambda row: _chess_value(row, width),
            lambda row, target: _chess_moves(row, target, width),
            summands=lambda row: _chess_summands(row, width),
        ),
        format_move="row {row}: from {from} to {to}".format_map,
    )


def _read_chess(parameters: Text | None) -> Rule | None:
    if parameters is None:
        return chess_rows(20)
    width = read_some(parameters, "a width", 1, least=1, most=MOST_SQUARES)
    return None if parameters.findings else chess_rows(*width)


CF = "Codeforces 1382B, Sequential Nim"
HDU = "HDU 5724, Chess"

HEADING = "Several heaps, pairs and strips"
GAMES = (
    Game(
        "sequential-nim",
        "Take any number of counters from the first pile that is not empty.",
        "pile sizes in their order, with blanks between them",
        no_parameters(sequential_nim),
        ("sequential-nim", "1 1 2 1"),
        CF,
        (
            Fact("sequential-nim", "1 1 2 1", CF, winner="first", winning_moves=1),
            Fact("sequential-nim", "1 1 1 1 1 1", CF, winner="second", nim_value=0),
            Fact("sequential-nim", "1 2", CF, winner="second", nim_value=0),
        ),
    ),
    Game(
        "staircase-nim",
        "Move any number of counters from one step to the step below; from step 1 they leave.",
        "counters on steps 1, 2, 3, ... with blanks between them",
        no_parameters(staircase_nim),
        ("staircase-nim", "2 5 1"),
        "Sprague's theorem on staircases; Ferguson, Game Theory, part I, section 2.6, exercises",
        (
            Fact("staircase-nim", "2 5 1", "XOR of the odd steps: 2 XOR 1", nim_value=3),
            Fact("staircase-nim", "0 7", "the even steps do not count", nim_value=0, winner="second"),
        ),
    ),
    Game(
        "chess-rows",
        "Slide a piece right to the next square, or over a run of pieces to the first empty square beyond.",
        "columns of the pieces with commas, rows separated by '/', '-' for an empty row",
        _read_chess,
        ("chess-rows:20", "19/18"),
        HDU,
        (
            Fact("chess-rows:20", "19,20", HDU, nim_value=0, winner="second"),
            Fact("chess-rows:20", "19/18", HDU, winner="first"),
            Fact("chess-rows:20", "19/19", "XOR of equal rows", nim_value=0, winner="second"),
        ),
        "the width of a row (20 without a colon)",
    ),
)
