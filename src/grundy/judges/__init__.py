"""The formats of judges: one file each, and each has its line here; one is loaded when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grundy.judges.judge import Batch, Batches, Columns, Judge, Option, Reading

    JUDGES: tuple[Judge, ...]
    BY_NAME: dict[str, Judge]

__all__ = ["BY_NAME", "JUDGES", "NAMES", "Batch", "Batches", "Columns", "Judge", "Option", "Reading", "judge_named"]

NAMES = (
    "gfg-rectangle",
    "gcj2019-bacterial-tactics",
    "gfg-take-1-to-3",
    "poj2960-s-nim",
    "gfg-floor-division",
    "piles",
    "cf1382b-sequential-nim",
    "hdu5724-chess",
    "graph",
    "nim-product-64",
    "nim-inverse-64",
)


def judge_named(name: str) -> Judge:
    """The format of one of these names.

    >>> judge_named("piles").limits
    'none'
    """
    judge: Judge = import_module(f"grundy.judges.{name.replace('-', '_')}").JUDGE
    return judge


def __getattr__(name: str) -> Any:
    """All formats, where all are asked for; and what a format is made of."""
    if name == "BY_NAME":
        found: Any = {each: judge_named(each) for each in NAMES}
    elif name == "JUDGES":
        found = tuple(map(judge_named, NAMES))
    elif name in __all__:
        found = getattr(import_module("grundy.judges.judge"), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found
    return found
