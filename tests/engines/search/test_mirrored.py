"""The theorem on boards that a symmetry keeps says nothing that the definition does not; large boards take no time."""

from __future__ import annotations

import pytest
from drawing import examples
from effort import lines_of
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy.answering.dispatch import rows_of
from grundy.engines.question import Question
from grundy.engines.search.symmetry import SYMMETRIES, after_opening, answered_by
from grundy.games.placement import piece
from grundy.games.placement import placement as placed
from grundy.model.shapes import Placing

SETS = [
    "oo,o/o",
    "oo",
    "ooo,o/o/o",
    "o,oo",
    "xox",
    "xox,.x./xox/.x.",
    ".x./xox/.x.",
    "o.o,oo/oo",
    "oo/o,o/oo",
    "xoox",
    "o/o,oxo",
    "xo",
    "oxxo",
]


@st.composite
def symmetric_boards(draw: st.DrawFn) -> tuple[str, tuple[str, ...]]:
    """Pieces, and a board that one of the symmetries keeps."""
    rows, columns = draw(
        st.sampled_from([(1, 2), (1, 3), (1, 6), (1, 7), (2, 2), (2, 3), (2, 4), (3, 3), (3, 4), (4, 1)])
    )
    some = [draw(st.text(".#", min_size=columns, max_size=columns)) for _ in range(rows)]
    other = draw(st.sampled_from(SYMMETRIES)).board(some)
    board = [
        "".join("." if "." in pair else "#" for pair in zip(*both, strict=True))
        for both in zip(some, other, strict=True)
    ]
    return draw(st.sampled_from(SETS)), tuple(board)


@settings(max_examples=examples(300), deadline=None)
@given(symmetric_boards())
def test_what_the_theorem_says_is_so_by_the_definition(given: tuple[str, tuple[str, ...]]) -> None:
    shapes, rows = given
    rule = placed("game", *shapes.split(","))
    if answered_by(Placing(rows, tuple(map(piece, shapes.split(","))))):
        assert grundy.value_by_definition(rule(rows)) == 0


@settings(max_examples=examples(100), deadline=None)
@given(symmetric_boards())
def test_a_move_in_the_middle_that_is_said_to_win_wins(given: tuple[str, tuple[str, ...]]) -> None:
    shapes, rows = given
    rule = placed("game", *shapes.split(","))
    for cells, _ in after_opening(Placing(rows, tuple(map(piece, shapes.split(","))))):
        wanted = tuple((r + 1, c + 1) for r, c in cells)
        left = [option.parts[0] for option in rule.options(rows) if dict(option.labels)["cells"] == wanted]
        assert any(grundy.value_by_definition(rule(board)) == 0 for board in left)


@pytest.mark.parametrize(
    ("shapes", "board", "holds"),
    [
        ("oo,o/o", "..../....", True),
        ("oo,o/o", "...", False),  # the domino in the middle covers half of its image: N
        ("oo,o/o", "../..", True),
        ("xox", "..", False),  # Node Kayles on an edge: the answer is taken away: N
        ("xox", "...", False),
        ("xox", "..#..", True),  # nothing stands in the middle
        ("oo/o.", "../..", False),  # a piece that is no piece when it is turned
        ("oo/o.,.o/oo", "..../....", False),  # two of them fit over the middle
        ("o", "..", True),
        ("o", "...", False),
    ],
)
def test_where_it_may_be_said(shapes: str, board: str, holds: bool) -> None:
    rows = tuple(board.split("/"))
    assert bool(answered_by(Placing(rows, tuple(map(piece, shapes.split(",")))))) == holds


def test_cram_of_a_million_cells_is_answered_at_once() -> None:
    even = lines_of(lambda: grundy.solve(grundy.cram("1000x1000")), 500_000)
    assert (even.winner, even.nim_value, even.evidence.status) == ("second", 0, "proved")
    assert "mirror symmetry about the centre" in even.evidence.reason
    odd = lines_of(lambda: grundy.solve(grundy.cram("1000x999")), 500_000)
    assert (odd.winner, odd.nim_value, odd.evidence.status) == ("first", None, "proved")
    assert not odd.winning_moves.exact and odd.winning_moves[0].as_dict() == {"cells": [(500, 500), (501, 500)]}
    assert grundy.solve(grundy.cram("20x20") + grundy.nim(5)).nim_value == 5


def test_a_winning_move_on_a_million_cells_is_found_at_once() -> None:
    """Each of a hundred moves in the middle was tried, with a look at the whole board: 18 s."""
    position = grundy.parse("cram(999x1000)")
    moves = lines_of(lambda: [move.sentence() for move in grundy.solve(position).winning_moves], 500_000)
    assert moves == ["cover (500, 500) and (500, 501)"]


@pytest.mark.parametrize("turned", [False, True])
def test_few_free_cells_of_a_large_board_have_a_value(turned: bool) -> None:
    """Three in the middle, of which each of two moves leaves nothing to do."""
    row = "#" * 20 + "." + "#" * 15 + "..." + "#" * 15 + "." + "#" * 20
    result = grundy.solve(grundy.cram("/".join(row) if turned else row))
    assert (result.nim_value, len(result.winning_moves), result.winning_moves.exact) == (1, 2, True)


def test_boards_that_are_not_decided_are_left_to_the_search_or_refused() -> None:
    with pytest.raises(grundy.OutOfReach, match="only decided by a symmetry"):
        grundy.solve(grundy.cram("999x999"))
    with pytest.raises(grundy.OutOfReach, match="10,000 cells"):
        grundy.solve(grundy.parse_rule("chomp")("999x999"))
    assert grundy.solve(grundy.cram("4x5")).evidence.status == "computed"


def test_misere_play_is_not_covered() -> None:
    rule = grundy.cram("8x8").components[0].rule
    states = grundy.cram("8x8").components[0].states
    for convention in ("misere", "normal"):
        rows = rows_of(Question(((rule, states),), convention, "winner"))  # type: ignore[arg-type]
        assert any(row.engine == "search.symmetry:of_boards" for row in rows) == (convention == "normal")
