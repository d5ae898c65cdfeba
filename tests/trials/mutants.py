"""Mutants of a module: its source with one small fault each, as a slip of the hand would make it."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from typing import NamedTuple

OTHER: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE), ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.In: (ast.NotIn,), ast.NotIn: (ast.In,), ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,), ast.Add: (ast.Sub,), ast.Sub: (ast.Add,), ast.Mult: (ast.Add,), ast.FloorDiv: (ast.Mult,),
    ast.Div: (ast.Mult,), ast.Mod: (ast.FloorDiv,), ast.Pow: (ast.Mult,), ast.LShift: (ast.RShift,),
    ast.RShift: (ast.LShift,), ast.BitAnd: (ast.BitOr,), ast.BitOr: (ast.BitAnd, ast.BitXor),
    ast.BitXor: (ast.BitOr, ast.BitAnd), ast.And: (ast.Or,), ast.Or: (ast.And,),
}  # fmt: skip
SWAPPED = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}
Node = ast.expr | ast.stmt
QUIET = ast.Raise | ast.JoinedStr | ast.Import | ast.ImportFrom | ast.pattern


class Mutant(NamedTuple):
    """One fault: in which function, which line of the source becomes what.

    `source` is the whole with it, `unit` the function or class of the module that has it, '' where it is in none.
    """

    function: str
    line: int
    old: str
    new: str
    source: str
    unit: str
    number: int = 1  # of those of this function with the same change

    @property
    def name(self) -> str:
        """The function and the change: the same after changes elsewhere in the file."""
        return f"{self.function}: {self.old} -> {self.new}" + (f" ({self.number})" if self.number > 1 else "")


def mutants(source: str) -> list[Mutant]:
    """All mutants of a module, in the order of its lines."""
    lines = source.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.encode()))
    text = source.encode()
    seen: set[bytes] = set()
    counts: dict[tuple[str, str, str], int] = {}
    found = []
    tree = ast.parse(source)
    units = {}
    for one in tree.body:
        if isinstance(one, ast.FunctionDef | ast.ClassDef):
            begin = min(part.lineno for part in (one, *one.decorator_list))
            assert one.end_lineno is not None
            units |= dict.fromkeys(range(begin, one.end_lineno + 1), (starts[begin - 1], starts[one.end_lineno]))
    for function, node, new in _faults(tree, "module"):
        assert node.end_lineno is not None and node.end_col_offset is not None
        first, last = starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset
        changed = text[:first] + new.encode() + text[last:]
        if changed in seen:
            continue
        seen.add(changed)
        old_line, new_line = _change(text, changed, starts[node.lineno - 1], first, last, len(new.encode()))
        key = function, old_line, new_line
        counts[key] = counts.get(key, 0) + 1
        begin, end = units.get(node.lineno, (0, 0))
        unit = changed[begin : end + len(changed) - len(text)].decode() if end else ""
        found.append(Mutant(function, node.lineno, old_line, new_line, changed.decode(), unit, counts[key]))
    return sorted(found, key=lambda mutant: mutant.line)


def _change(text: bytes, changed: bytes, start: int, first: int, last: int, size: int) -> tuple[str, str]:
    """The lines that change, before and after, on one line each."""
    end, end_changed = text.find(b"\n", last), changed.find(b"\n", first + size)
    return tuple(" ".join(whole.decode().split()) for whole in (text[start:end], changed[start:end_changed]))  # type: ignore[return-value]


def _faults(tree: ast.AST, function: str) -> Iterator[tuple[str, Node, str]]:
    """What may go wrong: the function, the node, and what stands in its place; texts for people stay as they are."""
    for node in ast.iter_child_nodes(tree):
        inner = function
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            inner = node.name if function == "module" else f"{function}.{node.name}"
        if isinstance(node, ast.stmt) and not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            yield from ((inner, node, new) for new in _of_statement(node))
        if isinstance(node, ast.expr) and not _is_quiet_place(tree, node):
            yield from ((inner, node, f"({new})") for new in _of_expression(node))
        if isinstance(node, ast.If | ast.While):
            yield inner, node.test, "False"
        if isinstance(node, ast.If):
            yield inner, node.test, "True"
        if not _is_quiet(tree, node):
            yield from _faults(node, inner)


def _is_quiet(parent: ast.AST, node: ast.AST) -> bool:
    """Whether nothing below can do harm: annotations, types, words of errors, documentation, formatted text."""
    if isinstance(node, QUIET):
        return True
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    return _is_quiet_place(parent, node)


def _is_quiet_place(parent: ast.AST, node: ast.AST) -> bool:
    if isinstance(parent, ast.AnnAssign) and ast.unparse(parent.annotation) == "TypeAlias":
        return True
    if isinstance(parent, ast.AnnAssign) and node is parent.annotation:
        return True
    if isinstance(parent, ast.Expr) and isinstance(node, ast.Constant):
        return True
    if isinstance(parent, ast.arg) and node is parent.annotation:
        return True
    if isinstance(parent, ast.FunctionDef) and (node is parent.returns or node in parent.decorator_list):
        return True
    return isinstance(parent, ast.ClassDef) and (node in parent.decorator_list or node in parent.bases)


def _of_statement(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.Raise() | ast.Continue() | ast.Break() | ast.Expr() | ast.Delete() | ast.AugAssign():
            yield "pass"
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield "pass"
        case ast.Return(value=ast.expr()) if not (isinstance(node.value, ast.Constant) and node.value.value is None):
            yield "return None"
    if isinstance(node, ast.AugAssign):
        for kind in OTHER.get(type(node.op), ()):
            changed = copy.deepcopy(node)
            changed.op = kind()  # type: ignore[assignment]
            yield ast.unparse(changed)
    if isinstance(node, ast.Break):
        yield "continue"
    if isinstance(node, ast.Continue):
        yield "break"


def _of_expression(node: ast.expr) -> Iterator[str]:
    written = ast.unparse(node)
    match node:
        case ast.Compare():
            for at, op in enumerate(node.ops):
                for kind in OTHER[type(op)]:
                    changed = copy.deepcopy(node)
                    changed.ops[at] = kind()  # type: ignore[call-overload]
                    yield ast.unparse(changed)
        case ast.BinOp():
            for kind in OTHER.get(type(node.op), ()):
                changed_op = copy.deepcopy(node)
                changed_op.op = kind()  # type: ignore[assignment]
                yield ast.unparse(changed_op)
        case ast.BoolOp():
            joined = " or " if isinstance(node.op, ast.And) else " and "
            yield joined.join(f"({ast.unparse(one)})" for one in node.values)
            for at in range(len(node.values)):
                rest = [one for place, one in enumerate(node.values) if place != at]
                yield (" and " if isinstance(node.op, ast.And) else " or ").join(f"({ast.unparse(x)})" for x in rest)
        case ast.UnaryOp():
            yield ast.unparse(node.operand)
        case ast.Constant(value=bool()):
            yield str(not node.value)
        case ast.Constant(value=int()):
            yield str(int(node.value) + 1)
            yield str(int(node.value) - 1)
        case ast.Constant(value=str() | bytes()):
            yield repr(node.value + ("!" if isinstance(node.value, str) else b"!"))  # type: ignore[operator]
        case ast.IfExp():
            yield ast.unparse(node.body)
            yield ast.unparse(node.orelse)
        case ast.Call():
            yield from _of_call(node, written)
        case ast.Subscript(slice=ast.Slice(lower=lower, upper=upper, step=step)):
            value, of = ast.unparse(node.value), tuple(ast.unparse(x) if x else "" for x in (lower, upper, step))
            low, high, by = of
            by = f":{by}" if by else ""
            yield f"{value}[({low or 0}) + 1:{high}{by}]" if by != ":-1" else f"{value}[{low}:{high}]"
            if low:
                yield f"{value}[:{high}{by}]"
            if high:
                yield f"{value}[{low}:{by}]"
                yield f"{value}[{low}:({high}) - 1{by}]"
                yield f"{value}[{low}:({high}) + 1{by}]"
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            for at, each in enumerate(node.generators):
                for which in range(len(each.ifs)):
                    for forced in ("True", "False"):
                        changed_if = copy.deepcopy(node)
                        changed_if.generators[at].ifs[which] = ast.Constant(forced == "True")
                        written = ast.unparse(changed_if)
                        yield written[1:-1] if isinstance(node, ast.GeneratorExp) else written


def _of_call(node: ast.Call, written: str) -> Iterator[str]:
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if name in SWAPPED:
        yield SWAPPED[name] + written[len(name) :]
    plain = [arg for arg in node.args if not isinstance(arg, ast.Starred)]
    if name == "range" and plain:
        where = min(1, len(plain) - 1)
        for by in ("+ 1", "- 1"):
            changed = copy.deepcopy(node)
            changed.args[where] = ast.parse(f"({ast.unparse(plain[where])}) {by}", mode="eval").body
            yield ast.unparse(changed)
    if len(plain) >= 2 and plain == node.args:
        changed = copy.deepcopy(node)
        changed.args[0], changed.args[1] = changed.args[1], changed.args[0]
        if name not in ("min", "max", "isinstance", "set", "zip", "getattr", "hasattr"):
            yield ast.unparse(changed)
