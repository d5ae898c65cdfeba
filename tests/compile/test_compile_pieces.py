"""Statements and names that mutants of the compiler showed unguarded: compiled as the definition has it, or refused."""

from __future__ import annotations

import math

import pytest
from limits import set_limits
from test_rays import by_hand, filled, made

from grundy.compile import options
from grundy.compile.form import form_of_function
from grundy.compile.kernel import look
from grundy.compile.labels import never_fails
from grundy.compile.subset import NotCompiled
from grundy.engines.search.kernels import position_nimber as couples
from grundy.reading.core import Bin, Call, Const, Joined, Unary, Var

TABLE = ((0, 1, 2), (5, 6, 7), (9, 3, 12))
BODIES = (  # what is known of a variable after a condition, and of the numbers of a row
    "for k in range(1, n + 1):\n    if k < 3 or k > 6:\n        if k < 5: yield n - k\n"
    "        else: yield n - k + k % 2",
    "for k in range(1, n + 1):\n    if k < 3 or k > 6:\n        m = (k - 7) // 2 % 3\n        yield max(0, n - 1 - m)",
    "for k in range(1, n + 1):\n    if not (k >= 3 and k <= 6):\n        if k < 5: yield n - k",
    "for k in range(1, n + 1):\n    if k == 2 or k == 9 or k > 11:\n        if k > 2 and k < 12: yield (n - k) // 2\n"
    "        if k < 9: yield n - 1",
    "for x in TABLE[n % 3]:\n    if x > 4 and n >= x: yield n - x\n    if 0 < x < 4 and x <= n: yield (n - x) // 2",
    "for x in TABLE[2 - n % 2]:\n    if n > x: yield n - x - 1",
    "if 0 <= (x := n - 1) and 0 <= (y := x - 2): yield y\nif n > 5 and n % (z := n // 3) == 0: yield z",
    "for k in range(n):\n    if 0 <= (x := k - 1) and x < (y := n - 4): yield min(x, y)",
    "for k in range(1, n + 1):\n    if (k - 3) ** 2 < 6: yield n - k\n    if (2 - k) ** 2 == 9: yield n - 1",
)


def compile_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have small tables compiled too."""
    set_limits(monkeypatch, "engines.table", LOOK_SECONDS=0.0, WORTH_SECONDS=-1.0, LEAST_OPTIONS=1)


@pytest.mark.parametrize("body", BODIES)
def test_values_of_a_rule_are_those_of_the_definition(body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compile_all(monkeypatch)
    game = made("n", body, TABLE=TABLE)
    assert filled(game, (90,), 1) == by_hand(game, (90,))


@pytest.mark.parametrize("guard", ["b > k", "k <= b - 1", "b - k >= 1", "k <= a - 1 and k <= b"])
def test_a_diagonal_that_ends_one_short_is_no_ray(guard: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compile_all(monkeypatch)
    game = made("a, b", f"yield from ((a - k, b - k) for k in range(1, a + 1) if {guard})")
    assert not look(game).rays
    if "a" not in guard:
        assert filled(game, (9, 9), 1) == by_hand(game, (9, 9))


def test_text_of_a_number_that_python_does_not_write_may_fail() -> None:
    """Python writes numbers of up to 4,300 digits; `n` has 64 bits."""
    n = Var("n")
    short = (
        n,
        Bin("*", n, n),
        Unary("-", Bin("+", n, Const(2**9000))),
        Call("max", (n, Const(5))),
        Bin("//", n, Const(3)),
    )
    long = (
        Bin("**", n, Const(16)),
        Bin("<<", n, Const(4000)),
        Const(10**4300),
        Bin("*", Const(2**9000), Const(2**9000)),
    )
    for number in (*short, *long):
        assert never_fails(Joined(("at ", number))) == (number in short)
        assert never_fails(number)


@pytest.mark.parametrize("line", ["TABLE[0] += 1", "n[0] += 1", "k = hash(n)", "k = floor(n)", "k = sorted(n, n)"])
def test_what_is_not_compiled_is_refused(line: str) -> None:
    with pytest.raises(NotCompiled):
        look(made("n", f"{line}\nyield from range(n)", TABLE=TABLE, floor=math.floor))


def test_a_call_that_is_not_compiled_is_refused_by_its_name() -> None:
    with pytest.raises(NotCompiled, match=r"hash\(n\) is not compiled; write numbers, and functions of your own"):
        look(made("n", "yield from range(hash(n))"))


def test_a_state_that_is_a_truth_value_is_refused_where_it_is_returned() -> None:
    with pytest.raises(NotCompiled, match="return a number: write int"):
        form_of_function(made("n", "return n > 3").function)


def test_kernels_agree_why_one_stopped() -> None:
    assert options.ROOM == options.ROOM == couples.ROOM


MANY = (
    "for k in range(1, a + 1): yield a - k, b\nfor k in range(1, b + 1): yield a, b - k\nif a > 2: yield a - 3, b",
    "for k in range(1, min(a, b) + 1): yield a - k, b - k\nif b: yield a, b - 1\nif b > 1: yield a, b - 2",
    "if a: yield a - 1, b\nif b: yield a, b // 2\nif a and b: yield to((a - 1, b - 1))",
)


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("body", MANY)
def test_outcomes_are_those_of_the_definition(body: str, misere: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    compile_all(monkeypatch)
    game = made("a, b", body)
    assert filled(game, (11, 13), 1, True, misere) == by_hand(game, (11, 13), misere)
    assert filled(game, (11, 13), 1) == by_hand(game, (11, 13))
