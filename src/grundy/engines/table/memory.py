"""Fill tables in memory, with the engine that the table of engines chooses."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Mapping
from typing import TYPE_CHECKING, Any

from grundy.compile.form import surely_ends
from grundy.engines.question import Answering, Ask, Question
from grundy.engines.table.job import Allocate, Filling, Job, Size, job
from grundy.engines.table.plain import check_table, small_values
from grundy.model.rule import Rule
from grundy.runs.chunk import Chunk, run_to_end
from grundy.runs.memory import require_memory

if TYPE_CHECKING:
    from numpy.typing import NDArray

FEW_STATES, FEW_SECONDS = 20_000, 0.03  # a smaller table is filled sooner than its rule is compiled


def fill(
    ask: Ask,
    task: Job,
    allocate: Allocate,
    compiled: bool = True,
    cores: int = 1,
    made: Callable[[Filling], None] = lambda filling: None,
) -> Answering:
    """Long work that fills the array from `allocate` (see `job.Filler`); it first calls `made` with its Filling."""

    def chunks(saved: Mapping[str, Any] | None) -> Generator[Chunk, None, Any]:
        filling = Filling(task, allocate, cores, compiled)
        made(filling)
        return (yield from ask(Question(((task.rule, ()),), wanted="table", scope=filling))(saved))

    return chunks


def in_memory(
    ask: Ask,
    task: Job,
    memory: int | None = None,
    compiled: bool = True,
    cores: int | None = None,
    made: Callable[[Filling], None] = lambda filling: None,
) -> Generator[Chunk, None, NDArray[Any]]:
    """Long work that fills a table in memory and returns the array, flat."""
    import numpy as np

    arrays: list[NDArray[Any]] = []

    def allocate(dtype: str, entries: int) -> Any:
        need = entries * np.dtype(dtype).itemsize + sum(array.nbytes for array in arrays)
        help_ = "fewer states, or a table in a file" if task.outcomes else "fewer states, or outcomes alone"
        require_memory(need, need if memory is None else memory, f"a table of {task.total:,} states", help_)
        arrays[:] = [np.zeros(entries, dtype)]
        return arrays[0]

    yield from fill(ask, task, allocate, compiled, cores or os.cpu_count() or 1, made)(None)
    return arrays[0]


def few_values(rule: Rule, task: Job) -> list[int] | None:
    """The values of a small table, in plain Python; None if another engine may be faster or play may not end."""
    if task.total > FEW_STATES or not surely_ends(rule):
        return None
    values = small_values(rule, task.shape, FEW_SECONDS)
    if values is not None:
        check_table(task, values, compiled=False)
    return values


def nim_values(
    ask: Ask, rule: Rule, size: Size, memory: int | None = None, compiled: bool = True, cores: int | None = None
) -> NDArray[Any]:
    """The nim-values of all states of a table, in the shape of `size`."""
    import numpy as np

    task = job(rule, size)
    values = few_values(rule, task)
    if values is not None:
        top = max(values, default=0)
        dtype = "uint8" if top < 2**8 else "uint16" if top < 2**16 else "uint32"
        return np.array(values, dtype).reshape(task.shape)
    return run_to_end(in_memory(ask, task, memory, compiled, cores)).reshape(task.shape)
