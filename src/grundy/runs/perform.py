"""Long work as a whole: the loop, the store and the table file, and going on with what was stopped."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Any

from grundy.errors import StoreError
from grundy.runs import store as stored
from grundy.runs.chunk import Chunk, Work
from grundy.runs.lock import Lock, take
from grundy.runs.loop import EVERY, LONG, Outcome, drive
from grundy.runs.progress import Progress
from grundy.runs.store import Run
from grundy.runs.table_file import TableFile, finish_interrupted, read_partial

OPEN = ("killed", "failed", "interrupted", "terminated", "out of time", "out of memory")


@dataclass(frozen=True, slots=True)
class Resumable:
    """What to run again, and from where.

    run      command, folder, game, parameters, key, version; its number is 0 if only a table file knows it
    state    what the engine must be called with; of a run with a table, `resume_table(table).state` is the truth
    table    the unfinished table to go on with; None for work without one
    """

    run: Run
    state: Mapping[str, Any] | None
    table: Path | None


def about(run: Run) -> dict[str, Any]:
    """What a table file keeps of its run, so that it can be resumed without the store."""
    return {
        "command": list(run.command),
        "folder": run.folder or os.getcwd(),
        "game": run.game,
        "parameters": dict(run.parameters),
        "key": run.key,
        "version": run.version,
    }


def perform(
    work: Work,
    run: Run,
    *,
    store: Path | None = None,
    resumed: Resumable | None = None,
    table: TableFile | None = None,
    report: Callable[[Any], tuple[Any, Any]] | None = None,
    progress: Callable[[Progress], None] | None = None,
    say: Callable[[str], None] | None = None,
    time_limit: float | None = None,
    memory: int | None = None,
    estimate: int = 0,
    every: float = EVERY,
) -> Outcome:
    """Drive an engine, keep what it says in the store and in its table file, and finish the table.

    Args:    work: the engine. run: what is asked; folder, machine and times are filled in.
             store: where runs are recorded that take more than a second; None: nowhere. A store that cannot be
             written is said once and changes nothing else.
             resumed: what `resume` gave, if the work goes on. table: the file that the work fills, from
             `create_table` or, if resumed, `resume_table`; it is finished or closed here. Work that fills a table
             in memory alone is recorded without its state: nothing could go on from there.
             report: from the engine's value to what is kept as result and evidence, in JSON's types.
             The others as for `drive`.
    Returns: the outcome; `saved` says that `resume` can go on from there.
    Raises:  StoreError: what is resumed is of another rule or version, or in work elsewhere; the table's last files
             cannot be written (its partial ones are kept). Whatever the engine raises, recorded as failed.

    >>> def count(state):
    ...     yield Chunk(1, 1, "numbers", {"n": 1})
    ...     return 1
    >>> perform(count, Run(("count",), "counting")).value
    1
    """
    try:
        if resumed is not None:
            _require_same(run, resumed.run)
        recorder = _Recorder(store, run, resumed, table, say or (lambda sentence: None))
    except BaseException:
        if table is not None:
            table.close()
        raise
    state = table.state if table is not None else resumed.state if resumed is not None else None

    def note(chunk: Chunk) -> None:
        if table is not None:
            table.note(chunk)
        elif chunk.filled:
            recorder.array_is_lost = True  # with this process: the state alone is no use, and must not be offered

    def save(chunk: Chunk) -> None:
        if table is not None:
            table.save()
        recorder.save(chunk)

    outcome = None
    try:
        outcome = drive(
            work,
            state,
            note=note,
            save=save if table is not None or store is not None else None,
            progress=progress,
            say=say,
            time_limit=time_limit,
            memory=memory,
            estimate=estimate,
            every=every,
        )
        if recorder.array_is_lost:
            outcome = replace(outcome, saved=False)
        if outcome.status == "finished" and table is not None:
            table.finish()
        recorder.end(outcome, *(report(outcome.value) if report and outcome.status == "finished" else (None, None)))
        return replace(outcome, resume=recorder.name(outcome))
    except BaseException as problem:
        recorder.fail(problem)
        raise
    finally:
        if table is not None and not (outcome is not None and outcome.running):
            table.close()
        recorder.close()


class _Recorder:
    """One run's row in the store, made when the run has become long."""

    def __init__(
        self,
        store: Path | None,
        run: Run,
        resumed: Resumable | None,
        table: TableFile | None,
        say: Callable[[str], None],
    ) -> None:
        self._store, self._say = store, say
        self._began = monotonic()
        self._table = table is not None
        self._lock: Lock | None = None
        self._told = False
        self.array_is_lost = False
        number = resumed.run.number if resumed is not None else 0
        begun = resumed.run if resumed is not None else run
        if number and store is not None:
            self._lock = take(stored.lock_file(store, number), f"run {number}")
        self._before = begun.seconds
        self._run = replace(
            run,
            number=number if store is not None else 0,
            folder=begun.folder or os.getcwd(),
            machine=stored.machine(),
            table="" if table is None else str(table.path.absolute()),
            started=begun.started or stored.now(),
            done=begun.done,
            total=begun.total,
            unit=begun.unit,
            known=begun.known,
            state=None if resumed is None else resumed.state,
        )

    def save(self, chunk: Chunk) -> None:
        """Record how far the run is; work with a table is saved by its file whatever happens here."""
        state = None if self._table or self.array_is_lost else chunk.state
        self._run = replace(
            self._run, done=chunk.done, total=chunk.total, unit=chunk.unit, known=chunk.known, state=state
        )
        try:
            self._put("running")
        except StoreError as problem:
            if not self._table:
                self._told = True  # whoever saves says it
                raise
            self._tell(problem)

    def end(self, outcome: Outcome, result: Any, evidence: Any) -> None:
        """Record how the run ended, if it was long."""
        chunk = outcome.chunk
        if chunk is not None:
            self._run = replace(self._run, done=chunk.done, total=chunk.total, unit=chunk.unit, known=chunk.known)
        if outcome.status == "finished":
            self._run = replace(self._run, finished=stored.now(), state=None, result=result, evidence=evidence)
        if outcome.seconds >= LONG or self._run.number:
            self._quietly(outcome.status)

    def name(self, outcome: Outcome) -> str:
        """What the run is called by whoever goes on with it."""
        if not outcome.saved:
            return ""
        return self._run.table or str(self._run.number)

    def fail(self, problem: BaseException) -> None:
        """Record the error that ended the run."""
        if self._run.number:
            self._run = replace(self._run, message=str(problem) or type(problem).__name__)
            self._quietly("interrupted" if isinstance(problem, KeyboardInterrupt) else "failed")

    def close(self) -> None:
        if self._lock is not None:
            self._lock.release()

    def _quietly(self, status: stored.RunStatus) -> None:
        try:
            self._put(status)
        except StoreError as problem:
            self._tell(problem)

    def _tell(self, problem: StoreError) -> None:
        if not self._told:
            self._told = True
            self._say(f"not recorded: {problem}")

    def _put(self, status: stored.RunStatus) -> None:
        if self._store is None:
            return
        seconds = round(self._before + monotonic() - self._began, 3)
        self._run = replace(self._run, status=status, updated=stored.now(), seconds=seconds)
        if self._run.number:
            stored.update_run(self._store, self._run)
        else:
            self._run, self._lock = stored.add_run(self._store, self._run)


