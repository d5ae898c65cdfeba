"""Tables: games on sets of bits (the rectangle game) and grids cut in two (Bacterial Tactics), against their rules."""

from __future__ import annotations

import random
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from drawing import examples
from heavy import heavy_after
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy.engines.table import boards as masks
from grundy.engines.table import cuts
from grundy.errors import BadRule, OutOfReach
from grundy.runs import memory

ROOT = Path(__file__).parents[3]
JUDGE = ROOT / "tests" / "data" / "gcj2019-1c-bacterial-tactics"


def mex(values):
    seen = set(values)
    return next(v for v in range(len(seen) + 1) if v not in seen)


# --- sets of bits ---------------------------------------------------------------------------------------------------


def rectangles(rows, columns):
    return [
        sum(1 << r * columns + c for r in range(top, bottom) for c in range(left, right))
        for top in range(rows)
        for bottom in range(top + 1, rows + 1)
        for left in range(columns)
        for right in range(left + 1, columns + 1)
    ]


def by_definition(moves, bits):
    values = []
    for state in range(1 << bits):
        values.append(mex(values[state & ~m] for m in moves if state & m == m))
    return values


@st.composite
def mask_games(draw):
    bits = draw(st.integers(1, 10))
    return draw(st.lists(st.integers(1, 2**bits - 1), max_size=25)), bits


@settings(max_examples=examples(150))
@given(mask_games())
def test_both_ways_of_making_a_mask_table_agree_with_the_definition(game):
    """In plain Python, and by the kernels fill_planes and read_planes."""
    moves, bits = game
    expected = by_definition(moves, bits)
    assert masks.slow_values(moves, bits) == expected
    plain = masks.table(moves, bits)
    assert plain.plain is not None
    assert [plain.value(s) for s in range(1 << bits)] == expected
    assert plain.values().tolist() == expected
    words = masks._word_table(sorted(set(moves)), bits)
    assert [words.value(s) for s in range(1 << bits)] == expected
    assert words.values().tolist() == expected


def test_nim_on_single_bits_has_the_largest_value_there_can_be():
    """All nonempty sets as moves: the value is the number of bits, which no table exceeds."""
    table = masks._word_table(range(1, 1 << 9), 9)
    assert [table.value(s) for s in range(1 << 9)] == [s.bit_count() for s in range(1 << 9)]


def test_all_rectangle_boards_of_4x4():
    moves = rectangles(4, 4)
    expected = by_definition(moves, 16)
    assert (expected.count(0), max(expected), expected[-1]) == (8268, 15, 3)  # two independent programs
    assert masks.table(moves, 16).values().tolist() == expected
    assert masks._word_table(moves, 16).values().tolist() == expected


FULL_BOARDS = [  # two independent programs
    *((1, n, n) for n in range(1, 20)),
    *((2, n, v) for n, v in ((2, 1), (3, 5), (4, 8), (5, 4), (6, 12), (7, 14), (8, 16), (9, 18), (10, 20), (11, 22))),
    *((3, n, v) for n, v in ((3, 4), (4, 7), (5, 1), (6, 2), (7, 8), (8, 15))),
    *((4, n, v) for n, v in ((4, 3), (5, 9), (6, 24))),
    (5, 5, 8),
]


@pytest.mark.parametrize(("rows", "columns", "value"), FULL_BOARDS)
def test_full_rectangle_boards(rows, columns, value):
    bits = rows * columns
    assert masks.table(rectangles(rows, columns), bits).value((1 << bits) - 1) == value


def test_5x5_values_are_the_mex_of_their_options():
    moves = rectangles(5, 5)
    table = masks.table(moves, 25)
    values = table.values()
    assert values.shape == (2**25,)
    draw = random.Random(1)
    for _ in range(2000):
        state = draw.getrandbits(25) | draw.getrandbits(25)  # three cells in four are set
        assert table.value(state) == values[state] == mex(values[state & ~m] for m in moves if state & m == m)


def test_what_a_mask_table_refuses():
    with pytest.raises(BadRule, match="mask 0: expected a number in 1"):
        masks.table([0, 1], 3)
    with pytest.raises(BadRule, match="mask 8"):
        masks.table([8], 3)
    with pytest.raises(OutOfReach, match="2\\*\\*28"):
        masks.table([1], 29)
    with pytest.raises(OutOfReach, match="steps"):
        masks.table(range(1, 1 << 18), 28)
    table = masks.table([1], 1)
    for state in (-1, 2):
        with pytest.raises(IndexError):
            table.value(state)
    assert masks.table([], 0).value(0) == 0
    with pytest.raises(OutOfReach, match="memory"):
        memory.require_memory(2**50, 2**40, "a table", "less")


# --- Bacterial Tactics ----------------------------------------------------------------------------------------------


