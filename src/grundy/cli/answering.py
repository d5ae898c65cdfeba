"""A command that may take long: a bar, what is said when it stops, and its answer, which ends the run."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

from grundy.cli.output import draw, note, plain_text, say, terminal_width
from grundy.errors import OutOfReach, Stopped, Terminated
from grundy.runs.clock import CLOCK
from grundy.runs.estimate import Estimate, Estimated, about_left
from grundy.runs.session import Limits, Session
from grundy.text.terminal import as_typed

if TYPE_CHECKING:
    from grundy.model.run import Run
    from grundy.runs.estimate import RunProgress
    from grundy.runs.loop import Outcome
    from grundy.runs.resume import Resumable
    from grundy.runs.table_file import TableFile
    from grundy.show.text import Line


# How far work is, on standard error: a bar that moves on a terminal, and elsewhere a line every minute.

EVERY = 60.0  # seconds from line to line
WIDE = 40  # characters of a bar at most
COMPILING = "Compiling, first run only"
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
    def __call__(self) -> Iterator[Callable[[RunProgress], None]]:
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

    def _draw(self, progress: RunProgress) -> None:
        self._drawn = True
        draw(bar_line(progress, terminal_width(sys.stderr), _shows_bars()), CLEAR)

    def _clear(self) -> None:
        if self._drawn:
            self._drawn = False
            draw("", CLEAR)

    def _print(self, progress: RunProgress) -> None:
        now = CLOCK.now()
        if now - self._last >= EVERY:
            self._last = now
            self.say(f"{self._what}: {progress_line(progress)}")


def bar_line(progress: RunProgress, width: int, marks: bool = True) -> str:
    """A bar with what is done, the rate and the time left, in less than `width` characters.

    >>> from grundy.runs.estimate import RunProgress
    >>> bar_line(RunProgress(30, 120, "heaps", "", 3.0, 10.0, 9.0), 50)
    ' 25% ━━━━────────────  10 heaps/s  about 9 s left'
    >>> bar_line(RunProgress(30, 0, "heaps", "heaps 0..29", 3.0, 10.0, None), 50)
    '30 heaps  10 heaps/s  heaps 0..29'
    >>> bar_line(RunProgress(0, 120, "heaps", "", 3.0, 0.0, None), 50)
    '0 heaps'
    """
    left = progress.known if progress.left is None else about_left(progress.left)
    if not progress.rate and not progress.done:  # nothing is measured yet
        return (COMPILING if is_compiling() else left or f"0 {progress.unit}")[: width - 1]
    rest = "  ".join(filter(None, (_rate(progress), left)))
    if not progress.total:  # nobody knows how much is to be done
        return f"{progress.done:,} {progress.unit}  {rest}"[: width - 1]
    share = progress.done / progress.total
    wide = max(0, min(WIDE, width - len(rest) - 8))
    full = int(share * wide)
    block, none = ("━", "─") if marks else ("#", "-")
    return f"{share:4.0%} {block * full}{none * (wide - full)}  {rest}"[: width - 1]


def progress_line(progress: RunProgress) -> str:
    """The same in words.

    >>> from grundy.runs.estimate import RunProgress
    >>> progress_line(RunProgress(30, 120, "heaps", "", 3.0, 10.0, 9.0))
    '25% of 120 heaps, 10 heaps/s, about 9 s left'
    >>> progress_line(RunProgress(1030, 0, "cases", "", 3.0, 0.0, None))
    '1,030 cases'
    """
    if not progress.rate and not progress.done and is_compiling():
        return COMPILING
    share = f"{progress.done / progress.total:.0%} of {progress.total:,}" if progress.total else f"{progress.done:,}"
    left = "" if progress.left is None else about_left(progress.left)
    return ", ".join(filter(None, (f"{share} {progress.unit}", _rate(progress), left)))


def is_compiling() -> bool:
    """Whether a kernel is being compiled, as whatever is asked first after an installation waits for."""
    before = sys.modules.get("grundy.compile.before")
    return before is not None and before.is_compiling()


def _rate(progress: RunProgress) -> str:
    """How fast it goes; "" where that is not known yet."""
    return f"{progress.rate:,.0f} {progress.unit}/s" if progress.rate else ""


def _shows_bars() -> bool:
    try:
        "━─".encode(sys.stderr.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


# A command that may take long: a bar, what is said when it stops, and its answer, which ends the run.


class CommandOutput(Session):
    """What a command works out and prints; `answering` makes one.

    `usual` are limits that are asked for when the work begins: a store takes longer to load than most positions take.
    """

    usual: Callable[[], Limits] | None = None
    printed = False  # what is known of work that has stopped

    def begin(self, run: Run, table: TableFile | None = None) -> None:
        """See Session."""
        self.limits = self.usual() if self.usual else self.limits
        super().begin(run, table)

    def give(
        self,
        text: str | Sequence[Line],
        status: int = 0,
        record: tuple[Any, Any] | None = None,
        preface: str = "",
        whole: bool = True,
    ) -> int:
        """Print the last that there is to say, after the `preface`; the exit status again.

        Args:    record: the result and how it is known, to be recorded if no work told them. whole: nothing follows.
        Raises:  KeyboardInterrupt: Ctrl-C came when the answer was known (Terminated: SIGTERM); it was printed then.
        """
        if self.limits.estimate:
            raise Estimated(Estimate.of_finished(self.seconds))
        if self.stopped is not None:  # by a limit, and what is known is an answer; the run goes on for the rest
            self.give_part(text)
            return status
        try:
            self.keep_answer(preface + (text if isinstance(text, str) else plain_text(text)), status, record)
        except KeyboardInterrupt as problem:
            if not whole:
                raise
            say(text)
            raise self.finish_interrupted(problem) from None
        say(text)
        return status

    def give_part(self, text: str | Sequence[Line]) -> None:
        """Print what is known of work that has stopped, which nothing else then has to tell."""
        say(text)
        self.printed = True

    def give_pieces(self, pieces: Iterable[str]) -> None:
        """The same in pieces, of which no more are held than are kept until they are out.

        Raises:  OutOfReach: the time is over, and what is out by then is not all.
        """
        from grundy.runs.recorder import LONGEST_ANSWER

        held, rest = [""], iter(pieces)
        size = 0
        for piece in rest:
            held.append(piece)
            size += len(piece)
            if size > LONGEST_ANSWER:
                break
        self.give("".join(held), whole=size <= LONGEST_ANSWER)
        limit = self.limits.time_limit
        for piece in rest:
            if limit is not None and self.seconds > limit:
                raise OutOfReach("out of time: what is printed is not all; more time would help")
            say(piece)


@contextmanager
def answering(
    limits: Limits | Callable[[], Limits],
    command: tuple[str, ...] = (),
    resumed: Resumable | None = None,
    *,
    remedy: str = "",
    bar: bool = True,
) -> Iterator[CommandOutput]:
    """The work and the answer of a command, recorded as one run, which is finished when the block ends.

    Args:    limits: where they are a function, they are asked for when the work begins.
             resumed: what was stopped and goes on. remedy: what would have kept something, where nothing is kept.
             bar: whether a bar shows the work; none where each line is printed as soon as it is known.
    Raises:  SystemExit: a person or a limit stopped the work; what is known and how to go on was said.
    """
    report = ProgressReport(as_typed(command))
    answer = CommandOutput(
        limits if isinstance(limits, Limits) else Limits(),
        command=command,
        resumed=resumed,
        show=report if bar else nullcontext,
        warn=report.say,
    )
    answer.usual = None if isinstance(limits, Limits) else limits
    try:
        with answer:
            yield answer
        if answer.stopped is not None:
            _note_stop(answer, answer.stopped, remedy)
    except (Stopped, KeyboardInterrupt) as problem:
        if answer.stopped is None:
            if isinstance(problem, KeyboardInterrupt) and problem.args:  # after the work, with what is kept of it
                note(str(problem))
                raise SystemExit(143 if isinstance(problem, Terminated) else 130) from None
            raise
        _note_stop(answer, answer.stopped, remedy)
        raise SystemExit(answer.stopped.exit_status) from None


def _note_stop(answer: CommandOutput, outcome: Outcome, remedy: str) -> None:
    """Say once that work stopped, whoever stopped it."""
    from grundy.cli.runs import stopped_line

    note(stopped_line(outcome, answer.limits.store, remedy, answer.printed))
