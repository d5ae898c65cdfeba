"""What the commands for sequences on heaps print: periods, their certificates, and the checking of certificates."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

from grundy.api.known_values import as_object, same_values
from grundy.api.provenance import made_by, written
from grundy.cli.answering import Answer
from grundy.engines.period import period_work
from grundy.errors import GrundyError
from grundy.model.period import PeriodResult
from grundy.model.rule import Rule
from grundy.runs.chunk import Chunk, Work
from grundy.show.text import Line

PAUSE = 0.4  # seconds between two chunks


def period_lines(
    rule: Rule,
    limit: int | None,
    as_json: bool,
    certificate: Path | None,
    answer: Answer,
    command: tuple[str, ...] = (),
) -> Iterator[Line]:
    """The lines of `grundy period`; the certificate is written before anything is told.

    Raises: OutOfReach, GrundyError where there is nothing to certify or the file cannot be written, and SystemExit if
            a person or a limit stopped the search.
    """

    def report(result: PeriodResult) -> tuple[object, object]:
        told = result.as_dict()
        return {name: value for name, value in told.items() if name != "evidence"}, told["evidence"]

    work, problems, checked = period_work(rule, limit), list[GrundyError](), list[bool]()
    if certificate is not None:
        work = _certified(work, rule, certificate, problems, checked)
    result: PeriodResult = answer.work(work, report)
    for problem in problems:
        raise problem
    same = same_values(rule, result.heaps_computed)
    if as_json:
        yield Line("move", json.dumps(as_object(result, same) | made_by(command)))
    else:
        yield from _told(result)
        if same:
            yield Line("note", f"Observed: {same}.")
        if certificate is not None:
            yield Line("note", written("Certificate", str(certificate), all(checked)))


def _certified(work: Work, rule: Rule, path: Path, problems: list[GrundyError], checked: list[bool]) -> Work:
    """The search, and then its certificate: whoever stops that one can go on from the end of the search.

    What the search found is kept also where no certificate can be written: why not is added to `problems`; else to
    `checked` whether it was checked.
    """
    from grundy.proof.keep import in_chunks, keep, period_claim

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
            waiting = replace(last, known=f"{rule.spec}: a period is proved; its certificate is not written yet")
            for line in _certificate(rule, result, path):
                lines.append(line)
                if monotonic() - yielded >= PAUSE:
                    yield waiting
                    yielded = monotonic()
            assert result.found is not None
            reading = keep(path, lines, period_claim(result.found), monotonic() - begun)
            checked.append((yield from in_chunks(reading, waiting)))
        except GrundyError as problem:
            problems.append(problem)
        return result

    return both


def _told(result: PeriodResult) -> Iterator[Line]:
    found = result.found
    if result.status == "proved" and found:
        claim = f"{result.game}: period {found.period}, pre-period {found.preperiod}"
        yield Line("winner", claim + _saltus(found.saltus))
        if result.last_exception is not None:
            yield Line("move", f"The last exception is heap {result.last_exception}.")
        else:
            yield Line("move", "Purely periodic: there is no exception.")
    elif result.status == "observed" and found:
        yield Line("winner", f"{result.game}: no period is proved")
        seen = f"Observed: period {found.period} from heap {found.preperiod} on" + _saltus(found.saltus)
        yield Line("move", f"{seen}, as far as heap {result.heaps_computed - 1}.")
    else:
        yield Line("winner", f"{result.game}: no period is known")
    if result.largest:
        value, heap = result.largest
        where = "" if result.status == "proved" and not (found and found.saltus) else " so far"
        yield Line("move", f"The largest nim-value{where} is {value}, first at heap {heap}.")
    yield Line("note", f"{result.evidence.status.capitalize()}: {result.evidence.by}.")


def _saltus(saltus: int) -> str:
    return f", saltus {saltus} (values grow by {saltus} each period)" if saltus else ""


def write_certificate(rule: Rule, result: PeriodResult, path: Path) -> bool:
    """Write what proves a period to a file, as a whole or not at all; whether it was checked. Raises GrundyError."""
    from grundy.proof.keep import period_claim, write

    lines = _certificate(rule, result, path)
    assert result.found is not None
    return write(path, lines, period_claim(result.found))


def _certificate(rule: Rule, result: PeriodResult, path: Path) -> Iterator[str]:
    from grundy.proof.certify import certificate, unproved

    if result.status != "proved" or result.found is None:
        raise GrundyError(f"{path}: {unproved(rule)}")
    return certificate(rule, result)


def verify_lines(files: tuple[str, ...], segments: tuple[str, ...], status: list[int]) -> Iterator[Line]:
    """The lines of `grundy verify`; `status` gets 1 for each file that is refused, or not checked as a whole."""
    from grundy.proof import check

    try:
        chosen = check.segments(segments)
    except ValueError as problem:
        raise GrundyError(str(problem)) from problem
    for file in files:
        try:
            for line in check.verify(file, chosen):
                yield Line("move", line)
            status.append(0 if check.whole(chosen) else 1)
        except check.Refused as reason:
            status.append(1)
            yield Line("winner", f"{check.named(file)}: refused: {reason}")
        except OSError as problem:
            said = f"expected a file that can be read, found: {problem.strerror}"
            raise GrundyError(f"{check.named(file)}: {said}") from problem
