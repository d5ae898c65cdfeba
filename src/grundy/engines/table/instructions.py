"""What the kernels of tables call of the processor's instructions, in LLVM."""

from __future__ import annotations

from llvmlite import ir

from grundy.compile.cached import instruction
from grundy.engines.table import stubs


@instruction(stubs.trailing_zeros)
def _trailing_zeros(_context, word):
    def generate(_context, builder, _signature, args):
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return word(word), generate
