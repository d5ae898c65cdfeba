"""What a rule is, in one digest: whatever its options depend on, and nothing else.

Two rules of one identity have the same options, in this process or in another; so the identity is the only key under
which anything found of a rule may be used again: theorems, engines in memory, tables, runs. It is taken anew for each
question, since a global name of a user's may be bound to something else between two questions.

Since every question passes here, here too a rule is refused that reads something which can be read once only, as an
iterator: it would have all its options the first time, and none the second.

What cannot be compared has no identity: an open file, random numbers, an object of a class of the user's, a name that
only running the code would tell. Such a rule is answered, and nothing of it is used again.
"""

from __future__ import annotations

import functools
import gc
import hashlib
import marshal
import os
import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import fields
from inspect import CO_GENERATOR
from itertools import chain, islice
from types import (
    BuiltinFunctionType,
    CellType,
    FunctionType,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any

from grundy.errors import BadRule
from grundy.model.frozen import is_frozen
from grundy.model.rule import Position, Rule
from grundy.model.space import Space
from grundy.reading.outside import PURE, Name, outside, python
from grundy.version import __version__

PACKAGE = f"{os.path.dirname(os.path.dirname(__file__))}{os.sep}"
LIBRARY = f"{os.path.dirname(os.__file__)}{os.sep}"
SCALARS = frozenset({int, float, complex, bool, str, bytes, type(None), type(...)})
NESTED = frozenset({tuple, list})
FEW_RESULTS = 3  # of a cache that are looked at
DEEPEST = 50  # of values in values that are written at once
UNTOLD = frozenset(
    [
        *(eval, exec, compile, globals, locals, vars, dir, getattr, setattr, delattr, hasattr, __import__),
        *(open, input, breakpoint, memoryview, id, hash),
    ]
)
"""Builtins whose result depends on more than the values that they are given."""
RULE_FIELDS = ("function", "parameters", "arity", "conventions", "shape", "theory", "claim", "canonical", "split")

_VERSIONS = f"grundy {__version__}, {python()}"
_UNBOUND = object()


ONCE = frozenset({"builtins", "itertools"})
"""Modules whose iterators give what they have once."""


class Unidentified(Exception):
    """Why a rule has no identity."""


def identity(rule: Rule, states: Iterable[Any] = ()) -> str | None:
    """The digest of all that the options of a rule depend on; None where nobody can tell.

    Args:    states: those that are asked about; of compounds they hold positions, whose rules count, too.
    Raises:  BadRule: it reads an iterator, which gives what it has only once.

    >>> from grundy.model.rule import rule
    >>> S = (1, 2)
    >>> @rule
    ... def take(n):
    ...     yield from (n - s for s in S if s <= n)
    >>> before = identity(take)
    >>> S = (1, 3)
    >>> identity(take) == before
    False
    """
    return _identity(rule, states)[0]


def why_unidentified(rule: Rule, states: Iterable[Any] = ()) -> str:
    """Why a rule has no identity, in words; "" where it has one."""
    return _identity(rule, states)[1]


def rules_in(states: Iterable[Any]) -> frozenset[Rule]:
    """The rules of the positions that states hold, as those of compounds do."""
    kinds = set(map(type, states := list(states)))
    if Position not in kinds and tuple not in kinds:
        return frozenset()
    items = list(chain(states, chain.from_iterable(state for state in states if type(state) is tuple)))
    if Position not in set(map(type, items)):
        return frozenset()
    components = [component for item in items if type(item) is Position for component in item.components]
    return frozenset(component.rule for component in components).union(
        *(rules_in(component.states) for component in components)
    )


def is_users(rule: Rule) -> bool:
    """Whether anything of a rule is code or changeable data of a user's: else its identity never changes."""
    identity(rule)
    return rule._identity is None


def _identity(rule: Rule, states: Iterable[Any]) -> tuple[str | None, str]:
    inside = [used_rule for used_rule in rules_in(states) if is_users(used_rule)]
    if inside:
        each = [_identity(used_rule, ()) for used_rule in (rule, *inside)]
        reason = next((why for _, why in each if why), "")
        whole = " ".join([each[0][0] or "", *sorted(digest or "" for digest, _ in each[1:])])
        return (None if reason else hashlib.sha256(whole.encode()).hexdigest()), reason
    if rule._identity is not None:
        return rule._identity, ""
    writer = _Writer()
    try:
        writer.rule(rule)
    except _ReadOnce as once:
        raise BadRule(
            f"{rule.spec}: expected a rule that is the same whenever it is called, found {writer.where}{once}"
        ) from None
    except Unidentified as why:
        return None, str(why)
    except RecursionError:
        return None, "it is made of too many functions inside one another"
    digest = hashlib.sha256(b"".join([_VERSIONS.encode(), *writer.out])).hexdigest()
    if not writer.changeable:
        object.__setattr__(rule, "_identity", digest)
    return digest, ""


class _ReadOnce(Exception):
    """What gives its items only once, and what to write instead."""


class _Writer:
    """Writes values so that different ones have different bytes, whatever process writes them.

    changeable   whether another writing may give other bytes, as where a name of a user's was looked up
    where        the name under which the rule reads the value that is being written
    """

    def __init__(self) -> None:
        self.out: list[bytes] = []
        self.changeable = False
        self.where = ""
        self._met: dict[int, int] = {}  # functions, rules and containers: the number of each, by its id
        self._held: list[Any] = []  # so that no id is given away while it counts

    def tag(self, *words: str) -> None:
        """Say what comes next."""
        self.out.append(marshal.dumps(words, 2))

    def values(self, values: Iterable[Any]) -> None:
        """Each value, and an end."""
        for value in values:
            self.value(value)
        self.tag("end")

    def value(self, value: Any) -> None:
        """Any value. Raises Unidentified."""
        kind = type(value)
        if kind in SCALARS or (kind is tuple and _is_plain(value)):
            self.out.append(marshal.dumps(value, 2))
            return
        write = _WRITE.get(kind)
        if write is not None:
            write(self, value)
        elif _is_once(value):
            raise _ReadOnce(f"{kind.__name__}, which gives its items only once; write a tuple: tuple(...)")
        elif isinstance(value, type):
            self._named(value, "class")
        elif _is_ours(kind):
            self._ours(value)
        else:
            self._numbers(value)

    def _meets(self, value: Any) -> bool:
        """Whether a value has been written before; where it was is then written."""
        number = self._met.setdefault(id(value), len(self._met))
        if number < len(self._held):
            self.tag("again", str(number))
            return True
        self._held.append(value)
        return False

    def rule(self, rule: Rule) -> None:
        """What the options of a rule depend on. How it is called, drawn and described does not count."""
        if self._meets(rule):
            return
        self.tag("rule")
        self.where = ""
        for name, value in rule.parameters:
            self.where = f"its parameter {name} as a "
            self.value((name, value))
        self.where = ""
        for name in RULE_FIELDS:
            self.value(getattr(rule, name))
        self.value(rule.space)

    def space(self, space: Space) -> None:
        """What a state is."""
        self.tag("space", space.name, space.part_name)
        self.value(space.contains)

    def position(self, position: Position) -> None:
        """A position that a rule holds."""
        self.tag("position")
        self.values(position.components)

    def function(self, function: FunctionType) -> None:
        """A function: what it runs, and every value that it reads."""
        if self._meets(function):
            return
        code = function.__code__
        if code.co_filename.startswith(PACKAGE) or _is_of_library(function):
            line = str(code.co_firstlineno)  # there may be several of a name
            self.tag("function", function.__module__, function.__qualname__, line)
            ours = code.co_filename.startswith(PACKAGE)
            self._bound(function, () if ours else vars(function).items())
            return
        self.changeable = True
        reads = outside(code)
        if reads.refused:
            raise Unidentified(f"{function.__qualname__}: {reads.refused}")
        self.tag("code")
        self.out.append(reads.digest)
        self._bound(function, vars(function).items())
        held = dict(zip(code.co_freevars, function.__closure__ or (), strict=True))
        for name in reads.cells:
            self._looked_up(function, name, _content(held[name[0]]))
        module_names, more = function.__globals__, getattr(function, "__builtins__")  # noqa: B009 (typeshed does not have it)
        for name in reads.globals:
            self._looked_up(function, name, module_names.get(name[0], more.get(name[0], _UNBOUND)))

    def _bound(self, function: FunctionType, own: Iterable[tuple[str, Any]]) -> None:
        """What came to a function when it was made."""
        for name, value in (function.__kwdefaults__ or {}).items():
            self.where = f"the default of {function.__qualname__}'s {name} as a "
            self.value((name, value))
        self.where = f"a default of {function.__qualname__} as a "
        self.value(function.__defaults__)
        self.where = ""
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            content = _content(cell)
            if not isinstance(content, ModuleType) and content is not _UNBOUND:
                self.where = f"{name} as a "
                self.value(content)
        self.tag("end")
        self.values(chain.from_iterable(own))

    def _looked_up(self, function: FunctionType, name: Name, value: Any) -> None:
        """What a name means; of a module what is read of it."""
        first, attributes = name
        self.where = f"{'.'.join((first, *attributes))} as a "
        self.tag("name", first)
        for attribute in attributes:
            if not isinstance(value, ModuleType):
                break
            self.tag("attribute", attribute)
            value = getattr(value, attribute, _UNBOUND)
        if value is _UNBOUND:
            self.tag("unbound")
        elif isinstance(value, ModuleType):
            raise Unidentified(f"{function.__qualname__}: it reads {first}, and not only an attribute of that module")
        else:
            self.value(value)

    def method(self, method: MethodType) -> None:
        """A method of a value."""
        self.tag("method")
        self.value(method.__func__)
        self.value(method.__self__)

    def builtin(self, function: Any) -> None:
        """A function that is no Python: by its name, or by the value that it is a method of."""
        owner = getattr(function, "__self__", None)
        if owner is None or isinstance(owner, ModuleType):
            self._named(function, "builtin")
        else:
            self.tag("method", function.__name__)
            self.value(owner)

    def descriptor(self, method: Any) -> None:
        """A method of a class, such as `str.upper`."""
        self.tag("descriptor", method.__name__)
        self.value(method.__objclass__)

    def partial(self, call: functools.partial[Any]) -> None:
        """A function with arguments."""
        self.tag("partial")
        self.values((call.func, *call.args, *chain.from_iterable(call.keywords.items())))
        self.values(chain.from_iterable(vars(call).items()))

    def cached(self, call: Any) -> None:
        """A function whose results are kept: they may be those of names that meant something else then."""
        function = call.__wrapped__
        is_generator = type(function) is FunctionType and function.__code__.co_flags & CO_GENERATOR
        used_up = (
            "generator"
            if is_generator
            else next((type(returned).__name__ for returned in _results(call) if _is_once(returned)), "")
        )
        if used_up:
            self.where = ""
            raise _ReadOnce(
                f"{function.__qualname__} with a cache around it, which keeps a {used_up} that is used up the second "
                "time; let it return a tuple"
            )
        if not _is_ours_or_closed(function, call):
            raise Unidentified(f"{function.__qualname__}: what a cache holds of it may be of values that have changed")
        self.tag("cached")
        self.value(function)

    def sequence(self, value: Sequence[Any]) -> None:
        """A list, or a tuple of more than plain values."""
        self.changeable |= type(value) is list
        if self._meets(value):
            return
        self.tag(type(value).__name__)
        self.values(value)

    def mapping(self, value: dict[Any, Any]) -> None:
        """A dict: its order counts, since it can be looped over."""
        self.changeable = True
        if self._meets(value):
            return
        self.tag("dict")
        self.values(chain.from_iterable(value.items()))

    def set(self, value: Any) -> None:
        """A set, in an order of its own."""
        self.changeable |= type(value) is set
        self.tag(type(value).__name__)
        each = []
        for item in value:
            writer = _Writer()
            writer.value(item)
            self.changeable |= writer.changeable
            each.append(b"".join(writer.out))
        self.out.append(marshal.dumps(sorted(each), 2))

    def range(self, value: Any) -> None:
        """The numbers of a range."""
        self.tag("range")
        self.value((value.start, value.stop, value.step))

    def bytes(self, value: bytearray) -> None:
        """Bytes that may be changed."""
        self.changeable = True
        self.tag("bytearray")
        self.value(bytes(value))

    def array(self, value: Any) -> None:
        """Numbers of one kind."""
        self.changeable = True
        self.tag("array", value.typecode)
        self.value(value.tobytes())

    def _numbers(self, value: Any) -> None:
        """Numbers of NumPy's."""
        numpy = sys.modules.get("numpy")
        if numpy is None or (not isinstance(value, numpy.generic) and type(value) is not numpy.ndarray):
            self._attributes(value)
            raise Unidentified(f"it reads an object of the class {type(value).__name__}, which may change")
        if value.dtype.hasobject:
            raise Unidentified("it reads an array of objects, which may change")
        self.changeable = True
        self.tag("numpy", type(value).__name__, repr(value.dtype), repr(value.shape))
        self.value(value.tobytes())

    def _attributes(self, value: Any) -> None:
        """Look through an object that has no identity for what can be read only once."""
        if self._meets(value):
            return
        for name, attribute in chain(vars(type(value)).items(), getattr(value, "__dict__", {}).items()):
            self.where = f"its attribute {name} as a "
            with suppress(Unidentified):
                self.value(attribute)

    def _named(self, value: Any, what: str) -> None:
        """What a module of Python's or ours has under its name."""
        module, name = value.__module__ or "builtins", value.__qualname__
        root = module.partition(".")[0]
        there: Any = sys.modules.get(module)
        for part in name.split("."):
            there = getattr(there, part, None)
        if there is not value or root not in (*PURE, "builtins", "grundy") or value in UNTOLD:
            raise Unidentified(f"it uses {module}.{name}, whose result may change")
        self.tag(what, module, name)

    def _ours(self, value: Any) -> None:
        """A value of a class of grundy's."""
        if self._meets(value):
            return
        kind = type(value)
        self.tag("value", kind.__module__, kind.__qualname__)
        if isinstance(value, tuple):
            self.values(value)
        elif made_of := getattr(kind, "MADE_OF", ()):
            self.values(getattr(value, name) for name in made_of)
        elif is_frozen(kind):
            self.values(getattr(value, field.name) for field in fields(value))
        else:
            raise Unidentified(f"it reads an object of the class {kind.__qualname__}, which may change")


def _is_once(value: Any) -> bool:
    return isinstance(value, Iterator) and type(value).__module__ in ONCE


def _results(call: Any) -> Iterator[Any]:
    """Some of the results that a cache holds, where the garbage collector shows them, as CPython's does."""
    held = gc.get_referents(call)
    for referent in held:
        yield from islice(referent.values(), FEW_RESULTS) if type(referent) is dict else (referent,)


def _is_plain(value: tuple[Any, ...]) -> bool:
    """Whether a tuple holds nothing but numbers, text and tuples of these; without a call for each of its items."""
    level: list[Any] = [value]
    for _ in range(DEEPEST):
        level = list(chain.from_iterable(inner for inner in level if type(inner) is tuple))
        kinds = set(map(type, level))
        if kinds <= SCALARS:
            return True
        if not kinds <= SCALARS | {tuple}:
            return False
    return False


def _content(cell: CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return _UNBOUND


def _is_ours(kind: type) -> bool:
    """Whether a class is one of grundy's modules."""
    module = sys.modules.get(kind.__module__) if kind.__module__.startswith("grundy.") else None
    return getattr(module, kind.__qualname__, None) is kind


def _is_of_library(function: FunctionType) -> bool:
    """Whether a function is one of Python's own that depend on their arguments alone."""
    file = function.__code__.co_filename
    return function.__module__ in PURE and file.startswith(LIBRARY) and "site-packages" not in file


def _is_ours_or_closed(function: Any, itself: Any) -> bool:
    """Whether what a function returns never changes: it reads nothing of its module but itself, and no variables."""
    if type(function) is not FunctionType:
        return False
    if function.__code__.co_filename.startswith(PACKAGE):
        return True
    reads = outside(function.__code__)
    module_names, more = function.__globals__, getattr(function, "__builtins__")  # noqa: B009
    fixed = (
        _is_fixed(module_names[name], itself) if name in module_names else name in more for name, _ in reads.globals
    )
    return not reads.refused and not reads.cells and all(fixed)


def _is_fixed(value: Any, itself: Any) -> bool:
    return value is itself or (isinstance(value, ModuleType) and value.__name__ in PURE)


_WRITE: dict[type, Callable[[_Writer, Any], None]] = {
    Rule: _Writer.rule,
    Space: _Writer.space,
    Position: _Writer.position,
    FunctionType: _Writer.function,
    MethodType: _Writer.method,
    BuiltinFunctionType: _Writer.builtin,
    MethodWrapperType: _Writer.builtin,
    MethodDescriptorType: _Writer.descriptor,
    WrapperDescriptorType: _Writer.descriptor,
    functools.partial: _Writer.partial,
    type(functools.lru_cache(len)): _Writer.cached,
    tuple: _Writer.sequence,
    list: _Writer.sequence,
    dict: _Writer.mapping,
    set: _Writer.set,
    frozenset: _Writer.set,
    range: _Writer.range,
    bytearray: _Writer.bytes,
    array: _Writer.array,
}
