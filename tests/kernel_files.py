"""Files of compiled kernels, as a process finds them: the one place of tests that knows how it remembers them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from grundy.compile import native, shipped


def look_anew(*kernels: Any) -> None:
    """Forget the folder and the library of files, and which file each of these kernels has, as a new process would."""
    for found in (native._folder, shipped._library):
        found.cache_clear()
    for kernel in kernels:
        kernel._files.clear()


def folder_now() -> Path | None:
    """The folder of files as it is found now; None: no files are used."""
    look_anew()
    return native._folder()


def files_of(kernel: Any) -> dict[str, Any]:
    """The code of each kind of arguments for which the file of a kernel was looked for; None: there was no file."""
    found: dict[str, Any] = kernel._files
    return found
