"""The one way to compile a kernel: cached on disk where that can be, in memory where it cannot.

Numba keeps machine code as it is: a bit flipped on the disk would be run. So what it writes here ends with the SHA-256
of the rest (a pickle ends before it, and never sees it), and a file that does not is not used: the kernel is compiled
anew and written again.

What a kernel calls becomes machine code in what Python calls, and nowhere else, where Numba's insides allow it
(`linking.py`).

Numba keeps a kernel as long as its own file stays the same, though the code of kernels of other files is in it. Here it
is kept as long as every file of kernels stays the same: an update that mends one reaches all that call it.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numba

# Numba gives each function two more, for Python and for C, each compiled with it: a third of the time for small ones.
# Nobody calls a kernel from C, and Python calls no function that only stands for one of its own (`overload`).
OPTIONS: Any = {"nogil": True, "no_cfunc_wrapper": True}
INNER: Any = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}

link: Any = None
with suppress(ImportError):  # a Numba whose insides have other names compiles what kernels call as it always does
    from grundy.engines.linking import Linking, link

    INNER["pipeline_class"] = Linking


def njit(kernel: Callable[..., Any]) -> Any:
    """Compile `kernel` without the interpreter lock, its machine code kept between processes.

    Numba refuses `cache=True` where no cache directory can be written (a read-only home and package);
    an answer must not depend on that, so such a kernel is compiled anew in each process.
    """
    compiled: Any
    try:
        compiled = numba.njit(cache=True, **OPTIONS)(kernel)
    except RuntimeError:
        compiled = numba.njit(**OPTIONS)(kernel)
    if link is not None:
        link(compiled)
    with suppress(AttributeError):  # a Numba that keeps its code in another way, which is as good as that is
        _seal(compiled._cache)
    return compiled


def _seal(kept: Any) -> None:
    """Have a cache of Numba's write digests, use nothing without its own, nothing made of other sources, and do without
    a disk that has no room."""
    files, save = kept._cache_file, kept.save_overload
    files._source_stamp = files._source_stamp, _sources()
    dump, load_index, load_data = files._dump, files._load_index, files._load_data
    version = pickle.dumps(files._version, protocol=-1)  # an index begins with it; the digest is of what comes then

    def dumped(value: Any) -> bytes:
        data: bytes = dump(value)
        return data + hashlib.sha256(data).digest()

    def index() -> Any:
        try:
            with open(files._index_path, "rb") as file:
                whole = file.read(len(version)) == version and _is_sealed(file.read())
            return load_index() if whole else {}
        except Exception:  # no file, or one of an earlier grundy, in which classes that kernels take had other names
            return {}

    def loaded(name: str) -> Any:
        with open(files._data_path(name), "rb") as file:
            if not _is_sealed(file.read()):
                raise OSError("damaged")  # which is to Numba as if the file had gone
        return load_data(name)

    def saved(signature: Any, data: Any) -> None:
        with suppress(OSError):
            save(signature, data)

    files._dump, files._load_index, files._load_data, kept.save_overload = dumped, index, loaded, saved


@cache
def _sources() -> str:
    """The digest of all files of kernels; whatever is not there as a file does not change."""
    whole = hashlib.sha256()
    for path in sorted(Path(__file__).parent.rglob("kernels.py")):
        whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()


def _is_sealed(data: bytes) -> bool:
    return hashlib.sha256(data[:-32]).digest() == data[-32:]