def place(board, r, c, kind):
    """The board after placing a colony that spreads cell by cell, or None if it spreads into '#'."""
    cells = [list(row) for row in board]
    cells[r][c] = "b"
    for dr, dc in ((0, 1), (0, -1)) if kind == "H" else ((1, 0), (-1, 0)):
        y, x = r + dr, c + dc
        while 0 <= y < len(cells) and 0 <= x < len(cells[0]) and cells[y][x] != "b":
            if cells[y][x] == "#":
                return None
            cells[y][x] = "b"
            y, x = y + dr, x + dc
    return tuple("".join(row) for row in cells)


def placements(board):
    return [
        (r, c, kind, place(board, r, c, kind))
        for r, row in enumerate(board)
        for c, cell in enumerate(row)
        if cell == "."
        for kind in "HV"
    ]


@cache
def first_wins(board):
    """Whether the player to move wins by the full rules: spreading into "#" loses, and so does having no empty cell."""
    return any(after is not None and not first_wins(after) for *_, after in placements(board))


@cache
def colony_value(board):
    """The nim-value, of which placements that lose at once are no part."""
    return mex(colony_value(after) for *_, after in placements(board) if after is not None)


def assert_as_by_the_rules(board, solved):
    assert solved.value == colony_value(board), board
    opening = [(r, c, kind) for r, c, kind, after in placements(board) if after is not None and not first_wins(after)]
    winning = solved.moves_to(0)
    assert bool(winning) == first_wins(board)
    cells = [(line, c, "H") for kind, line in winning if kind == "H" for c in range(len(board[0]))]
    cells += [(r, line, "V") for kind, line in winning if kind == "V" for r in range(len(board))]
    assert sorted(cells) == sorted(opening), board


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 6), (6, 1), (2, 2), (2, 4), (4, 2), (3, 3)])
def test_all_small_boards_by_the_full_rules(rows, columns):
    boards = [
        tuple("".join(cells[i : i + columns]) for i in range(0, rows * columns, columns))
        for cells in product(".#", repeat=rows * columns)
    ]
    for board, solved in zip(boards, cuts.solve_many(boards), strict=True):
        assert_as_by_the_rules(board, solved)


def random_board(draw, rows, columns, part_blocked):
    return tuple("".join("#" if draw.random() < part_blocked else "." for _ in range(columns)) for _ in range(rows))


def test_random_4x4_boards_by_the_full_rules():
    draw = random.Random(2)
    for part_blocked in (0.05, 0.1, 0.2, 0.4):
        for _ in range(25):
            board = random_board(draw, 4, 4, part_blocked)
            assert_as_by_the_rules(board, cuts.solve(board))


def kernel_cuts(board, window=64, most=255):
    """The compiled table alone (find_runs, fill_cuts), nothing taken apart, in memory full of rubbish."""
    import numpy as np

    memory = np.full(500_000, 0xAB, np.uint8)
    stamps, tick = np.zeros(2**16, np.int64), np.zeros(1, np.int64)
    return cuts.SolvedGrid(*cuts.solve_in(memory, stamps, tick, board, window, most))


def sliced_cuts(board):
    return cuts.SolvedGrid(*cuts.solve_on_integers([board])[0])


def slow_cuts(board):
    def targets(rows):
        return tuple(
            None if "#" in row else cuts.slow_value(rows[:r]) ^ cuts.slow_value(rows[r + 1 :])
            for r, row in enumerate(rows)
        )

    return cuts.SolvedGrid(cuts.slow_value(board), targets(board), targets(transposed(board)))


def transposed(board):
    return tuple("".join(column) for column in zip(*board, strict=True))


@st.composite
def boards(draw, most_rows=7, most_columns=9):
    rows, columns = draw(st.integers(1, most_rows)), draw(st.integers(1, most_columns))
    part_blocked = draw(st.sampled_from([0.0, 0.1, 0.3, 0.7]))
    return random_board(draw(st.randoms(use_true_random=False)), rows, columns, part_blocked)


@settings(max_examples=examples(150))
@given(boards())
def test_every_way_of_cutting_agrees_with_the_slow_twin(board):
    expected = slow_cuts(board)
    assert cuts.solve(board) == expected
    assert sliced_cuts(board) == expected
    assert kernel_cuts(board) == expected
    assert kernel_cuts(board, window=2) == expected  # values above the window: done again with stamps
    assert kernel_cuts(board, window=1, most=1) == expected  # values above `most`: go on in two bytes a value


def test_wide_boards_agree_with_the_slow_twin():
    """Rows of the compiled table of one and of several multiples of its lanes, and just at the edge."""
    draw = random.Random(3)
    for rows, columns in ((2, 14), (2, 15), (2, 16), (3, 17), (4, 31), (3, 32), (2, 40), (18, 18)):
        board = random_board(draw, rows, columns, 0.08)
        value = cuts.slow_value(board)
        assert sliced_cuts(board).value == kernel_cuts(board).value == value
        assert kernel_cuts(board, window=3, most=3) == kernel_cuts(board) == sliced_cuts(board)


