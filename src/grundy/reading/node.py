"""Values of a few fields that never change, as dataclasses make them, in a fourth of the time: the core form has forty
kinds of them, and every table of a rule of somebody's own waits for these."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field
from typing import Any, NoReturn, TypeVar, dataclass_transform

Kind = TypeVar("Kind")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def node(kind: type[Kind]) -> type[Kind]:
    """A decorator: what ``dataclass(frozen=True, slots=True)`` gives, for fields with or without a default.

    >>> @node
    ... class Pair:
    ...     one: int
    ...     two: int = field(default=2, compare=False)
    >>> Pair(1), Pair(1) == Pair(1, 3), hash(Pair(1)) == hash(Pair(1, 3)), Pair(1) == (1, 2)
    (Pair(one=1, two=2), True, True, False)
    >>> Pair(1).one = 3
    Traceback (most recent call last):
    AttributeError: Pair: one never changes
    """
    made: Any = dataclass(init=False, repr=False, eq=False, slots=True)(kind)
    known = made.__dataclass_fields__
    defaults = {f"default_{name}": one.default for name, one in known.items() if one.default is not MISSING}
    given = ", ".join(f"{name}=default_{name}" if f"default_{name}" in defaults else name for name in known)
    compared = [name for name, one in known.items() if one.compare]
    same = " and ".join(["type(self) is type(other)", *(f"self.{name} == other.{name}" for name in compared)])
    lines = [
        f"def __init__(self, {given}):",
        *[f"    put(self, {name!r}, {name})" for name in known],
        "    pass",
        "def __eq__(self, other):",
        f"    return {same}",
        "def __hash__(self):",
        f"    return hash((kind, {''.join(f'self.{name}, ' for name in compared)}))",
    ]
    held: dict[str, Any] = {"put": object.__setattr__, "kind": made.__qualname__, **defaults}
    exec("\n".join(lines), held)
    for name in ("__init__", "__eq__", "__hash__"):
        setattr(made, name, held[name])
    made.__repr__, made.__reduce__, made.__setattr__, made.__delattr__ = _repr, _reduce, _keep, _keep
    return made  # type: ignore[no-any-return]


def _repr(self: Any) -> str:
    shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__dataclass_fields__)
    return f"{type(self).__qualname__}({shown})"


def _reduce(self: Any) -> tuple[Any, ...]:
    return type(self), tuple([getattr(self, name) for name in self.__dataclass_fields__])


def _keep(self: Any, name: str, *_: Any) -> NoReturn:
    raise AttributeError(f"{type(self).__qualname__}: {name} never changes")
