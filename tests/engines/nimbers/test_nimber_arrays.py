"""Arrays of nimbers against products of Python integers, which share nothing with the kernels."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import xor
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some
from numpy.typing import NDArray

from grundy import nimber
from grundy.compile import machine
from grundy.engines.nimbers import arrays, carryless, kernels
from grundy.errors import BadNimber
from grundy.model import nimbers

TYPES = (np.uint8, np.uint16, np.uint32, np.uint64)
LENGTHS = (0, 1, 7, 63, 1024, 3001)  # within a word, at a whole block of 64 bits, beyond it


def some_numbers(dtype: Any, count: int, seed: int) -> NDArray[Any]:
    """Random numbers, with the largest and smallest among them."""
    made = np.random.default_rng(seed).integers(0, np.iinfo(dtype).max, count, dtype, endpoint=True)
    ends = np.array([1, 0, np.iinfo(dtype).max, np.iinfo(dtype).max // 2 + 1], dtype)
    made[: min(4, count)] = ends[: min(4, count)]
    return made


def one_by_one(function: Callable[..., int], *arrays: NDArray[Any]) -> list[int]:
    return [function(*map(int, each)) for each in zip(*arrays, strict=True)]


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("count", LENGTHS)
def test_products_and_linear_maps_are_those_of_integers(dtype: Any, count: int) -> None:
    a, b = some_numbers(dtype, count, 1), some_numbers(dtype, count, 2)[::-1]
    done = nimber.multiply(a, b)
    assert (done.dtype, done.shape) == (dtype, (count,))
    assert done.tolist() == one_by_one(nimbers.multiply, a, b)
    assert nimber.square(a).tolist() == one_by_one(nimbers.square, a)
    assert nimber.sqrt(a).tolist() == one_by_one(nimbers.sqrt, a)


@pytest.mark.parametrize("instruction", [True, False])
def test_products_of_64_bits_with_and_without_the_instruction(
    instruction: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if instruction and not carryless.is_available():
        pytest.skip("a processor without AVX2 and PCLMULQDQ")
    monkeypatch.setattr(carryless, "is_available", lambda: instruction)
    ends = np.array([0, 1, 2, 2**31, 2**32 - 1, 2**32, 2**63, 2**64 - 1], np.uint64)
    a = np.append(np.repeat(ends, len(ends)), some_numbers(np.uint64, 500, 6))
    b = np.append(np.tile(ends, len(ends)), some_numbers(np.uint64, 500, 7)[::-1])
    done = nimber.multiply(a, b)
    assert done.tolist() == one_by_one(nimbers.multiply, a, b)
    assert (nimber.multiply(done, nimber.inverse(np.maximum(b, 1))) == a)[b != 0].all()


def test_polynomials_are_nimbers_in_another_basis() -> None:
    """The root is one, and the tables undo each other: so they take sums to sums and products to products."""
    root = carryless.ROOT
    assert nimbers.power(root, 64) ^ nimbers.power(root, 4) ^ nimbers.power(root, 3) ^ root ^ 1 == 0
    there, back = (table.tolist() for table in carryless.tables())

    def image(table: list[int], x: int) -> int:
        """By the table's documentation: 16 half bytes, eight bytes of the image."""
        halves = [256 * half + (x >> 4 * half & 15) for half in range(16)]
        return sum(reduce(xor, (table[at + 32 * byte] for at in halves)) << 8 * byte for byte in range(8))

    for bit in range(64):
        assert image(back, 1 << bit) == nimbers.power(root, bit)
        assert image(there, nimbers.power(root, bit)) == 1 << bit
    assert [image(there, image(back, x)) for x in (2**64 - 1, 12345)] == [2**64 - 1, 12345]


def test_the_instruction_is_used_where_kernels_are_made_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for features, there in (("+avx2,+pclmul", True), ("+avx2", False), ("+avx2,+pclmul,-pclmul", False), ("", False)):
        monkeypatch.setattr(machine, "features_of_processor", lambda features=features: features)
        assert carryless.is_available() is there


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("count", LENGTHS)
def test_inverses_and_quotients_are_those_of_integers(dtype: Any, count: int) -> None:
    a = some_numbers(dtype, count, 3)
    divisors = np.where(a == 0, dtype(1), a)
    assert nimber.inverse(divisors).tolist() == one_by_one(nimbers.inverse, divisors)
    assert nimber.divide(a, divisors[::-1]).tolist() == one_by_one(nimbers.divide, a, divisors[::-1])


def test_products_of_bytes_are_all_right() -> None:
    numbers = np.arange(256, dtype=np.uint8)
    table = nimber.multiply(numbers[:, None], numbers)
    assert table.tolist() == [[nimbers.multiply(a, b) for b in range(256)] for a in range(256)]


@given(some.integers(-(2**70), 2**70), some.sampled_from(TYPES))
def test_powers_are_those_of_integers(n: int, dtype: Any) -> None:
    a = some_numbers(dtype, 9, 4)[2:]
    assert nimber.power(a, n).tolist() == [nimbers.power(int(each), n) for each in a]


def test_zero_to_the_power_zero_is_one() -> None:
    assert nimber.power(np.zeros(3, np.uint8), 0).tolist() == [1, 1, 1]
    assert nimber.power(np.zeros(3, np.uint8), 255).tolist() == [0, 0, 0]


