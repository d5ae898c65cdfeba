"""Kernels as files: a process that only answers loads their machine code, and neither Numba nor LLVM.

Numba compiles a kernel with a function round it that takes the address of some words: the address and the lengths of
each array, each number, and then room for what is returned. LLVM makes machine code of both, and `elf.py` makes that a
shared object, which is kept. Whoever calls the kernel with arguments of the same kinds loads it.

A file is named by the SHA-256 of what it was made of: this format, the sources of all kernels, Numba, the processor,
the kernel and the kinds of its arguments. It ends with the SHA-256 of that name and of all before, so that it is loaded
under its own name alone, and not if a bit has changed; nor is a file, or one in a folder, that others may write.

What is not there may have come with the package (`shipped.py`), and else is made. A kernel for which no file can be
made has an empty one; Numba compiles it then (`cached.py`), as it does all of them where GRUNDY_NATIVE is `off`, on
other processors and systems, and where no folder can be written.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import sys
from array import array
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from grundy.compile import shipped
from grundy.compile.host import described_processor
from grundy.compile.machine import MOST_KERNELS, trim, writable_folder
from grundy.compile.sources import files_of_kernels, sources
from grundy.compile.span import Place, Span

Code = Callable[["array[int]"], Any]
Made = tuple[bytes, str]
"""A shared object, no bytes where there can be none, and the kinds of what its function returns."""
Make = Callable[[], Made]

FORMAT = 1
NAME = "call"  # of the function in each file
CAN_BE = sys.platform == "linux" and os.uname().machine == "x86_64"
MOST_FOLDERS = 16  # each for one state of the sources
SETTINGS = ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")
MOST = 1 << 63
HALF = 32  # letters of a digest in a name
SEAL = 32  # bytes of a SHA-256, the last of a file; before them the length of the kinds of what is returned, and these


def flat(arguments: tuple[Any, ...]) -> tuple[array[int], str]:
    """The words of the arguments of a kernel, and their kinds; "" where some has none."""
    words: list[int] = []
    kinds: list[str] = []
    for argument in arguments:
        if not _flatten(argument, words, kinds):
            return array("q"), ""
    return array("q", words), " ".join(kinds)


def _flatten(value: Any, words: list[int], kinds: list[str]) -> bool:
    """Add the words and the kinds of one argument; whether it has any."""
    kind = type(value)
    if kind is Span:
        words += value.address, value.size
        kinds.append("span" + value.array.dtype.str)
    elif kind is Place:
        words.append(value.address)
        kinds.append("place" + value.entry)
    elif kind is int or kind is bool:
        words.append(value)
        kinds.append(kind.__name__)
        return bool(-MOST <= value < MOST)
    elif isinstance(value, tuple):
        kinds.append(f"({kind.__module__}.{kind.__qualname__}")
        for element in value:
            if not _flatten(element, words, kinds):
                return False
        kinds.append(")")
    elif (face := getattr(value, "__array_interface__", None)) is not None:
        (address, is_constant), shape, entry = face["data"], face["shape"], face["typestr"]
        if entry[1] not in "iub":
            return False
        kinds.append(f"{len(shape)}{entry}")
        if not shape:
            number = int(value)
            words.append(number if number < MOST else number - 2 * MOST)
        else:
            words += address, *shape
            return bool(not is_constant and face["strides"] is None and address % int(entry[2:]) == 0)
    else:
        return False
    return True


def is_on() -> bool:
    """Whether kernels are to be files: GRUNDY_NATIVE is not `off`, and there can be some for this machine."""
    return (CAN_BE or shipped.target() is not None) and os.environ.get("GRUNDY_NATIVE") != "off"


def code(kernel: Any, kinds: str, arguments: tuple[Any, ...]) -> Code | None:
    """The machine code of a kernel for arguments of these kinds, from its file, which is made if it is not there.

    None where none can be made, or be kept: so it is for a kernel that is not among the files of kernels.
    """
    if "<" in kernel.__qualname__ or kernel.py_func.__code__.co_filename not in files_of_kernels():
        return None

    def make() -> Made:
        from grundy.compile.build import build

        return build(kernel, arguments, NAME)

    return load(f"{kernel.__module__}.{kernel.__qualname__}", kinds, make)


def load(kernel: str, kinds: str, make: Make | None) -> Code | None:
    """The code in the file of a kernel, by its full name, for arguments of these kinds.

    Args:    make: gives what the file is to have if it is not there; None: then there is no code.
    """
    typed_function = opened(kernel, kinds, make)
    return typed_function and _taking_words(*typed_function)


def opened(kernel: str, kinds: str, make: Make | None) -> tuple[Any, str] | None:
    """The function in a file, and the kinds of what it returns, as of `load`."""
    folder, name = _folder() if CAN_BE else None, name_of(kernel, kinds)
    data = _read(folder / name) if folder else None
    if data is None and (typed_function := shipped.function(name)):
        return typed_function
    if folder is None:
        return None
    file = folder / name
    if data is None and make:
        _write(file, *make())
        data = _read(file)
        _trim(folder, file.name)
    return _function(file, data) if data else None


def has_file(kernel: str) -> bool:
    """Whether a kernel, by its full name, has a file for arguments of some kinds."""
    if not is_on():
        return False
    folder, begin = _folder() if CAN_BE else None, name_of(kernel, "").partition("-")[0]
    if shipped.has(begin) or folder is None:
        return shipped.has(begin)
    try:
        return any(name.startswith(begin) for name in os.listdir(folder))
    except OSError:  # another process has removed it
        return False


def _function(file: Path, data: bytes) -> tuple[Any, str] | None:
    """The function of a file with these data and the kinds of what it returns; None if there is none, or it may not be
    run."""
    returned = data[-data[-1] - 1 : -1].decode("ascii")
    if len(data) == len(returned) + 1:
        return None
    try:
        return ctypes.CDLL(str(file))[NAME], returned
    except OSError:  # a system that lets nobody run what was written
        return None


def _taking_words(function: Any, returned: str) -> Code:
    """A kernel, as it is called with the words of its arguments."""
    function.argtypes, function.restype = [ctypes.c_void_p], None
    kinds = returned.replace("(", "").replace(")", "")
    room = array("q", [0] * len(kinds))

    def run(words: array[int]) -> Any:
        start = len(words)
        words.extend(room)
        function(words.buffer_info()[0])
        if len(returned) == 1:
            return _number(returned, words[start])
        numbers = map(_number, kinds, words[start:])
        return _nested(iter(returned), numbers)[0] if returned else None

    return run


def _number(kind: str, word: int) -> int:
    return bool(word) if kind == "b" else word % (2 * MOST) if kind == "u" else word


def _nested(kinds: Iterator[str], numbers: Iterator[int]) -> tuple[Any, ...]:
    """The numbers in the tuples of these kinds."""
    entries: list[Any] = []
    for kind in kinds:
        if kind == ")":
            break
        entries.append(_nested(kinds, numbers) if kind == "(" else next(numbers))
    return tuple(entries)


# ---- The files


def _trim(folder: Path, made: str) -> None:
    """Of the files of a kernel, one of which has just been made, remove all but those that were used last."""
    begin = made.partition("-")[0]
    with suppress(OSError):
        trim([folder / name for name in os.listdir(folder) if name.startswith(begin)], MOST_KERNELS)


@cache
def _folder() -> Path | None:
    """The folder of the files that are of these sources, and for this processor; None if there can be none.

    NUMBA_CACHE_DIR names the place for it, as for what Numba itself keeps.
    """
    place = os.environ.get("NUMBA_CACHE_DIR")
    above = Path(place) if place else writable_folder()
    if above is None:
        return None
    try:
        of = (FORMAT, sources(), _numba(), described_processor(), [os.environ.get(name) for name in SETTINGS])
        folder = above / "native" / hashlib.sha256(repr(of).encode()).hexdigest()
        above.mkdir(parents=True, exist_ok=True)
        for path in (folder.parent, folder):
            path.mkdir(mode=0o700, exist_ok=True)
            if not _is_ours(os.stat(path)):
                return None
        os.utime(folder)
        trim(folder.parent.iterdir(), MOST_FOLDERS)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def name_of(kernel: str, kinds: str) -> str:
    """The name of a file: first of the kernel, then of the kinds of its arguments."""
    return "-".join(hashlib.sha256(text.encode()).hexdigest()[:HALF] for text in (kernel, kinds))


def _numba() -> object:
    """What tells one Numba, and one LLVM, from another, without loading them."""
    told = []
    for package in ("numba", "llvmlite"):
        spec = find_spec(package)
        if spec is None or spec.origin is None:
            return None
        there = os.stat(Path(spec.origin).with_name("_version.py"))
        told += [there.st_size, there.st_mtime_ns]
    return told


def _is_ours(there: os.stat_result) -> bool:
    """Whether nobody else may write it."""
    return there.st_uid == os.geteuid() and not there.st_mode & 0o022


def _seal(file: Path, data: bytes) -> bytes:
    return hashlib.sha256(f"{file.parent.name}/{file.name}\n".encode() + data).digest()


def _read(file: Path) -> bytes | None:
    """What stands in a file of this name, if it is as it was written and nobody else may write it."""
    try:
        with open(file, "rb") as opened:
            if not _is_ours(os.fstat(opened.fileno())):
                return None
            whole = opened.read()
        os.utime(file)  # `trim` looks when it was used last
    except OSError:
        return None
    data, seal = whole[:-SEAL], whole[-SEAL:]
    return data if data and seal == _seal(file, data) else None


def _write(file: Path, image: bytes, returned: str) -> None:
    """Write aside, then rename: another process sees all of it or nothing."""
    import tempfile  # which takes a while to load

    data, aside = image + returned.encode("ascii") + bytes([len(returned)]), ""
    try:
        handle, aside = tempfile.mkstemp(dir=file.parent, prefix=f"{file.name}.")
        with os.fdopen(handle, "wb") as opened:
            opened.write(data + _seal(file, data))
        os.replace(aside, file)
    except OSError:
        if aside:
            with suppress(OSError):
                os.unlink(aside)
