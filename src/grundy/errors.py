"""Errors whose class says whose fault it is: the text, the rule, our reach, the store or grundy itself.

Every message says what was given, where, why it will not do and what would.
"""

from __future__ import annotations

import copyreg
from typing import Any, NamedTuple

MOST_FINDINGS = 20


class Finding(NamedTuple):
    """One thing wrong in a text, at a place that a person can go to.

    Attributes
    ----------
    line, column : int
        Where it is; both count from 1, columns in characters.
    expected, found : str
        What would have been right there, and what is there.
    source : str
        The name of the text as the user gave it: a file, or ``<argument>``.
    about : str
        What stands there as a whole, where that helps; else "".

    Examples
    --------
    >>> print(Finding(1, 3, "a pile size", "'x'", "heaps.txt"))
    heaps.txt:1:3: expected a pile size, found 'x'
    """

    line: int
    column: int
    expected: str
    found: str
    source: str
    about: str = ""

    def __str__(self) -> str:
        about = f"{self.about}: " if self.about else ""
        return f"{self.source}:{self.line}:{self.column}: {about}expected {self.expected}, found {self.found}"


class GrundyError(Exception):
    """Whatever grundy refuses; the command line prints it and exits with status 2."""

    def __reduce__(self) -> tuple[Any, ...]:
        """As it is, for another process: it cannot be made again of its message alone."""
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]


class BadText(GrundyError, ValueError):
    """A text is not what it should be.

    Attributes
    ----------
    findings : tuple of Finding
        What is wrong, in the order of the places; at most 20.
    """

    def __init__(self, findings: list[Finding]) -> None:
        self.findings = tuple(sorted(set(findings))[:MOST_FINDINGS])
        super().__init__("\n".join(map(str, self.findings)))


class BadRule(GrundyError, ValueError):
    """A rule does what no rule may: an option that is no state, a cycle, a convention it is not valid for."""


class BadNimber(GrundyError, ArithmeticError):
    """Nimbers have no such thing: a division by zero, a logarithm of what is no power of the base."""


class OutOfReach(GrundyError, ValueError):
    """The problem is sound and larger than what can be solved; the message names the limit and what would help."""


class Stopped(OutOfReach):
    """A limit was met before the answer was there.

    Attributes
    ----------
    status : {"out of time", "out of memory"}
        Which limit it was.
    known : str
        What is known so far; "" if nothing is.
    resume : str
        What the same call must be given as ``resume=`` to continue: the number of a run, or the file of a table; "" if
        nothing was kept.
    """

    def __init__(self, status: str, known: str = "", resume: str = "") -> None:
        self.status, self.known, self.resume = status, known, resume
        so_far = f"; known so far: {known}" if known else ""
        go_on = f"the same call with resume={resume!r} goes on" if resume else "more time or memory would help"
        super().__init__(f"{status}{so_far}; {go_on}")


class StoreError(GrundyError):
    """A file of ours is damaged, foreign, from another version or cannot be written."""


class InternalError(GrundyError):
    """Two of grundy's own ways to an answer disagree, and so none is given; please report it."""


class Terminated(KeyboardInterrupt):
    """Somebody asked the process to end, as Ctrl-C does, but by SIGTERM or SIGHUP: the exit status is another."""