def test_broadcasting_types_and_out() -> None:
    rows, columns = np.arange(3, dtype=np.uint8)[:, None], np.arange(300, dtype=np.uint16)
    done = nimber.multiply(rows, columns)
    assert (done.dtype, done.shape) == (np.uint16, (3, 300))
    assert done[2].tolist() == [nimbers.multiply(2, n) for n in range(300)]
    assert nimber.multiply(columns, 7).dtype == np.uint16  # an integer takes the type of the array that it fits
    out = np.empty((3, 300), np.uint16)
    assert nimber.multiply(rows, columns, out=out) is out
    assert (out == done).all()
    halves = np.arange(600, dtype=np.uint16)[::2]
    nimber.multiply(halves, halves, out=halves)  # in place, not contiguous
    assert halves.tolist() == [nimbers.square(n) for n in range(0, 600, 2)]
    assert nimber.multiply(np.uint8(2), 3) == 1
    assert nimber.power(2, 2, out=np.zeros(2, np.uint8)).tolist() == [3, 3]
    frozen = np.arange(5, dtype=np.uint64)
    frozen.setflags(write=False)
    assert nimber.square(frozen).tolist() == [0, 1, 3, 2, 6]


@pytest.mark.parametrize(
    ("attempt", "words"),
    [
        (lambda: nimber.multiply(np.arange(3), 2), "expected an array of uint8, uint16, uint32 or uint64, found int64"),
        (lambda: nimber.multiply(np.ones(3), 2), "found float64"),
        (lambda: nimber.multiply(np.ones(3, bool), 2), "found bool"),
        (lambda: nimber.multiply(-1, 2), "a whole number >= 0, found -1"),
        (lambda: nimber.multiply(1.5, 2), "found 1.5"),
        (lambda: nimber.multiply(True, 2), "found True"),
        (lambda: nimber.inverse(np.array([[1, 0]], np.uint8)), r"found 0 at \(0, 1\)"),
        (lambda: nimber.divide(3, np.array([1, 5, 0], np.uint8)), "found 0 at 2"),
        (lambda: nimber.power(np.zeros(2, np.uint8), -1), "found 0 at 0"),
        (lambda: nimber.multiply(np.ones(3, np.uint16), 2, out=np.ones(3, np.uint8)), "array of uint16 .* found uint8"),
        (lambda: nimber.multiply(np.ones(3, np.uint8), 2**64), "found "),
        (lambda: nimber.divide(np.ones(3, np.uint8), 0), "found 0$"),
        # it put what is left of such a power in 8 bits there, another number
        (lambda: nimber.power(np.full(3, 300, np.uint16), 3, out=np.ones(3, np.uint8)), "of uint16 .* found uint8"),
        (lambda: nimber.power(300, 3, out=np.ones(3, np.uint8)), "array of uint16 .* found uint8"),
        (lambda: nimber.square(np.ones(3, np.uint8), out=[1, 2, 3]), "array of uint8 for the results, found list"),
        (lambda: nimber.power(np.ones(3, np.uint8), 1.5), "an ordinary integer as the exponent, found 1.5"),
        (lambda: nimber.trace(np.ones(3, np.uint8)), "a whole number >= 0, found array"),
    ],
)
def test_what_is_no_nimber_is_refused(attempt: Callable[[], object], words: str) -> None:
    with pytest.raises(BadNimber, match=words):
        attempt()


def test_kernels_take_no_more_than_their_words() -> None:
    """Zeros stay, also where there is no inverse, and nothing beyond the words is touched."""
    words, out = np.zeros(5, np.uint64), np.full(7, 9, np.uint64)
    by_top, square_by_top = arrays._products_by_top(), arrays._squares_by_top()
    kernels.multiply_words(words, words, out[:5], 64, by_top, arrays._spare())
    assert out.tolist() == [0, 0, 0, 0, 0, 9, 9]
    out[:] = 9
    kernels.invert_words(words, out[:5], 8, by_top, square_by_top, arrays._spare())
    assert out.tolist() == [0, 0, 0, 0, 0, 9, 9]
    out[:] = 9
    kernels.map_words(words, out[:5], 16, arrays._linear(nimbers.square, 16), arrays._spare())
    assert out.tolist() == [0, 0, 0, 0, 0, 9, 9]


@pytest.mark.skipif(not carryless.is_available(), reason="a processor without AVX2 and PCLMULQDQ")
@pytest.mark.parametrize("count", [1, 31, 32, 33, 64, 100])
def test_multiply_by_polynomials_takes_no_more_than_its_words(count: int) -> None:
    from grundy.engines.nimbers.carryless.kernels import multiply_by_polynomials

    a, b = some_numbers(np.uint64, count, 8), some_numbers(np.uint64, count, 9)
    out = np.full(count + 40, 9, np.uint64)
    multiply_by_polynomials(a, b, out[:count], *carryless.tables(), arrays._spare())
    assert out[:count].tolist() == one_by_one(nimbers.multiply, a, b)
    assert (out[count:] == 9).all()


def test_transpose_exchanges_words_and_bits() -> None:
    before = some_numbers(np.uint64, kernels.BLOCK, 5)
    after = before.copy()
    kernels.transpose(after)
    lanes = kernels.LANES
    words = [[int(before[lanes * i + lane]) for i in range(64)] for lane in range(lanes)]
    for lane in (0, lanes - 1):
        planes = [sum((words[lane][i] >> j & 1) << i for i in range(64)) for j in range(64)]
        assert [int(after[lanes * j + lane]) for j in range(64)] == planes
