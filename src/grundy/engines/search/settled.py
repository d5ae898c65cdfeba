"""What searches of one field have settled, and others need not search again: couples that took much work.

A couple is a part and a heap of n beside it (see proof/kernels.py). It is lost if n is the nim-value of the part, and
then that is a value for the table of values; else it is won, which belongs to the table of proof numbers. An entry has
the words of the part's key with n above them, and the word of proof number, disproof number and work: whole keys are
compared, as in the tables themselves. Keys are those of one field, and entries are only ever given to the same field.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from grundy.engines.search import arrays
from grundy.engines.search.part_values import is_wrong
from grundy.errors import StoreError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from grundy.engines.search.tables import Tables

    Entries = NDArray[np.uint64]  # a row for each couple

LOG = 1 << 17  # couples between two looks at the log; beyond them none is noted
MUCH_WORK = 2  # positions that a couple in the log took, at first and at least
BROUGHT = 3 << 14  # words that a search brings home at once, at most: 384 KiB, and 512 as text
SENT = 3 << 15  # words that a call takes along at most: packed as text, they are below 1 MiB
KEPT = 1 << 20  # words that are kept of a field: 8 MiB, and less than 12 MB as text in a checkpoint
SAMPLE = 20  # values whose options are looked at where they are taken over


def begin_log(tables: Tables) -> None:
    """Have the search of some tables note what it settles."""
    if not tables.desks[0].rated.log.size:
        rated = arrays.rated_table(tables.numbers, tables.signal, LOG * (tables.words + 1))
        rated.logged[1] = MUCH_WORK
        tables.desks[0].rated = rated


def logged(tables: Tables) -> Entries:
    """What has been noted since this was asked last: the dearest entries of it."""
    rated, each = tables.desks[0].rated, tables.words + 1
    count = int(rated.logged[0])
    rows: Entries = rated.log[: count * each].reshape(-1, each).copy()
    rated.logged[0] = 0
    if rows.size > BROUGHT:  # the next log is to have what is dear, and not what comes first
        rated.logged[1] *= 2
    elif rows.size < BROUGHT // 4 and rated.logged[1] > MUCH_WORK:
        rated.logged[1] //= 2
    return rows[_dearest(rows, BROUGHT)]


def take_over(tables: Tables, rows: Entries, source: str) -> None:
    """Have a search know what others have settled.

    Raises:  StoreError: a value is wrong.
    """
    import numpy as np

    from grundy.engines.search.numbers import kernels
    from grundy.engines.search.spans.kernels import Span

    lost = rows[_disproof_numbers(rows) == 0]
    tables.add(np.ascontiguousarray(lost[:, :-1]).reshape(-1))
    won = rows[_disproof_numbers(rows) != 0]
    kernels.take(Span(won.reshape(-1)), Span(tables.numbers), tables.moves.like, tables.moves.shift)
    chosen = random.Random(len(lost)).sample(range(len(lost)), min(SAMPLE, len(lost)))
    inside = (1 << tables.moves.shift) - 1
    sample = []
    for row in lost[chosen, :-1].tolist():
        part = arrays.unpacked([*row[:-1], row[-1] & inside])
        sample.append((part, row[-1] >> tables.moves.shift))
    if is_wrong(tables, sample):
        raise StoreError(f"{source}: expected nim-values of parts, found one that is wrong")


def _disproof_numbers(rows: Entries) -> Entries:
    import numpy as np

    return rows[:, -1] >> np.uint64(28) & np.uint64((1 << 28) - 1)


class Settled:
    """What is known of one field to those who ask: brought by several processes, and taken along to the others.

    Each entry has the number of the answer that brought it, so it is enough to know of a process up to which number it
    has been told. Beyond KEPT words what took least work is forgotten.

    words   of an entry
    """

    def __init__(self, words: int) -> None:
        import numpy as np

        self._rows: Entries = np.zeros((0, words), np.uint64)
        self._by = np.zeros(0, np.int64)  # which process brought an entry
        self._at = np.zeros(0, np.int64)  # in which answer
        self._known: set[bytes] = set()
        self._answers = 0
        self._told: dict[str, int] = {}  # by the name of a process
        self._numbers: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._rows)

    def put(self, process: str, rows: Entries) -> None:
        """Add what a process has brought; what is known already stays as it is."""
        import numpy as np

        keys = [row.tobytes() for row in rows[:, :-1]]
        new = [place for place, key in enumerate(keys) if key not in self._known]
        if not new:
            return
        self._known.update(keys)
        self._answers += 1
        number = self._numbers.setdefault(process, len(self._numbers))
        self._rows = np.concatenate([self._rows, rows[new]])
        self._by = np.append(self._by, np.full(len(new), number))
        self._at = np.append(self._at, np.full(len(new), self._answers))
        if self._rows.size > KEPT:
            stay = _dearest(self._rows, KEPT // 4 * 3)
            self._rows, self._by, self._at = self._rows[stay], self._by[stay], self._at[stay]
            self._known = {row.tobytes() for row in self._rows[:, :-1]}

    def news(self, process: str) -> tuple[int, int, Entries]:
        """What a process has not been told, the dearest of it: after which answer, up to which, the entries."""
        since = self._told.get(process, 0)
        rows = self._rows[(self._at > since) & (self._by != self._numbers.get(process, -1))]
        return since, self._answers, rows[_dearest(rows, SENT)]

    def tell(self, process: str, since: int, upto: int) -> None:
        """Note that a process, whichever it was, has been told the news."""
        if self._told.get(process, 0) >= since:
            self._told[process] = max(upto, self._told.get(process, 0))

    def dearest(self, words: int) -> Entries:
        """The entries that took most work, in so many words."""
        return self._rows[_dearest(self._rows, words)]


def _dearest(rows: Entries, words: int) -> NDArray[np.int64]:
    """The places of those entries that took most work, in so many words."""
    import numpy as np

    most = words // rows.shape[1]
    if len(rows) <= most:
        return np.arange(len(rows))
    return np.sort(np.argsort(rows[:, -1] >> np.uint64(56), kind="stable")[len(rows) - most :])
