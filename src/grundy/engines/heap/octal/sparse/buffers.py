"""Where a search fills in heaps: buffers that begin with all that those filled in next are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.engines.heap.octal.sparse.setup import Setup
from grundy.engines.heap.octal.sparse.setup_numbers import NumberSetup

if TYPE_CHECKING:
    from numpy.typing import NDArray

LONG = 2**20  # words before the heaps to fill in that are not copied for each buffer
IN_TURN = 3  # buffers: one is filled, one is checked, one is looked at


class Buffers:
    """Buffers of `room` words that are known and `size` heaps to fill in, one after another.

    Short ones take turns, and the end of one is copied to the beginning of the next. Where a late rare heap makes them
    long, they overlap in one array, until its end is reached: then `move` is needed before there is another.
    """

    def __init__(self, setup: Setup | NumberSetup, last: NDArray[Any], size: int) -> None:
        self._room, self._size = setup.room, size
        self._taken = 0
        if setup.room <= LONG:
            self._parts = [setup.buffer(size) for _ in range(IN_TURN)]
            self._last = last
        else:
            self._parts = []
            self._whole = setup.buffer(max(setup.room, 4 * size) // size * size)
            self._spare = len(setup.buffer(0)) - setup.room
            self._whole[: setup.room] = last
            self._at = setup.room

    @property
    def overlap(self) -> bool:
        """Whether the buffers are parts of one array, so that none is overwritten before `move`."""
        return not self._parts

    def next(self) -> NDArray[Any] | None:
        """The next buffer, or None: then the array must be moved first."""
        room, size = self._room, self._size
        if self._parts:
            buffer = self._parts[self._taken % IN_TURN]
            self._taken += 1
            buffer[:room] = self._last
            self._last = buffer[size : size + room]
            return buffer
        end = self._at + size + self._spare
        if end > len(self._whole):
            return None
        self._at += size
        return self._whole[self._at - size - room : end]

    def move(self) -> NDArray[Any]:
        """Begin the array anew, when nobody reads the last buffer any more: the words before the next heap."""
        self._whole[: self._room] = self._whole[self._at - self._room : self._at].copy()
        self._at = self._room
        return self._whole[: self._room]
