"""Guesses at the nim-values of a rule, read from the text that people type."""

from __future__ import annotations

import ast
import builtins
import math
import re
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from grundy.errors import BadText, Finding
from grundy.model.convention import mex, nim_sum
from grundy.text.formulas import FUNCTIONS, read_formula
from grundy.text.literals import python_expression
from grundy.text.reader import Text

ARGUMENT = "<argument>"
HELPERS: dict[str, Any] = {name: function.call for name, function in FUNCTIONS.items()} | {
    **{name: getattr(math, name) for name in ("comb", "log2", "sqrt")},
    "math": math,
    "mex": mex,
    "nim_sum": nim_sum,
}
_ALIASES = {1: ("n",), 2: ("a", "b")}
Function: TypeAlias = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Guess:
    """A guess at the nim-value of a state.

    Fields:  text: as it was typed; for a function, its name.
             make: given G, which is the value of a state below the limit, the guess as a function of the state.
             arity: how many numbers make a state.
    """

    text: str
    make: Callable[[Function], Function]
    arity: int = 1


def parse_guess(text: str, names: Sequence[str] = ("n",), source: str = ARGUMENT) -> Guess:
    """Read a guess: a formula, or any expression of Python, over the parameters of a rule, also called n, or a and b.

    Beyond what a formula has (see `text.formulas`) it may use Python's own functions, `comb`, `log2`, `sqrt`, `math`,
    `mex`, `nim_sum`, and G(m), the value of another state. A lambda of the state is a guess, too. Such a one is run as
    it is: trust it like any program.

    Args:    names: the positional parameters of the rule's function.
    Raises:  BadText: no Python expression, or a name that nothing has, at its place.

    >>> parse_guess("row % 4", ["row"]).make(None)(7)
    3
    >>> parse_guess("m % 4")
    Traceback (most recent call last):
    grundy.errors.BadText: <argument>:1:1: expected n or a function of Python's, found 'm'
    """
    arity = len(names)
    aliases = dict(zip(_ALIASES.get(arity, ()), names, strict=False))
    aliases = {alias: name for alias, name in aliases.items() if alias not in names}
    stripped = text.strip()
    if not stripped:
        raise BadText([Finding(1, 1, _wanted(names), "a text without content", source)])
    known_names = {name: name for name in (*names, *aliases)}
    formula = read_formula(Text(stripped, source), known_names)  # what is wrong in it may be right in Python
    tree = _tree(formula.text, text, names, source) if formula else _tree(stripped, text, names, source)
    body = tree.body
    if isinstance(body, ast.Lambda):
        plain = ast.arguments([], [ast.arg(argument.arg) for argument in body.args.args], None, [], [], None, [])
        if len(body.args.args) != arity or ast.dump(body.args) != ast.dump(plain):
            found = "a lambda of other arguments"
            raise BadText([Finding(*_at(text, 1, 0), _wanted(names), found, source)])
        names = [argument.arg for argument in body.args.args]
        aliases, body = {}, body.body
    bound = {node.id for node in ast.walk(body) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    bound |= {node.arg for node in ast.walk(body) if isinstance(node, ast.arg)}
    known = {*names, *aliases, *bound, *HELPERS, *dir(builtins), "G"}
    loads = [node for node in ast.walk(body) if isinstance(node, ast.Name) and node.id not in known]
    if loads:
        raise BadText(
            [
                Finding(*_at(text, node.lineno, node.col_offset), _names(names, aliases), repr(node.id), source)
                for node in loads
            ]
        )
    used = {node.id for node in ast.walk(body) if isinstance(node, ast.Name)} - bound
    # a parameter and its alias are the same state: only what is used is passed, for speed
    doubled = [alias for alias in aliases if alias in used]
    parameters = list(names)
    places = list(range(arity))
    for alias in doubled:
        place = list(names).index(aliases[alias])
        if names[place] in used:
            parameters.append(alias)
            places.append(place)
        else:
            parameters[place] = alias
    code = _code(parameters, body)

    def make(g: Function) -> Function:
        function: Function = eval(code, {**HELPERS, "G": g})
        if places == list(range(arity)):
            return function
        return lambda *state: function(*(state[place] for place in places))

    return Guess(stripped, make, arity)


def _tree(stripped: str, text: str, names: Sequence[str], source: str) -> ast.Expression:
    if "\0" in stripped:  # which Python refuses in one way or another, and nowhere in particular
        before = stripped[: stripped.index("\0")]
        line = before.count("\n") + 1
        offset = len(before.rpartition("\n")[2].encode("utf-8", "surrogateescape"))
        raise BadText([Finding(*_at(text, line, offset), _wanted(names), "NUL", source)])
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # '1 is 1' is a guess, if a bad one
            tree = python_expression(stripped, "<guess>")
            compile(tree, "<guess>", "eval")  # finds what parsing does not, such as a yield
            return tree
    except SyntaxError as problem:
        line, column = problem.lineno or 1, problem.offset or 1
        at = _at(text, line, len(_rows(stripped, line)[-1][: column - 1].encode("utf-8", "surrogateescape")))
        found = problem.msg.partition(" (")[0]
    except (ValueError, RecursionError, MemoryError) as problem:
        at, found = (1, 1), f"what Python cannot read ({problem})"
    raise BadText([Finding(*at, _wanted(names), found, source)]) from None


def _at(text: str, line: int, offset: int) -> tuple[int, int]:
    """Line and column in the text as typed, of a line and a byte offset in it without blanks around it."""
    start = len(text) - len(text.lstrip())
    before = text[:start]
    rows = _rows(text.strip(), line)
    line = len(rows)
    column = len(rows[-1].encode("utf-8", "surrogateescape")[:offset].decode("utf-8", "replace")) + 1
    if line == 1:
        column += start - (before.rfind("\n") + 1)
    return line + before.count("\n"), column


def _rows(text: str, line: int) -> list[str]:
    """The first lines of a text, which end as Python's do."""
    return re.split(r"\r\n?|\n", text)[: max(1, line)]


def _wanted(names: Sequence[str]) -> str:
    example = {1: "n % 4", 2: "a ^ b"}.get(len(names), f"{names[0]} % 4")
    return f"a Python expression over {', '.join(names)}, as in {example!r}"


def _names(names: Sequence[str], aliases: dict[str, str]) -> str:
    return f"{', '.join(dict.fromkeys([*names, *aliases]))} or a function of Python's"


def _code(parameters: list[str], body: ast.expr) -> Any:
    arguments = ast.arguments([], [ast.arg(name) for name in parameters], None, [], [], None, [])
    tree = ast.fix_missing_locations(ast.Expression(ast.Lambda(arguments, body)))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # as for its text
        return compile(tree, "<guess>", "eval")


def as_guess(guess: Guess | str | Function, names: Sequence[str] = ("n",)) -> Guess:
    """A guess from a text, or from a function of the state."""
    if isinstance(guess, Guess):
        return guess
    if isinstance(guess, str):
        return parse_guess(guess, names)
    return Guess(getattr(guess, "__name__", "the guess"), lambda g: guess, len(names))
