"""The files of tests by their names: each is there once, whatever its folder."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

TESTS = Path(__file__).parents[1]


def paths(pattern: str) -> list[Path]:
    """The files of tests whose names fit a pattern, as `test_search*`."""
    return sorted(TESTS.rglob(f"{pattern}.py"))


def path_of(name: str) -> Path:
    """The one file of that name."""
    (path,) = paths(name)
    return path


def imported(name: str) -> ModuleType:
    """A file of tests as a module, which finds the ones beside it."""
    folder = str(path_of(name).parent)
    if folder not in sys.path:
        sys.path.append(folder)
    return importlib.import_module(name)
