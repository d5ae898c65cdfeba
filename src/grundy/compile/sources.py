"""The files of which machine code of kernels is made."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
ROOMS = ("engines", "judges", "theorems")  # in which kernels are; to look through all takes a millisecond longer
OF_KERNELS = ("kernels.py", "instructions.py", "stubs.py")
COMPILERS = ("build", "cached", "elf", "jit", "native", "shipped", "span", "straight")


@cache
def files_of_kernels(package: Path = PACKAGE) -> tuple[str, ...]:
    """The files of all kernels, and of the instructions that they call."""
    paths: list[str] = []
    for folder, inner, files in os.walk(package):  # once, as every process that calls a kernel does this
        inner[:] = ROOMS if folder == str(package) else [name for name in inner if name != "__pycache__"]
        whole = os.path.basename(folder) == "kernels"
        paths += [
            os.path.join(folder, file) for file in files if file in OF_KERNELS or (whole and file.endswith(".py"))
        ]
    return tuple(sorted(paths, key=lambda file: file.replace(os.sep, "/")))  # in one order on all systems


@cache
def sources(package: Path = PACKAGE) -> str:
    """The digest of all files of kernels, and of those that compile them."""
    return digest_of([*files_of_kernels(package), *(Path(__file__).with_name(f"{name}.py") for name in COMPILERS)])


def digest_of(files: Iterable[str | Path]) -> str:
    """The digest of these files; of what is there as a file."""
    whole = hashlib.sha256()
    for path in files:
        with suppress(OSError), open(path, "rb", buffering=0) as file:
            whole.update(hashlib.sha256(file.read()).digest())
    return whole.hexdigest()
