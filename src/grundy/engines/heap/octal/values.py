"""The nim-values of one take-and-break code, up to any heap: heap by heap, and by its sparse space if it has one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from grundy.engines.heap.naive.table import NaiveTable
from grundy.engines.heap.octal.sparse.space import FIRST_HEAPS, suits
from grundy.errors import OutOfReach
from grundy.model.shapes import Digits

if TYPE_CHECKING:
    from grundy.engines.heap.octal.sparse.stored_values import StoredValues

MOST_HEAPS = 400_000  # of the naive loop, whose time grows with the square: about a minute
MOST_HEAPS_OF_SPARSE = 2**28  # where the code has a sparse space: half a gigabyte
MOST_HEAPS_OF_THREE = 3_000  # where a move may leave three heaps or more


class CodeValues:
    """G(0), G(1), ... of a code; what was computed is kept.

    >>> kayles = CodeValues(Digits((0, 7, 7)))
    >>> list(kayles.upto(8))
    [0, 1, 2, 3, 1, 4, 3, 2]
    """

    def __init__(self, shape: Digits) -> None:
        self.shape = shape
        self._table = NaiveTable(shape)
        self._stored: StoredValues | None = None
        self._looked = False

    @property
    def most(self) -> int:
        """How many heaps can be computed in all."""
        if self.stored is not None:
            return MOST_HEAPS_OF_SPARSE
        return min(self._table.most, MOST_HEAPS if self.shape.parts < 3 else MOST_HEAPS_OF_THREE)

    @property
    def stored(self) -> StoredValues | None:
        """The values by a sparse space, if the code has one and FIRST_HEAPS are known."""
        if not self._looked and suits(self.shape) and self._table.size >= FIRST_HEAPS:
            self._looked = True
            self._stored = self.begun()
        return self._stored

    def begun(self) -> StoredValues | None:
        """The first heaps, of which FIRST_HEAPS must be known, by a sparse space if the code has one."""
        from grundy.engines.heap.octal.sparse.stored_values import by_space

        return by_space(self.shape, self._table.values[:FIRST_HEAPS])

    @property
    def size(self) -> int:
        """How many heaps, from 0 on, are known."""
        return max(self._table.size, self._stored.size if self._stored is not None else 0)

    @property
    def values(self) -> Sequence[int]:
        """The nim-values that are known."""
        return self.upto(0)

    def step(self, stop: int) -> None:
        """Compute values up to `stop`. Raises OutOfReach."""
        self.upto(stop)

    def state(self) -> dict[str, Any]:
        """Nothing is kept for another process: what is asked of heaps one by one is soon answered."""
        return {"size": 0}

    def upto(self, stop: int) -> Sequence[int]:
        """At least the nim-values of heaps 0..stop - 1: a list, or an array of integers. Raises OutOfReach."""
        if stop > FIRST_HEAPS and self.shape.parts == 2:
            self._step(FIRST_HEAPS)
        if stop > self.most:
            raise OutOfReach(
                f"heaps of take-and-break games: {self.most:,} values are computed one by one, and a heap of "
                f"{stop - 1} is beyond them; smaller heaps, or a game with a proved period, can be solved"
            )
        if stop > self.size and self.stored is not None:
            from grundy.engines.heap.octal.sparse.fast import extend

            extend(self.stored, stop)
        elif stop > self.size:
            self._step(stop)
        stored = self._stored
        if stored is not None and stored.size >= self._table.size:
            return stored.values[: stored.size]  # type: ignore[return-value]
        return self._table.values

    def _step(self, stop: int) -> None:
        while self._table.size < stop:  # an interrupt is heeded between steps
            self._table.step(stop)
