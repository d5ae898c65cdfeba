"""P-positions of pairs that residues tell are said by residues, in normal and in misère play; it was an automaton."""

from __future__ import annotations

import re
from functools import cache

import pytest

import grundy


@grundy.rule
def double(m, n):  # type: ignore[no-untyped-def]
    """Take 1 to 3 chips from one of two stacks."""
    for k in range(1, 4):
        if k <= m:
            yield m - k, n
        if k <= n:
            yield m, n - k


@cache
def loses(m: int, n: int, misere: bool) -> bool:
    after = list(double.function(m, n))
    return not (misere and not after) and not any(loses(*left, misere) for left in after)


@pytest.mark.parametrize(
    ("misere", "words"),
    [
        (True, "(m, n) is a P-position iff (m mod 4, n mod 4) is one of (0, 1), (1, 0), (2, 2), (3, 3)"),
        (False, "(m, n) is a P-position iff m ≡ n (mod 4)"),
    ],
)
def test_residues_of_two_numbers_are_named(misere: bool, words: str) -> None:
    proof = grundy.prove(double, misere=misere, what="p-positions")
    assert words in str(proof)
    pairs = [tuple(map(int, pair)) for pair in re.findall(r"\((\d), (\d)\)", words)] or [(n, n) for n in range(4)]
    for m in range(20):
        for n in range(20):
            assert loses(m, n, misere) == ((m % 4, n % 4) in pairs)
