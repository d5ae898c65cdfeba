"""Limits and other constants of a room, set for one test by their names: whichever of its files has them."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import grundy

SOURCE = Path(grundy.__file__).parent


@cache
def holders(room: str, name: str) -> tuple[ModuleType, ...]:
    """The modules of a room, a folder or a file of src/grundy, that define or import a limit.

    Kernels keep theirs: they are compiled in, and stay in files that other tests use.

    >>> [module.__name__ for module in holders("engines.heap", "RECALLED")]
    ['grundy.engines.heap.octal.sparse.period']
    """
    place = SOURCE / room.replace(".", "/")
    files = sorted(place.rglob("*.py")) if place.is_dir() else [place.with_suffix(".py")]
    modules = []
    for path in files:
        parts = path.relative_to(SOURCE.parent).with_suffix("").parts
        if "kernels" not in parts and re.search(rf"\b{name}\b", path.read_text(encoding="utf-8")):
            module = import_module(".".join(part for part in parts if part != "__init__"))
            if hasattr(module, name):
                modules.append(module)
    return tuple(modules)


def set_limits(monkeypatch: pytest.MonkeyPatch, room: str, **limits: Any) -> None:
    """Give limits of a room other values until the test ends, in each file that has them, so that code may move."""
    for name, value in limits.items():
        modules = holders(room, name)
        assert modules, f"nothing in {room} has the limit {name}"
        first = getattr(modules[0], name)
        assert all(getattr(module, name) == first for module in modules), f"{room} has several {name}: {modules}"
        for module in modules:
            monkeypatch.setattr(module, name, value)
