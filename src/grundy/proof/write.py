"""Write certificates of periods, as FORMAT.md says; check.py knows nothing of this file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grundy.model.period import Repetition

VALUES_A_LINE = 20


def period_certificate(
    digits: Sequence[int], amounts: Sequence[int], found: Repetition, values: Sequence[int], remark: str = ""
) -> Iterator[str]:
    """The lines of a certificate that a sequence of nim-values is periodic.

    Args:    digits or amounts: the moves; the other is empty. found: with saltus 0.
             values: as many as the proof needs, or more. remark: for people; a checker skips it.

    >>> lines = list(period_certificate((0, 3), (), Repetition(2, 0), [0, 1, 0, 1]))
    >>> lines[2], lines[-2:]
    ('digits 0 3', ['0 0 1 0 1', 'end'])
    """
    yield "grundy-certificate 1"
    if remark:
        yield f"# {remark}"
    yield "kind period"
    yield " ".join(["digits", *map(str, digits)] if digits else ["amounts", *map(str, amounts)])
    yield f"period {found.period}"
    yield f"preperiod {found.preperiod}"
    yield "method pairs"
    yield f"values {len(values)}"
    for first in range(0, len(values), VALUES_A_LINE):
        yield " ".join(map(str, [first, *(int(value) for value in values[first : first + VALUES_A_LINE])]))
    yield "end"
