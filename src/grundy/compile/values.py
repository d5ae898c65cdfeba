"""Numbers and conditions of the core form -> LLVM."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grundy.compile import interval
from grundy.compile.calls import emit_call
from grundy.compile.emit import PYTHON, Emit, LlvmNumber, Spans, join
from grundy.compile.interval import TRUTH, Interval
from grundy.reading.core import (
    And,
    At,
    Bin,
    Bit,
    Call,
    Cmp,
    Condition,
    Const,
    In,
    InRange,
    Not,
    Number,
    Or,
    Pick,
    Truth,
    Unary,
    Var,
)

MOST_MEMBERS = 64
MOST_NUMBERS = 2**20
MIRROR = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def value(e: Emit, number: Number) -> LlvmNumber:
    """The number that a construct stands for."""
    match number:
        case Const(whole):
            return _whole(e, whole)
        case Var(name):
            return e.load(name)
        case Unary("-", operand):
            return e.subtract(e.number_of(0), value(e, operand))
        case Unary(_, operand):
            one = value(e, operand)
            lo, hi = one.span
            return LlvmNumber(e.b.xor(one.llvm, e.i64(-1)), Interval(-hi - 1, -lo - 1))
        case Bin(sign, left, right):
            return _binary(e, sign, value(e, left), value(e, right))
        case Call(function, arguments):
            return emit_call(e, function, [value(e, argument) for argument in arguments])
        case Pick(test, one, two):
            return _choice(e, test, lambda: value(e, one), lambda: value(e, two))
        case At(numbers, index):
            return _item(e, numbers, value(e, index))
        case Bit(condition):
            return _choice(e, condition, lambda: e.number_of(1), lambda: e.number_of(0))


def _whole(e: Emit, whole: int) -> LlvmNumber:
    if not interval.exactly(whole).fits:
        e.refuse(f"{whole} is not compiled; write a number of at most 63 bits")
    return e.number_of(whole)


def _binary(e: Emit, sign: str, a: LlvmNumber, b: LlvmNumber) -> LlvmNumber:
    match sign:
        case "+":
            return e.add(a, b)
        case "-":
            return e.subtract(a, b)
        case "*":
            return e.multiply(a, b)
        case "//":
            return e.divide(a, b)[0]
        case "%":
            return e.divide(a, b)[1]
        case "<<":
            return e.shift_left(a, b)
        case ">>":
            return e.shift_right(a, b)
        case "&":
            return LlvmNumber(e.b.and_(a.llvm, b.llvm), interval.bit_and(a.span, b.span))
        case "|":
            return LlvmNumber(e.b.or_(a.llvm, b.llvm), interval.bit_or(a.span, b.span))
        case "^":
            return LlvmNumber(e.b.xor(a.llvm, b.llvm), interval.bit_xor(a.span, b.span))
    return _power(e, a, b)


def _power(e: Emit, base: LlvmNumber, exponent: LlvmNumber) -> LlvmNumber:
    if base.span == Interval(2, 2) and exponent.span.lo >= 0:
        return e.shift_left(e.number_of(1), exponent)
    times = exponent.span.lo
    if times != exponent.span.hi or not 0 <= times <= 8:
        e.refuse("this power is not compiled; write a product, or 1 << k for a power of two")
    result = e.number_of(1)
    for _ in range(times):
        result = e.multiply(result, base)
    if times == 2 and result.span.lo < 0:
        result = LlvmNumber(result.llvm, result.span.meet(lo=0))
    return result


def _choice(e: Emit, test: Condition, yes: Callable[[], LlvmNumber], no: Callable[[], LlvmNumber]) -> LlvmNumber:
    """One of two values, whichever a condition says."""
    place, after = e.fresh(), e.block()
    on, off = e.block(), e.block()
    yes_spans, no_spans = branch(e, test, on, off)
    ends: list[Spans | None] = []
    spans: list[Interval] = []
    for block, start, make in ((on, yes_spans, yes), (off, no_spans, no)):
        e.at(block, start)
        number = make()
        e.b.store(number.llvm, place)
        if start is not None:
            spans.append(number.span)
        ends.append(e.spans)
        e.go(after)
    e.at(after, join(ends))
    span = spans[0].join(spans[-1]) if spans else TRUTH
    return LlvmNumber(e.b.load(place), span)


# --- conditions


def branch(e: Emit, condition: Condition, yes: Any, no: Any) -> tuple[Spans | None, Spans | None]:
    """Go to one of two blocks, as a condition says; returns what the variables can be in each."""
    match condition:
        case Truth(holds):
            spans = e.spans
            e.b.branch(yes if holds else no)
            return (spans, None) if holds else (None, spans)
        case Not(inner):
            off, on = branch(e, inner, no, yes)
            return on, off
        case And(conditions) | Or(conditions):
            both = isinstance(condition, And)
            early: list[Spans | None] = []
            for inner in conditions[:-1]:
                further = e.block()
                on, off = branch(e, inner, further, no) if both else branch(e, inner, yes, further)
                early.append(off if both else on)
                e.at(further, on if both else off)
            on, off = branch(e, conditions[-1], yes, no)
            return (on, join([*early, off])) if both else (join([*early, on]), off)
    e.site = condition.site or e.site
    match condition:
        case Cmp(sign, left, right):
            a, b = value(e, left), value(e, right)
            on, off = _split_at(e, e.compare(sign, a, b), yes, no)
            for spans, held in ((on, sign), (off, OPPOSITE[sign])):
                _narrow(e, spans, left, held, b.span)
                _narrow(e, spans, right, MIRROR[held], a.span)
            return on, off
        case In(number, numbers):
            return _split_at(e, _is_one_of(e, value(e, number), numbers), yes, no)
        case InRange(number, low, high, step):
            member, first, last = value(e, number), value(e, low), value(e, high)
            return _split_at(e, _is_in_range(e, member, first, last, step), yes, no)


def _split_at(e: Emit, condition: Any, yes: Any, no: Any) -> tuple[Spans | None, Spans | None]:
    e.split(condition, yes, no)
    spans = e.spans
    return (None, None) if spans is None else (dict(spans), dict(spans))


def _narrow(e: Emit, spans: Spans | None, number: Number, sign: str, other: Interval) -> None:
    """Where `number sign other` holds, a variable lies in less."""
    if spans is None or not isinstance(number, Var):
        return
    key = e.prefix + number.name
    if key not in spans:
        return
    lo, hi = spans[key]
    match sign:
        case "<":
            spans[key] = spans[key].meet(hi=other.hi - 1)
        case "<=":
            spans[key] = spans[key].meet(hi=other.hi)
        case ">":
            spans[key] = spans[key].meet(lo=other.lo + 1)
        case ">=":
            spans[key] = spans[key].meet(lo=other.lo)
        case "==":
            spans[key] = spans[key].meet(other.lo, other.hi)
        case "!=" if other.lo == other.hi and lo < hi:
            spans[key] = Interval(lo + (lo == other.lo), hi - (hi == other.lo))


def _is_one_of(e: Emit, number: LlvmNumber, numbers: tuple[int, ...]) -> Any:
    different = dict.fromkeys(numbers)
    if len(different) > MOST_MEMBERS:
        e.refuse(f"'in' here is not compiled; write a tuple of up to {MOST_MEMBERS} numbers, or a loop")
    condition = e.ir.Constant(e.ir.IntType(1), 0)
    for member in different:
        condition = e.b.or_(condition, e.compare("==", number, _whole(e, member)))
    return condition


def _is_in_range(e: Emit, number: LlvmNumber, low: LlvmNumber, high: LlvmNumber, step: int) -> Any:
    if step > 0:
        inside = e.b.and_(e.compare(">=", number, low), e.compare("<", number, high))
    else:
        inside = e.b.and_(e.compare("<=", number, low), e.compare(">", number, high))
    if abs(step) == 1:
        return inside
    one, two = (number, low) if step > 0 else (low, number)
    apart = e.b.sub(one.llvm, two.llvm)  # less than 2**64 where the number is inside
    rest = e.b.urem(apart, _whole(e, abs(step)).llvm)
    return e.b.and_(inside, e.b.icmp_unsigned("==", rest, e.i64(0)))


# --- tuples from outside, as constants of the machine code


def _item(e: Emit, numbers: tuple[int, ...], index: LlvmNumber) -> LlvmNumber:
    """An item of a tuple."""
    if len(numbers) > MOST_NUMBERS:
        e.refuse(f"more than {MOST_NUMBERS:,} numbers from outside the rule are not compiled")
    if numbers and not Interval(min(numbers), max(numbers)).fits:
        e.refuse("a number beyond 64 bits in a sequence is not compiled")
    return _fetch(e, numbers, _within(e, index, len(numbers)))


def _within(e: Emit, index: LlvmNumber, length: int) -> LlvmNumber:
    """An index as Python takes it (from the end if negative), refused outside the sequence."""
    lo, hi = index.span
    if lo < 0:
        behind = e.b.add(index.llvm, e.i64(length))
        index = LlvmNumber(e.select(e.b.icmp_signed("<", index.llvm, e.i64(0)), behind, index.llvm), Interval(lo, hi))
    if lo < 0 or hi >= length:
        e.fail_if(e.b.icmp_unsigned(">=", index.llvm, e.i64(length)), PYTHON)
    top = max(length - 1, 0)
    return LlvmNumber(index.llvm, Interval(max(lo, 0) if lo >= 0 else 0, min(hi, top) if 0 <= lo <= top else top))


def _fetch(e: Emit, numbers: tuple[int, ...], index: LlvmNumber) -> LlvmNumber:
    """numbers[index], for an index that is known to be inside."""
    span = Interval(min(numbers, default=0), max(numbers, default=0))
    if index.span.lo == index.span.hi and index.span.lo < len(numbers):
        return e.number_of(numbers[index.span.lo])
    if e.dry:
        return LlvmNumber(None, span)
    ir = e.ir
    if numbers not in e.arrays:
        bits = next(bits for bits in (8, 16, 32, 64) if -(2 ** (bits - 1)) <= span.lo and span.hi < 2 ** (bits - 1))
        kind = ir.ArrayType(ir.IntType(bits), max(len(numbers), 1))
        held = ir.GlobalVariable(e.module, kind, f"numbers.{len(e.arrays)}")
        held.global_constant = True
        held.linkage = "internal"
        held.initializer = ir.Constant(kind, list(numbers) or [0])
        e.arrays[numbers] = held
    place = e.b.gep(e.arrays[numbers], [e.i64(0), index.llvm], inbounds=True)
    loaded = e.b.load(place)
    return LlvmNumber(loaded if loaded.type.width == 64 else e.b.sext(loaded, ir.IntType(64)), span)
