"""Tuples and lists of numbers from outside the rule, as constants of its machine code.

A sequence of sequences is laid out flat, row after row; where rows differ in length, with the places at which
they begin.
"""

from __future__ import annotations

import ast
import builtins
import math
from collections.abc import Callable
from types import BuiltinFunctionType, ModuleType
from typing import Any, NamedTuple

from grundy.compile.emit import PYTHON, Emit, Num
from grundy.compile.interval import Interval, exactly
from grundy.model import option

# ---- What the compiler gives a meaning to
#
# A name counts only where it stands for the very object, whatever it is called: a file's own `range` is not Python's,
# and `from builtins import range as numbers` is.


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


MOST_NUMBERS = 2**20

Value = Callable[[Emit, ast.expr], Num]


class Slice(NamedTuple):
    """Numbers in a row: `numbers[start + i]` for 0 <= i < length."""

    numbers: tuple[int, ...]
    start: Num
    length: Num


def constant_of(e: Emit, node: ast.expr) -> tuple[bool, Any]:
    """Whether an expression is a name from outside the rule, and what it stands for there."""
    match node:
        case ast.Name(name) if name not in e.renamed and name in e.constants:
            return True, e.constants[name]
        case ast.Attribute(inner, name):
            known, holder = constant_of(e, inner)
            if known and type(holder) is ModuleType and hasattr(holder, name):  # some load a name when it is asked for
                return True, getattr(holder, name)
    return False, None


def meaning(e: Emit, node: ast.expr) -> str:
    """The name under which the compiler knows what an expression stands for, as `range`; '' if it does not."""
    known, held = constant_of(e, node)
    return name_of(held) if known else ""


def is_plain(held: Any, *kinds: type) -> bool:
    """Whether something is of one of these kinds and gives its items as they do: a named tuple, no class that gives
    others."""
    return any(
        isinstance(held, kind)
        and all(getattr(type(held), name) is getattr(kind, name) for name in _READING if hasattr(kind, name))
        for kind in kinds
    )


_READING = ("__iter__", "__len__", "__getitem__", "__contains__")


def are_whole(numbers: Any) -> bool:
    """Whether all of some items are whole numbers, and not of a class of the user's, which may count otherwise."""
    return all(type(number) is int or type(number) is bool for number in numbers)


def members(e: Emit, node: ast.expr) -> tuple[int, ...] | None:
    """The numbers of a sequence or set from outside; none if it is something else."""
    known, constant = constant_of(e, node)
    if known and is_plain(constant, tuple, list, range, set, frozenset) and len(constant) <= MOST_NUMBERS:
        numbers = tuple(constant)
        if are_whole(numbers):
            return numbers
    return None


def rows(e: Emit, node: ast.expr) -> tuple[tuple[int, ...], ...] | None:
    """The rows of a sequence of sequences from outside; none if it is something else."""
    known, constant = constant_of(e, node)
    if not known or not is_plain(constant, tuple, list):
        return None
    if not all(is_plain(row, tuple, list) and are_whole(row) for row in constant):
        return None
    if sum(map(len, constant)) > MOST_NUMBERS:
        e.refuse(node, f"more than {MOST_NUMBERS:,} numbers from outside the rule are not compiled")
    return tuple(tuple(row) for row in constant)


def row(e: Emit, node: ast.expr, value: Value) -> Slice | None:
    """An expression that stands for a row of numbers: a sequence from outside, or a row of one."""
    known, constant = constant_of(e, node)
    if known and is_plain(constant, tuple, list, range):
        if len(constant) > MOST_NUMBERS:
            e.refuse(node, f"more than {MOST_NUMBERS:,} numbers from outside the rule are not compiled")
        numbers = members(e, node)
        return numbers if numbers is None else Slice(numbers, e.number_of(0), e.number_of(len(numbers)))
    if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
        table = rows(e, node.value)
        if table is not None:
            flat = tuple(number for one in table for number in one)
            index = within(e, value(e, node.slice), e.number_of(len(table)))
            widths = {len(one) for one in table} or {0}
            if len(widths) == 1:
                width = widths.pop()
                start = Num(e.b.mul(index.llvm, e.i64(width)), Interval(0, len(flat)))
                return Slice(flat, start, e.number_of(width))
            places = [0]
            for one in table:
                places.append(places[-1] + len(one))
            first = fetch(e, tuple(places), index)
            next_ = fetch(e, tuple(places), Num(e.b.add(index.llvm, e.i64(1)), index.span))
            length = Num(e.b.sub(next_.llvm, first.llvm), Interval(min(map(len, table)), max(map(len, table))))
            return Slice(flat, first, length)
    return None


