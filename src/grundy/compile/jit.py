"""The one way to make a kernel: a function that is machine code once it is called, from Python or in another kernel.

Nothing is compiled, and Numba is not loaded, before that. A call from Python takes the machine code from a file
(`native.py`); what no file can have, Numba compiles and keeps in its own way (`cached.py`). In another kernel the
code becomes part of the caller's.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cached_property, update_wrapper
from typing import Any

from grundy.compile import compiler, native
from grundy.compile.before import prepare


class Kernel:
    """A kernel, as others name it. `py_func` is the function as it is written."""

    def __init__(self, function: Callable[..., Any]) -> None:
        update_wrapper(self, function)
        self.py_func = function
        self._files: dict[str, native.Code | None] = {}

    def __call__(self, *arguments: Any) -> Any:
        if native.is_on():
            words, kinds = native.flat(arguments)
            if kinds and kinds not in self._files:
                self._files[kinds] = native.code(self, kinds, arguments)
            code = self._files.get(kinds)
            if code is not None:
                return code(words)
        return self.dispatcher(*arguments)

    @cached_property
    def dispatcher(self) -> Any:
        """The kernel as Numba compiles it for calls from Python."""
        compiler.need()
        from grundy.compile.cached import dispatcher

        prepare()
        return dispatcher(self.py_func)

    @cached_property
    def linked(self) -> Any:
        """The kernel as Numba compiles it into others."""
        from grundy.compile.cached import linked

        prepare()
        return linked(self.py_func)

    @property
    def _numba_type_(self) -> Any:
        from numba import types

        return types.Dispatcher(self.linked)


def njit(kernel: Callable[..., Any]) -> Any:
    """A kernel of a function: compiled without the interpreter lock, its machine code kept between processes.

    Where no folder can be written an answer is the same: such a kernel is compiled anew in each process.
    """
    return kernel if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0" else Kernel(kernel)
