"""Rules that leave each heap from some least one on: values of heaps beyond every table, and no rule that breaks late.

The values are those of the definition, or of the known formula: LightOJ 1296, and Iwan's "at most a k-th" (ARC 091 F).
"""

from __future__ import annotations

from itertools import pairwise

import pytest
from command import grundy
from drawn_intervals import plain_values
from written import body

import grundy as library
from grundy.errors import OutOfReach
from grundy.notation.typed import typed_rule
from grundy.theorems.inequalities import at_most
from grundy.theorems.linear import MoveSchema, Relation, number, variable
from grundy.theorems.reading import reading
from grundy.theorems.windows import window_theorem

PROVED = [
    "for k in range(1, n // 2 + 1): yield n - k",
    "for k in range(1, n // 5 + 1): yield n - k",
    "for k in range(n * 2 // 3, n): yield k",
    "for k in range(max(0, n - 7), n): yield k",
    "yield from range(n)",
    "for k in range(1, (n // 2 if n < 150 else n - 75 if n < 170 else 95) + 1): yield n - k",
    "for k in range(1, n + 1):\n    if 3 * k <= n: yield n - k",
    "if n >= 1: yield n - 1\nif n >= 4: yield n - 2",
]


@pytest.mark.parametrize("text", PROVED)
def test_values_and_moves_are_those_of_the_definition(text: str) -> None:
    rule = body(text)
    theorem = window_theorem(reading(rule).relation)
    assert theorem is not None
    heaps = 200 if "170" in text else 90  # that one is another rule from 170 on
    values = plain_values(rule, heaps)
    assert [theorem.nim_value(n) for n in range(heaps)] == values
    for n in range(0, heaps, 13):
        for value in range(5):
            left = {part for option in rule.options(n) for part in option.parts if values[part] == value}
            assert {part for ((part,),) in theorem.winning_moves(n, value=value)} == left


NOT_PROVED = {  # each breaks one condition alone, some of them far from 0
    "a gap": "for k in (1, 3):\n    if n >= k: yield n - k",
    "a gap at one heap": "for k in range(max(n - 9, 0), n):\n    if n != 40_000 or k != 39_995: yield k",
    "the least falls": "for k in range(1, (5 if n >= 10_000 else 0) + 1): yield n - k",
    "the least leaps": "for k in range(0 if n < 1000 else n - 998, n): yield k",
    "the least leaps at one heap": "for k in range(1, (n // 2 if n != 30_001 else 9) + 1): yield n - k",
    "two parts": "for k in range(n): yield to(k, 0)",
}


@pytest.mark.parametrize("name", NOT_PROVED)
def test_a_rule_that_breaks_late_is_not_proved(name: str) -> None:
    assert window_theorem(reading(body(NOT_PROVED[name])).relation) is None


def test_a_move_to_the_same_heap_is_not_proved() -> None:
    n = variable("n")
    one, same = MoveSchema((), at_most(number(1), n), ((n - 1,),)), MoveSchema((), at_most(number(1000), n), ((n,),))
    assert window_theorem(Relation(("n",), (one,))) is not None
    assert window_theorem(Relation(("n",), (one, same))) is None


def half_value(n: int) -> int:
    while n % 2:
        n //= 2
    return n // 2


def kth_value(n: int, k: int) -> int:
    while n % k:
        n -= n // k + 1
    return n // k


def test_two_piles_beyond_every_table_are_answered() -> None:
    """A theorem about P-positions answered one pile; two were refused."""
    rule = typed_rule("n -> n-k, for k in 1..n//2")
    result = library.solve(rule(10**9) + rule(10**9 - 1))
    assert result.nim_value == half_value(10**9) ^ half_value(10**9 - 1)
    assert result.evidence.status == "proved"
    moves = result.as_dict()["winning_moves"]
    assert moves
    for move in moves:
        other = (10**9 - 1, 10**9)[move["pile"] - 1]
        (heap,) = move["leave"]
        assert half_value(heap) == half_value(other)


@pytest.mark.parametrize("k", [3, 4, 10])
def test_prove_says_the_values_of_at_most_a_kth(k: int) -> None:
    proof = library.prove(f"rule:n -> n-j, for j in 1..n//{k}", what="nim-values")
    assert proof.status == "proved"
    for n in (0, 1, k, 10**9 - 1, 10**9, 10**12 + 7):
        assert proof.nim_value(n) == kth_value(n, k)
    heaps = list(range(10**6, 10**6 + 20))
    assert all(one != other for one, other in pairwise(map(proof.nim_value, heaps)))
    with pytest.raises(OutOfReach, match="no certificate"):
        proof.certificate()


def test_the_command_line_needs_no_pattern() -> None:
    done = grundy("prove", "rule:n -> n-j, for j in 1..n//7", "--at", "1000000007")
    assert done.status == 0
    assert f"nim-value {kth_value(10**9 + 7, 7)}" in done.out


@pytest.mark.parametrize(("text", "period"), [(PROVED[3], 8), (PROVED[5], 96)])
def test_where_as_many_heaps_are_left_values_repeat_at_any_size(text: str, period: int) -> None:
    """They were followed heap by heap, and refused beyond some thousands. From 170 on both take up to period - 1."""
    theorem = window_theorem(reading(body(text)).relation)
    assert theorem is not None
    values = plain_values(body(text), 200 + period)
    n = 10**9 + 7
    assert theorem.nim_value(n) == values[200 + (n - 200) % period]
    for value in (0, period - 1):
        left = [part for ((part,),) in theorem.winning_moves(n, value=value)]
        assert left == [n - k for k in range(1, period) if values[200 + (n - k - 200) % period] == value]
