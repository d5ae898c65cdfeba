"""Nim-values of parts for searches to come: of this board, and of others on which the same parts have the same keys.

A part is a set of places by its key, and keys do not depend on the number of columns of a grid. So values belong to a
family of boards: grids of as many rows whose moves have the same shapes, or one board alone where there is no grid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.errors import StoreError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Entries = NDArray[np.uint64]  # a row for each part: its set, the low word first, and then its value

MOST_ENTRIES = 1 << 22  # of all families together, or few more: 64 to 96 MiB


class PartValues:
    """The values of parts of several families of boards.

    families   by the name of a family, its entries
    source     the file that they come from, for errors and for the evidence of answers; "": all were found here
    taken      how many a search has taken over from there
    """

    def __init__(self, source: str) -> None:
        self.families: dict[str, Entries] = {}
        self.source = source
        self.taken = 0

    @property
    def count(self) -> int:
        """Parts of all families."""
        return sum(map(len, self.families.values()))

    def of(self, family: str, places: int) -> Entries | None:
        """The entries of a family whose sets lie on a board of so many places, if there are any."""
        import numpy as np

        entries = self.families.get(family)
        if entries is None:
            return None
        inside = np.ones(len(entries), bool)
        for j in range(entries.shape[1] - 1):
            bits = min(64, max(0, places - 64 * j))
            if bits < 64:
                inside &= entries[:, j] >> np.uint64(bits) == 0 if bits else entries[:, j] == 0
        return entries[inside]

    def put(self, name: str, entries: Entries) -> None:
        """Add the entries of a family; known parts stay as they are, and beyond MOST_ENTRIES the smallest go.

        Raises:  StoreError: a part has another value already.
        """
        import numpy as np

        old_entries = self.families.get(name)
        if old_entries is not None:
            words = max(old_entries.shape[1], entries.shape[1])
            entries = np.concatenate([_widened(old_entries, words), _widened(entries, words)])
        entries = entries[np.lexsort(entries.T)]
        if len(entries):
            entries = entries[np.append(True, (entries[1:] != entries[:-1]).any(axis=1))]
            sets = entries[np.lexsort(entries.T[:-1])][:, :-1]
            if (sets[1:] == sets[:-1]).all(axis=1).any():
                raise StoreError(
                    f"{self.source}: two values for one part, of which one is wrong; none is used; move the file aside"
                )
        self.families[name] = entries
        self._drop_smallest()

    def _drop_smallest(self) -> None:
        import numpy as np

        if self.count <= MOST_ENTRIES:
            return
        sizes = {name: np.bitwise_count(rows[:, :-1]).sum(axis=1) for name, rows in self.families.items()}
        order = np.sort(np.concatenate(list(sizes.values())))
        least = order[len(order) - MOST_ENTRIES]
        self.families = {name: rows[sizes[name] >= least] for name, rows in self.families.items()}


def _widened(entries: Entries, words: int) -> Entries:
    """Entries as rows of so many words: sets with empty places above them."""
    import numpy as np

    missing = np.zeros((len(entries), words - entries.shape[1]), np.uint64)
    return np.concatenate([entries[:, :-1], missing, entries[:, -1:]], axis=1)
