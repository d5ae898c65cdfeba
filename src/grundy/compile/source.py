"""A rule's function read back: its syntax tree, and the constants that it takes from outside."""

from __future__ import annotations

import ast
import inspect
import textwrap
import tokenize
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from grundy.compile.subset import NotCompiled
from grundy.errors import BadRule
from grundy.model.rule import Rule

PACKAGE = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class Source:
    """A function as a tree: `outside` has every name that is not its own, `line` is where its `text` begins.

    `ours`: it comes with grundy, so that nobody is told what to write instead.
    """

    tree: ast.FunctionDef
    outside: Mapping[str, Any]
    file: str
    line: int
    text: str
    ours: bool = False

    def place(self, node: ast.AST) -> str:
        return f"{self.file}:{self.line + getattr(node, 'lineno', 1) - 1}"

    def words(self, node: ast.AST) -> str:
        """What stands there, as it was written: the first line of it."""
        return (ast.get_source_segment(self.text, node) or ast.unparse(node)).splitlines()[0][:80]


def read(function: Callable[..., Any]) -> Source:
    """The tree of a function, if its text is there and is the text it was made from.

    Raises: NotCompiled: there is no text (typed at a prompt), or the file has been edited since.
    """
    if type(function) is not FunctionType:
        raise NotCompiled("a rule that is no plain function is not compiled; write def")
    code = function.__code__
    try:
        lines, line = inspect.getsourcelines(function)
        text = textwrap.dedent("".join(lines))
        tree = ast.parse(text)
    except (OSError, TypeError, SyntaxError, tokenize.TokenError) as error:  # edited since, so as to be no Python
        raise NotCompiled("its source text is not there; write the rule in a file") from error
    file = code.co_filename.replace("\\", "/").rsplit("/", 1)[-1]
    found = tree.body[0] if tree.body else None
    if not isinstance(found, ast.FunctionDef):
        raise NotCompiled("a rule that is no plain function is not compiled; write def", f"{file}:{line}")
    outside = _outside(function)
    if not _same(found, code, outside):
        raise NotCompiled("its source text is not the one it was made from; start again", f"{file}:{line}")
    return Source(found, outside, file, line, text, Path(code.co_filename).is_relative_to(PACKAGE))


_BUILTINS = "__builtins__"  # where a function looks for what its file does not define; typeshed does not have it


def _outside(function: FunctionType) -> dict[str, Any]:
    """What each name means that is not the function's own, as Python looks it up there."""
    held: dict[str, Any] = {**getattr(function, _BUILTINS), **function.__globals__}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        held.pop(name, None)
        try:
            held[name] = cell.cell_contents
        except ValueError:
            continue  # not assigned yet: whoever uses it is refused by name
    return held


def _same(tree: ast.FunctionDef, code: CodeType, outside: Mapping[str, Any]) -> bool:
    """Whether this text gives the very bytecode of the function: an edited file is not what runs."""
    plain = ast.FunctionDef(**{**dict(ast.iter_fields(tree)), "decorator_list": [], "returns": None})
    ast.copy_location(plain, tree)
    names = [ast.arg(name, lineno=1, col_offset=0) for name in code.co_freevars]
    none = ast.arguments(posonlyargs=[], args=names, kwonlyargs=[], kw_defaults=[], defaults=[])
    body: list[ast.stmt] = [plain]
    if tree.name not in code.co_freevars:  # its own name in it is not the holder's
        body.insert(0, ast.Global([tree.name]))
    holder = ast.FunctionDef("holder", none, body, [], lineno=1, col_offset=0)
    if "type_params" in ast.FunctionDef._fields:  # from Python 3.12 on
        setattr(holder, "type_params", [])  # noqa: B010
    # name.attribute(...) has other bytecode where the file imports the name; modules it has imported, others perhaps
    called = {
        node.value.id for node in ast.walk(tree) if isinstance(node, ast.Attribute) and type(node.value) is ast.Name
    }
    modules = {name for name in called if isinstance(outside.get(name), ModuleType)}
    for imported in (modules, called - {*code.co_varnames, *code.co_freevars, *code.co_cellvars}):
        imports = [ast.Import([ast.alias(name)], lineno=1, col_offset=0) for name in sorted(imported)]
        module = ast.fix_missing_locations(ast.Module([*imports, holder], []))
        made = next(c for c in compile(module, "rule", "exec", dont_inherit=True).co_consts if isinstance(c, CodeType))
        if any(_shape(inner) == _shape(code) for inner in made.co_consts if isinstance(inner, CodeType)):
            return True
    return False


def _shape(code: CodeType) -> tuple[Any, ...]:
    constants = tuple(_shape(c) if isinstance(c, CodeType) else (type(c).__name__, c) for c in code.co_consts)
    return code.co_code, constants, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars


def parameters(rule: Rule) -> dict[str, Any]:
    """Every keyword parameter of a rule with its value.

    Raises: BadRule: one has no value.
    """
    values = dict(rule.parameters)
    code, defaults = rule.function.__code__, rule.function.__kwdefaults__ or {}  # its own, not those of what it wraps
    first = code.co_argcount
    for name in code.co_varnames[first : first + code.co_kwonlyargcount]:
        if name not in values:
            if name not in defaults:
                raise BadRule(f"{rule.spec}: expected a value for its parameter {name!r}")
            values[name] = defaults[name]
    return values
