"""Calls, conditions and options of compiled rules are as the definition has them, or refused."""

from __future__ import annotations

import re

import pytest
from test_compile_pieces import compile_all
from test_rays import by_hand, filled, made, small  # noqa: F401

from grundy.compile.kernel import look
from grundy.compile.subset import NotCompiled
from grundy.errors import BadRule

ROW = (3, 1, 2)
WITH_KEYWORDS = (
    "max(n // 2, n // 3, key=less)",
    "min(ROW, key=less)",
    "sum((1 for k in range(n)), start=1)",
    "int(n, base=9)",
)


@pytest.mark.parametrize("call", WITH_KEYWORDS)
def test_a_call_with_a_keyword_is_not_the_one_without(call: str) -> None:
    game = made("n", f"if n > 5: yield n - {call} - 1", ROW=ROW, less=lambda number: -number)
    with pytest.raises(NotCompiled, match="give each argument by its place"):
        look(game)


@pytest.mark.parametrize("state", ["max(TRUTHS)", "min(MIXED)", "max(n > 3, False)"])
def test_a_state_that_may_be_a_truth_value_is_refused(state: str) -> None:
    with pytest.raises(NotCompiled, match="a condition is no state"):
        look(made("n", f"if n: yield {state}", TRUTHS=(False, True), MIXED=(2, True)))


def test_the_largest_of_numbers_is_a_state(monkeypatch: pytest.MonkeyPatch) -> None:
    compile_all(monkeypatch)
    game = made("n", "if n > 3: yield max(ROW)\nif n > 4: yield min(ROW)", ROW=ROW)
    assert look(game)
    assert filled(game, (30,), 1) == by_hand(game, (30,))


@pytest.mark.parametrize("guard", ["a <= b", "b >= a", "a < 5", "4 > a", "a <= b and k <= b", "b > a - 1"])
@pytest.mark.parametrize("option", ["(a - k, b)", "(a - k, b - k)"])
def test_a_condition_about_the_state_is_none_about_the_counter(
    guard: str, option: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compile_all(monkeypatch)
    most = "min(a, b)" if "- k)" in option else "a"
    game = made("a, b", f"yield from ({option} for k in range(1, {most} + 1) if {guard})")
    assert filled(game, (9, 9), 1) == by_hand(game, (9, 9))


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("cores", [1, 2])
@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("if b and a == 35: yield a + 1, b - 1", "state (35, 1) yields (36, 0)"),
        ("if a == 35: yield a, b + 1", "state (35, 0) yields (35, 1)"),
        ("if b == 35: yield a, b", "state (0, 35) yields (0, 35)"),
    ],
)
def test_an_option_that_comes_later_is_refused(body: str, told: str, cores: int) -> None:
    game = made("a, b", "for k in range(1, a + 1): yield a - k, b\nfor k in range(1, b + 1): yield a, b - k", body)
    with pytest.raises(BadRule, match=re.escape(told)):
        filled(game, (40, 40), cores)
