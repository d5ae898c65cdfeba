"""Numbers and words that no question has are refused in the library as on the command line."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from steps import Steps

import grundy
from grundy.errors import BadRule, BadText, OutOfReach, Stopped

BOARD = "cram 4x5"

REFUSED: list[tuple[Callable[[], Any], str]] = [
    (lambda: grundy.genera("kayles", -1), "expected a last heap from 0 on, found -1"),
    (lambda: grundy.misere_quotient("kayles", -1), "expected a last heap from 0 to 1000000, found -1"),
    (lambda: grundy.period("kayles", 0), "expected a number of heaps from 1 on, found 0"),
    (lambda: grundy.atlas(digits=0), "expected a number of digits from 1 to 4, found 0"),
    (lambda: grundy.atlas(digits=5), "expected a number of digits from 1 to 4, found 5"),
    (lambda: grundy.atlas("0.77", limit=0), "expected a number of heaps from 1 on, found 0"),
    (lambda: grundy.atlas("0.77", limit=9, cores=0), "expected a number of cores from 1 on, found 0"),
    (lambda: grundy.solve(BOARD, cores=-1), "expected a number of cores from 1 on, found -1"),
    (lambda: grundy.batch([BOARD], cores=0), "expected a number of cores from 1 on, found 0"),
    (lambda: grundy.batch([BOARD], moves=-1), "expected a number of moves from 0 on, found -1"),
    (lambda: grundy.solve(BOARD, method="fast"), r"expected a method \(auto, .*mex\), found 'fast'"),  # type: ignore[arg-type]
    (lambda: grundy.guess([]), "expected 4 numbers or more, found 0"),
    (lambda: grundy.guess([[], []]), "expected 4 numbers or more, found 0"),
    (lambda: grundy.guess([1.5, 2, 3, 4]), "expected whole numbers from 0 on, found 1.5"),
    (lambda: grundy.guess([0, 1, [2], 3]), "expected rows of numbers, or numbers alone, found both"),
    (
        lambda: grundy.prove("nim", what="values"),
        r"is about \(p-positions, nim-values\), found 'values'",
    ),  # type: ignore[arg-type]
    (lambda: grundy.stress("nim", []), "expected a program and its arguments, .* found none"),
    (lambda: grundy.stress("nim", ["true"], cases=0), "expected a number of cases from 1 on, found 0"),
    (lambda: grundy.stress("nim", ["true"], parts=0), "expected a number of parts from 1 on, found 0"),
    (lambda: grundy.stress("nim", ["true"], answers="x"), r"expected answers \(winner, value, move\), found 'x'"),  # type: ignore[arg-type]
    (lambda: grundy.chess_rows(-1), "chess-rows: expected a width from 1 to 1,000,000, found -1"),
    (lambda: grundy.chess_rows(1.5), "chess-rows: expected a width from 1 to 1,000,000, found 1.5"),  # type: ignore[arg-type]
    (lambda: grundy.take_and_break("0.7", kind="x"), r"expected a kind \(octal, .*\), found 'x'"),
    (lambda: grundy.kayles.nim_values(-1), "expected a number of states from 0 on, found -1"),
    # the ends were cut to 0 and 1
    (
        lambda: grundy.graph_values([0, 1, 1], [1.7]),
        r"indices as a row of integers, found float64 \(1,\)",
    ),  # type: ignore[arg-type]
    (lambda: grundy.graph_values([[0, 1]], [0]), r"indptr as a row of integers, found int64 \(1, 2\)"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("question", "message"), REFUSED)
def test_what_no_question_has(question: Callable[[], Any], message: str) -> None:
    """An atlas to heap -1 had proved periods, a quotient of no heaps an element, and a misspelt method was another."""
    with pytest.raises(BadRule, match=message):
        question()


def test_a_rule_is_made_of_a_function() -> None:
    """Python's words were "3 is not a callable object"."""
    with pytest.raises(TypeError, match="rule: expected a function of a state, found 3"):
        grundy.rule(3)  # type: ignore[call-overload]


def test_more_states_than_a_list_has() -> None:
    """It was an OverflowError of Python's."""
    with pytest.raises(
        OutOfReach, match="nim_values lists fewer than 2\\^63 states, found 1,000,000,000,000,000,000,000"
    ):
        grundy.kayles.nim_values(10**21)


