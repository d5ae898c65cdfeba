"""Coin-turning games: what the theorem says of a row is what the moves of whole rows say; published values hold."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from drawing import examples
from effort import lines_of
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy.games.coins import lone_head
from grundy.model.coin_values import FORMULAS, Heads, heads
from grundy.model.coins import Turning, turning
from grundy.model.definition import state_values

FAMILIES = {
    "turning-turtles": grundy.turning_turtles,
    "mock-turtles": grundy.mock_turtles,
    "moebius": grundy.moebius,
    "mogul": grundy.mogul,
    "twins": grundy.twins,
    "triplets": grundy.triplets,
    "ruler": grundy.ruler,
}
OWN = ("4", "1,3", "2,3", "o,oo", "oo,o..o", "o.o,run", "2,run", "1,4,ooo,run", "3,o.oo,oo", "run,oo,o.oo.o")


def may_turn(name: str, coins: tuple[int, ...]) -> bool:
    """Whether a family lets these coins, from the last one down, be turned: by its sentence."""
    count, run = len(coins), coins == tuple(range(coins[0], coins[0] - len(coins), -1))
    match name:
        case "ruler":
            return run
        case "turning-turtles" | "mock-turtles" | "moebius" | "mogul":
            return count <= {"turning-turtles": 2, "mock-turtles": 3, "moebius": 5, "mogul": 7}[name]
        case "twins" | "triplets":
            return count == {"twins": 2, "triplets": 3}[name]
    shape = "".join("o" if place in coins else "." for place in range(coins[-1], coins[0] + 1))
    return any(item == str(count) or item == shape or (item == "run" and run) for item in name.split(","))


@cache
def moves(name: str, row: str) -> tuple[tuple[tuple[int, ...], str], ...]:
    """The coins of each move, counted from 1, and what it leaves: every set of coins is tried."""
    turns = []
    for bits in range(1, 1 << len(row)):
        last = bits.bit_length() - 1
        coins = tuple(place + 1 for place in range(last, -1, -1) if bits >> place & 1)
        if row[last] == "H" and may_turn(name, coins):
            after = "".join("TH"[(coin == "T")] if bits >> n & 1 else coin for n, coin in enumerate(row))
            turns.append((coins, after))
    return tuple(sorted(turns))


@cache
def value(name: str, row: str) -> int:
    """The nim-value by the definition."""
    return grundy.mex(value(name, after) for _, after in moves(name, row))


def rule_of(name: str) -> grundy.Rule:
    return FAMILIES[name] if name in FAMILIES else grundy.turn(name)


rows = st.text("HT", max_size=8)
names = st.sampled_from([*FAMILIES, *OWN])


@settings(max_examples=examples(100), deadline=None)
@given(names, rows)
def test_a_row_is_worth_and_moved_as_the_definition_says(name: str, row: str) -> None:
    rule = rule_of(name)
    result = grundy.solve(rule(row))
    assert result.nim_value == value(name, row)
    wins = [coins for coins, after in moves(name, row) if value(name, after) == 0]
    assert [move.as_dict() for move in result.winning_moves] == [{"coins": list(coins)} for coins in wins]
    assert len(result.winning_moves) == len(wins)
    options = {(dict(option.labels)["coins"], *option.parts) for option in rule.options(row)}
    assert options == set(moves(name, row))


@settings(max_examples=examples(60), deadline=None)
@given(names, rows, st.integers(0, 40))
def test_beside_a_heap_those_moves_win_that_make_the_values_equal(name: str, row: str, heap: int) -> None:
    result = grundy.solve(rule_of(name)(row) + grundy.nim(heap))
    winning = [move.as_dict()["coins"] for move in result.winning_moves if "coins" in move.as_dict()]
    assert winning == [list(coins) for coins, after in moves(name, row) if value(name, after) == heap]


PUBLISHED = {
    # Winning Ways, ch. 14; OEIS A000069 and A006519
    "turning-turtles": [1, 2, 3, 4, 5, 6, 7, 8],
    "mock-turtles": [1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21, 22, 25, 26, 28, 31, 32, 35, 37, 38, 41, 42, 44, 47],
    "moebius": [1, 2, 4, 8, 16, 31, 32, 64, 103, 128, 171, 213, 256, 301, 342, 439, 475, 494],
    "twins": [0, 1, 2, 3, 4, 5, 6, 7],
    "triplets": [0, 0, 1, 2, 4, 7, 8, 11],
    "ruler": [1, 2, 1, 4, 1, 2, 1, 8, 1, 2, 1, 4, 1, 2, 1, 16, 1, 2, 1, 4, 1, 2, 1, 8],
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_single_heads_have_their_published_values(name: str) -> None:
    values = [grundy.solve(FAMILIES[name]("T" * n + "H")).nim_value for n in range(len(PUBLISHED[name]))]
    assert values == PUBLISHED[name]


@pytest.mark.parametrize("turns", FORMULAS, ids=str)
def test_a_formula_gives_what_coin_by_coin_is_found(turns: Turning) -> None:
    formula, slow = heads(turns), Heads(turns, None)
    assert formula.formula
    for last in range(70):
        assert formula.value(last) == slow.value(last)
        for total in range(130):
            assert formula.count(last, total) == slow.count(last, total)
    for last, total in ((20, 7), (33, 6), (40, 40), (69, 64), (50, 0)):
        assert list(formula.each(last, total)) == list(slow.each(last, total))


def test_large_moves_of_moebius_are_those_that_the_values_say() -> None:
    row = "HTHHTHHHTTHHTHTHHHTH"
    result = grundy.solve(grundy.moebius(row))
    known = heads(turning(range(1, 6)))
    assert result.nim_value
    assert len(result.winning_moves) == len(list(result.winning_moves)) > 3
    for move in result.winning_moves:
        coins = move.as_dict()["coins"]
        assert row[coins[0] - 1] == "H"
        assert known.total(tuple(coin - 1 for coin in coins)) == result.nim_value


@pytest.mark.parametrize(
    "name",
    [
        "turning-turtles",
        "mock-turtles",
        "twins",
        pytest.param("triplets", marks=pytest.mark.long),
        pytest.param("ruler", marks=pytest.mark.long),
    ],
)
def test_many_coins_take_some_lines_each(name: str) -> None:
    row = "HTTHTHHTTH" * 4_999 + "TTHTHTTTTH"

    def solved() -> tuple[grundy.Result, list[grundy.Move]]:
        result = grundy.solve(FAMILIES[name](row))
        return result, [move for move, _ in zip(result.winning_moves, range(10), strict=False)]

    result, moves = lines_of(solved, 50 * len(row))
    assert result.winner == "first"
    for move in moves:
        coins = tuple(coin - 1 for coin in move.as_dict()["coins"])
        assert row[coins[0]] == "H"
        assert may_turn(name, coins)
        assert heads(dict(FAMILIES[name].parameters)["turns"]).total(coins) == result.nim_value


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("ruler TTX", "<argument>:1:9: expected a coin, 'T' or 'H', found 'X'"),
        ("ruler tth", "<argument>:1:7: expected a coin, 'T' or 'H', found 't'"),
        ("ruler TT/HT", "<argument>:1:9: expected one row of coins, found '/'"),
        ("ruler:3 TTH", "<argument>:1:7: expected nothing after 'ruler:', found 3"),
        ("turn:0 TTH", "<argument>:1:6: expected a number of coins from 1 to 64,"),
        ("turn:1,x TTH", "<argument>:1:8: expected a number of coins from 1 to 64,"),
        ("turn:1,.o TTH", "<argument>:1:8: expected a number of coins from 1 to 64,"),
        ("turn: TTH", "<argument>:1:6: expected a number of coins from 1 to 64,"),
        ("turn:1,,2 TTH", "<argument>:1:8: expected a number of coins from 1 to 64,"),
    ],
)
def test_bad_text_is_refused_with_its_place(text: str, place: str) -> None:
    with pytest.raises(grundy.BadText) as refused:
        grundy.parse(text)
    assert place in str(refused.value)


RISING = "distances that begin with 0, the last coin, and rise, found "
NO_SETS = [
    ([0, 2], [], "numbers of coins, 1 or more, found 0"),
    ([], [(2, 0)], f"{RISING}(2, 0)"),
    ([], [(0, 1), (1, 3)], f"{RISING}(1, 3)"),
    ([], [()], f"{RISING}()"),
]


@pytest.mark.parametrize(("counts", "distances", "place"), NO_SETS)
def test_sets_of_coins_that_no_move_can_turn_are_refused(counts: Any, distances: Any, place: str) -> None:
    """An IndexError while a position was solved, or play that does not end."""
    with pytest.raises(grundy.BadRule) as caught:
        turning(counts, distances)
    assert str(caught.value) == f"turning: expected {place}"


@pytest.mark.parametrize("row", ["", "T", "TTT"])
def test_rows_without_heads_are_lost_at_once(row: str) -> None:
    result = grundy.solve(grundy.mock_turtles(row))
    assert (result.winner, result.nim_value, len(result.winning_moves)) == ("second", 0, 0)


def test_a_family_without_a_formula_is_refused_beyond_its_memory() -> None:
    with pytest.raises(grundy.OutOfReach, match="a head at coin 1,000"):
        grundy.solve(grundy.parse(f"turn:9 {'T' * 999}H"))


@pytest.mark.parametrize("text", ["turn:3,oo.o,run,1(TTHTH)", "turn:run,oo,1(H)", "mogul(THTH)", "turn:oo,2,2(HH)"])
def test_what_is_written_reads_back(text: str) -> None:
    position: Any = grundy.parse(text)
    assert grundy.parse(str(position)) == position


@pytest.mark.parametrize(
    ("game", "values"),  # Winning Ways, ch. 14, tables 2 to 5 (places from 0)
    [
        ("turning-turtles", [1, 2, 3, 4, 5, 6, 7, 8]),
        ("mock-turtles", [1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21, 22, 25, 26, 28, 31]),  # OEIS A000069
        ("moebius", [1, 2, 4, 8, 16, 31, 32, 64, 103, 128, 171, 213, 256, 301, 342, 439, 475, 494]),
        ("mogul", [1, 2, 4, 8, 16, 32, 64, 127, 128, 256, 512, 911, 1024, 1459, 1749]),
        ("ruler", [1, 2, 1, 4, 1, 2, 1, 8, 1, 2, 1, 4, 1, 2, 1, 16]),  # OEIS A006519
        ("twins", [0, 1, 2, 3, 4, 5]),
    ],
)
def test_a_coin_game_has_a_sequence_of_its_heads(game: str, values: list[int]) -> None:
    assert list(grundy.sequence(game, len(values) - 1)) == values
    lone = lone_head(grundy.parse_rule(game))
    assert lone is not None
    lone_values = state_values(lone, range(9), {})
    assert [lone_values[place] for place in range(9)] == list(grundy.table(game, 9))[:9]
    assert grundy.table(game, 9)[5] == (values[5] if len(values) > 5 else 5)
