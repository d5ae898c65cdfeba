"""Nim-values as words: which bits stand for which values, in a sparse space."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grundy.engines.heap.octal.sparse.space import SparseSpace

if TYPE_CHECKING:
    from numpy.typing import NDArray

SIZES = (16, 32, 64)  # bits of a word that is one machine word


@dataclass(frozen=True, slots=True)
class Words:
    """Words of `bits` bits for a space; bit i stands for the common value `value(i, heap)`.

    >>> words = Words(16, SparseSpace(0b1100))
    >>> [words.value(number, 0) for number in range(6)], words.number(6)
    ([4, 5, 6, 7, 8, 9], 2)
    """

    bits: int
    space: SparseSpace

    @property
    def low(self) -> int:
        """The place of the lowest bit of the mask: values lose that bit."""
        return (self.space.mask & -self.space.mask).bit_length() - 1

    def number(self, value: Any) -> Any:
        """The bit that stands for a value, common or rare; also of an array."""
        below = (1 << self.low) - 1
        return (value & below) | ((value >> 1) & ~below)

    def value(self, number: int, heap: int, common: bool = True) -> int:
        """The common (or rare) value that a bit stands for, as the value of a heap."""
        below = (1 << self.low) - 1
        value = (number & below) | ((number & ~below) << 1)
        return value if self.space.is_common(value, heap) == common else value | 1 << self.low

    @property
    def firsts(self) -> int:
        """The first bit of each group of 2**low bits: those whose values differ below the lost bit only."""
        return sum(1 << number for number in range(0, self.bits, 1 << self.low))

    @property
    def smaller(self) -> tuple[int, int]:
        """The bits whose rare value is smaller than their common one, for even and for odd heaps."""
        even, odd = (
            sum(
                1 << number for number in range(self.bits) if self.value(number, heap, False) < self.value(number, heap)
            )
            for heap in (0, 1)
        )
        return even, odd

    def required(self, number: int, heap: int) -> int:
        """The bits of the rare values below the common value of a bit.

        >>> Words(16, SparseSpace(0b11)).required(2, 0) == 0b111
        True
        """
        own = self.value(number, heap)
        return sum(1 << other for other in range(self.bits) if self.value(other, heap, False) < own)

    @property
    def dtype(self) -> Any:
        """The NumPy type of a word."""
        import numpy as np

        return np.dtype(f"u{self.bits // 8}")

    def of_values(self, values: NDArray[Any], first: int) -> NDArray[Any]:
        """The words of the values of heaps first, first + 1, ...; 0 also for a common value that has no bit."""
        import numpy as np

        heaps = np.arange(first, first + len(values))
        common = self.space.are_common(values, heaps)
        numbers = self.number(values.astype(np.int64))
        one = np.uint64(1) << numbers.clip(0, self.bits - 1).astype(np.uint64)
        return np.where(common & (numbers < self.bits), one, np.uint64(0)).astype(self.dtype)

    def table(self) -> NDArray[Any]:
        """The common values of the bits, for even and for odd heaps: u2[2, bits]."""
        import numpy as np

        return np.array([[self.value(number, heap) for number in range(self.bits)] for heap in (0, 1)], np.uint16)

    def to_values(self, words: NDArray[Any], first: int) -> NDArray[Any]:
        """The values of common heaps first, first + 1, ... from their words; -1 where a word is 0 (a rare heap)."""
        import numpy as np

        wide = words.astype(np.uint64)
        numbers = np.bitwise_count((wide & (~wide + np.uint64(1))) - np.uint64(1)).astype(np.int64)
        below = (1 << self.low) - 1
        values = (numbers & below) | ((numbers & ~below) << 1)
        common = self.space.are_common(values, np.arange(first, first + len(words)))
        values = np.where(common, values, values | 1 << self.low)
        return np.where(wide == 0, -1, values)

    def numbers_in(self, words: NDArray[Any]) -> NDArray[Any]:
        """The number of the bit of each word; -1 where it is 0."""
        import numpy as np

        wide = words.astype(np.uint64)
        return np.where(wide == 0, -1, np.bitwise_count(wide - np.uint64(1)).astype(np.int64))

    def of_numbers(self, numbers: NDArray[Any]) -> NDArray[Any]:
        """The words whose bits have these numbers; 0 for a number -1."""
        import numpy as np

        return np.where(numbers < 0, 0, np.uint64(1) << numbers.clip(0).astype(np.uint64)).astype(self.dtype)
