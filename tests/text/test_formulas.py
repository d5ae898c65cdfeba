"""A formula is what Python makes of the same text, wherever it is typed; its functions are those of the documents."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import reduce
from operator import xor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.errors import BadText
from grundy.notation.typed import typed_rule
from grundy.patterns.guess import parse_guess
from grundy.text.formulas import FUNCTIONS, read_formula
from grundy.text.reader import Text

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "formulas.md"
PYTHON = {"gcd": math.gcd, "isqrt": math.isqrt, "lcm": math.lcm, "xor": lambda *numbers: reduce(xor, numbers)}


def numbers(names: list[str]) -> st.SearchStrategy[str]:
    """Texts of numbers over some names."""

    def larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        several = st.lists(inner, min_size=2, max_size=3).map(", ".join)
        return st.one_of(
            st.tuples(inner, st.sampled_from(["+", " - ", "*", "//", " % ", "^"]), inner).map("".join),
            st.tuples(st.sampled_from(["gcd", "lcm", "max", "min", "xor"]), several).map(
                lambda pair: f"{pair[0]}({pair[1]})"
            ),
            inner.map(lambda text: f"isqrt(abs({text}))"),
            inner.map(lambda text: f"({text})"),
            inner.map(lambda text: f"-{text}"),
        )

    return st.recursive(st.sampled_from([*names, "0", "1", "2", "3", "17"]), larger, max_leaves=8)


def formulas(names: list[str]) -> st.SearchStrategy[str]:
    """Numbers, conditions and cases."""
    number = numbers(names)
    marks = st.sampled_from(["<", "<=", " > ", ">=", "==", "!=", " = "])
    comparison = st.tuples(number, marks, number).map("".join)
    condition = st.lists(st.tuples(comparison, st.sampled_from([" and ", " or "])), min_size=1, max_size=3)
    condition = condition.map(lambda parts: "".join(word for part in parts for word in part).rsplit(" ", 2)[0])
    case = st.tuples(number, condition, number).map(lambda parts: f"{parts[0]} if {parts[1]} else {parts[2]}")
    return st.one_of(number, condition, case)


def in_python(text: str, **state: int) -> int | None:
    """What Python says; None where it divides by 0."""
    same = re.sub(r"(?<![<>=!])=(?!=)", "==", text)
    try:
        return int(eval(same, dict(PYTHON), state))
    except ZeroDivisionError:
        return None


def value(function: Callable[[], object]) -> int | None:
    try:
        return int(function())  # type: ignore[call-overload, no-any-return]
    except ZeroDivisionError:
        return None


@given(formulas(["n"]), st.integers(0, 99))
def test_a_guess_is_what_python_says(text: str, n: int) -> None:
    assert read_formula(Text(text, "<argument>"), {"n": "n"}) is not None, "a formula, not any Python"
    guess = parse_guess(text).make(lambda m: m)
    assert value(lambda: guess(n)) == in_python(text, n=n)


@given(numbers(["n"]), st.integers(1, 99))
def test_a_rule_in_one_line_is_what_a_guess_says(text: str, n: int) -> None:
    """A number that a rule leaves is 0 or more and less than it was."""
    wanted = in_python(text, n=n)
    if wanted is None or len(text) > 150:
        return
    (option,) = typed_rule(f"n -> max(0,min(n-1,{text})), if n > 0").options(n)
    assert option.parts == (max(0, min(n - 1, wanted)),)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("abs(1,2)", "1:8"),
        ("gcd(n)", "1:6"),
        ("n if n", "1:7"),
        ("n if n > 1", "1:11"),
        ("n if n > 1 else", "1:16"),
        ("n and n > 1", "1:3"),
        ("n > 1 or n", "1:11"),
        ("n n", "1:3"),
        ("sin(n)", "1:1"),
        ("n ^", "1:4"),
        ("", "1:1"),
    ],
)
def test_what_is_wrong_has_its_place(text: str, place: str) -> None:
    read = Text(text, "<argument>")
    assert read_formula(read, {"n": "n"}) is None
    with pytest.raises(BadText, match=f"^<argument>:{place}: expected "):
        read.close()


def test_binding_is_that_of_python() -> None:
    """2 + 1 ^ 1 is (2 + 1) ^ 1, and -1 % 4 is (-1) % 4."""
    for text, number in (("2+1^1", 2), ("1^2+1", 2), ("-1%4", 3), ("2*3^1", 7), ("1 if 2 ^ 2 = 0 else 3", 1)):
        assert parse_guess(text).make(lambda m: m)(0) == number


def test_the_documents_list_the_functions() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \| (.*?) \|$", PAGE.read_text(encoding="utf-8"), flags=re.M)
    of = {None: "two or more numbers", 1: "one number"}
    assert rows == [(name, of[function.most], function.says) for name, function in FUNCTIONS.items()]
