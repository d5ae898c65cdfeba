"""How the nim-values of heaps 0, 1, 2, ... of a rule repeat, by whichever engine can prove it."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any

from grundy.answering.ask import work
from grundy.answering.sequence import first_values, require_sequence
from grundy.engines.heap.naive.table import NaiveTable
from grundy.engines.heap.repetition import LIMIT_OF_SPARSE, Range
from grundy.engines.question import Answering, Question
from grundy.model.period import PeriodResult, Repetition
from grundy.model.rule import Rule
from grundy.runs.chunk import Chunk, ended


def period(rule: Rule, limit: int | None = None) -> PeriodResult:
    """How the nim-values of heaps 0, 1, 2, ... of a rule repeat.

    Args:    limit: heaps to compute at most; the search ends as soon as a period is proved. Without it, some thousands
             (three heaps or more are left, or the rule is known by its code alone), 100,000 or, in a sparse space,
             a million.
    Returns: proved where a theorem says so, else what the values computed show several times, or nothing.
    Raises:  BadRule: states are no heaps. OutOfReach: more values than can be computed.
    Source:  octal periodicity theorem: Guy & Smith 1956. The other proofs: `heap.take_away`, `heap.unbounded`,
             `heap.recognize`.

    >>> from grundy.games.octal import octal
    >>> found = period(octal("0.77"))
    >>> found.status, found.repetition, found.heaps_computed
    ('proved', Repetition(period=12, preperiod=71, saltus=0), 168)
    """
    result: PeriodResult = ended(period_work(rule, limit, LIMIT_OF_SPARSE)(None))
    return result


def period_work(rule: Rule, limit: int | None, most: int | None = None, table: NaiveTable | None = None) -> Answering:
    """The same as long work: chunks, and the PeriodResult at the end.

    Args:    most: heaps to compute in a sparse space, where no limit is given; None: as many as it takes.
             table: of a take-and-break code, some heaps of which are known.
    """
    require_sequence(rule)

    def chunks(saved: Mapping[str, Any] | None) -> Generator[Chunk, None, PeriodResult]:
        asked = Question(((rule, ()),), wanted="period", scope=Range(limit, most, table))
        result: PeriodResult = yield from work(asked)(saved)
        return result

    return chunks


def values_found(rule: Rule, result: PeriodResult, count: int) -> Sequence[int]:
    """Nim-values of the heaps 0..count-1: those that the search for a period holds, and only if it has fewer the
    engines'.

    >>> from grundy.games.octal import octal
    >>> kayles = octal("0.77")
    >>> [int(value) for value in values_found(kayles, period(kayles), 8)]
    [0, 1, 2, 3, 1, 4, 3, 2]
    """
    return result.values[:count] if len(result.values) >= count else first_values(rule, count)


def provable(rule: Rule) -> bool:
    """Whether a theorem may say that the values of a rule repeat; else a search only shows what it sees."""
    from grundy.engines.heap.recognize import reading

    return rule.shape is not None or reading(rule).shape is not None


def exceptions(values: Sequence[int], found: Repetition) -> list[int]:
    """The heaps before the pre-period whose value is not that of the repeating part, moved back.

    Args:    values: of heaps 0, 1, ..., at least up to pre-period + period.

    >>> exceptions([5, 1, 7, 1, 2, 1, 2], Repetition(2, 3))
    [0, 2]
    """
    e, p, s = found.preperiod, found.period, found.saltus
    out = []
    for n in range(min(e, len(values))):
        turns = -(-(e - n) // p)
        if int(values[n + turns * p]) - turns * s != int(values[n]):
            out.append(n)
    return out
