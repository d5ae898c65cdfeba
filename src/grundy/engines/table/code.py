"""Tables of a rule that is code: the values or outcomes of all its states, in increasing order, compiled or as it is.

Values are kept in bytes for as long as they fit, then in 16 and 32 bits, found without asking. Before a table is given
away, it is checked by the uncompiled rule (plain.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from grundy.compile.compiler import NoCompiler, refusal
from grundy.compile.subset import BeyondCompiled, Unfit, fitted
from grundy.engines.engine import Spent, Stepwise
from grundy.engines.options import SearchOptions
from grundy.engines.table import shared
from grundy.engines.table.job import DTYPES, Filler, Filling, GrowingTable, Job, Working, chunk_of
from grundy.engines.table.plain import Bits, check_table, loses_at, options_at, state_at, value_at
from grundy.errors import BadRule, OutOfReach
from grundy.model.rule import Rule
from grundy.runs.clock import CLOCK

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grundy.compile.kernel import Facts
    from grundy.compile.machine import Kernel

MOST_UNCOMPILED = 10**7
MOST_SECONDS = 10.0  # for a table in plain Python that a compiler would fill
CHUNK_SECONDS = 0.1
LOOK_SECONDS, WORTH_SECONDS = 0.1, 0.5  # before a table is shared among cores, and what must be left of it


class CompiledTables:
    """The engine for whatever is compiled; its budget is spent at a state that the compiled rule cannot do."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule

    @cached_property
    def facts(self) -> Facts | Unfit:
        """What is read off the rule, or why it is not compiled."""
        from grundy.compile.kernel import look

        return fitted(partial(look, self.rule))

    def unfit(self, filling: Filling) -> Unfit | None:
        """Why a table is not compiled, if it is not."""
        facts = self.facts
        if isinstance(facts, Unfit):
            return facts
        return Unfit("outcomes of sums") if filling.task.outcomes and facts.sums else None

    def work(self, filling: Filling, saved: Mapping[str, Any] | None) -> Working:
        """As every engine."""
        assert not isinstance(self.facts, Unfit)
        table = filling.growing(saved)
        try:
            for done in _compiled(filling.task, table, self.facts, filling.cores):
                yield chunk_of(table, done)
        except (BeyondCompiled, NoCompiler) as met:
            filling.refused = str(met)
            return Spent()
        yield chunk_of(table, filling.task.total)
        return filling


def compiled(rule: Rule, options: SearchOptions) -> CompiledTables:
    """The engine for whatever is compiled."""
    return CompiledTables(rule)


def uncompiled(rule: Rule, options: SearchOptions) -> Filler:
    """The engine for any rule, from where a compiled one stopped."""

    def work(filling: Filling, saved: Mapping[str, Any] | None) -> Working:
        table, task = filling.growing(saved), filling.task
        if task.total - table.done > MOST_UNCOMPILED:
            unfit = CompiledTables(rule).unfit(filling) if filling.compiled else None
            why = unfit.reason if unfit else filling.refused
            raise OutOfReach(f"{task.rule.spec}: {why}; uncompiled, a table has at most {MOST_UNCOMPILED:,} states")
        late = CLOCK.now() + MOST_SECONDS
        lacking = filling.refused if filling.refused == refusal() else ""
        for done in _uncompiled(task, table):
            yield chunk_of(table, done)
            if lacking and CLOCK.now() > late:
                least = f"a table of {task.total:,} states takes long in plain Python, and"
                raise OutOfReach(f"{task.rule.spec}: {least} {lacking}")
        yield chunk_of(table, task.total)
        return filling

    return Stepwise(work)


def _compiled(task: Job, table: GrowingTable, facts: Facts, cores: int) -> Iterator[int]:
    """Fill the table from `table.done` on with the compiled rule; how far it is, about ten times a second."""
    import numpy as np

    from grundy.compile.emit import FULL
    from grundy.compile.kernel import kernel_of

    if table.way == "window" and shared.words_of_sets(task, facts):
        table.way = "lines8"
    elif table.way == "window" and facts.few:
        table.way = "stamps8"  # no word to wait for: the guess that a value is as before is mostly right
    if table.way.startswith("lines"):
        yield from shared.fill_lines(task, table, facts, cores)
    flags = shared.flags_of_lines(task, facts) if task.outcomes else 0
    done = table.done
    shape = shared.whole_box(task.shape) if flags else np.array(task.shape, np.int64)
    report, stamps = np.zeros(2, np.int64), np.zeros(0, np.uint32)
    size, kernel, of = 0, None, ""
    span = 1 << 10
    spent, at_start, alone = 0.0, done, cores < 2 or flags > 0
    while done < task.total:
        if not alone and spent > LOOK_SECONDS:
            alone = True
            if spent / (done - at_start or 1) * (task.total - done) > WORTH_SECONDS:
                together = shared.fill_blocks if len(task.shape) == 1 else shared.fill_tiles
                yield from together(task, table, facts, cores)
                done = table.done
                continue
        if of != table.way:
            of = table.way
            kernel = kernel_of(task.rule, of, task.total, facts=facts, with_lines=flags > 0)  # type: ignore[arg-type]
            size = 1 if flags else {"stamps8": 1 << 8, "stamps16": 1 << 16, "stamps32": 1 << 18}.get(of, 0)
            if flags:  # of the lines: whether there is a P-position on them
                stamps = np.zeros(2 * flags, np.uint32)
                _call(kernel, table, 0, done, shape, stamps, 1, report, known=True)
        if not flags and size >= len(stamps):
            stamps = np.zeros(size + 1, np.uint32)
        elif not flags and size:
            stamps.fill(0)
        assert kernel is not None
        begun = CLOCK.now()
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
            seconds = CLOCK.now() - begun
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
    table: GrowingTable,
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
    raise BeyondCompiled(f"state {state!r} needs numbers beyond 64 bits, which are not compiled")


def _uncompiled(task: Job, table: GrowingTable) -> Iterator[int]:
    """Fill the table from `table.done` on with the rule as it is."""
    due = CLOCK.now() + CHUNK_SECONDS
    for index in range(table.done, task.total):
        if task.outcomes:
            if loses_at(task.rule, task.shape, Bits(table.array), index, task.misere):
                table.array[index >> 3] |= 1 << (index & 7)
        else:
            value = value_at(task.rule, task.shape, table.array, index)
            while value > MOST_VALUE[DTYPES[table.way]]:
                table.widen(index)
            table.array[index] = value
        if CLOCK.now() > due:
            due += CHUNK_SECONDS
            yield index + 1
    check_table(task, table.array, compiled=False)  # a rule with a memory of its own is found out


MOST_VALUE = {"uint8": 2**8 - 1, "uint16": 2**16 - 1, "uint32": 2**32 - 1}
