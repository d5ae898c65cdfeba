"""What an error advises to write instead is the same game: rules before and after, compared by plain Python."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import pytest

from grundy.reading.writing import INSTEAD

NODE = type[ast.AST]
# a construct; the body of a rule of n with it; the same as is advised
ADVICE: list[tuple[NODE, str, str]] = [
    (ast.ListComp, "for m in [n - k for k in (1, 2) if k <= n]: yield m", "for k in (1, 2):\n  if k <= n: yield n - k"),
    (ast.SetComp, "if n and sum({k % 2 for k in (1, 3)}) == 1: yield n - 1", "if n and 1 == 1: yield n - 1"),
    (ast.DictComp, "for m in {k: k for k in range(n)}.values(): yield m", "for k in range(n): yield k"),
    (ast.GeneratorExp, "yield from (n - k for k in (1, 2) if k <= n)", "for k in (1, 2):\n  if k <= n: yield n - k"),
    (ast.Dict, "if n and {0: 1, 1: 0}[n % 2]: yield n - 1", "if n and (1, 0)[n % 2]: yield n - 1"),
    (
        ast.Set,
        "if n > 1 and len({n // 10, 7}) == 2: yield n - 2",
        "if n > 1 and len((7,) if n // 10 == 7 else (n // 10, 7)) == 2: yield n - 2",
    ),
    (ast.JoinedStr, "if n and f'{n}' != '7': yield n - 1", "if n and n != 7: yield n - 1"),
    (ast.Lambda, "if n: yield (lambda k: k // 2)(n)", "if n: yield n // 2"),
    (ast.Try, "try: m = (5, 0)[n - 6]\nexcept IndexError: return\nif n == 6: yield m", "if n == 6: yield 5"),
    (ast.With, "with suppress(IndexError): yield (0, 0, 1)[n]", "if n < 3: yield (0, 0, 1)[n]"),
    (ast.Match, "match n:\n  case 0: pass\n  case _: yield n - 1", "if n == 0: pass\nelse: yield n - 1"),
    (ast.FunctionDef, "def half(k): return k // 2\nif n: yield half(n)", "if n: yield n // 2"),
    (ast.ClassDef, "class A: k = 1\nif n: yield n - A.k", "k = 1\nif n: yield n - k"),
    (ast.Import, "import math\nif n: yield n - math.gcd(n, 1)", "if n: yield n - gcd(n, 1)"),
    (ast.ImportFrom, "from math import gcd\nif n: yield n - gcd(n, 1)", "if n: yield n - gcd(n, 1)"),
    (ast.Global, "global ONE\nif n: yield n - ONE", "if n: yield n - ONE"),
    (ast.Nonlocal, "", ""),
    (ast.Delete, "m = n\ndel m\nif n: yield n - 1", "m = n\nif n: yield n - 1"),
    (ast.Await, "", ""),
    (ast.Yield, "if n: m = yield n - 1", "if n: yield n - 1"),
    (ast.YieldFrom, "m = yield from range(n)", "yield from range(n)"),
    (ast.Slice, "for k in (1, 2, 3)[1:3]:\n  if k <= n: yield n - k", "for k in (2, 3):\n  if k <= n: yield n - k"),
    (ast.Div, "if n and n / 2 == 3: yield n - 1", "if n and n == 2 * 3: yield n - 1"),
    (ast.MatMult, "", ""),
    (ast.Is, "if n and (n > 2) is (n > 4): yield n - 1", "if n and (n > 2) == (n > 4): yield n - 1"),
    (ast.IsNot, "if n and (n > 2) is not (n > 4): yield n - 1", "if n and (n > 2) != (n > 4): yield n - 1"),
]
NONE_IN_A_RULE = {ast.Nonlocal, ast.Await, ast.MatMult}  # no function of numbers alone can have these


def options(body: str, n: int) -> set[Any]:
    """What the rule with this body leaves, by Python alone."""
    scope: dict[str, Any] = {"suppress": suppress, "ONE": 1}
    exec("from math import gcd\ndef rule(n):\n" + "".join(f"    {line}\n" for line in body.split("\n")), scope)
    left: Iterable[Any] = scope["rule"](n)
    return set(left)


@pytest.mark.parametrize(("node", "before", "after"), ADVICE)
def test_advice_leaves_the_game_as_it_is(node: NODE, before: str, after: str) -> None:
    if node in NONE_IN_A_RULE:
        return
    kinds = {type(each) for each in ast.walk(ast.parse(f"def rule(n):\n  if 1:\n{_inside(before)}"))}
    assert node in kinds
    for n in range(120):
        assert options(before, n) == options(after, n), n


def _inside(body: str) -> str:
    return "".join(f"    {line}\n" for line in body.split("\n"))


def test_every_advice_is_compared() -> None:
    assert {node for node, _, _ in ADVICE} == set(INSTEAD)


def test_what_once_changed_the_game_is_advised_no_more() -> None:
    """n / 2 == 3 is not n // 2 == 3; a set counts twice 7 once; `with suppress` left out raises."""
    assert options("if n and n / 2 == 3: yield n - 1", 7) != options("if n and n // 2 == 3: yield n - 1", 7)
    assert not INSTEAD[ast.Div].startswith("write //")
    for words in (INSTEAD[ast.Set], INSTEAD[ast.SetComp]):
        assert "twice" in words and "may be yielded twice" not in words
    assert "without it" not in INSTEAD[ast.With]
