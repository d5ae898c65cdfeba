"""The definition by hand and by playing it, to the last number of each limit.

`tests/mutants.py` puts such faults into the code; docs/why/mutants.md says what it found.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from itertools import product
from typing import Any

import brute
import pytest
from limits import set_limits
from test_model_rules import down, refused, wide

from grundy import LOONY, Infinity, again, answer, to
from grundy.model import definition
from grundy.model.convention import Reach, add, entailing_reach, winner
from grundy.model.definition import (
    cycle_text,
    misere_outcomes,
    multiset_after,
    settle,
    state_values,
    value_by_definition,
    winning_options,
)
from grundy.model.option import Option
from grundy.model.rule import Rule
from grundy.model.rule import rule as make_rule


@make_rule
def named(word):  # type: ignore[no-untyped-def]
    yield from (word[:n] for n in range(len(word)))


def test_values_of_sums_and_of_states() -> None:
    assert [value_by_definition(wide(a, b)) for a, b in product(range(4), repeat=2)] == [
        a ^ b for a, b in product(range(4), repeat=2)
    ]
    assert (
        value_by_definition(wide(3) + down(3)) == 2
        and value_by_definition(wide(3) + down(2)) == 3
        and value_by_definition(down()) == 0
    )
    assert (
        value_by_definition(wide(3), "loopy") == 3 and value_by_definition(wide(3) + named("bb")) == 1
    )  # each rule has its own states
    memo: dict[Any, Any] = {}
    assert state_values(wide, iter([3, 1]), memo) == {3: 3, 1: 1} and memo == {0: 0, 1: 1, 2: 2, 3: 3}
    memo[5] = 9  # what is known is not looked at again
    assert state_values(wide, [5], memo) == {5: 9} == state_values(wide, [5], memo, "normal", 2)
    turning = make_rule(conventions=("normal", "loopy"))(lambda n: range(n))
    assert refused(value_by_definition, down(1) + turning(3), "misere") == (
        "<lambda>: expected a play it is valid for (normal, loopy), found misere"
    )


def test_limits_of_positions_and_moves_hold_to_the_last_one() -> None:
    assert (definition.MOST_POSITIONS, definition.MOST_MOVES, definition.MOST_LOOPY_MOVES) == (
        1_000_000, 10_000_000, 2_000_000,
    )  # fmt: skip
    for play, value in (("normal", 1), ("misere", False), ("loopy", 1)):
        assert value_by_definition(down(9), play, 10) == value  # type: ignore[arg-type]
        assert refused(value_by_definition, down(9), play, 9) == "more than 9 positions; try a smaller position"
    for play in ("normal", "misere"):
        assert (
            refused(value_by_definition, wide(9), play, 8)
            == "more than 8 moves in one position; try a smaller position"
        )
    memo: dict[Any, Any] = {}
    assert state_values(down, [3], memo, "normal", 4) == {3: 1}  # what is known counts too
    assert refused(state_values, down, [5], memo, "normal", 5) == "more than 5 positions; try a smaller position"
    with moves(45):
        assert value_by_definition(wide(9)) == 9 and value_by_definition(wide(9), "loopy") == 9
    with moves(44):
        told = "more than 44 moves looked at; try a smaller position"
        assert refused(value_by_definition, wide(9)) == told == refused(value_by_definition, wide(9), "loopy")
    with moves(9):
        assert value_by_definition(down(9), "misere") is False and value_by_definition(down(9)) == 1
    same = make_rule(lambda n: [to(0, way=way) for way in range(5)] if n == 1 else [])
    answering = make_rule(lambda n: [answer(0, way=way) for way in range(5)] if n == 1 else [])
    last = make_rule(lambda n: {9: [1, 2, 3, 4, 8], 8: [1]}.get(n, []))  # the fifth option makes it worth 2
    many = make_rule(lambda n: {9: [1] * 6 + [8], 8: [1]}.get(n, []))  # of which the last was once left out, unsaid
    for position, play, value in ((same(1), "misere", False), (answering(1), "normal", LOONY), (last(9), "loopy", 2)):
        with moves(6):
            assert value_by_definition(position, play) == value  # type: ignore[arg-type]
    for position, play, most in (
        (same(1), "misere", 4), (answering(1), "normal", 4), (last(9), "loopy", 5), (last(9), "loopy", 4),
        (many(9), "loopy", 5),
    ):  # fmt: skip
        with moves(most):
            told = f"more than {most} moves looked at; try a smaller position"
            assert refused(value_by_definition, position, play) == told


@contextlib.contextmanager
def moves(most: int) -> Iterator[None]:
    """The definition with other limits on moves."""
    with pytest.MonkeyPatch.context() as patch:
        set_limits(patch, "model", MOST_MOVES=most, MOST_LOOPY_MOVES=most)
        yield


def test_cycles_are_told() -> None:
    said = "expected play that ends, found the cycle {}; --loopy, or loopy=True in Python, answers play that may return"
    assert cycle_text([3]) == said.format("3 -> 3")
    assert cycle_text(list(range(8))) == said.format("0 -> 1 -> 2 -> 3 -> 4 -> 5 -> 6 -> 7 -> 0")
    assert cycle_text(list(range(9))) == said.format("0 -> 1 -> 2 -> 3 -> ... -> 6 -> 7 -> 8 -> 0")
    assert cycle_text([frozenset({((down, "a"), 2)}), frozenset()]) == said.format("'a' + 'a' -> nothing -> 'a' + 'a'")
    arcs = {0: [1, 2], 1: [], 2: [3], 3: [4, 2], 4: []}
    around = make_rule(lambda n: arcs[n])
    assert refused(value_by_definition, around(0)) == said.format("2 -> 3 -> 2")
    assert refused(value_by_definition, around(0, 1), "misere").startswith("expected play that ends, found the cycle ")


def test_misere_play_of_sums() -> None:
    judge = brute.Judge(brute.nim)
    for heaps_ in product(range(4), repeat=3):
        node = frozenset(wide(*heaps_).multiset().items())
        assert misere_outcomes(iter([node]), {})[node] == judge.wins(heaps_, misere=True)
    entails = make_rule(lambda n: [again(0, take=1)] if n else [])
    for play in ("misere", "loopy"):
        assert refused(value_by_definition, entails(1), play) == (
            "<lambda>: expected plain options in this play, found 'again' at 1; a move after which the turn is kept, "
            "or the other must answer it, has a theory in normal play alone, by itself or in a sum with '+'"
        )
    counts = {(down, 3): 2, (down, 1): 1}
    assert multiset_after(counts, (down, 3), (1, 2)) == frozenset({((down, 3), 1), ((down, 1), 2), ((down, 2), 1)})
    assert multiset_after(counts, (down, 1), ()) == frozenset({((down, 3), 2)})
    assert counts == {(down, 3): 2, (down, 1): 1}
    looked: list[int] = []

    def many(n: int) -> Iterator[int]:
        for left in range(n):
            looked.append(left)
            yield left

    assert value_by_definition(make_rule(many)(40), "misere") is True
    assert looked.count(30) == 1  # counted before, and then one winning move decides: from 40 to 1


def test_options_that_win() -> None:
    memo: dict[Any, Any] = {}
    assert [o.parts for o in winning_options(wide, 5, 3, memo)] == [(3,)]
    assert "entailing" not in memo
    assert winning_options(wide, 5, 9, memo) == [] and winning_options(wide, 5, 5, memo) == []
    assert [o.parts for o in winning_options(wide, 5, 0, {})] == [(0,)]
    split = make_rule(lambda n: [to(a, n - a) for a in range(1, n)])  # 1 + 1 + 1: the same for all play
    assert [o.parts for o in winning_options(split, 3, 1, {})] == [(1, 2), (2, 1)]
    assert winning_options(split, 3, 0, {}) == []


def outcome(options: Any, parts: tuple[int, ...], heap: int, seen: dict[Any, bool], must: Any = None) -> bool:
    """Whether the first player wins normal play of parts and a nim-heap; `must`: the part in which to answer."""
    key = (parts, heap, must)
    if key not in seen:
        wins = False
        for at, part in enumerate(parts):
            if must is not None and at != must:
                continue
            rest = (*parts[:at], *parts[at + 1 :])
            for option in options(part):
                left = (*option.parts, *rest)
                if option.next == "again":
                    wins |= outcome(options, left, heap, seen)
                elif option.next == "answer":  # of one part that it leaves
                    wins |= not outcome(options, left, heap, seen, 0)
                else:
                    wins |= not outcome(options, left, heap, seen)
        if must is None:
            wins |= any(not outcome(options, parts, smaller, seen) for smaller in range(heap))
        seen[key] = wins
    return seen[key]


def test_entailing_play_by_playing_it() -> None:
    """Moves that keep the turn and moves that name where to answer, beside nim-heaps, by all play."""

    def mixed(n: int) -> list[Option]:
        options = [to(n - 1)] if n else []
        if n >= 2 and n % 2 == 0:
            options.append(again(n - 2))
        if n >= 3:
            options.append(answer(n - 3))
        if n >= 4:
            options.append(to(1, n - 4))
        return options

    made = make_rule(mixed)
    memo: dict[Any, Any] = {}
    seen: dict[Any, bool] = {}
    values = state_values(made, range(9), memo)
    for n in range(9):
        lost = [heap for heap in range(12) if not outcome(mixed, (n,), heap, seen)]
        assert lost == ([] if values[n] == LOONY else [values[n]]), n
        for heap in range(6):
            wins = [o for o in mixed(n) if {"again": outcome(mixed, o.parts, heap, seen),
                    "answer": not outcome(mixed, o.parts, heap, seen, 0),
                    "opponent": not outcome(mixed, o.parts, heap, seen)}[o.next]]  # fmt: skip
            assert winning_options(made, n, heap, memo) == wins, (n, heap)
    assert (
        value_by_definition(made(4, 7)) == (LOONY if LOONY in (values[4], values[7]) else values[4] ^ values[7])
        and value_by_definition(made(4), "entailing") == values[4]
    )
    both = make_rule(lambda n: mixed(n) if n < 100 else [to(left) for left in range(100, n)])
    memo = {}
    state_values(both, [4], memo)  # what is known of these is no nim-value; others have no such moves
    assert [option.parts for option in winning_options(both, 103, 1, memo)] == [(101,)]
    plain = state_values(wide, [4], {}, "entailing")
    assert plain == {4: 4}
    assert entailing_reach([], "opponent") == Reach(frozenset({0}))


def test_settling_keeps_what_is_known() -> None:
    memo: dict[Any, Any] = {0: 7}
    asked: list[int] = []

    def evaluate(node: int) -> Any:
        asked.append(node)
        if node - 1 not in memo:
            yield node - 1
        return memo[node - 1] + 1

    settle([3, 3, 2, 0], evaluate, memo, 4)
    assert memo == {0: 7, 1: 8, 2: 9, 3: 10} and asked == [3, 2, 1]


def test_loopy_play_by_working_backwards() -> None:
    """All graphs of three nodes, single and in pairs: who wins, and what infinite values reach."""
    for arcs_ in product(product((0, 1), repeat=3), repeat=3):
        arcs = {i: [j for j in range(3) if arcs_[i][j]] for i in range(3)}
        graph = Rule("graph", lambda n, arcs=arcs: arcs[n])  # type: ignore[misc]
        values = state_values(graph, range(3), {}, "loopy")
        for state in product(range(3), repeat=2):
            total = add(values[n] for n in state)
            assert winner(total) == backwards(arcs, state), (arcs, state)
        for n in range(3):
            if isinstance(values[n], Infinity):
                reached = {values[m] for m in arcs[n] if not isinstance(values[m], Infinity)}
                assert values[n] == Infinity(frozenset(reached))  # type: ignore[arg-type]


def backwards(arcs: dict[int, list[int]], state: tuple[int, ...]) -> str:
    nodes = list(product(arcs, repeat=len(state)))
    after = {t: [(*t[:i], end, *t[i + 1 :]) for i in range(len(t)) for end in arcs[t[i]]] for t in nodes}
    label: dict[tuple[int, ...], str] = {}
    for _ in range(len(nodes) + 1):
        for t in nodes:
            if any(label.get(o) == "second" for o in after[t]):
                label[t] = "first"
            elif all(label.get(o) == "first" for o in after[t]):
                label[t] = "second"
    return label.get(state, "draw")
