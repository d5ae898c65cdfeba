"""How much work something is, by what no machine is faster at: the lines of Python that run, in all its threads.

Lines of modules that are imported meanwhile do not count: which those are is decided by the tests that ran before.
"""

from __future__ import annotations

import sys
import threading
from collections import Counter
from collections.abc import Callable
from itertools import count
from types import FrameType
from typing import Any, TypeVar

Returned = TypeVar("Returned")


def lines_of(work: Callable[[], Returned], most: int) -> Returned:
    """What work returns, which must not take more than so many lines; work that takes more is ended."""
    lines = count(1)
    imports: Counter[int] = Counter()  # that are under way, by thread

    def traced(frame: FrameType, event: str, given: Any) -> Any:
        if frame.f_code.co_name == "<module>":
            imports[threading.get_ident()] += {"call": 1, "return": -1}.get(event, 0)
        elif event == "line" and not imports[threading.get_ident()] and next(lines) > most:
            raise AssertionError(f"more than {most:,} lines of Python, the last of {frame.f_code.co_qualname}")
        return traced

    before = sys.gettrace(), threading.gettrace()
    sys.settrace(traced)
    threading.settrace(traced)
    try:
        return work()
    finally:
        sys.settrace(before[0])
        threading.settrace(before[1])
        print(f"{next(lines) - 1:,} lines of Python")
