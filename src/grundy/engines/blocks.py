"""Long sequences of nim-values in blocks, in memory that does not grow where a period or a formula is known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grundy.engines.choose import choose
from grundy.engines.sequence import first_values
from grundy.model.period import Repetition
from grundy.model.rule import Rule
from grundy.model.shapes import Digits, TakeAway

if TYPE_CHECKING:
    from grundy.engines.heap.naive.table import Table

BLOCK = 64_000  # values at once: whole rows of 20
SEARCHED = 8_192  # heaps in which a period is looked for, if more values are wanted


def blocks(rule: Rule, count: int) -> Iterator[Sequence[int]]:
    """Nim-values of the states 0..count - 1, in blocks of 64,000.

    Raises: BadRule, OutOfReach: as `first_values`, before the first block.

    >>> from grundy.games.octal import octal
    >>> whole = [int(value) for block in blocks(octal("0.77"), 10**5) for value in block]
    >>> len(whole), whole[71:83] == whole[71 + 12 * 8000 : 83 + 12 * 8000]
    (100000, True)
    """
    if count > BLOCK:
        match rule.data:
            case Digits() as shape:
                return _code_blocks(shape, count)
            case TakeAway():
                return _asked(rule, count)
        if rule.data is None and rule.theory and rule.theory.value and rule.arity == 1 and rule.space.holds(0):
            return _asked(rule, count)
    values = first_values(rule, count)
    return (values[start : start + BLOCK] for start in range(0, count, BLOCK))


def _asked(rule: Rule, count: int) -> Iterator[Sequence[int]]:
    solver = choose(rule, "normal")
    solver.values((count - 1,))  # refused at once, if at all
    return (solver.values(range(start, min(start + BLOCK, count))) for start in range(0, count, BLOCK))  # type: ignore[misc]


def _code_blocks(shape: Digits, count: int) -> Iterator[Sequence[int]]:
    """Values of a take-and-break code: repeated where a period is proved, else heap by heap."""
    from grundy.engines.heap.naive.table import Table
    from grundy.engines.period import code_period

    table = Table(shape)
    found = code_period("", shape, min(SEARCHED, count), table)
    known = found.found if found.status == "proved" else None
    if known is None:
        table.require(count)
    return _continued(table, known, count)


def _continued(table: Table, known: Repetition | None, count: int) -> Iterator[Sequence[int]]:
    stop = known.preperiod + known.period if known else 0
    while table.size < stop:
        table.step(stop)
    base = [int(value) for value in table.values[:stop]]
    for start in range(0, count, BLOCK):
        end = min(start + BLOCK, count)
        if known:
            e, p, s = known.preperiod, known.period, known.saltus
            yield [base[n] if n < stop else base[e + (n - e) % p] + (n - e) // p * s for n in range(start, end)]
        else:
            while table.size < end:
                table.step(end)
            yield table.values[start:end]
