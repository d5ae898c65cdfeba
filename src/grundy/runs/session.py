"""The long work behind one answer: under limits, shown while it goes on, recorded, and resumed where it was stopped.

Every verb works in a session. A program that calls a verb gets one made for the call; the command line makes its own,
which stays open until what it prints is out.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from grundy.errors import Stopped, Terminated
from grundy.runs.chunk import Work, in_phase
from grundy.runs.clock import CLOCK
from grundy.runs.estimate import Estimated, RunProgress
from grundy.runs.loop import Outcome, Status, run_with_limits

if TYPE_CHECKING:  # what is not recorded need not wait for SQLite
    from grundy.model.run import Run
    from grundy.runs.recorder import Recorder, Report
    from grundy.runs.resume import Resumable
    from grundy.runs.table_file import TableFile

Show: TypeAlias = Callable[[], AbstractContextManager[Callable[[RunProgress], None] | None]]


@dataclass(frozen=True, slots=True)
class Limits:
    """What long work may use, and where it is recorded.

    time_limit   seconds for all of it together; None: no limit
    memory       bytes that the process and its workers may use; None: no limit
    store        the file of runs; None: nothing is recorded
    estimate     only begin the work, and raise Estimated as soon as there is an estimate of what it takes
    """

    time_limit: float | None = None
    memory: int | None = None
    store: Path | None = None
    estimate: bool = False


def _followed(
    show: Callable[[RunProgress], None], report: Report, then: RunProgress
) -> tuple[Callable[[RunProgress], None], Report]:
    """What shows work without the time that is left, and its report, which shows `then` before it begins."""

    def reported(value: Any) -> tuple[Any, Any]:
        show(then)
        return report(value)

    return lambda progress: show(replace(progress, left=None)), reported


class Session:
    """Long work under limits; a context manager, at whose end the run is finished.

    Parameters
    ----------
    limits : Limits
        What the work may use, and the store of its run.
    command : tuple of str
        The words after `grundy` that ask the same, which `grundy resume` runs again.
    resumed : Resumable, optional
        A run that was stopped and goes on.
    show : callable, optional
        Makes a context manager whose value, unless it is None, is called with each `RunProgress`.
    warn : callable, optional
        Called with sentences for a person: how long work will take, what cannot be recorded.
    """

    def __init__(
        self,
        limits: Limits = Limits(),
        *,
        command: tuple[str, ...] = (),
        resumed: Resumable | None = None,
        show: Show = nullcontext,
        warn: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        self.limits, self.command, self.resumed = limits, command, resumed
        self.stopped: Outcome | None = None
        self.partial: Any = None  # of an answer that was not finished what there is, where that is something
        self._asked: Status | None = None  # to stop, while work that was asked last came to its end
        self._show, self._warn = show, warn
        self._warned: set[str] = set()
        self._recorder: Recorder | None = None
        self._run = ExitStack()
        self._began = CLOCK.now()
        self._phases = count()

    def __enter__(self) -> Self:
        self._run.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._run.__exit__(kind, problem, trace)
        if isinstance(problem, KeyboardInterrupt) and not problem.args and not self.stopped and self._recorder:
            status: Status = "terminated" if isinstance(problem, Terminated) else "interrupted"
            self.stopped = self._recorder.stopped_between(status)

    @property
    def has_begun(self) -> bool:
        """Whether it is known what is asked."""
        return self._recorder is not None

    def begin(self, run: Run, table: TableFile | None = None) -> None:
        """State what is asked, once, before the first work; without it nothing is recorded.

        Args:    run: the question; its command is that of the session. table: the file that the work fills, which is
                 closed here.
        Raises:  StoreError: what is resumed is of another rule or version, or another process works on it.
        """
        from grundy.runs.recorder import recording

        assert self._recorder is None
        self._began = CLOCK.now()  # what came before, such as reading the question, is no work
        run = replace(run, command=self.command)
        recorded = recording(run, store=self.limits.store, resumed=self.resumed, table=table, say=self.warn)
        self._recorder = self._run.enter_context(recorded)

    def work(self, work: Work, report: Report | None = None, then: str = "") -> Any:
        """What the work returns, within what is left of the limits; its phases follow those of work before.

        Args:    report: from what the work returns to what is kept as the result of the run, and its evidence.
                 then: what `report` does, where that takes long: nobody knows how long, so no time left is shown.
        Raises:  Stopped: a limit was met. KeyboardInterrupt: Ctrl-C (Terminated: by SIGTERM). `stopped` is then how it
                 ended. Estimated: that was asked for. Whatever the work raises.
        """
        left = self.limits.time_limit
        left = None if left is None else max(0.0, left - self.seconds)
        with self._show() as shown:
            progress, reported = shown, report
            if shown is not None and report is not None and then:
                progress, reported = _followed(shown, report, RunProgress(0, 0, "", then, self.seconds, 0.0, None))
            if self._recorder is None:
                outcome = run_with_limits(
                    work,
                    progress=progress,
                    say=self.warn,
                    time_limit=left,
                    memory=self.limits.memory,
                    asked=self._asked,
                    estimating=self.limits.estimate,
                )
            else:
                outcome = self._recorder.work(
                    work,
                    reported,
                    progress=progress,
                    time_limit=left,
                    memory=self.limits.memory,
                    asked=self._asked,
                    estimating=self.limits.estimate,
                )
        if outcome.asked != "estimated":  # of work that came to its end all the same, there is nothing left to tell
            self._asked = outcome.asked
        if outcome.status == "finished":
            return outcome.value
        if outcome.status == "estimated":
            raise Estimated(outcome.estimate, outcome.chunk.describe() if outcome.chunk else "")
        self.stopped = outcome
        if outcome.status in ("interrupted", "terminated"):
            kind = Terminated if outcome.status == "terminated" else KeyboardInterrupt
            raise outcome.telling(kind(outcome.known))
        raise outcome.telling(Stopped(outcome.status, outcome.known, outcome.resume))

    def first_part(self) -> Any:
        """What work that was stopped had finished of its answer, where the first part of one is of use; else None."""
        chunk = self.stopped.chunk if self.stopped else None
        return chunk.partial() if chunk and chunk.partial else None

    def phase(self, work: Work) -> Any:
        """The same, for work that knows of no phases: it becomes one, after those before."""
        number = next(self._phases)
        return self.work(lambda saved: in_phase(number, work(saved)))

    @property
    def seconds(self) -> float:
        """How long the session lasts by now, from the statement of what is asked on."""
        return CLOCK.now() - self._began

    def warn(self, sentence: str) -> None:
        """Say a sentence to a person, once: several searches may be made for one answer."""
        if sentence not in self._warned:
            self._warned.add(sentence)
            self._warn(sentence)

    def keep_answer(self, text: str, status: int, record: tuple[Any, Any] | None = None) -> None:
        """Keep what is about to be printed until the session ends, so that it can be printed again after a kill."""
        if self._recorder is not None:
            self._recorder.answer(text, status, record)

    def finish_interrupted(self, problem: KeyboardInterrupt) -> KeyboardInterrupt:
        """Record a run as finished whose answer is out, although Ctrl-C came before; what is to be raised for that."""
        if self._recorder is None:
            return problem
        self._recorder.finish()
        return self._recorder.too_late(problem)
