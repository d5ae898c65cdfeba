"""What is known of a period, as verbs return it: with the text that shows it and what proves it.

Apart from what every verb loads, since only few of them ask for a period.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from grundy.api.work import rule_of
from grundy.errors import GrundyError
from grundy.model.period import PeriodResult, Written
from grundy.model.rule import Rule

if TYPE_CHECKING:
    from grundy.proof.certificate import Certificate


def period_certificate(result: PeriodResult) -> Certificate:
    """What proves this period, or the values computed; to be saved. Raises GrundyError: no certificate can say it."""
    from grundy.proof.certificate import Certificate

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
    from grundy.proof.certify import certificate, unproved

    if result.status == "proved" and result.repetition is not None:
        return certificate(rule, result)
    if certify_values.suits(rule, result):
        return certify_values.certificate(rule, result)
    problem = unproved(rule, certify_values.MORE if certify_values.suits_more(rule, result) else "")
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


__all__ = ["PeriodResult", "certify_period", "period_certificate", "period_lines", "rule_of_period"]
