"""Machine code that questions need, made beside the server, while it already answers: once on a new machine.

A question is ended when its time is over, and what it has compiled by then is lost. So on a new machine a board that
needs longer to be compiled than a question may take would never be answered, however often it is asked for.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

LOWEST = 19  # the priority of this, as `nice` has it
TREE = ",".join(f"{k}-{1 + (37 * k % 101) % (k - 1)}" for k in range(2, 51))
SOLVED = (("cram", "5x6"), ("chomp", "8x9"), ("node-kayles", TREE))
"""What takes longest to compile: searches of boards of 64 cells and of 128, and of graphs by their forms."""


@contextmanager
def compiling() -> Iterator[Callable[[], bool]]:
    """Compile in a process of its own, which ends with this one, or as soon as this is left; what says whether it is at
    it still."""
    command = [sys.executable, "-c", "from grundy.web.compiling import compile_all; compile_all()"]
    nowhere: Any = subprocess.DEVNULL
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=nowhere, stderr=nowhere)
    try:
        yield lambda: process.poll() is None
    finally:
        process.kill()
        process.communicate()


def compile_all() -> None:
    """Answer a question of each kind that is compiled, however long it takes."""
    from grundy.web.handlers import HANDLERS

    Thread(target=_end_with_parent, daemon=True).start()
    os.nice(LOWEST)
    for game, position in SOLVED:
        HANDLERS["solve"]({"game": game, "position": position})


def _end_with_parent() -> None:
    """Whoever has begun this holds the other end of its input, and is gone when that ends."""
    while os.read(0, 1):  # not by sys.stdin, whose lock would be held when this process ends by itself
        pass
    os._exit(0)
