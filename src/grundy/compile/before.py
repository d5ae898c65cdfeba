"""What is to be done before anything is compiled, and whether something is being compiled; Numba is not loaded here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import RLock

_needed: list[Callable[[], object]] = []
_poor: list[None] = []  # one once Numba's own code is not optimized in this process
_compiling: list[None] = []  # one for each thing that is being compiled now, by whatever thread
ONE_AT_A_TIME = RLock()


def before_compiling(prepare: Callable[[], object]) -> Callable[[], object]:
    """Have this done once, before anything is compiled: Numba is told of types and functions that it does not have."""
    _needed.append(prepare)
    return prepare


def prepare() -> None:
    """Do what is to be done before anything is compiled."""
    with ONE_AT_A_TIME:
        while _needed:
            _needed.pop(0)()


def no_good_code() -> None:
    """Note that machine code that Numba makes in this process may be poor."""
    _poor[:] = [None]


def is_code_good() -> bool:
    """Whether machine code that Numba makes in this process is as good as in others."""
    return not _poor


def is_compiling() -> bool:
    """Whether something is being compiled now."""
    return bool(_compiling)


def begin() -> None:
    """Note that something begins to be compiled."""
    _compiling.append(None)


def end() -> None:
    """Note that it is compiled."""
    _compiling.pop()


@contextmanager
def compiling() -> Iterator[None]:
    """Something is being compiled in here."""
    begin()
    try:
        yield
    finally:
        end()
