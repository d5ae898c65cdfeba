"""Rules written twice: as relations by hand, and as the programs that judge what is proved of them."""

from __future__ import annotations

from collections.abc import Iterable

from grundy.model.rule import rule
from grundy.runs.chunk import Chunk
from grundy.theorems.linear import AllOf, Compare, Formula, Linear, MoveSchema, Relation, number, variable
from grundy.theorems.search import Open, Search
from grundy.theorems.theorem import Theorem

N, A, B, K, Q = map(variable, "nabkq")


def at_most(one: Linear | int, two: Linear | int) -> Compare:
    """one <= two"""
    left = number(one) if isinstance(one, int) else one
    return Compare(left - two, "<=")


def clause(bound: str, guard: Iterable[Formula], *parts: tuple[Linear, ...]) -> MoveSchema:
    """One way to move; each letter of `bound` is a bound name."""
    return MoveSchema(tuple(bound), AllOf(tuple(guard)), parts)


def half(positive: int = 1) -> MoveSchema:
    """n -> n // 2, from some number on."""
    return clause("q", [at_most(positive, N), at_most(Q * 2, N), at_most(N, Q * 2 + 1)], (Q,))


MARK = Relation(("n",), (clause("", [at_most(1, N)], (N - 1,)), half()))
WYTHOFF = Relation(
    ("a", "b"),
    (
        clause("k", [at_most(1, K), at_most(K, A)], (A - K, B)),
        clause("k", [at_most(1, K), at_most(K, B)], (A, B - K)),
        clause("k", [at_most(1, K), at_most(K, A), at_most(K, B)], (A - K, B - K)),
    ),
)


@rule
def mark(n):  # type: ignore[no-untyped-def]
    """Take one, or go to the half."""
    if n >= 1:
        yield n - 1
        yield n // 2


@rule
def wythoff(a, b):  # type: ignore[no-untyped-def]
    """Take from one heap, or equally many from both."""
    for k in range(1, a + 1):
        yield a - k, b
    for k in range(1, b + 1):
        yield a, b - k
    for k in range(1, min(a, b) + 1):
        yield a - k, b - k


def answer(search: Search) -> Theorem | Open:
    """What a search comes to."""
    while True:
        try:
            assert isinstance(next(search), Chunk)
        except StopIteration as done:
            proof: Theorem | Open = done.value
            return proof


def proved(search: Search) -> Theorem:
    """The theorem that a search comes to."""
    theorem = answer(search)
    assert isinstance(theorem, Theorem), theorem
    return theorem
