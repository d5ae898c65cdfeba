"""How far work is, on standard error: a bar that moves on a terminal, and elsewhere a line every minute."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from grundy.cli.output import draw, note, terminal_width
from grundy.runs.clock import CLOCK
from grundy.show.runs import clock, duration

if TYPE_CHECKING:
    from grundy.runs.progress import Progress

EVERY = 60.0  # seconds from line to line
WIDE = 40  # characters of a bar at most
CLEAR = "\r\x1b[K"  # to the beginning of the line, and nothing in it


class ProgressReport:
    """What a command says of its progress, over all phases of its work.

    Args:    what: the command, as it was typed, for the lines.
    """

    def __init__(self, what: str) -> None:
        self._what = what
        self._last = CLOCK.now()
        self._drawn = False

    @contextmanager
    def __call__(self) -> Iterator[Callable[[Progress], None]]:
        """What to call with each Progress of a phase."""
        moves = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        try:
            yield self._draw if moves else self._print
        finally:
            self._clear()

    def say(self, sentence: str) -> None:
        """Print a sentence; a bar that stands there gives way to it."""
        self._clear()
        note(sentence)

    def _draw(self, progress: Progress) -> None:
        self._drawn = True
        draw(bar_line(progress, terminal_width(sys.stderr), _shows_bars()), CLEAR)

    def _clear(self) -> None:
        if self._drawn:
            self._drawn = False
            draw("", CLEAR)

    def _print(self, progress: Progress) -> None:
        now = CLOCK.now()
        if now - self._last >= EVERY:
            self._last = now
            self.say(f"{self._what}: {progress_line(progress)}")


def bar_line(progress: Progress, width: int, marks: bool = True) -> str:
    """A bar with what is done, the rate and the time left, in less than `width` characters.

    >>> from grundy.runs.progress import Progress
    >>> bar_line(Progress(30, 120, "heaps", "", 3.0, 10.0, 9.0), 50)
    ' 25% ━━━━──────────────  10 heaps/s  0:00:09 left'
    >>> bar_line(Progress(30, 0, "heaps", "heaps 0..29", 3.0, 10.0, None), 50)
    '30 heaps  10 heaps/s  heaps 0..29'
    """
    left = f"{clock(progress.left)} left" if progress.left is not None else _rest(progress) or progress.known
    rest = "  ".join(filter(None, (_rate(progress), left)))
    if not progress.total:  # nobody knows how much is to be done
        return f"{progress.done:,} {progress.unit}  {rest}"[: width - 1]
    share = progress.done / progress.total
    wide = max(0, min(WIDE, width - len(rest) - 8))
    full = int(share * wide)
    one, none = ("━", "─") if marks else ("#", "-")
    return f"{share:4.0%} {one * full}{none * (wide - full)}  {rest}"[: width - 1]


def progress_line(progress: Progress) -> str:
    """The same in words.

    >>> from grundy.runs.progress import Progress
    >>> progress_line(Progress(30, 120, "heaps", "", 3.0, 10.0, 9.0))
    '25% of 120 heaps, 10 heaps/s, 9.0 s left'
    >>> progress_line(Progress(1030, 0, "cases", "", 3.0, 0.0, None))
    '1,030 cases'
    """
    share = f"{progress.done / progress.total:.0%} of {progress.total:,}" if progress.total else f"{progress.done:,}"
    left = _rest(progress) if progress.left is None else f"{duration(progress.left)} left"
    return ", ".join(filter(None, (f"{share} {progress.unit}", _rate(progress), left)))


def _rest(progress: Progress) -> str:
    """What is still to come, as a range; "" where nothing tells."""
    return f"an estimate: {progress.estimate.rest}" if progress.estimate else ""


def _rate(progress: Progress) -> str:
    """How fast it goes; "" where that is not known yet."""
    return f"{progress.rate:,.0f} {progress.unit}/s" if progress.rate else ""


def _shows_bars() -> bool:
    try:
        "━─".encode(sys.stderr.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
