"""Calls inside a rule: the few built-in functions that are compiled, and the rule's own helpers, put in place."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from types import FunctionType
from typing import Any

from grundy.compile.emit import Emit, Num, Spans, join
from grundy.compile.interval import MAX, MIN, TRUTH, Interval
from grundy.compile.loops import generator
from grundy.compile.sequences import constant_of, length, meaning, name_of, row
from grundy.compile.source import read
from grundy.compile.subset import NotCompiled
from grundy.compile.values import absolute, branch, square_root, truth_value, value

MOST_DEEP = 8
KNOWN = "min, max, abs, len, sum, any, all, int, bool, divmod, math.gcd, math.isqrt, bit_count and bit_length"


def call(e: Emit, node: ast.Call) -> Num:
    """A call that stands for a number."""
    match node:
        case ast.Call(ast.Attribute(inner, "bit_count"), [], []):
            return _bit_count(e, value(e, inner))
        case ast.Call(ast.Attribute(inner, "bit_length"), [], []):
            return _bit_length(e, value(e, inner))
        case ast.Call(ast.Attribute(ast.Call(function, [inner], []), "count"), [ast.Constant("1")], []) if (
            meaning(e, function) == "bin"
        ):
            return _bit_count(e, value(e, inner))
    known, function = constant_of(e, node.func)
    if not known or node.keywords or any(isinstance(a, ast.Starred) for a in node.args):
        e.refuse(node, f"this call is not compiled; write one of {KNOWN}, or a function of plain numbers")
    match name_of(function), node.args:
        case ("min" | "max") as name, [_, _, *_]:
            return _extreme(e, node.args, "<" if name == "min" else ">")
        case ("min" | "max") as name, [one]:
            return _extreme_of_row(e, node, one, "<" if name == "min" else ">")
        case "abs", [one]:
            return absolute(e, value(e, one))
        case "len", [one]:
            return length(e, one, value)
        case ("any" | "all" | "sum") as name, [ast.GeneratorExp() as inner]:
            return _folded(e, name, inner)
        case "int", [one]:
            number = value(e, one)
            return Num(number.llvm, number.span)
        case "bool", [one]:
            return truth_value(e, one)
        case "pow", [a, b]:
            return value(e, ast.copy_location(ast.BinOp(a, ast.Pow(), b), node))
        case "math.isqrt", [one]:
            return square_root(e, value(e, one))
        case "math.gcd", [a, b]:
            return _gcd(e, value(e, a), value(e, b))
    if type(function) is FunctionType:
        return inline(e, node, function)
    called = getattr(function, "__name__", type(function).__name__)
    e.refuse(node, f"{called}() is not compiled so; write one of {KNOWN}, or a function of plain numbers")


def _bit_count(e: Emit, a: Num) -> Num:
    a = absolute(e, a)
    return Num(e.b.ctpop(a.llvm), Interval(0, a.span.hi.bit_length()))


def _bit_length(e: Emit, a: Num) -> Num:
    a = absolute(e, a)
    bits = a.span.hi.bit_length()
    return Num(e.b.sub(e.i64(64), e.b.ctlz(a.llvm, e.ir.Constant(e.ir.IntType(1), 0))), Interval(0, bits))


def _extreme(e: Emit, nodes: list[ast.expr], sign: str) -> Num:
    best, *others = [value(e, node) for node in nodes]
    for other in others:
        pick = min if sign == "<" else max
        span = Interval(pick(best.span.lo, other.span.lo), pick(best.span.hi, other.span.hi))
        best = Num(e.select(e.compare(sign, other, best), other.llvm, best.llvm), span, best.truth or other.truth)
    return best


def _extreme_of_row(e: Emit, node: ast.Call, one: ast.expr, sign: str) -> Num:
    found = row(e, one, value)
    if found is None or found.length.span != Interval(len(found.numbers), len(found.numbers)) or not found.numbers:
        e.refuse(node, "min and max of this are not compiled; write min(a, b), or a loop")
    best = min(found.numbers) if sign == "<" else max(found.numbers)
    return e.number_of(int(best), any(type(number) is bool for number in found.numbers))


def _folded(e: Emit, function: str, inner: ast.GeneratorExp) -> Num:
    """any(), all() and sum() of a generator expression."""
    name = e.fresh_name("fold")
    after = e.block()
    ends: list[Spans | None] = []
    e.store(name, e.number_of(1 if function == "all" else 0))

    def each() -> None:
        if function == "sum":
            before = e.load(name)
            assert before is not None
            e.store(name, e.add(before, value(e, inner.elt)))
            return
        hit, on = e.block(), e.block()
        yes, no = branch(e, inner.elt, *((hit, on) if function == "any" else (on, hit)))
        if function == "all":
            yes, no = no, yes
        e.at(hit, yes)
        e.store(name, e.number_of(0 if function == "all" else 1))
        ends.append(e.spans)
        e.go(after)
        e.at(on, no)

    generator(e, inner.generators, each)
    spans = e.spans
    e.go(after)
    e.at(after, join([spans, *ends]))  # with those of the rehearsals, which the last walk's intervals hold too
    if function != "sum" and e.spans is not None:
        e.spans[name] = TRUTH
    found = e.load(name)
    assert found is not None
    return Num(found.llvm, found.span, function != "sum")


def _gcd(e: Emit, a: Num, b: Num) -> Num:
    """Euclid's algorithm on absolute values."""
    a, b = absolute(e, a), absolute(e, b)
    span = Interval(0, max(a.span.hi, b.span.hi))
    if e.dry:
        return Num(None, span)
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
    return Num(e.b.load(x), span)


