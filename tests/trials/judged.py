"""The process of trials/definition.py, asked: one for all trials of a process, begun anew where it has ended."""

from __future__ import annotations

import atexit
import subprocess
import sys
from ast import literal_eval
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from trials.claim import Unfit

PROGRAM = Path(__file__).with_name("definition.py")


@cache
def _process() -> subprocess.Popen[str]:
    """Without site-packages, the variables of Python's and the folder of this one: grundy cannot be imported there."""
    process = subprocess.Popen(
        [sys.executable, "-I", "-S", str(PROGRAM)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    atexit.register(process.kill)
    return process


def judged(cells: Sequence[str], states: Sequence[Any], arity: int = 1, **more: Any) -> dict[str, Any]:
    """What the definition says of a rule: `status` is "ok" or begins with "unsteady". Raises Unfit: nothing."""
    process = _process()
    assert process.stdin is not None and process.stdout is not None
    try:
        question = {"cells": tuple(cells), "states": tuple(states), "arity": arity, **more}
        print(repr(question), file=process.stdin, flush=True)
        line = process.stdout.readline()
    except OSError:
        line = ""
    if not line:  # a text of the rule has ended it
        _process.cache_clear()
        raise Unfit
    answer: dict[str, Any] = literal_eval(line)
    if answer["status"] != "ok" and not answer["status"].startswith("unsteady"):
        raise Unfit
    return answer
