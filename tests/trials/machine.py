"""Expressions and statements of rules as machine code of their own, without a table or a search round them."""

from __future__ import annotations

import builtins
import math
from collections.abc import Callable
from typing import Any

import numpy as np
from written import rule_of

from grundy.compile.emit import Emit, LlvmNumber
from grundy.compile.form import form_of_function
from grundy.compile.fuse import option, statements
from grundy.compile.interval import Interval
from grundy.compile.machine import load
from grundy.compile.values import value

NAMES: dict[str, Any] = {name: getattr(builtins, name) for name in (
    "abs", "all", "any", "bin", "bool", "divmod", "enumerate", "int", "len", "max", "min", "pow", "range", "reversed",
    "sum",
)}  # fmt: skip
NAMES |= {"math": math, "ROW": (5, -7, 2**40, 300), "ROWS": ((1, 2), (3, 4), (-5, 6)), "RAGGED": ((1,), (2, 3, 4), ())}


def function_of(text: str) -> Callable[..., Any]:
    """A function of a and b that gives an expression, or r after some statements."""
    try:
        compile(text, "", "eval")
    except SyntaxError:
        text = f"{text}\nreturn int(r)"
    else:
        text = f"return int({text})"
    lines = "".join(f"    {line}\n" for line in text.splitlines())
    return rule_of(f"def case(a, b):\n{lines}", **NAMES).function


def machine_of(cases: list[tuple[str, tuple[int, int], tuple[int, int]]]) -> tuple[Callable[..., Any], list[Interval]]:
    """(number of a case, a, b) -> (why it stopped, the value), and where each value lies, as the compiler has it.

    Args:    cases: an expression of a and b, or statements that set r; and where a and b lie.
    """
    from llvmlite import ir

    i64 = ir.IntType(64)
    kinds = [i64.as_pointer(), i64, i64, i64.as_pointer(), i64.as_pointer(), i64, i64.as_pointer(), i64]
    module = ir.Module("numbers")
    kernel = ir.Function(module, ir.FunctionType(i64, [*kinds, i64.as_pointer()]), "kernel")
    e = Emit("", None, False, option)
    e.module, e.entry = module, kernel.append_basic_block("entry")
    b = e.b = ir.IRBuilder(e.entry)
    e.fail_code, e.steps_slot = b.alloca(i64), b.alloca(i64)
    e.fail_block, start, none = (kernel.append_basic_block(name) for name in ("fail", "start", "none"))
    b.branch(start)
    b.position_at_end(start)
    chosen = b.switch(kernel.args[1], none)
    spans = []
    for case, (text, first, second) in enumerate(cases):
        block = e.block()
        chosen.add_case(e.i64(case), block)
        e.at(block, {})
        e.slots = {}
        core, number = form_of_function(function_of(text))
        for name, place, span in zip(core.state, (2, 5), (first, second), strict=True):
            e.store(name, LlvmNumber(kernel.args[place], Interval(*span)))
        statements(e, core.body)
        result = value(e, number)
        b.store(result.llvm, kernel.args[0])
        b.ret(e.i64(0))
        spans.append(result.span)
    b.position_at_end(none)
    b.ret(e.i64(-1))
    b.position_at_end(e.fail_block)
    b.ret(b.load(e.fail_code))
    run = load(str(module))
    out = np.zeros(1, np.int64)

    def call(number: int, a: int, b: int = 0) -> tuple[int, int]:
        code = run(out.ctypes.data, number, a, None, None, b, None, 0, None)
        return int(code), int(out[0])

    return call, spans
