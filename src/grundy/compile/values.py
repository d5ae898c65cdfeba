"""Expressions -> LLVM."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from typing import Any

from grundy.compile import interval
from grundy.compile.emit import OVERFLOW, Emit, Num, Spans, join
from grundy.compile.interval import MAX, TRUTH, Interval
from grundy.compile.sequences import constant_of, element, meaning, members

MOST_MEMBERS = 64
SIGNS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
MIRROR = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def value(e: Emit, node: ast.expr) -> Num:
    """The number that an expression stands for."""
    match node:
        case ast.Constant(bool() as truth):
            return e.number_of(int(truth), True)
        case ast.Constant(int() as whole):
            return _whole(e, node, whole)
        case ast.Name(name):
            found = e.load(name)
            return found if found is not None else _from_outside(e, node, name)
        case ast.NamedExpr(ast.Name(name), inner):
            number = value(e, inner)
            e.store(name, number)
            return number
        case ast.BinOp(left, operator, right):
            return _binary(e, node, left, operator, right)
        case ast.UnaryOp(ast.Not()) | ast.Compare():
            return truth_value(e, node)
        case ast.UnaryOp(ast.USub(), inner):
            return e.subtract(e.number_of(0), value(e, inner))
        case ast.UnaryOp(ast.UAdd(), inner):
            number = value(e, inner)
            return Num(number.llvm, number.span)
        case ast.UnaryOp(ast.Invert(), inner):
            number = value(e, inner)
            lo, hi = number.span
            return Num(e.b.xor(number.llvm, e.i64(-1)), Interval(-hi - 1, -lo - 1))
        case ast.BoolOp(operator, values):
            return _either(e, isinstance(operator, ast.And), values)
        case ast.IfExp(test, yes, no):
            return _choice(e, test, lambda: value(e, yes), lambda: value(e, no))
        case ast.Subscript():
            return element(e, node, value)
        case ast.Call():
            return e.call(e, node)
    e.refuse(node)


def _whole(e: Emit, node: ast.AST, number: int) -> Num:
    if not interval.exactly(number).fits:
        e.refuse(node, f"{number} is not compiled; write a number of at most 63 bits")
    return e.number_of(number)


def _from_outside(e: Emit, node: ast.expr, name: str) -> Num:
    known, constant = constant_of(e, node)
    if not known:
        e.refuse(node, f"{name!r} may have no value here; set it before, on every way that leads here")
    if type(constant) is bool:
        return e.number_of(int(constant), True)
    if type(constant) is int:
        return _whole(e, node, constant)
    kind = type(constant).__name__
    e.refuse(node, f"{name!r}, of type {kind}, as a number is not compiled; write a whole number")


def _binary(e: Emit, node: ast.expr, left: ast.expr, operator: ast.operator, right: ast.expr) -> Num:
    if isinstance(operator, ast.Pow):
        return _power(e, node, left, right)
    a = value(e, left)
    b = value(e, right)
    match operator:
        case ast.Add():
            return e.add(a, b)
        case ast.Sub():
            return e.subtract(a, b)
        case ast.Mult():
            return e.multiply(a, b)
        case ast.FloorDiv():
            return e.divide(a, b)[0]
        case ast.Mod():
            return e.divide(a, b)[1]
        case ast.LShift():
            return e.shift_left(a, b)
        case ast.RShift():
            return e.shift_right(a, b)
        case ast.BitAnd():
            return Num(e.b.and_(a.llvm, b.llvm), interval.bit_and(a.span, b.span), a.truth and b.truth)
        case ast.BitOr():
            return Num(e.b.or_(a.llvm, b.llvm), interval.bit_or(a.span, b.span), a.truth and b.truth)
        case ast.BitXor():
            return Num(e.b.xor(a.llvm, b.llvm), interval.bit_xor(a.span, b.span), a.truth and b.truth)
    e.refuse(operator if type(operator) is not ast.operator else node)


def _power(e: Emit, node: ast.expr, left: ast.expr, right: ast.expr) -> Num:
    base, exponent = value(e, left), value(e, right)
    if base.span == Interval(2, 2) and exponent.span.lo >= 0:
        return e.shift_left(e.number_of(1), exponent)
    times = exponent.span.lo
    if times != exponent.span.hi or not 0 <= times <= 8:
        e.refuse(node, "this power is not compiled; write a product, or 1 << k for a power of two")
    result = e.number_of(1)
    for _ in range(times):
        result = e.multiply(result, base)
    if times == 2 and result.span.lo < 0:
        result = Num(result.llvm, result.span.meet(lo=0))
    return result


# --- truth


def truth_value(e: Emit, node: ast.expr) -> Num:
    """A condition as the number 0 or 1."""
    one, none = (lambda: e.number_of(1, True)), (lambda: e.number_of(0, True))
    return _choice(e, node, one, none)


def _choice(e: Emit, test: ast.expr, yes: Callable[[], Num], no: Callable[[], Num]) -> Num:
    """One of two values, whichever a condition says."""
    place, after = e.fresh(), e.block()
    on, off = e.block(), e.block()
    yes_spans, no_spans = branch(e, test, on, off)
    ends: list[Spans | None] = []
    spans: list[Interval] = []
    truth = False
    for block, start, make in ((on, yes_spans, yes), (off, no_spans, no)):
        e.at(block, start)
        number = make()
        e.b.store(number.llvm, place)
        if start is not None:
            spans.append(number.span)
            truth = truth or number.truth
        ends.append(e.spans)
        e.go(after)
    e.at(after, join(ends))
    span = spans[0].join(spans[-1]) if spans else TRUTH
    return Num(e.b.load(place), span, truth)


def _either(e: Emit, both: bool, values: list[ast.expr]) -> Num:
    """`a and b`, `a or b`: the last value that had to be looked at."""
    place, after = e.fresh(), e.block()
    ends: list[Spans | None] = []
    span: Interval | None = None
    truth = False
    for index, node in enumerate(values):
        number = value(e, node)
        e.b.store(number.llvm, place)
        span = number.span if span is None else span.join(number.span)
        truth = truth or number.truth
        ends.append(dict(e.spans) if e.spans is not None else None)
        if index + 1 == len(values):
            e.go(after)
        else:
            on = e.block()
            full = e.b.icmp_signed("!=", number.llvm, e.i64(0))
            e.split(full, *((on, after) if both else (after, on)))
            e.b.position_at_end(on)
    e.at(after, join(ends))
    return Num(e.b.load(place), span or TRUTH, truth)


def branch(e: Emit, node: ast.expr, yes: Any, no: Any) -> tuple[Spans | None, Spans | None]:
    """Go to one of two blocks, as a condition says; returns what the variables can be in each."""
    match node:
        case ast.UnaryOp(ast.Not(), inner):
            off, on = branch(e, inner, no, yes)
            return on, off
        case ast.BoolOp(operator, values):
            both = isinstance(operator, ast.And)
            early: list[Spans | None] = []
            for inner in values[:-1]:
                further = e.block()
                on, off = branch(e, inner, further, no) if both else branch(e, inner, yes, further)
                early.append(off if both else on)
                e.at(further, on if both else off)
            on, off = branch(e, values[-1], yes, no)
            return (on, join([*early, off])) if both else (join([*early, on]), off)
        case ast.Compare(left, operators, right):
            return _comparison(e, left, operators, right, yes, no)
    number = value(e, node)
    return _split_at(e, e.b.icmp_signed("!=", number.llvm, e.i64(0)), yes, no)


def _split_at(e: Emit, condition: Any, yes: Any, no: Any) -> tuple[Spans | None, Spans | None]:
    e.split(condition, yes, no)
    spans = e.spans
    return (None, None) if spans is None else (dict(spans), dict(spans))


def _comparison(
    e: Emit, left: ast.expr, operators: list[ast.cmpop], others: list[ast.expr], yes: Any, no: Any
) -> tuple[Spans | None, Spans | None]:
    early: list[Spans | None] = []
    a, a_node = value(e, left), left
    changes = any(isinstance(inner, ast.NamedExpr) for other in others for inner in ast.walk(other))
    for index, (operator, right) in enumerate(zip(operators, others, strict=True)):
        last = index + 1 == len(operators)
        further = yes if last else e.block()
        if isinstance(operator, ast.In | ast.NotIn):
            if not last:
                e.refuse(operator, "'in' in a chain of comparisons is not compiled; write 'and' between them")
            condition = _is_in(e, a, right)
            on, off = (further, no) if isinstance(operator, ast.In) else (no, further)
            there, elsewhere = _split_at(e, condition, on, off)
            if isinstance(operator, ast.NotIn):
                there, elsewhere = elsewhere, there
        elif type(operator) in SIGNS:
            b = value(e, right)
            sign = SIGNS[type(operator)]
            there, elsewhere = _split_at(e, e.compare(sign, a, b), further, no)
            if not changes:  # a variable read on the left may have been set anew on the right
                _narrow(e, there, a_node, sign, b.span)
                _narrow(e, there, right, MIRROR[sign], a.span)
                _narrow(e, elsewhere, a_node, OPPOSITE[sign], b.span)
                _narrow(e, elsewhere, right, MIRROR[OPPOSITE[sign]], a.span)
            a, a_node = b, right
        else:
            e.refuse(operator)
        early.append(elsewhere)
        if last:
            return there, join(early)
        e.at(further, there)
    raise AssertionError("a comparison has a right side")


def _narrow(e: Emit, spans: Spans | None, node: ast.expr, sign: str, other: Interval) -> None:
    """Where `node sign other` holds, a variable lies in less."""
    name = node.target if isinstance(node, ast.NamedExpr) else node
    if spans is None or not isinstance(name, ast.Name):
        return
    key = e.renamed.get(name.id, name.id)
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


def _is_in(e: Emit, a: Num, right: ast.expr) -> Any:
    match right:
        case ast.Call(function, [*bounds], []) if 1 <= len(bounds) <= 2 and meaning(e, function) == "range":
            low = value(e, bounds[0]) if len(bounds) == 2 else e.number_of(0)
            high = value(e, bounds[-1])
            return e.b.and_(e.compare(">=", a, low), e.compare("<", a, high))
        case ast.Tuple(items) | ast.List(items) | ast.Set(items):
            found = [value(e, item) for item in items]
        case _:
            known = members(e, right)
            if known is None or len(known) > MOST_MEMBERS:
                e.refuse(right, f"'in' here is not compiled; write a tuple of up to {MOST_MEMBERS} numbers, or a loop")
            found = [_whole(e, right, int(number)) for number in known]
    condition = e.ir.Constant(e.ir.IntType(1), 0)
    for number in found:
        condition = e.b.or_(condition, e.compare("==", a, number))
    return condition


def absolute(e: Emit, a: Num) -> Num:
    """|a|, refused for -2**63."""
    if a.span.lo >= 0:
        return Num(a.llvm, a.span)
    negated = e.subtract(e.number_of(0), a)
    hi = max(-a.span.lo, a.span.hi)
    below = e.b.icmp_signed("<", a.llvm, e.i64(0))
    return Num(e.select(below, negated.llvm, a.llvm), Interval(0, min(hi, MAX)))


def square_root(e: Emit, a: Num) -> Num:
    """math.isqrt: from the double's square root, put right by one where rounding went wrong."""
    a = e.not_negative(a)
    if a.span.hi >= 2**62:
        e.fail_if(e.b.icmp_signed(">=", a.llvm, e.i64(2**62)), OVERFLOW)
    hi = math.isqrt(min(a.span.hi, 2**62))
    if e.dry:
        return Num(None, Interval(0, hi))
    double = e.ir.DoubleType()
    root = e.module.declare_intrinsic("llvm.sqrt", [double])
    r = e.b.fptosi(e.b.call(root, [e.b.sitofp(a.llvm, double)]), e.ir.IntType(64))
    high = e.b.icmp_signed(">", e.b.mul(r, r), a.llvm)
    r = e.select(high, e.b.sub(r, e.i64(1)), r)
    more = e.b.add(r, e.i64(1))
    low = e.b.icmp_signed("<=", e.b.mul(more, more), a.llvm)
    return Num(e.select(low, more, r), Interval(0, hi))
