"""Every system's nim-values against its rules written once more (brute.py), and the facts that are known of them."""

from __future__ import annotations

import random
from itertools import combinations, product
from math import isqrt
from typing import Any

import brute
import numpy as np
import pytest
from effort import lines_of
from limits import set_limits

import grundy
from grundy import bacteria, chess_rows, euclid, floor_division, nim, rectangle, sequential_nim, staircase_nim, wythoff
from grundy.answering.ask import ask

Rows = tuple[str, ...]


def value(position: grundy.Position) -> Any:
    return grundy.solve(position).nim_value


def boards(cells: str, height: int, width: int) -> list[Rows]:
    rows = ["".join(row) for row in product(cells, repeat=width)]
    return list(product(rows, repeat=height))


def binary(row: frozenset[int], width: int) -> int:
    """A chess row as the bits of a number, the right edge last."""
    return int("0" + "".join("1" if column in row else "0" for column in range(1, width + 1)), 2)


# The rectangle game.

MASKS = [
    sum(1 << 4 * r + c for r in range(top, bottom + 1) for c in range(left, right + 1))
    for top, left in product(range(4), repeat=2)
    for bottom in range(top, 4)
    for right in range(left, 4)
]


@pytest.fixture(scope="module")
def four_by_four() -> list[int]:
    """The nim-values of all 4x4 boards, bit 4r + c for the cell (r, c), from the rule."""
    values: list[int] = []
    for board in range(1 << 16):
        after = {values[board ^ mask] for mask in MASKS if board & mask == mask}
        worth = 0
        while worth in after:
            worth += 1
        values.append(worth)
    return values


def rows_of(board: int) -> Rows:
    return tuple("".join(str(board >> 4 * r + c & 1) for c in range(4)) for r in range(4))


def test_the_facts_of_all_4x4_boards_hold_for_the_rule_itself(four_by_four: list[int]) -> None:
    assert len(MASKS) == 100
    assert four_by_four.count(0) == 8268
    assert max(four_by_four) == 15
    assert four_by_four[-1] == 3


def test_a_table_has_all_65536_boards(four_by_four: list[int]) -> None:
    from grundy.engines.table.boards import table

    assert table(MASKS, 16).values().tolist() == four_by_four


def test_4x4_boards_solved_one_by_one(four_by_four: list[int]) -> None:
    sample = [*range(0, 1 << 16, 37), (1 << 16) - 1]
    solved = ask(rectangle, [rows_of(board) for board in sample]).values
    assert list(solved) == [four_by_four[board] for board in sample]


