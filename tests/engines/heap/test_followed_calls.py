"""Calls in a rule's code are followed as what they do, and no function of others is taken for one of Python's own."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_followed_rules import by_definition, rules

from grundy.answering.sequence import period
from grundy.engines.heap import recognize

OTHERS = """
def swapped(a, b): return divmod(b, 3)
def least(*numbers): return max(numbers)
def size(number): return number + (number == 700)
"""
HELPERS = {
    "a pair": ("q, r = swapped(n, n)\nif n: yield n - 1\nif q: yield 3 * (q - 1) + r", 3),
    "a number": ("if n: yield size(n) - 1", 1),
    "a number less": ("if n > 3: yield n - size(2)", 2),
}
CALLED = {
    "one of two": "if n > 3: yield n - least(1, 3)\nif n: yield n - 1 if n != 700 else 3",
    "one argument of two": "q, r = divmod(*(n, 3), n)\nif q: yield r",
}


@pytest.mark.parametrize("name", CALLED)
def test_functions_of_others_are_not_followed(name: str, tmp_path: Path) -> None:
    read = recognize.reading(rules(tmp_path, CALLED[name], OTHERS))
    assert read.shape is None
    assert "is not followed" in read.why


@pytest.mark.parametrize("name", HELPERS)
def test_helpers_are_followed_as_what_they_do(name: str, tmp_path: Path) -> None:
    text, longest = HELPERS[name]
    read = recognize.reading(rules(tmp_path, text, OTHERS))
    assert isinstance(read.shape, recognize.Local), read.why
    assert read.shape.longest == longest
    for n in (*range(read.start, read.start + 9), 7000):
        moves = read.moves[n % len(read.moves)]
        assert {parts for move in moves for parts in move.lefts(n)} == {each.parts for each in read.rule.options(n)}


ROWS = {
    "the largest of a pair": "for k in (1, 3): yield max((n - k, 0))\nif n > 5: yield n - min([2, 5])",
    "the largest of a few": "if n > 2: yield n - max(1, 2, -3)\nyield max(*(n - 1, 0))",
    "the least of one": "yield n - min((1,))\nif n > 4: yield n - max([4])",
}


@pytest.mark.parametrize("name", ROWS)
def test_the_largest_of_a_row_is_followed(name: str, tmp_path: Path) -> None:
    rule = rules(tmp_path, f"if n == 0: return\n{ROWS[name]}")
    result = period(rule)
    assert result.status == "proved", result.evidence.reason
    assert result.repetition is not None
    p, e = result.repetition.period, result.repetition.preperiod
    values = by_definition(rule, 60 + e + 3 * p)
    assert all(values[n + p] == values[n] for n in range(e, len(values) - p))
