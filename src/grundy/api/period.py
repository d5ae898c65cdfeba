"""The verb `period`: how the nim-values of heaps repeat, proved where a theorem can, with its certificate."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from grundy.answering.sequence import period_work
from grundy.api.known import same_values
from grundy.api.run_record import former_key, run_of
from grundy.api.work import Work as WorkOptions
from grundy.api.work import numbers_rule, require_number, rule_of, session_of
from grundy.errors import GrundyError
from grundy.model.period import PeriodResult, Written
from grundy.model.rule import Rule
from grundy.runs.chunk import Chunk, Work
from grundy.runs.clock import CLOCK

if TYPE_CHECKING:
    from grundy.proof.keep import Certificate


# What is known of a period, as verbs return it: with the text that shows it and what proves it.


def period_certificate(result: PeriodResult) -> Certificate:
    """What proves this period, or the values computed; to be saved. Raises GrundyError: no certificate can say it."""
    from grundy.proof.keep import Certificate

    return Certificate(tuple(period_lines(rule_of_period(result), result)), claim_of(result))


def certify_period(rule: Rule, result: PeriodResult, path: str | Path) -> Written:
    """Write what proves a period that was found before, or its values, to a file, as a whole or not at all.

    Raises:  GrundyError: nothing is proved, no certificate says such moves, or the file cannot be written.
    """
    from grundy.proof.keep import write

    return Written(Path(path), write(Path(path), period_lines(rule, result, path), claim_of(result)))


def period_lines(rule: Rule, result: PeriodResult, path: str | Path | None = None) -> Iterator[str]:
    """The lines of the certificate of a period; where none is proved and there is a sparse space, of the values.

    Raises:  GrundyError, which names the file: nothing is proved.
    """
    from grundy.proof import certify_values
    from grundy.proof.certify import certificate, period_not_proved

    if result.status == "proved" and result.repetition is not None:
        return certificate(rule, result)
    if certify_values.suits(rule, result):
        return certify_values.certificate(rule, result)
    problem = period_not_proved(rule, certify_values.MORE if certify_values.suits_more(rule, result) else "")
    raise GrundyError(f"{problem}" if path is None else f"{path}: {problem}")


def claim_of(result: PeriodResult) -> str:
    """A pattern of what the checker must say that the certificate claims."""
    from grundy.proof.keep import period_claim, values_claim

    if result.status == "proved" and result.repetition is not None:
        return period_claim(result.repetition)
    return values_claim(result.heaps_computed)


def rule_of_period(result: PeriodResult) -> Rule:
    """The rule that a period was found of."""
    return result.rule or rule_of(result.game)


# The verb `period`: how the nim-values of heaps repeat, proved where a theorem can, with its certificate.

PAUSE = 0.4  # seconds between two chunks


def period(
    game: str | Path | Rule,
    limit: int | None = None,
    *,
    certificate: str | Path | None = None,
    **work: Unpack[WorkOptions],
) -> PeriodResult:
    """Find the period of the nim-values of heaps 0, 1, 2, ... of a game, and prove it if a theorem applies.

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
        Proved, observed, or nothing known; `matching_game` names a game whose values these are seen to be.

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
        return replace(result, matching_game=same, written=written[0] if written else None, rule=rule)


def _certified(work: Work, rule: Rule, path: Path, problems: list[GrundyError], written: list[Written]) -> Work:
    """The search, and then its certificate: whoever stops that one can go on from the end of the search.

    What the search found is kept also where no certificate can be written: why not is added to `problems`, and else to
    `written` what was written.
    """
    from grundy.proof.keep import in_chunks, keep

    begun = CLOCK.now()

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
            yielded = CLOCK.now()
            text = "a period is proved" if result.status == "proved" else f"{result.heaps_computed:,} heaps are known"
            waiting = replace(last, known=f"{rule.spec}: {text}; the certificate is not written yet")
            for line in period_lines(rule, result, path):
                lines.append(line)
                if CLOCK.now() - yielded >= PAUSE:
                    yield waiting
                    yielded = CLOCK.now()
            reading = keep(path, lines, claim_of(result), CLOCK.now() - begun)
            written.append(Written(path, (yield from in_chunks(reading, waiting))))
        except GrundyError as problem:
            problems.append(problem)
        return result

    return both
