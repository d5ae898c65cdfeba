"""Nim-values as numbers of bits: for spaces in whose values more bits are in use than a machine word has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grundy.engines.heap.octal.sparse.space import SparseSpace
from grundy.engines.heap.octal.sparse.words import Words

if TYPE_CHECKING:
    from numpy.typing import NDArray

SIZES = (112, 168, 224)  # how many common values have a number: multiples of what one look-up of a vector knows
NONE = 255  # the number of a rare heap; what is kept is the number's complement, and 0 of a rare heap


@dataclass(frozen=True, slots=True)
class Numbers:
    """Like `words.Words`, for up to `bits` common values, each heap kept as one byte: 255 less the number of its bit.

    As with words, an XOR with a constant moves from the value of one heap to that of a pair, and 0 is a rare heap.

    >>> numbers = Numbers(112, SparseSpace(0b1100))
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

        found = np.zeros((2, 256), np.uint16)
        for heap in (0, 1):
            found[heap, NONE - self.bits + 1 :] = [self.value(number, heap) for number in reversed(range(self.bits))]
        return found

    def to_values(self, kept: NDArray[Any], first: int) -> NDArray[Any]:
        """The values of common heaps first, first + 1, ... from what is kept of them; -1 where it is 0 (rare)."""
        import numpy as np

        values = self.table()[np.arange(first, first + len(kept)) & 1, kept].astype(np.int64)
        return np.where(kept == 0, -1, values)

    def numbers_in(self, kept: NDArray[Any]) -> NDArray[Any]:
        """The number of each heap; -1 where it is rare."""
        import numpy as np

        return np.where(kept == 0, -1, NONE - kept.astype(np.int64))

    def of_numbers(self, numbers: NDArray[Any]) -> NDArray[Any]:
        """What is kept of heaps with these numbers, -1 of a rare one."""
        import numpy as np

        return np.where(numbers < 0, 0, NONE - numbers).astype(np.uint8)

    def required(self) -> NDArray[Any]:
        """How many of the first rare values are below the common value of a number, for even and odd heaps, and which
        of those beside it: u1[2, bits, 32], bit n & 7 of byte n >> 3 for the rare value that n stands for."""
        import numpy as np

        found = np.zeros((2, self.bits, 32), np.uint8)
        for heap in (0, 1):
            rare = np.array([self.value(number, heap, False) for number in range(self.bits)])
            own = np.array([self.value(number, heap) for number in range(self.bits)])
            below = np.packbits(rare[None, :] < own[:, None], axis=1, bitorder="little")
            found[heap, :, : below.shape[1]] = below
        return found

    def below(self) -> NDArray[Any]:
        """The numbers below each number, laid out as `required` has them."""
        import numpy as np

        numbers = np.arange(256)
        one = np.packbits(numbers[None, :] < numbers[: self.bits, None], axis=1, bitorder="little")
        return np.stack([one, one])


def of_size(bits: int, space: SparseSpace) -> Words | Numbers:
    """Words of so many bits, or numbers where that is more than a machine word has."""
    return Words(bits, space) if bits <= 64 else Numbers(bits, space)


def converted(kept: NDArray[Any], old: Words | Numbers, new: Words | Numbers) -> NDArray[Any]:
    """What `new` keeps of the heaps of which `old` keeps this."""
    if old == new:
        return kept
    return kept.astype(new.dtype) if new.bits <= 64 else new.of_numbers(old.numbers_in(kept))
