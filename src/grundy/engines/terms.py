"""The terms of a sequence of nim-values as long work, which goes on after a stop from the terms that were known."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

from grundy.engines.ask import ask
from grundy.engines.heap.periods import chunk_of
from grundy.engines.sequence import how_known, require_sequence
from grundy.model.period import Repetition
from grundy.model.result import WHOLE_TABLE, Evidence
from grundy.model.rule import Rule
from grundy.model.shapes import BitMoves, Digits, TakeAway
from grundy.runs.chunk import Chunk, Work
from grundy.runs.values import Pieces, values_of

if TYPE_CHECKING:
    from grundy.engines.heap.naive.table import Table

BLOCK = 64_000  # values at once: whole rows of 20
SEARCHED = 8_192  # heaps in which a period is looked for, if more values are wanted
SEARCHED_OF_THREE = 1_000  # the same where a move may leave three heaps or more
SECONDS = 0.05  # in which terms are asked for together
MOST_KEPT = 1 << 23  # terms in the state of a run: some megabytes


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a sequence: in blocks, from the first on whenever asked, and how they are known."""

    blocks: Callable[[], Iterator[Sequence[int]]]
    evidence: Evidence


def terms_work(rule: Rule, count: int) -> Work:
    """The nim-values of the states 0..count - 1 as long work; it returns Terms.

    Where a period or a formula is known, only so much is worked out that all terms follow.

    Raises: BadRule, OutOfReach: as `first_values`, and before the first block is asked for.
    """
    require_sequence(rule)

    def work(state: Mapping[str, Any] | None) -> Generator[Chunk, None, Terms]:
        yield Chunk(0, count, "terms", {}, kept=0)
        if not count:
            return Terms(lambda: iter(()), how_known(rule, 0))
        match rule.shape:
            case Digits() as shape:
                return (yield from _of_code(rule, shape, count, state))
            case TakeAway() | BitMoves():
                return _together(rule, count)
        if rule.theory and rule.theory.value:
            return _together(rule, count)
        if rule.shape is None:
            return (yield from _of_table(rule, count, state))
        return (yield from _one_by_one(rule, count, state))

    return work


def _known(count: int) -> str:
    return f"terms 0..{count - 1:,}" if count else ""


def _sliced(values: Any, evidence: Evidence) -> Terms:
    return Terms(lambda: (values[start : start + BLOCK] for start in range(0, len(values), BLOCK)), evidence)


def _together(rule: Rule, count: int) -> Terms:
    """Terms that are known at once, or all at the same time."""
    if count:
        ask(rule, (count - 1,))  # refused at once, if at all

    def blocks() -> Iterator[Sequence[int]]:
        for start in range(0, count, BLOCK):
            yield ask(rule, range(start, min(start + BLOCK, count))).values  # type: ignore[misc]

    return Terms(blocks, how_known(rule, count))


def _of_code(rule: Rule, shape: Digits, count: int, state: Mapping[str, Any] | None) -> Generator[Chunk, None, Terms]:
    """Terms of a take-and-break code: repeated where a period is proved, else heap by heap."""
    from grundy.engines.heap.naive.table import Table
    from grundy.engines.period import code_period_work

    table = Table(shape, (state or {}).get("naive"))

    def chunk() -> Chunk:
        return replace(chunk_of(table, count, _known(table.size)), unit="terms")

    searching = code_period_work(
        rule.spec, shape, min(SEARCHED if shape.parts < 3 else SEARCHED_OF_THREE, count), table
    )
    while True:
        try:
            next(searching)
        except StopIteration as end:
            found = end.value
            break
        yield chunk()
    known = found.repetition if found.status == "proved" else None
    stop = known.preperiod + known.period if known else count
    if known is None:
        table.require(count)
    while table.size < stop:
        table.step(stop)
        yield chunk()
    return Terms(lambda: _repeated(table, known, count), how_known(rule, count))


def _repeated(table: Table, known: Repetition | None, count: int) -> Iterator[Sequence[int]]:
    if known is None:
        yield from (table.values[start : min(start + BLOCK, count)] for start in range(0, count, BLOCK))
        return
    e, p, s = known.preperiod, known.period, known.saltus
    stop = e + p
    base = [int(value) for value in table.values[:stop]]
    for start in range(0, count, BLOCK):
        end = min(start + BLOCK, count)
        yield [base[n] if n < stop else base[e + (n - e) % p] + (n - e) // p * s for n in range(start, end)]


def _one_by_one(rule: Rule, count: int, state: Mapping[str, Any] | None) -> Generator[Chunk, None, Terms]:
    """Terms that are asked for one after the other, such as of boards that grow; several at once where it is quick."""
    pieces = Pieces((state or {}).get("terms"))
    values = values_of((state or {}).get("terms"))
    told = Evidence(**state["evidence"]) if values and state else WHOLE_TABLE
    few = 1
    while len(values) < count:
        began, stop = perf_counter(), min(count, len(values) + few)
        values += [int(value) for value in ask(rule, range(len(values), stop)).values]  # type: ignore[arg-type]
        told = ask(rule, (stop - 1,)).evidence  # its value is kept from before
        few = 2 * few if perf_counter() - began < SECONDS else 1
        kept = {"terms": pieces.state(values), "evidence": told.as_dict()}
        yield Chunk(stop, count, "terms", kept, _known(stop))
    return _sliced(values[:count], told)


def _of_table(rule: Rule, count: int, state: Mapping[str, Any] | None) -> Generator[Chunk, None, Terms]:
    """Terms of a rule that is code, filled into a table in memory."""
    import os

    import numpy as np

    from grundy.compile.source import surely_ends
    from grundy.engines.table.check import check_table
    from grundy.engines.table.code import FEW_SECONDS, FEW_STATES, fill
    from grundy.engines.table.job import job
    from grundy.engines.table.limits import require_memory
    from grundy.engines.table.plain import small_values

    task, saved = job(rule, count), state if state and state.get("done") else None
    if saved is None and count <= FEW_STATES and surely_ends(rule):
        few = small_values(rule, task.shape, FEW_SECONDS)
        if few is not None:
            check_table(task, few, compiled=False)
            return _sliced(few, WHOLE_TABLE)
    known = values_of(saved["terms"]) if saved else []
    held: list[Any] = []

    def allocate(dtype: str, entries: int) -> Any:
        need = entries * np.dtype(dtype).itemsize + sum(array.nbytes for array in held)
        require_memory(need, need, f"a table of {count:,} states", "fewer states")
        held[:] = [np.zeros(entries, dtype)]
        if known:
            held[0][: len(known)] = known
            known.clear()
        return held[0]

    pieces, kept = Pieces(saved["terms"] if saved else None), saved or {}
    for chunk in fill(task, allocate, cores=os.cpu_count() or 1)(saved):
        if chunk.done <= MOST_KEPT:
            kept = {**chunk.state, "terms": pieces.state(held[0][: chunk.done])}
        yield replace(chunk, unit="terms", known=_known(chunk.done), state=kept, kept=int(kept.get("done", 0)))
    return _sliced(held[0] if held else [], WHOLE_TABLE)
