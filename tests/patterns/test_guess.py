"""A guess is read, run and refused where it stands; the first counter-example is the first."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

import numpy as np
import pytest
from comparing import check, check_box
from drawing import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy.errors import BadRule, BadText
from grundy.patterns.guess import parse_guess


def nothing(*state: int) -> int:
    raise AssertionError(state)


def refused(text: str, names: Sequence[str] = ("n",)) -> str:
    with pytest.raises(BadText) as caught:
        parse_guess(text, names)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "names", "state", "value"),
    [
        ("n % 4", ["n"], (7,), 3),
        ("n % 4", ["row"], (7,), 3),
        ("row % 4", ["row"], (7,), 3),
        ("row + n", ["row"], (7,), 14),
        (" n+1 ", ["n"], (1,), 2),
        ("a ^ b", ["x", "y"], (5, 6), 3),
        ("x - y", ["x", "y"], (9, 2), 7),
        ("x + b", ["x", "y"], (9, 2), 11),
        ("b + y", ["x", "y"], (9, 2), 4),
        ("a - b", ["b", "a"], (9, 2), -7),
        ("x * y * z", ["x", "y", "z"], (2, 3, 5), 30),
        ("3", ["n"], (7,), 3),
        ("n % 2 = 1", ["n"], (7,), True),
        ("xor(n, 1, 8)", ["row"], (7,), 14),
        ("sum(n for n in range(k))", ["k"], (4,), 6),
        ("gcd(n, 6)", ["n"], (4,), 2),
        ("isqrt(n)", ["n"], (24,), 4),
        ("mex([n, 0])", ["n"], (1,), 2),
        ("nim_sum([n, 1])", ["n"], (7,), 6),
        ("(y := n + 1) * y", ["n"], (2,), 9),
        ("(lambda m: m + 1)(n)", ["n"], (2,), 3),
        ("lambda k: k % 4", ["n"], (7,), 3),
        ("lambda p, q: p - q", ["a", "b"], (7, 2), 5),
        ("[v for v in range(9) if v > n][0]", ["n"], (3,), 4),
        ("(1, 2)[n]", ["n"], (1,), 2),
        ("(n\n+ 1)", ["n"], (1,), 2),
        ("n.bit_count()", ["n"], (255,), 8),
        ("math.floor(n / 2)", ["n"], (5,), 2),
    ],
)
def test_read(text: str, names: list[str], state: tuple[int, ...], value: int) -> None:
    assert parse_guess(text, names).make(nothing)(*state) == value


@pytest.mark.parametrize(
    ("text", "place", "found"),
    [
        ("", "1:1", "an empty text"),
        ("   ", "1:1", "an empty text"),
        ("n %", "1:", "invalid syntax"),
        ("m % 4", "1:1", "'m'"),
        ("n + é", "1:5", "'é'"),
        ("  n + zz", "1:7", "'zz'"),
        ("'é' + zz", "1:7", "'zz'"),
        ("(n +\n  zz)", "2:3", "'zz'"),
        ("n\r  + zz", "2:", ""),
        ("(n +\r zz)", "2:2", "'zz'"),
        ("n += 3", "1:", "syntax"),
        ("(n", "1:1", "never closed"),
        ("import os", "1:1", "syntax"),
        ("yield n", "1:1", "syntax"),
        ("lambda: 3", "1:1", "a lambda of other arguments"),
        ("lambda n, m: 3", "1:1", "a lambda of other arguments"),
        ("lambda *n: 3", "1:1", "a lambda of other arguments"),
        ("n\0", "1:2", "NUL"),
        ("(" * 5000 + "n", "1:", "too"),
        ("１ + n", "1:1", ""),
        ("-" * 20_000 + "n", "1:1", ""),
    ],
)
def test_refused(text: str, place: str, found: str) -> None:
    said = refused(text)
    assert said.startswith(f"<argument>:{place}")
    assert found in said
    assert len(said) < 300


def test_all_unknown_names_are_told() -> None:
    assert refused("x + y + n").count("\n") == 1


@given(st.text(max_size=30))
@settings(max_examples=examples(300), deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        parse_guess(text)
    except BadText as refusal:
        said = str(refusal)
    else:
        said = "<argument>: read"
    assert said.startswith("<argument>:")


# checking


@given(st.lists(st.integers(0, 5), min_size=1, max_size=60), st.integers(0, 59), st.integers(1, 6), st.booleans())
@settings(max_examples=examples(100), deadline=None)
def test_first_counter_example(values: list[int], start: int, modulus: int, outcomes: bool) -> None:
    start %= len(values)
    verdict = check(values, f"n % {modulus}", len(values) - 1, start, outcomes=outcomes)
    wrong = [
        n
        for n in range(start, len(values))
        if (bool(values[n]) != bool(n % modulus) if outcomes else values[n] != n % modulus)
    ]
    assert verdict.holds == (not wrong)
    assert verdict.exit_status == int(bool(wrong))
    if wrong:
        assert (verdict.at, verdict.claimed, verdict.actual) == (wrong[0], wrong[0] % modulus, values[wrong[0]])
    function = check(values, lambda n: n % modulus, len(values) - 1, start, outcomes=outcomes)
    assert (function.at, function.claimed) == (verdict.at, verdict.claimed)
    assert check(np.array(values, np.uint8), f"n % {modulus}", len(values) - 1, start, outcomes=outcomes) == verdict


def test_values_are_asked_for_by_and_by() -> None:
    asked: list[int] = []

    def values(count: int) -> list[int]:
        asked.append(count)
        return [n % 4 for n in range(count)]

    assert check(values, "n % 4 if n < 1500 else 9", 10**6).at == 1500
    assert max(asked) < 20_000
    asked.clear()
    assert check(values, "n % 4", 30_000).holds
    assert asked == sorted(set(asked))
    assert asked[-1] == 30_001


@pytest.mark.parametrize("at", [0, 1, 1023, 1024, 16_383, 16_384, 16_385, 50_000])
def test_failures_at_the_edges_of_chunks(at: int) -> None:
    values = [n % 7 for n in range(50_001)]
    values[at] += 1
    verdict = check(lambda count: values[:count], "n % 7", 50_000)
    assert (verdict.at, verdict.actual) == (at, values[at])


def test_words() -> None:
    values = [n % 3 for n in range(1001)]
    assert check(values, "n % 3", 1000).sentence == "holds for n = 0..1,000 (not a proof)"
    assert check(values, "n % 3", 1000, 5).sentence == "holds for n = 5..1,000 (not a proof)"
    assert check(values, "n % 4", 1000).sentence == "fails at n = 3: claimed 3, the nim-value is 0"
    said = check(values, "n % 2", 1000, outcomes=True).sentence
    assert said == "fails at n = 2: claimed a P-position, the position is an N-position"
    assert check(values, "n % 4", 1000).as_dict()["counter_example"] == {"at": 3, "claimed": 3, "actual": 0}
    assert check(values, "n % 3", 1000).as_dict()["evidence"]["status"] == "observed"


def test_truth_is_a_number() -> None:
    assert check([0, 1, 0, 1], "n % 2 == 1", 3).holds
    assert check([0, 1, 0, 1], lambda n: np.int64(n % 2), 3).holds


def test_other_values_may_be_used() -> None:
    values = [0, 1]
    for n in range(2, 200):
        values.append(n // 2 if n % 2 == 0 else values[n // 2])
    assert check(values, "n // 2 if n % 2 == 0 else G(n // 2)", 199, 2).holds


@pytest.mark.parametrize(
    ("text", "where", "found"),
    [
        ("n / 1", "n = 0", "0.0"),
        ("1 // (n - 2)", "n = 2", "ZeroDivisionError"),
        ("n if n < 3 else 'x'", "n = 3", "'x'"),
        ("n if n < 3 else None", "n = 3", "None"),
        ("n + 'x'", "n = 0", "TypeError"),
        ("n if n < 3 else G(99)", "n = 3", "G(99)"),
        ("n if n < 3 else G(-1)", "n = 3", "G(-1)"),
        ("n if n < 3 else [][0]", "n = 3", "IndexError"),
        ("n if n < 3 else 3.0", "n = 3", "3.0"),  # equal to 3, and no integer
    ],
)
def test_guesses_that_fail(text: str, where: str, found: str) -> None:
    values = [-1] * 10 if "//" in text else list(range(10))
    with pytest.raises(BadText, match="an integer from the guess") as caught:
        check(values, text, 9)
    assert where in str(caught.value)
    assert found in str(caught.value)


def test_an_earlier_counter_example_comes_first() -> None:
    assert check([0, 5, 2], "n if n < 2 else 1 // 0", 2).at == 1


def test_bad_ranges() -> None:
    with pytest.raises(BadRule, match=r"5\.\.3"):
        check([0] * 9, "n", 3, 5)
    with pytest.raises(BadRule, match="found 4"):
        check([0] * 4, "0", 9)


def test_pairs() -> None:
    table = [[a ^ b for b in range(20)] for a in range(20)]
    assert check_box(table, "a ^ b", 19).holds
    assert check_box(table, "a ^ b", 19).sentence == "holds for a, b = 0..19 (not a proof)"
    verdict = check_box(np.array(table), "x | y", 19, names=["x", "y"])
    assert (verdict.at, verdict.claimed, verdict.actual) == ((1, 1), 1, 0)
    table[3][2] = 9
    table[2][7] = 9
    assert check_box(table, "a ^ b", 19).at == (3, 2)  # in the smaller square
    assert check_box(table, "a ^ b", 19, 4).holds
    with pytest.raises(BadText, match=r"\(0, 0\)"):
        check_box(table, "a / b", 19)
    with pytest.raises(BadRule, match="found fewer"):
        check_box(table, "a", 20)


def test_vectors_of_three() -> None:
    table = np.array([[[a ^ b ^ c for c in range(9)] for b in range(9)] for a in range(9)])
    names = ["x", "y", "z"]
    asked: list[int] = []

    def values(side: int) -> np.ndarray:
        asked.append(side)
        return table[:side, :side, :side]

    assert check_box(values, "x ^ y ^ z", 8, names=names).sentence == "holds for x, y, z = 0..8 (not a proof)"
    assert asked == [9]
    table[2, 1, 0] = table[0, 1, 3] = 9
    verdict = check_box(table, "x ^ y ^ z", 8, names=names)
    assert (verdict.at, verdict.claimed, verdict.actual) == ((2, 1, 0), 3, 9)
    assert verdict.sentence.startswith("fails at (x, y, z) = (2, 1, 0): ")


def test_a_wrong_guess_needs_no_large_box() -> None:
    asked: list[int] = []

    def values(side: int) -> list[list[int]]:
        asked.append(side)
        return [[a ^ b for b in range(side)] for a in range(side)]

    assert check_box(values, "a | b", 100_000).at == (1, 1)
    assert asked == [32]


@pytest.mark.parametrize("text", ["exit()", "quit()", "(_ for _ in ()).throw(SystemExit(0))"])
def test_a_guess_that_ends_the_process_is_a_bad_one(text: str) -> None:
    # it ended grundy with status 0 and no word
    with pytest.raises(BadText, match="expected an integer from the guess at n = 0, found SystemExit"):
        check([0, 1], text, 1)


def test_no_numpy() -> None:
    code = (
        "import sys; from grundy.patterns.guess import steps; from grundy.runs.chunk import run_to_end; "
        "run_to_end(steps([0, 1], 'n', 1)); sys.exit('numpy' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
