"""Does the sequence of nim-values of a rule on heaps repeat? One question, answered by what the rule is."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from grundy.engines.heap.periods import Found, search
from grundy.errors import BadRule, OutOfReach
from grundy.model.period import PeriodResult, Repetition
from grundy.model.result import Evidence
from grundy.model.rule import Rule
from grundy.model.shapes import Digits, TakeAway
from grundy.runs.chunk import Chunk, Work

if TYPE_CHECKING:
    from grundy.engines.heap.octal.sparse.period import Sparse

LIMIT = 50_000  # heaps, unless more are asked for
LIMIT_OF_SPARSE = 1_000_000  # heaps of a code with a sparse space
LIMIT_OF_THREE = 1_000  # heaps of a code that leaves three heaps or more
LIMIT_OF_ENDLESS = 5_000  # heaps of a code that repeats for ever, whose values mostly grow with the heap
LIMIT_OF_CODE = 10_000  # heaps of a rule that is known by its code alone


def period(rule: Rule, limit: int | None = None) -> PeriodResult:
    """How the nim-values of heaps 0, 1, 2, ... of a rule repeat.

    Args:    limit: heaps to compute at most; the search ends as soon as a period is proved.
    Returns: proved where a theorem says so, else what the values computed show several times, or nothing.
    Raises:  BadRule: states are no heaps. OutOfReach: more values than can be computed.

    >>> from grundy.games.octal import octal
    >>> found = period(octal("0.77"))
    >>> found.status, found.found, found.heaps_computed
    ('proved', Repetition(period=12, preperiod=71, saltus=0), 168)
    """
    if rule.arity != 1 or not rule.space.holds(0):
        raise BadRule(f"{rule.spec}: expected states 0, 1, 2, ..., found {rule.space.name} states")
    match rule.data:
        case TakeAway(amounts):
            return _take_away(rule.spec, amounts)
        case Digits() as digits:
            return _take_and_break(rule.spec, digits, limit)
    from grundy.engines.sequence import first_values

    size = LIMIT_OF_CODE if limit is None else limit
    values = first_values(rule, size)
    return _result(rule.spec, search(lambda stop: values, lambda _: None, size), "", values)


def _take_away(game: str, amounts: tuple[int, ...]) -> PeriodResult:
    from grundy.engines.heap.take_away import TakeAway as Engine

    engine = Engine(amounts)
    try:
        known = engine.period()
    except OutOfReach as why:
        return PeriodResult(game, "none", None, 0, Evidence("computed", str(why)))
    found = Repetition(known.period, known.preperiod)
    largest = None
    if found.preperiod + found.period <= 10**6:
        values = engine.values(range(found.preperiod + found.period))
        largest = _largest(values)
    return PeriodResult(game, "proved", found, engine.heaps_computed, Evidence("proved", known.by), largest)


def period_work(rule: Rule, limit: int | None) -> Work:
    """The search for a period of a take-and-break code as long work: chunks, and a PeriodResult at the end.

    Args:    limit: heaps to compute at most; None: as many as it takes where the code has a sparse space, else LIMIT.
    """
    shape = rule.data
    assert isinstance(shape, Digits)

    def work(state: Mapping[str, Any] | None) -> Generator[Chunk, None, PeriodResult]:
        from grundy.engines.heap.octal.sparse import period as sparse

        found = yield from sparse.work(shape, limit, state)
        return _of_sparse(rule.spec, shape, found)

    return work


def _take_and_break(game: str, shape: Digits, limit: int | None) -> PeriodResult:
    from grundy.engines.heap.octal.engine import Heaps, told
    from grundy.engines.heap.octal.sparse.space import suits

    if suits(shape):
        from grundy.engines.heap.octal.sparse import period as sparse

        chunks = sparse.work(shape, limit, most=LIMIT_OF_SPARSE)
        while True:
            try:
                next(chunks)
            except StopIteration as end:
                return _of_sparse(game, shape, end.value)
    engine = Heaps(shape)
    if limit is None:
        limit = LIMIT_OF_THREE if shape.parts > 2 else LIMIT_OF_ENDLESS if shape.repeat else LIMIT
    found = engine.period(limit)
    by = told(shape, found.repetition, found.values) if found.proved and found.repetition else ""
    return _result(game, found, by, engine.known.upto(found.values)[: found.values])


def _of_sparse(game: str, shape: Digits, found: Sparse) -> PeriodResult:
    """What the search by a sparse space found, as an answer."""
    from grundy.engines.heap.octal.sparse.told import told

    by = told(shape, found)
    space = (found.space.mask, found.space.twist) if found.space else None
    if found.by:
        evidence = Evidence("proved", by)
        return PeriodResult(game, "proved", found.repetition, found.heaps, evidence, found.largest, space, found.rares)
    status: Literal["observed", "none"] = "observed" if found.repetition else "none"
    evidence = Evidence("observed" if found.repetition else "computed", by)
    return PeriodResult(game, status, found.repetition, found.heaps, evidence, found.largest, space, found.rares)


def _result(game: str, found: Found, by: str, values: Sequence[int]) -> PeriodResult:
    seen = found.repetition
    values = values[: found.values]
    largest = _largest(values)
    if found.proved:
        return PeriodResult(game, "proved", seen, found.values, Evidence("proved", by), largest)
    computed = f"the nim-values of heaps 0 to {found.values - 1}"
    if seen:
        repeats = (found.values - seen.preperiod) // seen.period
        by = f"{computed}: the last {repeats} stretches of {seen.period} are alike; that is no proof"
        return PeriodResult(game, "observed", seen, found.values, Evidence("observed", by), largest)
    return PeriodResult(
        game, "none", None, found.values, Evidence("computed", f"{computed}: they do not repeat so far"), largest
    )


def _largest(values: Sequence[int]) -> tuple[int, int] | None:
    if not len(values):
        return None
    best = max(values)
    place = next(n for n, value in enumerate(values) if value == best)
    return int(best), place
