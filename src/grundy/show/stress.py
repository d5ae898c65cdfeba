"""The result of a stress test as text."""

from __future__ import annotations

from collections.abc import Iterator

from grundy.model.stress import Report

_SHOWN = 12  # lines of an input or output
_WIDE = 300  # characters of such a line


def report_lines(report: Report) -> Iterator[str]:
    """The report in lines, for people."""
    cases, inputs = "s" * (report.cases != 1), "s" * (report.runs != 1)
    what = f"{report.cases:,} case{cases} in {report.runs:,} input{inputs}, seed {report.seed}"
    if not report.failure:
        yield f"{'Interrupted: no' if report.interrupted else 'No'} failure in {what} (not a proof)."
        return
    yield f"{report.failure.kind.capitalize()}: {report.failure.message} (found after {what})."
    if report.interrupted:
        yield "Stopped during the search for a smaller input."
    if not report.failure.steady:
        yield "A second run on the same input did not fail: the program does not do the same each time."
    for title, text in (
        ("Input:", report.failure.input),
        ("Expected output:", report.failure.expected),
        ("Output of the program:", report.failure.found),
    ):
        lines = text.split("\n")
        lines = lines[:-1] if not lines[-1] else lines
        yield title if lines else f"{title} nothing"
        yield from (f"  {_plain(line)}" for line in lines[:_SHOWN])
        if len(lines) > _SHOWN:
            yield f"  ... and {len(lines) - _SHOWN:,} more line{'s' * (len(lines) > _SHOWN + 1)}"


def _plain(line: str) -> str:
    r"""A line that is safe on a terminal: it moves no cursor, changes no colour, and has a largest length.

    >>> _plain("a\tb\x1b[31m\r")
    'a\\tb\\x1b[31m'
    """
    line = line.removesuffix("\r")
    shown = "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode("ascii")
        for character in line[:_WIDE]
    )
    return f"{shown}... ({len(line):,} characters)" if len(line) > _WIDE else shown
