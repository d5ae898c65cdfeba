"""The contest problems of examples/contests: the samples of their statements, and small cases by brute force."""

from __future__ import annotations

import doctest
import runpy
from functools import cache
from inspect import isfunction
from pathlib import Path
from random import Random
from typing import Any

import pytest

import grundy
from grundy.judges import Judge

FOLDER = Path(__file__).parents[2] / "examples" / "contests"
EULER = ("pe260", "pe306", "pe459", "pe509", "pe550")
# Of the statements; the samples in the files are theirs as well.
MORE_SAMPLES = (
    ("cf603c", "1 2\n3\n", "Nicky\n"),
    ("cf305e", "abcde\n", "Second\n"),
    ("cf1091h", "1 2\n0 3 9\n", "Alice\nBob\n"),
    (
        "cf1091h",
        "10 133\n-248 -193 -187\n97 101 202\n-72 67 91\n23 89 215\n-129 -108 232\n-223 -59 236\n-99 86 242\n"
        "-137 -109 -45\n-105 173 246\n-44 228 243\n",
        "Bob\nAlice\n",
    ),
    ("abc255g", "1 5\n5\n5 1\n5 2\n5 3\n5 4\n5 5\n", "Aoki\n"),
)


@cache
def names_of(name: str) -> dict[str, Any]:
    return runpy.run_path(str(FOLDER / f"{name}.py"))


FORMATS = ("cf1194d", "cf603c", "cf305e", "cf1091h", "abc206f", "abc255g")


def test_every_file_is_here() -> None:
    assert {file.stem for file in FOLDER.glob("*.py")} == {
        *FORMATS,
        *EULER,
        "cf603c_brute",
        "cf603c_forgotten",
        "cf603c_submission",
        "cf603c_move",
    }


@pytest.mark.parametrize("name", FORMATS)
def test_the_sample(name: str) -> None:
    judge: Judge = names_of(name)["FORMAT"]
    assert grundy.judge(judge, judge.sample_in) == judge.sample_out


@pytest.mark.parametrize(("name", "given", "expected"), MORE_SAMPLES)
def test_other_samples(name: str, given: str, expected: str) -> None:
    assert grundy.judge(names_of(name)["FORMAT"], given) == expected


@pytest.mark.parametrize("name", EULER)
def test_the_figures_of_the_statement(name: str) -> None:
    """Each function's example shows them."""
    names = names_of(name)
    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner()
    examples = [test for value in names.values() if isfunction(value) for test in finder.find(value, globs=names)]
    for test in examples:
        runner.run(test)
    assert runner.tries >= 1 and not runner.failures


@pytest.mark.parametrize(
    ("name", "rule", "formula"), [("cf603c", "odd", "odd_value"), ("cf603c", "even", "even_value")]
)
def test_formulas_are_the_rule(name: str, rule: str, formula: str) -> None:
    names = names_of(name)
    assert grundy.check(names[rule], names[formula], 600).holds


def test_strips_are_the_rule() -> None:
    strip = names_of("cf1194d")["strip"]
    for k in range(1, 14):
        values = [0]
        for n in range(1, 60):
            values.append(grundy.mex([values[n - step] for step in {1, 2, k} if step <= n]))
        assert [grundy.solve(strip(k)(n)).nim_value for n in range(60)] == values


def test_forbidden_pairs_are_the_rule() -> None:
    pile, chances = names_of("abc255g")["pile"], Random(1)
    for _ in range(60):
        sizes = [chances.randint(1, 9) for _ in range(chances.randint(0, 25))]
        pairs = {(x, chances.randint(1, x)) for x in sizes}
        values: list[int] = []
        for n in range(16):
            values.append(grundy.mex([values[n - k] for k in range(1, n + 1) if (n, k) not in pairs]))
        assert [grundy.solve(pile(pairs)(n)).nim_value for n in range(16)] == values


def test_strings_are_the_rule() -> None:
    """By all moves on the string itself."""

    @cache
    def value(string: str) -> int:
        return grundy.mex([value(string[:i]) ^ value(string[i + 1 :]) for i in picks(string)])

    def picks(string: str) -> list[int]:
        return [i for i in range(1, len(string) - 1) if string[i - 1] == string[i + 1]]

    judge, chances = names_of("cf305e")["FORMAT"], Random(2)
    for length in (*range(1, 13), *range(1, 13)):
        string = "".join(chances.choice("ab") for _ in range(length))
        won = [i + 1 for i in picks(string) if not value(string[:i]) ^ value(string[i + 1 :])]
        assert grundy.judge(judge, f"{string}\n") == (f"First\n{won[0]}\n" if won else "Second\n"), string


def test_piles_by_their_prime_factors_are_the_rule() -> None:
    names = names_of("pe550")
    for n in range(2, 61):
        primes = sum(1 for p in range(2, n + 1) for k in range(1, 7) if n % p**k == 0 and is_prime(p))
        assert grundy.value_by_definition(names["stones"](n)) == grundy.value_by_definition(names["factors"](primes)), n


def is_prime(n: int) -> bool:
    return n > 1 and all(n % d for d in range(2, n))
