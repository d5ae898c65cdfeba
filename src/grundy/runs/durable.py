"""Files that are there as a whole or not at all, and digests that notice every flipped bit."""

from __future__ import annotations

import hashlib
import json
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any, BinaryIO

from grundy.errors import StoreError

# ---- A file beside another, into which it is written before it takes its place: for one writer at a time
#
# It is locked as long as its writer lives. What a kill left is locked by nobody and is removed by the next writer; who
# writes the same file at the same time takes the next name.


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


HEAD = 1000  # bytes of a file in which it says what it is


def digest(data: Any) -> str:
    """The SHA-256 of bytes or of a buffer, in hexadecimal.

    >>> digest(b"")[:16]
    'e3b0c44298fc1c14'
    """
    return hashlib.sha256(data).hexdigest()


def plain_json(value: Any) -> str:
    """The one JSON text of a value: ASCII, keys sorted, no blanks; equal values have equal texts.

    Raises:  TypeError: the value is not made of numbers, texts, lists and mappings of such.

    >>> plain_json({"b": [1, 2], "a": "é"})
    '{"a":"\\\\u00e9","b":[1,2]}'
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Say an error of the system while writing as a StoreError that names the file."""
    try:
        yield
    except OSError as problem:
        raise StoreError(f"{path}: cannot be written: {problem.strerror or problem}") from problem


def whole_file(path: Path, expected: str) -> bytes:
    """What a file holds.

    Raises:  StoreError: it is not there, or cannot be read.
    """
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise StoreError(f"{path}: expected {expected}, found no such file") from None
    except OSError as problem:
        raise StoreError(f"{path}: cannot be read: {problem.strerror or problem}") from problem


def replace_file(path: Path, data: bytes | memoryview, aside: str = "new", marker: bytes = b"") -> None:
    """Put `data` in the place of a file: written aside, on the disk, then renamed; at any moment the old or the new.

    A pipe or a device, such as /dev/stdout, is written to as it is. `aside` ends the name of what is written first; of
    those who write the same file at the same time, each puts a whole one in its place (`beside`), but on several
    machines each needs another `aside`. A file that is there is replaced only if `marker` stands near its beginning,
    or if it is empty.

    Raises:  StoreError: it cannot be written, or another file is there; the old file is as it was.
    """
    with replacing(path, data, aside, marker):
        pass


def replace_picture(path: Path, data: bytes) -> None:
    """The same with an SVG or a PNG, by the name of the file; nothing but such a picture is replaced."""
    replace_file(path, data, marker=b"\x89PNG" if path.suffix.lower() == ".png" else b"<svg")


def require_own(path: Path, marker: bytes, what: str = "another file") -> None:
    """Raise StoreError where a file is there that has no such marker near its beginning, and is not empty."""
    if path.is_file():
        with writing(path), open(path, "rb") as stream:
            head = stream.read(HEAD)
        if head and marker not in head:
            raise StoreError(f"{path}: there already, and {what}; choose another name or remove it")


@contextmanager
def replacing(path: Path, data: bytes | memoryview, suffix: str = "new", marker: bytes = b"") -> Iterator[Path]:
    """The same, with a look at what is written aside before it takes the place of the file: raise, and it does not."""
    require_own(path, marker)
    device = path.exists() and not path.is_file()
    folder = TemporaryDirectory() if device else nullcontext(path.parent)
    with writing(path), folder as place, beside(Path(place) / f"{path.name}.{suffix}") as (aside, stream):
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())
        if sys.platform == "win32":  # no open file is renamed there
            stream.close()
        yield aside
        if device:
            path.write_bytes(data)
            return
        os.replace(aside, path)
        sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """See that renamed and removed names are on the disk too, where the system can."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
