"""Recorded runs for people, and times."""

from __future__ import annotations

import json
from collections.abc import Sequence

from grundy.model.run import Run
from grundy.text.terminal import as_typed, printable

# Times for people.


def duration(seconds: float) -> str:
    """A time in words, in its two largest units.

    >>> duration(0.42), duration(75), duration(7380), duration(200_000)
    ('0.4 s', '1 min 15 s', '2 h 3 min', '2 d 7 h')
    """
    if seconds < 10:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    for big, small, step, unit, part in (
        (86400, 3600, 24, "d", "h"),
        (3600, 60, 60, "h", "min"),
        (60, 1, 60, "min", "s"),
    ):
        if whole >= big:
            rest = whole // small % step
            return f"{whole // big} {unit} {rest} {part}" if rest else f"{whole // big} {unit}"
    return f"{whole} s"


# Recorded runs for people: all that is known of one, or a line each of many.

COLUMNS = ("run", "status", "started", "worked", "done", "command")
HIDDEN = ("total", "unit", "key")


def run_lines(run: Run) -> list[str]:
    """All that is known of a run.

    >>> print(*run_lines(Run(("period", "kayles"), "kayles", done=5, total=20, unit="heaps", number=3)), sep="\\n")
    run         3
    status      running
    command     grundy period kayles
    game        kayles
    seconds     0.0 s
    done        25 % of 20 heaps
    """
    shown = run.as_dict() | {"command": as_typed(run.command), "seconds": duration(run.seconds), "done": _done(run)}
    shown = {name: value for name, value in shown.items() if name not in HIDDEN and value not in ("", None, {})}
    width = max(map(len, run.as_dict()))
    return [
        f"{name:<{width}}  {printable(value, kept='') if isinstance(value, str) else json.dumps(value)}"
        for name, value in shown.items()
    ]


def runs_lines(runs: Sequence[Run], width: int | None = None) -> list[str]:
    """A line a run, below a head; nothing of none.

    Args:    width: where a line would have more characters, each command stands in a line of its own.
    """
    if not runs:
        return []
    rows = [COLUMNS, *map(_row, runs)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [_aligned(row, widths) for row in rows]
    if width is None or max(map(len, lines)) <= width:
        return lines
    first = f"{'':<{widths[0]}}  "
    return [line for *row, last in rows for line in (_aligned(row, widths[:-1]), f"{first}{last}".rstrip()) if line]


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()


def _row(run: Run) -> tuple[str, ...]:
    if run.status == "damaged":
        return (str(run.number), run.status, "", "", "", printable(run.message, kept=""))
    started = run.started.removesuffix("Z").replace("T", " ")
    return (str(run.number), run.status, started, duration(run.seconds), _done(run), as_typed(run.command))


def _done(run: Run) -> str:
    """How far a run is. One that is finished needed no more, as where a period is found before the last heap."""
    if run.total and (run.status != "finished" or run.done >= run.total):
        return f"{100 * run.done // run.total} % of {run.total:,} {run.unit}"
    return f"{run.done:,} {run.unit}".strip() if run.done else ""
