"""C++ programs of tests, compiled so that a warning is an error."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

COMPILER = shutil.which("g++") or shutil.which("clang++")
STRICT = ["-std=c++17", "-O0", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror"]


def printed(text: str, folder: Path) -> str:
    """What a C++ program prints, after it was compiled without a warning."""
    (folder / "program.cpp").write_text(text)
    assert COMPILER
    command = [COMPILER, *STRICT, "program.cpp", "-o", "program"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[:3000]
    return subprocess.run([folder / "program"], capture_output=True, text=True, check=True).stdout
