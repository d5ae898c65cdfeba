"""A command that may take long: a bar, what is said when it stops, and its answer, which ends the run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from grundy.cli.bar import ProgressReport
from grundy.cli.output import note, plain_text, say
from grundy.errors import OutOfReach, Stopped, Terminated
from grundy.runs.estimate import Estimate, Estimated
from grundy.runs.session import Limits, Session
from grundy.text.terminal import as_typed

if TYPE_CHECKING:
    from grundy.model.run import Run
    from grundy.runs.resume import Resumable
    from grundy.runs.table_file import TableFile
    from grundy.show.text import Line


class Answer(Session):
    """What a command works out and prints; `answering` makes one.

    `usual` are limits that are asked for when the work begins: a store takes longer to load than most positions take.
    """

    usual: Callable[[], Limits] | None = None

    def begin(self, run: Run, table: TableFile | None = None) -> None:
        """See Session."""
        self.limits = self.usual() if self.usual else self.limits
        super().begin(run, table)

    def give(
        self,
        text: str | Sequence[Line],
        status: int = 0,
        found: tuple[Any, Any] | None = None,
        said: str = "",
        whole: bool = True,
    ) -> int:
        """Print the last that there is to say, after what was `said` before; the exit status again.

        Args:    found: the result and how it is known, to be recorded if no work reported them. whole: nothing follows.
        Raises:  KeyboardInterrupt: Ctrl-C came when the answer was known (Terminated: SIGTERM); it was printed then.
        """
        if self.limits.estimate:
            raise Estimated(Estimate.of_finished(self.seconds))
        try:
            self.keep_answer(said + (text if isinstance(text, str) else plain_text(text)), status, found)
        except KeyboardInterrupt as problem:
            if not whole:
                raise
            say(text)
            raise self.finish_interrupted(problem) from None
        say(text)
        return status

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
) -> Iterator[Answer]:
    """The work and the answer of a command, recorded as one run, which is finished when the block ends.

    Args:    limits: where they are a function, they are asked for when the work begins.
             resumed: what was stopped and goes on. remedy: what would have kept something, where nothing is kept.
    Raises:  SystemExit: a person or a limit stopped the work; what is known and how to go on was said.
    """
    report = ProgressReport(as_typed(command))
    answer = Answer(
        limits if isinstance(limits, Limits) else Limits(),
        command=command,
        resumed=resumed,
        show=report,
        warn=report.say,
    )
    answer.usual = None if isinstance(limits, Limits) else limits
    try:
        with answer:
            yield answer
    except (Stopped, KeyboardInterrupt) as problem:
        if answer.stopped is None:
            if isinstance(problem, KeyboardInterrupt) and problem.args:  # after the work, with what is kept of it
                note(str(problem))
                raise SystemExit(143 if isinstance(problem, Terminated) else 130) from None
            raise
        from grundy.cli.runs import stopped_lines

        note(*stopped_lines(answer.stopped, answer.limits.store, remedy))
        raise SystemExit(answer.stopped.exit_status) from None
