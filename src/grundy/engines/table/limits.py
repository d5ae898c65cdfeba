"""How much memory a table may take: the stated limit, or half of the machine's memory where that is less."""

from __future__ import annotations

import os

from grundy.errors import OutOfReach

GIB = 2**30


def require_memory(need: int, limit: int, what: str, help_: str) -> None:
    """Refuse a table of `need` bytes when more than `limit` bytes or half of this machine's memory would go.

    Args:    need, limit: bytes, >= 0. `what` names the table, `help_` says what would do instead.
    Raises:  OutOfReach: the table is larger; the message has both sizes.

    >>> require_memory(2**20, 2**32, "a table", "a smaller board")
    >>> require_memory(2**60, 2**32, "a table", "a smaller board")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    grundy.errors.OutOfReach: a table needs 1073741824.0 GiB of memory, more than the ... GiB allowed; try ...
    """
    if need <= min(limit, GIB) // 16:  # never worth asking the machine
        return
    allowed = min(limit, _physical_memory() // 2)
    if need > allowed:
        raise OutOfReach(
            f"{what} needs {need / GIB:.1f} GiB of memory, more than the {allowed / GIB:.1f} GiB allowed; try {help_}"
        )


def _physical_memory() -> int:
    """Bytes of memory of this machine, or a size that forbids nothing where the system does not say."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 2**63
