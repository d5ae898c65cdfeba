"""C++ programs of tests, compiled so that a warning is an error."""

from __future__ import annotations

import shutil
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path

COMPILER = shutil.which("g++") or shutil.which("clang++")
STRICT = ["-std=c++17", "-O0", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror"]


SANITIZED = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]


def sanitized(text: str, folder: Path) -> str:
    """The same of a program that ends where it reads beyond an array or a number overflows."""
    return printed(text, folder, SANITIZED)


def stopped(text: str, folder: Path) -> str:
    """What a C++ program says that ends by an error of its own, and by no fault of memory."""
    run = subprocess.run([compiled(text, folder, SANITIZED)], capture_output=True, text=True, check=False)
    assert run.returncode == -signal.SIGABRT and "Sanitizer" not in run.stderr, run.stderr
    return run.stderr


def printed(text: str, folder: Path, options: Sequence[str] = ()) -> str:
    """What a C++ program prints, after it was compiled without a warning."""
    return subprocess.run([compiled(text, folder, options)], capture_output=True, text=True, check=True).stdout


def compiled(text: str, folder: Path, options: Sequence[str] = ()) -> Path:
    """The program of a text."""
    (folder / "program.cpp").write_text(text)
    assert COMPILER
    command = [COMPILER, *STRICT, *options, "program.cpp", "-o", "program"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[:3000]
    return folder / "program"
