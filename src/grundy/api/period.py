"""The verb `period`: how the nim-values of heaps repeat, proved where a theorem can, with its certificate."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any, Unpack

from grundy.answering.period import period_work
from grundy.api.known_values import same_values
from grundy.api.periods import PeriodResult, claim_of, period_lines
from grundy.api.run_keys import former_key, run_of
from grundy.api.work import Work as WorkOptions
from grundy.api.work import numbers_rule, require_number, session_of
from grundy.errors import GrundyError
from grundy.model.period import Written
from grundy.model.rule import Rule
from grundy.runs.chunk import Chunk, Work

PAUSE = 0.4  # seconds between two chunks


def period(
    game: str | Path | Rule,
    limit: int | None = None,
    *,
    certificate: str | Path | None = None,
    **work: Unpack[WorkOptions],
) -> PeriodResult:
    """How the nim-values of heaps 0, 1, 2, ... of a game repeat, proved where a theorem can.

    Parameters
    ----------
    game : str, Path or Rule
        A name of the catalogue with its parameters (``"octal:0.77"``), a rule in one line, a ``Path``, or a rule.
    limit : int, optional
        Heaps to compute at most; the search ends as soon as a period is proved. Without it some thousands for rules
        that are known by their code alone or leave three heaps, 100,000 for others, and no limit in a sparse space.
    certificate : path, optional
        Where to write what proves the period, or in a sparse space without one the values of all heaps computed; it
        takes that name once the checker has read it back.
    **work
        Limits and record; see `Work`.

    Returns
    -------
    PeriodResult
        Proved, observed, or nothing known; `values_of` names a game whose values these are seen to be.

    Raises
    ------
    BadText, BadRule
        No such game; its states are no heaps; a limit below 1.
    OutOfReach
        Too many values, or `certificate` where none says what was found (the result is then kept in the run).
    Stopped
        A limit was met.

    References
    ----------
    Guy & Smith 1956: the octal periodicity theorem. `grundy.engines.heap` names those of the other proofs.

    Examples
    --------
    >>> result = period("octal:0.77")
    >>> result.status, result.repetition
    ('proved', Repetition(period=12, preperiod=71, saltus=0))
    """
    rule = numbers_rule(game)
    require_number("a number of heaps", limit, 1)
    problems, written = list[GrundyError](), list[Written]()
    search: Work = period_work(rule, limit)
    if certificate is not None:
        search = _certified(search, rule, Path(certificate), problems, written)

    def report(result: PeriodResult) -> tuple[object, object]:
        described = result.as_dict()
        evidence = described.pop("evidence")
        del described["values_of"]
        return described, evidence

    with session_of(work) as session:
        session.begin(run_of(rule, rule.spec, {"limit": limit}, rule.spec, former_key(rule)))
        result: PeriodResult = session.work(search, report)
        for problem in problems:
            raise problem
        same = same_values(rule, result.heaps_computed, result.values if len(result.values) else None)
        return replace(result, values_of=same, written=written[0] if written else None, rule=rule)


def _certified(work: Work, rule: Rule, path: Path, problems: list[GrundyError], written: list[Written]) -> Work:
    """The search, and then its certificate: whoever stops that one can go on from the end of the search.

    What the search found is kept also where no certificate can be written: why not is added to `problems`, and else to
    `written` what was written.
    """
    from grundy.proof.keep import in_chunks, keep

    begun = monotonic()

    def both(state: Mapping[str, Any] | None) -> Generator[Chunk, None, PeriodResult]:
        last = Chunk(0, 0, "heaps", state or {})
        chunks = work(state)
        while True:
            try:
                last = next(chunks)
            except StopIteration as end:
                result: PeriodResult = end.value
                break
            yield last
        try:
            lines: list[str] = []
            yielded = monotonic()
            known = "a period is proved" if result.status == "proved" else f"{result.heaps_computed:,} heaps are known"
            waiting = replace(last, known=f"{rule.spec}: {known}; the certificate is not written yet")
            for line in period_lines(rule, result, path):
                lines.append(line)
                if monotonic() - yielded >= PAUSE:
                    yield waiting
                    yielded = monotonic()
            reading = keep(path, lines, claim_of(result), monotonic() - begun)
            written.append(Written(path, (yield from in_chunks(reading, waiting))))
        except GrundyError as problem:
            problems.append(problem)
        return result

    return both
