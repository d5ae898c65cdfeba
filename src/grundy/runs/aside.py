"""A file beside another, into which it is written before it takes its place: for one writer at a time.

It is locked as long as its writer lives. What a kill left is locked by nobody and is removed by the next writer; who
writes the same file at the same time takes the next name.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from time import monotonic, sleep
from typing import BinaryIO

PATIENCE = 5.0  # seconds on Windows, where nobody says whether files can be locked at all
MOST = 100  # writers of one file at a time, and things of those names that are in the way


@contextmanager
def beside(path: Path) -> Iterator[tuple[Path, BinaryIO]]:
    """An empty file of that name, or of the next that is free, with the stream that writes it.

    Where the block fails, or the file has not been renamed in it, it is removed.

    Raises:  OSError: the folder cannot be written.
    """
    number, name, stream = _free(path)
    try:
        _remove_left(path, number + 1)
        yield name, stream
    finally:
        if stream.closed or _is(name, stream):
            with suppress(OSError):
                if sys.platform == "win32":
                    stream.close()
                name.unlink()
        with suppress(OSError):  # of a full disk, which was said already
            stream.close()


def _free(path: Path) -> tuple[int, Path, BinaryIO]:
    """The first of the names that is free, and its new file. Raises OSError: none can be made."""
    for number in count(1):
        name = _name(path, number)
        try:
            stream = _opened(name)
        except OSError:  # a folder, a link, another's file
            if number > MOST or not os.path.lexists(name):
                raise
            continue
        if stream is not None:
            return number, name, stream
    raise AssertionError


def _name(path: Path, number: int) -> Path:
    return path if number == 1 else path.with_name(f"{path.name}-{number}")


def _opened(name: Path) -> BinaryIO | None:
    """A new file of that name, locked; None: another writer has it. Raises OSError: something else is there."""
    while True:
        try:
            handle = os.open(name, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
        except FileExistsError:
            if not _removed(name):
                return None
            continue
        stream = open(handle, "w+b")  # noqa: SIM115 (kept open)
        until = monotonic() + PATIENCE
        while not try_lock(stream) and (sys.platform != "win32" or monotonic() < until):
            sleep(0.01)  # somebody looks whether a kill has left it
        if _is(name, stream):
            return stream
        stream.close()  # it was taken for one that a kill had left, in the moment before it was locked


def _removed(name: Path) -> bool:
    """Remove what a kill has left; whether the name is free. Raises OSError: it is none of our files."""
    try:
        handle = os.open(name, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except FileNotFoundError:
        return True
    with open(handle, "rb") as stream:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise FileExistsError(name)
        if not try_lock(stream):
            return False
        mine = _is(name, stream)
        if mine and sys.platform != "win32":  # where no file that is open is removed
            name.unlink()
    if mine and sys.platform == "win32":
        name.unlink()
    return True


def _remove_left(path: Path, number: int) -> None:
    """Remove what writers that were killed together have left under the names that follow."""
    with suppress(OSError):
        while os.path.lexists(name := _name(path, number)) and _removed(name):
            number += 1


def _is(name: Path, stream: BinaryIO) -> bool:
    """Whether the file of that name is the one that is open."""
    try:
        return os.path.samestat(os.lstat(name), os.fstat(stream.fileno()))
    except OSError:
        return False


def try_lock(stream: BinaryIO) -> bool:
    """Lock an open file unless another has; where files cannot be locked at all, nobody is kept out."""
    if sys.platform == "win32":
        import msvcrt

        try:
            stream.seek(2**30)  # locked bytes cannot be read there: lock one beyond the holder's name
            msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            stream.seek(0)
        return True
    import fcntl

    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True
