"""Values of a few fields that never change, as dataclasses make them, in a fourth of the time.

Some seventy kinds of values are made before the smallest question is answered, and forty more, those of the core form,
before a table of a rule of somebody's own is filled: by dataclasses each takes 0.3 ms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, is_dataclass
from operator import attrgetter
from typing import Any, NoReturn, TypeVar, dataclass_transform, overload

Kind = TypeVar("Kind")


class _Made:
    """What `help()` shows in place of a default that is made for each value."""

    def __repr__(self) -> str:
        return "<factory>"


MADE = _Made()


@overload
def frozen(kind: type[Kind], /) -> type[Kind]: ...
@overload
def frozen(*, eq: bool) -> Callable[[type[Kind]], type[Kind]]: ...


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(kind: Any = None, /, *, eq: bool = True) -> Any:
    """A decorator: what ``dataclass(frozen=True, slots=True)`` gives.

    >>> @frozen
    ... class Pair:
    ...     one: int
    ...     two: int = field(default=2, compare=False)
    >>> Pair(1), Pair(1) == Pair(1, 3), hash(Pair(1)) == hash(Pair(1, 3)), Pair(1) == (1, 2)
    (Pair(one=1, two=2), True, True, False)
    >>> Pair(1).one = 3
    Traceback (most recent call last):
    dataclasses.FrozenInstanceError: Pair: one never changes
    """
    return (lambda kind: _made(kind, eq)) if kind is None else _made(kind, eq)


def is_frozen(kind: type[Any]) -> bool:
    """Whether the values of a class never change, and are all that its fields say."""
    if kind.__setattr__ is _keep:
        return True
    return is_dataclass(kind) and bool(kind.__dict__["__dataclass_params__"].frozen)


def _made(kind: Any, eq: bool) -> type[Any]:
    own = vars(kind)
    made: Any = dataclass(init=False, repr=False, eq=False, slots=True)(kind)
    members: dict[str, Field[Any]] = made.__dataclass_fields__
    given: dict[str, Any] = {"__init__": _init(members, hasattr(kind, "__post_init__"))}
    given |= {"__repr__": _repr, "__setattr__": _keep, "__delattr__": _keep}
    if eq and "__eq__" not in own:
        given["__eq__"] = _eq(_content(name for name, member in members.items() if member.compare))
    if eq and own.get("__hash__") is None:
        hashed = (name for name, member in members.items() if (member.compare if member.hash is None else member.hash))
        given["__hash__"] = _hash(made.__qualname__, _content(hashed))
    if kind.__reduce__ is object.__reduce__:  # else the class says how its values are pickled
        given["__reduce__"] = _reduce
    for name, method in given.items():
        if own.get(name) is None:
            setattr(made, name, method)
    return made  # type: ignore[no-any-return]


def _init(members: dict[str, Field[Any]], has_more: bool) -> Callable[..., None]:
    """The one method that is made of text: values are made more often than anything else is done with them."""
    values: dict[str, Any] = {"put": object.__setattr__}
    arguments, lines = ["self"], []
    for name, member in members.items():
        assert not member.kw_only, f"{name}: fields by name alone are left to dataclasses"
        default, is_made = f"default_{name}", member.default_factory is not MISSING
        has_default = is_made or member.default is not MISSING
        if has_default:
            values[default] = MADE if is_made else member.default
        if is_made:
            values[f"make_{name}"] = member.default_factory
            lines.append(f"    {name} = make_{name}() if {name} is {default} else {name}\n")
        if member.init:
            arguments.append(f"{name}={default}" if has_default else name)
        lines.append(f"    put(self, {name!r}, {name if member.init else default})\n")
    exec(
        f"def init({', '.join(arguments)}):\n{''.join(lines)}    {'self.__post_init__()' if has_more else 'pass'}",
        values,
    )
    made: Callable[..., None] = values["init"]
    made.__annotations__ = {name: member.type for name, member in members.items() if member.init} | {"return": None}
    return made


def _content(names: Iterable[str]) -> Callable[[Any], Any]:
    """What gives some fields of a value: as a tuple, so that one and the same large field is not looked through."""
    match tuple(names):
        case ():
            return lambda value: ()
        case (name,):
            return lambda value: (getattr(value, name),)
        case several:
            return attrgetter(*several)


def _eq(content: Callable[[Any], Any]) -> Callable[[Any, object], bool]:
    def eq(self: Any, other: object) -> bool:
        return content(self) == content(other) if type(self) is type(other) else NotImplemented

    return eq


def _hash(kind: str, content: Callable[[Any], Any]) -> Callable[[Any], int]:
    """Values of two kinds differ though their fields do not."""
    return lambda self: hash((kind, content(self)))


def _repr(self: Any) -> str:
    shown = (name for name, member in self.__dataclass_fields__.items() if member.repr)
    return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"


def _reduce(self: Any) -> tuple[Any, ...]:
    members = self.__dataclass_fields__
    return type(self), tuple([getattr(self, name) for name, member in members.items() if member.init])


def _keep(self: Any, name: str, *_: Any) -> NoReturn:
    raise FrozenInstanceError(f"{type(self).__qualname__}: {name} never changes")
