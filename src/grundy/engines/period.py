"""Does the sequence of nim-values of a rule on heaps repeat? One question, answered by what the rule is."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from grundy.engines.heap import unbounded
from grundy.engines.heap.periods import Found, Source, chunk_of, searching, values_needed
from grundy.errors import BadRule, OutOfReach
from grundy.model.period import PeriodResult, Repetition
from grundy.model.result import Evidence
from grundy.model.rule import Rule
from grundy.model.shapes import Digits, TakeAway
from grundy.runs.chunk import Chunk, Work
from grundy.runs.values import packed, unpacked

if TYPE_CHECKING:
    from grundy.engines.heap.naive.table import Table
    from grundy.engines.heap.octal.sparse.found import Sparse

LIMIT = 100_000  # heaps, unless more are asked for
LIMIT_OF_SPARSE = 1_000_000  # heaps of a code with a sparse space
LIMIT_OF_THREE = 4_000  # heaps of a code that leaves three heaps or more
LIMIT_OF_ENDLESS = 5_000  # heaps of a code that repeats for ever, whose values mostly grow with the heap
LIMIT_OF_CODE = 10_000  # heaps of a rule that is known by its code alone
FIRST = 8_192  # heaps in which a sparse space is looked for

Answer = Generator[Chunk, None, PeriodResult]


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
    return _ended(period_work(rule, limit, LIMIT_OF_SPARSE)(None))  # type: ignore[arg-type]


def code_period(game: str, shape: Digits, limit: int, table: Table) -> PeriodResult:
    """The same for a take-and-break code, called `game`, some heaps of which are known."""
    return _ended(code_period_work(game, shape, limit, table))


def code_period_work(game: str, shape: Digits, limit: int, table: Table) -> Answer:
    """The same as long work, whose state is that of the table."""
    return _take_and_break(game, shape, limit, None, None, table)


def _ended(chunks: Answer) -> PeriodResult:
    while True:
        try:
            next(chunks)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


def period_work(rule: Rule, limit: int | None, most: int | None = None) -> Work:
    """The same as long work: chunks, and the PeriodResult at the end.

    Args:    most: heaps to compute in a sparse space, where no limit is given; None: as many as it takes.
    """
    if rule.arity != 1 or not rule.space.contains(0):
        raise BadRule(f"{rule.spec}: expected states 0, 1, 2, ..., found {rule.space.name} states")

    def work(state: Mapping[str, Any] | None) -> Answer:
        match rule.shape:
            case TakeAway(amounts):
                return _take_away(rule.spec, amounts)
                yield
            case Digits() as digits:
                return (yield from _take_and_break(rule.spec, digits, limit, most, state))
        return (yield from _own(rule, limit, state))

    return work


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


def _take_and_break(
    game: str,
    shape: Digits,
    limit: int | None,
    most: int | None,
    state: Mapping[str, Any] | None,
    table: Table | None = None,
) -> Answer:
    from grundy.engines.heap.naive.table import Table as Anew
    from grundy.engines.heap.octal.sparse.space import find, suits

    kept = (state or {}).get("naive")
    table = table or Anew(shape, kept)
    if suits(shape) and table.size <= FIRST and (limit is None or limit > FIRST):
        found = yield from _searched(table, shape, FIRST)
        if not found.proved and find(shape, table.values) is not None:
            from grundy.engines.heap.octal.sparse import period as sparse

            state = None if kept is not None else state
            chunks = sparse.work(shape, limit, state) if most is None else sparse.work(shape, limit, state, most=most)
            return _of_sparse(game, shape, (yield from chunks))
    infinite = unbounded.endless(shape)
    if limit is None:
        limit = LIMIT_OF_THREE if shape.parts > 2 else LIMIT_OF_ENDLESS if shape.repeat else LIMIT
        limit = LIMIT if infinite else limit
    if known := unbounded.lasker(shape):
        return PeriodResult(game, "proved", known, 0, Evidence("proved", unbounded.LASKER), None)
    if infinite:
        return (yield from _endless(game, infinite, table, limit))
    found = yield from _searched(table, shape, limit)
    by = _told(shape, found) if found.proved else ""
    return _result(game, found, by, table.values)


def _searched(table: Any, shape: Digits, limit: int) -> Generator[Chunk, None, Found]:
    return searching(table, lambda one: values_needed(shape, one), limit)


def _told(shape: Digits, found: Found) -> str:
    from grundy.engines.heap.octal.engine import told

    assert found.repetition is not None
    return told(shape, found.repetition, found.values)


def _endless(game: str, rule: unbounded.Endless, source: Source, limit: int) -> Answer:
    """Rules whose values grow for ever, in equal stretches."""
    size = min(max(2 * rule.start, 64), limit)
    while True:
        while source.size < size:
            source.step(size)
            yield chunk_of(source, limit, _computed(source.size))
        known = unbounded.proved(rule, source.values[:size])
        if known:
            claim = f"G(n + {known.period}) = G(n) + {known.saltus} for all n >= {known.preperiod}: {rule.by(known)}"
            told = Evidence("proved", f"{claim}, by the nim-values of heaps 0 to {size - 1}")
            return PeriodResult(game, "proved", known, size, told, None)
        if size >= limit:
            found = yield from searching(source, lambda _: None, limit)
            return _result(game, found, "", source.values)
        size = min(2 * size, limit)


def _own(rule: Rule, limit: int | None, state: Mapping[str, Any] | None) -> Answer:
    """A rule that is known by its code alone: proved where its code says what all large heaps do."""
    from grundy.engines.heap.recognize import Local, reading
    from grundy.engines.sequence import first_values

    size = LIMIT_OF_CODE if limit is None else limit
    source = _Given(lambda count: first_values(rule, count), (state or {}).get("naive"))
    read = reading(rule)
    match read.shape:
        case unbounded.Endless() as infinite:
            result = yield from _endless(rule.spec, infinite, source, size)
        case Local() as local:
            found = yield from searching(source, local.needed, size)
            by = local.by(found.repetition, found.values) if found.proved and found.repetition else ""
            result = _result(rule.spec, found, by, source.values)
        case _:
            found = yield from searching(source, lambda _: None, size)
            result = _result(rule.spec, found, "", source.values)
    if result.status == "proved" and result.repetition:
        read = read.asked(result.repetition.period)
        if read.shape is None:
            found = yield from searching(source, lambda _: None, size)
            result = _result(rule.spec, found, "", source.values)
    more = read.why or (str(read.compared) if result.status == "proved" else "")
    known = result.evidence
    return replace(result, evidence=replace(known, reason=f"{known.reason}; {more}")) if more else result


class _Given:
    """Values that come all at once."""

    def __init__(self, first: Callable[[int], Sequence[int]], kept: Mapping[str, Any] | None = None) -> None:
        self._first = first
        self.values: Sequence[int] = unpacked(kept) if kept else []

    @property
    def size(self) -> int:
        return len(self.values)

    def step(self, stop: int) -> None:
        values = self._first(stop)
        self.values = values if isinstance(values, list) else [int(value) for value in values]

    def state(self) -> dict[str, Any]:
        return packed(self.values)


def _of_sparse(game: str, shape: Digits, found: Sparse) -> PeriodResult:
    """What the search by a sparse space found, as an answer."""
    from grundy.engines.heap.octal.sparse.told import told

    by = told(shape, found)
    space = (found.space.mask, found.space.twist) if found.space else None
    if found.by:
        evidence = Evidence("proved", by)
        return PeriodResult(
            game, "proved", found.repetition, found.heaps, evidence, found.largest, space, found.rares, found.trail
        )
    status: Literal["observed", "none"] = "observed" if found.repetition else "none"
    evidence = Evidence("observed" if found.repetition else "computed", by)
    return PeriodResult(game, status, found.repetition, found.heaps, evidence, found.largest, space, found.rares)


def _result(game: str, found: Found, by: str, values: Sequence[int]) -> PeriodResult:
    seen = found.repetition
    values = values[: found.values]
    largest = _largest(values)
    if found.proved:
        return PeriodResult(game, "proved", seen, found.values, Evidence("proved", by), largest)
    computed = _computed(found.values)
    if seen:
        repeats = (found.values - seen.preperiod) // seen.period
        by = f"{computed}: the last {repeats} stretches of {seen.period} are alike; that is no proof"
        return PeriodResult(game, "observed", seen, found.values, Evidence("observed", by), largest)
    return PeriodResult(
        game, "none", None, found.values, Evidence("computed", f"{computed}: they do not repeat so far"), largest
    )


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


def _computed(size: int) -> str:
    return f"the nim-values of heaps 0 to {size - 1}"


def _largest(values: Sequence[int]) -> tuple[int, int] | None:
    if not len(values):
        return None
    best = max(values)
    place = next(n for n, value in enumerate(values) if value == best)
    return int(best), place
