"""The progress of a thread's work, in words and as facts, for other threads to read."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from grundy.errors import GrundyError, OutOfReach
from grundy.model.known import Known, facts_of, tell

Counts = Callable[[], tuple[int, int]]
"""Returns the number of settled positions, and the number of others that the search has met."""
Deduction: TypeAlias = Callable[[Sequence[Known]], Sequence[Known]]
"""Turns facts about the first of a question's smaller questions into facts about the question itself."""


class Progress:
    """The progress of a thread's work; a call returns it in words.

    by           the name of the engine at work
    counts       returns the numbers of settled and of other positions, while an engine counts them
    deductions   for each open question, the outermost first, how facts about the next one give facts about it
    """

    __slots__ = ("by", "counts", "deductions")

    def __init__(self) -> None:
        self.by = ""
        self.counts: Counts | None = None
        self.deductions: list[Deduction] = []

    def __call__(self) -> str:
        settled, met = self.counts() if self.counts else (0, 0)
        if settled or met:
            return f"{settled:,} positions are solved, one by one from their options; {met:,} more have been begun"
        return f"trying {self.by}" if self.by else ""

    def facts(self) -> tuple[Known, ...]:
        """Facts about each position that the work is about; () if the work changes its data during this call."""
        facts: Sequence[Known] = ()
        try:
            for deduce in reversed(tuple(self.deductions)):
                facts = deduce(facts)
        except (RuntimeError, LookupError, GrundyError):  # the work changed its data during the call
            return ()
        return tuple(facts)


class _Here(threading.local):
    work: Progress | None = None


_here = _Here()


def describer() -> Progress:
    """Begin work in this thread; return its progress, which any thread may read at any time.

    >>> describe = describer()
    >>> begin("the definition")
    >>> with report_counts(lambda: (2, 1)):
    ...     describe()
    '2 positions are solved, one by one from their options; 1 more have been begun'
    >>> describe()
    'trying the definition'
    """
    _here.work = work = Progress()
    return work


def begin(by: str) -> None:
    """Report the name of the engine that this thread runs now."""
    if _here.work is not None:
        _here.work.by = by


@contextmanager
def report_counts(counts: Counts) -> Iterator[None]:
    """Report the counts of positions, until the end of a `with` block."""
    work = _here.work
    if work is None:
        yield
        return
    before, work.counts = work.counts, counts
    try:
        yield
    finally:
        work.counts = before


@contextmanager
def report_deduced(deduce: Deduction) -> Iterator[None]:
    """Report facts from inside a `with` block as facts about the question outside: during the block, and when a limit,
    a person or a refusal ends it.

    >>> from grundy.model.known import exactly
    >>> describe = describer()
    >>> with report_deduced(lambda facts: facts[1:]), report_deduced(lambda facts: [Known(), exactly(2)]):
    ...     describe.facts()[0].nim_value
    2
    """
    work = _here.work
    if work is not None:
        work.deductions.append(deduce)
    try:
        yield
    except (OutOfReach, KeyboardInterrupt) as stop:
        tell(stop, deduce(facts_of(stop)))
        raise
    finally:
        if work is not None:
            work.deductions.remove(deduce)  # it may not be the last: generators take turns
