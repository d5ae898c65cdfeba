"""Statements -> LLVM; a `yield` becomes a mark at the value of its option."""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType

from grundy.compile.calls import divided, inline
from grundy.compile.emit import PYTHON, Emit, Num, join
from grundy.compile.loops import for_loop, generator, while_loop
from grundy.compile.sequences import constant_of, meaning
from grundy.compile.values import branch, value


def statements(e: Emit, nodes: list[ast.stmt]) -> None:
    """A block of statements; what stands after a return, break or continue is left out."""
    for node in nodes:
        if e.spans is None:
            return
        statement(e, node)


def statement(e: Emit, node: ast.stmt) -> None:
    match node:
        case ast.Expr(ast.Yield(yielded)):
            if yielded is None:
                e.refuse(node, "a yield of nothing is not compiled; write to() for an option that leaves nothing")
            yields(e, yielded)
        case ast.Expr(ast.YieldFrom(source)):
            yields_from(e, source)
        case ast.Expr(ast.Constant()) | ast.Pass():
            pass
        case ast.Assign(targets, right):
            for target in targets:
                if isinstance(target, ast.Tuple):
                    _unpack(e, targets, right)
                    return
            number = value(e, right)
            for target in targets:
                _set(e, target, number)
        case ast.AugAssign(target, operator, right):
            if not isinstance(target, ast.Name):
                e.refuse(target, "changing an item is not compiled; write a variable, or bits of a number")
            here = ast.copy_location(ast.Name(target.id, ast.Load()), target)
            _set(e, target, value(e, ast.copy_location(ast.BinOp(here, operator, right), node)))
        case ast.AnnAssign(target, _, right):
            if right is not None:
                _set(e, target, value(e, right))
        case ast.If(test, yes, no):
            _if(e, test, yes, no)
        case ast.While():
            while_loop(e, node, lambda: statements(e, node.body), lambda: statements(e, node.orelse))
        case ast.For(target, source):
            e.weight, weight = e.weight * sum(1 for inner in node.body for _ in ast.walk(inner)), e.weight
            for_loop(e, target, source, lambda: statements(e, node.body), lambda: statements(e, node.orelse))
            e.weight = weight
        case ast.Break():
            assert e.spans is not None
            e.loops[-1].breaks.append(e.spans)
            e.go(e.loops[-1].after)
        case ast.Continue():
            assert e.spans is not None
            e.loops[-1].continues.append(e.spans)
            e.go(e.loops[-1].again)
        case ast.Return(result):
            _return(e, node, result)
        case ast.Raise():  # the rule itself, run at that state, says what
            e.stop(PYTHON)
        case ast.Try(body, [*handlers], [], []) if handlers and all(_only_raises(one) for one in handlers):
            statements(e, body)  # whatever it may catch stops the kernel, too
        case ast.Expr(inner):
            value(e, inner)
        case _:
            e.refuse(node)


def _only_raises(handler: ast.ExceptHandler) -> bool:
    return all(isinstance(node, ast.Raise) for node in handler.body)


def _set(e: Emit, target: ast.expr, number: Num) -> None:
    if not isinstance(target, ast.Name):
        e.refuse(target, "setting an item is not compiled; write a variable, or bits of a number")
    e.store(target.id, number)


def _unpack(e: Emit, targets: list[ast.expr], right: ast.expr) -> None:
    target = targets[0]
    pair = divided(e, right)
    if len(targets) > 1 or not isinstance(target, ast.Tuple):
        e.refuse(target, "this assignment is not compiled; write one variable at a time")
    if pair is not None:
        numbers = list(pair)
    elif isinstance(right, ast.Tuple):
        numbers = [value(e, item) for item in right.elts]
    else:
        e.refuse(right, "unpacking this is not compiled; write one variable at a time")
    if len(numbers) != len(target.elts):
        e.refuse(target, "this assignment is not compiled; write as many variables as values")
    for name, number in zip(target.elts, numbers, strict=True):
        _set(e, name, number)


def _if(e: Emit, test: ast.expr, yes: list[ast.stmt], no: list[ast.stmt]) -> None:
    on, off, after = e.block(), e.block(), e.block()
    yes_spans, no_spans = branch(e, test, on, off)
    e.at(on, yes_spans)
    statements(e, yes)
    first = e.spans
    e.go(after)
    e.at(off, no_spans)
    statements(e, no)
    second = e.spans
    e.go(after)
    e.at(after, join([first, second]))