def inline(e: Emit, node: ast.Call, function: Callable[..., Any], yields: bool = False) -> Num:
    """A function of the user's, put in the place where it is called."""
    if len(e.helpers) >= MOST_DEEP:
        e.refuse(node, "a function that calls itself, or calls nested so deep, is not compiled; write a loop")
    try:
        source = read(function)
    except NotCompiled as error:
        e.refuse(node, error.reason)
    given = [value(e, argument) for argument in node.args]
    names = [one.arg for one in (*source.tree.args.posonlyargs, *source.tree.args.args)]
    if len(names) != len(given) or source.tree.args.vararg or source.tree.args.kwonlyargs:
        e.refuse(node, f"this call of {source.tree.name}() is not compiled; write one number for each parameter")
    if inspect.isgeneratorfunction(function) != yields:
        e.refuse(node, f"this call of {source.tree.name}() is not compiled; a generator is called after 'yield from'")
    kept = e.source, e.constants, e.renamed, e.loops
    own = {name: e.fresh_name(name) for name in local_names(function)}
    e.source, e.renamed, e.loops = source, own, []
    e.constants = {name: held for name, held in source.outside.items() if name not in own}
    for name, number in zip(names, given, strict=True):
        e.store(name, number)
    result, after = e.fresh_name("result"), e.block()
    ends: list[Spans] = []
    e.helpers.append(Helper(result, after, ends, yields))
    e.statements(e, source.tree.body)
    e.helpers.pop()
    if e.spans is not None and not yields:
        e.refuse(source.tree, f"{source.tree.name}() may end without a number; write a return at its end")
    last = e.spans
    e.go(after)
    e.at(after, join([last, *ends]))
    e.source, e.constants, e.renamed, e.loops = kept
    found = e.number_of(0) if yields else e.load(result)
    return found if found is not None else Num(e.i64(0), Interval(MIN, MAX))


class Helper:
    """Where `return` in a function put in place goes, and under which name it leaves its number."""

    def __init__(self, result: str, after: Any, ends: list[Spans], yields: bool) -> None:
        self.result, self.after, self.ends, self.yields = result, after, ends, yields


def local_names(function: Callable[..., Any]) -> set[str]:
    """Names that are set in a function."""
    code = function.__code__
    return {*code.co_varnames, *code.co_cellvars}


def divided(e: Emit, node: ast.expr) -> tuple[Num, Num] | None:
    """divmod(a, b), if that is what an expression is."""
    if isinstance(node, ast.Call) and meaning(e, node.func) == "divmod" and len(node.args) == 2 and not node.keywords:
        a, b = (value(e, one) for one in node.args)
        return e.divide(a, b)
    return None