@pytest.mark.parametrize(
    ("game", "guess", "found"),
    [
        ("nim", len, r"n = 0, found TypeError: object of type 'int' has no len\(\)"),
        ("nim", 5, "n = 0, found TypeError: 'int' object is not callable"),
        ("wythoff", lambda n: n, r"\(0, 0\), found TypeError: .*takes 1 positional argument"),
        ("nim", lambda n: n / 1, "n = 0, found 0.0"),
    ],
)
def test_guesses_that_cannot_be_called(game: str, guess: Any, found: str) -> None:
    """A function with another number of arguments, or one of Python's own that failed, was an UnboundLocalError."""
    with pytest.raises(BadText, match=f"expected an integer from the guess at {found}"):
        grundy.check(game, guess, upto=5)


def test_lists_and_numbers_of_numpy_are_taken() -> None:
    """Lists of numbers of NumPy were none, and arcs as lists an AttributeError."""
    assert grundy.graph_values([0, 0, 1, 3], [0, 0, 1]).tolist() == [0, 1, 2]  # type: ignore[arg-type]
    assert grundy.graph_values([0], []).tolist() == []  # type: ignore[arg-type]
    assert repr(grundy.guess([np.int64(n % 3) for n in range(20)])) == repr(grundy.guess([n % 3 for n in range(20)]))


LONG = 10**5000
TAKEN: list[Callable[[int], Any]] = [
    lambda n: grundy.table("kayles", n),
    lambda n: grundy.table("wythoff", box=(n, 3)),
    lambda n: grundy.sequence("kayles", n),
    lambda n: grundy.period("kayles", n),
    lambda n: grundy.atlas("0.77", limit=n),
    lambda n: grundy.misere_quotient("kayles", n),
    lambda n: grundy.genera("kayles", to=n),
    lambda n: grundy.check("nim", "n", n),
]


@pytest.mark.parametrize("question", TAKEN)
@pytest.mark.parametrize("number", [LONG, -LONG], ids=["long", "negative"])
def test_numbers_of_more_digits_than_python_writes(question: Callable[[int], Any], number: int) -> None:
    """Most ended in Python's ValueError about digits."""
    with pytest.raises(BadRule, match=r"number of 5,001 digits$"):
        question(number)


def test_more_terms_than_a_list_may_have() -> None:
    """This was an OverflowError of Python's."""
    with pytest.raises(OutOfReach, match=r"fewer than 2\^63 terms"):
        grundy.sequence("kayles", 10**100)


LIMITED: list[Callable[..., Any]] = [
    lambda **limit: grundy.sequence("kayles", 9, **limit),
    lambda **limit: grundy.solve("kayles 5", **limit),
    lambda **limit: grundy.judge("piles", "3 4\n", **limit),
    lambda **limit: grundy.stress("nim", ["true"], **limit),
]


@pytest.mark.parametrize("question", LIMITED)
@pytest.mark.parametrize("limit", ["time_limit", "memory"])
def test_limits_that_nothing_can_have(question: Callable[..., Any], limit: str) -> None:
    """Negative ones were taken for none, or said `-0.00 GiB allowed`; long ones ended in an OverflowError."""
    whole_numbers = {-1: "-1", -LONG: "a negative number of 5,001 digits", LONG: "a number of 5,001 digits"}
    for number, words in {**whole_numbers, math.nan: "nan", True: "True", (2,): r"\(2,\)"}.items():
        with pytest.raises(BadRule, match=f"expected a.* that is a number from 0 on, found {words}$"):
            question(**{limit: number})


def test_a_limit_below_one_is_a_limit() -> None:
    with Steps(each=0.3), pytest.raises(Stopped):
        grundy.period("grundys-game", 10**6, time_limit=0.5)


def test_memory_alone_is_a_limit_of_a_search() -> None:
    """Without one, a search without an end is refused."""
    with Steps(stop=lambda chunk: True), pytest.raises(KeyboardInterrupt):
        grundy.solve(f"rectangle {'/'.join(['1' * 12] * 12)}", memory=2**40)


def test_limits_without_an_end() -> None:
    """Infinity and None are no limits."""
    assert list(grundy.sequence("kayles", 3, time_limit=math.inf, memory=math.inf)) == [0, 1, 2, 3]  # type: ignore[arg-type]
