"""Files that are there as a whole or not at all, and digests that notice every flipped bit."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from grundy.errors import StoreError
from grundy.runs.aside import beside

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
    those who write the same file at the same time, each puts a whole one in its place (runs.aside), but on several
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
