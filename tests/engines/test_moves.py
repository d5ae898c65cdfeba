"""The complete list of winning moves, as JSON has it, against the rules written once more (brute.py)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import brute
import pytest
from limits import set_limits

import grundy
from grundy import bacteria, chess_rows, euclid, floor_division, nim, rectangle, sequential_nim, staircase_nim, wythoff
from grundy.engines.engine import listed
from grundy.engines.options import DEFAULT_OPTIONS
from grundy.engines.table import riders
from grundy.runs.chunk import run_to_end

Rows = tuple[str, ...]


def order(move: brute.Move) -> list[Any]:
    """Numbers before names, each in their order: how the moves of a list are sorted."""
    return [(isinstance(value, str), value) for value in move.values()]


def agrees(position: grundy.Position, judge: brute.Judge, state: Any) -> None:
    """Winner, count and the sorted list of winning moves are those of the rule."""
    answer = grundy.solve(position).as_dict()
    expected = sorted(judge.winning(state), key=order)
    assert answer["winning_moves"] == expected, position
    assert [list(move) for move in answer["winning_moves"]] == [list(move) for move in expected]  # the keys in order
    assert answer["winning_move_count"] == len(expected)
    assert answer["winner"] == ("first" if expected else "second")


def boards(cells: str, height: int, width: int) -> list[Rows]:
    return list(product(("".join(row) for row in product(cells, repeat=width)), repeat=height))


@pytest.mark.parametrize(("height", "width"), [(1, 1), (1, 5), (5, 1), (2, 2), (2, 3), (3, 2), (3, 3)])
def test_rectangle(height: int, width: int) -> None:
    judge = brute.Judge(brute.rectangle)
    for board in boards("01", height, width):
        agrees(rectangle(board), judge, board)


def test_rectangle_3x4_and_4x4() -> None:
    judge, rng = brute.Judge(brute.rectangle), random.Random(1)
    for _ in range(60):
        board = tuple("".join(rng.choice("0111") for _ in range(4)) for _ in range(3))
        agrees(rectangle(board), judge, board)
    board = ("0110", "1010", "0111", "0001")
    agrees(rectangle(board), judge, board)


def test_the_published_board() -> None:
    answer = grundy.solve(rectangle(("0110", "0000", "0000", "0001"))).as_dict()
    single = [{"top": 1, "left": c, "bottom": 1, "right": c} for c in (2, 3)]
    assert (answer["winner"], answer["nim_value"], answer["winning_moves"]) == ("first", 3, single)


@pytest.mark.parametrize(("height", "width"), [(1, 1), (1, 4), (4, 1), (2, 2), (2, 3), (3, 2), (3, 3)])
def test_bacteria_cell_by_cell(height: int, width: int) -> None:
    judge = brute.Judge(brute.bacteria)
    for board in boards(".#", height, width):
        agrees(bacteria(board), judge, board)


def test_bacteria_on_larger_boards() -> None:
    rng = random.Random(2)
    for height, width, blocked in [(4, 4, 0.15), (3, 5, 0.2), (5, 3, 0.1), (4, 4, 0.0), (2, 6, 0.2), (4, 5, 0.3)]:
        board = tuple("".join("#" if rng.random() < blocked else "." for _ in range(width)) for _ in range(height))
        agrees(bacteria(board), brute.Judge(brute.bacteria), board)


def test_take_away() -> None:
    for amounts in [(1,), (1, 2, 3), (2, 5), (2, 3, 7), (3,), (1, 4, 10), (4, 6), (2, 4, 5, 6)]:
        judge, rule = brute.Judge(brute.take_away(amounts)), grundy.take_away(*amounts)
        for size in range(3):
            for piles in product(range(9), repeat=size):
                agrees(rule(*piles), judge, piles)
        for piles in [(12, 0, 7), (25,), (30, 29), (3, 4, 5)]:
            agrees(rule(*piles), judge, piles)


def test_floor_division() -> None:
    for divisors in [(2, 3, 6), (2,), (3, 5), (2, 7), (2, 3, 4, 5)]:
        judge, rule = brute.Judge(brute.floor_division(divisors)), floor_division(*divisors)
        for size in range(3):
            for numbers in product((0, 1, 2, 3, 4, 5, 6, 11, 12, 13, 35), repeat=size):
                agrees(rule(*numbers), judge, numbers)


def test_three_divisors_of_one_are_three_moves() -> None:
    moves = grundy.solve(floor_division(2, 3, 6)(1)).as_dict()["winning_moves"]
    assert moves == [{"index": 1, "divisor": divisor} for divisor in (2, 3, 6)]


def test_nim_and_sequential_nim() -> None:
    heaps, row = brute.Judge(brute.nim), brute.Judge(brute.sequential_nim)
    for size in range(4):
        for piles in product(range(5), repeat=size):
            agrees(nim(*piles), heaps, piles)
            agrees(sequential_nim(piles), row, piles)


def test_staircases() -> None:
    judge = brute.Judge(brute.staircase_nim)
    for size, most in ((0, 1), (1, 6), (2, 5), (3, 4), (4, 3)):
        for steps in product(range(most), repeat=size):
            agrees(staircase_nim(steps), judge, steps)


def test_wythoff_and_euclid() -> None:
    cold, euclids = brute.Judge(brute.wythoff), brute.Judge(brute.euclid)
    for pair in product(range(16), repeat=2):
        agrees(wythoff(*pair), cold, pair)
        agrees(euclid(*pair), euclids, pair)
    for pair in [(40, 25), (25, 40), (0, 50), (60, 60), (47, 29)]:
        agrees(wythoff(*pair), cold, pair)
    for pair in [(100, 7), (7, 100), (89, 55), (90, 30), (64, 64), (77, 1)]:
        agrees(euclid(*pair), euclids, pair)


def wythoff_rows(rows: int, columns: int) -> list[list[int]]:
    """Wythoff's nim-values from the rule: for each row, column and diagonal the set of values that stand on it."""
    down: list[set[int]] = [set() for _ in range(columns)]
    along: dict[int, set[int]] = {}
    table = []
    for a in range(rows):
        row, across = [], set()
        for b in range(columns):
            seen = down[b] | along.setdefault(a - b, set()) | across
            value = next(v for v in range(len(seen) + 1) if v not in seen)
            for one in (down[b], along[a - b], across):
                one.add(value)
            row.append(value)
        table.append(row)
    return table


