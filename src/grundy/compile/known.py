"""What the compiler gives a meaning to. A name counts only where it stands for the very object, whatever it is called:
a file's own `range` is not Python's, and `from builtins import range as numbers` is."""

from __future__ import annotations

import builtins
import math
from types import BuiltinFunctionType
from typing import Any

from grundy.model import option

BUILTINS = (
    "abs", "all", "any", "bin", "bool", "divmod", "enumerate", "int", "len", "max", "min", "pow", "range", "reversed",
    "sum",
)  # fmt: skip
_MADE_IN_PYTHON = 1 << 9  # Py_TPFLAGS_HEAPTYPE


def _original(held: Any, name: str) -> bool:
    """Whether something is Python's own function or type of that name, and no file has put another in its place."""
    if type(held) is type:
        return held.__name__ == name and not held.__flags__ & _MADE_IN_PYTHON
    return type(held) is BuiltinFunctionType and held.__name__ == name


_OBJECTS: dict[str, Any] = {
    **{name: held for name in BUILTINS if _original(held := getattr(builtins, name), name)},
    **{f"math.{name}": held for name in ("gcd", "isqrt") if _original(held := getattr(math, name), name)},
    **{name: getattr(option, name) for name in ("to", "again", "answer", "Option")},
}
_NAMES = {id(held): name for name, held in _OBJECTS.items()}


def name_of(held: Any) -> str:
    """The name under which the compiler knows something, as `range` or `math.gcd`; '' if it does not.

    >>> name_of(len), name_of(math.gcd), name_of(lambda numbers: 0)
    ('len', 'math.gcd', '')
    """
    return _NAMES.get(id(held), "")