@settings(max_examples=examples(30))
@given(st.lists(st.one_of(boards(), boards(3, 40)), max_size=20))
def test_many_boards_at_once_are_solved_as_one_by_one(many):
    assert cuts.solve_many(many) == [slow_cuts(board) if len(board[0]) < 10 else kernel_cuts(board) for board in many]
    wide = [board for board in many if 1 < len(board) <= len(board[0])]
    assert cuts.solve_on_integers(wide) == cuts.solve_by_kernels(wide)


@settings(max_examples=examples(60))
@given(boards())
def test_turning_a_board_swaps_rows_and_columns(board):
    solved, turned = cuts.solve(board), cuts.solve(transposed(board))
    assert (solved.value, solved.rows, solved.columns) == (turned.value, turned.columns, turned.rows)
    assert cuts.solve(board[::-1]).rows == solved.rows[::-1]


@settings(max_examples=examples(60))
@given(boards(6, 6), boards(6, 6), st.booleans())
def test_boards_with_walls_are_taken_apart(left, right, turn):
    height = max(len(left), len(right))
    blocks = [(*part, *["#" * len(part[0])] * (height - len(part))) for part in (left, right)]
    board = tuple(a + "##" + b for a, b in zip(*blocks, strict=True))
    assert cuts.solve(board) == kernel_cuts(board)
    if turn:
        assert cuts.solve(transposed(board)) == kernel_cuts(transposed(board))


def test_empty_boards():
    """1 for odd x odd, 2 where exactly one side is odd, 0 for even x even: the contest's analysis."""
    sizes = [(r, c) for r in range(1, 13) for c in range(1, 13)] + [(40, 41), (51, 49), (60, 60), (3, 300)]
    for rows, columns in sizes:
        assert cuts.solve(["." * columns] * rows).value == ((0, 2), (2, 1))[rows % 2][columns % 2]
    assert cuts.solve([]).value == cuts.solve(["", ""]).value == 0


def test_the_judges_files():
    for name in ("sample", "subtask1", "subtask2"):
        words = (JUDGE / f"{name}.in").read_text().split()
        cases, at = [], 1
        for _ in range(int(words[0])):
            rows = int(words[at])
            cases.append(words[at + 2 : at + 2 + rows])
            at += 2 + rows
        lines = []
        for number, (board, solved) in enumerate(zip(cases, cuts.solve_many(cases), strict=True), 1):
            sizes = {"H": len(board[0]), "V": len(board)}
            lines.append(f"Case #{number}: {sum(sizes[kind] for kind, _ in solved.moves_to(0))}")
        assert lines == (JUDGE / f"{name}.ans").read_text().splitlines()


def test_long_and_large_boards():
    draw = random.Random(4)
    row = random_board(draw, 1, 100_000, 0.1)
    assert cuts.solve(row).value == row[0].count(".") % 2
    assert cuts.solve(transposed(row)).columns[0] is None
    assert cuts.solve(["." * 99_999]).value == 1
    cuts.solve(random_board(draw, 2, 20_000, 0.4))  # falls apart at its walls
    for rows, columns in ((2, 50_000), (1000, 1000)):
        with pytest.raises(OutOfReach, match=f"{rows}x{columns}"):
            cuts.solve(["." * columns] * rows)
    for board in (["..", "."], ["ab"], [". "], ["#0"]):
        with pytest.raises(ValueError, match="expected"):
            cuts.solve(board)


def test_small_work_loads_neither_numpy_nor_numba():
    code = (
        "from grundy.engines.table import boards, cuts\n"
        "boards.table([1 << i for i in range(16)] + [3 << i for i in range(15)], 16).value(5)\n"
        "cuts.solve(['.' * 15] * 15)\n"
    )
    assert heavy_after(code) == ""


def test_pairs_compiled_are_those_of_the_slow_twin() -> None:
    """The kernel fill_pairs, by many_pair_values."""
    from grundy.engines.table.riders import many_pair_values, pair_values

    rng = random.Random(5)
    for _ in range(60):
        steps = [(rng.randrange(4), rng.randrange(4)) for _ in range(rng.randrange(1, 5))]
        vectors = [step for step in steps if step != (0, 0)] or [(1, 0)]
        rows, columns = rng.randrange(1, 60), rng.randrange(1, 60)
        assert many_pair_values(vectors, rows, columns).tolist() == pair_values(vectors, rows, columns), vectors
    wide = many_pair_values([(1, 0)], 70_000, 2)  # a heap of Nim: values beyond 16 bits, and sets that must grow
    assert wide[:, 0].tolist() == list(range(70_000))
