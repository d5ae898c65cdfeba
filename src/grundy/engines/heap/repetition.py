"""Does the sequence of nim-values of a rule on heaps repeat? The engines that look for a period."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from grundy.engines.engine import Spent, Stepwise
from grundy.engines.heap import unbounded
from grundy.engines.heap.octal.sparse.space import FIRST_HEAPS
from grundy.engines.heap.periods import Computed, PeriodFound, ValueSource, enough, nothing, proof_of, search
from grundy.engines.options import SearchOptions
from grundy.engines.question import Ask, values_by
from grundy.errors import OutOfReach
from grundy.model.evidence import Evidence
from grundy.model.period import PeriodResult, Repetition
from grundy.model.rule import Rule
from grundy.model.shapes import Digits, TakeAway
from grundy.runs.chunk import Chunk

if TYPE_CHECKING:
    from grundy.engines.heap.octal.sparse.search_state import SearchResult
    from grundy.engines.heap.octal.sparse.stored_values import StoredValues
    from grundy.engines.heap.octal.values import NaiveTable
    from grundy.engines.heap.recognize import Local
    from grundy.reading.cover import Finder

LIMIT = 100_000  # heaps, unless more are asked for
LIMIT_OF_SPARSE = 1_000_000  # heaps of a code with a sparse space
LIMIT_OF_THREE = 4_000  # heaps of a code that leaves three heaps or more
LIMIT_OF_ENDLESS = 5_000  # heaps of a code that repeats for ever, whose values mostly grow with the heap
LIMIT_OF_CODE = 10_000  # heaps of a rule that is known by its code alone
LIMIT_OF_STEPS = 4_000_000  # heaps times the largest take, of a rule whose code says what large heaps do


@dataclass(slots=True)
class Range:
    """In how many heaps a period is looked for.

    limit   heaps to compute at most; None: as many as is usual for the rule
    most    heaps to compute in a sparse space, where no limit is given; None: as many as it takes
    table   of a take-and-break code: the heaps that are known, made when it is first asked for
    finder  finds where a condition of a rule goes one way, if few heaps show that; None: what a scan sees must do
    """

    limit: int | None
    most: int | None = None
    table: NaiveTable | None = None
    finder: Finder | None = None

    def table_of(self, shape: Digits, saved: Mapping[str, Any] | None) -> NaiveTable:
        """The heaps that are known, or were when the work was stopped."""
        from grundy.engines.heap.octal.values import NaiveTable

        if self.table is None:
            self.table = NaiveTable(shape, (saved or {}).get("naive"))
        return self.table


Search: TypeAlias = Generator[Chunk, None, PeriodResult | Spent]
Engine: TypeAlias = Stepwise[Range, PeriodResult]


def amounts(rule: Rule, options: SearchOptions) -> Engine:
    """The engine for heaps from which an amount of a set is taken."""

    def work(asked: Range, saved: Mapping[str, Any] | None) -> Search:
        from grundy.engines.heap.take_away import TakeAwayValues

        assert isinstance(rule.shape, TakeAway)
        heaps = TakeAwayValues(rule.shape.amounts)
        try:
            period = heaps.period()
        except OutOfReach as why:
            return PeriodResult(rule.spec, "none", None, 0, Evidence("computed", str(why)))
        repetition = Repetition(period.period, period.preperiod)
        listed = heaps.values(range(stop)) if (stop := repetition.preperiod + repetition.period) <= 10**6 else []
        evidence = Evidence("proved", period.by)
        return PeriodResult(
            rule.spec, "proved", repetition, heaps.heaps_computed, evidence, _largest(listed), values=listed
        )
        yield

    return Stepwise(work)


def sparse(rule: Rule, options: SearchOptions) -> Engine:
    """The engine for codes with a sparse space; its budget is spent where the first heaps show none, or a period."""

    def work(asked: Range, saved: Mapping[str, Any] | None) -> Search:
        from grundy.engines.heap.octal.sparse import period
        from grundy.engines.heap.octal.sparse.search_state import MOST
        from grundy.engines.heap.octal.sparse.stored_values import by_space

        shape = _digits(rule)
        stored: StoredValues | None = None
        first: Sequence[int] = ()
        if "phase" not in (saved or {}):
            table = asked.table_of(shape, saved)
            if table.size > FIRST_HEAPS:
                return Spent()
            finding = yield from _searched(table, shape, FIRST_HEAPS)
            first = table.values
            stored = None if finding.proved else by_space(shape, first)
            if stored is None:
                return Spent()
        limit = asked.limit or asked.most or MOST
        result = _of_sparse(rule.spec, shape, (yield from period.work(shape, limit, stored, saved)))
        return result if len(result.values) else replace(result, values=first)

    return Stepwise(work)


def lasker(rule: Rule, options: SearchOptions) -> Engine:
    """The engine for the one code that has a theorem of its own."""

    def work(asked: Range, saved: Mapping[str, Any] | None) -> Search:
        repetition = unbounded.lasker(_digits(rule))
        return PeriodResult(rule.spec, "proved", repetition, 0, Evidence("proved", unbounded.LASKER), None)
        yield

    return Stepwise(work)


def endless(rule: Rule, options: SearchOptions) -> Engine:
    """The engine for codes whose values grow for ever, in equal stretches."""

    def work(asked: Range, saved: Mapping[str, Any] | None) -> Search:
        shape = _digits(rule)
        infinite = unbounded.endless(shape)
        assert infinite
        limit = LIMIT if asked.limit is None else asked.limit
        return (yield from _endless(rule.spec, infinite, asked.table_of(shape, saved), limit))

    return Stepwise(work)


def code(rule: Rule, options: SearchOptions) -> Engine:
    """The engine for heaps of a take-and-break code."""

    def work(asked: Range, saved: Mapping[str, Any] | None) -> Search:
        from grundy.engines.heap.octal.engine import describe_proof

        shape, limit = _digits(rule), asked.limit
        if limit is None:
            limit = LIMIT_OF_THREE if shape.parts > 2 else LIMIT_OF_ENDLESS if shape.repeat else LIMIT
        table = asked.table_of(shape, saved)
        finding = yield from _searched(table, shape, limit)
        by = describe_proof(shape, finding.repetition, finding.values) if finding.proved and finding.repetition else ""
        return _result(rule.spec, finding, by, table.values)

    return Stepwise(work)


def own(rule: Rule, options: SearchOptions, ask: Ask) -> Engine:
    """The engine for a rule that is known by its code alone: proved where its code says what all large heaps do."""

    def work(asked: Range, saved: Mapping[str, Any] | None) -> Search:
        from grundy.engines.heap.recognize import Local, reading, traps

        source = Computed(lambda count: values_by(ask, rule, range(count)).values, (saved or {}).get("naive"))
        read = reading(rule, asked.finder)
        size = _usual(read.shape) if asked.limit is None else asked.limit
        match read.shape:
            case unbounded.EndlessCode() as infinite:
                result = yield from _endless(rule.spec, infinite, source, size)
            case Local() as local:
                finding = yield from search(source, enough(local.needed), size)
                by = local.by(finding.repetition, finding.values) if finding.proved and finding.repetition else ""
                result = _result(rule.spec, finding, by, source.values)
            case _:
                result = yield from _observed(rule.spec, source, size)
        if result.status == "proved" and result.repetition:
            read = read.asked_at(traps(read.start, result.repetition.period))
            if read.shape is None:
                result = yield from _observed(rule.spec, source, size)
        more = read.why or (str(read.compared) if result.status == "proved" else "")
        if read.shape and result.status != "proved" and result.heaps_computed <= read.shape.start:
            more = f"its code says what heaps from {read.shape.start:,} on do, and so many were not looked at"
        evidence = result.evidence
        return replace(result, evidence=replace(evidence, reason=f"{evidence.reason}; {more}")) if more else result

    return Stepwise(work)


def _usual(shape: Local | unbounded.EndlessCode | None) -> int:
    """In how many heaps of a rule that is known by its code a period is looked for: beyond its constants, as the one
    of `if n == 777_777`, where that is soon done."""
    from grundy.engines.heap.recognize import Local

    if not isinstance(shape, Local) or shape.splits:
        return LIMIT_OF_CODE
    beyond = 2 * shape.start + LIMIT_OF_CODE
    return beyond if beyond * shape.longest <= LIMIT_OF_STEPS else LIMIT_OF_CODE


def _digits(rule: Rule) -> Digits:
    assert isinstance(rule.shape, Digits)
    return rule.shape


def _searched(table: ValueSource, shape: Digits, limit: int) -> Generator[Chunk, None, PeriodFound]:
    return search(table, proof_of(shape), limit)


def _observed(game: str, source: ValueSource, limit: int) -> Generator[Chunk, None, PeriodResult]:
    """What the values show, where nothing says how many would prove it."""
    finding = yield from search(source, nothing, limit)
    return _result(game, finding, "", source.values)


def _endless(
    game: str, rule: unbounded.EndlessCode, source: ValueSource, limit: int
) -> Generator[Chunk, None, PeriodResult]:
    """Rules whose values grow for ever, in equal stretches."""
    finding = yield from search(
        source, lambda values: unbounded.proved(rule, values) or 2 * len(values), limit, max(2 * rule.start, 64)
    )
    repetition = finding.repetition
    if not finding.proved or not repetition:
        return _result(game, finding, "", source.values)
    repeats = f"G(n + {repetition.period}) = G(n) + {repetition.saltus}"
    claim = f"{repeats} for all n >= {repetition.preperiod}: {rule.by(repetition)}"
    evidence = Evidence("proved", f"{claim}, by {_computed(finding.values)}")
    return PeriodResult(
        game, "proved", repetition, finding.values, evidence, None, values=source.values[: finding.values]
    )


def _of_sparse(game: str, shape: Digits, finding: SearchResult) -> PeriodResult:
    """What the search by a sparse space found, as an answer."""
    from grundy.engines.heap.octal.sparse.search_state import describe

    by = describe(shape, finding)
    space = (finding.space.mask, finding.space.twist) if finding.space else None
    if finding.by:
        evidence = Evidence("proved", by)
        return PeriodResult(
            game,
            "proved",
            finding.repetition,
            finding.heaps,
            evidence,
            finding.largest,
            space,
            finding.rares,
            finding.checkpoints,
            values=finding.values,
        )
    status: Literal["observed", "none"] = "observed" if finding.repetition else "none"
    evidence = Evidence("observed" if finding.repetition else "computed", by)
    return PeriodResult(
        game, status, finding.repetition, finding.heaps, evidence, finding.largest, space, finding.rares
    )


def _result(game: str, finding: PeriodFound, by: str, values: Sequence[int]) -> PeriodResult:
    seen = finding.repetition
    values = values[: finding.values]
    largest = _largest(values)
    if finding.proved:
        return PeriodResult(game, "proved", seen, finding.values, Evidence("proved", by), largest, values=values)
    computed = _computed(finding.values)
    if seen:
        repeats = (finding.values - seen.preperiod) // seen.period
        by = f"{computed}: the last {repeats} stretches of {seen.period} are alike; that is no proof"
        return PeriodResult(game, "observed", seen, finding.values, Evidence("observed", by), largest, values=values)
    evidence = Evidence("computed", f"{computed}: they do not repeat so far")
    return PeriodResult(game, "none", None, finding.values, evidence, largest, values=values)


def _computed(size: int) -> str:
    return f"the nim-values of heaps 0 to {size - 1}"


def _largest(values: Sequence[int]) -> tuple[int, int] | None:
    if not len(values):
        return None
    best = max(values)
    place = next(n for n, value in enumerate(values) if value == best)
    return int(best), place
