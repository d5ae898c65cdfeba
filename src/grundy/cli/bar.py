"""A progress bar on standard error, for work that takes more than a second, where someone is looking."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from grundy.runs.progress import Progress


@contextmanager
def progress_bar() -> Iterator[Callable[[Progress], None] | None]:
    """What to call with each Progress; None where standard error is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    bar: Bar | None = None  # most work is done before it would be loaded

    def show(progress: Progress) -> None:
        nonlocal bar
        if bar is None:
            bar = _started()
        left = progress.known if progress.left is None else f"{_clock(progress.left)} left"
        rate = f"{progress.rate:,.0f} {progress.unit}/s"
        total = progress.total or None  # none where nobody knows how much is to be done
        done = f"{progress.done / total:4.0%}" if total else f"{progress.done:,} {progress.unit}"
        bar.update(bar.task_ids[0], completed=progress.done, total=total, done=done, rate=rate, left=left, refresh=True)

    try:
        yield show
    finally:
        if bar is not None:
            bar.stop()


def _started() -> Bar:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (
        TextColumn("{task.fields[done]}"),
        BarColumn(),
        TextColumn("{task.fields[rate]}  {task.fields[left]}"),
    )
    bar = Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False)
    bar.add_task("", total=None, done="", rate="", left="")
    bar.start()
    return bar


def _clock(seconds: float) -> str:
    """Hours, minutes and seconds.

    >>> _clock(3725)
    '1:02:05'
    """
    whole = round(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
