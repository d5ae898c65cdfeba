"""Chocolate bars with steps: a bar that is broken along a groove, and the part without the bitter square is eaten.

Column 0 has the bitter square alone. With the number k column i has, besides its lowest square, i // k squares above
it, and never more than y. A state is (y, z): the highest column has y squares above its lowest, and the last column is
number z.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from grundy.errors import BadRule
from grundy.games.entry import Fact, Game
from grundy.model.board import Board, Cell, Grid
from grundy.model.given import plain
from grundy.model.option import Option, State, to
from grundy.model.rule import Rule
from grundy.model.shapes import Theory
from grundy.model.space import Space, States, is_sizes, read_some
from grundy.text.numbers import short_repr
from grundy.text.reader import Text

MOST_STEP = 1_000
MOST_DRAWN = 10_000  # squares


def chocolate_options(bar: tuple[int, int], *, step: int) -> Iterator[Option]:
    """Break off rows at the top, or columns at the right, with which the highest steps may go."""
    rows, columns = bar
    for left in range(rows):
        yield to((left, columns), rows=rows - left)
    for left in range(columns):
        yield to((min(rows, left // step), left), columns=columns - left)


def _words(labels: dict[str, int]) -> str:
    (what, count), *_ = labels.items()
    ends = "at the top" if what == "rows" else "at the right"
    return f"break off {count} {what if count > 1 else what[:-1]} {ends}"


def _draw(states: States, step: int) -> Board | None:
    bar: Any = states[0]
    rows, columns = bar
    if (rows + 1) * (columns + 1) > MOST_DRAWN:
        return None
    heights = [min(rows, column // step) for column in range(columns + 1)]

    def cell(row: int, column: int) -> Cell:
        if not row and not column:
            return "white"  # the bitter one
        return "full" if row <= heights[column] else "blocked"

    return Grid(tuple(tuple(cell(row, column) for column in range(columns + 1)) for row in range(rows, -1, -1)))


def _space(step: int) -> Space:
    def holds(state: State) -> bool:
        return is_sizes(state) and len(state) == 2 and state[0] <= state[1] // step  # type: ignore[arg-type, index]

    def read(text: Text) -> States:
        numbers = read_some(text, "a number of grooves", 2)
        if not text.findings and len(numbers) == 2 and numbers[0] > numbers[1] // step:
            expected = (
                f"at most {numbers[1] // step:,} rows above a bar of {numbers[1]:,} columns behind the bitter one"
            )
            text.report_at(0, expected, f"{numbers[0]:,}")
        return (numbers,)

    def write(states: States) -> str:
        bar: Any = states[0]
        rows, columns = bar
        return f"{rows} {columns}"

    return Space("chocolate bar", "", holds, read, write, lambda states: _draw(states, step))


MIYADERA = "Nakamura & Miyadera 2015, Impartial chocolate bar games"


def chocolate_bar(step: int) -> Rule:
    """The rule of breaking a chocolate bar whose height grows by one square with each `step` columns.

    Parameters
    ----------
    step : int
        By how many columns the next step of the bar is behind the one before, >= 1.

    Returns
    -------
    Rule
        A state is (y, z): the grooves above the lowest row, and those to the right of the bitter square.

    Raises
    ------
    BadRule
        It is no positive integer.

    References
    ----------
    Nakamura & Miyadera 2015, Impartial chocolate bar games.

    Examples
    --------
    >>> from grundy import solve
    >>> solve(chocolate_bar(2)((2, 9))).nim_value     # 2 XOR 9
    11
    """
    step = plain(step)
    if type(step) is not int or not 1 <= step <= MOST_STEP:
        raise BadRule(f"chocolate-bar: expected a number of columns from 1 to {MOST_STEP:,}, found {short_repr(step)}")
    return _chocolate_bar(step)


@cache
def _chocolate_bar(step: int) -> Rule:
    theory = Theory(f"{MIYADERA}: if k is even, the XOR of both numbers", lambda bar: bar[0] ^ bar[1])
    return Rule(
        f"chocolate-bar:{step}",
        chocolate_options,
        (("step", step),),
        space=_space(step),
        theory=None if step % 2 else theory,
        format_move=_words,
    )


def _read(parameters: Text | None) -> Rule | None:
    if parameters is None:
        return None
    numbers = read_some(parameters, "a number of columns", 1, least=1, most=MOST_STEP)
    return None if parameters.findings else chocolate_bar(*numbers)


HEADING = "Boards"
GAMES = (
    Game(
        "chocolate-bar",
        "Break a bar of chocolate with steps along a groove, and eat the part without the bitter square.",
        "how many rows above the lowest, at most Z/k, and how many columns Z behind the bitter one, as in 2 9",
        _read,
        ("chocolate-bar:2", "2 7"),
        MIYADERA,
        (
            Fact("chocolate-bar:2", "2 9", "Miyadera: 2 XOR 9", nim_value=11),
            Fact("chocolate-bar:2", "4 9", "Miyadera: 4 XOR 9", nim_value=13),
            Fact("chocolate-bar:4", "3 13", "Miyadera: 3 XOR 13", nim_value=14),
            Fact("chocolate-bar:1", "0 5", "by hand: one row is Nim", nim_value=5, winning_moves=1),
            Fact("chocolate-bar:1", "1 1", "by hand: leaves two squares in a row, or the bitter one", nim_value=2,
                 winning_moves=1),
            Fact("chocolate-bar:1", "0 1", "by hand: one move, and the bitter square is left", winner="second",
                 convention="misere"),
        ),
        "by how many columns the next step is behind the one before",
    ),
)  # fmt: skip
