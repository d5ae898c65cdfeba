"""Whether what compiles is installed: Numba and llvmlite, which the extra `compile` names. Nobody else asks that."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from typing import Any

from grundy.compile.subset import NotCompiled
from grundy.errors import GrundyError

PACKAGES = ("numba", "llvmlite")


class NoCompiler(GrundyError, ImportError, NotCompiled):
    """What is to be done has to be compiled, and nothing here can. A rule then runs uncompiled."""


@cache
def missing() -> str:
    """The first of the packages that is not installed; "" if all are."""
    return next((package for package in PACKAGES if find_spec(package) is None), "")


def need() -> None:
    """Go on only where there is a compiler.

    Raises:  NoCompiler: it leads to what installs one.
    """
    if reason := refusal():
        raise NoCompiler(reason)


def refusal() -> str:
    """Why nothing is compiled here, and what would do; "" if something can be."""
    name = missing()
    return name and f"no machine code can be made here, since {name} is missing: pip install 'grundy[compile]'"


def instructions() -> Any:
    """What LLVM's instructions are made of.

    Raises:  NoCompiler.
    """
    need()
    from llvmlite import ir

    return ir
