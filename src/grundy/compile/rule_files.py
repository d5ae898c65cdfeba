"""Kernels that are written as assembly, as files, which later processes load without LLVM.

The assembly of a rule's kernel follows from the rule's core form, a few more words and the sources of the compiler: so
its file is named by these, and is looked for before any assembly is written. Other assembly names its file itself. It
is a shared object, as those of other kernels are (`native.py`), and lies beside them; what none can be made of, LLVM
loads (`machine.py`).
"""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Sequence
from functools import cache
from typing import Any

from grundy.compile import machine, native
from grundy.compile.machine import Kernel
from grundy.compile.sources import PACKAGE, digest_of
from grundy.reading.core import Core, digest

OF_RULES = "rule"  # the first word of the names of their files
ROOMS = ("compile", "reading")  # what makes assembly of a core form


def name_of(core: Core, *more: object) -> str:
    """What tells a kernel from others.

    Args:    more: all that its assembly depends on beside the core form.
    """
    return f"{digest(core)} {more!r} {_compiler()}"


@cache
def _compiler() -> str:
    return digest_of([file for room in ROOMS for file in sorted(PACKAGE.joinpath(room).glob("*.py"))])


def load_kernel(name: str, taken: Sequence[Any] = machine.TAKEN) -> Kernel | None:
    """The kernel of this name, if it has a file.

    Args:    taken: the kinds of its arguments, as ctypes has them.
    """
    return _loaded(name, None, taken)


def make_kernel(name: str, assembly: str, taken: Sequence[Any] = machine.TAKEN) -> Kernel:
    """The kernel of this name and assembly; store it in a file where that is possible."""

    def make() -> native.Made:
        from grundy.compile.elf import NotPlain, shared_object

        try:
            return shared_object(machine.compiled(assembly, for_file=True), "kernel", native.NAME), ""
        except NotPlain:
            return b"", ""

    return _loaded(name, make, taken) or machine.load(assembly, tuple(taken))


def of_assembly(assembly: str) -> Kernel:
    """The kernel of assembly that was made without LLVM: from its file, if it has one."""
    return make_kernel(f"{hashlib.sha256(assembly.encode()).hexdigest()} {_compiler()}", assembly)


def _loaded(name: str, make: native.Make | None, taken: Sequence[Any]) -> Kernel | None:
    opened = native.opened(OF_RULES, name, make) if native.is_on() else None
    if opened is None:
        return None
    function, _ = opened
    function.argtypes, function.restype = taken, ctypes.c_int64
    kernel: Kernel = function
    return kernel
