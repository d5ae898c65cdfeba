"""A guess compared with nim-values, all at once."""

from __future__ import annotations

from typing import Any

from grundy.patterns.guess import Verdict, box_steps, steps
from grundy.runs.chunk import run_to_end


def check(*given: Any, **named: Any) -> Verdict:
    """What the steps for single numbers come to."""
    return run_to_end(steps(*given, **named))


def check_box(*given: Any, **named: Any) -> Verdict:
    """What the steps for vectors come to."""
    return run_to_end(box_steps(*given, **named))
