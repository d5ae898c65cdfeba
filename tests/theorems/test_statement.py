"""Sentences about automata: those that hold are found, and say what the literature says."""

from __future__ import annotations

import pytest

from grundy.answering.boxes import table_of
from grundy.notation.expression import parse_rule
from grundy.theorems.claims import read_claim
from grundy.theorems.formulas import automaton, spread
from grundy.theorems.linear import holds
from grundy.theorems.numeration import NumerationSystem
from grundy.theorems.reading import reading
from grundy.theorems.search import Wish, prove
from grundy.theorems.statement import condition, statement
from grundy.theorems.theorem import Theorem

MARK = "rule:n -> n-1, if n >= 1; n -> n//2, if n >= 1"


def theorem_of(spec: str, wish: Wish = Wish()) -> Theorem:  # noqa: B008
    rule = parse_rule(spec)
    search = prove(reading(rule).relation, table_of(rule), wish)
    while True:
        try:
            next(search)
        except StopIteration as end:
            theorem: Theorem = end.value
            return theorem


@pytest.mark.parametrize(
    ("spec", "what", "said"),
    [
        # Fraenkel 2011, Aperiodic subtraction games
        (MARK, "p-positions", "n is a P-position iff n in binary ends in an odd number of zeros, or n is 0"),
        # Winning Ways, ch. 3, in Fibonacci digits
        ("wythoff", None, "a ≤ b is a P-position iff the Fibonacci form of a ends in an even number of zeros and b is "
         "that of a with one zero more, and (b, a) with it"),
        ("nim", None, "the nim-value of n is n"),
        # Winning Ways, ch. 4
        ("laskers-nim", None,
         "the nim-value of n ≥ 1 is n - 1 if n mod 4 is 0, n + 1 if n mod 4 is 3, else n; of 0 it is 0"),
        ("take-away:1,2", "p-positions", "n is a P-position iff n mod 3 is 0"),
        ("rule:(a,b) -> (a-k,b), for k in 1..a; (a,b) -> (a,b-k), for k in 1..b", "p-positions",
         "(a, b) is a P-position iff a = b"),
        ("rule:(a,b) -> (a-k,b), for k in 1..a; (a,b) -> (a,b-k), for k in 1..b", "nim-values",
         "the nim-value of (a, b) is a XOR b"),
        # all others lead to it
        ("rule:(a,b) -> (k,k), for k in 0..max(a,b)-1", "p-positions", "(a, b) is a P-position iff (a, b) is (0, 0)"),
        # each move takes away the last digit
        ("rule:n -> n//2, if n >= 1", "p-positions",
         "n is a P-position iff the number of digits of n in binary is 0 modulo 2, or n is 0"),
        # a third of n has the other last digit when it is doubled, 1 or 2
        ("rule:n -> 2*(n//3), if n >= 1 and n%3==0; n -> 0, if n%3==2", "p-positions",
         "n is a P-position iff the last digit of n in base 3 that is not 0 is 1, or n is 0"),
        # one of the games of GeeksforGeeks, Set 4: the first digit in base 12
        ("floor-division:2,3,6", "p-positions",
         "x is a P-position iff the first digit of x in base 12 is 6, 7, 8, 9, 10 or 11, or x is 0"),
    ],
)  # fmt: skip
def test_a_theorem_in_a_sentence(spec: str, what: str | None, said: str) -> None:
    assert statement(theorem_of(spec, Wish(what=what))) == said  # type: ignore[arg-type]


@pytest.mark.parametrize("system", [NumerationSystem(2), NumerationSystem(3), NumerationSystem(1, 1)])
@pytest.mark.parametrize("claim", ["n % 5 in (1, 3)", "n == 2 or n == 7", "n >= 3 and n % 2 == 0", "n < 0", "n >= 0"])
def test_a_linear_set_has_words_in_any_system(system: NumerationSystem, claim: str) -> None:
    formula = read_claim(claim, ["n"])
    words = condition(system, spread(system, automaton(system, formula), ("n",)))
    assert words
    assert "fits" not in words


def test_no_sentence_stands_that_is_not_true() -> None:
    almost = read_claim("n % 3 == 0 and n != 999", ["n"])  # the first numbers say n mod 3 is 0
    assert (
        condition(NumerationSystem(2), spread(NumerationSystem(2), automaton(NumerationSystem(2), almost), ("n",)))
        != "n mod 3 is 0"
    )
    assert not holds(almost, {"n": 999})
