"""Boards whose squares have several places, with moves that put places: shapes that are moved, and the definition.

Moves are drawn as patterns, stood everywhere on boards with holes, and sets of places compared with the definition.
"""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from test_search_keys import wrong
from trials import lopsided
from trials.lopsided import Mask

from grundy import board_game, solve
from grundy.engines.search import plain
from grundy.engines.search.board import bits, prepare
from grundy.engines.search.driver import BoardQuestion, BoardSearch
from grundy.games.board_game import field_of
from grundy.games.stones import clobber_board, stones_of
from grundy.model.shapes import SubsetGame
from grundy.text.board_data import BoardData, moved_set

Marks = dict[tuple[int, int, int], str]


def draw_marks(random: Random, layers: int) -> Marks:
    """What a move does with cells about it: o needed and taken, n needed, f excluded, x taken, p put, t turned.

    A place of the last layer is taken, and none of it is put, so that play ends and sets fall into parts.
    """
    high, wide = random.choice(((1, 1), (1, 2), (2, 1), (1, 3), (2, 2)))
    cells = list(product(range(high), range(wide), range(layers)))
    marks = {cell: random.choice("on...ptfx" if cell[2] < layers - 1 else "on....fx") for cell in cells}
    marks[random.randrange(high), random.randrange(wide), layers - 1] = "o"
    for cell in product(range(-1, high + 1), range(-1, wide + 1), range(layers)):
        if cell not in marks and random.random() < 0.1:
            marks[cell] = random.choice("fx")
    return marks


def stand(marks: Marks, at: dict[tuple[int, int, int], int], top: int, left: int) -> Mask | None:
    """A move somewhere, if all is there that it needs; what it would put where nothing is makes it another game."""
    sets = dict.fromkeys("onfxpt", 0)
    for (r, c, layer), mark in marks.items():
        place = at.get((top + r, left + c, layer))
        if place is None and mark in "on":
            return None
        if place is not None and mark != ".":
            sets[mark] |= 1 << place
    return sets["o"] | sets["n"], sets["f"] | sets["p"], sets["o"] | sets["x"], sets["p"] | sets["t"]


def draw(random: Random) -> SubsetGame:
    """A field of one to three layers, often with holes, whose places are numbered layer by layer."""
    layers = random.choice((1, 2, 2, 3))
    rows, columns = random.choice(((1, 5), (2, 3), (3, 2), (2, 4)) if layers < 3 else ((1, 4), (2, 2)))
    squares = [square for square in product(range(rows), range(columns)) if random.random() < 0.9]
    cells = [(*square, layer) for layer in range(layers) for square in squares]
    at = {cell: place for place, cell in enumerate(cells)}
    moves = set()
    for marks in [draw_marks(random, layers) for _ in range(random.randint(1, 4))]:
        for top, left in product(range(-1, rows + 1), range(-1, columns + 1)):
            move = stand(marks, at, top, left)
            if move is not None:
                moves.add(move)
    return SubsetGame(len(cells), tuple(sorted(moves)), tuple((r, c) for r, c, _ in cells))


def test_shapes_on_boards_with_layers_and_holes_are_worth_what_the_definition_says() -> None:
    """Keys and what is found for them, by kernels; whole sets by plain Python; both conventions."""
    grids = put = holes = 0
    for seed in range(60):
        random = Random(seed)
        field = draw(random)
        if not field.squares or not field.moves:
            continue
        board = prepare(field)
        grids += bool(board.rows)
        put += bool(board.rows) and any(flip for *_, flip in board.moves)
        holes += board.places > field.places
        value, wins = lopsided.judges(field.moves)
        assert list(wrong(field, field.moves, random.choice((0, 3)), random, 15)) == []
        for _ in range(15):
            start = random.getrandbits(field.places)
            inward = board.inward(start)
            assert plain.value(board, inward, {}) == value(start), (seed, start)
            assert plain.wins_misere(board, inward, {}) == wins(start), (seed, start)
    assert grids > 20 and put > 6 and holes > 6


@pytest.mark.parametrize("misere", [False, True])
def test_kernels_play_layers_by_the_definition(misere: bool) -> None:
    for seed in range(40):
        random = Random(f"kernels {seed}")
        field = draw(random)
        if not field.squares or not prepare(field).rows:
            continue
        value, wins = lopsided.judges(field.moves)
        search = BoardSearch(prepare(field), misere, small_places=0)
        for _ in range(10):
            start = random.getrandbits(field.places)
            *_, last = _answers(search, BoardQuestion(start))
            assert last == (wins(start) if misere else value(start)), (seed, start)


def _answers(search: BoardSearch, question: BoardQuestion) -> list[int]:
    work = search.answers([question], most=0)
    while True:
        try:
            next(work)
        except StopIteration as done:
            values: list[int] = done.value
            return values


