"""The array that an engine fills: in memory here, in a file in table_file.py; engines see no difference."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.runs.chunk import Chunk

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class MemoryTable:
    """A table in memory alone, for work that need not outlive its process.

    >>> table = MemoryTable((3,), "|u1")
    >>> table.array[2] = 255
    >>> table.widen("<u2")
    >>> table.array
    array([  0,   0, 255], dtype=uint16)
    """

    def __init__(self, shape: tuple[int, ...], dtype: str) -> None:
        import numpy as np

        self._array: NDArray[np.unsignedinteger] = np.zeros(shape, dtype)

    @property
    def array(self) -> NDArray[np.unsignedinteger]:
        """The entries, zero at first; another array after `widen`, so ask again."""
        return self._array

    def widen(self, dtype: str) -> None:
        """Give every entry more bytes ("<u2", "<u4", "<u8"), at any moment; what is in the array is kept."""
        self._array = self._array.astype(dtype)

    def note(self, chunk: Chunk) -> None:
        """Take down what a chunk says has become right; the loop does it, not the engine."""
