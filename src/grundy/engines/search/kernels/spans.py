"""Arrays for kernels that work on many: an address and a length, without the reference counts of Numba's own.

Numba counts references each time that an array is taken out of a tuple, by an atomic instruction that costs more than
the access itself. A span is not counted: whoever calls a kernel keeps the spans, and so their arrays, until it returns.
As with arrays, no index is checked.

judge  the arrays themselves, in tests/engines/search/test_search_numbers.py
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from llvmlite import ir
from numba import from_dtype, types
from numba.core import cgutils
from numba.extending import (
    NativeValue,
    intrinsic,
    make_attribute_wrapper,
    models,
    overload,
    register_model,
    typeof_impl,
    unbox,
)
from numpy.typing import NDArray

from grundy.compile.jit import INNER


class Span:
    """A contiguous array of one dimension, as an argument of kernels; `array` is the array itself."""

    __slots__ = ("address", "array", "size")

    def __init__(self, array: NDArray[Any]) -> None:
        assert array.ndim == 1 and array.flags.c_contiguous
        self.array = array
        self.address = array.ctypes.data
        self.size = array.size


class SpanType(types.Type):  # Numba asks for a class
    """The type of spans of one kind of entry."""

    def __init__(self, entry: Any) -> None:
        self.entry = entry
        super().__init__(name=f"Span({entry})")


@register_model(SpanType)
class _SpanModel(models.StructModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("data", types.CPointer(kind.entry)), ("size", types.int64)])


make_attribute_wrapper(SpanType, "size", "size")


@typeof_impl.register(Span)
def _typeof(span, _context):
    return SpanType(from_dtype(np.dtype(span.array.dtype)))


@unbox(SpanType)
def _unbox(kind, thing, c):
    found = cgutils.create_struct_proxy(kind)(c.context, c.builder)
    for name in ("address", "size"):
        held = c.pyapi.object_getattr_string(thing, name)
        number = c.pyapi.long_as_longlong(held)
        c.pyapi.decref(held)
        if name == "size":
            found.size = number
        else:
            found.data = c.builder.inttoptr(number, c.context.get_value_type(types.CPointer(kind.entry)))
    return NativeValue(found._getvalue(), is_error=cgutils.is_not_null(c.builder, c.pyapi.err_occurred()))


def _place(context, builder, kind, span, index):
    data = cgutils.create_struct_proxy(kind)(context, builder, value=span).data
    return builder.gep(data, [index])


def _get(_context, span, index):
    def generate(context, builder, signature, args):
        return builder.load(_place(context, builder, signature.args[0], *args))

    return span.entry(span, types.int64), generate


def _set(_context, span, index, value):
    def generate(context, builder, signature, args):
        builder.store(args[2], _place(context, builder, signature.args[0], *args[:2]))
        return ir.Constant(ir.IntType(8).as_pointer(), None)

    return types.none(span, types.int64, span.entry), generate


def _acquire(_context, span, index):
    def generate(context, builder, signature, args):
        return builder.load_atomic(_place(context, builder, signature.args[0], *args), "acquire", 8)

    return span.entry(span, types.int64), generate


def _release(_context, span, index, value):
    def generate(context, builder, signature, args):
        builder.store_atomic(args[2], _place(context, builder, signature.args[0], *args[:2]), "release", 8)
        return ir.Constant(ir.IntType(8).as_pointer(), None)

    return types.none(span, types.int64, span.entry), generate


def _exchange(_context, span, index, old, new):
    def generate(context, builder, signature, args):
        place = _place(context, builder, signature.args[0], *args[:2])
        found = builder.cmpxchg(place, args[2], args[3], "acq_rel", "acquire")
        return builder.extract_value(found, 1)

    return types.boolean(span, types.int64, span.entry, span.entry), generate


def _bring_near(_context, span, index):
    def generate(context, builder, signature, args):
        octet, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        place = builder.bitcast(_place(context, builder, signature.args[0], *args), octet)
        kind = ir.FunctionType(ir.VoidType(), [octet, number, number, number])
        how = [number(0), number(3), number(1)]  # to be read, into the nearest cache, of data
        builder.call(builder.module.declare_intrinsic("llvm.prefetch", [octet], kind), [place, *how])
        return ir.Constant(octet, None)

    return types.none(span, types.int64), generate


_entry: Any = intrinsic(_get)
_put: Any = intrinsic(_set)
# For what several kernels write at once, each word of 64 bits whole: read it, and what is read later was written by
# then; write it after all that was written before; write it if it is still `old`, and whether it was.
acquire: Any = intrinsic(_acquire)
release: Any = intrinsic(_release)
exchange: Any = intrinsic(_exchange)
# Have the processor fetch what will be read soon, while it works on something else; it changes nothing.
bring_near: Any = intrinsic(_bring_near)


@overload(operator.getitem, jit_options=INNER)
def _getitem(span, index):
    if isinstance(span, SpanType):
        return lambda span, index: _entry(span, index)


@overload(operator.setitem, jit_options=INNER)
def _setitem(span, index, value):
    if isinstance(span, SpanType):
        return lambda span, index, value: _put(span, index, value)


def spans(arrays: Any) -> Any:
    """A tuple of the same type with a span for each array."""
    held = (Span(one) if isinstance(one, np.ndarray) else one for one in arrays)
    return type(arrays)(*held) if hasattr(arrays, "_fields") else tuple(held)
