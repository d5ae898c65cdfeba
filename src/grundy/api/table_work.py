"""What the verbs that fill or compare tables of states have in common."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import islice, product
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy.answering.sequence import terms_work
from grundy.answering.tables import fill
from grundy.api.outcomes import P, outcomes_work
from grundy.api.run_record import former_code
from grundy.engines.steady import is_own
from grundy.engines.table.job import Job
from grundy.engines.table.memory import FEW_STATES
from grundy.errors import BadText, Finding, GrundyError, OutOfReach
from grundy.model.convention import LOONY, Convention, loony_refusal
from grundy.model.rule import Rule
from grundy.model.shapes import Digits, TopCounters
from grundy.model.table import Contents
from grundy.runs.chunk import Chunk, Work, map_chunks
from grundy.runs.memory import require_memory
from grundy.runs.resume import Resumable
from grundy.runs.table_file import MemoryTable, TableFile, create_table, resume_table
from grundy.runs.table_read import SavedTable, open_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grundy.compile.subset import Unfit

MOST_LOOKED_AT = 100  # states, and options of each, of a rule that is not compiled
MOST_KNOWN = 10**8  # states whose values an engine that knows them is asked for, where compiled moves give them, too
MANY = 10**6  # known values that are copied at once


def warn_of_slowness(task: Job, warn: Callable[[str], None]) -> None:
    """Call `warn` with a sentence if the rule is not compiled and there is much to do."""
    from grundy.compile.compiler import refusal
    from grundy.compile.kernel import look
    from grundy.compile.subset import Unfit, fitted

    if task.total > FEW_STATES and not is_known(task):
        facts = fitted(partial(look, task.rule))
        if reason := facts.reason if isinstance(facts, Unfit) else is_own(task.rule) and refusal():
            warn(f"{task.rule.spec} runs uncompiled, and slowly: {reason}")


def former_table_key(task: Job) -> str:
    """The key of a table in version 0.1.0: the rule's source, its parameters and the play."""
    from grundy.compile.subset import Unfit

    rule, meaning = task.rule, _source(task)
    if isinstance(meaning, Unfit):
        meaning = former_code(rule)
    text = repr((meaning, rule.parameters, task.shape, task.misere, task.outcomes))
    return contents(task).key(hashlib.sha256(text.encode()).hexdigest())


def _source(task: Job) -> str | bytes | Unfit:
    """What would be compiled for a table, with constants from outside, or why nothing can be."""
    from grundy.compile.kernel import assembly
    from grundy.compile.subset import fitted

    return fitted(lambda: assembly(task.rule, "misere" if task.misere else "normal", task.total))


def contents(task: Job) -> Contents:
    """What the table holds that answers a task."""
    return Contents(task.rule.spec, task.shape, "misere" if task.misere else "normal", task.outcomes)


def is_known(task: Job) -> bool:
    """Whether an engine or a formula of the catalogue knows the values sooner than the rule's code gives them."""
    rule = task.rule
    if rule.arity != 1 or task.outcomes:
        return False
    in_catalogue = rule.shape is not None or (rule.theory is not None and rule.theory.value is not None)
    if not in_catalogue:
        from grundy.compile.turns import has_turns

        return has_turns(rule, task.total)
    if task.total <= MOST_KNOWN:
        return True
    from grundy.compile.subset import Unfit

    return isinstance(_source(task), Unfit)


def require_place(out: Path) -> None:
    """Refuse a file for a table that could not be made.

    Raises:  BadText: no .npy, a folder, or in no folder that there is.
    """
    expected, description = "a file name that ends in .npy, as in table.npy", repr(str(out))
    if out.is_dir():
        description += ", a folder"
    elif out.suffix == ".npy" and out.stem:
        if out.parent.is_dir():
            return
        expected, description = "a file in a folder that exists", repr(str(out))
    raise BadText([Finding(1, 1, expected, description, "<--out>")])


