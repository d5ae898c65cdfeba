"""Expressions of nimbers: what they are worth, and the place of what is wrong."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from grundy import nimber
from grundy.errors import BadNimber, BadText, OutOfReach

Tree = tuple[str, int]  # the text of an expression and its value


def joined(trees: some.SearchStrategy[Tree]) -> some.SearchStrategy[Tree]:
    """Two expressions with an operator between them, by Python's own precedence made explicit in brackets."""

    def join(left: Tree, mark: str, right: Tree) -> Tree:
        values = {"+": left[1] ^ right[1], "*": nimber.multiply(left[1], right[1])}
        if mark == "/":
            values["/"] = nimber.divide(left[1], right[1]) if right[1] else -1
        return f"({left[0]}){mark} ({right[0]})", values[mark]

    return some.builds(join, trees, some.sampled_from("+*/"), trees).filter(lambda tree: tree[1] >= 0)


trees = some.recursive(some.integers(0, 300).map(lambda n: (str(n), n)), joined, max_leaves=8)


@given(trees)
def test_expression_has_the_value_of_its_parts(tree: Tree) -> None:
    assert nimber.evaluate(tree[0]) == tree[1]


def test_what_comes_first() -> None:
    assert nimber.evaluate("1 + 2*3**2") == 1 ^ nimber.multiply(2, nimber.square(3))
    assert nimber.evaluate("7/4*5") == nimber.multiply(nimber.divide(7, 4), 5)
    assert nimber.evaluate("9 - 3 ^ 5") == 9 ^ 3 ^ 5
    assert nimber.evaluate("sqrt(square(77)) + log(power, 2)".replace("log(power, 2)", "log(3, 2)")) == 77 ^ 2
    assert nimber.evaluate("(2 ** -1) ** 2") == nimber.power(nimber.power(2, -1), 2)


def test_deep_brackets_and_long_sums_need_no_recursion() -> None:
    deep = 50_000
    assert nimber.evaluate("(" * deep + "6" + ")" * deep) == 6
    assert nimber.evaluate("+".join(["6"] * deep)) == 0


@pytest.mark.parametrize(
    ("expression", "column", "expected"),
    [
        ("", 1, "a number, '(' or a function"),
        ("2 +", 4, "a number, '(' or a function"),
        ("1 2", 3, "an operator"),
        ("(1", 3, "or ')'"),
        ("1)", 2, "or the end"),
        ("4/(2 + 2) + 1", 2, "a divisor that is not 0"),
        ("foo(3)", 1, "a function (inverse, sqrt, square, trace, order, log)"),
        ("sqrt 3", 6, "'('"),
        ("log(3)", 6, "2 numbers in the brackets of log, found 1"),
        ("sqrt(2, 3)", 10, "1 number in the brackets of sqrt, found 2"),
        ("2**x", 4, "an ordinary integer"),
        ("(1 + 1) ** -1", 9, "a power of 0 that is not negative"),
        ("2 ** -1 ** 2", 9, "brackets round a power"),  # in Python 2 ** -(1 ** 2), another number
        ("3 + inverse(1 + 1)", 5, "a number that is not 0 in the brackets of inverse, found 0"),
        ("9" * 4301, 1, "at most 4,300 digits"),
        ("3 \u2297 4", 3, "an operator"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(expression: str, column: int, expected: str) -> None:
    with pytest.raises(BadText) as refused:
        nimber.evaluate(expression)
    (finding,) = refused.value.findings
    assert (finding.line, finding.column) == (1, column)
    assert expected in str(finding)


def test_what_a_function_refuses_is_refused() -> None:
    with pytest.raises(BadNimber, match=r"<argument>:1:5: log of 4 to base 2: no power of 2 is 4"):
        nimber.evaluate("1 + log(4, 2)")
    with pytest.raises(BadNimber, match=r"<argument>:2:1: order of 0"):
        nimber.evaluate("1 +\norder(0)")
    with pytest.raises(OutOfReach, match=r"<argument>:1:1: a logarithm of numbers of 135 bits"):
        nimber.evaluate(f"log({2**134}, 3)")
