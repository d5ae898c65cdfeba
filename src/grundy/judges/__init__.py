"""The formats of judges: each file here that is no part of others is one, loaded when it is asked for."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grundy.judges.judge import Batch, Batches, CaseColumns, FormatOption, Judge, Reading

    JUDGES: tuple[Judge, ...]
    BY_NAME: dict[str, Judge]

__all__ = [
    "BY_NAME",
    "JUDGES",
    "NAMES",
    "Batch",
    "Batches",
    "CaseColumns",
    "FormatOption",
    "Judge",
    "Reading",
    "judge_named",
]

PARTS = ("inputs", "judge")
NAMES = tuple(
    sorted(file.name.replace("_", "-") for file in iter_modules(__path__) if not file.ispkg and file.name not in PARTS)
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
        value: Any = {each: judge_named(each) for each in NAMES}
    elif name == "JUDGES":
        value = tuple(map(judge_named, NAMES))
    elif name in __all__:
        value = getattr(import_module("grundy.judges.judge"), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value
