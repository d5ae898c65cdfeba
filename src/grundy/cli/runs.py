"""Options and messages of commands for long work: stores, stopped work, `grundy runs`, `grundy resume`; no click."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Sequence
from pathlib import Path

from grundy.api.runs import forget, get_run, list_runs
from grundy.errors import BadText, Finding, StoreError
from grundy.notation.rule_files import changed_files
from grundy.runs.loop import Outcome
from grundy.runs.resume import Resumable, other_source, resume
from grundy.runs.store import default_store, require_store, require_there
from grundy.show.runs import duration, runs_lines
from grundy.show.text import fold

STOPPED_BY = {
    "interrupted": "Interrupted",
    "terminated": "Terminated",
    "out of time": "Stopped by the time limit",
    "out of memory": "Stopped by the memory limit",
}


def store_path(option: str | None, no_store: bool) -> Path | None:
    """The store that records runs, from --store and --no-store; None: nothing records them.

    Raises:  StoreError: the store that --store names cannot be used. (The default store is tried later, and no answer
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
    """The store that --store names, which must exist, or the user's default store.

    Raises:  StoreError: there is no such file.
    """
    if option is None:
        return store_path(None, False)
    require_there(Path(option))
    return Path(option)


def forgotten_line(store: Path | None, which: Sequence[str]) -> str:
    """Remove runs from the store; return a sentence about it. Raises BadText, StoreError: see `api.runs.forget`."""
    count = forget(which, store=_there(store))
    return f"{count:,} run{'s' * (count != 1)} forgotten; tables in files are where they were"


def _there(store: Path | None) -> Path:
    if store is None:
        raise StoreError("there is no store: runs are recorded nowhere")
    return store


def with_cluster(command: list[str], address: str) -> list[str]:
    """The command of a run with the address of another scheduler.

    Raises:  BadText: the run did not use a cluster.

    >>> with_cluster(["atlas", "--digits", "3", "--cluster", "tcp://a:8786"], "tcp://b:8786")
    ['atlas', '--digits', '3', '--cluster', 'tcp://b:8786']
    """
    if "--cluster" not in command:
        actual = f"'grundy {shlex.join(command)}'"
        raise BadText([Finding(1, 1, "a run that was begun on a cluster", actual, "<--cluster>")])
    place = command.index("--cluster") + 1
    return [*command[:place], address, *command[place + 1 :]]


def stopped_line(outcome: Outcome, store: Path | None = None, remedy: str = "", printed: bool = False) -> str:
    """Say why work stopped, after how long, what it knows, and how to resume it (with its store, if not the default).

    Args:    remedy: how to save progress the next time, if nothing is saved. printed: the answer shows what is known.

    >>> stopped_line(Outcome("out of time", None, None, 60.0, saved=True, resume="12"))
    'Stopped by the time limit after 1 min. Go on with: grundy resume 12'
    """
    progress = f": {outcome.known}" if outcome.known and not printed else ""
    stopped = f"{STOPPED_BY[outcome.status]} after {duration(outcome.seconds)}{progress}."
    if not outcome.resume:
        return f"{stopped} Nothing was saved to resume{f'; {remedy}' if remedy else ''}."
    words = ["grundy", "resume", outcome.resume]
    if outcome.resume.isdigit() and store is not None and store != store_path(None, False):
        words += ["--store", str(store)]
    return f"{stopped} Go on with: {shlex.join(words)}"


def runs_text(store: Path | None, number: int | None = None, as_json: bool = False, width: int | None = None) -> str:
    """The output of `grundy runs`: all runs, one a line, or all details of one run.

    Args:    width: the number of characters in a line of the screen; None: the output does not go to a screen.

    Raises:  StoreError: there is no store or no such run; the store is damaged or from a newer version.
    """
    store = _there(store)
    chosen = list_runs(store) if number is None else [get_run(number, store=store)]
    if as_json:
        lines = [json.dumps(run.as_dict()) for run in chosen]
    elif number is not None:
        lines = [line for run in chosen for line in str(run).splitlines()]
        lines = lines if width is None else [part for line in lines for part in fold(line, width)]
    else:
        lines = runs_lines(chosen, width) or [f"no run has taken more than a second yet ({store})"]
    return "".join(f"{line}\n" for line in lines)


def resumable(target: str, store: Path | None) -> Resumable:
    """Find the run that `grundy resume TARGET` resumes, and change to the folder in which its command was given.

    Raises:  StoreError: as for runs.resume.resume; or the file cannot be read, the folder is gone, or a file of rules
             has changed.
    """
    try:
        resumed = resume(target, store)
    except OSError as problem:
        raise StoreError(f"{target}: expected a table that can be read, found: {problem.strerror}") from problem
    try:
        os.chdir(resumed.run.folder)
    except OSError as problem:
        raise StoreError(f"{resumed.run.folder}: the run was begun there: {problem.strerror}") from problem
    for path in changed_files(resumed.run.sources):
        raise StoreError(other_source(path, resumed.run))
    return resumed
