"""The one way to compile a kernel: cached on disk where that can be, in memory where it cannot.

Numba keeps machine code as it is: a bit flipped on the disk would be run. So what it writes here ends with the SHA-256
of the rest (a pickle ends before it, and never sees it), and a file that does not is not used: the kernel is compiled
anew and written again.

What a kernel calls, Numba would optimize and make machine code of by itself, with a copy of all that this calls in
turn, and then once more in the caller. Here it becomes machine code in what Python calls, and nowhere else.

Numba keeps a kernel as long as its own file stays the same, though the code of kernels of other files is in it. Here it
is kept as long as every file of kernels stays the same: an update that mends one reaches all that call it.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
from numba import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import NativeLowering


class Linked(JITCodeLibrary):
    """Code that is linked into other code, and is optimized and made machine code there."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0


@register_pass(mutates_CFG=True, analysis_only=False)  # type: ignore[no-untyped-call]
class LinkedLowering(NativeLowering):
    """As Numba's own, which would want an address."""

    _name = "linked_lowering"

    def run_pass(self, state: Any) -> bool:
        make: Any = Linked
        library = state.library = make(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)  # type: ignore[no-untyped-call]
        library.finalize()
        lowered = state["cr"]
        insides: Any = numba
        # an object by which Numba knows the function; nobody calls it
        entry = insides._dynfunc.make_function(lowered.fndesc.lookup_module(), "linked", "", 0, lowered.env, (library,))
        state.targetctx.insert_user_function(entry, lowered.fndesc, [library])
        state["cr"] = lowered._replace(cfunc=entry)
        return True


class Linking(CompilerBase):
    """Compiles what only kernels call."""

    def define_pipelines(self) -> Any:
        builder: Any = DefaultPassBuilder
        passes = builder.define_nopython_pipeline(self.state)
        if self._is_whole():
            passes.passes = [(LinkedLowering if one is NativeLowering else one, name) for one, name in passes.passes]
            passes._finalized = False
            passes.finalize()
        return [passes]

    def _is_whole(self) -> bool:
        return may_link()


class Tried(Linking):
    def _is_whole(self) -> bool:
        return True


class Kernel(CPUDispatcher):
    """Called from Python it is machine code of its own; what kernels call is `linked`."""

    @cached_property
    def linked(self) -> Any:
        one = self.py_func
        again = FunctionType(one.__code__, one.__globals__, one.__name__, one.__defaults__, one.__closure__)
        return numba.njit(**INNER)(again)  # of the same function, Numba would say that it calls itself

    @property
    def _numba_type_(self) -> Any:
        return types.Dispatcher(self.linked)


# Numba gives each function two more, for Python and for C, each compiled with it: a third of the time for small ones.
# Nobody calls a kernel from C, and Python calls no function that only stands for one of its own (`overload`).
OPTIONS: Any = {"nogil": True, "no_cfunc_wrapper": True}
INNER: Any = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": Linking}


@cache
def may_link() -> bool:
    """Whether this Numba's insides are as expected above; else it compiles what kernels call as it always does."""

    def inner(n: Any) -> Any:
        return 2 * n

    def outer(n: Any) -> Any:
        return inner(n) + 1

    try:
        inner = numba.njit(**INNER | {"pipeline_class": Tried})(inner)
        outer = numba.njit(**OPTIONS)(outer)
        return bool(outer(20) == 41)
    except Exception:
        return False


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
    if isinstance(compiled, CPUDispatcher):  # Numba can be told to compile nothing
        compiled.__class__ = Kernel
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
