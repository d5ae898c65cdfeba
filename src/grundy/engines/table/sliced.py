"""Rules whose moves are masks, answered by tables of all states that have as many bits as those asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from grundy.engines.bitsliced.moves import GROUP, plan
from grundy.engines.bitsliced.tables import MOST_OUTCOME_BITS, NO_LIMIT, SlicedValues, values
from grundy.engines.bitsliced.work import fill_outcomes, fill_values
from grundy.engines.engine import Answer, Direct, DirectValues, Stepwise, listed, or_spent
from grundy.engines.options import SearchOptions
from grundy.engines.table.job import Filler, Filling, Working
from grundy.engines.table.plain import check_table
from grundy.model.evidence import Evidence
from grundy.model.option import State
from grundy.model.rule import Rule
from grundy.model.shapes import BitmaskMove, BitmaskMoves, Moves
from grundy.runs.chunk import Chunk, Work
from grundy.runs.memory import require_memory

MOST_BYTE_LEVELS = 17  # of 15 values each
READ_STATES = 1 << 26  # written into the table at once

BY = "a table of all states of as many bits, 512 at a time"


def engine(rule: Rule, options: SearchOptions) -> DirectValues:
    """The engine for a rule on sets of bits."""
    assert isinstance(rule.shape, BitmaskMoves)
    shape = rule.shape
    tables: list[SlicedValues] = []

    def table(top: int) -> SlicedValues:
        bits = top.bit_length()
        if not tables or tables[0].bits < bits:
            tables[:] = [values(below(shape, bits), bits)]
        return tables[0]

    def worths(states: Sequence[State]) -> Sequence[int]:
        if isinstance(states, range) and states.step == 1 and states:
            nim_values: Sequence[int] = table(states[-1]).read(states.start, states.stop)  # type: ignore[assignment]
            return nim_values
        numbers: Sequence[int] = states  # type: ignore[assignment]
        made = table(max(numbers, default=0))
        return [made.value(state) for state in numbers]

    def moves_to(state: State, rest: int) -> Moves:
        made = table(state)  # type: ignore[arg-type]
        rule_options = list(rule.options(state))
        return listed([rule.labels(option) for option in rule_options if made.value(option.parts[0]) == rest])  # type: ignore[arg-type]

    def answer(states: Sequence[State]) -> Answer:
        return Answer(worths(states), Evidence("computed", BY), moves_to)

    return Direct(or_spent(answer))  # too much memory, or hours of work


def below(shape: BitmaskMoves, bits: int) -> list[BitmaskMove]:
    """The moves of the states below 2**bits: what they need is there, and what they flip is below that."""
    inside = (1 << bits) - 1
    return [
        (need, off & inside, clear & inside, flip)
        for need, off, clear, flip in shape.moves
        if need <= inside and not need & off
    ]


def table(rule: Rule, options: SearchOptions) -> Filler:
    """The engine for a table of a rule whose moves are masks."""
    shape = rule.shape
    assert isinstance(shape, BitmaskMoves)

    def work(filling: Filling, saved: Mapping[str, Any] | None) -> Working:
        task = filling.task
        arrays: list[Any] = []

        def made(dtype: str, entries: int) -> Any:
            arrays[:] = [filling.allocate(dtype, entries)]
            return arrays[0]

        if task.outcomes:
            yield from fill_p_positions(shape, task.total, task.misere, made, filling.cores)(saved)
        else:
            yield from fill_nim_values(rule, shape, task.total, made, filling.cores)(saved)
        if arrays:
            check_table(task, arrays[0])
        return filling

    return Stepwise(work)


def has_whole_groups(total: int) -> bool:
    """Whether tables are filled by groups: a power of two from 512 to 2**37 states."""
    return GROUP <= total <= 1 << MOST_OUTCOME_BITS and total & total - 1 == 0


def fill_p_positions(
    shape: BitmaskMoves, total: int, misere: bool, allocate: Callable[[str, int], Any], cores: int | None = None
) -> Work:
    """The engine for the P-positions among the states 0..total-1, in a table as grundy.answering.tables makes it.

    Args:    total: see `has_whole_groups`. allocate("uint8", total // 8): the table; state s is bit s & 7 of entry
             s >> 3. It is filled in an order of its own, which the chunks' `filled` tells.
    """
    made = plan(below(shape, total.bit_length() - 1), total.bit_length() - 1)

    def words(_level: int, dtype: str, entries: int) -> Any:
        return allocate("uint8", 8 * entries).view(dtype)

    def work(saved: Mapping[str, Any] | None) -> Iterator[Chunk]:
        for chunk in fill_outcomes(made, words, misere, cores)(saved):
            filled = tuple((8 * start, 8 * stop) for start, stop in chunk.filled)
            yield replace(chunk, state={**chunk.state, "done": chunk.done, "way": "sliced"}, filled=filled)

    return work


def fill_nim_values(
    rule: Rule, shape: BitmaskMoves, total: int, allocate: Callable[[str, int], Any], cores: int | None = None
) -> Work:
    """The engine for the nim-values of the states 0..total-1, in a table as grundy.answering.tables makes it.

    Args:    total: as `has_whole_groups` has it, at most 2**33. allocate("uint8" or "uint16", total): the table.
    Raises:  OutOfReach: the bit planes, half a byte a state for each 15 values, do not fit the memory.
    Note:    the table is written from the planes, once these are complete. A saved state knows how much of it is;
             the planes are made again.
    """
    made = plan(below(shape, total.bit_length() - 1), total.bit_length() - 1)
    what = f"{rule.spec}: values of {total:,} states, besides their table,"

    def work(saved: Mapping[str, Any] | None) -> Iterator[Chunk]:
        import numpy as np

        planes: list[Any] = []

        def level(number: int, dtype: str, entries: int) -> Any:
            # from the second level on there is the set of the states that earlier ones settled
            need = 8 * entries * (number + 1) + (2 * entries if number else 0)
            require_memory(need, NO_LIMIT, what, "fewer states, or outcomes alone")
            planes.append(np.zeros(entries, dtype))
            return planes[-1]

        written = int(saved["done"]) if saved else 0
        if written == total:
            yield Chunk(total, total, "states", {"done": total, "way": "sliced"}, f"values of states 0..{total - 1:,}")
            return
        for chunk in fill_values(made, level, cores)(None):
            state = {"done": written, "way": "sliced"}
            yield replace(chunk, done=chunk.done, total=chunk.total + total, state=state, filled=())
        sliced_values = SlicedValues(made.bits, tuple(planes))
        table = allocate("uint8" if len(planes) <= MOST_BYTE_LEVELS else "uint16", total)
        base = len(planes) * total
        while written < total:
            last = min(written + READ_STATES, total)
            table[written:last] = sliced_values.read(written, last)
            before, written = written, last
            text = f"values of states 0..{written - 1:,}"
            state = {"done": written, "way": "sliced"}
            yield Chunk(base + written, base + total, "states", state, text, ((before, written),))

    return work
