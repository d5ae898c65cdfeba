"""What searches of one field have settled, and others need not search again: couples that took much work.

A couple is a part and a heap of n beside it (see kernels/proof.py). It is lost if n is the nim-value of the part, and
then that is a value for the table of values; else it is won, which belongs to the table of proof numbers. An entry has
the words of the part's key with n above them, and the word of proof number, disproof number and work: whole keys are
compared, as in the tables themselves. Keys are those of one field, and entries are only ever given to the same field.

A worker may compute wrongly. So whoever takes entries over searches some of them again, and those who ask compare what
different workers say of one couple; docs/why/search.md says what remains to be believed.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from grundy.engines.search import arrays
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
SAMPLE = 20  # couples of each kind, lost and won, that are searched again where they are taken over, at most,
ONE_IN = 100  # and of how many there is one
AGAIN = 300  # positions that this may take for each: with the others known, 1 to 9 of those that are true (see docs)


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
    """Have a search know what others have settled; some of it is searched again, once the rest is known.

    Raises:  StoreError: an entry is wrong.
    """
    import numpy as np

    lost = _disproof_numbers(rows) == 0
    chosen = np.zeros(len(rows), bool)
    for kind in (lost, ~lost):
        places = np.flatnonzero(kind).tolist()
        some = min(SAMPLE, -(-len(places) // ONE_IN))
        chosen[random.Random(len(places)).sample(places, some)] = True
    _enter(tables, rows[~chosen])
    for row, is_lost in zip(rows[chosen].tolist(), lost[chosen].tolist(), strict=True):
        if _is_lost(tables, row[:-1]) not in (is_lost, None):
            what = f"worth {row[-2] >> tables.moves.shift}"
            said, true = (what, f"not {what}") if is_lost else (f"not {what}", what)
            raise StoreError(
                f"{source}: expected nim-values of parts, found one that is wrong: a worker says that a part is "
                f"{said}, but it is {true}; one of the machines computes wrongly"
            )
    _enter(tables, rows[chosen])


def _enter(tables: Tables, rows: Entries) -> None:
    """Put entries into the tables."""
    import numpy as np

    from grundy.engines.search.kernels import numbers as kernels
    from grundy.engines.search.kernels.spans import Span

    lost = _disproof_numbers(rows) == 0
    tables.add(np.ascontiguousarray(rows[lost, :-1]).reshape(-1))
    kernels.take(Span(rows[~lost].reshape(-1)), Span(tables.numbers), tables.moves.like, tables.moves.shift)


def _is_lost(tables: Tables, words: list[int]) -> bool | None:
    """Whether a couple is lost, by a short search that knows what the tables know; None: it did not come so far."""
    from grundy.engines.search.kernels import proof as kernels
    from grundy.engines.search.kernels.numbers import INFINITE
    from grundy.engines.search.kernels.spans import Span, spans

    shift, desk = tables.moves.shift, tables.desks[0]
    found, key, beside = tables.look(arrays.unpacked([*words[:-1], words[-1] & ((1 << shift) - 1)]))
    heap = words[-1] >> shift
    if found >= 0:
        return found == heap
    desk.frames.part[: tables.words] = key
    desk.frames.kind[0], desk.frames.heap[0] = kernels.COUPLE, heap ^ beside
    desk.frames.phi[0] = desk.frames.delta[0] = INFINITE
    desk.state[:2], desk.state[8] = (0, kernels.ENTER), desk.state[2] + AGAIN
    status = kernels.RUNNING
    while status != kernels.DONE:
        given = tables.moves, desk.keys, desk.known, desk.pool, desk.scratch, desk.frames, desk.numbers, desk.rated
        status = int(kernels.run(*map(spans, given), Span(desk.state), False, 2 * AGAIN))
        tables.gather()
        if status == kernels.STACK_FULL:
            desk.grow_stack()
    desk.state[8] = 2**62
    return True if desk.state[5] == 0 else False if desk.state[4] == 0 else None


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
        self._known: dict[bytes, bool] = {}  # whether a couple is lost
        self._answers = 0
        self._told: dict[str, int] = {}  # by the name of a process
        self._numbers: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._rows)

    def put(self, process: str, rows: Entries) -> None:
        """Add what a process has brought; what is known already stays as it is.

        Raises:  StoreError: another one has brought the opposite.
        """
        import numpy as np

        keys = [row.tobytes() for row in rows[:, :-1]]
        lost = (_disproof_numbers(rows) == 0).tolist()
        for key, is_lost in zip(keys, lost, strict=True):
            if self._known.get(key, is_lost) is not is_lost:
                raise StoreError(
                    "the workers do not agree: one says that a part has a nim-value, another that it has not; one of "
                    "the machines computes wrongly"
                )
        new = [place for place, key in enumerate(keys) if key not in self._known]
        if not new:
            return
        self._known.update(zip(keys, lost, strict=True))
        self._answers += 1
        number = self._numbers.setdefault(process, len(self._numbers))
        self._rows = np.concatenate([self._rows, rows[new]])
        self._by = np.append(self._by, np.full(len(new), number))
        self._at = np.append(self._at, np.full(len(new), self._answers))
        if self._rows.size > KEPT:
            stay = _dearest(self._rows, KEPT // 4 * 3)
            self._rows, self._by, self._at = self._rows[stay], self._by[stay], self._at[stay]
            kept = (_disproof_numbers(self._rows) == 0).tolist()
            self._known = {row.tobytes(): one for row, one in zip(self._rows[:, :-1], kept, strict=True)}

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
