"""What a program of a person's was seen to do on inputs whose right output is known."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from grundy.model.evidence import Evidence, count_text
from grundy.model.frozen import frozen
from grundy.model.upward import Printed

Kind: TypeAlias = Literal["wrong answer", "garbage", "crash", "time limit"]


@frozen
class Failure:
    """An input that a program fails on.

    Attributes
    ----------
    kind : {"wrong answer", "garbage", "crash", "time limit"}
    message : str
        What went wrong, in words.
    input, expected, found : str
        The input as the program read it, the right output, and the program's.
    steady : bool
        Whether it failed again on the same input.
    """

    kind: Kind
    message: str
    input: str
    expected: str
    found: str
    steady: bool = True

    def __repr__(self) -> str:
        return f"{self.kind}: {self.message}"


@frozen
class Report(Printed):
    """The result of a stress test.

    Attributes
    ----------
    task : str
        The format, game or rule.
    program : tuple of str
        The command that was run.
    seed : int
        Of the random cases.
    cases, runs : int
        How many were tried, without those that made a failing input smaller.
    seconds : float
    failure : Failure or None
    interrupted : bool
        A person stopped it, so that less was tried, or the failing input may not be the smallest.
    """

    task: str
    program: tuple[str, ...]
    seed: int
    cases: int
    runs: int
    seconds: float
    failure: Failure | None = None
    interrupted: bool = False

    def __repr__(self) -> str:
        stopped = ", interrupted" if self.interrupted else ""
        return f"{self.task}: {self.failure or 'no failure'}; {count_text(self.cases, 'case')} tried{stopped}"

    @property
    def exit_status(self) -> int:
        """The exit status: 130 if it was interrupted, 1 if a failing input was found."""
        return 130 if self.interrupted else 1 if self.failure else 0

    @property
    def evidence(self) -> Evidence:
        """How that is known: a failure by the right output for its input, no failure by what was tried."""
        if self.failure:
            return Evidence("computed", "the right output for that input")
        return Evidence("observed", f"{self.cases:,} cases were tried, and no other")

    def as_dict(self) -> dict[str, Any]:
        """The report for machines."""
        failure = self.failure
        return {
            "task": self.task,
            "program": list(self.program),
            "seed": self.seed,
            "cases": self.cases,
            "runs": self.runs,
            "failure": failure
            and {
                "kind": failure.kind,
                "says": failure.message,
                "input": failure.input,
                "expected": failure.expected,
                "found": failure.found,
                "steady": failure.steady,
            },
            "interrupted": self.interrupted,
            "evidence": self.evidence.as_dict(),
        }
