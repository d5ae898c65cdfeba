"""The terms of a sequence of nim-values: engines whose work resumes after a stop from the terms that were known."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from grundy.compile.subset import Unfit
from grundy.engines.engine import Spent, Stepwise
from grundy.engines.heap.periods import chunk_of
from grundy.engines.heap.repetition import Range
from grundy.engines.options import SearchOptions
from grundy.engines.question import Ask, Question, values_by
from grundy.model.evidence import WHOLE_TABLE, Evidence, evidence_from
from grundy.model.frozen import frozen
from grundy.model.period import PeriodResult, Repetition
from grundy.model.rule import Rule
from grundy.model.shapes import Digits
from grundy.runs.chunk import Chunk, map_chunks
from grundy.runs.clock import CLOCK
from grundy.runs.values import PackedValues, values_of

if TYPE_CHECKING:
    from grundy.engines.heap.octal.values import NaiveTable

BLOCK = 64_000  # values at once: whole rows of 20
SEARCHED = 8_192  # heaps in which a period is looked for, if more values are wanted
SEARCHED_OF_THREE = 1_000  # the same where a move may leave three heaps or more
SECONDS = 0.05  # in which terms are asked for together
MOST_KEPT = 1 << 23  # terms in the state of a run: some megabytes
BY_CODE = Evidence("computed", "each nim-value from those of smaller heaps, or by a period that is proved")


@frozen
class Terms:
    """The terms of a sequence: in blocks, from the first on whenever asked, and how they are known."""

    blocks: Callable[[], Iterator[Sequence[int]]]
    evidence: Evidence


States: TypeAlias = Sequence[Any]
Working: TypeAlias = Generator[Chunk, None, Terms | Spent]
Engine: TypeAlias = Stepwise[States, Terms]


def _progress_text(count: int) -> str:
    return f"terms 0..{count - 1:,}" if count else ""


def _sliced(values: Any, evidence: Evidence) -> Terms:
    return Terms(lambda: (values[start : start + BLOCK] for start in range(0, len(values), BLOCK)), evidence)


def _first(values: Any, count: int, evidence: Evidence) -> Terms:
    """The first terms of some that are still worked out, and never change once they are right."""
    return _sliced(values[:count], evidence)


def together(rule: Rule, options: SearchOptions, ask: Ask) -> Engine:
    """The engine for terms that are known at once, or all at the same time."""

    def work(states: States, saved: Mapping[str, Any] | None) -> Working:
        count = len(states)
        evidence = values_by(ask, rule, states[-1:]).evidence  # refused at once, if at all

        def blocks() -> Iterator[Sequence[int]]:
            for start in range(0, count, BLOCK):
                yield values_by(ask, rule, states[start : start + BLOCK]).values  # type: ignore[misc]

        return Terms(blocks, evidence)
        yield

    return Stepwise(work)


def code(rule: Rule, options: SearchOptions, ask: Ask) -> Engine:
    """The engine for terms of a take-and-break code: repeated where a period is proved, else heap by heap."""

    def work(states: States, saved: Mapping[str, Any] | None) -> Working:
        from grundy.engines.heap.octal.values import NaiveTable

        assert isinstance(rule.shape, Digits)
        count = len(states)
        table = NaiveTable(rule.shape, (saved or {}).get("naive"))
        limit = min(SEARCHED if rule.shape.parts < 3 else SEARCHED_OF_THREE, count)

        def chunk() -> Chunk:
            length = min(table.size, count)
            so_far = partial(Terms, partial(_repeated, table, None, length), BY_CODE) if length else None
            return replace(chunk_of(table, count, _progress_text(table.size)), unit="terms", partial=so_far)

        question = Question(((rule, ()),), wanted="period", scope=Range(limit, table=table))
        result: PeriodResult = yield from map_chunks(lambda _: chunk(), ask(question)(None))
        repetition = result.repetition if result.status == "proved" else None
        stop = repetition.preperiod + repetition.period if repetition else count
        if repetition is None:
            table.require(count)
        while table.size < stop:
            table.step(stop)
            yield chunk()
        return Terms(lambda: _repeated(table, repetition, count), BY_CODE)

    return Stepwise(work)


def _repeated(table: NaiveTable, repetition: Repetition | None, count: int) -> Iterator[Sequence[int]]:
    if repetition is None:
        yield from (table.values[start : min(start + BLOCK, count)] for start in range(0, count, BLOCK))
        return
    e, p, s = repetition.preperiod, repetition.period, repetition.saltus
    stop = e + p
    base = [int(value) for value in table.values[:stop]]
    for start in range(0, count, BLOCK):
        end = min(start + BLOCK, count)
        yield [base[n] if n < stop else base[e + (n - e) % p] + (n - e) // p * s for n in range(start, end)]


def one_by_one(rule: Rule, options: SearchOptions, ask: Ask) -> Engine:
    """The engine for terms that are asked for one after the other, such as of boards that grow; several at once where
    it is quick."""

    def work(states: States, saved: Mapping[str, Any] | None) -> Working:
        count = len(states)
        pieces = PackedValues((saved or {}).get("terms"))
        values = values_of((saved or {}).get("terms"))
        evidence = evidence_from(saved["evidence"]) if values and saved else WHOLE_TABLE
        few = 1
        while len(values) < count:
            began, stop = CLOCK.now(), min(count, len(values) + few)
            values += [int(value) for value in values_by(ask, rule, states[len(values) : stop]).values]  # type: ignore[arg-type]
            evidence = values_by(ask, rule, states[stop - 1 : stop]).evidence  # its value is kept from before
            few = 2 * few if CLOCK.now() - began < SECONDS else 1
            state = {"terms": pieces.state(values), "evidence": evidence.as_dict()}
            yield Chunk(
                stop, count, "terms", state, _progress_text(stop), partial=partial(_first, values, stop, evidence)
            )
        return _sliced(values[:count], evidence)

    return Stepwise(work)


def few(rule: Rule, options: SearchOptions) -> Engine:
    """The engine for terms of a rule that is code, so few that what compiles it takes longer."""

    def work(states: States, saved: Mapping[str, Any] | None) -> Working:
        from grundy.engines.table.job import job
        from grundy.engines.table.memory import few_values

        values = None if (saved or {}).get("done") else few_values(rule, job(rule, len(states)))
        return Spent() if values is None else _sliced(values, WHOLE_TABLE)
        yield

    return Stepwise(work)


def table(rule: Rule, options: SearchOptions, ask: Ask) -> Engine:
    """The engine for terms of a rule that is code, filled into a table in memory."""

    def work(states: States, saved: Mapping[str, Any] | None) -> Working:
        import os

        import numpy as np

        from grundy.engines.table.job import job
        from grundy.engines.table.memory import fill
        from grundy.engines.table.plain import evidence_of
        from grundy.runs.memory import require_memory

        count = len(states)
        saved = saved if saved and saved.get("done") else None
        terms = values_of(saved["terms"]) if saved else []
        arrays: list[Any] = []

        def allocate(dtype: str, entries: int) -> Any:
            need = entries * np.dtype(dtype).itemsize + sum(array.nbytes for array in arrays)
            require_memory(need, need, f"a table of {count:,} states", "fewer states")
            arrays[:] = [np.zeros(entries, dtype)]
            if terms:
                arrays[0][: len(terms)] = terms
                terms.clear()
            return arrays[0]

        pieces, state = PackedValues(saved["terms"] if saved else None), saved or {}
        for chunk in fill(ask, job(rule, count), allocate, cores=os.cpu_count() or 1)(saved):
            if chunk.done <= MOST_KEPT:
                state = {**chunk.state, "terms": pieces.state(arrays[0][: chunk.done])}
            so_far = partial(_first, arrays[0], chunk.done, WHOLE_TABLE) if chunk.done else None
            saved_count = int(state.get("done", 0))
            yield replace(
                chunk, unit="terms", known=_progress_text(chunk.done), state=state, kept=saved_count, partial=so_far
            )
        return _sliced(arrays[0] if arrays else [], evidence_of(rule, (count,)))

    return Stepwise(work)


class TurnTerms:
    """The engine for the states 0, 1, 2, ... of a rule with turns, compiled or not; some of them may be loony."""

    def __init__(self, rule: Rule, ask: Ask) -> None:
        self.rule, self.ask = rule, ask

    def unfit(self, states: States) -> Unfit | None:
        """Why this engine is not asked: the rule has no turns."""
        from grundy.compile.turns import NO_TURNS, has_turns

        return None if has_turns(self.rule, len(states)) else Unfit(NO_TURNS)

    def work(self, states: States, saved: Mapping[str, Any] | None) -> Working:
        """As every engine."""
        answer = values_by(self.ask, self.rule, states)
        return Terms(lambda: iter([answer.values]), answer.evidence)  # type: ignore[list-item]
        yield


def turns(rule: Rule, options: SearchOptions, ask: Ask) -> TurnTerms:
    """The engine for the terms of a rule with turns."""
    return TurnTerms(rule, ask)
