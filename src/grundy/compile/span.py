"""A contiguous array for kernels that work on many: an address and a length, without the reference counts of Numba's
own arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Span:
    """A contiguous array of one dimension, as an argument of kernels; `array` is the array itself."""

    __slots__ = ("address", "array", "size")

    def __init__(self, array: NDArray[Any]) -> None:
        assert array.ndim == 1 and array.flags.c_contiguous
        self.array = array
        self.address = array.ctypes.data
        self.size = array.size


class Place(NamedTuple):
    """Where numbers of a kind lie, such as u1, as an argument of kernels; how many, they are told otherwise."""

    address: int
    entry: str


def span_of(pointer: Any, size: Any) -> Any:
    """In kernels: the span of so many entries (engines/search/instructions.py)."""
    raise NotImplementedError
