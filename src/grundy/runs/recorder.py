"""One run: its work in the loop, its row in the store, its table file."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from grundy.errors import StoreError, Terminated
from grundy.model.run import UNIDENTIFIED, Run, RunStatus
from grundy.runs import store as stored
from grundy.runs.chunk import Chunk, Work
from grundy.runs.clock import CLOCK
from grundy.runs.estimate import RunProgress
from grundy.runs.lock import Lock, take
from grundy.runs.loop import LONG, Outcome, Status, run_with_limits
from grundy.runs.resume import NOT_COMPARED, Resumable, other_source
from grundy.runs.table_file import TableFile

LONGEST_ANSWER = 2**22  # characters of an answer that is kept until it is out; a longer one is made again
Report: TypeAlias = Callable[[Any], tuple[Any, Any]]


def about(run: Run) -> dict[str, Any]:
    """What a table file keeps of its run, so that it can be resumed without the store."""
    return {
        "command": list(run.command),
        "folder": run.folder or os.getcwd(),
        "game": run.game,
        "parameters": dict(run.parameters),
        "key": run.key,
        "version": run.version,
        "sources": dict(run.sources),
    }


@contextmanager
def recording(
    run: Run,
    *,
    store: Path | None = None,
    resumed: Resumable | None = None,
    table: TableFile | None = None,
    say: Callable[[str], None] | None = None,
) -> Iterator[Recorder]:
    """A run, from its first work until its answer is out: it is finished where the block ends, and open if that fails.

    Args:    run: what is asked; folder, machine and times are filled in.
             store: where runs are recorded that take more than a second; None: nowhere. A store that cannot be
             written is said once and changes nothing else.
             resumed: what `resume` gave, if the work goes on. table: the file that the work fills, from
             `create_table` or, if resumed, `resume_table`; it is closed here. Work that fills a table in memory alone
             is recorded without its state: nothing could go on from there.
             say: called with a sentence for a person.
    Raises:  StoreError: what is resumed is of another rule or version, or in work elsewhere. Whatever is raised in the
             block, recorded as failed.
    """
    try:
        if resumed is not None:
            _require_same(run, resumed.run)
        recorder = Recorder(store, run, resumed, table, say or (lambda sentence: None))
    except BaseException:
        if table is not None:
            table.close()
        raise
    try:
        yield recorder
        recorder.finish()
    except BaseException as problem:
        recorder.fail(problem)
        raise
    finally:
        recorder.close()


class Recorder:
    """One run: its work, done under limits, and its row in the store, made when the run has become long."""

    def __init__(
        self,
        store: Path | None,
        run: Run,
        resumed: Resumable | None,
        table: TableFile | None,
        say: Callable[[str], None],
    ) -> None:
        self._store, self._say = store, say
        self._began = CLOCK.now()
        self._table = table
        self._lock: Lock | None = None
        self._reported = False
        self._array_is_lost = run.key == UNIDENTIFIED  # or else what goes on from it
        self._stopped = False  # and recorded as such
        self._done = resumed is not None and resumed.answer is not None  # all but to put the answer out
        self._running = False
        number = resumed.run.number if resumed is not None else 0
        begun = resumed.run if resumed is not None else run
        if number and store is not None:
            self._lock = take(stored.lock_file(store, number), f"run {number}")
            try:
                _require_latest(begun, store)
            except BaseException:
                self._lock.release()
                raise
        self._before = begun.seconds
        self._state = table.state if table is not None else resumed.state if resumed is not None else None
        self._reached = table.chunk if table is not None else resumed.chunk if resumed is not None else None
        self._run = replace(
            run,
            number=number if store is not None else 0,
            folder=begun.folder or os.getcwd(),
            machine=stored.machine(),
            table=(begun.table if resumed and resumed.whole else "") if table is None else str(table.path.absolute()),
            started=begun.started or stored.now(),
            done=begun.done,
            total=begun.total,
            unit=begun.unit,
            known=begun.known,
            phase=begun.phase,
            kept=begun.kept,
            state=None if resumed is None else resumed.state,
        )

    def work(
        self,
        work: Work,
        report: Report | None = None,
        *,
        progress: Callable[[RunProgress], None] | None = None,
        time_limit: float | None = None,
        memory: int | None = None,
        needs: int = 0,
        every: float | None = None,
        asked: Status | None = None,
        estimating: bool = False,
    ) -> Outcome:
        """Drive an engine, keep what it says in the store and in its table file, and finish the table.

        Work may follow other work of the same run, in a later phase (runs.chunk); it is called with the state that the
        run was resumed with, whichever phase that is of.

        Args:    report: from the engine's value to what is kept as result and evidence, in JSON's types.
                 The others as for `run_with_limits`.
        Returns: the outcome; `saved` says that `resume` can go on from there.
        Raises:  StoreError: the table's last files cannot be written (its partial ones are kept). Whatever the engine
                 raises.
        """
        self._done = False
        outcome = run_with_limits(
            work,
            self._state,
            begun=self._reached,
            note=self._note,
            save=self._save if self._table is not None or self._store is not None else None,
            progress=progress,
            say=self._say,
            time_limit=time_limit,
            memory=memory,
            needs=needs,
            every=every,
            asked=asked,
            estimating=estimating,
        )
        self._reached = outcome.chunk
        if outcome.chunk is not None:
            self._run = replace(self._run, **_reached(outcome.chunk))
        if self._array_is_lost or (self._table is None and _is_nothing(self._run.state)):
            outcome = replace(outcome, saved=False)
        self._done, self._running = outcome.status == "finished", outcome.running
        if outcome.status == "finished":
            if outcome.chunk is not None and self._table is None and not self._array_is_lost:
                self._run = replace(self._run, state=outcome.chunk.state)
            if self._table is not None:
                self._table.finish()
                self._table = None  # later work does not touch it
            if report is not None:
                result, evidence = report(outcome.value)
                self._run = replace(self._run, result=result, evidence=evidence)
            return outcome
        self._stopped = True
        if self._is_long() and outcome.status != "estimated":
            self._quietly(outcome.status)
        name = str(self._table.path.absolute()) if self._table is not None else str(self._run.number)
        seconds = CLOCK.now() - self._began
        return replace(outcome, seconds=seconds, resume=name if outcome.saved else "")

    def answer(self, text: str, status: int, record: tuple[Any, Any] | None = None) -> None:
        """Keep what is about to be printed, with the exit status that goes with it, until it is out: `resume` can
        print it again. What was found, result and evidence, is kept for good."""
        if record is not None:
            self._run = replace(self._run, result=record[0], evidence=record[1])
        if self._is_long():
            if len(text) <= LONGEST_ANSWER:
                self._run = replace(self._run, state={"answer": text, "status": status})
            self._quietly("running")

    def finish(self) -> None:
        """Record that the work is done and its answer is out, if the run was long.

        Raises:  KeyboardInterrupt: Ctrl-C came meanwhile (Terminated: SIGTERM); it says that all has been recorded.
        """
        if self._done and self._is_long():
            self._run = replace(self._run, finished=stored.now(), state=None)
            try:
                self._quietly("finished")
            except KeyboardInterrupt as problem:
                self._quietly("finished")
                raise self.too_late(problem) from None

    def too_late(self, problem: KeyboardInterrupt) -> KeyboardInterrupt:
        """What is raised in place of an interrupt after which all was said and recorded."""
        how = "terminated" if isinstance(problem, Terminated) else "interrupted"
        recorded = f"; run {self._run.number} is finished" if self._run.number and self._run.finished else ""
        return type(problem)(f"{how} when the answer was out{recorded}")

    def fail(self, problem: BaseException) -> None:
        """Record the error that ended the run."""
        if self._run.status == "finished":
            return  # all but to say so was done
        if self._stopped or not (self._run.number or (self._done and self._is_long())):
            return
        state = self._run.state
        if state is None and self._done and not self._array_is_lost and not self._run.table:
            state = {}  # what could not be said is worked out anew
        self._run = replace(self._run, message=str(problem) or type(problem).__name__, state=state)
        status: RunStatus = "failed"
        if isinstance(problem, KeyboardInterrupt | SystemExit):
            ended = isinstance(problem, Terminated) or getattr(problem, "code", None) == 143
            status = "terminated" if ended else "interrupted"
        self._quietly(status)

    def stopped_between(self, status: Status) -> Outcome | None:
        """How a run ended that was stopped between two works of it; None: nothing of it was recorded."""
        if not self._run.number or self._run.table or self._array_is_lost:
            return None
        seconds, kept = CLOCK.now() - self._began, not _is_nothing(self._run.state)
        return Outcome(status, None, self._reached, seconds, saved=kept, resume=str(self._run.number) if kept else "")

    def close(self) -> None:
        """Let others in."""
        if self._table is not None and not self._running:
            self._table.close()
        if self._lock is not None:
            self._lock.release()

    def _is_long(self) -> bool:
        return bool(self._run.number) or CLOCK.now() - self._began >= LONG

    def _note(self, chunk: Chunk) -> None:
        if self._table is not None:
            self._table.note(chunk)
        elif chunk.filled:
            self._array_is_lost = True  # with this process: the state alone is no use, and must not be offered

    def _save(self, chunk: Chunk) -> None:
        """Record how far the run is; work with a table is saved by its file whatever happens here."""
        if self._table is not None:
            self._table.save()
        state = None if self._table or self._array_is_lost else chunk.state
        self._run = replace(self._run, **_reached(chunk), state=state)
        try:
            self._put("running")
        except StoreError as problem:
            if not self._table:
                self._reported = True  # whoever saves says it
                raise
            self._tell(problem)

    def _quietly(self, status: RunStatus) -> None:
        try:
            self._put(status)
        except StoreError as problem:
            self._tell(problem)

    def _tell(self, problem: StoreError) -> None:
        if not self._reported:
            self._reported = True
            self._say(f"not recorded: {problem}")

    def _put(self, status: RunStatus) -> None:
        if self._store is None:
            return
        state = None if self._run.state is None else dict(self._run.state)  # made before the store is locked
        seconds = round(self._before + CLOCK.now() - self._began, 3)
        self._run = replace(self._run, status=status, updated=stored.now(), seconds=seconds, state=state)
        if self._run.number:
            stored.update_run(self._store, self._run)
        else:
            self._run, self._lock = stored.add_run(self._store, self._run)


def _is_nothing(state: Mapping[str, Any] | None) -> bool:
    """Whether whoever goes on from a state begins anew, so that nobody is told to go on."""
    return not any((state or {}).values())


def _reached(chunk: Chunk) -> dict[str, Any]:
    """How far a chunk is, as a run says it."""
    return {name: getattr(chunk, name) for name in ("done", "total", "unit", "known", "phase", "kept")}


def _require_same(run: Run, begun: Run) -> None:
    """Refuse a state that another rule or another version left."""
    for path in sorted({*run.sources, *begun.sources}):
        if run.sources.get(path) != begun.sources.get(path):
            raise StoreError(other_source(path, begun))
    if UNIDENTIFIED in (run.key, begun.key):
        raise StoreError(NOT_COMPARED.format(begun.number))
    former = begun.key if begun.key == run.former_key else run.key
    for name, ours, theirs in (("rule", former, begun.key), ("version of grundy", run.version, begun.version)):
        if ours != theirs:
            raise StoreError(
                f"cannot be resumed: the {name} was {theirs or 'not known'} when it began and is {ours or 'not known'} "
                "now; start it anew"
            )


def _require_latest(begun: Run, store: Path) -> None:
    """Refuse what was read of a run before its lock was taken, if another process has worked on it since."""
    latest = stored.get_run(store, begun.number)
    if latest.status == "finished":
        raise StoreError(f"run {begun.number}: another process has finished it; there is nothing to resume")
    if latest.updated != begun.updated or latest.seconds != begun.seconds:
        raise StoreError(f"run {begun.number}: another process has worked on it; resume it again to go on from there")