def test_wythoff_has_its_value_where_a_rule_of_ones_own_has() -> None:
    # it was null from 4,000,000 pairs on; 4291 is what the same rule, written by a user, is worth
    for piles, value in (((3000, 2500), 4291), ((2500, 3000), 4291)):
        answer = grundy.solve(wythoff(*piles))
        assert (answer.winner, answer.nim_value) == ("first", value)
        moves = [move.as_dict() for move in answer.winning_moves]
        assert len(moves) == 3 and all(grundy.solve(wythoff(*left(piles, move))).nim_value == 0 for move in moves)
        assert answer.evidence.status == "computed"
        assert "table" in answer.evidence.reason and "proved: Wythoff 1907" in answer.evidence.reason
    both = grundy.solve(wythoff(3000, 2500) + grundy.nim(3))
    assert both.nim_value == 4291 ^ 3 and both.winning_moves.count
    cold = grundy.solve(wythoff(2472, 4000))  # floor(1528 phi) and 1528 more
    assert (cold.nim_value, cold.evidence.status) == (0, "proved") and "table" not in cold.evidence.reason


def left(piles: tuple[int, int], move: dict[str, Any]) -> tuple[int, int]:
    """What a move leaves of two piles."""
    a, b = piles
    return a - move["take"] * (move["pile"] != 2), b - move["take"] * (move["pile"] != 1)


def test_wythoff_of_one_long_pile_and_after_another_question() -> None:
    rows = wythoff_rows(7, 3000)
    assert [grundy.solve(wythoff(6, b)).nim_value for b in range(2900, 3000, 7)] == rows[6][2900:3000:7]
    tall = grundy.solve(wythoff(12_000, 6))  # 6 beside 12,000: a box of 84,000 pairs
    grundy.solve(wythoff(600, 600))
    assert tall.nim_value == grundy.solve(wythoff(12_000, 6)).nim_value == grundy.solve(wythoff(6, 12_000)).nim_value
    assert (
        tall.nim_value is not None
        and [grundy.solve(wythoff(*left((12_000, 6), move.as_dict()))).nim_value for move in tall.winning_moves]
        == [0] * tall.winning_moves.count
    )