@pytest.mark.parametrize(("height", "width"), [(1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (3, 3), (4, 2)])
def test_all_small_rectangle_boards(height: int, width: int) -> None:
    judge = brute.Judge(brute.rectangle)
    for board in boards("01", height, width):
        assert value(rectangle(board)) == judge.value(board), board


def test_rectangle_beyond_4x4(four_by_four: list[int]) -> None:
    # 5x5 with the last row or column empty, or cut off by empty cells, is 4x4 and what stands beside it
    rng = random.Random(2)
    for _ in range(20):
        board = rng.randrange(1 << 16)
        rows = [row + "0" for row in rows_of(board)]
        assert value(rectangle((*rows, "00000"))) == four_by_four[board]
        apart = (*(row + "01" for row in rows_of(board)), "000001", "111101")
        assert value(rectangle(apart)) == four_by_four[board] ^ 6 ^ 4


@pytest.mark.parametrize("size", [1, 2, 7, 25, 26, 1000, 20_000])
def test_a_line_of_ones_is_worth_its_length(size: int) -> None:
    assert value(rectangle(("1" * size,))) == size
    assert value(rectangle(("1",) * size)) == size


def test_components_far_beyond_a_table() -> None:
    rows = tuple(("10" * 100 if r % 2 else "00" * 100) for r in range(199))
    assert value(rectangle(rows)) == 99 * 100 % 2
    assert value(rectangle((*rows, "1" * 3 + "0" * 197))) == 3


# Bacterial Tactics.


@pytest.mark.parametrize(
    ("height", "width"), [(1, 1), (1, 2), (1, 5), (5, 1), (2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)]
)
def test_all_small_bacteria_boards_cell_by_cell(height: int, width: int) -> None:
    judge = brute.Judge(brute.bacteria)
    for board in boards(".#", height, width):
        assert value(bacteria(board)) == judge.value(board), board


def test_random_bacteria_boards_cell_by_cell() -> None:
    rng = random.Random(3)
    for height, width in [(3, 4), (4, 3), (4, 4), (3, 5), (2, 7)]:
        for blocked in (0.0, 0.1, 0.3):
            board = tuple("".join("#" if rng.random() < blocked else "." for _ in range(width)) for _ in range(height))
            assert value(bacteria(board)) == brute.Judge(brute.bacteria).value(board), board


def test_empty_bacteria_boards() -> None:
    for height, width in product(range(1, 9), repeat=2):
        assert value(bacteria(("." * width,) * height)) == {2: 1, 1: 2, 0: 0}[height % 2 + width % 2]


# Take-away and floor division.


@pytest.mark.parametrize("count", [1, 2, 3])
def test_all_small_take_away_sets(count: int) -> None:
    for amounts in combinations(range(1, 9), count):
        judge = brute.Judge(brute.take_away(amounts))
        rule = grundy.take_away(*amounts)
        assert ask(rule, range(60)).values == [judge.value((n,)) for n in range(60)], amounts


def test_random_take_away_sets() -> None:
    rng = random.Random(4)
    for _ in range(40):
        amounts = rng.sample(range(1, 60), rng.randint(1, 12))
        values: list[int] = []
        for n in range(3000):
            values.append(grundy.mex(values[n - s] for s in amounts if s <= n))
        rule = grundy.take_away(*amounts)
        heaps = [*range(400), 2999, 2998]
        assert ask(rule, heaps).values == [values[n] for n in heaps], amounts


def test_huge_heaps_by_residues() -> None:
    rule = grundy.take_away(1, 2, 3)
    for n in (10**18, 2**64 - 1, 2**64, 2**64 + 3, 10**4299):
        assert value(rule(n)) == n % 4
    # Ferguson, Game Theory I.4: {1, 3, 4} has period 7: 0 1 0 1 2 3 2
    rule = grundy.take_away(1, 3, 4)
    for n in range(10**30, 10**30 + 20):
        assert value(rule(n)) == [0, 1, 0, 1, 2, 3, 2][n % 7]


def test_sets_in_any_order_with_duplicates_and_a_common_divisor() -> None:
    assert grundy.take_away(3, 1, 2, 1) == grundy.take_away(1, 2, 3)
    even, half = grundy.take_away(4, 10, 2), grundy.take_away(1, 2, 5)
    assert [value(even(n)) for n in range(100)] == [value(half(n // 2)) for n in range(100)]


def floor_value(x: int) -> int:
    """The closed form for {2, 3, 6} in the exercise."""
    while x >= 12:
        x //= 12
    return (0, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0)[x]


def test_floor_division_of_the_exercise() -> None:
    rule = floor_division(2, 3, 6)
    assert [value(rule(x)) for x in range(24)] == [0, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, *[1] * 12]
    numbers = [
        *range(2000),
        *(12**k + d for k in range(3, 40) for d in (-1, 0, 1)),
        10**4300 - 1,
        12**3980,
        12**3980 - 1,
    ]
    assert ask(rule, numbers).values == [floor_value(x) for x in numbers]


@pytest.mark.parametrize("divisors", [(2,), (3,), (2, 3), (2, 5), (3, 4), (2, 3, 5), (7, 10), (2, 4, 8), (5, 6, 7, 30)])
def test_floor_division_sets(divisors: tuple[int, ...]) -> None:
    judge = brute.Judge(brute.floor_division(divisors))
    rng = random.Random(5)
    numbers = [*range(800), *(rng.randrange(10**9) for _ in range(20)), 10**18]
    assert ask(floor_division(*divisors), numbers).values == [judge.value((x,)) for x in numbers]


# Nim, sequential Nim, staircases, Wythoff, Euclid.


def test_nim_and_sequential_nim() -> None:
    heaps, row = brute.Judge(brute.nim), brute.Judge(brute.sequential_nim)
    for size in range(4):
        for piles in product(range(5), repeat=size):
            assert value(nim(*piles)) == heaps.value(piles), piles
            assert value(sequential_nim(piles)) == row.value(piles), piles
    for piles in product(range(3), repeat=5):
        assert value(sequential_nim(piles)) == row.value(piles), piles


def test_sequential_nim_is_not_nim() -> None:
    assert grundy.solve(sequential_nim((1, 2))).winner == "second"
    assert grundy.solve(nim(1, 2)).winner == "first"
    for piles in ((1, 1, 2, 1), (1,) * 6):  # Codeforces 1382B and GeeksforGeeks: here they agree
        assert grundy.solve(sequential_nim(piles)).winner == grundy.solve(nim(*piles)).winner


def test_nim_values_are_exact() -> None:
    big = 10**4299
    assert value(nim(big, 5 * big, 1)) == (big ^ 5 * big ^ 1)
    assert value(sequential_nim((big, big + 1, big))) == big - 1  # from behind: big, big + 1 > big, big < big + 1


def test_staircases() -> None:
    judge = brute.Judge(brute.staircase_nim)
    for size, most in ((0, 1), (1, 5), (2, 5), (3, 4), (4, 3)):
        for steps in product(range(most), repeat=size):
            assert value(staircase_nim(steps)) == judge.value(steps), steps


def test_wythoff_table() -> None:
    judge = brute.Judge(brute.wythoff)
    for piles in product(range(18), repeat=2):
        assert value(wythoff(*piles)) == judge.value(piles), piles


def test_wythoff_by_its_theorem() -> None:
    # Wythoff 1907, by recursion: the k-th P-position is (mex of all numbers before, that + k)
    used: set[int] = set()
    pairs = []
    low = 0
    for k in range(400):
        while low in used:
            low += 1
        pairs.append((low, low + k))
        used |= {low, low + k}
    for low, high in [pairs[-1], *reversed(pairs[::40]), *pairs[:40]]:  # the largest first, whose table has all
        for piles in ((low, high), (high, low)):
            result = grundy.solve(wythoff(*piles))
            assert (result.winner, result.nim_value) == ("second", 0)
        assert grundy.solve(wythoff(low + 1, high + 1)).winner == "first"
    k = 10**2000 + 7
    low = (k + isqrt(5 * k * k)) // 2
    assert grundy.solve(wythoff(low + k, low)).winner == "second"
    assert grundy.solve(wythoff(low + k, low + 1)).winner == "first"


def test_euclid() -> None:
    judge = brute.Judge(brute.euclid)
    for numbers in product(range(31), repeat=2):
        assert value(euclid(*numbers)) == judge.value(numbers), numbers


# Chess rows.


@pytest.mark.parametrize("width", range(1, 13))
def test_all_chess_rows(width: int) -> None:
    rows = [frozenset(row) for size in range(width + 1) for row in combinations(range(1, width + 1), size)]
    judge = brute.Judge(brute.chess_rows(width))
    solved = ask(chess_rows(width), [binary(row, width) for row in rows]).values
    assert list(solved) == [judge.value((row,)) for row in rows]


@pytest.mark.parametrize("narrow", [0, 7])
def test_rows_wide_and_narrow_have_the_moves_of_the_sentence(narrow: int, monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "games", NARROW=narrow)
    rule, moves = chess_rows(7), brute.chess_rows(7)
    for row in (frozenset(row) for size in range(8) for row in combinations(range(1, 8), size)):
        options = {(*dict(one.labels).values(), *one.parts) for one in rule.options(binary(row, 7))}
        assert options == {(move["from"], move["to"], binary(*after, 7)) for move, after in moves((row,))}


def test_a_row_is_drawn_with_its_pieces() -> None:
    board = chess_rows(4).space.board
    assert board is not None and board((binary(frozenset({1, 4}), 4),)) == grundy.Grid(
        (("full", "empty", "empty", "full"),)
    )


def test_the_facts_of_all_rows_of_20_squares() -> None:
    # The rule on all 2**20 rows. Bit b of a row is the square b steps from the right edge; a move carries a piece to a
    # lower bit, so the sum of the bits' places falls: rows of equal sum are settled together, smaller sums first.
    width = 20
    rows = np.arange(1 << width)
    places = sum((rows >> bit & 1) * bit for bit in range(width))
    values = np.zeros(1 << width, np.int64)
    by_places = np.argsort(places, kind="stable")
    for layer in np.split(by_places, np.flatnonzero(np.diff(places[by_places])) + 1):
        seen = np.zeros(len(layer), np.int64)
        free = np.full(len(layer), -1)  # the nearest empty square on the right
        for bit in range(width):
            full = layer >> bit & 1 == 1
            moves = full & (free >= 0)
            after = layer[moves] ^ 1 << bit ^ 1 << free[moves]
            seen[moves] |= 1 << values[after]
            free[~full] = bit
        values[layer] = np.log2(~seen & seen + 1).astype(np.int64)  # the lowest bit that is not set
    assert int((values == 0).sum()) == 207_264
    assert int(values.max()) == 19
    solved = ask(chess_rows(width), rows[::7].tolist()).values
    assert list(solved) == values[::7].tolist()


@pytest.mark.parametrize("width", [1_000, 1_001, 1_000_000])
def test_the_moves_of_a_wide_chess_row(width: int) -> None:
    """Each bit of a row was reached by a shift of all of it: a million squares took minutes."""
    pieces = {3, 7, 8, 500, width - 1, width} | set(range(width - 70, width - 60))
    row = binary(frozenset(pieces), width)
    moves = {}  # by the definition: to the next square, or over the pieces there
    for column in pieces:
        end = column + 1
        while end in pieces:
            end += 1
        if end <= width:
            moves[column] = end
    options = lines_of(lambda: list(chess_rows(width).options(row)), 1000 + 4 * width)
    assert [dict(option.labels) for option in options] == [
        {"from": start, "to": moves[start]} for start in sorted(moves, reverse=True)
    ]
    for option in options:
        start, end = dict(option.labels).values()
        assert option.parts == (row ^ 1 << width - start ^ 1 << width - end,)


def test_chess_rows_of_any_width() -> None:
    # empty columns on the left and a full block at the right end change nothing
    row = frozenset({1, 2, 5, 7, 8, 11})
    worth = brute.Judge(brute.chess_rows(12)).value((row,))
    for left, right in ((0, 0), (1, 0), (0, 3), (10**5, 0), (17, 10**4)):
        columns = [left + column for column in row] + [left + 12 + k + 1 for k in range(right)]
        rule = chess_rows(left + 12 + right)
        assert value(rule(sum(1 << left + 12 + right - column for column in columns))) == worth


# Graphs and sums.


def random_arcs(rng: random.Random, size: int, share: float) -> list[tuple[int, int]]:
    names = rng.sample(range(100), size)
    return [(names[i], names[j]) for i in range(size) for j in range(i + 1, size) if rng.random() < share]


def test_random_graphs_with_several_tokens() -> None:
    rng = random.Random(6)
    for _ in range(60):
        arcs = random_arcs(rng, rng.randint(2, 9), rng.random())
        if not arcs:
            continue
        successors: dict[int, list[int]] = {}
        for start, end in arcs:
            successors.setdefault(start, []).append(end)
            successors.setdefault(end, [])
        tokens = tuple(rng.choices(list(successors), k=rng.randint(0, 3)))
        assert value(grundy.graph(successors, *tokens)) == brute.Judge(brute.graph(arcs)).value(tokens), (arcs, tokens)
        if sorted(successors) == list(range(len(successors))):
            listed = [successors[node] for node in range(len(successors))]
            assert grundy.graph(listed, *tokens) == grundy.graph(dict(sorted(successors.items())), *tokens)


@pytest.mark.parametrize("given", [5, None, [1, 2], {"a": 3}, "ab"])
def test_what_is_no_graph_is_refused(given: Any) -> None:
    with pytest.raises(grundy.BadRule, match=r"^graph: expected "):
        grundy.graph(given, 0)


def test_sums_of_different_games() -> None:
    games = (brute.take_away([1, 2, 3]), brute.nim, brute.rectangle, brute.floor_division([2, 3]))
    position = ((3, 1), (2,), ("11", "01"), (5,))
    total = grundy.take_away(1, 2, 3)(3, 1) + nim(2) + rectangle(("11", "01")) + floor_division(2, 3)(5)
    assert value(total) == brute.Judge(brute.together(*games)).value(position)
