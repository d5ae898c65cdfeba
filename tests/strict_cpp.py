"""C++ programs of tests, compiled so that a warning is an error."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

COMPILER = shutil.which("g++") or shutil.which("clang++")
STRICT = ["-std=c++17", "-O0", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror"]


SANITIZED = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]


def sanitized(text: str, folder: Path) -> str:
    """The same of a program that ends where it reads beyond an array or a number overflows."""
    return printed(text, folder, SANITIZED)


def printed(text: str, folder: Path, options: Sequence[str] = ()) -> str:
    """What a C++ program prints, after it was compiled without a warning."""
    (folder / "program.cpp").write_text(text)
    assert COMPILER
    command = [COMPILER, *STRICT, *options, "program.cpp", "-o", "program"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[:3000]
    return subprocess.run([folder / "program"], capture_output=True, text=True, check=True).stdout
