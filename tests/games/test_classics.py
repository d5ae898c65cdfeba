"""Games that people look up by name: what a theorem says of them is what the definition says, at any size."""

from __future__ import annotations

from itertools import islice, product
from math import isqrt
from typing import Any

import pytest
from drawing import examples
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy.games.cutting import lctr, lctr_value, square_cake
from grundy.games.dynamic import dynamic_nim, fibonacci_nim
from grundy.games.line import dollar_moves, dollar_value, end_nim, kotzig, nimble, silver_dollar
from grundy.games.northcott import northcott
from grundy.games.single import KINDS, bounded_nim, mark, nim_with_pass, primes, subtract

GROWTHS = ["2*k", "k", "3*k", "k+1", "5", "0", "k//2", "k//2+1", "k*k", "k//3+2", "k**2+1", "4*k", "k//4+1"]


def alone(rule: grundy.Rule, state: Any) -> grundy.Position:
    """A position of one state."""
    return rule(state)


def by_definition(rule: grundy.Rule, state: Any) -> int:
    nim_value: int = grundy.value_by_definition(alone(rule, state))
    return nim_value


def agrees(rule: grundy.Rule, state: Any) -> None:
    """The winner, the value where it is known and all winning moves are those of the definition."""
    result = grundy.solve(alone(rule, state))
    value = by_definition(rule, state)
    assert result.nim_value in (None, value)
    assert (result.winner == "first") == (value > 0)
    good = [
        option.labels
        for option in rule.options(state)
        if grundy.nim_sum(by_definition(rule, part) for part in option.parts) == 0
    ]
    assert len(result.winning_moves) == len(good)
    assert sorted(map(repr, good)) == sorted(
        repr(tuple(label for label in move.labels if label[0] != rule.space.part_name)) for move in result.winning_moves
    )


@settings(max_examples=examples(100), deadline=None)
@given(st.sampled_from(GROWTHS), st.integers(0, 30), st.integers(0, 40))
def test_one_pile_with_a_function(growth: str, pile: int, most: int) -> None:
    agrees(dynamic_nim(growth), (pile, min(pile, most)))


def test_fibonacci_nim_of_a_thousand_digits() -> None:
    a, b = 1, 2
    while a < 10**1000:
        a, b = b, a + b
    assert grundy.solve(fibonacci_nim(str(a))).winner == "second"
    result = grundy.solve(fibonacci_nim(str(a + 13)))
    assert [move.as_dict() for move in result.winning_moves] == [{"take": 13}]


@pytest.mark.parametrize("text", ["", "k-1", "2k", "n", "k//0", "k**k", "-k", "k(1)", "k**10", "1.5*k"])
def test_what_is_no_function_that_never_falls_is_refused(text: str) -> None:
    with pytest.raises(grundy.BadText, match="a formula of k that never falls"):
        dynamic_nim(text)


@settings(max_examples=examples(100), deadline=None)
@given(st.sampled_from([*map(bounded_nim, (1, 2, 7)), *map(subtract, KINDS), mark, square_cake]), st.integers(0, 70))
def test_single_heaps(rule: grundy.Rule, n: int) -> None:
    agrees(rule, n)


def test_heaps_beyond_every_table() -> None:
    assert grundy.solve(bounded_nim(10**20)(10**30 + 7)).nim_value == (10**30 + 7) % (10**20 + 1)
    assert grundy.solve(subtract("proper-divisors")(3 << 5000)).nim_value == 5000
    assert grundy.solve(subtract("powers-of-2")(10**1000)).nim_value == 1
    assert grundy.solve(mark(5 << 1001)).nim_value == 0
    assert grundy.solve(mark(5 << 1000)).winner == "first"


def test_published_values_of_subtraction() -> None:
    squares = [0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44, 52, 57, 62, 65, 67, 72, 85, 95, 109]  # OEIS A030193
    assert [n for n, value in enumerate(subtract("squares").nim_values(110)) if not value] == squares
    primes = [0, 1, 9, 10, 25, 34, 35, 49, 55, 85, 91, 100, 115]  # OEIS A025043
    assert [n for n, value in enumerate(subtract("primes").nim_values(116)) if not value] == primes


def test_primes_come_one_by_one_however_large_the_heap() -> None:
    """A sieve of the whole heap was an OverflowError of 10^20, and took the memory of 10^12."""
    prime = [p for p in range(2, 70_000) if all(p % q for q in range(2, isqrt(p) + 1))]  # beyond one segment
    assert [list(primes(n)) for n in range(1000)] == [[p for p in prime if p <= n] for n in range(1000)]
    assert list(islice(primes(10**20), len(prime))) == prime
    with pytest.raises(grundy.OutOfReach, match="65,536 moves"):
        grundy.solve(subtract("primes")(10**20))


@settings(max_examples=examples(40), deadline=None)
@given(st.lists(st.integers(0, 2), max_size=4).map(tuple))
def test_nimble_is_nim(counts: tuple[int, ...]) -> None:
    agrees(nimble, counts)


strips = st.text(".o", max_size=8).flatmap(
    lambda row: st.integers(-1, len(row) - 1).map(lambda n: row if n < 0 else row[:n] + "$" + row[n + 1 :])
)