def within(e: Emit, index: Num, length: Num) -> Num:
    """An index as Python takes it (from the end if negative), refused outside the sequence."""
    lo, hi = index.span
    if lo < 0:
        behind = e.b.add(index.llvm, length.llvm)
        index = Num(e.select(e.b.icmp_signed("<", index.llvm, e.i64(0)), behind, index.llvm), Interval(lo, hi))
    if lo < 0 or hi >= length.span.lo:
        e.fail_if(e.b.icmp_unsigned(">=", index.llvm, length.llvm), PYTHON)
    top = max(length.span.hi - 1, 0)
    return Num(index.llvm, Interval(max(lo, 0) if lo >= 0 else 0, min(hi, top) if 0 <= lo <= top else top))


def fetch(e: Emit, numbers: tuple[int, ...], index: Num) -> Num:
    """numbers[index], for an index that is known to be inside."""
    span = Interval(int(min(numbers, default=0)), int(max(numbers, default=0)))
    if not span.fits:
        raise OverflowError
    if index.span.lo == index.span.hi and index.span.lo < len(numbers):
        number = numbers[index.span.lo]
        return e.number_of(int(number), type(number) is bool)
    truth = any(type(number) is bool for number in numbers)
    if e.dry:
        return Num(None, span, truth)
    ir = e.ir
    if numbers not in e.arrays:
        bits = next(bits for bits in (8, 16, 32, 64) if -(2 ** (bits - 1)) <= span.lo and span.hi < 2 ** (bits - 1))
        kind = ir.ArrayType(ir.IntType(bits), max(len(numbers), 1))
        held = ir.GlobalVariable(e.module, kind, f"numbers.{len(e.arrays)}")
        held.global_constant = True
        held.linkage = "internal"
        held.initializer = ir.Constant(kind, list(map(int, numbers)) or [0])
        e.arrays[numbers] = held
    place = e.b.gep(e.arrays[numbers], [e.i64(0), index.llvm], inbounds=True)
    loaded = e.b.load(place)
    return Num(loaded if loaded.type.width == 64 else e.b.sext(loaded, ir.IntType(64)), span, truth)


def element(e: Emit, node: ast.Subscript, value: Value) -> Num:
    """sequence[index]."""
    if isinstance(node.slice, ast.Slice):
        e.refuse(node.slice)
    found = row(e, node.value, value)
    if found is None:
        e.refuse(node, "indexing this is not compiled; write a tuple of numbers (or of such tuples) outside the rule")
    index = within(e, value(e, node.slice), found.length)
    return _fetch_at(e, node, found, index)


def _fetch_at(e: Emit, node: ast.AST, found: Slice, index: Num) -> Num:
    place = index
    if found.start.span != exactly(0):
        place = Num(e.b.add(found.start.llvm, index.llvm), Interval(0, max(len(found.numbers) - 1, 0)))
    return at_place(e, node, found.numbers, place)


def at_place(e: Emit, node: ast.AST, numbers: tuple[int, ...], place: Num) -> Num:
    try:
        return fetch(e, numbers, place)
    except OverflowError:
        e.refuse(node, "a number beyond 64 bits in a sequence is not compiled")


def length(e: Emit, node: ast.expr, value: Value) -> Num:
    """len(sequence)."""
    known, constant = constant_of(e, node)
    if known and is_plain(constant, tuple, list, range):
        return e.number_of(len(constant))
    found = row(e, node, value)
    if found is None:
        e.refuse(node, "len() of this is not compiled; write the length of a tuple from outside the rule")
    return found.length
