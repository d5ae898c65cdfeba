"""Nim-values of parts for searches to come: of this board, and of others on which the same parts have the same keys.

A part is a set of places by its key, and keys do not depend on the number of columns of a grid. So values belong to a
family of boards: grids of as many rows whose moves have the same shapes, or one board alone where there is no grid.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from hashlib import sha256
from typing import TYPE_CHECKING

from grundy.engines.search import arrays, plain
from grundy.engines.search.board import Board
from grundy.errors import OutOfReach, StoreError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from grundy.engines.search.tables import Tables

    Entries = NDArray[np.uint64]  # a row for each part: its set, the low word first, and then its value

MOST_ENTRIES = 1 << 22  # of all families together, or few more: 64 to 96 MiB
SAMPLE = 1000  # entries whose options are looked at where they are taken over
DEFINED = 5  # of these, the smallest, worked out by the definition
FEW_PARTS = 2000  # that this may take


def family(board: Board) -> str:
    """The name of the boards that have the values of their parts in common.

    Grids have it if their rows, the ways in which shapes may be turned and the shapes of all moves are the same.
    """
    if board.patterns is None:
        about = repr((board.places, sorted(board.moves), board.images))
    else:
        shapes = [
            (sorted(need), sorted(tuple(sorted(part) for part in way) for way in ways))
            for need, ways in board.patterns.found.items()
        ]
        about = repr((board.rows, board.layers, board.turns, sorted(shapes)))
    return sha256(about.encode("ascii")).hexdigest()


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

    def of(self, board: Board) -> Entries | None:
        """The entries whose sets lie on a board, if its family has any."""
        import numpy as np

        entries = self.families.get(family(board))
        if entries is None:
            return None
        inside = np.ones(len(entries), bool)
        for j in range(entries.shape[1] - 1):
            bits = min(64, max(0, board.places - 64 * j))
            if bits < 64:
                inside &= entries[:, j] >> np.uint64(bits) == 0 if bits else entries[:, j] == 0
        return entries[inside]

    def put(self, name: str, entries: Entries) -> None:
        """Add the entries of a family; known parts stay as they are, and beyond MOST_ENTRIES the smallest go.

        Raises:  StoreError: a part has another value already.
        """
        import numpy as np

        known = self.families.get(name)
        if known is not None:
            words = max(known.shape[1], entries.shape[1])
            entries = np.concatenate([_widened(known, words), _widened(entries, words)])
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


def take_over(tables: Tables, values: PartValues) -> None:
    """Have tables that are new begin with the values that hold on their board.

    Raises:  StoreError: a value is wrong.
    """
    entries = values.of(tables.board)
    if entries is not None and len(entries):
        tables.learn(entries)
        _require_right(tables, values.source, entries)
        values.taken += len(entries)


def _require_right(tables: Tables, source: str, entries: Entries) -> None:
    """Look at some entries, once their tables have taken all of them over; the smallest are worked out in plain Python.

    Raises:  StoreError: a value is wrong.
    """
    chosen = random.Random(len(entries)).sample(range(len(entries)), min(SAMPLE, len(entries)))
    sample = [(arrays.unpacked(row[:-1].tolist()), int(row[-1])) for row in entries[chosen]]
    wrong = is_wrong(tables, sample)
    memo: plain.Memo = {}
    for part, value in sorted(sample, key=lambda one: one[0].bit_count())[:DEFINED]:
        try:
            wrong |= plain.value(tables.board, part, memo, FEW_PARTS) != value
        except OutOfReach:
            break
    if wrong:
        raise StoreError(
            f"{source}: expected nim-values of parts, found one that is wrong; none is used; move the file aside"
        )


def is_wrong(tables: Tables, sample: Iterable[tuple[int, int]]) -> bool:
    """Whether some parts have another nim-value, as far as tables show it that know what was found with them.

    No option of a part may have the value of the part: so much is seen of parts of any size, from the options that
    are known.
    """
    from grundy.engines.search import kernels
    from grundy.engines.search.spans.kernels import spans

    desk = tables.desks[0]
    shared = tuple(map(spans, (tables.moves, tables.keys, desk.known, desk.pool, desk.scratch)))
    return any(kernels.expand(*shared, tables.words_of(part), value, 0, 0)[0] < 0 for part, value in sample)