@settings(max_examples=examples(150), deadline=None)
@given(strips, st.integers(0, 6))
def test_the_silver_dollar_with_and_without_the_dollar(row: str, target: int) -> None:
    agrees(silver_dollar, row)
    to_it = [option.labels for option in silver_dollar.options(row) if dollar_value(option.parts[0]) == target]
    assert target == dollar_value(row) or list(dollar_moves(row, target)) == sorted(to_it, key=repr)


@settings(max_examples=examples(100), deadline=None)
@given(st.text(".", max_size=6), st.permutations("xo"), st.text(".", max_size=6), st.text(".", max_size=2))
def test_northcott_is_nim(before: str, pieces: list[str], between: str, behind: str) -> None:
    agrees(northcott, before + pieces[0] + between + pieces[1] + behind)


def northcott_winners(rows: int) -> dict[tuple[Any, int], bool]:
    """Northcott's game as it is played, squares 0 to 3, each player with pieces of one colour, that may go back, too:
    which positions with whose turn the mover wins, from the end of play backwards; what is missing is a draw."""
    squares = range(4)
    pairs = [(x, o) for x in squares for o in squares if x < o]
    states = [(board, turn) for board in product(pairs, repeat=rows) for turn in (0, 1)]

    def options(board: tuple[tuple[int, int], ...], turn: int) -> list[Any]:
        boards = []
        for n, (x, o) in enumerate(board):
            ends = range(o) if turn == 0 else range(x + 1, 4)
            boards += [(*board[:n], (end, o) if turn == 0 else (x, end), *board[n + 1 :]) for end in ends]
        return [(left, 1 - turn) for left in boards if left != board]

    won: dict[tuple[Any, int], bool] = {}
    while True:
        settled = {
            state: any(won.get(left) is False for left in options(*state))
            for state in states
            if state not in won
            and (
                any(won.get(left) is False for left in options(*state))
                or all(won.get(left) for left in options(*state))
            )
        }
        if not settled:
            return won
        won |= settled


def test_northcott_with_retreats_and_colours() -> None:
    won = northcott_winners(2)
    for (board, _), wins in won.items():
        rows = ["".join("x" if n == x else "o" if n == o else "." for n in range(4)) for x, o in board]
        assert (grundy.solve(northcott(*rows)).winner == "first") is wins, rows
    assert len(won) == 72


@settings(max_examples=examples(100), deadline=None)
@given(st.lists(st.integers(0, 4), max_size=5).map(tuple))
def test_end_nim(piles: tuple[int, ...]) -> None:
    agrees(end_nim, piles)


def test_end_nim_of_large_piles() -> None:
    piles = tuple(10**18 + n * n % 97 for n in range(300))
    result = grundy.solve(end_nim(piles))
    assert result.winner == "first"
    move = result.winning_moves[0].as_dict()
    left = list(piles)
    left[move["pile"] - 1] -= move["take"]
    assert grundy.solve(end_nim(tuple(left))).winner == "second"


@settings(max_examples=examples(60), deadline=None)
@given(st.lists(st.integers(1, 5), max_size=4).map(lambda parts: tuple(sorted(parts, reverse=True))))
def test_lctr(parts: tuple[int, ...]) -> None:
    agrees(lctr, parts)


def test_a_staircase_of_a_thousand_rows() -> None:
    assert lctr_value(tuple(range(1000, 0, -1))) in (0, 1, 2)


@pytest.mark.parametrize("piece", ["king", "rook", "queen", "knight"])
def test_pieces_that_go_to_the_corner(piece: str) -> None:
    rule = grundy.corner(piece)
    for a in range(0, 18, 1 if piece == "knight" else 3):
        for b in range(18):
            result = grundy.solve(rule(a, b))
            value = by_definition(rule, (a, b))
            assert result.nim_value in (None, value) and (result.winner == "first") == (value > 0)


def test_a_pile_with_a_pass_is_worth_one_more_or_less() -> None:
    values = [grundy.solve(nim_with_pass(str(n))).nim_value for n in range(1, 12)]
    assert values == [n + 1 if n % 2 else n - 1 for n in range(1, 12)]
    assert grundy.solve(nim_with_pass("3 5 used")).nim_value == 6


def test_kotzigs_nim_is_played_to_its_end() -> None:
    for n in range(2, 10):
        assert grundy.solve(kotzig(1)(str(n))).nim_value == (n - 1) % 2
    assert [option.parts[0] for option in kotzig(1, 3).options("o.x.")] == ["xox.", "x.xo"]


def test_turning_corners_is_a_product_of_twins() -> None:
    twice = grundy.parse_rule("tartan:twins*twins")
    for grid in ("TTT/TTH/TTH", "THHT/HTHT"):
        result, other = grundy.solve(grundy.turning_corners(grid)), grundy.solve(twice(grid))
        assert result.nim_value == other.nim_value
        assert [*result.winning_moves] == [*other.winning_moves]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("subtract:cubes 4", "what may be taken: squares"),
        ("corner:pawn 4 5", "a piece: king"),
        ("bounded-nim:0 4", "a number of counters, 1 or more"),
        ("lctr 1 2", "parts in falling order"),
        ("silver-dollar '.$.$'", "a square|one dollar"),
        ("kotzig:1,2 0", "a number of places"),
        ("kotzig:1,2 oo", "one row with one 'o'"),
        ("fibonacci-nim 3 2 1", "how many may be taken at most"),
        ("nim-with-pass 3 x", "a pile size"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, wrong: str) -> None:
    with pytest.raises(grundy.BadText, match=wrong):
        grundy.parse(text)