def _require_same(run: Run, begun: Run) -> None:
    """Refuse a state that another rule or another version left."""
    for name, ours, theirs in (("rule", run.key, begun.key), ("version of grundy", run.version, begun.version)):
        if ours != theirs:
            raise StoreError(
                f"cannot be resumed: the {name} was {theirs or 'not known'} when it began and is {ours or 'not known'} "
                "now; start it anew"
            )


def resume(target: str, store: Path | None) -> Resumable:
    """What `grundy resume TARGET` must run again.

    Args:    target: the number of a run, or the table file (NAME.npy) that was to be made; "": the run that was
             stopped last. store: where runs are recorded; None: nowhere.
    Raises:  StoreError: there is no such run or file, it is finished, in work, or damaged.
    """
    if target.isascii() and target.isdigit():
        if store is None:
            raise StoreError(f"run {target}: runs have numbers in a store only; name the table's file instead")
        return _resume_run(stored.get_run(store, int(target)), store)
    if target:
        return _resume_file(Path(target), store)
    open_runs = [run for run in stored.latest_runs(store) if run.status in OPEN] if store else []
    for run in open_runs:
        assert store is not None
        if run.table and finish_interrupted(Path(run.table)):  # by another run, or all but the last of its own steps
            stored.update_run(store, _as_finished(run))
            continue
        return _resume_run(run, store)
    raise StoreError("there is no unfinished run; 'grundy runs' lists all")


def _resume_run(run: Run, store: Path) -> Resumable:
    if run.status == "finished":
        raise StoreError(f"run {run.number} is finished; 'grundy runs {run.number}' shows its result")
    if run.status == "running":
        raise StoreError(f"run {run.number} is being worked on by another process; wait for it, or stop it first")
    if not run.table and run.state is None:
        raise StoreError(
            f"run {run.number} kept nothing to go on from: what it filled was in memory alone; start it anew, and with "
            "--out FILE if it shall be resumed"
        )
    if not run.table:
        return Resumable(run, run.state, None)
    path = Path(run.table)
    if finish_interrupted(path):
        stored.update_run(store, _as_finished(run))
        raise StoreError(f"run {run.number}: {path} is finished; there is nothing to resume")
    return Resumable(run, (read_partial(path).run or {})["state"], path)


def _resume_file(path: Path, store: Path | None) -> Resumable:
    name = path.name.removesuffix(".sha256").removesuffix(".partial")
    if not name:
        raise StoreError(f"{path}: nothing to resume: expected the number of a run, or the file of a table")
    path = path.absolute().with_name(name)
    recorded = []
    with suppress(StoreError):  # the file says all that is needed
        recorded = stored.list_runs(store) if store is not None else []
    known = [one for one in recorded if one.table == str(path) and one.status in OPEN]
    if finish_interrupted(path):
        if store is not None:
            with suppress(StoreError):
                for one in known:
                    stored.update_run(store, _as_finished(one))
        raise StoreError(f"{path}: it is finished; there is nothing to resume")
    kept = read_partial(path).run or {}
    given = kept["about"]
    try:
        if not all(isinstance(word, str) for word in given["command"]):
            raise KeyError("command")
        run = Run(
            command=tuple(given["command"]),
            game=given["game"],
            parameters=given["parameters"],
            key=given["key"],
            version=given["version"],
            folder=given["folder"],
            table=str(path),
        )
    except (KeyError, TypeError) as problem:
        raise StoreError(f"{path}: expected what its run was asked, found no {problem}") from problem
    own = [one for one in known if one.key == run.key]  # another command may have filled a file of that name before
    return Resumable(own[-1] if own else run, kept["state"], path)


def _as_finished(run: Run) -> Run:
    """A run whose table was put in its place, and which was killed before it could say so."""
    return replace(run, status="finished", finished=stored.now(), done=run.total, state=None)
