"""Shapes that are cut: the rows and columns of a partition, and a square cake."""

from __future__ import annotations

from collections.abc import Iterator

from grundy.errors import OutOfReach
from grundy.games.entry import Fact, Game, no_parameters
from grundy.games.single import divisors, power_in
from grundy.model.board import Board, Piles
from grundy.model.option import Option, State, to
from grundy.model.rule import Rule
from grundy.model.shapes import Moves, Theory
from grundy.model.space import Space, States, heaps, is_sizes
from grundy.text.notation import read_numbers
from grundy.text.reader import Text

# LCTR: the first row or column of a partition is taken.

Parts = tuple[int, ...]
MOST_CELLS = 10_000_000
MOST_TRIED = 10_000_000  # numbers that may divide a side


def lctr_options(parts: Parts) -> Iterator[Option]:
    """Take the first row, or the first column, of the diagram of a partition."""
    if parts:
        yield to(parts[1:], remove="row")
        yield to(tuple(part - 1 for part in parts if part > 1), remove="column")


def lctr_value(parts: Parts) -> int:
    """What is left is the diagram from a cell (i, j) on: values from the last row up, each from right to left."""
    if sum(parts) > MOST_CELLS:
        raise OutOfReach(f"lctr: expected at most {MOST_CELLS:,} cells, found {sum(parts):,}")
    below: list[int] = []
    for part in reversed(parts):
        here = [0] * part
        right = 0
        for j in range(part - 1, -1, -1):
            down = below[j] if j < len(below) else 0
            right = here[j] = 0 if down and right else 1 + (down + right == 1)  # the mex: values are 0, 1 and 2
        below = here
    return below[0] if below else 0


def _is_partition(state: State) -> bool:
    return isinstance(state, tuple) and is_sizes(state) and all(state) and list(state) == sorted(state, reverse=True)


def _read_partition(text: Text) -> States:
    parts = read_numbers(text, "a part", 1)
    if list(parts) != sorted(parts, reverse=True) and not text.findings:
        text.report_at(0, "parts in falling order", " ".join(map(str, parts)))
    return (tuple(parts),)


def _draw_partition(states: States) -> Board:
    return Piles(states[0], "row")  # type: ignore[arg-type]


lctr = Rule(
    "lctr",
    lctr_options,
    space=Space(
        "partition", "", _is_partition, _read_partition,
        lambda states: " ".join(map(str, states[0])),  # type: ignore[call-overload]
        _draw_partition,
    ),
    theory=Theory("rows and columns are taken from the corner: a table of the cells of the diagram", lctr_value),
    format_move="remove the first {remove}".format_map,
)  # fmt: skip

# A cake, cut.


def square_options(n: int) -> Iterator[Option]:
    """Cut a square of side n into k * k equal squares, k > 1."""
    for k in divisors(n):
        if k > 1:
            yield to(*(n // k,) * (k * k), cuts=k)


def square_value(n: int) -> int:
    """How many odd primes there are in n, each as often as it divides n, and one more if n is even.

    An even number of squares together is worth 0, an odd one as much as one of them.
    """
    even = n > 0 and n % 2 == 0
    n >>= power_in(n) if n else 0
    count, p = 0, 3
    while p * p <= n:
        while n % p == 0:
            n //= p
            count += 1
        p += 2
        if p > MOST_TRIED:
            raise OutOfReach(f"cake: a side whose largest but one prime is at most {MOST_TRIED:,} would do")
    return count + (n > 1) + even


def square_moves(n: int, target: int) -> Moves:
    """The cuts that leave squares of a nim-value, which are far too many to be listed."""
    cuts = [k for k in divisors(n) if k > 1 and (square_value(n // k) if k % 2 else 0) == target]
    return Moves(len(cuts), lambda: ((("cuts", k),) for k in cuts))


square_cake = Rule(
    "square-cake",
    square_options,
    space=heaps("square", "the side of a square", counters=False),
    theory=Theory(
        "an even number of equal squares is worth 0, an odd one as one of them: the nim-value of side n is how many "
        "odd primes n has, and one more if n is even",
        square_value,
        square_moves,
    ),
    format_move="cut square {square} into {cuts} times {cuts}".format_map,
)

LCTR = "Gottlieb, Ilić & Krnc 2023, Some results on LCTR, an impartial game on partitions"

HEADING = "Cutting"
GAMES = (
    Game(
        "lctr",
        "Remove the first row or the first column of the diagram of a partition.",
        "the parts in falling order, with blanks between them",
        no_parameters(lctr),
        ("lctr", "4 3 1"),
        LCTR,
        (
            Fact("lctr", "1", "by hand: two moves, to nothing", nim_value=1, winning_moves=2),
            Fact("lctr", "2", "by hand: leaves nothing or 1", nim_value=2),
            Fact("lctr", "2 2", "by hand: leaves 2 or 1 1, each worth 2", nim_value=0, winner="second"),
        ),
        title="LCTR",
    ),
    Game(
        "square-cake",
        "Cut a square cake into k times k equal squares, k > 1, with whole numbers as sides.",
        "the sides of squares with blanks between them",
        no_parameters(square_cake),
        ("square-cake", "9 4"),
        "definition, by hand",
        (
            Fact("square-cake", "5", "by hand: 25 squares that cannot be cut", nim_value=1),
            Fact("square-cake", "2 4", "by hand: an even number of equal squares", nim_value=0, winner="second"),
            Fact("square-cake", "9", "by hand: 9 squares of side 3, or 81 of side 1", nim_value=2),
        ),
    ),
)
