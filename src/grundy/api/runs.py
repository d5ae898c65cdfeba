"""The verbs `list_runs`, `get_run`, `forget` and `estimate`: what work took more than a second, and what work would."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from grundy.api.constraints import WRITTEN, require_fitting
from grundy.errors import BadText, Finding
from grundy.model.run import Run
from grundy.runs import store as stored
from grundy.runs.estimate import Estimate, Estimated
from grundy.runs.resume import OPEN
from grundy.runs.session import Limits, Session

# The verbs `list_runs`, `get_run` and `forget`: what was worked on for more than a second, as the store has it.


def list_runs(store: str | Path | None = None) -> list[Run]:
    """List the recorded runs, oldest first.

    Parameters
    ----------
    store : path, optional
        The file in which they are recorded; the user's own unless given.

    Returns
    -------
    list of Run
        Each with `number`, `status`, `command`, `game`, `parameters`, `started`, `seconds`, `done`, `total`, `result`,
        `evidence`. A verb goes on with an open one by ``resume=number, store=store``.

    Raises
    ------
    StoreError
        The store cannot be read. (Where there is none yet, there are no runs.)

    Examples
    --------
    A search that its limit stops:

    >>> import contextlib, tempfile
    >>> from grundy import Stopped, period
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store = Path(folder) / "runs.db"
    ...     before = list_runs(store)
    ...     with contextlib.suppress(Stopped):
    ...         period("octal:0.106", limit=10**9, time_limit=0.01, store=store)
    ...     [run] = list_runs(store)
    >>> before, run.number, run.game, run.status, run.parameters
    ([], 1, 'octal:0.106', 'out of time', {'limit': 1000000000})
    """
    return stored.list_runs(_place(store))


def get_run(number: int, *, store: str | Path | None = None) -> Run:
    """Look up one recorded run; `print` shows all about it.

    Parameters
    ----------
    number : int
        Its number.
    store : path, optional
        The file in which it is recorded; the user's own unless given.

    Returns
    -------
    Run
        See `list_runs`; its `result` and `evidence` are those of its answer.

    Raises
    ------
    StoreError
        There is no such run, or it is damaged.

    Examples
    --------
    >>> import contextlib, tempfile
    >>> from grundy import Stopped, period
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store = Path(folder) / "runs.db"
    ...     with contextlib.suppress(Stopped):
    ...         period("octal:0.106", limit=10**9, time_limit=0.01, store=store)
    ...     run = get_run(1, store=store)
    >>> run.game, run.status
    ('octal:0.106', 'out of time')
    """
    return stored.get_run(_place(store), number)


def forget(which: int | str | Sequence[int | str], *, store: str | Path | None = None) -> int:
    """Remove runs from the store; a table in a file is never removed.

    Parameters
    ----------
    which : int or str, or several
        Numbers of runs, ``"finished"``, or ``"all"`` (that are not running).
    store : path, optional
        The file in which they are recorded; the user's own unless given.

    Returns
    -------
    int
        How many runs were removed.

    Raises
    ------
    BadText
        Something else was given.
    StoreError
        There is no such run, or it is being worked on.

    Examples
    --------
    >>> import contextlib, tempfile
    >>> from grundy import Stopped, period
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store = Path(folder) / "runs.db"
    ...     with contextlib.suppress(Stopped):
    ...         period("octal:0.106", limit=10**9, time_limit=0.01, store=store)
    ...     gone = forget("all", store=store)
    ...     left = list_runs(store)
    >>> gone, left
    (1, [])
    """
    place = _place(store)
    numbers: list[int] = []
    for word in [which] if isinstance(which, int | str) else which:
        if word in ("all", "finished"):
            statuses = ("finished",) if word == "finished" else (*OPEN, "finished", "damaged")
            numbers += [run.number for run in stored.list_runs(place) if run.status in statuses]
        elif re.fullmatch("[0-9]{1,18}", str(word), re.ASCII):
            numbers.append(int(word))
        else:
            raise BadText([Finding(1, 1, "the number of a run, 'finished' or 'all'", repr(word), "<--forget>")])
    numbers = list(dict.fromkeys(numbers))
    if numbers:
        stored.forget_runs(place, numbers)
    return len(numbers)


def _place(store: str | Path | None) -> Path:
    return stored.default_store() if store is None else Path(store)


# The verb `estimate`: how long another verb would take, and how much memory.


def estimate(verb: Callable[..., Any], *given: Any, **named: Any) -> Estimate | None:
    """Estimate the time and memory that a verb would take, from its first seconds of work.

    Parameters
    ----------
    verb : callable
        `solve`, `table`, `sequence`, `period`, `atlas` or another verb that takes limits.
    *given, **named
        What the verb would be given, without limits.

    Returns
    -------
    Estimate or None
        Bounds between which eight in ten lie; None where nothing can be told. What takes less than some seconds is
        done, and its answer lost.

    Raises
    ------
    GrundyError
        What the verb itself refuses.

    Examples
    --------
    >>> import grundy
    >>> found = estimate(grundy.solve, "cram 3x5")
    >>> found.is_finished, found.seconds[1] < 60
    (True, True)
    """
    require_fitting("", estimate=True, **{name: bool(named.get(name)) for name in WRITTEN})
    try:
        with Session(Limits(estimate=True)) as session:
            verb(*given, **named, session=session)
            return Estimate.of_finished(session.seconds)
    except Estimated as begun:
        return begun.estimate
