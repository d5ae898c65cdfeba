"""The definition: every position by its options, in all plays, without recursion and without eating memory."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import brute
import pytest
from hypothesis import given
from hypothesis import strategies as st

import grundy
from grundy import LOONY, BadRule, Infinity, OutOfReach, answer, rule, to, value_by_definition
from grundy.model.convention import add, winner
from grundy.model.definition import state_values

SYSTEMS = {
    "nim": (brute.nim, grundy.nim, 3, range(4)),
    "take-away": (brute.take_away((1, 3, 4)), grundy.take_away(1, 3, 4), 2, range(9)),
    "floor-division": (brute.floor_division((2, 3, 6)), grundy.floor_division(2, 3, 6), 2, range(13)),
    "wythoff": (brute.wythoff, grundy.wythoff, 2, range(7)),
    "euclid": (brute.euclid, grundy.euclid, 2, range(9)),
}


@pytest.mark.parametrize("name", SYSTEMS)
def test_small_positions_in_normal_and_misere_play(name: str) -> None:
    game, made, size, states = SYSTEMS[name]
    judge = brute.Judge(game)
    for state in product(states, repeat=size):
        position = made(*state)
        assert value_by_definition(position) == judge.value(state)
        assert value_by_definition(position, "misere") == judge.wins(state, misere=True)


def test_boards_rows_and_stairs() -> None:
    boards = [tuple(rows) for rows in product(["".join(cells) for cells in product("01", repeat=3)], repeat=2)]
    judge = brute.Judge(brute.rectangle)
    assert [value_by_definition(grundy.rectangle(board)) for board in boards] == [
        judge.value(board) for board in boards
    ]
    judge = brute.Judge(brute.bacteria)
    dishes = [tuple(row.replace("0", ".").replace("1", "#") for row in board) for board in boards]
    assert [value_by_definition(grundy.bacteria(dish)) for dish in dishes] == [judge.value(dish) for dish in dishes]
    rows = [(bits, frozenset(c for c in range(1, 9) if bits >> 8 - c & 1)) for bits in range(1 << 8)]
    judge = brute.Judge(brute.chess_rows(8))
    assert [value_by_definition(grundy.chess_rows(8)(bits)) for bits, _ in rows] == [
        judge.value((row,)) for _, row in rows
    ]
    for made, game in ((grundy.staircase_nim, brute.staircase_nim), (grundy.sequential_nim, brute.sequential_nim)):
        judge = brute.Judge(game)
        for state in product(range(4), repeat=3):
            assert value_by_definition(made(state)) == judge.value(state)


@given(st.lists(st.integers(0, 2**70)))
def test_mex_and_nim_sum(numbers: list[int]) -> None:
    least = grundy.mex(numbers)
    assert least not in numbers
    assert all(smaller in numbers for smaller in range(least))
    total = 0
    for number in numbers:
        total ^= number
    assert grundy.nim_sum(numbers) == total


@rule
def down(n):
    """One move, to the next smaller number."""
    if n:
        yield n - 1


def test_a_chain_of_20000_positions_needs_no_recursion() -> None:
    assert value_by_definition(down(20_000)) == 0


def test_a_long_chain_in_misere_play() -> None:
    assert value_by_definition(down(5_000), "misere") is True
    assert value_by_definition(down(5_001), "misere") is False


@rule
def grow(n):
    """Never ends."""
    yield n + 1


@rule
def wide(n):
    """Leads to any smaller number, in any order."""
    yield from range(n)


def test_what_is_too_large_is_refused() -> None:
    with pytest.raises(OutOfReach, match="more than 1,000 positions"):
        value_by_definition(grow(0), most=1000)
    with pytest.raises(OutOfReach, match="more than 1,000 positions"):
        value_by_definition(grow(0), "misere", most=1000)
    with pytest.raises(OutOfReach, match="more than 1,000 positions"):
        value_by_definition(grow(0), "loopy", most=1000)


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_a_position_of_10_to_the_18_moves_is_refused_before_they_are_kept(play: Any) -> None:
    with pytest.raises(OutOfReach, match="more than 10,000 moves"):
        value_by_definition(wide(10**18), play, most=10_000)


def test_positions_in_turn_are_asked_for_their_options_once() -> None:
    """Each was asked twice, the first time for nothing but the number of its moves."""
    asked: list[int] = []
    take = rule(lambda n: asked.append(n) or range(max(0, n - 2), n))
    assert state_values(take, range(30), {}) == {n: n % 3 for n in range(30)}
    assert asked == list(range(30))


@rule
def spin(n):
    """From 5 into a cycle of three."""
    yield from {5: [4, 3], 4: [], 3: [2], 2: [1], 1: [3]}[n]


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_a_cycle_is_named(play: Any) -> None:
    with pytest.raises(BadRule, match="3 -> 2 -> 1 -> 3"):
        value_by_definition(spin(3), play)


def test_a_cycle_that_is_reached_is_named_from_where_it_closes() -> None:
    with pytest.raises(BadRule, match="cycle 3 -> 2 -> 1 -> 3;"):
        value_by_definition(spin(5))
    assert value_by_definition(spin(5), "loopy") == Infinity(frozenset({0}))  # 4 wins; from 3 nobody gets anywhere


def test_a_rule_must_be_valid_for_the_play() -> None:
    @rule(conventions=("normal",))
    def turning(n):
        yield from range(n)

    assert value_by_definition(turning(3)) == 3
    for play in ("misere", "loopy"):
        with pytest.raises(BadRule, match="valid for"):
            value_by_definition(turning(3), play)  # type: ignore[arg-type]


def test_labels_count_moves_not_positions() -> None:
    @rule
    def same(n):
        if n:
            yield to(0, way="left")
            yield to(0, way="right")
            yield 0

    moves = grundy.solve(same(1)).winning_moves
    assert moves.count == 3
    assert sorted(str(dict(move.labels).get("way")) for move in moves) == ["None", "left", "right"]


@rule
def top_entails(n):
    """Split a stack in two, or take its top coin: then the opponent must answer in that stack."""
    if n >= 1:
        yield answer(n - 1, take=1)
    for left in range(1, n // 2 + 1):
        yield to(left, n - left, split=left)


@pytest.mark.parametrize("most", [300, pytest.param(2403, marks=pytest.mark.long)])
def test_top_entails_is_loony_at_2403(most: int) -> None:
    # West 1996, New values for Top Entails: 1, 3 and 2403 are the first loony stacks
    values = state_values(top_entails, range(most + 1), {})
    assert [n for n in range(most + 1) if values[n] == LOONY] == [n for n in (1, 3, 2403) if n <= most]


@given(st.integers(1, 7), st.randoms(use_true_random=False))
def test_loopy_values_without_a_cycle_are_nim_values(size: int, rng: random.Random) -> None:
    arcs = {i: [j for j in range(i) if rng.random() < 0.6] for i in range(size)}

    @rule
    def graph(node):
        yield from arcs[node]

    judge = brute.Judge(brute.graph([(i, j) for i, ends in arcs.items() for j in ends]))
    for node in range(size):
        assert value_by_definition(graph(node), "loopy") == judge.value((node,))


def retrograde(arcs: dict[int, list[int]], tokens: tuple[int, ...]) -> str:
    """Who wins a sum on a graph that may have cycles, by working backwards on all positions of the tokens."""
    nodes = list(product(arcs, repeat=len(tokens)))
    after = {t: [brute.put(t, i, end) for i in range(len(t)) for end in arcs[t[i]]] for t in nodes}
    label: dict[tuple[int, ...], str] = {}
    changed = True
    while changed:
        changed = False
        for t in nodes:
            if t not in label:
                if any(label.get(o) == "second" for o in after[t]):
                    label[t] = "first"
                elif all(label.get(o) == "first" for o in after[t]):
                    label[t] = "second"
                changed |= t in label
    return label.get(tokens, "draw")


@given(st.integers(1, 5), st.randoms(use_true_random=False))
def test_loopy_sums_have_the_right_winner(size: int, rng: random.Random) -> None:
    arcs = {i: [j for j in range(size) if rng.random() < 0.3] for i in range(size)}

    @rule
    def graph(node):
        yield from arcs[node]

    for tokens in product(range(size), repeat=2):
        assert winner(value_by_definition(graph(*tokens), "loopy")) == retrograde(arcs, tokens), (arcs, tokens)


@given(
    st.lists(st.one_of(st.integers(0, 20), st.just(LOONY), st.frozensets(st.integers(0, 8)).map(Infinity)), max_size=5)
)
def test_addition_is_the_same_in_any_order(values: list[Any]) -> None:
    assert add(values) == add(reversed(values))
