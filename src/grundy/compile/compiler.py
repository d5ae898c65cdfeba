"""Whether what compiles is installed: Numba and llvmlite, which the extra `compile` names. Nobody else asks that."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from typing import Any

from grundy.errors import GrundyError

PACKAGES = ("numba", "llvmlite")


class NoCompiler(GrundyError, ImportError):
    """What is to be done has to be compiled, and nothing here can."""


@cache
def missing() -> str:
    """The first of the packages that is not installed; "" if all are."""
    return next((one for one in PACKAGES if find_spec(one) is None), "")


def need() -> None:
    """Go on only where there is a compiler.

    Raises:  NoCompiler: it leads to what installs one.
    """
    if name := missing():
        raise NoCompiler(
            f"this is compiled to machine code, for which {name} is missing: pip install 'grundy[compile]'"
        )


def instructions() -> Any:
    """What LLVM's instructions are made of.

    Raises:  NoCompiler.
    """
    need()
    from llvmlite import ir

    return ir
