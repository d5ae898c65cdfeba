"""Short functions of words, written straight into the LLVM of whoever calls them.

Numba could compile each as a function of its own: some 20 ms for one line, and a search calls forty. They are written
in Python's words, but a small part of them: names, whole numbers, tuples, items, whole-number and bit operations,
comparisons, `and`, `x if c else y`, calls of `int64`, `uint64` and of what `functions` names; statements assign, put an
entry into an array, call, return, or are `if` whose body returns. `and` and `x if c else y` work out both sides.

judge   whole numbers of Python, in tests/engines/search/test_search_words.py
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, reduce
from typing import Any

import numba
from llvmlite import ir
from numba.extending import lower_builtin, type_callable

types: Any = numba.types
ANY: Any = types.VarArg(types.Any)
WORD = ir.IntType(64)
OPERATIONS: dict[type[ast.AST], tuple[str, str]] = {  # of signed numbers, of others
    ast.Add: ("add", "add"),
    ast.Sub: ("sub", "sub"),
    ast.Mult: ("mul", "mul"),
    ast.BitAnd: ("and_", "and_"),
    ast.BitOr: ("or_", "or_"),
    ast.BitXor: ("xor", "xor"),
    ast.LShift: ("shl", "shl"),
    ast.RShift: ("ashr", "lshr"),
}
SIGNS: dict[type[ast.AST], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
Typed = tuple[
    Any, Any
]  # LLVM's value, or a tuple of these or a whole number of Python; and Numba's type, if it has one


def written_out(
    stub: Callable[..., Any],
    arguments: str,
    source: Callable[..., str],
    returned: Callable[..., Any],
    functions: Mapping[str, Any],
) -> None:
    """Have calls of a function be written out.

    Args:    stub: the function, as kernels name it. arguments: their names, as `a, b`.
             source: the statements of its body, from the types of the arguments.
             returned: the type of what it returns, from the same; None where there are other types.
             functions: what the body calls besides `int64` and `uint64`, by name.
    """
    scope: dict[str, Any] = {"returned": returned}
    exec(f"def typing(context):\n    def typed({arguments}): return returned({arguments})\n    return typed", scope)
    told: Any = type_callable(stub)
    told(scope["typing"])
    names = arguments.split(", ")

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        writer = _CallerWriter(context, builder, functions)
        for name, value, kind in zip(names, given, signature.args, strict=True):
            writer.names[name] = writer.taken(value, kind)
        answer = writer.run(_parsed(source(*signature.args)), signature.return_type)
        return context.get_dummy_value() if signature.return_type == types.none else answer

    lowered: Any = lower_builtin(stub, ANY)  # type: ignore[no-untyped-call]
    lowered(generate)


@lru_cache(maxsize=256)
def _parsed(source: str) -> list[ast.stmt]:
    return ast.parse(source).body


class _CallerWriter:
    """Where one call is being written."""

    def __init__(self, context: Any, builder: Any, functions: Mapping[str, Any]) -> None:
        self.context, self.builder, self.functions = context, builder, functions
        self.names: dict[str, Typed] = {}

    def taken(self, value: Any, kind: Any) -> Typed:
        """An argument: a tuple in its items, any whole number in 64 bits."""
        if isinstance(kind, types.BaseTuple):
            return tuple(
                self.taken(self.builder.extract_value(value, i), item_kind) for i, item_kind in enumerate(kind)
            ), None
        if isinstance(kind, types.Integer) and not isinstance(kind, types.Boolean):
            wide = types.int64 if kind.signed else types.uint64
            return self.context.cast(self.builder, value, kind, wide), wide
        return value, kind

    def run(self, body: Sequence[ast.stmt], kind: Any) -> Any:
        """Write a body; what it returns, of a type."""
        builder = self.builder
        ends: list[tuple[Any, Any]] = []  # where it returns from within, and what
        end = builder.append_basic_block("after") if any(isinstance(statement, ast.If) for statement in body) else None
        last = None
        for statement in body:
            match statement:
                case ast.If(test=test, body=[ast.Return(value=value)], orelse=[]):
                    then, on = builder.append_basic_block("then"), builder.append_basic_block("on")
                    builder.cbranch(self.value(test)[0], then, on)
                    builder.position_at_end(then)
                    ends.append((self.given(self.value(value), kind), builder.block))
                    builder.branch(end)
                    builder.position_at_end(on)
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    self.names[name] = self.value(value)
                case ast.Assign(targets=[ast.Subscript(value=array, slice=place)], value=value):
                    entry = self.names[array.id][1]  # type: ignore[attr-defined]
                    self.called(operator.setitem, [self.value(array), self.value(place), self.value(value)], entry)
                case ast.Expr(value=value):
                    self.value(value)
                case ast.Return(value=None):
                    pass
                case ast.Return(value=value):
                    last = self.given(self.value(value), kind)
                case _:
                    raise NotImplementedError(ast.unparse(statement))
        if end is None:
            return last
        ends.append((last, builder.block))
        builder.branch(end)
        builder.position_at_end(end)
        phi = builder.phi(ends[0][0].type)
        for value, block in ends:
            phi.add_incoming(value, block)
        return phi

    def given(self, typed: Typed, kind: Any) -> Any:
        """A value as Numba has it."""
        value, own = typed
        if isinstance(kind, types.BaseTuple):
            return self.context.make_tuple(
                self.builder, kind, [self.given(a, b) for a, b in zip(value, kind, strict=True)]
            )
        if isinstance(value, int):
            return self.context.get_constant(kind, value)
        return self.context.cast(self.builder, value, own, kind)

    def called(self, function: Any, given: Sequence[Typed], _of: Any = None) -> Typed:
        """What a function that Numba knows gives."""
        typing = self.context.typing_context
        of = typing.resolve_value_type(function)
        signature = of.get_call_type(typing, tuple(kind or types.int64 for _, kind in given), {})
        values = [self.given(typed, kind) for typed, kind in zip(given, signature.args, strict=True)]
        made = self.context.get_function(of, signature)(self.builder, values)
        return self.taken(made, signature.return_type) if signature.return_type != types.none else (None, None)

    def value(self, node: Any) -> Typed:
        """An expression."""
        builder = self.builder
        match node:
            case ast.Name(id=name):
                return self.names[name]
            case ast.Constant(value=value):
                return (value, None) if type(value) is int else (ir.Constant(ir.IntType(1), value), types.boolean)
            case ast.Tuple(elts=items):
                return tuple(self.value(expression) for expression in items), None
            case ast.Subscript(value=of, slice=place):
                whole, at = self.value(of), self.value(place)
                return whole[0][at[0]] if isinstance(whole[0], tuple) else self.called(operator.getitem, [whole, at])
            case ast.Call(func=ast.Name(id=name), args=given):
                return self._converted(name, given) if name in KINDS else self._function(name, given)
            case ast.UnaryOp(op=ast.Invert(), operand=expression):
                value, kind = self.value(expression)
                return builder.not_(value), kind
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
                return -value, None
            case ast.BinOp(left=left, op=operation, right=right):
                return self._operation(type(operation), self.value(left), self.value(right))
            case ast.Compare(left=left, ops=[sign], comparators=[right]):
                a, b, kind = self._alike(self.value(left), self.value(right))
                compare = builder.icmp_signed if kind.signed else builder.icmp_unsigned
                return compare(SIGNS[type(sign)], a, b), types.boolean
            case ast.BoolOp(op=ast.And(), values=parts):
                return reduce(builder.and_, [self.value(expression)[0] for expression in parts]), types.boolean
            case ast.IfExp(test=test, body=expression, orelse=other):
                a, b, kind = self._alike(self.value(expression), self.value(other))
                return builder.select(self.value(test)[0], a, b), kind
        raise NotImplementedError(ast.unparse(node))

    def _converted(self, name: str, given: Sequence[Any]) -> Typed:
        ((value, kind),) = map(self.value, given)
        to = KINDS[name]
        return (ir.Constant(WORD, value) if kind is None else self.context.cast(self.builder, value, kind, to)), to

    def _function(self, name: str, given: Sequence[Any]) -> Typed:
        return self.called(self.functions[name], [self.value(expression) for expression in given])

    def _operation(self, operation: type[ast.AST], left: Typed, right: Typed) -> Typed:
        if left[1] is None and right[1] is None:
            return PLAIN[operation](left[0], right[0]), None
        a, b, kind = self._alike(left, right)
        return getattr(self.builder, OPERATIONS[operation][not kind.signed])(a, b), kind

    def _alike(self, left: Typed, right: Typed) -> tuple[Any, Any, Any]:
        """Two numbers of one type; a constant takes that of the other."""
        kind = left[1] or right[1]
        if right[1] not in (None, kind):
            raise NotImplementedError(f"{left[1]} and {right[1]} together")
        a, b = (ir.Constant(WORD, value) if own is None else value for value, own in (left, right))
        return a, b, kind


KINDS = {"int64": types.int64, "uint64": types.uint64}
PLAIN: dict[type[ast.AST], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
}
