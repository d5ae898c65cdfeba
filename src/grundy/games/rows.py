"""Games in a row: sequential and staircase Nim, and chess rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from grundy.games.entry import Game, Known, no_parameters
from grundy.games.heaps import NO_MOVES, one_move
from grundy.model.board import Board, Grid
from grundy.model.option import Option, State, to
from grundy.model.play import nim_sum
from grundy.model.rule import Rule
from grundy.model.shapes import Moves, Theory
from grundy.model.space import Space, States, read_some, vector
from grundy.text.notation import read_rows, write_rows
from grundy.text.reader import Text

Sizes = tuple[int, ...]
MOST_SQUARES = 1_000_000


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
    words="take {take} from pile {pile}".format_map,
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
    return Moves(len(moves), lambda: ((("step", place + 1), ("take", take)) for place, take in moves))


staircase_nim = Rule(
    "staircase-nim",
    staircase_options,
    space=vector("step", "a number of counters"),
    theory=Theory(
        "staircase Nim: the XOR of the odd steps",
        staircase_value,
        _staircase_moves,
        summands=lambda steps: [(f"step {place}", steps[place - 1]) for place in range(1, len(steps) + 1, 2)],
    ),
    words="move {take} down from step {step}".format_map,
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


def chess_runs(row: int, width: int) -> list[int]:
    """Run i: how many pieces stand just right of empty square i, counted from the right edge (0 first).

    The left edge counts as the last empty square. A move carries 1 or more pieces from run i to run
    i - 1, so the row is staircase Nim on the runs 1, 2, 3, ...
    """
    return [len(run) for run in reversed(format(row, f"0{width}b").split("0"))] if width else [0]


def _edges(runs: list[int], width: int) -> list[int]:
    """For each run but the last, the column of the empty square on its left: entry i is right of run i + 1."""
    column = width + 1
    edges = []
    for run in runs[:-1]:
        column -= run + 1
        edges.append(column)
    return edges


def _chess_summands(row: int, width: int) -> list[tuple[str, int]]:
    """The odd runs that have pieces, by their columns."""
    runs = chess_runs(row, width)
    edges = _edges(runs, width)
    odd = [(edges[i - 1], runs[i]) for i in range(len(runs) - 1, 0, -1) if i % 2 and runs[i]]
    return [(f"run {','.join(map(str, range(edge - size, edge)))}", size) for edge, size in odd]


def _chess_moves(row: int, target: int, width: int) -> Moves:
    runs = chess_runs(row, width)
    moves = staircase_moves(runs[1:], target)
    if not moves:
        return NO_MOVES
    edges = _edges(runs, width)
    labels = sorted((edges[place] - take, edges[place]) for place, take in moves)
    return Moves(len(labels), lambda: ((("from", start), ("to", end)) for start, end in labels))


@cache
def chess_rows(width: int = 20) -> Rule:
    """The rule of HDU 5724 on rows of `width` squares; a state is a row as bits, bit 0 at the right edge.

    >>> print(chess_rows(20)(0b11, 0b10))
    chess-rows:20(19,20/19)
    """

    def read(text: Text) -> States:
        return tuple(sum(1 << width - column for column in row) for row in read_rows(text, width))

    def columns(row: int) -> list[int]:
        bits = format(row, f"0{width}b") if width else ""
        return [column for column, bit in enumerate(bits, 1) if bit == "1"]

    def write(states: States) -> str:
        return write_rows([columns(row) for row in states])  # type: ignore[arg-type]

    def board(states: States) -> Board:
        return Grid(
            tuple(tuple("full" if bit == "1" else "empty" for bit in format(row, f"0{width}b")) for row in states)
        )

    def holds(state: State) -> bool:
        return type(state) is int and 0 <= state < 1 << width

    return Rule(
        f"chess-rows:{width}",
        chess_options,
        (("width", width),),
        space=Space(f"row of {width} squares", "row", holds, read, write, board),
        theory=Theory(
            "a row is staircase Nim on its runs of pieces: XOR of the odd runs",
            lambda row: staircase_value(chess_runs(row, width)[1:]),
            lambda row, target: _chess_moves(row, target, width),
            summands=lambda row: _chess_summands(row, width),
        ),
        words="row {row}: from {from} to {to}".format_map,
    )


def _read_chess(parameters: Text | None) -> Rule | None:
    if parameters is None:
        return chess_rows(20)
    width = read_some(parameters, "a width", 1, least=1, most=MOST_SQUARES)
    return None if parameters.findings else chess_rows(*width)


CF = "Codeforces 1382B, Sequential Nim"
HDU = "HDU 5724, Chess"

GAMES = (
    Game(
        "sequential-nim",
        "Take any number of counters from the first pile that is not empty.",
        "pile sizes in their order, with blanks between them",
        no_parameters(sequential_nim),
        ("sequential-nim", "1 1 2 1"),
        CF,
        (
            Known("sequential-nim", "1 1 2 1", CF, winner="first", winning_moves=1),
            Known("sequential-nim", "1 1 1 1 1 1", CF, winner="second", nim_value=0),
            Known("sequential-nim", "1 2", CF, winner="second", nim_value=0),
        ),
    ),
    Game(
        "staircase-nim",
        "Move any number of counters from one step to the step below; from step 1 they leave.",
        "counters on steps 1, 2, 3, ... with blanks between them",
        no_parameters(staircase_nim),
        ("staircase-nim", "2 5 1"),
        "Sprague's theorem on staircases; Ferguson, Game Theory, part I, exercise 2.5",
        (
            Known("staircase-nim", "2 5 1", "XOR of the odd steps: 2 XOR 1", nim_value=3),
            Known("staircase-nim", "0 7", "the even steps do not count", nim_value=0, winner="second"),
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
            Known("chess-rows:20", "19,20", HDU, nim_value=0, winner="second"),
            Known("chess-rows:20", "19/18", HDU, winner="first"),
            Known("chess-rows:20", "19/19", "XOR of equal rows", nim_value=0, winner="second"),
        ),
        "the width of a row (20 without a colon)",
    ),
)
