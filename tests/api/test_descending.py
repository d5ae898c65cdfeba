"""A measure that every move of a rule must lower: `measure=` and `--measure`."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from command import grundy as run

import grundy
from grundy.api.states import with_measure
from grundy.errors import BadRule, BadText
from grundy.reading.identity import identity

SOURCE = """import grundy


@grundy.rule
def late(n):
    if n == 600:
        yield 0
    elif n:
        yield n - 1 if n != 500 else 600
"""


@grundy.rule
def late(n):  # type: ignore[no-untyped-def]
    """Rises where nobody looks first."""
    if n == 600:
        yield 0
    elif n:
        yield n - 1 if n != 500 else 600


LATE = "1 if n == 600 else 2 if n == 500 else n"


@grundy.rule
def odometer(a, b, *, most=5):  # type: ignore[no-untyped-def]
    """Raise the first number, or lower the second and set the first anew."""
    for more in (1, 2):
        if a + more <= most:
            yield a + more, b
    if b:
        yield 0, b - 1


@cache
def value(a: int, b: int, most: int) -> int:
    """By the definition, on the rule as it is."""
    after = {value(*left, most) for left in odometer.function(a, b, most=most)}
    return next(v for v in range(len(after) + 1) if v not in after)


@cache
def is_won(a: int, b: int, most: int) -> bool:
    """In misère play."""
    after = [is_won(*left, most) for left in odometer.function(a, b, most=most)]
    return not all(after) if after else True


def test_a_table_is_filled_along_a_measure() -> None:
    """A rule that rises late was refused, and nothing that a person wrote would fill its table."""
    values = [n % 2 for n in range(500)] + [(n + 1) % 2 if n == 600 else n % 2 for n in range(500, 1000)]
    for at in range(600, 1000):  # 600 leads to 0 alone
        values[at] = 1 if at == 600 else 1 - values[at - 1]
    with pytest.raises(BadRule, match=r"or say what each move lowers: '--measure EXPRESSION' \(measure=...\)"):
        grundy.table(late, 1000)
    assert list(grundy.table(late, 1000, measure=LATE).values) == values
    assert grundy.sequence(late, 999, measure=LATE)[:] == values
    assert grundy.check(late, lambda n: values[n], 999, measure=LATE).holds
    assert grundy.check(late, "n % 2", 999, measure=LATE).at == next(n for n in range(1000) if values[n] != n % 2)
    assert list(grundy.table(late, [700, 3], measure=LATE).values) == [values[700], values[3]]
    assert grundy.sequence(late, 3, of="n + 600", measure=LATE)[:] == values[600:604]


@pytest.mark.parametrize("measure", ["(b, 9 - a)", lambda a, b: 10 * b + 9 - a])
def test_a_measure_of_several_numbers(measure: str | Callable[..., int]) -> None:
    rule = odometer.bind(most=7)
    table = grundy.table(rule, box=(8, 5), measure=measure)
    assert all(table[a, b] == value(a, b, 7) for a in range(8) for b in range(5))
    lost = [(a, b) for a in range(8) for b in range(5) if not is_won(a, b, 7)]
    assert grundy.table(rule, box=(8, 5), measure=measure, misere=True).p_positions() == lost
    assert grundy.check(rule, lambda a, b: is_won(a, b, 7), 4, measure=measure, misere=True).holds


@pytest.mark.parametrize(
    ("measure", "found"),
    [
        ("n", r"state 500 yields 600: expected a move that lowers the measure n, found 500 before it and 600 after it"),
        ("n // 2", "state 1 yields 0: expected a move that lowers the measure n // 2, found 0 before it and 0 after"),
        ("(1, n) if n == 3 else n", r"found \(1, 3\) before it and 2 after it"),
        ("n - 10", "n - 10 at state 0: expected a measure that is a whole number from 0 on, or a tuple.*found -10"),
        ("n / 2", r"n / 2 at state 0: .*found 0.0"),
        ("()", r"found \(\)"),
        ("1 // n", "1 // n at state 0: .*found ZeroDivisionError"),
        (lambda n: "high", "found 'high'"),
        (7, "expected a measure that is a function or an expression, found 7"),
    ],
)
def test_a_wrong_measure_is_refused_with_what_shows_it(measure: Any, found: str) -> None:
    with pytest.raises(BadRule, match=found):
        grundy.table(late, 700, measure=measure)


def test_a_measure_is_an_expression_over_the_state() -> None:
    with pytest.raises(BadText, match="expected n or a function of Python's, found 'm'"):
        grundy.sequence(late, 5, measure="m")
    with pytest.raises(BadText, match=r"expected a measure of the state alone, as in '50 - n', found a value G"):
        grundy.sequence(late, 5, measure="G(n)")
    with pytest.raises(BadRule, match="kayles: its moves are known; a measure goes with a rule of your own"):
        grundy.table("kayles", 5, measure="n")
    with pytest.raises(BadRule, match="loopy= is for play that may return, and a measure"):
        grundy.sequence(late, 5, measure="n", loopy=True)


def test_an_answer_along_a_measure_is_not_compiled_and_says_so() -> None:
    reason = grundy.table(late, [30_000], measure=LATE).evidence.reason
    assert "in plain Python" in reason and f"each move is compared with the measure {LATE}" in reason


def test_a_rule_with_another_measure_is_another_rule() -> None:
    """Else a run that was refused would be resumed with the measure that is right."""
    plain, one, other = late, with_measure(late, "n"), with_measure(late, LATE)
    assert len({identity(plain), identity(one), identity(other)}) == 3 and with_measure(late, LATE) != one


def test_the_command_line_takes_a_measure(tmp_path: Path) -> None:
    file = tmp_path / "late.py"
    file.write_text(SOURCE)
    done = run("table", str(file), "--to", "700", "--measure", LATE, "--json")
    assert done.status == 0 and len(json.loads(done.out)["values"]) == 701
    done = run("sequence", str(file), "--to", "700", "--measure", "n")
    assert done.status == 2 and "state 500 yields 600: expected a move that lowers the measure n" in done.err
    assert run("check", str(file), "n % 2", "--to", "499", "--measure", LATE).status == 0
    done = run("table", str(file), "--to", "700", "--measure", LATE, "--out", str(tmp_path / "t.npy"))
    assert done.status == 2 and "leave out --out" in done.err
