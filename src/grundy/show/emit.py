"""A table or the formula found in it as C++ or Python, to paste into a contest.

What is written says how it is known. It is a function of n (of a and b for pairs) without checks: n is one of those
that the comment names.
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal, TypeAlias

from grundy.errors import OutOfReach
from grundy.model.pattern import Pattern

Language: TypeAlias = Literal["cpp", "python"]
Tables: TypeAlias = list[tuple[str, tuple[int, ...]]]
MOST_NUMBERS = 100_000  # of a table in a source text
_WIDTH = 100
_RECURSIVE_FROM = 16  # a rule by halves is sure to lead to smaller n from here on


class _NoCpp(Exception):
    """A formula with something that has no plain C++."""


def emit(
    values: Any,
    language: Language,
    pattern: Pattern | None = None,
    game: str = "",
    by: str = "computed",
    command: str = "",
    version: str = "",
) -> str:
    """Source text of a function `nim_value(n)`, or of `wins(n)` for a pattern of the P-positions.

    Args:    values: the nim-values of 0, 1, 2, ..., or rows of those of pairs (a, b).
             pattern: one that was found in them; without it, or if it has no formula and no short period, or if it
             breaks, the values themselves are written, as runs if those are fewer.
             game: for the comment. by: how the values are known. command: what writes the same again, with
             grundy of the `version`.
    Raises:  OutOfReach: no values, or more than 100,000 numbers.

    >>> print(emit([0, 1, 2, 0, 1, 2], "python", game="take-away:1,2"))
    # Nim-values of take-away:1,2, n = 0..5: computed.
    T = (0, 1, 2, 0, 1, 2)
    <BLANKLINE>
    <BLANKLINE>
    def nim_value(n):
        return T[n]
    <BLANKLINE>
    """
    if not len(values):
        raise OutOfReach("no values to write; one state or more would help")
    pairs = not _is_number(values[0])
    arguments = ("a", "b") if pairs else ("n",)
    what = f"Nim-values of {game}" if game else "Nim-values"
    form = _by_pattern(values, pattern, pairs, language) if pattern and pattern.breaks is None else None
    if form and pattern:
        place = "a and b" if pairs else "n"
        note = f"{what}: {pattern.statement}; observed for {place} = {pattern.start}..{pattern.upto}, not proved."
        if pattern.start:
            note = f"{note.removesuffix('.')}; below {pattern.start}: {by}."
        if pattern.about == "P-positions":
            note = f"Whether the player to move wins{f' {game}' if game else ''}: {note.partition(': ')[2]}"
    else:
        if pairs:
            form = _grid(values)
            note = f"{what}, a = 0..{len(values) - 1}, b = 0..{len(values[0]) - 1}: {by}."
        else:
            form = _line([int(value) for value in _whole(values)])
            note = f"{what}, n = 0..{len(values) - 1}: {by}."
    note += f" Written by grundy{f' {version}' if version else ''}: {command}" if command else ""
    return _cpp(form, arguments, note) if language == "cpp" else _python(form, arguments, note)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) or not hasattr(value, "__len__")


def _whole(values: Any) -> list[int]:
    if len(values) > 64 * MOST_NUMBERS:
        raise OutOfReach(f"{len(values):,} values; at most {64 * MOST_NUMBERS:,} are written; fewer would help")
    return values.tolist() if hasattr(values, "tolist") else list(values)


@dataclass(frozen=True, slots=True)
class Form:
    """What is written: tables, and the expression over them; `first` entries of T come before the expression.

    `tables` are named T, R, ...; `truth`: the function says whether the player to move wins.
    """

    tables: tuple[tuple[str, tuple[int, ...]], ...]
    expression: str
    first: int = 0
    truth: bool = False
    runs: bool = False


def _by_pattern(values: Any, pattern: Pattern, pairs: bool, language: Language) -> Form | None:
    """The form that a pattern gives, or None if it gives no short one in this language."""
    if pattern.start > MOST_NUMBERS or pattern.kind in ("lines", "symmetry"):
        return None
    numbers = dict(pattern.numbers)
    if numbers.get("rules", numbers.get("base")) != numbers.get("base"):
        return None  # it says only what some of the values are
    truth = pattern.about == "P-positions"
    before = [int(value) for value in values[: pattern.start]] if not pairs else []
    if truth:
        before = [int(value != 0) for value in before]
    period, saltus = numbers.get("period"), numbers.get("saltus")
    if pattern.kind in ("period", "arithmetic period") and not pairs and isinstance(period, int):
        if len(before) + period > MOST_NUMBERS:
            return None
        start = pattern.start
        rests = [0] * period
        for n in range(start, start + period):
            rests[n % period] = int(values[n]) - n // period * (saltus or 0)
        expression = f"R[n % {period}]" + (f" + n // {period} * {saltus}" if saltus else "")
        return Form((("T", tuple(before)), ("R", tuple(rests))), expression, start, truth)
    if not pattern.formula:
        return None
    if "G(" in pattern.formula and len(before) < _RECURSIVE_FROM:
        before = [int(value) for value in values[:_RECURSIVE_FROM]]
    form = Form((("T", tuple(before)),), pattern.formula, len(before), truth)
    try:
        _to_cpp(ast.parse(form.expression, mode="eval").body, [])
    except _NoCpp:
        return form if language == "python" else None
    return form


def _line(values: list[int]) -> Form:
    """The values as they are, or as runs of equal ones."""
    ends, each = [], []
    at = 0
    for value, run in groupby(values):
        at += len(list(run))
        ends.append(at)
        each.append(value)
    if 4 * len(each) < len(values):
        _limit(2 * len(each))
        return Form((("ENDS", tuple(ends)), ("T", tuple(each))), "T[FIND(n)]", runs=True)
    _limit(len(values))
    return Form((("T", tuple(values)),), "T[n]")


def _grid(rows: Any) -> Form:
    width = len(rows[0])
    _limit(len(rows) * width)
    flat = tuple(int(value) for row in rows for value in row)
    return Form((("T", flat),), f"T[a * {width} + b]")


def _limit(numbers: int) -> None:
    if numbers > MOST_NUMBERS:
        raise OutOfReach(
            f"{numbers:,} numbers in a source text; at most {MOST_NUMBERS:,} are written; fewer states would help"
        )


def _python(form: Form, arguments: tuple[str, ...], note: str) -> str:
    names = ", ".join(arguments)
    function = "wins" if form.truth else "nim_value"
    lines = [f"# {line}" for line in textwrap.wrap(note, _WIDTH)]
    if "isqrt(" in form.expression:
        lines.append("from math import isqrt")
    if form.runs:
        lines.append("from bisect import bisect_right")
    for name, table in form.tables:
        if table:
            comma = "," if len(table) == 1 else ""
            lines += textwrap.wrap(f"{name} = ({', '.join(map(str, table))}{comma})", _WIDTH)
    expression = form.expression.replace("T[FIND(n)]", "T[bisect_right(ENDS, n)]").replace("G(", f"{function}(")
    lines += ["", "", f"def {function}({names}):"]
    if form.first:
        value = "bool(T[n])" if form.truth else "T[n]"
        lines += [f"    if n < {form.first}:", f"        return {value}"]
    lines.append(f"    return {f'bool({expression})' if form.truth else expression}")
    return "\n".join(lines) + "\n"


def _cpp(form: Form, arguments: tuple[str, ...], note: str) -> str:
    names = ", ".join(f"long long {name}" for name in arguments)
    function = "wins" if form.truth else "nim_value"
    tables = list(form.tables)
    expression = "T[std::upper_bound(std::begin(ENDS), std::end(ENDS), n) - std::begin(ENDS)]"
    if not form.runs:
        expression = _to_cpp(ast.parse(form.expression, mode="eval").body, tables, outer=True)
    lines = [f"// {line}" for line in textwrap.wrap(note, _WIDTH)]
    headers = ["algorithm"] * any(word in expression for word in ("std::m", "std::u")) + ["iterator"] * form.runs
    headers += ["cmath"] * ("root(" in expression) + ["cstdlib"] * ("std::llabs" in expression)
    lines += [f"#include <{header}>" for header in headers]
    for name, table in tables:
        if table:
            lines += textwrap.wrap(
                f"static const {_type(table)} {name}[] = {{{', '.join(map(_literal, table))}}};", 100
            )
    if "root(" in expression:
        lines += [
            "static long long root(long long n) {",
            "    long long r = (long long)std::sqrt((long double)n);",
            "    while (r * r > n) --r;",
            "    while ((r + 1) * (r + 1) <= n) ++r;",
            "    return r;",
            "}",
        ]
    kind = "bool" if form.truth else "long long"
    lines.append(f"{kind} {function}({names}) {{")
    unused = [name for name in arguments if not _mentions(expression, name)]
    lines += [f"    (void){name};" for name in unused]
    if form.first:
        lines.append(f"    if (n < {form.first}) return T[n];")
    lines.append(f"    return {expression.replace('G(', f'{function}(')};")
    lines.append("}")
    return "\n".join(lines) + "\n"


def _mentions(expression: str, name: str) -> bool:
    return re.search(rf"\b{name}\b", expression) is not None


def _type(table: Sequence[int]) -> str:
    """The narrowest C++ type for the numbers of a table."""
    low, high = min(table), max(table)
    if high >= 1 << 63:
        raise OutOfReach(f"the value {high} in C++: at most 64 bits with a sign are written; Python has no such limit")
    if low >= 0:
        return "unsigned char" if high < 1 << 8 else "unsigned short" if high < 1 << 16 else "long long"
    return "short" if low >= -(1 << 15) and high < 1 << 15 else "long long"


def _literal(number: int) -> str:
    return f"{number}" if abs(number) < 1 << 31 else f"{number}LL"


_CPP_OPERATORS: dict[type, str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "/",
    ast.Mod: "%",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}


def _to_cpp(node: ast.expr, tables: Tables, outer: bool = False) -> str:
    """A Python expression over whole numbers in C++; / and % are of numbers that are not negative.

    Args:   tables: those of the source text; lists of numbers in the expression are added to them.
            outer: whether it stands alone and needs no brackets.
    Raises: _NoCpp: something that is not translated.
    """
    match node:
        case ast.Constant(value=int(number)):
            return _literal(number)
        case ast.Name(id=name):
            return name
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return f"-{_to_cpp(inner, tables)}"
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return f"!{_to_cpp(inner, tables)}"
        case ast.BinOp(left=left, op=ast.Pow(), right=ast.Constant(value=2)):
            return f"({_to_cpp(left, tables)} * {_to_cpp(left, tables)})"
        case ast.BinOp(left=left, op=(ast.FloorDiv() | ast.Mod()) as op, right=ast.Constant(value=int(by))) if by > 0:
            text = _to_cpp(left, tables)
            if any(isinstance(inner, ast.Sub) for inner in ast.walk(left)):  # it may be negative
                if isinstance(op, ast.FloorDiv):
                    raise _NoCpp
                text = f"({text} % {by} + {by})"
            return _wrapped(f"{text} {_CPP_OPERATORS[type(op)]} {by}", outer)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _CPP_OPERATORS:
            first = f"{wide}LL" if (wide := _shifted(op, left)) is not None else _to_cpp(left, tables)
            return _wrapped(f"{first} {_CPP_OPERATORS[type(op)]} {_to_cpp(right, tables)}", outer)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return _wrapped(f"{_to_cpp(test, tables)} ? {_to_cpp(body, tables)} : {_to_cpp(orelse, tables)}", outer)
        case ast.BoolOp(op=op, values=values):
            return (
                f"({(' && ' if isinstance(op, ast.And) else ' || ').join(_to_cpp(value, tables) for value in values)})"
            )
        case ast.Compare(left=left, ops=[ast.In()], comparators=[ast.Tuple(elts=members)]):
            return f"({' || '.join(f'{_to_cpp(left, tables)} == {_to_cpp(member, tables)}' for member in members)})"
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _CPP_OPERATORS:
            return f"({_to_cpp(left, tables)} {_CPP_OPERATORS[type(op)]} {_to_cpp(right, tables)})"
        case ast.Call(func=ast.Attribute(value=inner, attr="bit_count"), args=[]):
            return f"__builtin_popcountll((unsigned long long){_to_cpp(inner, tables)})"
        case ast.Call(func=ast.Attribute(value=inner, attr="bit_length"), args=[]):
            text = _to_cpp(inner, tables)
            return f"({text} ? 64 - __builtin_clzll((unsigned long long){text}) : 0)"
        case ast.Call(func=ast.Name(id=name), args=arguments) if name in _CALLS:
            return f"{_CALLS[name]}({', '.join(_to_cpp(argument, tables, True) for argument in arguments)})"
        case ast.Subscript(value=ast.Name(id=name), slice=place):
            return f"{name}[{_to_cpp(place, tables, True)}]"
        case ast.Subscript(value=ast.Tuple() as listed, slice=place):
            return f"{_lifted([_numbers(listed)], tables)}[{_to_cpp(place, tables, True)}]"
        case ast.Subscript(value=ast.Subscript(value=ast.Tuple(elts=rows), slice=row), slice=column):
            listed_rows = [_numbers(one) for one in rows]
            name = _lifted(listed_rows, tables)
            return f"{name}[{_to_cpp(row, tables)} * {len(listed_rows[0])} + {_to_cpp(column, tables)}]"
    raise _NoCpp


def _numbers(node: ast.expr) -> list[int]:
    """The numbers of a list in a formula."""
    try:
        found = ast.literal_eval(node)
    except ValueError:
        raise _NoCpp from None
    if not isinstance(found, tuple) or not all(isinstance(number, int) for number in found):
        raise _NoCpp
    return list(found)


def _lifted(rows: list[list[int]], tables: Tables) -> str:
    """The name of a table with these rows, one of its own."""
    name = f"R{len(tables)}"
    tables.append((name, tuple(number for row in rows for number in row)))
    return name


_CALLS = {"isqrt": "root", "abs": "std::llabs", "min": "std::min", "max": "std::max", "G": "G"}


def _shifted(op: ast.operator, left: ast.expr) -> int | None:
    """The constant that is shifted left: it must be as wide as the values are."""
    if isinstance(op, ast.LShift) and isinstance(left, ast.Constant) and isinstance(left.value, int):
        return left.value
    return None


def _wrapped(text: str, outer: bool) -> str:
    return text if outer else f"({text})"


def emit_lines(
    values: Any, language: Language, patterns: Sequence[Pattern] = (), game: str = "", by: str = "computed"
) -> Iterator[str]:
    """The lines for the first pattern that explains the values, or else for the values themselves."""
    whole = [p for p in patterns if p.breaks is None and p.about == "nim-values"]
    yield from emit(values, language, whole[0] if whole else None, game, by).splitlines()
