"""How much memory a table may take: the stated limit, or half of the machine's memory where that is less."""

from __future__ import annotations

from grundy.errors import OutOfReach
from grundy.runs.memory import machine_memory

GIB = 2**30
MIB = 2**20


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