def test_a_table_of_pairs_is_not_made_far_larger_by_what_was_asked_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """6 beside 12,000 after 2,900 beside 6 filled 35 million pairs, of which 84,000 are below it."""
    filled: list[int] = []

    def counted(vectors: Any, rows: int, columns: int, *more: Any) -> Any:
        filled.append(rows * columns)
        return many_pair_values(vectors, rows, columns, *more)

    many_pair_values = riders.many_pair_values
    monkeypatch.setattr(riders, "many_pair_values", counted)
    set_limits(monkeypatch, "engines.table", FEW_PAIRS=0)
    engine = riders.engine(wythoff, DEFAULT_OPTIONS)
    tall = wythoff_rows(300, 4)
    square = wythoff_rows(71, 62)
    for a, b in [(299, 3), (3, 299), (2, 90), (299, 3), (60, 61), (70, 60)]:
        expected = square[a][b] if min(a, b) > 3 else tall[max(a, b)][min(a, b)]
        assert run_to_end(engine.work([(a, b)], None)).values == [expected]
    assert filled == [300 * 4, 4 * 300, 300 * 4, 61 * 62, 71 * 62]


def test_wythoff_beyond_a_table() -> None:
    # the same three moves whether a table or the theorem finds them; each is checked by the theorem's recursion
    used: set[int] = set()
    partner: dict[int, int] = {}
    low = 0
    for k in range(40_000):
        while low in used:
            low += 1
        used |= {low, low + k}
        partner |= {low: low + k, low + k: low}
    rng = random.Random(3)
    for _ in range(30):
        a, b = rng.randrange(30_000, 60_000), rng.randrange(30_000, 60_000)
        answer = grundy.solve(wythoff(a, b)).as_dict()
        assert answer["nim_value"] is None or partner[a] == b
        winning = []
        if partner[b] < a:
            winning.append({"pile": 1, "take": a - partner[b]})
        if partner[a] < b:
            winning.append({"pile": 2, "take": b - partner[a]})
        both = next((t for t in range(1, min(a, b) + 1) if partner[a - t] == b - t), None)
        if both is not None:
            winning.append({"pile": "both", "take": both})
        assert answer["winning_moves"] == (winning if partner[a] != b else [])


@pytest.mark.parametrize("width", [1, 2, 3, 5, 7])
def test_one_chess_row(width: int) -> None:
    judge, rule = brute.Judge(brute.chess_rows(width)), chess_rows(width)
    for size in range(width + 1):
        for row in combinations(range(1, width + 1), size):
            agrees(rule(sum(1 << width - column for column in row)), judge, (frozenset(row),))


def test_several_chess_rows() -> None:
    rng = random.Random(4)
    for width in (4, 5, 6):
        judge, rule = brute.Judge(brute.chess_rows(width)), chess_rows(width)
        for _ in range(60):
            rows = tuple(frozenset(c for c in range(1, width + 1) if rng.random() < 0.5) for _ in range(2))
            agrees(rule(*(sum(1 << width - column for column in row) for row in rows)), judge, rows)


@pytest.mark.parametrize("names", [list(range(-4, 5)), ["a", "b)", "c, to d", "é", "10", "9", "", "to x", "'"]])
def test_graphs(names: list[Any]) -> None:
    rng = random.Random(5)
    for _ in range(40):
        size = rng.randint(1, len(names))
        nodes = rng.sample(names, size)
        arcs = [(nodes[i], nodes[j]) for i in range(size) for j in range(i + 1, size) if rng.random() < 0.6]
        tokens = tuple(rng.choices(nodes, k=rng.randint(0, 3)))
        successors = {node: [end for start, end in arcs if start == node] for node in nodes}
        agrees(grundy.graph(successors, *tokens), brute.Judge(brute.graph(arcs)), tokens)


def test_sums_name_the_component() -> None:
    rng = random.Random(6)
    games = (brute.take_away([1, 3, 4]), brute.sequential_nim, brute.rectangle, brute.nim)
    judge = brute.Judge(brute.together(*games))
    rule = grundy.take_away(1, 3, 4)
    for _ in range(40):
        piles = tuple(rng.randrange(6) for _ in range(rng.randrange(3)))
        row = tuple(rng.randrange(3) for _ in range(rng.randrange(3)))
        board = tuple("".join(rng.choice("01") for _ in range(2)) for _ in range(2))
        heaps = tuple(rng.randrange(3) for _ in range(rng.randrange(3)))
        position = rule(*piles) + sequential_nim(row) + rectangle(board) + nim(*heaps)
        agrees(position, judge, (piles, row, board, heaps))


