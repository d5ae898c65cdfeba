"""Arithmetic of nimbers on NumPy arrays of uint8, uint16, uint32 and uint64, each type being a field."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any, TypeAlias

from grundy.engines.nimbers import carryless
from grundy.errors import BadNimber
from grundy.model import nimbers

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Words: TypeAlias = "NDArray[np.uint64]"
CHUNK = 1 << 18  # bytes of each operand that are worked on at a time; of fewer, calls would take a fourth of the time
_SIZES = (2, 4, 8, 16, 32)  # halves of numbers, in bits; kernels.ROWS of them


def multiply(a: Any, b: Any, out: NDArray[Any] | None = None) -> Any:
    """The nim-products, by broadcasting; in the larger of the two types."""
    return _fill(_products(), (a, b), out)


def _products() -> Callable[..., None]:
    """The kernel of products, by polynomials where that can be."""
    from grundy.engines.nimbers.kernels import multiply_words

    by_polynomials, spare = carryless.is_available(), _spare()
    if by_polynomials:
        from grundy.engines.nimbers.carryless.kernels import multiply_by_polynomials

    def products(x: Words, y: Words, to: Words, bits: int) -> None:
        if by_polynomials and bits == carryless.BITS:
            multiply_by_polynomials(x, y, to, *carryless.tables(), spare)
        else:
            multiply_words(x, y, to, bits, _products_by_top(), spare)

    return products


def inverse(a: Any, out: NDArray[Any] | None = None) -> Any:
    """The inverses.

    Raises:  BadNimber: one of the numbers is 0.
    """
    from grundy.engines.nimbers.kernels import invert_words

    _refuse_zeros(a)
    spare = _spare()

    def inverses(x: Words, to: Words, bits: int) -> None:
        invert_words(x, to, bits, _products_by_top(), _squares_by_top(), spare)

    return _fill(inverses, (a,), out)


def divide(a: Any, b: Any, out: NDArray[Any] | None = None) -> Any:
    """The quotients.

    Raises:  BadNimber: one of the divisors is 0.
    """
    return multiply(a, inverse(b), out)


def square(a: Any, out: NDArray[Any] | None = None) -> Any:
    """The squares."""
    return _map(nimbers.square, a, out)


def sqrt(a: Any, out: NDArray[Any] | None = None) -> Any:
    """The square roots."""
    return _map(nimbers.sqrt, a, out)


def _map(function: Callable[[int], int], a: Any, out: NDArray[Any] | None) -> Any:
    from grundy.engines.nimbers.kernels import map_words

    spare = _spare()
    return _fill(lambda x, to, bits: map_words(x, to, bits, _linear(function, bits), spare), (a,), out)


def _spare() -> Words:
    """Room for the kernels to work in; others may be at work at the same time, in other threads."""
    import numpy as np

    from grundy.engines.nimbers.kernels import LEAVES, SPARE

    return np.empty((SPARE, LEAVES), np.uint64)


def power(a: Any, n: int, out: NDArray[Any] | None = None) -> Any:
    """The n-th powers; power(0, 0) is 1.

    Raises:  BadNimber: n is negative and one of the numbers is 0.
    """
    import numpy as np

    a = as_numbers(a)
    if n < 0:
        _refuse_zeros(a)
    ones = (1 << 8 * a.dtype.itemsize) - 1  # how many numbers of the field are not 0
    exponent = n % ones or ones * (n != 0)  # 0 stays 0
    result = np.ones_like(a)
    for bit in bin(exponent)[2:]:
        result = square(result)
        if bit == "1":
            result = multiply(result, a)
    if out is None:
        return result
    _check_out(out, result.dtype)
    out[...] = result
    return out


def as_numbers(given: Any) -> NDArray[Any]:
    """An array of unsigned integers; a Python integer is one of the smallest type that has it.

    Raises:  BadNimber: another type.
    """
    import numpy as np

    array = np.asarray(given, np.min_scalar_type(given)) if isinstance(given, int) else np.asarray(given)
    if array.dtype.kind != "u":
        raise BadNimber(
            f"expected an array of uint8, uint16, uint32 or uint64, found {array.dtype}: "
            "array.astype(np.uint64) makes one"
        )
    return array


def _refuse_zeros(a: Any) -> None:
    import numpy as np

    array = as_numbers(a)
    if not np.all(array):
        place = tuple(int(at) for at in np.argwhere(array == 0)[0])
        where = f" at {place[0] if len(place) == 1 else place}" if place else ""
        raise BadNimber(f"expected divisors that are not 0, found 0{where}")


def _check_out(out: Any, dtype: Any) -> None:
    if getattr(out, "dtype", None) != dtype:
        raise BadNimber(
            f"expected an array of {dtype} for the results, found {getattr(out, 'dtype', type(out).__name__)}"
        )


def _fill(kernel: Callable[..., None], operands: tuple[Any, ...], out: NDArray[Any] | None) -> Any:
    """What a kernel of words makes of the operands: copied, a chunk at a time, to where it can have them as words."""
    import numpy as np

    arrays = [as_numbers(operand) for operand in operands]
    dtype = np.result_type(*arrays)
    if out is not None:
        _check_out(out, dtype)
    each = dtype.itemsize
    *sources, target = (np.zeros(CHUNK // 8, np.uint64) for _ in range(len(arrays) + 1))
    iterate: Any = np.nditer  # whose types do not know an operand that is made by it
    with iterate(
        [*arrays, out],
        flags=["external_loop", "buffered", "zerosize_ok", "copy_if_overlap"],
        op_flags=[*(["readonly"] for _ in arrays), ["writeonly", "allocate", "no_broadcast"]],
        op_dtypes=[dtype] * (len(arrays) + 1),
        casting="same_kind",
        buffersize=CHUNK // each,
    ) as chunks:
        for *parts, results in chunks:
            words = -(-len(results) * each // 8)
            for part, source in zip(parts, sources, strict=True):
                source.view(dtype)[: len(part)] = part
            kernel(*(source[:words] for source in sources), target[:words], 8 * each)
            results[...] = target.view(dtype)[: len(results)]
        filled = chunks.operands[-1]
    return filled if out is not None else filled[()]


@cache
def _linear(function: Callable[[int], int], bits: int) -> NDArray[np.int32]:
    """A linear map of numbers of so many bits, as the kernel `add_map` has it."""
    import numpy as np

    images = [function(1 << bit) for bit in range(bits)]
    terms = [[bit for bit, image in enumerate(images) if image >> plane & 1] for plane in range(bits)]
    begins = accumulate(map(len, terms), initial=bits + 1)
    return np.array([*begins, *chain.from_iterable(terms)], np.int32)


@cache
def _products_by_top() -> NDArray[np.int32]:
    """In row k the product of numbers of s = 2^(k + 1) bits with 2^(s-1)."""
    return _rows([_linear(partial(nimbers.multiply, 1 << size - 1), size) for size in _SIZES])


@cache
def _squares_by_top() -> NDArray[np.int32]:
    """In row k the product of the square with 2^(s-1), s = 2^(k + 1); in row 0 the square of four bits."""

    def by_top(size: int, x: int) -> int:
        return nimbers.multiply(1 << size - 1, nimbers.square(x))

    return _rows([_linear(nimbers.square, 4), *(_linear(partial(by_top, size), size) for size in _SIZES[1:])])


def _rows(maps: list[NDArray[np.int32]]) -> NDArray[np.int32]:
    import numpy as np

    rows = np.zeros((len(maps), max(map(len, maps))), np.int32)
    for row, linear in zip(rows, maps, strict=True):
        row[: len(linear)] = linear
    return rows
