"""Numba's type for spans (spans.py), and the processor instructions that kernels call, in LLVM."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from llvmlite import ir
from numba import from_dtype, types
from numba.core import cgutils
from numba.extending import (
    NativeValue,
    make_attribute_wrapper,
    models,
    register_model,
    typeof_impl,
    unbox,
)

from grundy.compile.cached import instruction
from grundy.compile.span import Span, span_of
from grundy.engines.search.kernels import spans

NO_BITS = ir.Constant(ir.IntType(1), 0)  # a word without bits gives 64


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
    span = cgutils.create_struct_proxy(kind)(c.context, c.builder)
    for name in ("address", "size"):
        held = c.pyapi.object_getattr_string(thing, name)
        number = c.pyapi.long_as_longlong(held)
        c.pyapi.decref(held)
        if name == "size":
            span.size = number
        else:
            span.data = c.builder.inttoptr(number, c.context.get_value_type(types.CPointer(kind.entry)))
    return NativeValue(span._getvalue(), is_error=cgutils.is_not_null(c.builder, c.pyapi.err_occurred()))


def _place(context, builder, kind, span, index):
    data = cgutils.create_struct_proxy(kind)(context, builder, value=span).data
    return builder.gep(data, [index])


@instruction(operator.getitem, SpanType, types.Any)
def _get(_context, span, index):
    if not isinstance(span, SpanType):
        return None

    def generate(context, builder, signature, args):
        return builder.load(_place(context, builder, signature.args[0], *args))

    return span.entry(span, types.int64), generate


@instruction(operator.setitem, SpanType, types.Any, types.Any)
def _set(_context, span, index, value):
    if not isinstance(span, SpanType):
        return None

    def generate(context, builder, signature, args):
        builder.store(args[2], _place(context, builder, signature.args[0], *args[:2]))
        return ir.Constant(ir.IntType(8).as_pointer(), None)

    return types.none(span, types.int64, span.entry), generate


@instruction(spans.acquire)
def _acquire(_context, span, index):
    def generate(context, builder, signature, args):
        return builder.load_atomic(_place(context, builder, signature.args[0], *args), "acquire", 8)

    return span.entry(span, types.int64), generate


@instruction(spans.release)
def _release(_context, span, index, value):
    def generate(context, builder, signature, args):
        builder.store_atomic(args[2], _place(context, builder, signature.args[0], *args[:2]), "release", 8)
        return ir.Constant(ir.IntType(8).as_pointer(), None)

    return types.none(span, types.int64, span.entry), generate


@instruction(spans.exchange)
def _exchange(_context, span, index, old, new):
    def generate(context, builder, signature, args):
        place = _place(context, builder, signature.args[0], *args[:2])
        pair = builder.cmpxchg(place, args[2], args[3], "acq_rel", "acquire")
        return builder.extract_value(pair, 1)

    return types.boolean(span, types.int64, span.entry, span.entry), generate


@instruction(spans.bring_near)
def _bring_near(_context, span, index):
    def generate(context, builder, signature, args):
        octet, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        place = builder.bitcast(_place(context, builder, signature.args[0], *args), octet)
        kind = ir.FunctionType(ir.VoidType(), [octet, number, number, number])
        how = [number(0), number(3), number(1)]  # to be read, into the nearest cache, of data
        builder.call(builder.module.declare_intrinsic("llvm.prefetch", [octet], kind), [place, *how])
        return ir.Constant(octet, None)

    return types.none(span, types.int64), generate


@instruction(spans.listed)
def _listed(_context, address, key, out, room, end):
    def generate(_context, builder, _signature, args):
        word = ir.IntType(64)
        pointer = word.as_pointer()
        address, key, out, room, end = args
        function = builder.inttoptr(address, ir.FunctionType(word, [word, pointer, word, pointer]).as_pointer())
        return builder.call(function, [key, builder.inttoptr(out, pointer), room, builder.inttoptr(end, pointer)])

    return types.int64(*(types.int64,) * 5), generate


@instruction(span_of)
def _made(_context, pointer, size):
    kind = SpanType(pointer.dtype)

    def generate(context, builder, _signature, args):
        made = cgutils.create_struct_proxy(kind)(context, builder)
        made.data, made.size = args
        return made._getvalue()

    return kind(pointer, types.int64), generate


@instruction(spans.bits_of)
def _bits_of(_context, word):
    return types.int64(types.uint64), lambda _context, builder, _signature, args: builder.ctpop(args[0])


@instruction(spans.zeros_below)
def _zeros_below(_context, word):
    return types.int64(types.uint64), lambda _context, builder, _signature, args: builder.cttz(args[0], NO_BITS)


@instruction(spans.zeros_above)
def _zeros_above(_context, word):
    return types.int64(types.uint64), lambda _context, builder, _signature, args: builder.ctlz(args[0], NO_BITS)
