"""What the commands for long work say and read: limits, stopped work, `grundy runs`, `grundy resume`; no click."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Sequence
from pathlib import Path

from grundy.api.provenance import as_typed
from grundy.api.runs import forget, list_runs
from grundy.errors import StoreError
from grundy.notation.files import changed
from grundy.runs.loop import Outcome
from grundy.runs.resume import Resumable, other_source, resume
from grundy.runs.store import Run, default_store, get_run, require_store, require_there
from grundy.show.times import duration

_COLUMNS = ("run", "status", "started", "worked", "done", "command")


def store_path(option: str | None, no_store: bool) -> Path | None:
    """Where runs are recorded, from --store and --no-store; None: nowhere.

    Raises:  StoreError: a store that was asked for by name cannot be used. (The usual one is tried later, and no answer
             depends on it.)
    """
    if no_store:
        return None
    if option is not None:
        require_store(Path(option))
        return Path(option)
    try:
        return default_store()
    except StoreError:
        return None


def store_to_read(option: str | None) -> Path | None:
    """The store that --store names, which must be there, or the user's own.

    Raises:  StoreError: there is no such file.
    """
    if option is None:
        return store_path(None, False)
    require_there(Path(option))
    return Path(option)


def forgotten_line(store: Path | None, which: Sequence[str]) -> str:
    """Remove runs from the store; what was done, in a sentence. Raises BadText, StoreError: see `api.runs.forget`."""
    count = forget(which, store=_there(store))
    return f"{count:,} run{'s' * (count != 1)} forgotten; tables in files are where they were"


def _there(store: Path | None) -> Path:
    if store is None:
        raise StoreError("there is no store: runs are recorded nowhere")
    return store


def stopped_lines(outcome: Outcome, store: Path | None = None, remedy: str = "") -> list[str]:
    """What to say of work that has stopped: how far it came, how to go on (with its store, if that is not the usual).

    `remedy`: what would have kept something, where nothing is kept.

    Why it stops, and what is known at that moment, the loop has said already.

    >>> stopped_lines(Outcome("out of time", None, None, 60.0, saved=True, resume="12"))
    ['stopped after 1 min', 'go on with: grundy resume 12']
    """
    lines = [f"stopped after {duration(outcome.seconds)}{f' with {outcome.known}' if outcome.known else ''}"]
    if not outcome.resume:
        return [*lines, f"nothing was kept to go on from{f'; {remedy}' if remedy else ''}"]
    words = ["grundy", "resume", outcome.resume]
    if outcome.resume.isdigit() and store is not None and store != store_path(None, False):
        words += ["--store", str(store)]
    return [*lines, f"go on with: {shlex.join(words)}"]


def runs_lines(store: Path | None, number: int | None = None, as_json: bool = False) -> list[str]:
    """What `grundy runs` prints: all runs, one a line, or all that is known of one.

    Raises:  StoreError: there is no store or no such run; it is damaged or from a newer version.
    """
    store = _there(store)
    if number is not None:
        run = get_run(store, number)
        return [json.dumps(run_dict(run))] if as_json else run_lines(run)
    runs = list_runs(store)
    if as_json:
        return [json.dumps(run_dict(run)) for run in runs]
    if not runs:
        return [f"no run has taken more than a second yet ({store})"]
    rows = [_COLUMNS, *(_row(run) for run in runs)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def run_lines(run: Run) -> list[str]:
    """All that is known of a run, for people."""
    shown = run_dict(run)
    shown["command"] = command_text(run)
    shown["seconds"] = duration(run.seconds)
    shown["done"] = _done(run)
    hidden = ("total", "unit", "key")
    width = max(map(len, shown))
    return [
        f"{name:<{width}}  {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}"
        for name, value in shown.items()
        if name not in hidden and value not in ("", None, {})
    ]


def run_dict(run: Run) -> dict[str, object]:
    """A run for machines; without its state, which only its engine can read."""
    return {
        "run": run.number,
        "status": run.status,
        "command": list(run.command),
        "folder": run.folder,
        "game": run.game,
        "parameters": dict(run.parameters),
        "key": run.key,
        "version": run.version,
        "machine": run.machine,
        "table": run.table,
        "started": run.started,
        "updated": run.updated,
        "finished": run.finished,
        "seconds": run.seconds,
        "done": run.done,
        "total": run.total,
        "unit": run.unit,
        "known": run.known,
        "message": run.message,
        "result": run.result,
        "evidence": run.evidence,
    }


def command_text(run: Run) -> str:
    """The command line of a run, as it may be typed."""
    return as_typed(run.command)


def resumable(target: str, store: Path | None) -> Resumable:
    """What `grundy resume TARGET` runs again, with the process in the folder where it was first given.

    Raises:  StoreError: as for runs.resume.resume, or the file cannot be read, the folder has gone, or a file of rules
             is not what it was.
    """
    try:
        found = resume(target, store)
    except OSError as problem:
        raise StoreError(f"{target}: expected a table that can be read, found: {problem.strerror}") from problem
    try:
        os.chdir(found.run.folder)
    except OSError as problem:
        raise StoreError(f"{found.run.folder}: the run was begun there: {problem.strerror}") from problem
    for path in changed(found.run.sources):
        raise StoreError(other_source(path, found.run))
    return found


def _row(run: Run) -> tuple[str, ...]:
    if run.status == "damaged":
        return (str(run.number), run.status, "", "", "", run.message)
    started = run.started.removesuffix("Z").replace("T", " ")
    return (str(run.number), run.status, started, duration(run.seconds), _done(run), command_text(run))


def _done(run: Run) -> str:
    if run.total:
        return f"{100 * run.done // run.total} % of {run.total:,} {run.unit}"
    return f"{run.done:,} {run.unit}".strip() if run.done else ""
