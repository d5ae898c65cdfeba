"""Rows of eight words as Numba knows them, and in machine code: what vectors.py names, and &, |, ^ and ~ of them."""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import models, register_model

from grundy.compile.cached import instruction
from grundy.engines.bitsliced import vectors

WORD = ir.IntType(64)
ROW = ir.VectorType(WORD, 8)  # one register where there is AVX-512, several elsewhere


class RowType(types.Type):  # Numba asks for a class
    """The type of eight words in a register."""

    def __init__(self) -> None:
        super().__init__(name="Row")


row = RowType()


@register_model(RowType)
class _RowModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, ROW)


def _place(context, builder, signature, args):
    array = context.make_array(signature.args[0])(context, builder, args[0])
    return builder.bitcast(builder.gep(array.data, [args[1]]), ROW.as_pointer())


@instruction(vectors.load)
def _load(_context, array, place):
    """Eight words of a u8 array from a place on; nothing is checked, and the place need not be a multiple of 8."""

    def generate(context, builder, signature, args):
        loaded = builder.load(_place(context, builder, signature, args))
        loaded.align = 8
        return loaded

    return row(array, types.intp), generate


@instruction(vectors.store)
def _store(_context, array, place, words):
    def generate(context, builder, signature, args):
        builder.store(args[2], _place(context, builder, signature, args)).align = 8
        return context.get_dummy_value()

    return types.void(array, types.intp, row), generate


@instruction(vectors.turned)
def _turned(_context, words, amount):
    """Each word rotated to the left by 0..63 bits."""

    def generate(_context, builder, _signature, args):
        amounts = ir.Constant(ROW, ir.Undefined)
        for lane in range(8):
            amounts = builder.insert_element(amounts, args[1], ir.Constant(ir.IntType(32), lane))
        name = "llvm.fshl.v8i64"
        shift = cgutils.get_or_insert_function(builder.module, ir.FunctionType(ROW, [ROW, ROW, ROW]), name)
        return builder.call(shift, [args[0], args[0], amounts])

    return row(row, types.int64), generate


@instruction(vectors.filled)
def _filled(_context, bit):
    """Eight words of ones for True, of zeros for False."""

    def generate(_context, builder, _signature, args):
        ones, zeros = ir.Constant(ROW, [-1] * 8), ir.Constant(ROW, [0] * 8)
        return builder.select(args[0], ones, zeros)

    return row(types.boolean), generate


@instruction(vectors.some)
def _some(_context, words):
    """Whether any bit is set."""

    def generate(_context, builder, _signature, args):
        whole = builder.bitcast(args[0], ir.IntType(512))
        return builder.icmp_unsigned("!=", whole, ir.Constant(ir.IntType(512), 0))

    return types.boolean(row), generate


def _operation(name):
    def operation(_context, left, right):
        if left == row and right == row:
            return row(row, row), lambda _context, builder, _signature, args: getattr(builder, name)(*args)
        return None

    return operation


instruction(operator.and_, RowType, RowType)(_operation("and_"))
instruction(operator.or_, RowType, RowType)(_operation("or_"))
instruction(operator.xor, RowType, RowType)(_operation("xor"))


@instruction(operator.invert, RowType)
def _inverted(_context, words):
    if words == row:
        return row(row), lambda _context, builder, _signature, args: builder.not_(args[0])
    return None
