"""Tables of a rule that is code: the values or outcomes of all its states, in increasing order, compiled.

Values are kept in bytes for as long as they fit, then in 16 and 32 bits, found without asking. Whatever cannot
be compiled runs as it is. Before a table is given away, it is checked by the uncompiled rule (check.py).
"""

from __future__ import annotations

import os
import time
from collections.abc import Generator, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from grundy.compile.source import surely_ends
from grundy.compile.subset import NotCompiled
from grundy.engines.table import amounts, blocks, tiles
from grundy.engines.table.check import check_table
from grundy.engines.table.job import DTYPES, Allocate, Growing, Job, Size, job
from grundy.engines.table.limits import require_memory
from grundy.engines.table.plain import Bits, loses_at, options_at, small_values, state_at, value_at
from grundy.errors import BadRule, OutOfReach
from grundy.model.rule import Rule
from grundy.runs.chunk import Chunk, Work

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grundy.compile.machine import Kernel

MOST_UNCOMPILED = 10**7
FEW_STATES, FEW_SECONDS = 20_000, 0.03
CHUNK_SECONDS = 0.1
LOOK_SECONDS, WORTH_SECONDS = 0.1, 0.5  # before a table is shared among cores, and what must be left of it


def nim_values(
    rule: Rule, size: Size, memory: int | None = None, compiled: bool = True, cores: int | None = None
) -> NDArray[Any]:
    """The nim-values of all states of a table.

    Args:    size: a number of states, 0..size-1, or for rules of several numbers the extents of their box.
             memory: bytes that may be used; half of the machine's if less.
             compiled: whether the rule may be compiled; uncompiled it gives the same, slowly.
             cores: how many may be used; all of the machine's if it is not said.
    Returns: uint8, uint16 or uint32, whichever the largest value needs, of shape `size`.
    Raises:  BadRule: a state's option is no earlier state; both are named. OutOfReach: too large.
    Cost:    a byte a state (2 or 4, and while it grows both), and some nanoseconds an option.

    >>> from grundy.model.rule import rule
    >>> @rule
    ... def take(n):
    ...     yield from range(max(0, n - 3), n)
    >>> nim_values(take, 9).tolist()
    [0, 1, 2, 3, 0, 1, 2, 3, 0]
    """
    import numpy as np

    task = job(rule, size)
    if task.total <= FEW_STATES:
        values = small_values(rule, task.shape, FEW_SECONDS) if surely_ends(rule) else None
        if values is not None:
            check_table(task, values, compiled=False)
            top = max(values, default=0)
            dtype = "uint8" if top < 2**8 else "uint16" if top < 2**16 else "uint32"
            return np.array(values, dtype).reshape(task.shape)
    return _in_memory(task, memory, compiled, cores).reshape(task.shape)


def p_positions(
    rule: Rule,
    size: Size,
    misere: bool = False,
    memory: int | None = None,
    compiled: bool = True,
    cores: int | None = None,
) -> NDArray[Any]:
    """Which states are P-positions (whoever is to move loses), one bit a state.

    Returns: uint8; state s is bit s & 7 of entry s >> 3 (in a box s counts row by row), as
             `numpy.unpackbits(bits, bitorder="little", count=...)` reads it.
    Raises:  as `nim_values`; BadRule also for a sum in misère play, whose parts' outcomes do not tell its own.
    Note:    options are looked at until one decides, so that a bad one behind it goes unseen.

    >>> from grundy.model.rule import rule
    >>> @rule
    ... def take(n):
    ...     yield from range(max(0, n - 3), n)
    >>> bin(p_positions(take, 16)[0]), bin(p_positions(take, 16, misere=True)[0])
    ('0b10001', '0b100010')
    """
    import numpy as np

    task = job(rule, size, misere, True)
    if not misere and _has_sums(rule):
        return np.packbits(nim_values(rule, size, memory, compiled, cores).reshape(-1) == 0, bitorder="little")
    return _in_memory(task, memory, compiled, cores)


def _in_memory(task: Job, memory: int | None, compiled: bool, cores: int | None) -> NDArray[Any]:
    work = in_memory(task, memory, compiled, cores)
    while True:
        try:
            next(work)
        except StopIteration as done:
            found: NDArray[Any] = done.value
            return found