def _return(e: Emit, node: ast.Return, result: ast.expr | None) -> None:
    if not e.helpers:
        if result is not None and not (isinstance(result, ast.Constant) and result.value is None):
            e.refuse(
                node,
                "return with a value is not compiled in a rule; write return alone where "
                "the rule yields, since Python drops the value, else a yield for each option",
            )
        e.go(e.end)
        return
    helper = e.helpers[-1]
    if helper.yields != (result is None):
        e.refuse(node, "this return is not compiled; write a number after it, and none where there are yields")
    if result is not None:
        e.store(helper.result, value(e, result))
    assert e.spans is not None
    helper.ends.append(e.spans)
    e.go(helper.after)


# --- options


def yields(e: Emit, node: ast.expr) -> None:
    """One option: a state, or to(...) with the parts of a sum. Labels are dropped."""
    e.options += 1
    e.cost += 1
    if isinstance(node, ast.IfExp):
        e.options -= 1
        _if(e, node.test, [_as_yield(node.body)], [_as_yield(node.orelse)])
        return
    if isinstance(node, ast.Call):
        function = meaning(e, node.func)
        if function == "to":
            _sum(e, node)
            return
        if function in ("again", "answer"):
            e.refuse(node, f"{function}(...) is not compiled: it says who moves next, which a table has no room for")
        if function == "Option":
            e.refuse(node, "Option(...) is not compiled; where the opponent moves next write to(...)")
    e.play.mark(e, e.play.part(e, _state(e, node)))


def _as_yield(node: ast.expr) -> ast.stmt:
    return ast.copy_location(ast.Expr(ast.copy_location(ast.Yield(node), node)), node)


def _state(e: Emit, node: ast.expr) -> list[Num]:
    arity = e.play.arity
    if arity == 1:
        number = value(e, node)
        if number.truth:
            e.refuse(node, "a bool as a state is not compiled; write int(...) round it")
        return [number]
    if not isinstance(node, ast.Tuple) or len(node.elts) != arity:
        e.refuse(node, f"this option is not compiled; write its {arity} numbers, with commas between them")
    return [value(e, item) for item in node.elts]


def _sum(e: Emit, node: ast.Call) -> None:
    for label in node.keywords:
        if label.arg is None or any(isinstance(inner, ast.NamedExpr) for inner in ast.walk(label.value)):
            e.refuse(node, "a label that sets a variable, or ** in to(...), is not compiled; write plain labels")
    parts = node.args
    if len(parts) == 1 and not isinstance(parts[0], ast.Starred):
        e.play.mark(e, e.play.part(e, _state(e, parts[0])))
        return
    if not parts:
        e.play.mark(e, e.play.nothing(e))
        return
    e.sums = True
    total = e.fresh()
    e.b.store(e.i64(0), total)

    def one(state: ast.expr) -> None:
        worth = e.play.part(e, _state(e, state))
        e.b.store(e.b.xor(e.b.load(total), worth), total)

    for part in parts:
        if isinstance(part, ast.Starred):
            each(e, part.value, one)
        else:
            one(part)
    e.play.mark(e, e.b.load(total))


def each(e: Emit, node: ast.expr, use: Callable[[ast.expr], None]) -> None:
    """Every item of a range, a sequence from outside, a tuple written here or a generator expression."""
    if isinstance(node, ast.GeneratorExp):
        generator(e, node.generators, lambda: use(node.elt))
        return
    if isinstance(node, ast.Tuple | ast.List):
        for item in node.elts:
            use(item)
        return
    names = [e.fresh_name("item") for _ in range(e.play.arity)]
    loads: list[ast.expr] = [ast.copy_location(ast.Name(name, ast.Load()), node) for name in names]
    target = loads[0] if len(loads) == 1 else ast.copy_location(ast.Tuple(loads, ast.Load()), node)
    for_loop(e, target, node, lambda: use(target))


def yields_from(e: Emit, node: ast.expr) -> None:
    """yield from: a loop of yields."""
    if isinstance(node, ast.Call):
        known, function = constant_of(e, node.func)
        if known and type(function) is FunctionType:
            inline(e, node, function, yields=True)
            return
    each(e, node, lambda item: yields(e, item))
