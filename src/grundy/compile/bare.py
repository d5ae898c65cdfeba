"""Kernels that a process runs without loading Numba, LLVM or NumPy: a file of machine code, and nothing else.

Such a kernel reads and writes only what it is given, by address: a text, its size, a place for letters and one for
numbers to work with. So its code has nothing that must be filled in when it is loaded, and is made for any processor of
its kind; to run it is to copy the file to memory that may be run.

The file is named by the SHA-256 of the sources of all kernels of its folder. Numba makes it when the kernel is first
asked for.
"""

from __future__ import annotations

import ctypes
import hashlib
import mmap
import os
import sys
from array import array
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from grundy.compile.machine import can_keep, keep, kept

Code = Callable[..., int]

ROOM = 1 << 24  # numbers of 32 bits to work with
SPARE = 64  # bytes of a number more, which a kernel may have written when it sees that the input is not for it
PROCESSORS = {"x86_64": "x86-64"}  # the least of each kind; others must be told that memory became code


def run(code: Code, data: bytes, given: Sequence[int] = ()) -> bytes | None:
    """What a kernel writes for an input, up to twice as long; None where it refuses the input.

    Args:    given: the first of the numbers that it has to work with.
    """
    try:  # zeros, which take no memory until they are met
        letters, work = mmap.mmap(-1, 2 * len(data) + SPARE), mmap.mmap(-1, 4 * ROOM)
    except OSError:  # a limit of memory
        return None
    work.write(array("I", given).tobytes())
    count = code(data, len(data), _address(letters), _address(work))
    return None if count < 0 else letters[:count]


def load(folder: Path, name: str) -> Code | None:
    """A kernel of a folder of kernels whose code is kept; None where none is."""
    code = kept(file_of(folder, name)) if _kind() else None
    return _mapped(code) if code else None


def load_or_make(folder: Path, module: str, name: str) -> Code | None:
    """The same; what is not kept is made, which takes seconds. None where such code cannot be run, made or kept."""
    kind, file = _kind(), file_of(folder, name)
    if kind and kept(file) is None and can_keep():
        try:
            kernel = getattr(import_module(module), name)
        except ImportError:  # an installation without Numba
            return None
        keep(file, compiled(kernel, PROCESSORS[kind]))
    return load(folder, name)


def _kind() -> str:
    """The kind of this processor; "" where no such code is run."""
    kind = os.uname().machine if sys.platform == "linux" and sys.maxsize > 1 << 32 else ""
    return kind if kind in PROCESSORS else ""


@cache
def file_of(folder: Path, name: str) -> str:
    """The name under which the code of a kernel is kept; the sources are read once, as Python reads them."""
    whole = b"".join(file.read_bytes() for file in (Path(__file__), *sorted(folder.rglob("kernels.py"))))
    return hashlib.sha256(f"{_kind()} {name}\n".encode() + whole).hexdigest()


@lru_cache(maxsize=32)
def _mapped(code: bytes) -> Code | None:
    try:
        memory = mmap.mmap(-1, len(code), mmap.MAP_PRIVATE, mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    except OSError:  # a system that lets nobody run what was written
        return None
    memory.write(code)
    kind = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_char_p, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p)
    function = kind(_address(memory))
    function.memory = memory  # type: ignore[attr-defined]  # it stays as long as the function does
    return function


def _address(memory: mmap.mmap) -> int:
    return ctypes.addressof(ctypes.c_char.from_buffer(memory))


def compiled(kernel: Callable[..., int], processor: str) -> bytes:
    """The machine code of a kernel, from its first instruction on; none of one that needs more than it is given."""
    import llvmlite.binding as llvm
    import numba

    types: Any = numba.types
    text, numbers = types.CPointer(types.uint8), types.CPointer(types.uint32)
    by_address = numba.cfunc(types.int64(text, types.int64, text, numbers), error_model="numpy")
    # all in one function; Numba keeps some calls apart
    module = llvm.parse_assembly(by_address(kernel).inspect_llvm().replace("noinline", "nounwind"))
    for function in module.functions:
        if not function.is_declaration and not function.name.startswith("cfunc."):
            function.linkage = "internal"
            function.add_function_attribute("alwaysinline")
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    triple = llvm.Target.from_triple(llvm.get_process_triple())
    target = triple.create_target_machine(cpu=processor, opt=3, reloc="pic", codemodel="small")
    builder = llvm.create_pass_builder(target, llvm.create_pipeline_tuning_options(speed_level=3))
    builder.getModulePassManager().run(module, builder)
    code = llvm.ObjectFileRef.from_data(target.emit_object(module))
    sections = {section.name(): bytes(section.data()) for section in code.sections()}
    alone = sum(not function.is_declaration for function in module.functions) == 1
    others = (b".rela.text", b".rodata", b".data", b".bss")  # what would have to be filled in, and constants elsewhere
    needs = any(name and name.startswith(others) and data for name, data in sections.items())
    return sections[b".text"] if alone and not needs else b""
