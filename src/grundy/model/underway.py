"""How far work in plain Python is, for whoever waits for it in another thread."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

Counts = Callable[[], tuple[int, int]]
"""How many positions are settled, and how many more have been met."""


@dataclass(slots=True)
class _Work:
    by: str = ""
    counts: Counts | None = None

    def describe(self) -> str:
        settled, met = self.counts() if self.counts else (0, 0)
        counts = [f"{settled:,} positions are settled, {met:,} more are open"] if settled or met else []
        return "; ".join([*counts, *([f"at work: {self.by}"] if self.by else [])]) or "the work has begun"


class _Here(threading.local):
    work: _Work | None = None


_here = _Here()


def describer() -> Callable[[], str]:
    """What says, at any time and in any thread, how far the work is that this thread begins now.

    >>> describe = describer()
    >>> begin("the definition")
    >>> with counted(lambda: (2, 1)):
    ...     describe()
    '2 positions are settled, 1 more are open; at work: the definition'
    >>> describe()
    'at work: the definition'
    """
    _here.work = work = _Work()
    return work.describe


def begin(by: str) -> None:
    """Let it be known by what this thread looks for an answer."""
    if _here.work is not None:
        _here.work.by = by


@contextmanager
def counted(counts: Counts) -> Iterator[None]:
    """Let it be known how many positions are settled, until the end of a `with` block."""
    work = _here.work
    if work is None:
        yield
        return
    before, work.counts = work.counts, counts
    try:
        yield
    finally:
        work.counts = before
