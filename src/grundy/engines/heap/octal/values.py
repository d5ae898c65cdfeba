"""The nim-values of one take-and-break code, heap by heap, in plain Python and then compiled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from grundy.engines.heap.octal.plain import Plain
from grundy.errors import OutOfReach
from grundy.model.shapes import Digits

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grundy.engines.heap.octal.sparse.held import Held

PLAIN_HEAPS = 2_000  # beyond them compiled kernels are worth loading
MOST_HEAPS = 400_000  # of the naive loop, whose time grows with the square: about a minute
FIRST_HEAPS = 8_192  # in which a sparse space is looked for
MOST_HEAPS_OF_SPARSE = 2**28  # where the code has a sparse space: half a gigabyte
MOST_HEAPS_OF_THREE = 3_000  # where a move may leave three heaps or more


class Values:
    """G(0), G(1), ... of a code; what was computed is kept.

    >>> kayles = Values(Digits((0, 7, 7)))
    >>> list(kayles.upto(8))
    [0, 1, 2, 3, 1, 4, 3, 2]
    """

    def __init__(self, shape: Digits) -> None:
        self.shape = shape
        self._plain = Plain(shape)
        self._table: NDArray[Any] | None = None
        self._pairs: NDArray[Any] | None = None
        self._unions: NDArray[Any] | None = None
        self._floors: NDArray[Any] | None = None
        self._size = 0
        self._held: Held | None = None
        self._looked = False

    @property
    def most(self) -> int:
        """How many heaps can be computed in all."""
        if self.held is not None:
            return MOST_HEAPS_OF_SPARSE
        return MOST_HEAPS if self.shape.parts < 3 else MOST_HEAPS_OF_THREE

    @property
    def held(self) -> Held | None:
        """The values by a sparse space, if the code has one and FIRST_HEAPS are known."""
        from grundy.engines.heap.octal.sparse.space import find, suits

        if not self._looked and suits(self.shape) and self._size >= FIRST_HEAPS:
            self._looked = True
            first: Any = self.upto(FIRST_HEAPS)[:FIRST_HEAPS]
            space = find(self.shape, first)
            if space is not None:
                from grundy.engines.heap.octal.sparse.held import Held

                self._held = Held(self.shape, space, first)
        return self._held

    @property
    def size(self) -> int:
        """How many heaps, from 0 on, are known."""
        return max(self._size, len(self._plain.values))

    def upto(self, stop: int) -> Sequence[int]:
        """At least the nim-values of heaps 0..stop - 1: a list, or an array of int32 or uint16. Raises OutOfReach."""
        if stop > FIRST_HEAPS > self._size and self.shape.parts == 2:
            self._extend(FIRST_HEAPS)
        if stop > self.most:
            raise OutOfReach(
                f"heaps of take-and-break games: {self.most:,} values are computed one by one, and a heap of "
                f"{stop - 1} is beyond them; smaller heaps, or a game with a proved period, can be solved"
            )
        if self._table is None and (stop <= PLAIN_HEAPS or self.shape.parts > 2):
            self._plain.extend(stop)
            return self._plain.values
        if stop > self._size and self.held is not None:
            from grundy.engines.heap.octal.sparse.prefix import extend

            extend(self.held, stop)
            self._table, self._size = self.held.values, self.held.size
        elif stop > self._size:
            self._extend(stop)
        assert self._table is not None
        return self._table[: self._size]  # type: ignore[return-value]

    def _extend(self, stop: int) -> None:
        import numpy as np

        from grundy.engines.heap.octal.kernels import octal_values

        shape = self.shape
        if self._table is None or stop > len(self._table):
            table = np.zeros(max(stop, 2 * self._size), np.int32)
            if self._table is not None:
                table[: self._size] = self._table[: self._size]
            self._table = table
        if self._pairs is None:
            self._pairs = np.zeros((len(shape.digits) + 1, 64), np.uint8)
            length = max(len(shape.repeat), 1)
            self._unions = np.zeros((3, length, 64), np.uint8)
            self._floors = np.zeros((length, length), np.int64)
        assert self._unions is not None
        digits, repeat = np.array(shape.digits, np.uint8), np.array(shape.repeat, np.uint8)
        while self._size < stop:
            goal = min(stop, self._size + max(64, 2**28 // (self._size + 1)))  # an interrupt is heeded between calls
            marks = self._pairs, self._unions, self._floors
            done = octal_values(digits, repeat, shape.unequal, self._table, *marks, self._size, goal)
            self._size = int(done)
            if done < goal:
                width = self._pairs.shape[1]
                self._pairs = np.pad(self._pairs, ((0, 0), (0, width)))
                self._unions = np.pad(self._unions, ((0, 0), (0, 0), (0, width)))
