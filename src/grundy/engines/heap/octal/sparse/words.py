"""Nim-values as words, a bit for each value in use in a sparse space, or as numbers where these are too many."""

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
        bits = np.uint64(1) << numbers.clip(0, self.bits - 1).astype(np.uint64)
        return np.where(common & (numbers < self.bits), bits, np.uint64(0)).astype(self.dtype)

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


# ---- Nim-values as numbers of bits: for spaces in whose values more bits are in use than a machine word has


NUMBER_SIZES = (112, 168, 224)  # how many common values have a number: multiples of what one look-up of a vector knows
NONE = 255  # the number of a rare heap; what is kept is the number's complement, and 0 of a rare heap


@dataclass(frozen=True, slots=True)
class CommonNumbers:
    """Like `words.Words`, for up to `bits` common values, each heap kept as one byte: 255 less the number of its bit.

    As with words, an XOR with a constant moves from the value of one heap to that of a pair, and 0 is a rare heap.

    >>> numbers = CommonNumbers(112, SparseSpace(0b1100))
    >>> numbers.value(100, 0), numbers.number(numbers.value(100, 0))
    (200, 100)
    """

    bits: int
    space: SparseSpace

    @property
    def _one(self) -> Words:
        return Words(64, self.space)  # its numbering does not depend on the bits

    def number(self, value: Any) -> Any:
        """The number that stands for a value, common or rare; also of an array."""
        return self._one.number(value)

    def value(self, number: int, heap: int, common: bool = True) -> int:
        """The common (or rare) value that a number stands for, as the value of a heap."""
        return self._one.value(number, heap, common)

    @property
    def low(self) -> int:
        """The place of the lowest bit of the mask: values lose that bit."""
        return self._one.low

    @property
    def dtype(self) -> Any:
        """The NumPy type of what is kept."""
        import numpy as np

        return np.dtype("u1")

    def of_values(self, values: NDArray[Any], first: int) -> NDArray[Any]:
        """What is kept of the values of heaps first, first + 1, ...; 0 also for a common value without a number."""
        import numpy as np

        heaps = np.arange(first, first + len(values))
        common = self.space.are_common(values, heaps)
        numbers = self.number(values.astype(np.int64))
        return np.where(common & (numbers < self.bits), NONE - numbers, 0).astype(np.uint8)

    def table(self) -> NDArray[Any]:
        """The common values of what is kept, for even and for odd heaps: u2[2, 256]; 0 where it is no number."""
        import numpy as np

        table = np.zeros((2, 256), np.uint16)
        for heap in (0, 1):
            table[heap, NONE - self.bits + 1 :] = [self.value(number, heap) for number in reversed(range(self.bits))]
        return table

    def to_values(self, complements: NDArray[Any], first: int) -> NDArray[Any]:
        """The values of common heaps first, first + 1, ... from what is kept of them; -1 where it is 0 (rare)."""
        import numpy as np

        values = self.table()[np.arange(first, first + len(complements)) & 1, complements].astype(np.int64)
        return np.where(complements == 0, -1, values)

    def numbers_in(self, complements: NDArray[Any]) -> NDArray[Any]:
        """The number of each heap; -1 where it is rare."""
        import numpy as np

        return np.where(complements == 0, -1, NONE - complements.astype(np.int64))

    def of_numbers(self, numbers: NDArray[Any]) -> NDArray[Any]:
        """What is kept of heaps with these numbers, -1 of a rare one."""
        import numpy as np

        return np.where(numbers < 0, 0, NONE - numbers).astype(np.uint8)

    def required(self) -> NDArray[Any]:
        """How many of the first rare values are below the common value of a number, for even and odd heaps, and which
        of those beside it: u1[2, bits, 32], bit n & 7 of byte n >> 3 for the rare value that n stands for."""
        import numpy as np

        required = np.zeros((2, self.bits, 32), np.uint8)
        for heap in (0, 1):
            rare = np.array([self.value(number, heap, False) for number in range(self.bits)])
            own = np.array([self.value(number, heap) for number in range(self.bits)])
            below = np.packbits(rare[None, :] < own[:, None], axis=1, bitorder="little")
            required[heap, :, : below.shape[1]] = below
        return required

    def below(self) -> NDArray[Any]:
        """The numbers below each number, laid out as `required` has them."""
        import numpy as np

        numbers = np.arange(256)
        below = np.packbits(numbers[None, :] < numbers[: self.bits, None], axis=1, bitorder="little")
        return np.stack([below, below])


def of_size(bits: int, space: SparseSpace) -> Words | CommonNumbers:
    """Words of so many bits, or numbers where that is more than a machine word has."""
    return Words(bits, space) if bits <= 64 else CommonNumbers(bits, space)


def converted(words: NDArray[Any], old: Words | CommonNumbers, new: Words | CommonNumbers) -> NDArray[Any]:
    """What `new` keeps of the heaps of which `old` keeps this."""
    if old == new:
        return words
    return words.astype(new.dtype) if new.bits <= 64 else new.of_numbers(old.numbers_in(words))
