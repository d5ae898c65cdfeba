"""The values that moves leave, beside the same by the definition."""

from __future__ import annotations

import pytest
from effort import lines_of

from grundy import parse, solve
from grundy.api.turns import Turn, choices
from grundy.errors import OutOfReach
from grundy.games.catalogue import GAMES
from grundy.model.definition import state_values
from grundy.model.rule import Position
from grundy.web.handlers import answer
from grundy.web.values_left import values_left


def by_definition(position: Position) -> int:
    total = 0
    for part in position.parts():
        value = state_values(part.rule, [part.state], {})[part.state]
        assert isinstance(value, int)
        total ^= value
    return total


@pytest.mark.parametrize(
    "text",
    ["nim(3 4 5)", "kayles(4 5)", "chomp(2x3)", "node-kayles(grid:2x3) + nim(2)", "cram(2x3)", "notakto(X../.../..X)"],
)
def test_what_a_move_leaves_is_what_the_definition_says(text: str) -> None:
    position = parse(text)
    listed = choices(Turn(position))
    expected = [by_definition(choice.after.position) for choice in listed]
    result = solve(position)
    assert values_left(result, listed, seconds=60) == expected
    won = {choice.move for choice, value in zip(listed, expected, strict=True) if value == 0}
    assert values_left(result, listed, won, seconds=60) == expected


def test_there_are_no_values_where_they_do_not_add_and_none_without_time() -> None:
    position = parse("nim(1 2)")
    listed = choices(Turn(position, "misere"))
    assert values_left(solve(position, misere=True), listed) == [None] * 3
    assert values_left(solve(position), choices(Turn(position)), seconds=0) == [None] * 3
    won = set(solve(position).winning_moves)
    assert sorted(values_left(solve(position), choices(Turn(position)), won, seconds=0), key=str) == [0, None, None]


def test_every_sample_has_values_that_agree_with_its_winning_moves() -> None:
    for game in GAMES.values():
        position = parse("{}({})".format(*game.example))
        result, listed = solve(position), choices(Turn(position))
        won = set(result.winning_moves)
        for choice, value in zip(listed, values_left(result, listed, seconds=0.2), strict=True):
            assert value is None or (value == 0) == (choice.move in won), (game.name, choice.move.sentence())


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("rectangle", "/".join(["1" * 90] * 90)),
        ("node-kayles", ", ".join(f"{node}-{node + 1}" for node in range(60))),
    ],
)
def test_moves_of_a_board_that_is_not_drawn_are_not_made(game: str, text: str) -> None:
    """Twenty thousand moves of a board of 8,100 cells were made and thrown away: 4 s for each who asked."""
    with pytest.raises(OutOfReach, match="too large to be drawn"):
        answer("reply", {"components": [[game, text]]})


@pytest.mark.parametrize(
    ("sides", "winner", "best"),
    [("1000x1000", "second", []), ("999x1000", "first", ["cover (500, 500) and (500, 501)"])],
)
def test_a_board_too_large_for_its_moves_has_its_answer_at_once(sides: str, winner: str, best: list[str]) -> None:
    """The moves were listed until the time was over, each of them a board of a million cells."""
    told = lines_of(lambda: answer("look", {"components": [["cram", sides]]}), 500_000)
    assert (told["result"]["winner"], told["best"], told["moves"]) == (winner, best, [])
    assert "too large to be drawn" in told["refused"]
    with pytest.raises(OutOfReach, match="too large to be drawn"):
        answer("reply", {"components": [["cram", sides]]})
