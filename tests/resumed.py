"""Work that is stopped now and then and resumed from its state, as in another process."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator
from typing import Any

from grundy.runs.chunk import Chunk

Working = Generator[Chunk, None, Any]


def run_resumed(work: Working, again: Callable[[Any], Working], stops: Callable[[Any], bool]) -> Any:
    """What work returns.

    Args:    again: the work from a state, which was text meanwhile. stops: called with each state, whether the work is
             resumed from it.
    """
    while True:
        try:
            state = next(work).state
        except StopIteration as end:
            return end.value
        if stops(state):
            work.close()
            work = again(json.loads(json.dumps(state)))