def table_work(task: Job, allocate: Callable[[str, int], Any]) -> Work:
    """What fills the table. Known values are asked for again if the work is stopped; those that are in it stay."""
    if task.outcomes and leaves_sums(task.rule, task.shape):
        return _with_ranges(partial(_by_outcomes, task, allocate), task)
    if not is_known(task):
        return _with_ranges(fill(task, allocate, cores=os.cpu_count() or 1), task)

    def work(state: Mapping[str, Any] | None) -> Iterator[Chunk]:
        import numpy as np

        total, done, start = task.total, int(state["done"]) if state else 0, 0
        if state is not None and done == total:
            return

        def chunk() -> Chunk:
            text = f"values of states 0..{done - 1:,}" if done else ""
            return Chunk(done, total, "states", {"done": done, "way": dtype}, text)

        dtype = str(state["way"]) if state else "|u1"
        table, copied = allocate(dtype, total), done  # first: it may be too large
        terms = yield from map_chunks(lambda _: chunk(), terms_work(task.rule, total)(None))
        for block in map(np.asarray, terms.blocks()):
            stop = start + len(block)
            if stop > done:
                if block.dtype == object:  # some are no numbers
                    loony = start + list(block).index(LOONY)
                    raise loony_refusal(
                        f"{task.rule.spec}: expected a table of numbers, found state {loony}, which is loony",
                        "'grundy sequence' lists the values of all states, and --outcomes fills a table of who wins",
                    )
                least = np.min_scalar_type(int(block.max()))
                if least.itemsize > 4:
                    raise OutOfReach(f"{task.rule.spec}: a table has values below 2**32; try fewer states")
                if least.itemsize > table.itemsize:
                    table, dtype = allocate(least.str, total), least.str
                table[start:stop], done = block, stop
                if stop - copied >= MANY:
                    yield chunk()
                    copied = stop
            start = stop
        yield chunk()

    return _with_ranges(work, task)


def leaves_sums(rule: Rule, shape: tuple[int, ...]) -> bool:
    """Whether moves may leave several states or keep the turn: then outcomes of states do not tell those of others."""
    from grundy.compile.kernel import look
    from grundy.compile.subset import Unfit, fitted
    from grundy.compile.turns import has_turns

    if isinstance(rule.shape, Digits):
        return rule.shape.parts > 1
    if isinstance(rule.shape, TopCounters):
        return True
    if rule.shape is not None or not is_own(rule):
        return False
    if has_turns(rule, prod(shape)):  # who moves next counts as well
        return True
    facts = fitted(partial(look, rule))
    if not isinstance(facts, Unfit):
        return facts.sums
    with suppress(GrundyError):  # which the table says of the state that is wrong
        first = islice(product(*map(range, shape)), MOST_LOOKED_AT)
        states = (state if len(state) > 1 else state[0] for state in first)
        return any(len(option.parts) > 1 for state in states for option in islice(rule.options(state), MOST_LOOKED_AT))
    return False


def _by_outcomes(task: Job, allocate: Callable[[str, int], Any], state: Mapping[str, Any] | None) -> Iterator[Chunk]:
    """A table of outcomes of a rule that leaves sums: by nim-values, or in misère play each state alone."""
    import numpy as np

    total = task.total
    if state is not None and int(state["done"]) == total:
        return
    states: Any = range(total) if len(task.shape) == 1 else list(product(*map(range, task.shape)))

    def told(chunk: Chunk) -> Chunk:
        return replace(chunk, done=0, total=total, state={"done": 0, "way": "|u1"}, partial=None)

    convention: Convention = "misere" if task.misere else "normal"
    letters, _ = yield from map_chunks(told, outcomes_work(task.rule, states, convention)(None))
    lost = np.frombuffer(letters.encode(), np.uint8) == ord(P)
    table = allocate("|u1", -(-total // 8))
    table[:] = np.packbits(lost, bitorder="little")
    yield Chunk(total, total, "states", {"done": total, "way": "|u1"}, f"outcomes of {total:,} states")


def nothing(saved: Mapping[str, Any] | None) -> Iterator[Chunk]:
    """Work that is done."""
    yield from ()


class Holder:
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


def _with_ranges(work: Work, task: Job) -> Work:
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
