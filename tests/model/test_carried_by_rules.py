"""The functions that a rule carries take its states, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from grundy.errors import BadRule
from grundy.model.carried import carried


def two(n: int, k: int) -> int:
    return n + k


def some(*numbers: int) -> int:
    return sum(numbers)


def one(n: int) -> int:
    return n


def named(n: int, m: int = 0, *, k: int) -> int:
    return n + m + k


@pytest.mark.parametrize(
    ("function", "arity", "fits"),
    [
        (one, 1, True), (one, 2, False), (two, 1, False), (two, 2, True), (two, 3, False), (some, 1, True),
        (some, 3, True), (named, 1, True), (named, 2, True), (named, 3, False),
    ],
)  # fmt: skip
def test_a_function_takes_as_many_numbers_as_a_state_has(function: Callable[..., Any], arity: int, fits: bool) -> None:
    def rule(*state: int, k: int = 0) -> None: ...

    if fits:
        assert carried("mine", rule, arity, function, None, "by a sum") is not None
    else:
        with pytest.raises(BadRule, match=f"expected value to take the {arity} argument"):
            carried("mine", rule, arity, function, None, "by a sum")
