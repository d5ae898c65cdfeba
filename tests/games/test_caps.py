"""Sum-free sets and caps as games, against plain recursion of the definition."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import pytest
from entry_checks import faults_of_game
from recursion import faults_by_recursion

import grundy

Rows = tuple[str, ...]


def is_sum_free(row: str) -> bool:
    numbers = [n for n, mark in enumerate(row, 1) if mark == "x"]
    return not any(a + b in numbers for a in numbers for b in numbers)


def is_cap(rows: Rows) -> bool:
    """No three points are in a line: in one, each coordinate is 0 in sum, mod 3, thrice the same or all different."""
    points = [(r // 3, r % 3, c // 3, c % 3) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "x"]
    thirds = {tuple(-(a + b) % 3 for a, b in zip(*two, strict=True)) for two in combinations(points, 2)}
    return thirds.isdisjoint(points)


def chosen_one_more(rows: Rows) -> list[Rows]:
    return [
        (*rows[:r], row[:c] + "x" + row[c + 1 :], *rows[r + 1 :])
        for r, row in enumerate(rows)
        for c, mark in enumerate(row)
        if mark == "."
    ]


def sum_free_options(rows: Rows) -> list[Rows]:
    return [left for left in chosen_one_more(rows) if is_sum_free(left[0])]


def cap_options(rows: Rows) -> list[Rows]:
    return [left for left in chosen_one_more(rows) if is_cap(left)]


def some(random: Random, rows: Rows, options: object, moves: int) -> Rows:
    """A position after up to so many random moves."""
    for _ in range(moves):
        rows = random.choice(options(rows) or [rows])  # type: ignore[operator]
    return rows


@pytest.mark.parametrize("name", ["sum-free", "cap-set"])
def test_it_is_answered_as_the_definition_says(name: str) -> None:
    faults = faults_of_game(grundy.catalogue[name])
    assert not faults, "\n".join(faults)


def test_a_hundred_random_positions_of_sum_free_sets() -> None:
    random = Random(44)
    states = [some(random, ("." * random.randint(1, 12),), sum_free_options, random.randint(0, 4)) for _ in range(100)]
    assert not faults_by_recursion(sum_free_options, grundy.sum_free, dict.fromkeys(states))


def test_a_hundred_random_caps() -> None:
    random = Random(44)
    states = [
        some(random, sides, cap_options, fewest + random.randint(0, 2))
        for sides, fewest in random.choices([(("...",), 0), (("...",) * 3, 0), (("." * 9,) * 3, 5)], k=100)
    ]
    assert not faults_by_recursion(cap_options, grundy.cap_set, dict.fromkeys(states))


def test_caps_of_four_dimensions_are_told_point_by_point() -> None:
    """Two points exclude the third one of their line, in each pair of rows and columns."""
    random = Random(9)
    for _ in range(30):
        rows = some(random, ("." * 9,) * 9, cap_options, 5)
        ours = {move.labels for move in grundy.cap_set(rows).moves()}
        free = [(r, c) for r, c in product(range(9), repeat=2) if rows[r][c] == "."]
        right = [(r, c) for r, c in free if is_cap((*rows[:r], rows[r][:c] + "x" + rows[r][c + 1 :], *rows[r + 1 :]))]
        assert {dict(labels)["cells"] for labels in ours} == {((r + 1, c + 1),) for r, c in right}


def test_what_is_written_is_read_again() -> None:
    for text in ("sum-free(..x.x)", "cap-set(x../.x./...)", "cap-set(3)"):
        position = grundy.parse(text)
        assert grundy.parse(str(position)) == position


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sum-free(0)", "a number of 1 to 200"),
        ("sum-free(201)", "a number of 1 to 200"),
        ("sum-free(xx.)", "on which no triple is complete"),
        ("sum-free(../..)", "or one row"),
        ("cap-set(5)", "1, 2, 3 or 4 dimensions"),
        ("cap-set(xxx)", "on which no triple is complete"),
        ("cap-set(x..y)", "a cell, '.' or 'x'"),
    ],
)
def test_what_is_no_position_is_refused(text: str, expected: str) -> None:
    with pytest.raises(grundy.BadText, match=expected):
        grundy.parse(text)
