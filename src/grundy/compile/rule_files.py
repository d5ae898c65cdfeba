"""The kernels of rules as files, which later processes load without LLVM.

The assembly of a kernel follows from the rule's core form, a few more words and the sources of the compiler: so its
file is named by these, and is looked for before any assembly is written. It is a shared object, as those of other
kernels are (`native.py`), and lies beside them; what none can be made of, LLVM loads (`machine.py`).
"""

from __future__ import annotations

import ctypes
from functools import cache

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


def kept(name: str) -> Kernel | None:
    """The kernel of this name, if it has a file."""
    return _loaded(name, None)


def made(name: str, assembly: str) -> Kernel:
    """The kernel of this name and assembly, which has a file from now on, where that can be."""

    def make() -> native.Made:
        from grundy.compile.elf import NotPlain, shared_object

        try:
            return shared_object(machine.compiled(assembly, for_file=True), "kernel", native.NAME), ""
        except NotPlain:
            return b"", ""

    return _loaded(name, make) or machine.load(assembly)


def _loaded(name: str, make: native.Make | None) -> Kernel | None:
    opened = native.opened(OF_RULES, name, make) if native.is_on() else None
    if opened is None:
        return None
    function, _ = opened
    function.argtypes, function.restype = machine.TAKEN, ctypes.c_int64
    kernel: Kernel = function
    return kernel
