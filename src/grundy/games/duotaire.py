"""Peg Duotaire: Peg Solitaire for two players, in which a peg hops over a neighbour, which is taken off."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product
from typing import Any

from grundy.games.board_game import field_of
from grundy.games.cells import MOST_DRAWN, Rows, grid_board, is_rows
from grundy.games.entry import Fact, Game, no_parameters
from grundy.games.placement import require_searched
from grundy.model.board import Board, Cell
from grundy.model.option import Option, State, to
from grundy.model.rule import Rule
from grundy.model.shapes import SubsetGame, Subsets
from grundy.model.space import Space, States
from grundy.text.board_data import BoardData, Masks
from grundy.text.notation import read_board
from grundy.text.reader import Text

PEG, HOLE, NONE = "o.#"
MARKS: dict[str, Cell] = {PEG: "full", HOLE: "empty", NONE: "blocked"}
WAYS = ((-1, 0), (0, -1), (0, 1), (1, 0))


def duotaire_options(rows: Rows) -> Iterator[Option]:
    """Hop with a peg over a neighbour into the hole behind it, and take the neighbour off."""
    for (r, c), mark in _cells(rows).items():
        for down, right in WAYS if mark == PEG else ():
            over, into = (r + down, c + right), (r + 2 * down, c + 2 * right)
            if _cells(rows).get(over) == PEG and _cells(rows).get(into) == HOLE:
                changed = {(r, c): HOLE, over: HOLE, into: PEG}
                left = tuple(
                    "".join(changed.get((y, x), old) for x, old in enumerate(row)) for y, row in enumerate(rows)
                )
                yield to(left, **{"from": (r + 1, c + 1), "to": (into[0] + 1, into[1] + 1)})


@lru_cache(maxsize=16)
def _cells(rows: Rows) -> dict[tuple[int, int], str]:
    return {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}


@lru_cache(maxsize=64)
def _data(rows: int, columns: int, gone: frozenset[tuple[int, int]]) -> BoardData:
    """The hops as data, on a board without some cells."""
    at = {cell: i for i, cell in enumerate(product(range(rows), range(columns)))}
    moves: list[Masks] = []
    for r, c in at:
        for down, right in WAYS:
            over, into = (r + down, c + right), (r + 2 * down, c + 2 * right)
            if into in at and gone.isdisjoint({(r, c), over, into}):
                need, off = 1 << at[r, c] | 1 << at[over], 1 << at[into]
                moves.append((need, off, need, off))
    return BoardData(tuple(range(len(at))), tuple(moves), tuple(at), (), (1 << len(at)) - 1)


def _field(rows: Any) -> tuple[SubsetGame, Callable[[Any], int]]:
    require_searched("peg-duotaire", rows)
    gone = frozenset(cell for cell, mark in _cells(rows).items() if mark == NONE)
    game, at = field_of(_data(len(rows), len(rows[0]) if rows else 0, gone))
    return game, lambda below: sum(1 << at[i] for i, mark in enumerate("".join(below)) if mark == PEG)


def _holds(state: State) -> bool:
    return is_rows(state, "".join(MARKS))


def _read(text: Text) -> States:
    return (read_board(text, PEG + HOLE + NONE),)


def _write(states: States) -> str:
    return "/".join(states[0])  # type: ignore[arg-type]


def _draw(states: States) -> Board | None:
    rows: Any = states[0]
    return grid_board(rows, MARKS) if sum(map(len, rows)) <= MOST_DRAWN else None


def _words(labels: dict[str, Any]) -> str:
    return f"hop from {labels['from']} to {labels['to']}"


RAVIKUMAR = "Moore & Eppstein 2002, One-dimensional Peg Solitaire, and Duotaire (proposed by Ravikumar), single hops"

peg_duotaire = Rule(
    "peg-duotaire",
    duotaire_options,
    space=Space("board of o, . and #", "", _holds, _read, _write, _draw),
    shape=Subsets(_field),
    format_move=_words,
)

HEADING = "Boards"
GAMES = (
    Game(
        "peg-duotaire",
        "Hop with a peg over a neighbour into the hole behind it, and take the neighbour off, as in Peg Solitaire.",
        "rows of 'o' (a peg), '.' (a hole) and '#' (no place), with '/' between them; hops end on the board",
        no_parameters(peg_duotaire),
        ("peg-duotaire", ".oo.o./..oo.."),
        RAVIKUMAR,
        (
            Fact("peg-duotaire", ".oo.", "by hand: one hop to either side", nim_value=1, winning_moves=2),
            Fact("peg-duotaire", "oo", "by hand: no hole", nim_value=0, winner="second", winning_moves=0),
            Fact("peg-duotaire", "oo.o.", "by hand: a hop of the first peg, then one more over the last", nim_value=0,
                 winner="second"),
            Fact("peg-duotaire", "oo.", "by hand: one hop", winner="second", convention="misere"),
        ),
        title="Peg Duotaire",
    ),
)  # fmt: skip
