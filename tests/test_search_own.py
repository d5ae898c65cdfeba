"""The search of rules that are code, against the definition; masks of more bits than a table has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy import Option, to
from grundy.engines.search.own import solver
from grundy.engines.search.way import METHODS, Method, Way


@grundy.rule
def kayles(n: int) -> Iterator[Option]:
    """Take one or two neighbours of a row."""
    for taken in (1, 2):
        for left in range(n - taken + 1):
            yield to(left, n - taken - left)


def graphs() -> Any:
    """Strategy: a set of edges on up to seven nodes."""
    pairs = [(a, b) for a in range(7) for b in range(a)]
    return st.frozensets(st.sampled_from(pairs), max_size=9)


def arcs(edges: frozenset[tuple[int, int]]) -> Iterator[Option]:
    """Arc Kayles: take an edge, and with it all that meet it."""
    for a, b in sorted(edges):
        yield to(frozenset(edge for edge in edges if not {a, b} & set(edge)), edge=(a, b))


def components(edges: frozenset[tuple[int, int]]) -> list[frozenset[tuple[int, int]]]:
    found: list[set[tuple[int, int]]] = []
    for edge in edges:
        touched = [part for part in found if any(set(edge) & set(other) for other in part)]
        found = [part for part in found if part not in touched] + [{edge}.union(*touched)]
    return [frozenset(part) for part in found]


@pytest.mark.parametrize("method", METHODS)
def test_sums_fall_apart_by_themselves(method: Method) -> None:
    found = solver(kayles, Way(method))
    expected = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1]  # OEIS A002186
    assert found.values(range(21)) == expected
    winning = [dict(labels)["to"] for labels in found.moves_to(5, 0)]
    assert winning == [(2, 2)]  # the middle of five


@settings(max_examples=40)
@given(graphs(), st.sampled_from(METHODS))
def test_parts_and_equal_states_of_a_rule_of_ones_own(edges: frozenset[tuple[int, int]], method: Method) -> None:
    plain = grundy.rule(arcs)
    expected = grundy.value_of(plain(edges))
    assert solver(plain, Way(method)).values([edges]) == [expected]
    told = grundy.rule(split=components)(arcs)
    result = grundy.solve(told(edges))
    assert result.nim_value == expected
    lost = [option for option in plain.options(edges) if grundy.value_of(plain(option.parts[0])) == 0]
    assert result.winning_moves.count == (len(lost) if expected else 0)


def test_masks_of_more_bits_than_a_table_has() -> None:
    """Kayles on a row of 40 bits: one bit or two neighbours are cleared."""
    moves = [(m, 0, m, 0) for i in range(40) for m in ({1 << i, 3 << i} if i < 39 else {1 << i})]
    row = grundy.masks_rule("row", 40, moves)
    assert grundy.solve(row((1 << 40) - 1)).nim_value == 1  # OEIS A002186, n = 40
    assert grundy.solve(row((1 << 9) - 1)).nim_value == 4


def test_a_cycle_of_a_rule_is_named() -> None:
    @grundy.rule(canonical=abs)
    def turning(n: int) -> Iterator[int]:
        yield -n

    with pytest.raises(grundy.BadRule, match="cycle"):
        grundy.solve(turning(3))
