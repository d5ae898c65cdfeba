"""The picture of a position, as a function of the user's draws it."""

from __future__ import annotations

from collections.abc import Callable

from grundy.errors import BadRule
from grundy.model.blame import broken
from grundy.model.board import Board, Grid, Net, Piles, read_grid
from grundy.model.option import State


def drawn(name: str, draw: Callable[..., Board | str], arity: int) -> Callable[[tuple[State, ...]], Board | None]:
    """The picture of a position of one state, as a user's function draws it."""

    def board(states: tuple[State, ...]) -> Board | None:
        if len(states) != 1:
            return None
        who = f"{name}: draw({states[0]!r}): expected a picture, found"
        try:
            picture_of = draw(*states) if arity == 1 else draw(*states[0])  # type: ignore[misc]
            picture = read_grid(picture_of) if isinstance(picture_of, str) else picture_of
        except Exception as problem:
            raise broken(who, problem, draw) from problem
        if not isinstance(picture, Grid | Piles | Net):
            raise BadRule(f"{who} {picture!r}")
        return picture

    return board
