"""Kernels as Numba compiles them: cached on disk where that can be, in memory where it cannot.

The machine code lies in the user's folder for caches (`kernel_folder`), never beside the package.

Numba keeps machine code as it is: a bit flipped on the disk would be run. So what it writes here ends with the SHA-256
of the rest (a pickle ends before it, and never sees it), and a file that does not is not used: the kernel is compiled
anew and written again.

Numba keeps a kernel as long as its own file stays the same, though the code of kernels of other files is in it. Here it
is kept as long as every file of kernels stays the same: an update that mends one reaches all that call it.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from inspect import signature
from pathlib import Path
from threading import Lock
from types import FunctionType
from typing import Any

import numba
from numba.extending import lower_builtin, type_callable

from grundy.compile import before, sources
from grundy.compile.machine import processor, trim, writable_folder
from grundy.version import __version__

# Numba gives each function two more, for Python and for C, each compiled with it: a third of the time for small ones.
# Nobody calls a kernel from C, and Python calls no function that only stands for one of its own (`overload`).
OPTIONS: Any = {"nogil": True, "no_cfunc_wrapper": True, "error_model": "numpy"}
INNER: Any = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "error_model": "numpy"}
MOST_FOLDERS = 16  # of machine code; one has some 15 MB once every kernel was compiled
ONE_AT_A_TIME = Lock()
types: Any = numba.types
ANY: Any = types.VarArg(types.Any)
config: Any = numba.config

with suppress(ImportError):  # a Numba that tells of it in another way: then nobody is told
    from numba.core import event

    class _Listener(event.Listener):
        """Hears when Numba compiles; it does not where it finds the code on the disk."""

        def on_start(self, event: Any) -> None:
            before.begin()

        def on_end(self, event: Any) -> None:
            before.end()

    event.register("numba:compile", _Listener())  # type: ignore[no-untyped-call]


def dispatcher(kernel: Callable[..., Any]) -> Any:
    """A kernel for calls from Python: compiled without the interpreter lock, its machine code kept between processes.

    Where no folder can be written an answer is the same: such a kernel is compiled anew in each process. So it is in
    a process that has made files of others, where Numba's own code is not optimized.
    """
    folder = kernel_folder() if before.is_code_good() else None
    compiled: Any = _cached(kernel, folder) if folder else None
    if compiled is None:
        compiled = numba.njit(**OPTIONS)(kernel)
    with suppress(AttributeError):  # a Numba that keeps its code in another way, which is as good as that is
        _seal(compiled._cache)
    return compiled


def linked(kernel: Callable[..., Any]) -> Any:
    """A kernel for calls from others."""
    # of the same function, Numba would say that it calls itself
    again = FunctionType(kernel.__code__, kernel.__globals__, kernel.__name__, kernel.__defaults__, kernel.__closure__)
    return numba.njit(**INNER)(again)


def instruction(stub: Callable[..., Any], *kinds: Any) -> Callable[[Any], Any]:
    """Have a function that kernels call be what another writes in LLVM, as one of Numba's `intrinsic` does: nothing of
    it is compiled by itself.

    Args:    kinds: the kinds of arguments for which it is that; none: all.
    """

    def tell(typed: Any) -> Any:
        names = ", ".join(list(signature(typed).parameters)[1:])
        scope: dict[str, Any] = {"typed": typed}
        exec(
            f"def typing(context):\n    def found({names}):\n        of = typed(context, {names})\n"
            "        return of and of[0]\n    return found",
            scope,
        )
        told: Any = type_callable(stub)
        told(scope["typing"])

        def generate(context: Any, builder: Any, of: Any, given: Any) -> Any:
            return typed(context.typing_context, *of.args)[1](context, builder, of, given)

        lowered: Any = lower_builtin(stub, *(kinds or (ANY,)))  # type: ignore[no-untyped-call]
        lowered(generate)
        return typed

    return tell


def _cached(kernel: Callable[..., Any], folder: Path) -> Any:
    """The kernel with its code kept in this folder; None where Numba cannot keep it there."""
    with ONE_AT_A_TIME:  # Numba looks for the place of a cache while it decorates, and then never again
        before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
        try:
            compiled: Any = numba.njit(cache=True, **OPTIONS)(kernel)
        except RuntimeError:  # a function without a file
            return None
        finally:
            config.CACHE_DIR = before
    stats = getattr(compiled, "stats", None)  # Numba can be told to compile nothing
    return compiled if stats is None or Path(stats.cache_path).is_relative_to(folder) else None


def kernel_folder() -> Path | None:
    """The folder for the machine code of kernels, made if it is not there; None where none can be written.

    It is the one that NUMBA_CACHE_DIR names, as for all that Numba compiles; else one in grundy's folder for caches
    that only this installation with this Numba, Python and processor uses. Of these the last used stay.
    """
    if not config.CACHE_DIR:
        return _own_folder()
    folder = Path(config.CACHE_DIR)
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    return folder if os.access(folder, os.W_OK) else None


@cache
def _own_folder() -> Path | None:
    versions = f"{__version__}-numba{numba.__version__}-{sys.implementation.cache_tag}"
    place = Path(__file__).resolve().parent
    digest = hashlib.sha256(
        repr((versions, processor(), str(place), sources.sources(Path(__file__).parents[1]))).encode()
    ).hexdigest()
    folder = writable_folder("kernels", f"{versions}-{digest[:12]}")
    if folder is not None:
        with suppress(OSError):
            os.utime(folder)
            trim(folder.parent.iterdir(), MOST_FOLDERS)
    return folder


def _seal(numba_cache: Any) -> None:
    """Have a cache of Numba's write digests, use nothing without its own, nothing made of other sources, and do without
    a disk that has no room."""
    files, save = numba_cache._cache_file, numba_cache.save_overload
    files._source_stamp = files._source_stamp, sources.sources(Path(__file__).parents[1])
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

    files._dump, files._load_index, files._load_data, numba_cache.save_overload = dumped, index, loaded, saved


def _is_sealed(data: bytes) -> bool:
    return hashlib.sha256(data[:-32]).digest() == data[-32:]
