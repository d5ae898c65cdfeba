"""A command that may take long: its work under limits, with a bar and a record, and its answer, which ends the run."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from grundy.cli.bar import progress_bar
from grundy.cli.runs import stopped_lines
from grundy.engines.workers import within
from grundy.runs.perform import LONGEST_ANSWER, Recorder, Report, Resumable, recording
from grundy.runs.store import Run

if TYPE_CHECKING:
    from grundy.cli.filling import Limits
    from grundy.runs.chunk import Work
    from grundy.runs.table_file import TableFile


class Answer:
    """What a command works out and prints; `answering` makes one."""

    def __init__(self, recorder: Recorder, limits: Limits, remedy: str) -> None:
        self._recorder, self._limits, self._remedy = recorder, limits, remedy
        self._began = monotonic()

    def work(self, work: Work, report: Report | None = None) -> Any:
        """What the work returns, under what the limits leave; its phases follow those of work before.

        Raises:  SystemExit: a person or a limit stopped it; what is known and how to go on was said.
        """
        limits = self._limits
        left = None if limits.time_limit is None else max(0.0, limits.time_limit - (monotonic() - self._began))
        with progress_bar() as progress:
            outcome = self._recorder.work(work, report, progress=progress, time_limit=left, memory=limits.memory)
        if outcome.status != "finished":
            for line in stopped_lines(outcome, limits.store_option, self._remedy):
                print(line, file=sys.stderr)
            raise SystemExit(outcome.exit_status)
        return outcome.value

    def workers(self, cores: int) -> int:
        """How many of some processes the memory has room for, 0: none but this one; if not for all, that is said."""
        room, told = within(self._limits.memory, cores)
        if told:
            print(told, file=sys.stderr)
        return room

    def give(self, text: str, status: int = 0, found: tuple[Any, Any] | None = None, said: str = "") -> int:
        """Print the last that there is to say, after what was `said` before; the exit status again.

        Args:    found: the result and how it is known, to be recorded if no work reported them.
        """
        self._recorder.answer(said + text, status, found)
        say(text)
        return status

    def give_pieces(self, pieces: Iterable[str]) -> None:
        """The same in pieces, of which no more are held than are kept until they are out."""
        held, rest = [""], iter(pieces)
        size = 0
        for piece in rest:
            held.append(piece)
            size += len(piece)
            if size > LONGEST_ANSWER:
                break
        self.give("".join(held))
        for piece in rest:
            say(piece)


def say(text: str) -> None:
    """Print a text and see that it is out."""
    click.echo(text, nl=False)
    sys.stdout.flush()


@contextmanager
def answering(
    run: Run, limits: Limits, resumed: Resumable | None, table: TableFile | None = None, remedy: str = ""
) -> Iterator[Answer]:
    """The work and the answer of a command, recorded as one run, which is finished when the block ends.

    Args:    resumed: what was stopped and goes on. table: the file that is filled. remedy: what would have kept
             something, where nothing is kept.
    """
    told: set[str] = set()

    def tell(sentence: str) -> None:
        if sentence not in told:  # several searches may be made for one answer
            print(sentence, file=sys.stderr)
        told.add(sentence)

    with recording(run, store=limits.store, resumed=resumed, table=table, say=tell) as recorder:
        yield Answer(recorder, limits, remedy)