def test_what_a_move_puts_outside_of_what_it_needs_keeps_a_shape_where_it_is() -> None:
    """A stone that is taken leaves a place on its right, which is then taken: in the last column there is none."""
    count = 4
    moves = [(1 << count + i, 0, 1 << count + i, 1 << i + 1) for i in range(count - 1)]
    moves += [(1 << 2 * count - 1, 0, 1 << 2 * count - 1, 0), *((1 << i, 0, 1 << i, 0) for i in range(count))]
    field = SubsetGame(2 * count, tuple(moves), 2 * tuple((0, c) for c in range(count)))
    board = prepare(field)
    assert board.rows == 0
    values = [plain.value(board, board.inward(1 << count + i), {}) for i in range(count)]
    assert values == [0, 0, 0, 1]  # by hand: one move, or two


def test_what_is_put_beyond_what_is_needed_keeps_shapes_where_they_are() -> None:
    """As above, with a last column in which there is nothing to take that puts: the mirror image puts elsewhere."""
    moves = [(1 << 4 + i, 0, 1 << 4 + i, 1 << i + 1) for i in range(3)] + [(1 << i, 0, 1 << i, 0) for i in range(4)]
    assert prepare(SubsetGame(7, tuple(moves), tuple((0, c) for c in (0, 1, 2, 3, 0, 1, 2)))).rows == 0


def test_a_hole_where_something_is_put_keeps_shapes_where_they_are() -> None:
    """Two neighbours are taken and leave a place on the second, but in column 2, where there is none."""
    at = {(0, 0): 4, (0, 1): 5, (0, 3): 6}
    moves = [(0b11 << i, 0, 0b11 << i, 1 << at[0, i + 1] if (0, i + 1) in at else 0) for i in range(3)]
    moves += [(1 << i, 0, 1 << i, 0) for i in at.values()]
    board = prepare(SubsetGame(7, tuple(moves), (*((0, c) for c in range(4)), *at)))
    assert board.rows == 0
    values = [plain.value(board, board.inward(0b11 << i), {}) for i in range(3)]
    assert values == [0, 1, 0]  # by hand: two moves, one, two


def test_ways_that_the_edge_cuts_off_are_those_of_the_middle() -> None:
    """A stone is taken if nothing is on its left, or else if nothing is on its right: in a row of six, one pattern."""
    moves = {(1 << i, 1 << i + side & 63 if i + side >= 0 else 0, 1 << i, 0) for i in range(6) for side in (-1, 1)}
    field = SubsetGame(6, tuple(sorted(moves)), tuple((0, c) for c in range(6)))
    board, (value, _) = prepare(field), lopsided.judges(field.moves)
    assert board.rows == 1
    assert all(plain.value(board, board.inward(start), {}) == value(start) for start in range(64))


def test_parts_of_clobber_have_one_key_wherever_they_are() -> None:
    """Rows of stones moved along, turned round, and on a longer board."""
    board, longer = (prepare(field_of(clobber_board(1, n))[0]) for n in (12, 13))
    assert (board.rows, board.layers) == (1, 2) and board.knows(longer)
    keys = set()
    for text in ("xxo.........", "....xxo.....", ".........xxo", ".oxx........"):
        at = field_of(clobber_board(1, 12))[1]
        keys.add(plain.key(board, board.inward(moved_set(stones_of((text,)), at))))
    assert len(keys) == 1


def test_data_with_holes_are_searched_on_the_grid_around_them() -> None:
    """Dominoes on a board without its middle: shapes have one key, and the value is that of the definition."""
    squares = {f"{r}{c}": (r, c) for r, c in product(range(3), range(3)) if (r, c) != (1, 1)}
    moves = [[a, b] for a, (r, c) in squares.items() for b, at in squares.items() if at in ((r, c + 1), (r + 1, c))]
    game = board_game(squares, moves)
    data: BoardData = dict(game.parameters)["board"]
    board = prepare(field_of(data)[0])
    assert (board.rows, board.columns, board.places) == (3, 3, 9)
    value, _ = lopsided.judges(data.moves)
    assert solve(game("start")).nim_value == value((1 << 8) - 1)
    assert prepare(field_of(data)[0], widen=False).rows == 0


def test_patterns_are_the_moves_that_are_given() -> None:
    """Of boards without holes; drawn above."""
    for seed in range(60):
        field = draw(Random(f"moves {seed}"))
        board = prepare(field) if field.squares else None
        if board and board.rows and board.places == field.places:
            there = {
                tuple(sum(1 << board.order[place] for place in bits(part)) for part in move) for move in board.moves
            }
            assert there == set(field.moves)


def test_a_move_that_is_missing_somewhere_keeps_shapes_where_they_are() -> None:
    field, _ = field_of(clobber_board(2, 3))
    assert prepare(field).rows == 2
    for move in field.moves:
        lacking = SubsetGame(field.places, tuple(one for one in field.moves if one != move), field.squares)
        assert prepare(lacking).rows == 0