def in_memory(
    task: Job, memory: int | None = None, compiled: bool = True, cores: int | None = None
) -> Generator[Chunk, None, NDArray[Any]]:
    """A table in memory as work that yields now and then; it comes to the array, flat."""
    import numpy as np

    held: list[NDArray[Any]] = []

    def allocate(dtype: str, entries: int) -> Any:
        need = entries * np.dtype(dtype).itemsize + sum(array.nbytes for array in held)
        help_ = "fewer states, or a table in a file" if task.outcomes else "fewer states, or outcomes alone"
        require_memory(need, need if memory is None else memory, f"a table of {task.total:,} states", help_)
        held[:] = [np.zeros(entries, dtype)]
        return held[0]

    yield from fill(task, allocate, compiled, cores or os.cpu_count() or 1)(None)
    return held[0]


def fill(task: Job, allocate: Allocate, compiled: bool = True, cores: int = 1) -> Work:
    """The engine: fills the array that `allocate` gives, and says how far it is about ten times a second.

    The saved state has `done`, how many states are right, and `way`, how they are kept; called with it, the
    engine asks `allocate` for the array as it was then. On more than one core, blocks are finished out of order:
    `done` counts the states before the first block that is not.
    """
    if compiled and (sliced := _sliced(task, allocate, cores)):
        return sliced

    def work(saved: Mapping[str, Any] | None) -> Iterator[Chunk]:
        start = int(saved["done"]) if saved else 0
        way = str(saved["way"]) if saved else task.way if task.outcomes else "window"
        table = Growing(task, allocate, way, start)
        try:
            if not compiled:
                raise NotCompiled("asked for uncompiled")
            for done in amounts.steps(task, table) or _compiled(task, table, cores):
                yield _chunk(task, table, done)
        except NotCompiled as refused:
            if task.total - table.done > MOST_UNCOMPILED:
                raise OutOfReach(
                    f"{task.rule.spec}: {refused}; uncompiled, a table has at most {MOST_UNCOMPILED:,} states"
                ) from refused
            for done in _uncompiled(task, table):
                yield _chunk(task, table, done)
        yield _chunk(task, table, task.total)

    return work


def _sliced(task: Job, allocate: Allocate, cores: int) -> Work | None:
    """The engine for a rule whose moves are masks, where it has one for so many states."""
    from grundy.model.shapes import BitMoves

    shape = task.rule.shape
    if not isinstance(shape, BitMoves) or task.total > 1 << shape.bits or task.total <= FEW_STATES:
        return None
    from grundy.engines.bitsliced import rules
    from grundy.engines.bitsliced.tables import MOST_VALUE_BITS

    if not rules.has_whole_groups(task.total) or (not task.outcomes and task.total > 1 << MOST_VALUE_BITS):
        return None
    held: list[Any] = []

    def made(dtype: str, entries: int) -> Any:
        held[:] = [allocate(dtype, entries)]
        return held[0]

    def work(saved: Mapping[str, Any] | None) -> Iterator[Chunk]:
        if task.outcomes:
            yield from rules.fill_p_positions(shape, task.total, task.misere, made, cores)(saved)
        else:
            yield from rules.fill_nim_values(task.rule, shape, task.total, made, cores)(saved)
        if held:
            check_table(task, held[0])

    return work


def _chunk(task: Job, table: Growing, done: int) -> Chunk:
    what = "outcomes" if task.outcomes else "values"
    known = f"{what} of states 0..{done - 1:,}" if done else ""
    return Chunk(done, task.total, "states", {"done": done, "way": table.way}, known)


