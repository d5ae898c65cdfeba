"""Connections that harm nobody: whoever is slow, silent or too many loses their own connection, not the server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

MOST_CONNECTIONS = 800
QUIET, BUSY = 15.0, 90.0  # seconds without a whole request, and with one, in which nothing changes
LOOK = 3.0  # seconds between two looks


class Guard(asyncio.Protocol):
    """Passes all on to the protocol of the server, and ends the connection when nothing comes of it.

    Where there are too many connections, the oldest that has sent no whole request makes room for the new one.
    """

    def __init__(self, inner: Any, others: dict[Guard, None], most: int = MOST_CONNECTIONS) -> None:
        self.inner, self.others, self.most = inner, others, most
        self.transport: asyncio.Transport | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.state: tuple[int, bool] = (0, False)
        self.since = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        if len(self.others) >= self.most:
            oldest = next((other for other in self.others if not other.is_busy()), next(iter(self.others)))
            oldest.end()
        self.others[self] = None
        self.inner.connection_made(transport)
        self.since = asyncio.get_running_loop().time()
        self._look()

    def is_busy(self) -> bool:
        """Whether a request has come whose answer is not yet sent."""
        cycle = self.inner.cycle
        return cycle is not None and not cycle.response_complete

    def _look(self) -> None:
        loop = asyncio.get_running_loop()
        state = (id(self.inner.cycle), self.is_busy())
        if state != self.state:
            self.state, self.since = state, loop.time()
        elif loop.time() - self.since > (BUSY if self.is_busy() else QUIET):
            self.end()
            return
        self.timer = loop.call_later(LOOK, self._look)

    def end(self) -> None:
        """Close the connection now, whatever is still to be sent."""
        self.others.pop(self, None)
        if self.transport is not None:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.others.pop(self, None)
        if self.timer is not None:
            self.timer.cancel()
        self.inner.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self.inner.data_received(data)

    def eof_received(self) -> bool | None:
        return self.inner.eof_received()  # type: ignore[no-any-return]

    def pause_writing(self) -> None:
        self.inner.pause_writing()

    def resume_writing(self) -> None:
        self.inner.resume_writing()


def guarded(make: Callable[..., Any], most: int = MOST_CONNECTIONS) -> Callable[..., Guard]:
    """What makes a guarded protocol where `make` would make a bare one."""
    others: dict[Guard, None] = {}
    return lambda *arguments, **options: Guard(make(*arguments, **options), others, most)
