"""The nim-values of the states 0, 1, 2, ... of a rule, by whichever engine knows them fastest, and how they repeat."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from grundy.answering.ask import ask, work
from grundy.answering.dispatch import ONE_BY_ONE, rows_of
from grundy.engines.engine import Answer, Normal
from grundy.engines.heap.octal.values import NaiveTable
from grundy.engines.heap.repetition import LIMIT_OF_SPARSE, Range
from grundy.engines.options import DEFAULT_OPTIONS
from grundy.engines.question import Answering, Question
from grundy.engines.terms import BY_CODE, Terms, one_by_one
from grundy.errors import BadRule
from grundy.model.evidence import WHOLE_TABLE, Evidence
from grundy.model.period import PeriodResult, Repetition
from grundy.model.rule import Rule
from grundy.model.shapes import Digits
from grundy.runs.chunk import Chunk, Work, run_to_end

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def first_values(rule: Rule, count: int) -> Sequence[int]:
    """Nim-values of the states 0..count-1.

    Args:    rule: on whole numbers; a rule of several numbers has a table, not a sequence.
             count: >= 0.
    Returns: ints, or an array of unsigned integers, of length `count`.
    Raises:  BadRule: states are no single numbers, or an option is not smaller. OutOfReach: too many.

    >>> from grundy.games.heaps import take_away
    >>> list(first_values(take_away(1, 2, 3), 9))
    [0, 1, 2, 3, 0, 1, 2, 3, 0]
    """
    require_sequence(rule)
    return ask(rule, range(count)).values  # type: ignore[return-value]


def terms_work(rule: Rule, count: int) -> Work:
    """The same as long work; it returns Terms.

    Where a period or a formula is known, only so much is worked out that all terms follow.

    Raises: BadRule, OutOfReach: as `first_values`, and before the first block is asked for.
    """
    require_sequence(rule)

    def chunks(saved: Mapping[str, Any] | None) -> Generator[Chunk, None, Terms]:
        yield Chunk(0, count, "terms", {}, kept=0)
        if not count:
            return Terms(lambda: iter(()), how_known(rule, 0))
        terms: Terms = yield from work(Question(((rule, range(count)),), wanted="sequence"))(saved)
        return terms

    return chunks


def is_one_by_one(rule: Rule, count: int) -> bool:
    """Whether no engine knows the terms 0..count-1 of a rule together, so that each state is a question of its own.

    Raises:  BadRule: states are no single numbers.
    """
    require_sequence(rule)
    (first, *_) = rows_of(Question(((rule, range(count)),), wanted="sequence"))
    return first == ONE_BY_ONE


def listed_values(rule: Rule, states: Sequence[Any]) -> Answer:
    """The nim-values of states of any kind, and how they are known."""
    return ask(rule, states)


def terms_of_states(rule: Rule, states: Sequence[Any]) -> Work:
    """The nim-values of states of any kind as long work; it returns Terms."""
    return partial(one_by_one(rule, DEFAULT_OPTIONS, work).work, states)


def require_sequence(rule: Rule) -> None:
    """Refuse a rule whose states are no single numbers. Raises BadRule."""
    if rule.arity != 1:
        raise BadRule(
            f"{rule.spec}: expected states 0, 1, 2, ..., found states of {rule.arity} numbers, "
            "which have a table and no sequence ('grundy table' with --box)"
        )
    require_numbers(rule)


def require_numbers(rule: Rule) -> None:
    """Refuse a rule whose states are neither numbers nor vectors of them. Raises BadRule."""
    if rule.arity == 1 and not rule.space.contains(0):
        name = rule.space.name
        states = f"states that are each a {name}" if " " in name else f"{name} states"
        raise BadRule(
            f"{rule.spec}: expected states 0, 1, 2, ..., found {states}; "
            "'grundy solve' answers one position, and 'grundy options' lists its moves"
        )


def how_known(rule: Rule, count: int) -> Evidence:
    """How the values of the states 0..count-1 are known, once they have been asked for.

    >>> from grundy.games.heaps import nim
    >>> how_known(nim, 5).status
    'proved'
    """
    if isinstance(rule.shape, Digits):
        return BY_CODE
    if count and (rule.shape is not None or (rule.theory and rule.theory.value)):
        return ask(rule, (count - 1,)).evidence  # its value is kept from before
    return WHOLE_TABLE


def nim_values(rule: Rule, size: int | tuple[int, ...]) -> NDArray[Any]:
    """Compute the nim-values of the states 0..size-1, or of all vectors of a box; compiled if possible.

    Args:    size: a number of states; for a rule of several numbers the extents of its box.
    Returns: uint8, or uint16 or uint32 where a value needs it, of shape (size,) or `size`; objects, ints and LOONY,
             where a state is loony.
    Raises:  BadRule: an option is not smaller than its state, or outside the box; both are named.
             OutOfReach: too large for the memory.
    Cost:    a byte a state and some nanoseconds an option; a thousand states are worked out again
             by the uncompiled rule before the table is returned.

    >>> from grundy.model.rule import rule
    >>> @rule
    ... def take(n, *, most=3):
    ...     yield from range(max(0, n - most), n)
    >>> nim_values(take, 6)
    array([0, 1, 2, 3, 0, 1], dtype=uint8)
    """
    from grundy.compile.turns import has_turns

    if isinstance(size, int) and rule.arity == 1 and (_is_known(rule) or has_turns(rule, size)):
        import numpy as np

        listed = first_values(rule, size)
        if np.asarray(listed).dtype == object:  # some are loony
            return np.array(listed, object)
        values = np.array(listed, np.uint32)
        return values.astype(np.min_scalar_type(int(values.max(initial=0))))
    from grundy.answering.tables import nim_values as table_of

    return table_of(rule, size)


def _is_known(rule: Rule) -> bool:
    """Whether an engine or a formula of the catalogue knows the values."""
    return rule.shape is not None or rule.theory is not None


# ---- How the nim-values of heaps 0, 1, 2, ... of a rule repeat, by whichever engine can prove it


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
    result: PeriodResult = run_to_end(period_work(rule, limit, LIMIT_OF_SPARSE)(None))
    return result


def period_work(rule: Rule, limit: int | None, most: int | None = None, table: NaiveTable | None = None) -> Answering:
    """The same as long work: chunks, and the PeriodResult at the end.

    Args:    most: heaps to compute in a sparse space, where no limit is given; None: as many as it takes.
             table: of a take-and-break code, some heaps of which are known.
    """
    from grundy.theorems.solver import solver  # which loads what reads rules: no index of known values waits for it

    require_sequence(rule)

    def chunks(saved: Mapping[str, Any] | None) -> Generator[Chunk, None, PeriodResult]:
        question = Question(((rule, ()),), wanted="period", scope=Range(limit, most, table, solver))
        result: PeriodResult = yield from work(question)(saved)
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
    from grundy.theorems.solver import solver

    return rule.shape is not None or reading(rule, solver).shape is not None


def exceptions(values: Sequence[int], repetition: Repetition) -> list[int]:
    """The heaps before the pre-period whose value is not that of the repeating part, moved back.

    Args:    values: of heaps 0, 1, ..., at least up to pre-period + period.

    >>> exceptions([5, 1, 7, 1, 2, 1, 2], Repetition(2, 3))
    [0, 2]
    """
    e, p, s = repetition.preperiod, repetition.period, repetition.saltus
    out = []
    for n in range(min(e, len(values))):
        turns = -(-(e - n) // p)
        if int(values[n + turns * p]) - turns * s != int(values[n]):
            out.append(n)
    return out


# ---- The values of very many states of a rule whose states are numbers


_SPARSE = 16  # where numbers go up to more than so many times their count, few of them are the same


def numbers_values(rule: Rule, states: NDArray[np.uint64], ask: Normal = ask) -> NDArray[np.uint64]:
    """The nim-values of states below 2^64, each asked for once where that is soon seen.

    Args:    ask: what answers.

    >>> import numpy as np
    >>> from grundy.games.heaps import take_away
    >>> numbers_values(take_away(1, 2), np.array([5, 3, 5, 10**12], np.uint64)).tolist()
    [2, 0, 2, 1]
    """
    import numpy as np

    def asked(some: Sequence[int]) -> NDArray[np.uint64]:
        return np.array(ask(rule, some).values, np.uint64)

    top = int(states.max(initial=0)) + 1
    if top > _SPARSE * len(states):
        return asked(states.tolist())
    met = np.zeros(top, np.bool_)
    met[states] = True
    values = np.zeros(top, np.uint64)
    values[met] = asked(np.flatnonzero(met).tolist())
    return values[states]
