"""Nimbers against their definition by mex, the laws of a field, and facts from the literature."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from grundy import nimber
from grundy.errors import BadNimber
from grundy.model import nimbers

numbers = some.integers(0, 7).flatmap(lambda k: some.integers(0, (1 << (1 << k)) - 1))  # of 1 to 128 bits
large = some.integers(0, (1 << 700) - 1)
BEYOND_THE_TABLE = 40
LONG = 10**5000  # more digits than Python writes


def products_by_definition(count: int) -> dict[tuple[int, int], int]:
    """Conway's definition: a⊗b is the mex of all a'⊗b ⊕ a⊗b' ⊕ a'⊗b' with a' < a and b' < b."""
    known: dict[tuple[int, int], int] = {}
    for a, b in product(range(count), repeat=2):
        excluded = {known[x, b] ^ known[a, y] ^ known[x, y] for x in range(a) for y in range(b)}
        known[a, b] = next(n for n in range(len(excluded) + 1) if n not in excluded)
    return known


def test_product_is_that_of_the_definition() -> None:
    for (a, b), value in products_by_definition(BEYOND_THE_TABLE).items():
        assert nimbers.multiply(a, b) == value


def test_fermat_powers_multiply_as_conway_says() -> None:
    """ONAG ch. 6: F⊗F = F ⊕ F/2, and F⊗a = Fa for a < F."""
    for k in range(12):
        fermat = 1 << (1 << k)
        assert nimbers.multiply(fermat, fermat) == fermat ^ fermat >> 1
        assert nimbers.multiply(fermat, fermat - 1) == fermat * (fermat - 1)


@given(numbers, numbers, numbers)
def test_laws_of_a_field(a: int, b: int, c: int) -> None:
    multiply = nimbers.multiply
    assert multiply(a, b) == multiply(b, a)
    assert multiply(a, multiply(b, c)) == multiply(multiply(a, b), c)
    assert multiply(a, b ^ c) == multiply(a, b) ^ multiply(a, c)
    assert multiply(a, 1) == a
    if b:
        assert multiply(b, nimbers.inverse(b)) == 1
        assert multiply(nimbers.divide(a, b), b) == a


@given(large, large)
def test_both_tables_of_small_fields_make_the_same_of_long_numbers(a: int, b: int) -> None:
    """A product of 2,048 bits went down to 8 bits, 6,561 times; the larger table ends it at 16."""
    small, bits = nimbers._small_table(), 1 << 10
    assert nimbers._product(a, b, small) == nimbers._product(a, b, nimbers._large_table()) == nimbers.multiply(a, b)
    assert nimbers._square(a, small) == nimbers.square(a)
    assert nimbers._by_top(a, bits, small) == nimbers._by_top(a, bits, nimbers._large_table())


@given(numbers, some.integers(0, 1 << 40))
def test_a_power_is_the_same_with_and_without_a_window(a: int, n: int) -> None:
    if a:
        assert nimbers.power(a, n) == nimbers._power(a, n % ((1 << nimbers.field_bits(a)) - 1), 1)


@given(large, large)
def test_squares_roots_and_quadratic_equations(b: int, c: int) -> None:
    assert nimbers.square(b) == nimbers.multiply(b, b)
    assert nimbers.square(nimbers.sqrt(b)) == b
    first, second = nimbers.solve_quadratic(b, c)
    assert first <= second
    assert first ^ second == b
    assert nimbers.square(first) ^ nimbers.multiply(b, first) == c


@given(numbers, some.integers(-40, 40))
def test_power_is_a_product_of_so_many(a: int, n: int) -> None:
    if a == 0 and n < 0:
        with pytest.raises(BadNimber, match="not negative"):
            nimbers.power(a, n)
        return
    expected = 1
    for _ in range(abs(n)):
        expected = nimbers.multiply(expected, a if n > 0 else nimbers.inverse(a))
    assert nimbers.power(a, n) == expected


@given(numbers)
def test_trace_is_the_sum_of_the_conjugates(a: int) -> None:
    bits = nimbers.field_bits(a)
    for field in (bits, 2 * bits):
        total, conjugate = 0, a
        for _ in range(field):
            total ^= conjugate
            conjugate = nimbers.square(conjugate)
        assert nimbers.trace(a, field) == total


@given(large)
def test_the_field_of_a_number_is_the_least_that_has_it(a: int) -> None:
    bits = nimbers.field_bits(a)
    assert bits & bits - 1 == 0
    assert a < 1 << bits
    assert bits == 1 or a >= 1 << bits // 2


def test_there_is_no_division_by_zero() -> None:
    for attempt in (lambda: nimbers.inverse(0), lambda: nimbers.divide(5, 0)):
        with pytest.raises(BadNimber, match="divisor that is not 0"):
            attempt()
    with pytest.raises(BadNimber, match=r"bits of a field that has it \(4 or 8"):
        nimbers.trace(9, 2)
    with pytest.raises(BadNimber, match="found 3"):
        nimbers.trace(1, 3)


@pytest.mark.parametrize(
    ("attempt", "words"),
    [
        (lambda: nimber.divide(LONG, 0), "a number of 5,001 digits/0: expected a divisor that is not 0"),
        (lambda: nimber.Nimber(LONG) / 0, "a number of 5,001 digits/0"),
        (lambda: nimber.power(0, -LONG), "exponent that is not negative, found a negative number of 5,001 digits"),
        (lambda: nimber.trace(LONG, 2), "trace of a number of 5,001 digits: expected the bits of a field"),
        (lambda: nimber.log(0, LONG), "no power of a number of 5,001 digits is 0"),
        (lambda: nimber.log(LONG, 0), "no power of 0 is a number of 5,001 digits"),
    ],
)
def test_numbers_too_long_to_be_written_are_refused_for_what_is_wrong(
    attempt: Callable[[], object], words: str
) -> None:
    """Python's limit of digits stopped the message: a ValueError, which said nothing of the division."""
    with pytest.raises(BadNimber, match=words):
        attempt()


@pytest.mark.parametrize("exponent", [1.5, "2", True, nimber.Nimber(2), None])
def test_an_exponent_is_an_ordinary_integer(exponent: Any) -> None:
    for attempt in (lambda: nimber.power(3, exponent), lambda: nimber.Nimber(3) ** exponent):
        with pytest.raises(BadNimber, match="expected an ordinary integer as the exponent, found"):
            attempt()
    with pytest.raises(BadNimber, match="expected a number of bits, found"):
        nimber.trace(3, exponent)
