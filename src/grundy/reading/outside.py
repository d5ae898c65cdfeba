"""What a function reads from outside: the names in its bytecode, and those of the functions inside it."""

from __future__ import annotations

import dis
import hashlib
import marshal
import sys
from collections.abc import Iterator
from types import CodeType
from typing import Any
from weakref import WeakKeyDictionary

from grundy.model.frozen import frozen

PURE = frozenset(
    [
        *("math", "cmath", "itertools", "functools", "operator", "collections", "bisect", "heapq", "string"),
        *("fractions", "numbers", "statistics", "_functools", "_operator", "_collections", "_bisect", "_heapq"),
    ]
)
"""Modules of Python's own whose functions depend on their arguments alone."""

GLOBAL_READS = ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS")
CELL_READS = ("LOAD_DEREF", "LOAD_CLASSDEREF", "LOAD_FROM_DICT_OR_DEREF")
GLOBAL_WRITES = ("STORE_GLOBAL", "DELETE_GLOBAL")
CELL_WRITES = ("STORE_DEREF", "DELETE_DEREF")
ATTRIBUTES = ("LOAD_ATTR", "LOAD_METHOD")
NO_WORK = ("EXTENDED_ARG", "CACHE", "NOP")
FRAMES = frozenset(["gi_frame", "cr_frame", "ag_frame", "f_globals", "f_locals", "f_builtins", "f_back", "tb_frame"])

Name = tuple[str, tuple[str, ...]]
"""A name, and the attributes that follow it: ``helper.table.get`` is ("helper", ("table", "get"))."""


@frozen
class Outside:
    """What a code object runs and reads.

    digest    of everything in it that runs: bytecode, constants, names, arguments; no line numbers, comments or file
    globals   the names that it looks up in its module or among the builtins
    cells     the names that it takes from the function around it
    refused   why nobody can say what it reads; "" where that is known
    """

    digest: bytes
    globals: tuple[Name, ...]
    cells: tuple[Name, ...]
    refused: str


_known: WeakKeyDictionary[CodeType, Outside] = WeakKeyDictionary()  # a code object never changes


def outside(code: CodeType) -> Outside:
    """What a function of this code runs and reads."""
    reads = _known.get(code)
    if reads is None:
        reads = _known[code] = _outside(code)
    return reads


def _outside(code: CodeType) -> Outside:
    whole = hashlib.sha256()
    names: dict[Name, None] = {}
    cells: dict[Name, None] = {}
    refused = ""
    for inner_code, free in _nested(code, frozenset(code.co_freevars)):
        whole.update(marshal.dumps(_runs(inner_code), 2))
        steps = [step for step in dis.get_instructions(inner_code) if step.opname not in NO_WORK]
        for place, step in enumerate(steps):
            what = step.opname
            if what in GLOBAL_READS:
                names[step.argval, _attributes(steps, place + 1)] = None
            elif what in CELL_READS and step.argval in free:
                cells[step.argval, _attributes(steps, place + 1)] = None
            refused = refused or _refused(step, free)
    return Outside(whole.digest(), tuple(names), tuple(cells), refused)


def _nested(code: CodeType, free: frozenset[str]) -> Iterator[tuple[CodeType, frozenset[str]]]:
    """A code object and those inside it, each with the names that come from outside of the first."""
    yield code, free
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _nested(constant, free & frozenset(constant.co_freevars))


def _runs(code: CodeType) -> tuple[Any, ...]:
    """What tells code from code that runs otherwise. Names of variables do not, but those of arguments."""
    arguments = code.co_argcount + code.co_kwonlyargcount
    arguments += bool(code.co_flags & 4) + bool(code.co_flags & 8)  # *args, **kwargs
    return (
        code.co_code,
        tuple(b"" if isinstance(constant, CodeType) else _constant(constant) for constant in code.co_consts),
        code.co_names,
        code.co_varnames[:arguments],
        (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_nlocals, code.co_flags),
        code.co_cellvars,
        code.co_freevars,
        code.co_exceptiontable,
    )


def _constant(value: Any) -> Any:
    """A constant as bytes; the order in which a set lists its elements is not the same in every process."""
    if isinstance(value, frozenset):
        return b"set" + b"".join(sorted(map(_constant, value)))
    if isinstance(value, tuple):
        return b"tuple" + marshal.dumps(tuple(map(_constant, value)), 2)
    if isinstance(value, slice):  # a constant from Python 3.14 on
        return b"slice" + _constant((value.start, value.stop, value.step))
    return marshal.dumps(value, 2)


def _attributes(steps: list[dis.Instruction], place: int) -> tuple[str, ...]:
    attributes = []
    while place < len(steps) and steps[place].opname in ATTRIBUTES:
        attributes.append(steps[place].argval)
        place += 1
    return tuple(attributes)


def _refused(step: dis.Instruction, free: frozenset[str]) -> str:
    """Why nobody can say what a step reads or changes."""
    what, name = step.opname, step.argval
    if what in GLOBAL_WRITES or (what in CELL_WRITES and name in free):
        return f"it changes {name}, which is not its own"
    if what in ATTRIBUTES and (name in FRAMES or (name.startswith("__") and name.endswith("__"))):
        return f"it reads the attribute {name}"
    if what == "IMPORT_NAME" and name.partition(".")[0] not in (*PURE, "grundy"):
        return f"it imports {name} while it runs"
    return ""


def python() -> str:
    """The Python that runs, whose bytecode this is."""
    return f"{sys.implementation.name} {sys.version}"