def test_equal_components_keep_their_moves_apart() -> None:
    games = (brute.nim, brute.chess_rows(4), brute.nim)
    judge = brute.Judge(brute.together(*games))
    for a, b in product(range(4), repeat=2):
        agrees(nim(a) + chess_rows(4)(0b1010) + nim(b), judge, ((a,), (frozenset({1, 3}),), (b,)))


def test_long_lists_are_counted_without_being_listed() -> None:
    piles = list(range(20_000))
    total = grundy.nim_sum(piles)
    result = grundy.solve(nim(*piles))
    assert result.nim_value == total == 0  # XOR of 0 to 4k + 3
    result = grundy.solve(nim(*piles, 7))
    assert result.winning_moves.count == sum(pile ^ 7 < pile for pile in [*piles, 7])
    answer = result.as_dict(moves=3)
    assert answer["winning_moves"] == [{"pile": 5, "take": 1}, {"pile": 6, "take": 3}, {"pile": 7, "take": 5}]
    assert answer["winning_move_count"] == result.winning_moves.count

    amounts = range(1, 10**5 + 1, 2)  # odd amounts: a heap's nim-value is its parity, every move of an odd heap wins
    result = grundy.solve(grundy.take_away(*amounts)(10**30 + 1))
    assert (result.nim_value, result.winning_moves.count) == (1, len(amounts))
    assert [move.as_dict()["take"] for move in grundy.solve(grundy.take_away(*amounts)(9)).winning_moves] == [
        1,
        3,
        5,
        7,
        9,
    ]

    result = grundy.solve(rectangle(("1" * 10**5,)))
    middle = [(first, 10**5 + 1 - first) for first in range(1, 50_001)]  # leave equal ends
    assert [tuple(move.as_dict().values()) for move in result.winning_moves] == [(1, a, 1, b) for a, b in middle]


def test_sums_of_more_rules_than_engines_are_kept() -> None:
    sets = [(1, k) for k in range(2, 14)]
    games = [brute.bacteria, brute.graph([(1, 2)]), *map(brute.take_away, sets)]
    position = bacteria(("...", ".#.")) + grundy.graph({1: [2]}, 1)
    for amounts in sets:
        position += grundy.take_away(*amounts)(2)
    judge = [brute.Judge(game) for game in games]
    states = [("...", ".#."), (1,), *[(2,) for _ in sets]]
    values = [each.value(state) for each, state in zip(judge, states, strict=True)]
    total = grundy.nim_sum(values)
    expected = [
        {"component": number, **move}
        for number, (each, state) in enumerate(zip(judge, states, strict=True), 1)
        for move, left in each.game(state)
        if each.value(left) == total ^ values[number - 1]
    ]
    answer = grundy.solve(position).as_dict()
    assert (answer["nim_value"], answer["winning_moves"]) == (total, expected if total else [])
    assert total
    graphs = grundy.graph({0: [1]}, 0)
    for k in range(2, 14):
        graphs += grundy.graph({0: [k]}, 0)
    assert grundy.solve(graphs).winning_moves.count == 13


def test_many_piles_are_counted_without_a_walk_through_their_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a million piles, each made a part of its own took most of the time of `grundy solve nim`."""
    made = 0
    parts = grundy.Position.parts

    def counted(position: grundy.Position) -> Iterator[Any]:
        nonlocal made
        for part in parts(position):
            made += 1
            yield part

    monkeypatch.setattr(grundy.Position, "parts", counted)
    result = grundy.solve(nim(*range(1, 3001)))
    total = grundy.nim_sum(range(1, 3001))
    assert result.nim_value == total and made < 10
    assert result.winning_moves.count == sum(n ^ total < n for n in range(1, 3001))
    first = next(n for n in range(1, 3001) if n ^ total < n)
    assert result.winning_moves[0].as_dict() == {"pile": first, "take": first - (first ^ total)}


def test_numbers_and_tuples_of_numbers_are_listed_in_one_order() -> None:
    """What a rule of one's own says of its moves may be of any kind: numbers, words, pairs, pairs of pairs."""
    kinds: list[Any] = [((1, 2), 3), (2, 1), "b", 7, (1, 3), "a", 2]
    labels = listed([(("to", one),) for one in kinds])
    assert [value for ((_, value),) in labels] == [2, 7, "a", "b", (1, 3), (2, 1), ((1, 2), 3)]