def _compiled(task: Job, table: Growing, cores: int) -> Iterator[int]:
    """Fill the table from `table.done` on with the compiled rule; how far it is, about ten times a second."""
    import numpy as np

    from grundy.compile.emit import FULL
    from grundy.compile.kernel import assembly, look
    from grundy.compile.machine import load

    facts = look(task.rule)
    if task.outcomes and facts.sums:
        raise NotCompiled("outcomes of sums")
    if table.way == "window" and tiles.words_of_sets(task, facts):
        table.way = "lines8"
    elif table.way == "window" and facts.few:
        table.way = "stamps8"  # no word to wait for: the guess that a value is as before is mostly right
    if table.way.startswith("lines"):
        yield from tiles.fill_lines(task, table, facts, cores)
    flags = tiles.flags_of_lines(task, facts) if task.outcomes else 0
    done = table.done
    shape = tiles.whole_box(task.shape) if flags else np.array(task.shape, np.int64)
    report, stamps = np.zeros(2, np.int64), np.zeros(0, np.uint32)
    size, kernel, of = 0, None, ""
    span = 1 << 10
    spent, at_start, alone = 0.0, done, cores < 2 or flags > 0
    while done < task.total:
        if not alone and spent > LOOK_SECONDS:
            alone = True
            if spent / (done - at_start or 1) * (task.total - done) > WORTH_SECONDS:
                together = blocks.fill if len(task.shape) == 1 else tiles.fill
                yield from together(task, table, facts, cores)
                done = table.done
                continue
        if of != table.way:
            text = assembly(task.rule, table.way, task.total, facts=facts, with_lines=flags > 0)  # type: ignore[arg-type]
            kernel, of = load(text), table.way
            size = 1 if flags else {"stamps8": 1 << 8, "stamps16": 1 << 16, "stamps32": 1 << 18}.get(of, 0)
            if flags:  # of the lines: whether there is a P-position on them
                stamps = np.zeros(2 * flags, np.uint32)
                _call(kernel, table, 0, done, shape, stamps, 1, report, known=True)
        if not flags and size >= len(stamps):
            stamps = np.zeros(size + 1, np.uint32)
        elif not flags and size:
            stamps.fill(0)
        assert kernel is not None
        begun = time.perf_counter()
        code = _call(kernel, table, done, min(done + span, task.total), shape, stamps, size, report)
        table.done = done = int(report[0])
        if code == FULL:
            if table.way == "stamps32":
                size *= 2
            else:
                table.widen(done)
            spent, at_start, alone = 0.0, done, cores < 2
        elif code:
            _explain(task, done, code)
        else:
            seconds = time.perf_counter() - begun
            spent += seconds
            if seconds < CHUNK_SECONDS / 2:
                span = min(span * 4, 1 << 31)
            elif seconds > CHUNK_SECONDS * 2:
                span = max(span // 4, 1)
            if seconds > CHUNK_SECONDS / 8:
                yield done
    check_table(task, table.array)


def _call(
    kernel: Kernel,
    table: Growing,
    first: int,
    last: int,
    shape: NDArray[Any],
    stamps: NDArray[Any],
    size: int,
    report: NDArray[Any],
    known: bool = False,
) -> int:
    places = table.array.ctypes.data, first, last, shape.ctypes.data, stamps.ctypes.data
    return kernel(*places, size, 0, int(known), report.ctypes.data)


def _explain(task: Job, index: int, code: int) -> None:
    """Raise what stopped the kernel at a state, in the words of the uncompiled rule."""
    from grundy.compile.emit import MOST_STEPS, STEPS

    rule, state = task.rule, state_at(task.shape, index)
    if code == STEPS:
        raise BadRule(f"{rule.spec}: state {state!r}: expected an end, found more than {MOST_STEPS:,} steps")
    for _ in options_at(rule, task.shape, index):
        pass
    raise NotCompiled(f"state {state!r} needs numbers beyond 64 bits, which are not compiled")


def _uncompiled(task: Job, table: Growing) -> Iterator[int]:
    """Fill the table from `table.done` on with the rule as it is."""
    due = time.perf_counter() + CHUNK_SECONDS
    for index in range(table.done, task.total):
        if task.outcomes:
            if loses_at(task.rule, task.shape, Bits(table.array), index, task.misere):
                table.array[index >> 3] |= 1 << (index & 7)
        else:
            value = value_at(task.rule, task.shape, table.array, index)
            while value > MOST_VALUE[DTYPES[table.way]]:
                table.widen(index)
            table.array[index] = value
        if time.perf_counter() > due:
            due += CHUNK_SECONDS
            yield index + 1
    check_table(task, table.array, compiled=False)  # a rule with a memory of its own is found out


MOST_VALUE = {"uint8": 2**8 - 1, "uint16": 2**16 - 1, "uint32": 2**32 - 1}


def _has_sums(rule: Rule) -> bool:
    from grundy.compile.kernel import look

    try:
        return look(rule).sums
    except NotCompiled:
        return True  # it may have: values tell the outcomes of any rule
