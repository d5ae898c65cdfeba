"""How much memory this process and those that work for it hold, and what the machine has: memory, and processors."""

from __future__ import annotations

import os
from pathlib import Path

from grundy.errors import OutOfReach

GIB = 2**30
MIB = 2**20
_STATM = "/proc/self/statm"
_workers: set[int] = set()
_LIMITS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")


def count_worker(pid: int, works: bool = True) -> None:
    """Say that a process works for this one, or has ended: what it holds counts too."""
    (_workers.add if works else _workers.discard)(pid)


def memory_in_use() -> int:
    """Bytes that all processes of this work hold: what is this one's own, and of each worker its proportional share
    (PSS), so that what they share is counted once."""
    return resident() + sum(map(_share, list(_workers)))


def _share(pid: int) -> int:
    """The proportional share of another process; 0 where that cannot be told, or it has ended."""
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
        return next(int(line.split()[1]) for line in text.splitlines() if line.startswith("Pss:")) * 1024
    except (OSError, ValueError, StopIteration):
        return 0


def resident() -> int:
    """Bytes of memory that are this process's own: what it would give back by ending; 0 where that cannot be told.

    Pages of mapped files do not count: the system takes them back whenever it needs them, so that a table
    larger than memory is no use of memory.
    """
    try:
        with open(_STATM, "rb") as stream:
            _, all_pages, file_pages = stream.read().split()[:3]
        return (int(all_pages) - int(file_pages)) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return _peak()


def _peak() -> int:
    """The most bytes that this process has held, where the system tells only that."""
    import sys

    if sys.platform == "win32":
        return 0
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def machine_memory() -> int:
    """Bytes of memory that this process may hope for: the machine's, or its container's where that is less."""
    try:
        most = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        most = 2**63
    for file in _LIMITS:
        try:
            most = min(most, int(Path(file).read_text(encoding="ascii")))
        except (OSError, ValueError):  # "max", or no such file
            continue
    return most


def require_memory(need: int, limit: int, what: str, help_: str) -> None:
    """Refuse a table of `need` bytes when more than `limit` bytes or half of this machine's memory would go.

    Args:    need, limit: bytes, >= 0. `what` names the table, `help_` says what would do instead.
    Raises:  OutOfReach: the table is larger; the message has both sizes.

    >>> require_memory(2**20, 2**32, "a table", "a smaller board")
    >>> require_memory(2**60, 2**32, "a table", "a smaller board")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    grundy.errors.OutOfReach: a table needs 1,073,741,824.0 GiB of memory, more than the ... GiB allowed; try ...
    """
    if need <= min(limit, GIB) // 16:  # never worth asking the machine
        return
    allowed = min(limit, machine_memory() // 2)
    if need > allowed:
        unit, name = (GIB, "GiB") if min(need, allowed) >= GIB else (MIB, "MiB")
        sizes = f"{need / unit:,.1f} {name} of memory, more than the {allowed / unit:,.1f} {name} allowed"
        raise OutOfReach(f"{what} needs {sizes}; try {help_}")


# ---- How many processors there are for us


def available_cores() -> int:
    """The processors that this process may use, at least 1."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
