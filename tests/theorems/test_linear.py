"""Formulas say what they mean, and read as people write them."""

from __future__ import annotations

import pytest

from grundy.theorems.linear import (
    FALSE,
    TRUE,
    AllOf,
    AnyOf,
    Compare,
    Congruent,
    Exists,
    Formula,
    MoveSchema,
    Negation,
    Relation,
    free_names,
    holds,
    number,
    options,
    variable,
)

N, K = variable("n"), variable("k")


@pytest.mark.parametrize(
    ("formula", "text", "true"),
    [
        (Compare(N - 3, "<="), "n <= 3", [0, 1, 2, 3]),
        (Compare(number(3) - N, "<="), "n >= 3", [3, 4, 5, 6, 7]),
        (Compare(N - 3, "=="), "n == 3", [3]),
        (Congruent(N - 1, 3), "n ≡ 1 (mod 3)", [1, 4, 7]),
        (Negation(Congruent(N, 2)), "not (n ≡ 0 (mod 2))", [1, 3, 5, 7]),
        (Exists(("k",), Compare(K * 3 - N + 1, "==")), "for some k: 3*k + 1 == n", [1, 4, 7]),
        (AllOf((Compare(number(2) - N, "<="), Compare(N - 5, "<="))), "n >= 2 and n <= 5", [2, 3, 4, 5]),
        (AnyOf((Compare(N - 1, "<="), Compare(number(6) - N, "<="))), "n <= 1 or n >= 6", [0, 1, 6, 7]),
        (TRUE, "true", list(range(8))),
        (FALSE, "false", []),
    ],
)
def test_a_formula_and_its_words(formula: Formula, text: str, true: list[int]) -> None:
    assert str(formula) == text
    assert [n for n in range(8) if holds(formula, {"n": n})] == true


def test_terms_have_one_form() -> None:
    assert N + K == K + N
    assert number(0) == N - N
    assert str((N * 2 - K - 3) * -1) == "k - 2*n + 3"
    assert (N * 2 + K).put("n", K * 3 + 1) == K * 7 + 2


def test_free_names_are_not_those_of_exists() -> None:
    assert free_names(AllOf((Exists(("k",), Compare(K - N, "==")), Congruent(variable("m"), 2)))) == {"n", "m"}


def test_options_of_a_relation() -> None:
    halves = MoveSchema(("q",), Compare(variable("q") * 2 - N, "=="), ((variable("q"),), (variable("q"),)), 3)
    take = MoveSchema((), Compare(number(1) - N, "<="), ((N - 1,),), 2)
    relation = Relation(("n",), (take, halves))
    assert str(relation) == "n -> n - 1, if n >= 1; n -> q & q, for all q with 2*q == n"
    assert sorted(options(relation, (4,))) == [((2,), (2,)), ((3,),)]
    assert sorted(options(relation, (3,))) == [((2,),)]
