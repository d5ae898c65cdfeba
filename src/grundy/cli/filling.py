"""Tables of a rule for the command line: filled through the one loop for long work, in memory or in a file."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from grundy.api.provenance import as_typed
from grundy.api.table_work import contents, is_known, table_key
from grundy.cli.answering import Answer, answering
from grundy.cli.reading import Outcomes, kept_result, read_whole
from grundy.engines.sequence import how_known, nim_values, require_numbers
from grundy.engines.table.code import fill
from grundy.engines.table.job import Job, job
from grundy.engines.table.limits import require_memory
from grundy.errors import BadText, Finding, Terminated
from grundy.model.rule import Rule
from grundy.model.table import Contents
from grundy.notation.files import sources_of
from grundy.runs.chunk import Chunk, Work
from grundy.runs.recorder import about
from grundy.runs.resume import Resumable
from grundy.runs.session import Limits
from grundy.runs.store import Run
from grundy.runs.table import MemoryTable
from grundy.runs.table_file import TableFile, create_table, resume_table
from grundy.runs.table_read import SavedTable, open_table
from grundy.version import __version__

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grundy.model.pattern import Summary


def require_place(out: Path) -> None:
    """Refuse a file for a table that could not be made.

    Raises:  BadText: no .npy, a folder, or in no folder that there is.
    """
    expected, found = "a file name that ends in .npy, as in table.npy", repr(str(out))
    if out.is_dir():
        found += ", a folder"
    elif out.suffix == ".npy" and out.stem:
        if out.parent.is_dir():
            return
        expected, found = "a file in a folder that exists", repr(str(out))
    raise BadText([Finding(1, 1, expected, found, "<--out>")])


@contextmanager
def filling(
    rule: Rule,
    size: int | tuple[int, ...],
    *,
    misere: bool = False,
    outcomes: bool = False,
    out: Path | None = None,
    overwrite: bool = False,
    limits: Limits,
    command: tuple[str, ...] = (),
    resumed: Resumable | None = None,
    read: bool = True,
) -> Iterator[tuple[Answer, Contents, NDArray[Any], Summary | Outcomes | None]]:
    """The table of a rule: filled under limits, recorded, kept in a file if `out` names one, read if `read` says so.

    Yields:  the answer to be given, what the table holds, the array in the shape of `size` (of outcomes one bit a
             state, packed), and what stands in it.
    Raises:  SystemExit: a person or a limit stopped the work; how to go on was said.
    """
    if out is not None:
        require_place(out)
    require_numbers(rule)
    task = job(rule, size, misere, outcomes)
    key = table_key(task, lambda sentence: print(sentence, file=sys.stderr))
    run = Run(command, rule.spec, {"size": list(task.shape)}, key, __version__, sources_of([rule]))
    holder = _Holder(task, key, out, overwrite, about(run), resumed, limits.memory)
    table = holder.begin()
    asked = replace(contents(task), command=as_typed(command), version=__version__)
    reading: Summary | Outcomes | None = None

    def report(value: Any) -> tuple[Any, Any]:
        nonlocal reading, asked
        if is_known(task):
            asked = replace(asked, evidence=how_known(rule, task.total))
        try:
            reading = read_whole(asked, holder.array()) if read else None
        except KeyboardInterrupt as asked_to:
            where = f"is whole; 'grundy table {out}' reads it" if out else "is lost; --out FILE.npy would keep it"
            print(f"interrupted while the table was read; it {where}", file=sys.stderr)
            raise SystemExit(143 if isinstance(asked_to, Terminated) else 130) from None
        return kept_result(reading, out and out.absolute()), asked.evidence.as_dict()

    work = _with_ranges(_work(task, holder.allocate), task) if holder.is_open else nothing
    remedy = "" if out else "--out FILE.npy would keep the table"
    with answering(limits, command, resumed, remedy=remedy) as answer:
        answer.begin(run, table)
        answer.work(work, report)
        yield answer, asked, holder.array(), reading


def nothing(saved: Mapping[str, Any] | None) -> Iterator[Chunk]:
    """Work that is done."""
    yield from ()


def write_certificate(
    rule: Rule,
    path: Path,
    table: Path,
    values: NDArray[Any],
    shape: tuple[int, ...],
    misere: bool,
    outcomes: bool,
    answer: Answer,
    began: float,
) -> bool:
    """Write what proves a table in a file, as a whole or not at all; whether it was checked.

    Args:    began: when the work did, by the clock that does not jump; the checker has as long.
    Raises:  GrundyError. SystemExit: a person or a limit stopped it; what there is was said.
    """
    from grundy.proof.certify_table import SEARCHED, certificate
    from grundy.proof.keep import in_chunks, keep, table_claim

    first = values.reshape(-1)[:SEARCHED].tolist()

    def work(saved: Mapping[str, Any] | None) -> Generator[Chunk, None, bool]:
        chunk = Chunk(0, 0, "states", {}, f"{table} is whole, its certificate is not written yet", phase=(1,))
        yield chunk
        lines = certificate(rule, table, values.dtype.itemsize, first, shape, misere, outcomes)
        reading = keep(path, lines, table_claim(table.name, shape, misere, outcomes), monotonic() - began)
        return (yield from in_chunks(reading, chunk))

    return bool(answer.work(work))


def _work(task: Job, allocate: Callable[[str, int], Any]) -> Work:
    """What fills the table. Known values come in one piece, and are asked for again if the work is stopped before."""
    if not is_known(task):
        return fill(task, allocate, cores=os.cpu_count() or 1)

    def work(state: Mapping[str, Any] | None) -> Iterator[Chunk]:
        total = task.total
        if state is not None and state["done"] == total:
            return
        values = nim_values(task.rule, total)
        allocate(values.dtype.str, total)[:] = values
        state = {"done": total, "way": values.dtype.str}
        yield Chunk(total, total, "states", state, f"values of states 0..{total - 1:,}" if total else "")

    return work


class _Holder:
    """The table that an engine fills, in memory or in a file, made when its first dtype is known."""

    def __init__(
        self,
        task: Job,
        key: str,
        out: Path | None,
        overwrite: bool,
        told: Mapping[str, Any],
        resumed: Resumable | None,
        memory: int | None,
    ) -> None:
        self._memory = memory
        self._task, self._key, self._out, self._overwrite, self._told = task, key, out, overwrite, told
        self._resumed = resumed
        self._table: MemoryTable | TableFile | SavedTable | None = None

    def begin(self) -> TableFile | None:
        """The file to be filled, where there is one; it must be known before the work begins."""
        if self._resumed is not None and self._resumed.whole is not None:
            self._table = open_table(self._resumed.whole, self._key)
            self._table.whole()
            return None
        if self._resumed is not None and self._resumed.table is not None:
            self._table = resume_table(self._resumed.table, self._key)
            return self._table
        if self._out is None:
            return None
        self._table = create_table(self._out, self._shape, "|u1", self._key, self._told, overwrite=self._overwrite)
        return self._table

    @property
    def _shape(self) -> tuple[int, ...]:
        return (-(-self._task.total // 8),) if self._task.outcomes else self._task.shape

    def allocate(self, dtype: str, entries: int) -> NDArray[Any]:
        """The array with entries of that type, or with the wider ones that it has; what was in it is kept."""
        import numpy as np

        wanted = np.dtype(dtype).str
        if self._resumed is None and self._out is None:
            need = entries * np.dtype(dtype).itemsize + (self._table.array.nbytes if self._table else 0)
            help_ = "fewer states, --outcomes, or --out FILE.npy, which may be larger than memory"
            what = f"{self._task.rule.spec}: a table of {self._task.total:,} states"
            require_memory(need, sys.maxsize if self._memory is None else self._memory, what, help_)
        assert not isinstance(self._table, SavedTable)
        if self._table is None:
            self._table = MemoryTable(self._shape, wanted)
        elif self._table.array.dtype.itemsize < np.dtype(dtype).itemsize:
            self._table.widen(wanted)
        return self.array().reshape(-1)

    @property
    def is_open(self) -> bool:
        """Whether there is something to fill."""
        return not isinstance(self._table, SavedTable)

    def array(self) -> NDArray[Any]:
        """The table as it is."""
        assert self._table is not None
        return self._table.array


def _with_ranges(work: Work, task: Job) -> Callable[[Mapping[str, Any] | None], Iterator[Chunk]]:
    """The same work, saying of each chunk which entries of the table have become right."""
    per_entry = 8 if task.outcomes else 1

    def ranged(state: Mapping[str, Any] | None) -> Iterator[Chunk]:
        start = int(state["done"]) // per_entry if state else 0
        for chunk in work(state):
            if chunk.state["way"] == "sliced":  # in an order of its own, of which it tells
                yield chunk
                continue
            last = chunk.done == task.total
            stop = -(-chunk.done // per_entry) if last else chunk.done // per_entry
            # a byte of outcomes that is not full is not kept: its states are done again after a resume
            state = chunk.state if last else {**chunk.state, "done": stop * per_entry}
            yield replace(chunk, state=state, filled=((start, stop),))
            start = stop

    return ranged
