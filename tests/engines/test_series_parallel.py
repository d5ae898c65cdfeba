"""Orders built from single elements, forests among them, against the game played out on sets of elements."""

from __future__ import annotations

import itertools
import random
from functools import cache
from typing import Any

import pytest
from entry_checks import faults_of_engine

import grundy
from grundy.engines.rows import series_parallel
from grundy.engines.rows.series_parallel import BlockValues, decompose, mex_of, numbers_not_in, xor_each

Pairs = list[tuple[int, int]]


def played_out(count: int, covers: Pairs) -> tuple[int, dict[int, int]]:
    """The nim-value of an order, and that of what each element leaves, from the rule."""
    above = [{i} for i in range(count)]
    for _ in range(count):
        for low, up in covers:
            above[low] |= above[up]

    @cache
    def value(left: frozenset[int]) -> int:
        after = {value(left - above[i]) for i in left}
        return next(v for v in range(len(after) + 1) if v not in after)

    whole = frozenset(range(count))
    return value(whole), {i: value(whole - above[i]) for i in range(count)}


def check(count: int, covers: Pairs) -> None:
    root = decompose(count, covers)
    assert root is not None
    blocks = BlockValues(root)
    value, after = played_out(count, covers)
    assert blocks.values[root] == value
    for rest in {0, value, *after.values(), count + 1}:
        assert sorted(blocks.moves_to(rest)) == [i for i in after if after[i] == rest], (covers, rest)


def test_its_examples() -> None:
    assert faults_of_engine("series_parallel") == []


def forest(rng: random.Random, count: int, near: int) -> Pairs:
    """Each element but the first under or over an earlier one, or by itself."""
    pairs = [(rng.randrange(max(0, i - near), i), i) for i in range(1, count)]
    return [pair for pair in pairs if rng.random() < 0.85]


@pytest.mark.parametrize("near", [1, 2, 4, 9])
def test_forests_of_both_kinds(near: int) -> None:
    rng = random.Random(39 + near)
    for _ in range(40):
        pairs = forest(rng, rng.randrange(1, 12), near)
        count = 1 + max((i for pair in pairs for i in pair), default=0)
        check(count, pairs)  # an element goes with all its descendants
        check(count, [(child, parent) for parent, child in pairs])  # with all its ancestors
        doubled = [(a + count, b + count) for b, a in pairs]
        if count < 7:
            check(2 * count, pairs + doubled)


def built(rng: random.Random, count: int, first: int) -> Pairs:
    """All relations of a random order of so many elements that is built from single ones."""
    if count == 1:
        return []
    lower = rng.randrange(1, count)
    pairs = built(rng, lower, first) + built(rng, count - lower, first + lower)
    if rng.random() < 0.5:
        pairs += itertools.product(range(first, first + lower), range(first + lower, first + count))
    return pairs


def covers_of(pairs: Pairs) -> Pairs:
    """The relations that follow from no others, where all are given."""
    return [
        (a, b) for a, b in pairs if not any((a, c) in pairs and (c, b) in pairs for c in {i for p in pairs for i in p})
    ]


def test_orders_built_at_random() -> None:
    rng = random.Random(7)
    for _ in range(120):
        count = rng.randrange(1, 11)
        check(count, covers_of(built(rng, count, 0)))


def has_an_n(count: int, pairs: set[tuple[int, int]]) -> bool:
    """Whether four elements lie as a < c, b < c, b < d, and no others of them one below the other."""
    return any(
        {pair for pair in itertools.permutations((a, b, c, d), 2) if pair in pairs} == {(a, c), (b, c), (b, d)}
        for a, b, c, d in itertools.permutations(range(count), 4)
    )


def test_just_the_orders_without_the_letter_n_are_built_so() -> None:
    """Valdes, Tarjan & Lawler 1982; every order of five elements along a line."""
    line = list(itertools.combinations(range(5), 2))
    seen = set()
    for some in itertools.product((False, True), repeat=len(line)):
        pairs = {pair for pair, there in zip(line, some, strict=True) if there}
        if any((a, d) not in pairs for a, b in pairs for c, d in pairs if b == c):
            continue  # not all relations
        whole = decompose(5, covers_of(sorted(pairs)))
        assert (whole is None) == has_an_n(5, pairs), pairs
        seen.add(whole is None)
    assert seen == {False, True}


def test_the_theorem_on_sets_of_numbers() -> None:
    for taken, numbers in itertools.product(range(64), range(16)):
        missing = [n for n in range(80) if not taken >> n & 1]
        expected = sum(1 << missing[n] for n in range(4) if numbers >> n & 1)
        assert numbers_not_in(taken, numbers) == expected
        assert mex_of(taken) == missing[0]
    for numbers, beside in itertools.product(range(256), range(20)):
        assert xor_each(numbers, beside) == sum(1 << (n ^ beside) for n in range(8) if numbers >> n & 1)


def solved(position: str) -> Any:
    return grundy.solve(grundy.parse(position))


def test_a_search_is_not_asked_about_a_forest(monkeypatch: pytest.MonkeyPatch) -> None:
    """200 nodes, each going with all its ancestors, took 94 s; 500 were still being made ready after 88 s."""
    from grundy.engines.search import solver

    monkeypatch.setattr(solver, "engine", None)
    rng = random.Random(500)
    for flip in (1, -1):
        pairs = [(rng.randrange(max(1, i - 9), i), i)[::flip] for i in range(2, 501)]
        result = solved(f"poset({', '.join(f'{a}<{b}' for a, b in pairs)})")
        assert result.evidence.status == "proved" and "Deuber" in result.evidence.reason
        move = next(iter(result.winning_moves))
        assert solved(str(result.position.play(move))).nim_value == 0
    assert solved("poset(chain:9999)").nim_value == 9_999


def test_a_method_of_search_that_is_named_is_used() -> None:
    position = grundy.parse("poset a<b<c, a<d")
    assert "Deuber" in grundy.solve(position).evidence.reason
    searched = grundy.solve(position, method="mex")
    assert searched.nim_value == grundy.solve(position).nim_value and "Deuber" not in searched.evidence.reason


def test_the_letter_n_is_left_to_the_search() -> None:
    result = solved("poset(a<c, b<c, b<d)")
    assert result.nim_value == played_out(4, [(0, 2), (1, 2), (1, 3)])[0] and "Deuber" not in result.evidence.reason
    assert series_parallel.decompose(0, []) is not None
