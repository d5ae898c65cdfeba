"""States that have more bits than a key: a search numbers them as it meets them, and their numbers are its keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from grundy.errors import OutOfReach

if TYPE_CHECKING:
    from numpy.typing import NDArray

FIRST_NUMBERS = 1 << 13
MOST_MET = 1 << 30  # a slot has 31 bits


class Wide:
    """The states that a search has met, in words, and their numbers.

    Args:    width: words of a state. counts: what the kernel of the search counts. require: of so many bytes more;
             raises OutOfReach if there are none. spec: of the rule, for what is told.
    """

    def __init__(self, width: int, counts: NDArray[Any], require: Callable[[int], None], spec: str) -> None:
        import numpy as np

        from grundy.engines.search.kernels import numbered as k

        self.width, self._counts, self._require, self._spec = width, counts, require, spec
        counts[k.WIDTH] = width
        self.words: NDArray[Any] = np.zeros(width * FIRST_NUMBERS, np.int64)
        self.slots: NDArray[Any] = np.zeros(2 * FIRST_NUMBERS, np.int32)

    @property
    def nbytes(self) -> int:
        """The bytes that they take."""
        return self.words.nbytes + self.slots.nbytes

    def number(self, words: tuple[int, ...]) -> int:
        """The number of a state, a new one if it has none."""
        import numpy as np

        return int(self.number_all(np.array([words], np.int64))[0])

    def number_all(self, states: NDArray[Any]) -> NDArray[Any]:
        """The numbers of states, of which each row has the words."""
        import numpy as np

        from grundy.engines.search.kernels import numbered as k

        while not k.has_room(self.words, self.slots, self._counts, len(states)):
            self.grow()
        numbers = np.zeros(len(states), np.int64)
        k.number_all(self.words, self.slots, self._counts, np.ascontiguousarray(states).reshape(-1), numbers)
        return numbers

    def find(self, words: tuple[int, ...]) -> int | None:
        """The number of a state, if it has one."""
        import numpy as np

        from grundy.engines.search.kernels import numbered as k

        slot = k.slot_for(self.words, self.slots, self.width, np.array(words, np.int64), 0)
        return int(self.slots[slot]) - 1 if self.slots[slot] else None

    def rows(self, numbers: Any) -> NDArray[Any]:
        """The words of states with some numbers, a row each."""
        rows: NDArray[Any] = self.words.reshape(-1, self.width)[numbers]
        return rows

    def grow(self) -> None:
        """Room for twice as many. Raises OutOfReach where there is none."""
        import numpy as np

        from grundy.engines.search.kernels import numbered as k

        if len(self.slots) >= 2 * MOST_MET:
            raise OutOfReach(f"{self._spec}: more than {MOST_MET:,} states are met; try a smaller position")
        self._require(2 * self.nbytes)
        count = int(self._counts[k.NUMBERED])
        words, slots = np.zeros(2 * len(self.words), np.int64), np.zeros(2 * len(self.slots), np.int32)
        self._counts[k.NUMBERED] = 0
        k.number_all(words, slots, self._counts, self.words[: self.width * count], np.zeros(count, np.int64))
        self.words, self.slots = words, slots  # all at once, for others may look up what is known meanwhile
