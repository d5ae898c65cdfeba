"""The nimbers below 2^64 as polynomials over the field of two: another basis, in which processors can multiply.

The field of 2^64 elements is one field, whatever its elements are called. Let r be a root, as nimber, of the polynomial
x^64 + x^4 + x^3 + x + 1: what is a nimber in the basis 1, r, r², ..., r^63 is a polynomial modulo that one, and a
product is one instruction, PCLMULQDQ, and a few shifts. A change of basis is a linear map, by tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import accumulate, repeat
from typing import TYPE_CHECKING

from grundy.compile import machine
from grundy.model import nimbers

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Table = NDArray[np.uint8]

ROOT = 0x61CA6F79E880DB76  # one of the 64; a test puts it into the polynomial
BITS = 64


def is_available() -> bool:
    """Whether the processor that kernels are compiled for has the instructions."""
    return machine.has("avx2", "pclmul")


@cache
def tables() -> tuple[Table, Table]:
    """From nimbers to polynomials, and back, as the kernel has them."""
    powers = list(accumulate(repeat(ROOT, BITS - 1), nimbers.multiply, initial=1))
    return _by_half_bytes(_inverse(powers)), _by_half_bytes(powers)


def _by_half_bytes(images: Sequence[int]) -> Table:
    """A linear map, which has an image for each bit: for each half byte and byte of the image 16 bytes, twice."""
    import numpy as np

    table: list[int] = []
    for first in range(0, BITS, 4):
        of_half = [0]
        for image in images[first : first + 4]:
            of_half += [image ^ other for other in of_half]
        for shift in range(0, BITS, 8):
            table += [image >> shift & 255 for image in of_half] * 2
    return np.array(table, np.uint8)


def _inverse(images: Sequence[int]) -> list[int]:
    """The inverse of a linear map, by elimination: beside each image stands what it is the image of."""
    rows = [(image, 1 << bit) for bit, image in enumerate(images)]
    for bit in range(BITS):
        pivot = next(at for at in range(bit, BITS) if rows[at][0] >> bit & 1)
        rows[bit], rows[pivot] = rows[pivot], rows[bit]
        image, source = rows[bit]
        for at, (other, its) in enumerate(rows):
            if at != bit and other >> bit & 1:
                rows[at] = other ^ image, its ^ source
    return [source for _, source in rows]
