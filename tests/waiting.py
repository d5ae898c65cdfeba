"""How long a test waits for what must happen, and how it waits for what nobody tells it of.

Nothing that a test waits for takes a time that matters: it waits for an event, and what is awaited cannot be over
before. Only what never happens takes PATIENCE.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

PATIENCE = 500.0  # seconds: ten times what a slow machine needs for anything awaited, and less than pytest gives a test
LOOK = 0.01  # seconds between two looks

Seen = TypeVar("Seen")


def wait_until(look: Callable[[], Seen], what: str) -> Seen:
    """What a look sees, as soon as it is true: of another process, whose events nobody tells us."""
    until = time.monotonic() + PATIENCE
    while not (seen := look()):
        assert time.monotonic() < until, f"waited {PATIENCE:.0f} seconds for {what}"
        time.sleep(LOOK)
    return seen


async def awaited(look: Callable[[], object]) -> None:
    """The same within a loop of asyncio, whose other tasks go on."""
    async with asyncio.timeout(PATIENCE):
        while not look():
            await asyncio.sleep(LOOK)


def is_at_work(process: int) -> bool:
    """Whether a process has, or waits for, a processor; where /proc tells."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] == "R"
    except OSError:
        return False


def is_running(process: int) -> bool:
    """Whether a process goes on; one whose status nobody has asked for does not."""
    try:
        os.kill(process, 0)
        with suppress(FileNotFoundError):
            return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except ProcessLookupError:
        return False
    return True
