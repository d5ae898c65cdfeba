"""What a thread's work has come to so far, for whoever looks from another: in words, and as facts."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from grundy.errors import GrundyError, OutOfReach
from grundy.model.known import Known, tell, told

Counts = Callable[[], tuple[int, int]]
"""How many positions are settled, and how many more have been met."""
Deduction: TypeAlias = Callable[[Sequence[Known]], Sequence[Known]]
"""From facts about smaller questions, the first of them, to facts about the question they were asked for."""


class Progress:
    """Called, it says in words how far the work of a thread is.

    by           what looks for an answer
    counts       how many positions are settled, and how many more have been met
    deductions   what is known of each question that is open, from what is known of the next one that it asks
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
        """What is known of each position that the work is about; nothing, where it is not to be told at this moment."""
        facts: Sequence[Known] = ()
        try:
            for deduce in reversed(tuple(self.deductions)):
                facts = deduce(facts)
        except (RuntimeError, LookupError, GrundyError):  # something was changed while it was looked at
            return ()
        return tuple(facts)


class _Here(threading.local):
    work: Progress | None = None


_here = _Here()


def describer() -> Progress:
    """What says, at any time and in any thread, how far the work is that this thread begins now.

    >>> describe = describer()
    >>> begin("the definition")
    >>> with counted(lambda: (2, 1)):
    ...     describe()
    '2 positions are solved, one by one from their options; 1 more have been begun'
    >>> describe()
    'trying the definition'
    """
    _here.work = work = Progress()
    return work


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


@contextmanager
def deducing(deduce: Deduction) -> Iterator[None]:
    """Let what is known inside a `with` block be known outside: while it goes on, and where a limit, a person or a
    refusal ends it.

    >>> from grundy.model.known import exactly
    >>> describe = describer()
    >>> with deducing(lambda facts: facts[1:]), deducing(lambda facts: [Known(), exactly(2)]):
    ...     describe.facts()[0].nim_value
    2
    """
    work = _here.work
    if work is not None:
        work.deductions.append(deduce)
    try:
        yield
    except (OutOfReach, KeyboardInterrupt) as stop:
        tell(stop, deduce(told(stop)))
        raise
    finally:
        if work is not None:
            work.deductions.remove(deduce)  # of generators that take turns it need not be the last
