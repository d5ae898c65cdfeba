"""What both readers of proofs require of a rule's code, so that what they read is what Python does.

Each reader follows only the expressions that it names. Here is what they share: which statements may stand in a rule at
all, which names are its own, comprehensions as the loops that they are, and labels, which must not fail. Whatever is
refused has words for what to write instead.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any

from grundy.engines.heap.symbolic import Refused

# No other statement may stand in a rule, not even where it is never reached: it might bind names in a way of its own.
STATEMENTS = (
    *(ast.Expr, ast.Pass, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.If, ast.For, ast.While, ast.Break),
    *(ast.Continue, ast.Return, ast.Raise, ast.Assert, ast.Try),
)
ORDERS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
LABELS = "a label is a name, a number or constant text: give each number a label of its own"
BEFORE = "give the name its value in a line before"
KEYWORD = "give each argument by its place, with no name"
_ITERATOR = "it can be used up: write the loop over a range or a tuple itself"
INSTEAD: dict[type[ast.AST], str] = {
    ast.Set: "a set is read in 'n in {1, 2, 3}' alone: write a tuple in which no number comes twice",
    ast.Dict: "write a tuple, or if and elif",
    ast.SetComp: "write a loop, in which no number is counted or added twice",
    ast.DictComp: "write a loop",
    ast.GeneratorExp: "write a loop",
    ast.JoinedStr: "write numbers",
    ast.Slice: "write two bounds and a loop",
    ast.Lambda: "write the expression itself",
    ast.Is: "write ==, between two numbers or two conditions",
    ast.IsNot: "write !=, between two numbers or two conditions",
    ast.Div: "write a product on the other side, as n == 2 * k for n / 2 == k; // rounds down",
    ast.Try: "write an if that asks first",
    ast.With: "write what it does, as plain statements",
    ast.Match: "write if and elif",
    ast.FunctionDef: "write its body where it is called",
    ast.ClassDef: "write numbers",
    ast.Import: "write it at the top of the file",
    ast.ImportFrom: "write it at the top of the file",
    ast.Global: "write a parameter or a constant",
    ast.Nonlocal: "write a parameter or a constant",
    ast.Delete: "leave it out if it deletes a name",
}
CALLS: tuple[tuple[Any, str], ...] = (
    *((each, "write a tuple in which no number comes twice") for each in (set, frozenset)),
    (dict, "write if and elif"),
    *((each, _ITERATOR) for each in (reversed, zip, enumerate, iter, map, filter, next)),
)


def instead(node: ast.AST, called: Any = None) -> str:
    """What to write in place of what is not read; "" where there is nothing to say.

    Parameters
    ----------
    called
        The function that the node calls, if it is a call.
    """
    for part in (node, *(getattr(node, "ops", None) or [getattr(node, "op", None)])):
        if type(part) in INSTEAD:
            return INSTEAD[type(part)]
    if isinstance(node, ast.Call):
        if node.keywords:
            return KEYWORD
        return next((words for function, words in CALLS if called is function), "")
    if isinstance(node, ast.Subscript):
        return instead(node.slice)
    return ""


def unread(tree: ast.FunctionDef) -> ast.AST | None:
    """The first statement of a function that neither reader knows, wherever it stands."""
    for node in getattr(tree, "type_params", ()):
        return node  # type: ignore[no-any-return]
    nodes = (node for statement in tree.body for node in ast.walk(statement))
    return next((node for node in nodes if isinstance(node, ast.stmt) and not isinstance(node, STATEMENTS)), None)


def own_names(tree: ast.FunctionDef) -> set[str]:
    """The names that may be a function's own; none of them stands for anything outside."""
    every = list(ast.walk(tree))
    caught = {node.name for node in every if isinstance(node, ast.ExceptHandler) and node.name}
    return {node.arg for node in every if isinstance(node, ast.arg)} | caught | stored([tree])


def stored(nodes: Iterable[ast.AST]) -> set[str]:
    """The names that are set in these."""
    every = chain.from_iterable(map(ast.walk, nodes))
    return {node.id for node in every if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}


def require_unassigned(nodes: Iterable[ast.AST], why: str = BEFORE) -> None:
    """Refuse `:=` where the reader would lose the name, or Python may not come by. Raises Refused."""
    if any(isinstance(inner, ast.NamedExpr) for node in nodes for inner in ast.walk(node)):
        raise Refused(f":= stands where it may be left out: {why}")


def require_scope(generators: Sequence[ast.comprehension]) -> None:
    """Refuse a comprehension that uses one of its own names before it has a value. Raises Refused."""
    for place, one in enumerate(generators):
        later = stored(each.target for each in generators[place + 1 :])
        early = later | stored([one.target]) if place else set()  # the first range is worked out outside
        for names, nodes in ((early, [one.iter]), (later, one.ifs)):
            used = {inner.id for node in nodes for inner in ast.walk(node) if isinstance(inner, ast.Name)}
            if used & names or one.is_async:
                raise Refused("a name of it is used before it has a value: give it another name")


def as_loop(over: ast.expr) -> ast.stmt:
    """`yield from` as the loop that it is. Raises Refused."""
    require_unassigned([over])
    left: ast.expr = ast.Name("each of", ast.Load())
    generators = [ast.comprehension(ast.Name("each of", ast.Store()), over, [], 0)]
    if isinstance(over, ast.GeneratorExp | ast.ListComp):
        left, generators = over.elt, over.generators
        require_scope(generators)
    made: ast.stmt = ast.Expr(ast.Yield(left))
    for one in reversed(generators):
        for test in reversed(one.ifs):
            made = ast.If(test, [made], [])
        made = ast.For(one.target, one.iter, [made], [])
    for node in ast.walk(made):
        if not hasattr(node, "lineno"):
            ast.copy_location(node, over)
    return made


def is_label(node: ast.expr, is_number: Callable[[ast.expr], bool], callee: Callable[[ast.expr], Any]) -> bool:
    """Whether a label can neither fail nor change anything: constant text, a number, or a tuple of these.

    A list is none, since moves are hashed; nor is text made of a number, which has at most 4,300 digits.

    Parameters
    ----------
    is_number
        Whether the reader has an expression's value, and it is a number or a condition.
    callee
        The function that a name stands for.
    """

    def number(node: ast.expr) -> bool:
        match node:
            case ast.Constant(given):
                return type(given) in (int, bool)
            case ast.BinOp(left, ast.Add() | ast.Sub() | ast.Mult(), right):
                return number(left) and number(right)
            case ast.BinOp(left, ast.FloorDiv() | ast.Mod(), ast.Constant(by)) if type(by) is int and by:
                return number(left)
            case ast.UnaryOp(ast.USub() | ast.Not(), operand):
                return number(operand)
            case ast.BoolOp(_, operands):
                return all(map(number, operands))
            case ast.Compare(left, operators, others):
                return all(isinstance(each, ORDERS) for each in operators) and all(map(number, [left, *others]))
            case ast.IfExp(test, one, two):
                return all(map(number, (test, one, two)))
        return is_number(node)

    def label(node: ast.expr) -> bool:
        match node:
            case ast.Constant():
                return True
            case ast.Tuple(parts):
                return all(map(label, parts))
            case ast.IfExp(test, one, two):
                return number(test) and label(one) and label(two)
            case ast.Call(made, [ast.Call(called, [ast.Tuple(parts)], [])], []) if callee(made) is tuple:
                return callee(called) is sorted and all(map(number, parts))
        return number(node)

    return not any(isinstance(inner, ast.NamedExpr) for inner in ast.walk(node)) and label(node)
