"""Going on with what was stopped: which run or file, and from where."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from grundy.errors import StoreError
from grundy.model.frozen import frozen
from grundy.model.run import UNIDENTIFIED, Run
from grundy.runs import store as stored
from grundy.runs.chunk import Chunk
from grundy.runs.table_file import finish_interrupted, read_partial
from grundy.runs.table_read import open_table

NOT_COMPARED = (
    "run {} cannot be resumed: its rule reads something that may be different by now, and cannot be compared, such as "
    "random numbers, an open file or an object of a class; start it anew"
)
OPEN = ("killed", "failed", "interrupted", "terminated", "out of time", "out of memory")


_COLOURS = re.compile(r"\x1b\[[0-9;]*m")  # which 0.1 recorded with answers


@frozen
class Resumable:
    """What to run again, and from where.

    run      command, folder, game, parameters, key, version; its number is 0 if only a table file knows it
    state    what the engine must be called with; of a run with a table, `resume_table(table).state` is the truth
    table    the unfinished table to go on with; None for work without one
    whole    the table that the run filled to its end; only its answer may not be out
    """

    run: Run
    state: Mapping[str, Any] | None
    table: Path | None
    whole: Path | None = None

    @property
    def answer(self) -> tuple[str, int] | None:
        """What was to be printed, and the exit status: all that is left to do."""
        state = self.state or {}
        return (_COLOURS.sub("", state["answer"]), state["status"]) if "answer" in state else None

    @property
    def chunk(self) -> Chunk | None:
        """The chunk that the state was saved with."""
        run = self.run
        if self.state is None or self.answer:
            return None
        return Chunk(run.done, run.total, run.unit, self.state, run.known, phase=run.phase, kept=run.kept)


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
        if run.table and not _has_answer(run) and finish_interrupted(Path(run.table)) and not _is_of(run):
            stored.update_run(store, _as_finished(run))  # by another run
            continue
        return _resume_run(run, store)
    raise StoreError("there is no unfinished run; 'grundy runs' lists all")


def _resume_run(run: Run, store: Path) -> Resumable:
    if run.status == "finished":
        raise StoreError(f"run {run.number} is finished; 'grundy runs {run.number}' shows its result")
    if run.status == "running":
        raise StoreError(f"run {run.number} is being worked on by another process; wait for it, or stop it first")
    if run.key == UNIDENTIFIED and not _has_answer(run):
        raise StoreError(NOT_COMPARED.format(run.number))
    if not run.table and run.state is None:
        raise StoreError(
            f"run {run.number} kept nothing to go on from: what it filled was in memory alone; start it anew, and with "
            "--out FILE if it shall be resumed"
        )
    if not run.table or _has_answer(run):
        return Resumable(run, run.state, None)
    path = Path(run.table)
    if finish_interrupted(path):
        if _is_of(run):
            return Resumable(run, None, None, path)
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
    open_runs = [open_run for open_run in recorded if open_run.table == str(path) and open_run.status in OPEN]
    if finish_interrupted(path):
        for open_run in reversed(open_runs):
            if store is not None and (_has_answer(open_run) or _is_of(open_run)):
                return _resume_run(open_run, store)
        if store is not None:
            with suppress(StoreError):
                for open_run in open_runs:
                    stored.update_run(store, _as_finished(open_run))
        raise StoreError(f"{path}: it is finished; there is nothing to resume")
    run_record = read_partial(path).run or {}
    given = run_record["about"]
    try:
        if not all(isinstance(word, str) for word in given["command"]):
            raise KeyError("command")
        run = Run(
            command=tuple(given["command"]),
            game=given["game"],
            parameters=given["parameters"],
            key=given["key"],
            version=given["version"],
            sources=given.get("sources", {}),
            folder=given["folder"],
            table=str(path),
        )
    except (KeyError, TypeError) as problem:
        raise StoreError(f"{path}: expected what its run was asked, found no {problem}") from problem
    own = [
        open_run for open_run in open_runs if open_run.key == run.key
    ]  # another command may have filled a file of that name before
    return Resumable(own[-1] if own else run, run_record["state"], path)


def _has_answer(run: Run) -> bool:
    """Whether all that is left of a run is to print its answer."""
    return "answer" in (run.state or {})


def _is_of(run: Run) -> bool:
    """Whether the finished table at a run's place answers what the run was asked."""
    return open_table(Path(run.table)).header.game == run.key


def _as_finished(run: Run) -> Run:
    """A run whose table was put in its place, and which was killed before it could say so."""
    return replace(run, status="finished", finished=stored.now(), done=run.total, state=None)


def other_source(path: str, begun: Run) -> str:
    """What is said of a run whose file of rules is not, or may not be, what it was when the run began."""
    since = "it has changed since" if path in begun.sources else "nobody knows what was in it when"
    anew = shlex.join(("grundy", *begun.command)) + (" --overwrite" if begun.table else "")
    return f"{path}: {since} the run began, whose values are of the rule as it was then; begin anew with: {anew}"
