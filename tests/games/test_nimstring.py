"""Nimstring: the rule by the board as people draw it, its values by an outcome search, what is refused."""

from __future__ import annotations

import random
from functools import cache
from itertools import pairwise

import pytest
from command import grundy as run

import grundy
from grundy import LOONY, parse, solve

Line = tuple[int, int]  # of a drawn board: its place on a grid of dots, lines and boxes


def lines_of(rows: int, columns: int) -> frozenset[Line]:
    """The lines that can be drawn on a board of boxes: places of a grid with one even and one odd number."""
    return frozenset((i, j) for i in range(2 * rows + 1) for j in range(2 * columns + 1) if (i + j) % 2)


def boxes_beside(rows: int, columns: int, line: Line) -> list[frozenset[Line]]:
    """The four lines of each box that a line is part of."""
    i, j = line
    middles = [(i, j - 1), (i, j + 1)] if i % 2 else [(i - 1, j), (i + 1, j)]
    inside = [(a, b) for a, b in middles if 0 < a < 2 * rows and 0 < b < 2 * columns]
    return [frozenset({(a - 1, b), (a + 1, b), (a, b - 1), (a, b + 1)}) for a, b in inside]


def wins(rows: int, columns: int, heaps: int) -> list[bool]:
    """Whether the first player wins a whole board beside each small heap, by its outcome alone."""

    @cache
    def first_wins(left: frozenset[Line], heap: int) -> bool:
        if any(not first_wins(left, less) for less in range(heap)):
            return True
        for line in left:
            after = left - {line}
            completes = any(not box & after for box in boxes_beside(rows, columns, line))
            if first_wins(after, heap) == completes:
                return True
        return False

    return [first_wins(lines_of(rows, columns), heap) for heap in range(heaps)]


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 2), (1, 3), (2, 2)])
def test_a_board_has_the_outcomes_of_dots_and_boxes_without_a_score(rows: int, columns: int) -> None:
    """The board is drawn and searched beside heaps here: no graph, no value and no part is shared."""
    outcomes = wins(rows, columns, 4)
    value = solve(f"nimstring {rows}x{columns}").nim_value
    assert outcomes == [heap != value for heap in range(4)]


@pytest.mark.parametrize("seed", range(40))
def test_random_graphs_have_the_values_and_moves_of_the_definition(seed: int) -> None:
    draw = random.Random(seed)
    coins = ["ground", *"abcde"[: draw.randrange(1, 5)]]
    ends = [sorted(draw.choices(coins, k=2)) for _ in range(draw.randrange(1, 9))]
    position = parse(f"nimstring {', '.join('-'.join(one) for one in ends)}")
    (state,) = position.components[0].states
    by_rule = grundy.rule(position.components[0].rule.function)
    heap = draw.randrange(4)
    for played, defined in (
        (position, by_rule(state)),
        (position + grundy.nim(heap), by_rule(state) + grundy.nim(heap)),
    ):
        solution, expected = solve(played), solve(defined)
        assert (solution.winner, solution.nim_value) == (expected.winner, expected.nim_value)
        assert len(solution.winning_moves) == len(expected.winning_moves)
        assert _cuts(solution) == _cuts(expected)


def _cuts(result: grundy.Result) -> set[tuple[object, object]]:
    """The strings whose cuts win; of heaps, what is taken."""
    moves = [dict(move.labels) for move in result.winning_moves]
    return {(move.get("edges", move.get("take")), move.get("copy")) for move in moves}


def test_a_loony_position_is_won_and_has_no_value() -> None:
    """Winning Ways, ch. 16: take the coin that is free and the turn, or decline it."""
    result = solve("nimstring a-b, b-ground")
    assert result.nim_value == LOONY and [str(move) for move in result.winning_moves] == ["edges (('b', 'ground'),)"]
    beside = solve("nimstring(a-b, b-ground) + nim(5)")
    assert (beside.winner, beside.nim_value) == ("first", LOONY)


@pytest.mark.parametrize("length", range(3, 8))
def test_a_long_chain_is_loony_to_open(length: int) -> None:
    """Winning Ways, ch. 16: whoever cuts a string of a chain of three coins or more gives the other player a choice."""
    coins = ["ground", *(f"c{n}" for n in range(length)), "ground"]
    strings = [f"{a}-{b}" for a, b in pairwise(coins)]
    assert solve(f"nimstring {', '.join(strings)}").nim_value == 0
    for gone in strings:
        assert solve(f"nimstring {', '.join(string for string in strings if string != gone)}").nim_value == LOONY


@pytest.mark.parametrize("length", range(4, 8))
def test_a_loop_is_loony_to_open(length: int) -> None:
    """The same of loops of four coins or more."""
    assert solve(f"nimstring cycle:{length}").nim_value == 0


def test_boards_are_read_and_played_to_the_end() -> None:
    match = grundy.play("nimstring 1x2", seed=3)
    while not match.is_over:
        match.play(match.hint() or next(iter(match.position.moves())))
        if not match.is_over and match.player_to_move == "computer":
            match.play_computer_move()
    assert match.winner == "you"
    assert str(parse("nimstring 1x1").typed()) == "nimstring 1x1"


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("0x3", "expected 1 to 26 rows and columns of boxes, found 0x3"),
        ("27x1", "expected 1 to 26 rows and columns of boxes, found 27x1"),
        ("5x5", "a part of 60 strings, and there is a table of all their sets up to 32"),
        ("a-", "expected a node"),
        ("-1x3", "expected 1 to 26 rows and columns of boxes, as in 3x4, found '-1x3'"),
        ("3X4", "expected 1 to 26 rows and columns of boxes, as in 3x4, found '3X4'"),
        ("10000000000x3", "expected 1 to 26 rows and columns of boxes, as in 3x4, found '10000000000x3'"),
        ("a-b, b-Ground", ":1:8: expected the ground as 'ground', in small letters, found 'Ground'"),
        ("a-0, b-ground", "expected one ground, found 0 and ground"),
    ],
)
def test_what_is_wrong_or_too_large_is_refused(typed: str, told: str) -> None:
    done = run("solve", "nimstring", "--", typed)
    assert done.status == 2 and told in done.err


def test_a_graph_without_a_ground_has_coins_alone() -> None:
    """It is no mistake: cutting all strings to the ground leaves such a graph, and what play leaves can be typed."""
    board = parse("nimstring 2x2")
    while moves := [move for move in board.moves() if "ground" in str(move)]:
        board = board.play(moves[0])
    loop = parse("nimstring a-b-c-d-a")
    assert len(list(board.moves())) == 4 and parse(board.typed()) == board
    assert solve(board).nim_value == solve(loop).nim_value == grundy.value_by_definition(loop)
