"""Python's own functions of whole numbers -> LLVM."""

from __future__ import annotations

import math

from grundy.compile.emit import OVERFLOW, Emit, LlvmNumber
from grundy.compile.interval import MAX, Interval


def emit_call(e: Emit, function: str, numbers: list[LlvmNumber]) -> LlvmNumber:
    """Emit the call of a function of the core form; return its result."""
    match function, numbers:
        case (("min" | "max"), _):
            return _extreme(e, numbers, "<" if function == "min" else ">")
        case "abs", [number]:
            return _absolute(e, number)
        case "isqrt", [number]:
            return _square_root(e, number)
        case "bit_count", [number]:
            number = _absolute(e, number)
            return LlvmNumber(e.b.ctpop(number.llvm), Interval(0, number.span.hi.bit_length()))
        case "bit_length", [number]:
            return _bit_length(e, number)
        case "gcd", _:
            divisor = e.number_of(0)
            for number in numbers:
                divisor = _gcd(e, divisor, number)
            return divisor
    multiple = e.number_of(1)
    for number in numbers:
        multiple = _lcm(e, multiple, number)
    return multiple


def _extreme(e: Emit, numbers: list[LlvmNumber], sign: str) -> LlvmNumber:
    best, *others = numbers
    pick = min if sign == "<" else max
    for other in others:
        span = Interval(pick(best.span.lo, other.span.lo), pick(best.span.hi, other.span.hi))
        best = LlvmNumber(e.select(e.compare(sign, other, best), other.llvm, best.llvm), span)
    return best


def _absolute(e: Emit, a: LlvmNumber) -> LlvmNumber:
    """|a|, refused for -2**63."""
    if a.span.lo >= 0:
        return a
    negated = e.subtract(e.number_of(0), a)
    hi = max(-a.span.lo, a.span.hi)
    below = e.b.icmp_signed("<", a.llvm, e.i64(0))
    return LlvmNumber(e.select(below, negated.llvm, a.llvm), Interval(0, min(hi, MAX)))


def _bit_length(e: Emit, a: LlvmNumber) -> LlvmNumber:
    a = _absolute(e, a)
    bits = a.span.hi.bit_length()
    return LlvmNumber(e.b.sub(e.i64(64), e.b.ctlz(a.llvm, e.ir.Constant(e.ir.IntType(1), 0))), Interval(0, bits))


def _square_root(e: Emit, a: LlvmNumber) -> LlvmNumber:
    """math.isqrt: from the double's square root, put right by one where rounding went wrong."""
    a = e.not_negative(a)
    if a.span.hi >= 2**62:
        e.fail_if(e.b.icmp_signed(">=", a.llvm, e.i64(2**62)), OVERFLOW)
    hi = math.isqrt(min(a.span.hi, 2**62))
    if e.dry:
        return LlvmNumber(None, Interval(0, hi))
    double = e.ir.DoubleType()
    root = e.module.declare_intrinsic("llvm.sqrt", [double])
    r = e.b.fptosi(e.b.call(root, [e.b.sitofp(a.llvm, double)]), e.ir.IntType(64))
    high = e.b.icmp_signed(">", e.b.mul(r, r), a.llvm)
    r = e.select(high, e.b.sub(r, e.i64(1)), r)
    more = e.b.add(r, e.i64(1))
    low = e.b.icmp_signed("<=", e.b.mul(more, more), a.llvm)
    return LlvmNumber(e.select(low, more, r), Interval(0, hi))


def _lcm(e: Emit, a: LlvmNumber, b: LlvmNumber) -> LlvmNumber:
    divisor = _gcd(e, a, b)
    none = e.b.icmp_signed("==", divisor.llvm, e.i64(0))
    divisor = LlvmNumber(e.select(none, e.i64(1), divisor.llvm), Interval(1, max(divisor.span.hi, 1)))
    return e.multiply(e.divide(_absolute(e, a), divisor)[0], _absolute(e, b))


def _gcd(e: Emit, a: LlvmNumber, b: LlvmNumber) -> LlvmNumber:
    """Euclid's algorithm on absolute values."""
    a, b = _absolute(e, a), _absolute(e, b)
    if a.span.hi == 0:
        return b
    span = Interval(0, max(a.span.hi, b.span.hi))
    if e.dry:
        return LlvmNumber(None, span)
    x, y = e.fresh(), e.fresh()
    e.b.store(a.llvm, x)
    e.b.store(b.llvm, y)
    head, body, after = e.block(), e.block(), e.block()
    e.b.branch(head)
    e.b.position_at_end(head)
    divisor = e.b.load(y)
    e.b.cbranch(e.b.icmp_signed("!=", divisor, e.i64(0)), body, after)
    e.b.position_at_end(body)
    rest = e.b.urem(e.b.load(x), divisor)
    e.b.store(divisor, x)
    e.b.store(rest, y)
    e.b.branch(head)
    e.b.position_at_end(after)
    return LlvmNumber(e.b.load(x), span)
