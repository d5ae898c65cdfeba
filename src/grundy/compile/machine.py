"""LLVM assembly -> machine code, kept on disk between processes.

A kernel's file is named by the SHA-256 of its whole assembly, in which the rule's source and constants are
contained, with LLVM's version and the processor: an edited rule never meets an old kernel, nor does a new
version of the compiler. A file that is not what was written (its first 32 bytes are the digest of the rest)
is not used, and one that cannot be written changes nothing. Those used last are kept, `MOST_KERNELS` of them.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from grundy.compile import compiler, shipped
from grundy.compile.host import described_processor
from grundy.folders import cache_folder

Kernel = Callable[..., int]
TAKEN = [  # by kernels of tables, which take the most
    getattr(ctypes, f"c_{kind}")
    for kind in ["void_p", "int64", "int64", "void_p", "void_p", "int64", "void_p", "int64", "void_p"]
]
MOST_KERNELS = 1024  # some 5 MB
KERNEL_FILE = re.compile(r"[0-9a-f]{64}(\.\w+)?\.kernel(\.part)?")
FLAGS = {"pni": "sse3", "pclmulqdq": "pclmul", "sse4_1": "sse4.1", "sse4_2": "sse4.2"}  # Linux's names, and LLVM's
LADDER = (  # features of x86, each built on those before it
    "sse2", "sse3", "ssse3", "sse4.1", "sse4.2", "avx", "avx2", "avx512f", "avx512bw", "avx512vbmi",
)  # fmt: skip


@lru_cache(maxsize=1)
def processor() -> tuple[str, str]:
    """The name and the features of the processor that code is made for: as for Numba's kernels, this one, unless
    NUMBA_CPU_NAME and NUMBA_CPU_FEATURES name less of one."""
    compiler.need()
    import llvmlite.binding as llvm

    name, features = os.environ.get("NUMBA_CPU_NAME"), os.environ.get("NUMBA_CPU_FEATURES")
    if features is None:
        features = "" if name == "generic" else llvm.get_host_cpu_features().flatten()
    return name or llvm.get_host_cpu_name(), features


def has(*features: str) -> bool:
    """Whether all these features are said to be there; of one that is said twice, the last word counts."""
    return _features_present(features_of_processor()).issuperset(features)


def features_of_processor() -> str:
    """The features of `processor`, with LLVM loaded only where the system does not tell them; without a compiler, those
    that the kernels use which came with the package."""
    if compiler.missing():
        return shipped.features()
    if os.environ.get("NUMBA_CPU_FEATURES") is None and os.environ.get("NUMBA_CPU_NAME") != "generic":
        with suppress(OSError):
            if flags := described_processor().get("flags"):
                return ",".join("+" + FLAGS.get(flag, flag) for flag in flags.split())
    return processor()[1]


@lru_cache(maxsize=8)
def _features_present(features: str) -> set[str]:
    """The features present, read word by word as LLVM does: `-name` also removes the features built on `name`."""
    there: set[str] = set()
    for word in features.split(","):
        name = word[1:]
        if word.startswith("+"):
            there.add(name)
        elif name in LADDER:
            there.difference_update(LADDER[LADDER.index(name) :])
        else:
            there.discard(name)
    return there


@lru_cache(maxsize=1)
def _llvm() -> tuple[Any, str, str, str]:
    """LLVM with its processor, the processor's features, and what stands for both in a name."""
    compiler.need()
    import llvmlite
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    cpu, features = processor()
    version = f"{llvmlite.__version__} {llvm.llvm_version_info} {llvm.get_process_triple()} {cpu} {features}"
    return llvm, cpu, features, version


def _target(for_file: bool = False) -> Any:
    llvm, cpu, features, _ = _llvm()
    triple = llvm.Target.from_triple(llvm.get_process_triple())
    kind = {"reloc": "pic", "codemodel": "small"} if for_file else {"jit": True}
    return triple.create_target_machine(cpu=cpu, features=features, opt=3, **kind)


@lru_cache(maxsize=32)
def load(assembly: str, taken: tuple[Any, ...] = tuple(TAKEN)) -> Kernel:
    """The machine code of a kernel, from the cache if it is there; held as long as the function is.

    The function gives up the interpreter lock while it runs.

    Args:    taken: the kinds of its arguments, as ctypes has them.
    """
    _, _, _, version = _llvm()
    name = hashlib.sha256(f"{version}\n{assembly}".encode()).hexdigest()
    code = load_code(name)
    if code is None:
        code = compiled(assembly)
        keep(name, code)
    return _function(code, taken)


def compiled(assembly: str, for_file: bool = False) -> bytes:
    """The object file of a kernel.

    Args:    for_file: whether the system is to load it, from a shared object; else LLVM does.
    """
    llvm, _, _, _ = _llvm()
    target = _target(for_file)
    module = llvm.parse_assembly(assembly)
    module.triple = target.triple
    module.data_layout = str(target.target_data)
    module.verify()
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = True
    tuning.slp_vectorization = True
    builder = llvm.create_pass_builder(target, tuning)
    builder.getModulePassManager().run(module, builder)
    return bytes(target.emit_object(module))


def _function(code: bytes, taken: tuple[Any, ...]) -> Kernel:
    llvm, _, _, _ = _llvm()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target())
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    function = ctypes.CFUNCTYPE(ctypes.c_int64, *taken)(engine.get_function_address("kernel"))
    function.engine = engine  # type: ignore[attr-defined]
    return function


def load_code(name: str) -> bytes | None:
    """The stored code of this name; None: there is none, or the file is damaged."""
    try:
        file = cache_folder() / f"{name}.kernel"
        data = file.read_bytes()
    except (OSError, RuntimeError):  # RuntimeError: there is no home
        return None
    with suppress(OSError):
        os.utime(file)  # `trim` looks when it was used last
    digest, code = data[:32], data[32:]
    return code if hashlib.sha256(code).digest() == digest else None


def writable_folder(*inside: str) -> Path | None:
    """The folder for kernels, or one in it, made if it is not there; None if it cannot be written."""
    try:
        folder = cache_folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder = folder.joinpath(*inside)
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return None
    return folder if os.access(folder, os.W_OK) else None


def trim(entries: Iterable[Path], most: int) -> None:
    """Of files or folders of a cache, remove all but the `most` that were used last; others may do the same."""
    paths, used = list(entries), []
    if len(paths) <= most:
        return
    import shutil  # which takes a while to load

    for path in paths:
        with suppress(OSError):  # it has gone since
            used.append((path.stat().st_mtime_ns, path))
    for _, path in sorted(used, reverse=True)[most:]:
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            with suppress(OSError):
                path.unlink()


def keep(name: str, code: bytes) -> None:
    """Write aside, then rename: another process sees all of it or nothing."""
    import tempfile  # which takes a while to load

    aside, folder = "", writable_folder()
    if folder is None:
        return
    try:
        handle, aside = tempfile.mkstemp(dir=folder, prefix=f"{name}.", suffix=".kernel.part")
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(code).digest() + code)
        os.replace(aside, folder / f"{name}.kernel")
        trim((folder / file for file in os.listdir(folder) if KERNEL_FILE.fullmatch(file)), MOST_KERNELS)
    except OSError:
        if aside:
            with suppress(OSError):
                os.unlink(aside)
