"""One process at a time on one run: a lock that ends with its process, even by kill -9."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from grundy.errors import StoreError
from grundy.runs.clock import CLOCK
from grundy.runs.durable import require_own, try_lock, writing

PATIENCE = 0.2  # seconds: somebody may only be looking whether it is held

_held: dict[Path, Lock] = {}


class Lock:
    """A lock on a file beside what it guards; `take` makes one, `release` ends it and removes the file.

    The system keeps the lock (flock), so no stale file ever needs removing by hand. Worker processes forked
    from the holder hold it too: as long as one of them may still write, nobody else may begin.
    """

    def __init__(self, path: Path, stream: BinaryIO) -> None:
        self._path, self._stream = path, stream

    def release(self) -> None:
        """Let others in."""
        _held.pop(self._path, None)
        if not self._stream.closed:
            with suppress(OSError):
                self._path.unlink()  # before the lock ends: whoever waits sees that its file has gone, and asks anew
            self._stream.close()


def release_all() -> None:
    """End all locks of this process, whose end is near."""
    for lock in list(_held.values()):
        lock.release()


def take(path: Path, what: str) -> Lock:
    """Lock a file, made for the purpose.

    Args:    path: the lock file. what: what is locked, for the message.
    Raises:  StoreError: another process (or another part of this one) holds it, or it cannot be written.
    """
    while True:
        require_own(path, b"process ", f"no lock of grundy's on {what}")
        with writing(path):
            stream = open(os.open(path, os.O_RDWR | os.O_CREAT, 0o644), "r+b", buffering=0)  # noqa: SIM115 (kept open)
        try:
            until = CLOCK.now() + PATIENCE
            while not (mine := try_lock(stream)) and CLOCK.now() < until:
                CLOCK.sleep(0.02)
            if not mine:
                holder = stream.read(100).decode("ascii", "replace").strip() or "another process"
                raise StoreError(f"{what} is being worked on by {holder}; wait for it, or stop it first")
            if _still_there(path, stream):
                with suppress(OSError):  # a full disk: the lock holds without its holder's name
                    stream.truncate(0)
                    stream.write(f"process {os.getpid()}".encode("ascii"))
                _held[path] = Lock(path, stream)
                return _held[path]
        except BaseException:
            stream.close()
            raise
        stream.close()


def held(path: Path) -> bool:
    """Whether some process holds the lock now."""
    try:
        with open(path, "r+b", buffering=0) as stream:
            return not try_lock(stream)
    except OSError:
        return False


def _still_there(path: Path, stream: BinaryIO) -> bool:
    """Whether the locked file is the one of that name, not one that its holder removed meanwhile."""
    try:
        return os.path.samestat(os.stat(path), os.fstat(stream.fileno()))
    except OSError:
        return False
