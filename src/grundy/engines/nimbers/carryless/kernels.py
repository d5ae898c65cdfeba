"""Nim-products of 64 bits as products of polynomials, 32 at a time; only for processors with AVX2 and PCLMULQDQ."""

from __future__ import annotations

from typing import Any

from grundy.compile.before import before_compiling
from grundy.compile.jit import njit
from grundy.engines.nimbers.carryless.stubs import BLOCK, multiply_block


@before_compiling
def _instructions() -> None:
    import grundy.engines.nimbers.carryless.instructions  # noqa: F401  (tells Numba of them)


@njit
def multiply_by_polynomials(a: Any, b: Any, out: Any, there: Any, back: Any, spare: Any) -> None:
    """Fill out with the nim-products of the numbers of 64 bits in a and b.

    method    both to polynomials, their product modulo x^64 + x^4 + x^3 + x + 1, and that back to a nimber; each change
              of basis by looking up the 16 half bytes of a number, for 32 numbers at once
    arrays    a, b, out u8[n]; out may be a or b
              there, back u1[4096]: entry v of half byte k of the argument and byte j of the image at 256 k + 32 j + v
              and once more at 16 further on; spare u8[2, BLOCK or more], work space for what is less than a block
    cost      some 40 instructions of vectors a product
    reference tests/engines/nimbers/test_nimber_arrays.py: products of Python integers, and of multiply_words
    """
    whole = len(a) // BLOCK * BLOCK
    for start in range(0, whole, BLOCK):
        multiply_block(a, b, out, there, back, start)
    rest = len(a) - whole
    if rest:
        x, y = spare[0], spare[1]
        for at in range(rest):
            x[at], y[at] = a[whole + at], b[whole + at]
        multiply_block(x, y, x, there, back, 0)
        for at in range(rest):
            out[whole + at] = x[at]
