"""Chocolate bars with steps against plain recursion on their squares."""

from __future__ import annotations

from random import Random

import pytest
from entry_checks import faults_of_game
from recursion import faults_by_recursion

import grundy

Heights = tuple[int, ...]


def bar(rows: int, columns: int, step: int) -> Heights:
    """The height of each column, of which the first is the bitter square."""
    return tuple(min(column // step, rows) + 1 for column in range(columns + 1))


def options(heights: Heights) -> list[Heights]:
    """Break along each groove across the bar, and each one down it."""
    across = [tuple(min(height, top) for height in heights) for top in range(1, max(heights))]
    return [*across, *(heights[:count] for count in range(1, len(heights)))]


def test_it_is_answered_as_the_definition_says() -> None:
    faults = faults_of_game(grundy.catalogue["chocolate-bar"])
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("step", [1, 2, 3, 4, 5])
def test_random_positions_by_plain_recursion(step: int) -> None:
    random = Random(44)
    states = [bar(random.randint(0, columns // step), columns, step) for columns in random.choices(range(15), k=25)]
    rule = grundy.chocolate_bar(step)
    assert not faults_by_recursion(options, lambda heights: rule((max(heights) - 1, len(heights) - 1)), states)


def test_the_xor_needs_an_even_number() -> None:
    assert grundy.solve("chocolate-bar:1(5 5)").nim_value != 5 ^ 5
    assert grundy.solve("chocolate-bar:3(3 11)").nim_value != 3 ^ 11
    assert grundy.solve(f"chocolate-bar:2(5 {2**70})").nim_value == 5 ^ 2**70


@pytest.mark.parametrize(("text", "place"), [("3 5", "17"), ("2 x", "19"), ("2", "18"), ("1 4 4", "21")])
def test_what_is_no_bar_is_named(text: str, place: str) -> None:
    with pytest.raises(grundy.BadText, match=f"1:{place}: expected "):
        grundy.parse(f"chocolate-bar:2({text})")


@pytest.mark.parametrize("step", [0, "2", 1001])
def test_what_is_no_step_is_refused(step: object) -> None:
    with pytest.raises(grundy.BadRule, match="from 1 to 1,000"):
        grundy.chocolate_bar(step)  # type: ignore[arg-type]


def test_the_picture_has_the_bitter_square_below_at_the_left() -> None:
    assert str(grundy.solve("chocolate-bar:2(1 3)")).count("■") == 5
