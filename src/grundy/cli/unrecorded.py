"""Work of commands that record nothing: a bar after a second, limits, and what is said where they stop it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic
from typing import Any

from grundy.cli.bar import progress_bar
from grundy.runs.chunk import Work
from grundy.runs.loop import drive


def unrecorded(time_limit: float | None, memory: int | None, remedy: str) -> Callable[[Work], Any]:
    """What runs work, one after the other, within limits for all of it together.

    Args:    time_limit: seconds from now on; memory: bytes. remedy: what would help where they do not suffice.
    Raises:  SystemExit, by what is returned: a person or a limit stopped the work; what is known was said.
    """
    began = monotonic()

    def run(work: Work) -> Any:
        left = None if time_limit is None else max(0.0, time_limit - (monotonic() - began))
        with progress_bar() as progress:
            outcome = drive(work, progress=progress, say=_say, time_limit=left, memory=memory)
        if outcome.status == "finished":
            return outcome.value
        from grundy.cli.runs import stopped_lines

        for line in stopped_lines(outcome, remedy=remedy):
            _say(line)
        raise SystemExit(outcome.exit_status)

    return run


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr)
