"""The source text of a function: its syntax tree, if it is the text that the function was made from; what it reads
from outside; and what is refused of it, with its place."""

from __future__ import annotations
import __future__

import ast
import linecache
from collections.abc import Iterator, Mapping
from functools import lru_cache, reduce
from operator import or_
from types import CodeType, FunctionType
from typing import Any, NoReturn

from grundy.errors import OutOfReach
from grundy.model.frozen import frozen
from grundy.model.option import to
from grundy.reading.core import Site
from grundy.reading.outside import outside

FUTURE = reduce(or_, (getattr(__future__, name).compiler_flag for name in __future__.all_feature_names))
LONGEST = 80  # characters of a line that are shown


NAMED: dict[type[ast.AST], str] = {
    ast.Set: "a set",
    ast.Dict: "a dict",
    ast.SetComp: "a set comprehension",
    ast.DictComp: "a dict comprehension",
    ast.ListComp: "a list comprehension",
    ast.GeneratorExp: "a generator expression here",
    ast.JoinedStr: "text",
    ast.Slice: "a slice",
    ast.Lambda: "a lambda",
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.Div: "/",
    ast.MatMult: "@",
    ast.Try: "try that goes on after an error",
    ast.With: "with",
    ast.Match: "match",
    ast.FunctionDef: "a function inside the rule",
    ast.ClassDef: "a class",
    ast.Import: "an import inside the rule",
    ast.ImportFrom: "an import inside the rule",
    ast.Global: "global",
    ast.Nonlocal: "nonlocal",
    ast.Delete: "del",
    ast.Await: "await",
    ast.Yield: "a yield in an expression",
    ast.YieldFrom: "a yield from in an expression",
}
"""What is called by a name where it is refused, not by its text."""


class NotRead(OutOfReach):
    """The rule does something that the core form does not have: `site` is where, `why` what to write instead, and
    `what` its name, or its text."""

    def __init__(self, site: Site, why: str, what: str = "") -> None:
        self.site, self.why, self.what = site, why, what or site.text
        super().__init__(f"{site} ({why})")


@frozen
class FunctionSource:
    """A function as a tree; `outside` has what each name means that is not the function's own."""

    tree: ast.FunctionDef
    outside: Mapping[str, Any]
    file: str
    lines: tuple[str, ...]
    guards: frozenset[int] = frozenset()  # lines whose conditions a writer of rules added, and no person asks

    def site(self, node: ast.AST) -> Site:
        """Where a node stands, and the first line of it."""
        line, start = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
        text = self.lines[line - 1].encode()
        end = getattr(node, "end_col_offset", None) if getattr(node, "end_lineno", line) == line else None
        before = text[:start].decode(errors="replace")
        return Site(self.file, line, len(before) + 1, text[start:end].decode(errors="replace").strip()[:LONGEST])

    def refuse(self, node: ast.AST, why: str, what: str = "") -> NoReturn:
        raise NotRead(self.site(node), why, what or NAMED.get(type(node), ""))


def source_of(function: Any) -> FunctionSource:
    """A function's text. Raises NotRead: it is no plain function, or the text is not there, or is another one."""
    if type(function) is not FunctionType:
        raise NotRead(Site("<no file>", 1, 1, repr(function)[:LONGEST]), "write a plain function, with def")
    code = function.__code__
    file = code.co_filename.replace("\\", "/").rsplit("/", 1)[-1]
    site = Site(file, code.co_firstlineno, 1, f"def {code.co_name}")
    if code.co_name == "<lambda>":
        raise NotRead(Site(file, code.co_firstlineno, 1, "lambda"), "write a function, with def")
    linecache.checkcache(code.co_filename)
    lines = tuple(linecache.getlines(code.co_filename, function.__globals__))
    if not lines:
        raise NotRead(site, "its source text is not there: write the rule in a file")
    named = [
        (tree, other)
        for tree, other in _functions(lines, code.co_filename, code.co_flags & FUTURE)
        if other.co_qualname == code.co_qualname
    ]
    definition = next((tree for tree, other in named if other == code), None)
    if definition is None:  # it may stand on other lines than when it was made
        runs = outside(code).digest
        definition = next((tree for tree, other in named if outside(other).digest == runs), None)
    if definition is None:
        raise NotRead(site, "its source text is not the one it was made from: start again")
    return FunctionSource(definition, _outside(function), file, lines, getattr(function, "guards", frozenset()))


def may_run_for_ever(source: FunctionSource) -> bool:
    """Whether a function has a `while`, or calls another, so far as its text shows: of one that is not read."""
    for node in (node for statement in source.tree.body for node in ast.walk(statement)):
        if isinstance(node, ast.While):
            return True
        if isinstance(node, ast.Name):
            held = source.outside.get(node.id)
            if isinstance(held, FunctionType) and held is not to:
                return True
    return False


@lru_cache(maxsize=64)
def _functions(lines: tuple[str, ...], file: str, flags: int) -> tuple[tuple[ast.FunctionDef, CodeType], ...]:
    """Every function of a text as a tree, with the code that Python makes of it there."""
    text = "".join(lines)
    try:
        tree = ast.parse(text)
        whole = compile(tree, file, "exec", flags, dont_inherit=True)
    except (SyntaxError, ValueError):  # edited since, so as to be no Python
        return ()
    trees = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    codes: dict[tuple[str, int], list[CodeType]] = {}
    for code in _codes(whole):
        codes.setdefault((code.co_name, code.co_firstlineno), []).append(code)
    return tuple((node, code) for node in trees for code in codes.get((node.name, _first(node)), ()))


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def _first(tree: ast.FunctionDef) -> int:
    """The line on which Python says that a function begins: that of its first decorator."""
    return min([tree.lineno, *(decorator.lineno for decorator in tree.decorator_list)])


def _outside(function: FunctionType) -> dict[str, Any]:
    """What each name means that is not the function's own, as Python looks it up there."""
    held: dict[str, Any] = {**getattr(function, "__builtins__"), **function.__globals__}  # noqa: B009
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        held.pop(name, None)
        try:
            held[name] = cell.cell_contents
        except ValueError:
            continue  # not assigned yet: whoever uses it is refused by name
    return held
