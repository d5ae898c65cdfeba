"""The verb `estimate`: how long another verb would take, and how much memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grundy.api.constraints import WRITTEN, require_fitting
from grundy.runs.estimate import Estimate, Estimated
from grundy.runs.session import Limits, Session


def estimate(verb: Callable[..., Any], *given: Any, **named: Any) -> Estimate | None:
    """How long a verb would take, and how much memory: it is only begun, for some seconds.

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

    Examples
    --------
    >>> import grundy
    >>> found = estimate(grundy.solve, "cram 3x5")
    >>> found.finished, found.seconds[1] < 60
    (True, True)
    """
    require_fitting("", estimate=True, **{name: bool(named.get(name)) for name in WRITTEN})
    try:
        with Session(Limits(estimate=True)) as session:
            verb(*given, **named, session=session)
            return Estimate.of_finished(session.seconds)
    except Estimated as begun:
        return begun.estimate
